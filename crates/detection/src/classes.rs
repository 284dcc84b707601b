//! What values mean: identifiers of processes, channels, values that are only told apart, or
//! numbers.
//!
//! Every expression, variable, subscript and message field gets a class; values that flow into one
//! another, or are compared for equality, share one. A class holds process identifiers if `_pid`
//! or the result of a `run` is in it. This is the type reconstruction of Donaldson and Gay,
//! *ETCH* (2005), reduced to what detection needs and run on the lowered program, so that a `byte`
//! may hold an identifier as well as a `pid`.
//!
//! What is done with the values of a class decides whether symmetry may rename them. Comparing for
//! equality, assigning, passing and indexing commutes with renaming. Arithmetic does not; where it
//! has only identifiers as operands it is kept as a relation ([`super::domains`]), and elsewhere
//! its operands are numbers.

use std::collections::{BTreeSet, HashMap, HashSet};

use diagnostics::Span;
use groups::Partition;
use machine::Machine;
use machine::index::{ChannelId, ExprId, LocationId, ProcessId, ProcessTypeId, VariableId};
use machine::program::Expr;

use super::by_expression::ByExpression;
use super::class::Facts;
pub use super::class::{Class, Meaning, NumberUse};
use super::constraint::{Constraint, Demands};
use super::folds::Folds;
use super::noted::{CheckedRange, Derived, Domains, Flow, ShortSend, Table, TaggedConstant};
use super::occupants::Occupants;
use super::shape::Shape;

/// The classes of a program.
#[derive(Debug)]
pub struct Classes<'m> {
    pub(super) machine: &'m Machine,
    /// Which classes were found to be one.
    pub(super) alike: Partition,
    pub(super) facts: Vec<Facts>,
    pub(super) contents: Vec<Class>,
    pub(super) subscripts: Vec<Vec<Class>>,
    pub(super) channels: Vec<Class>,
    /// The class of each expression that was looked at.
    pub(super) expressions: ByExpression<'m, Class>,
    /// The own channels of each process type.
    pub(super) own_channels: Vec<Vec<ChannelId>>,
    /// Whose code, or initial values, are being learnt from.
    pub(super) context: Option<ProcessTypeId>,
    /// Whether what is learnt from runs before all processes are started: arithmetic there is no
    /// harm, since the group need not respect it.
    pub(super) early: bool,
    pub(super) span: Span,
    /// The arithmetic of the late code.
    pub(super) derived: Vec<Derived<'m>>,
    /// What moves where in the late code.
    pub(super) flows: Vec<Flow<'m>>,
    /// The values of each class that has identifiers, once decided.
    pub(super) domains: HashMap<usize, BTreeSet<i32>>,
    /// What arithmetic on identifiers does, once decided.
    pub(super) tables: ByExpression<'m, Table<'m>>,
    /// The sends of the program, which may give fewer values than there are fields.
    pub(super) sends: Vec<ShortSend<'m>>,
    /// Constants in messages, of which it is not known yet whether anybody looks at them.
    pub(super) tagged: Vec<TaggedConstant<'m>>,
    /// Those that nobody looks at, once decided, with the classes of their fields.
    pub(super) dummies: HashMap<ExprId, Class>,
    /// What variables and fields hold, once decided.
    pub(super) held: Domains,
    /// The ranges that values are checked to be in.
    pub(super) ranges: Vec<CheckedRange>,
    /// Loops whose rounds can change places.
    pub(super) folds: Folds<'m>,
    /// Who can be where.
    pub(super) occupants: Occupants<'m>,
    /// The classes of which 0 is a value like others when all processes have just been started, once decided.
    pub(super) zeros: HashSet<usize>,
    /// What a test leaves out.
    dropped: Option<Constraint>,
}

