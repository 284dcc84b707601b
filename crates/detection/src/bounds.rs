//! What cells may hold in the states that symmetry applies to.
//!
//! The group was found for a program whose cells hold certain values ([`Domains`]): tables have rows for no others, and no
//! others were seen to fit into the cells they go to. The bounds are those values, and what the group makes of them, so
//! that symmetric states agree on them. The late code never leaves them; a state outside is left as it is.

use std::collections::{BTreeSet, HashMap};

use groups::Permutation;
use machine::Machine;
use machine::index::{ChannelInstance, VariableId};
use machine::program::Region;

use super::classes::{Class, Classes, Meaning};
use super::constraint::Constraint;
use super::layout::Points;
use super::noted::Domains;
use super::shape::Shape;
use crate::settled::Bounds;

/// Bounds for the cells that do not hold numbers. `filler` tells what stands in a cell of a class that does not matter.
pub(super) fn bounds(
    machine: &Machine,
    classes: &Classes,
    shape: &Shape,
    points: &Points,
    generators: &[Permutation],
    filler: &dyn Fn(Class) -> i32,
) -> Bounds {
    let mut writer = Writer {
        machine,
        classes,
        shape,
        points,
        filler,
        held: classes.held.clone(),
        bounds: Bounds::default(),
    };
    if !classes.keeps(Constraint::Bounds) {
        return Bounds::default();
    }
    if classes.keeps(Constraint::BoundImages) {
        writer.close(generators);
    }
    (0..machine.program.variables.len()).for_each(|variable| writer.variable(variable));
    shape.channel_instances().for_each(|(channel, _)| writer.channel(channel));
    writer.bounds
}

struct Writer<'a> {
    machine: &'a Machine,
    classes: &'a Classes<'a>,
    shape: &'a Shape,
    points: &'a Points,
    filler: &'a dyn Fn(Class) -> i32,
    held: Domains,
    bounds: Bounds,
}

impl Writer<'_> {
    /// Adds what the group makes of the values, until nothing is new.
    fn close(&mut self, generators: &[Permutation]) {
        loop {
            let before = self.size();
            generators.iter().for_each(|generator| self.add_images(generator));
            if self.size() == before {
                return;
            }
        }
    }

    fn size(&self) -> usize {
        let fields = self.held.classes.values();
        self.held.variables.iter().chain(fields).map(BTreeSet::len).sum()
    }

    fn add_images(&mut self, generator: &Permutation) {
        let variables = VariableId::below(self.machine.program.variables.len());
        for variable in variables {
            let image = self.points.variable_image(self.shape, variable, generator);
            let class = self.classes.content(variable);
            let images = self.renamed(class, &self.held.variables[variable.index()], generator);
            self.held.variables[image.index()].extend(images);
        }
        let fields: HashMap<usize, BTreeSet<i32>> = self.held.classes.clone();
        for (channel, declared) in self.shape.channels.iter().enumerate() {
            let image = generator.image(self.shape.types.len() + channel) - self.shape.types.len();
            let image = self.shape.channels[image];
            let count = self.machine.program.channels[declared.index()].fields.len();
            for field in 0..count {
                let class = self.classes.field(*declared, field);
                let Some(values) = fields.get(&self.classes.root(class)) else { continue };
                let images = self.renamed(class, values, generator);
                let to = self.classes.root(self.classes.field(image, field));
                self.held.classes.entry(to).or_default().extend(images);
            }
        }
    }

    fn renamed(
        &self,
        class: Class,
        values: &BTreeSet<i32>,
        generator: &Permutation,
    ) -> BTreeSet<i32> {
        let meaning = self.classes.meaning(class);
        let image = |&value: &i32| self.points.value_image(self.shape, meaning, value, generator);
        values.iter().map(image).collect()
    }

    /// What a cell of a class may hold, if it is not a number.
    fn allowed(&self, class: Class, held: Option<&BTreeSet<i32>>) -> Option<BTreeSet<i32>> {
        match self.classes.meaning(class) {
            Meaning::Data => None,
            Meaning::Channel => Some((0..=self.shape.channels.len() as i32).collect()),
            Meaning::Process | Meaning::Value(_) => Some(held.cloned().unwrap_or_default()),
        }
    }

    fn variable(&mut self, index: usize) {
        let variable = &self.machine.program.variables[index];
        let class = self.classes.content(VariableId::new(index));
        let held = &self.held.variables[index];
        let Some(mut values) = self.allowed(class, Some(held)) else { return };
        let cells = variable.offset..variable.offset + variable.cells();
        match variable.region {
            Region::Global => {
                values.extend(variable.hidden.then(|| (self.filler)(class)));
                self.bounds.add(cells, &values);
            }
            Region::Local(owner) => {
                values.insert((self.filler)(class));
                let processes = self.shape.types.iter().zip(&self.shape.settled.starts);
                for (_, start) in processes.filter(|(process_type, _)| **process_type == owner) {
                    self.bounds.add(cells.clone().map(|cell| start + 1 + cell), &values);
                }
            }
            Region::Constant | Region::Discarded => {}
        }
    }

    /// The slots of a channel.
    fn channel(&mut self, channel: ChannelInstance) {
        let found = self.machine.channel_at(&self.shape.settled, channel);
        let Some((declared, start)) = found else { return };
        let capacity = self.machine.program.channels[declared.index()].capacity;
        let fields = self.machine.program.channels[declared.index()].fields.len() as u32;
        for field in 0..fields {
            let class = self.classes.field(declared, field as usize);
            let held = self.held.classes.get(&self.classes.root(class));
            let Some(mut values) = self.allowed(class, held) else { continue };
            values.insert((self.filler)(class));
            let slots = 0..capacity;
            let cells = slots.map(|slot| start as u32 + 1 + slot * fields + field);
            self.bounds.add(cells, &values);
        }
    }
}
