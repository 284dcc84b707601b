//! Whether a symmetry respects the predicates by which inactive variables are cleared: what is inactive of a process is so of its
//! image, for the images of the values.
//!
//! Predicates are computed process by process from what steps read, in the order in which they do. Nothing says that symmetric
//! processes read in the same order, so that is compared: diagrams that are the same but for the names of values call the same
//! inactive.

use std::collections::HashSet;

use groups::Permutation;
use machine::predicates::{Decision, Predicates};
use machine::{Machine, State};
use symmetry::SymmetryGroup;

/// Whether all generators of a group respect the predicates of a machine, if it has any. The state is one of those that they act on.
pub fn respects_predicates(machine: &Machine, state: &State, symmetry: &SymmetryGroup) -> bool {
    let Some(predicates) = machine.predicates() else { return true };
    symmetry.generators().iter().all(|generator| {
        (0..predicates.processes.len()).all(|process| {
            let image = generator.image(process);
            Comparison { predicates, state, symmetry, generator, process, image }.agree()
        })
    })
}

/// Whether a machine with other blanks clears variables by predicates to values that the machine itself does not clear them to:
/// predicates were computed for those.
pub fn cleared_otherwise(machine: &Machine, other: &Machine) -> bool {
    let processes = machine.predicates().map_or(&[][..], |predicates| &predicates.processes);
    let mut cleared = processes.iter().flatten().map(|predicate| predicate.variable);
    cleared.any(|variable| machine.cleared_value(variable) != other.cleared_value(variable))
}

/// A process and its image, compared.
struct Comparison<'a> {
    predicates: &'a Predicates,
    state: &'a State,
    symmetry: &'a SymmetryGroup,
    generator: &'a Permutation,
    process: usize,
    image: usize,
}

impl Comparison<'_> {
    fn agree(&self) -> bool {
        let processes = &self.predicates.processes;
        let Some(others) = processes.get(self.image) else { return false };
        let mut known = HashSet::new();
        let own = &processes[self.process];
        own.len() == others.len()
            && own.iter().zip(others).all(|(one, other)| {
                (one.variable, one.cell) == (other.variable, other.cell)
                    && self.same(one.root, other.root, &mut known)
            })
    }

    /// Whether diagrams are the same but for the names of values.
    fn same(
        &self,
        one: Decision,
        other: Decision,
        known: &mut HashSet<(Decision, Decision)>,
    ) -> bool {
        let (Decision::By(first), Decision::By(second)) = (one, other) else {
            return one == other;
        };
        if !known.insert((one, other)) {
            // It agrees, or something did not before, and that is the answer.
            return true;
        }
        let nodes = &self.predicates.nodes;
        let (first, second) = (&nodes[first as usize], &nodes[second as usize]);
        let mut branches: Vec<(i32, Decision)> = first
            .branches
            .iter()
            .map(|&(value, next)| (self.image_of(first.cell, value), next))
            .collect();
        branches.sort_unstable_by_key(|&(value, _)| value);
        first.cell == second.cell
            && branches.len() == second.branches.len()
            && branches.iter().zip(&second.branches).all(|(&(value, next), &(there, after))| {
                value == there && self.same(next, after, known)
            })
    }

    /// What the generator makes of a value in a cell of the process.
    fn image_of(&self, cell: u32, value: i32) -> i32 {
        let mut before = self.state.cells.clone();
        before[(self.state.starts[self.process] + cell) as usize] = value;
        let mut after = before.clone();
        self.symmetry.layout().apply(self.generator.images(), &before, &mut after);
        after[(self.state.starts[self.image] + cell) as usize]
    }
}