impl<'m> Classes<'m> {
    /// No constraints yet: every variable and every channel's messages are of unknown classes.
    #[must_use]
    pub fn new(machine: &'m Machine, shape: &Shape, dropped: Option<Constraint>) -> Classes<'m> {
        let mut classes = Classes {
            machine,
            alike: Partition::default(),
            facts: Vec::new(),
            contents: Vec::new(),
            subscripts: Vec::new(),
            channels: Vec::new(),
            expressions: ByExpression::new(machine),
            own_channels: machine
                .program
                .process_types
                .iter()
                .map(|t| t.channels.clone())
                .collect(),
            context: None,
            early: false,
            span: Span { file: diagnostics::FileId(0), start: 0, end: 0 },
            derived: Vec::new(),
            flows: Vec::new(),
            domains: HashMap::new(),
            tables: ByExpression::new(machine),
            sends: Vec::new(),
            tagged: Vec::new(),
            dummies: HashMap::new(),
            held: Domains::default(),
            ranges: Vec::new(),
            folds: Folds::of(machine, shape, Demands { dropped }),
            occupants: Occupants::of(machine, shape, Demands { dropped }),
            zeros: HashSet::new(),
            dropped,
        };
        for variable in &machine.program.variables {
            let content = classes.fresh();
            classes.facts[content.0 as usize].channel = variable.holds_channels;
            classes.contents.push(content);
            let subscripts = variable.dimensions.iter().map(|_| classes.fresh()).collect();
            classes.subscripts.push(subscripts);
        }
        for channel in &machine.program.channels {
            let fields = channel.fields.iter().map(|_| classes.fresh()).collect::<Vec<_>>();
            for (field, declared) in fields.iter().zip(&channel.fields) {
                classes.facts[field.0 as usize].channel = declared.holds_channel;
                classes.facts[field.0 as usize].process = declared.holds_process;
            }
            let class = classes.fresh();
            let has_one_field = fields.len() == 1;
            let facts = Facts { channel: true, fields, has_one_field, ..Facts::default() };
            classes.facts[class.0 as usize] = facts;
            classes.channels.push(class);
        }
        classes
    }

    /// Whether a constraint holds: always, but in tests.
    pub(super) fn keeps(&self, constraint: Constraint) -> bool {
        self.dropped != Some(constraint)
    }

    /// The constraints that are kept.
    pub(super) fn demands(&self) -> Demands {
        Demands { dropped: self.dropped }
    }

    /// Whether a test leaves a constraint out.
    pub(super) fn leaves_out_something(&self) -> bool {
        self.dropped.is_some()
    }

    /// Learns that what two classes mean is the same.
    pub(super) fn alike(&mut self, constraint: Constraint, a: Class, b: Class) {
        if self.keeps(constraint) {
            self.unify(a, b);
        }
    }

    pub(super) fn fresh(&mut self) -> Class {
        self.facts.push(Facts::default());
        Class(self.alike.add() as u32)
    }

    pub(super) fn root(&self, class: Class) -> usize {
        self.alike.root(class.0 as usize)
    }

    pub(super) fn unify(&mut self, a: Class, b: Class) {
        let mut pending = vec![(a, b)];
        while let Some((a, b)) = pending.pop() {
            let (a, b) = (self.alike.find(a.0 as usize), self.alike.find(b.0 as usize));
            if !self.alike.merge(a, b) {
                continue;
            }
            let moved = std::mem::take(&mut self.facts[b]);
            let kept = &mut self.facts[a];
            kept.process |= moved.process;
            kept.channel |= moved.channel;
            kept.number = kept.number.or(moved.number);
            kept.constants.extend(moved.constants);
            kept.numbered |= moved.numbered;
            kept.has_one_field |= moved.has_one_field;
            kept.looks.extend(moved.looks);
            kept.sorted |= moved.sorted;
            kept.sorted_late = kept.sorted_late.or(moved.sorted_late);
            if kept.fields.len() < moved.fields.len() {
                pending.extend(kept.fields.iter().copied().zip(moved.fields.iter().copied()));
                kept.fields = moved.fields;
            } else {
                pending.extend(moved.fields.iter().copied().zip(kept.fields.iter().copied()));
            }
        }
    }

    pub(super) fn number(&mut self, class: Class, what: &'static str) {
        if !self.early {
            self.is_number(class, NumberUse { span: self.span, what });
        }
    }

    /// The values of a class are numbers.
    pub(super) fn is_number(&mut self, class: Class, used: NumberUse) {
        let root = self.root(class);
        self.facts[root].number.get_or_insert(used);
    }

    /// The late code knows a value of the class by its number.
    pub(super) fn constant(&mut self, class: Class, value: i32) {
        let root = self.root(class);
        let facts = &mut self.facts[root];
        facts.numbered |= value != 0;
        if !self.early {
            facts.constants.insert(value);
        }
    }

    /// The class of a value that is computed.
    pub(super) fn computed(&mut self) -> Class {
        let class = self.fresh();
        self.facts[class.0 as usize].numbered = true;
        class
    }

    /// What the values of a class mean.
    #[must_use]
    pub fn meaning(&self, class: Class) -> Meaning {
        let facts = &self.facts[self.root(class)];
        match (facts.number, facts.process, facts.channel) {
            (None, true, false) => Meaning::Process,
            (None, false, true) => Meaning::Channel,
            (None, false, false) => Meaning::Value(self.root(class) as u32),
            _ => Meaning::Data,
        }
    }

    /// The only one of several processes of a type that can be at a location.
    #[must_use]
    pub fn only_occupant(&self, location: LocationId) -> Option<ProcessId> {
        self.occupants.only[location.index()]
    }

    /// Loops whose rounds can change places.
    pub(super) fn folds(&self) -> &Folds<'m> {
        &self.folds
    }

