//! What the values of a program mean to the method: as it is inferred, and where declarations say that they are processes.
//!
//! The method is defined for a typed language, in which the type `pid` is one of identifiers (Donaldson and Miller 2008, section 3.1).
//! So it takes whatever is declared `pid` for identifiers, whether or not they are ever compared with `_pid`. Where such values are
//! computed with they are numbers, as everywhere.

use detection::classes::{Class, Classes, Meaning};
use machine::Machine;
use machine::index::{ChannelId, VariableId};

/// What values mean.
#[derive(Debug)]
pub struct Meanings<'a> {
    classes: &'a Classes<'a>,
    /// The classes of what is declared to hold processes.
    declared: Vec<Class>,
}

impl<'a> Meanings<'a> {
    /// Of a machine.
    pub fn new(machine: &Machine, classes: &'a Classes<'a>) -> Meanings<'a> {
        let program = &machine.program;
        let variables = VariableId::below(program.variables.len()).zip(&program.variables);
        let variables = variables.filter(|(_, declared)| declared.declared_process);
        let mut declared: Vec<Class> = variables.map(|(id, _)| classes.content(id)).collect();
        for (id, channel) in ChannelId::below(program.channels.len()).zip(&program.channels) {
            let fields = channel.fields.iter().enumerate();
            let fields = fields.filter(|(_, field)| field.declared_process);
            declared.extend(fields.map(|(place, _)| classes.field(id, place)));
        }
        declared.iter_mut().for_each(|class| *class = classes.representative(*class));
        declared.sort_unstable();
        declared.dedup();
        Meanings { classes, declared }
    }

    /// What the values of a class mean.
    pub fn of(&self, class: Class) -> Meaning {
        let root = self.classes.representative(class);
        let is_declared = self.declared.binary_search(&root).is_ok();
        match self.classes.uncomputed(class) {
            Meaning::Data | Meaning::Value(_) if is_declared && self.is_only_named(class) => {
                Meaning::Process
            }
            meaning => meaning,
        }
    }

    /// Whether nothing is computed with the values of a class.
    fn is_only_named(&self, class: Class) -> bool {
        let is_operand = self.classes.uncomputed(class) != self.classes.meaning(class);
        self.classes.number_use(class).is_none() && !is_operand
    }
}