    /// Why the values of a class are numbers, if something makes them so.
    #[must_use]
    pub fn number_use(&self, class: Class) -> Option<NumberUse> {
        self.facts[self.root(class)].number
    }

    /// The values that a class of identifiers takes, as far as the late code can tell.
    #[must_use]
    pub fn domain(&self, class: Class) -> &BTreeSet<i32> {
        static NONE: BTreeSet<i32> = BTreeSet::new();
        self.domains.get(&self.root(class)).unwrap_or(&NONE)
    }

    /// Whether two classes are one.
    #[must_use]
    pub fn same(&self, a: Class, b: Class) -> bool {
        self.root(a) == self.root(b)
    }

    /// How many classes there are, counting those that became one.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.alike.count() as u32
    }

    /// The kinds of values that are only told apart, with their values.
    #[must_use]
    pub fn value_classes(&self) -> Vec<(Class, &BTreeSet<i32>)> {
        let is_value = |class: &Class| matches!(self.meaning(*class), Meaning::Value(_));
        let mut found: Vec<(Class, &BTreeSet<i32>)> = self
            .domains
            .iter()
            .map(|(&root, values)| (Class(root as u32), values))
            .filter(|(class, _)| is_value(class))
            .collect();
        found.sort_unstable_by_key(|(class, _)| *class);
        found
    }

    /// What arithmetic on identifiers does, if the expression is that.
    #[must_use]
    pub fn table(&self, expr: &Expr) -> Option<&Table<'m>> {
        self.tables.get(expr)
    }

    /// The class of what a variable holds.
    #[must_use]
    pub fn content(&self, variable: VariableId) -> Class {
        self.contents[variable.index()]
    }

    /// The class of a channel that is declared.
    #[must_use]
    pub fn channel(&self, channel: ChannelId) -> Class {
        self.channels[channel.index()]
    }

    /// The classes of the fields of the messages in a class of channels, as far as they are known.
    #[must_use]
    pub fn message(&self, class: Class) -> &[Class] {
        &self.facts[self.root(class)].fields
    }

    /// The class that stands for all that are one with a class.
    #[must_use]
    pub fn representative(&self, class: Class) -> Class {
        Class(self.root(class) as u32)
    }

    /// The class of a variable's subscript in dimension `dimension`.
    #[must_use]
    pub fn subscript(&self, variable: VariableId, dimension: usize) -> Class {
        self.subscripts[variable.index()][dimension]
    }

    /// Whether cells hold values of a class, or belong to them.
    #[must_use]
    pub fn has_cells(&self, class: Class) -> bool {
        let fields = self.channels.iter().flat_map(|&c| &self.facts[self.root(c)].fields);
        let subscripts = self.subscripts.iter().flatten();
        self.contents.iter().chain(subscripts).chain(fields).any(|&held| self.same(held, class))
    }

    /// The class of an expression of the machine that was looked at.
    #[must_use]
    pub fn of(&self, expr: &Expr) -> Option<Class> {
        self.expressions.get(expr).copied()
    }

    /// Whether some channel is named by a number, or computed, or used as one, and where if that is known. It is not
    /// known then which messages are one another's, or which elements of an array.
    #[must_use]
    pub fn channels_are_numbers(&self) -> Option<Option<NumberUse>> {
        let facts = self.facts.iter();
        let mut numbers =
            facts.filter(|f| f.channel && (f.number.is_some() || f.process || f.numbered));
        numbers.next().map(|facts| facts.number)
    }

    /// Identifiers that are used as numbers, each with the first such use.
    #[must_use]
    pub fn conflicts(&self) -> Vec<NumberUse> {
        let mut found: Vec<NumberUse> =
            self.facts.iter().filter(|f| f.process).filter_map(|f| f.number).collect();
        found.sort_by_key(|use_| (use_.span.file, use_.span.start));
        found.dedup();
        found
    }
}
