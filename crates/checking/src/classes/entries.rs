//! Steps that the stabiliser of a state takes to one another: they are one entry of a list.

use std::collections::HashMap;
use std::ops::ControlFlow;

use groups::Partition;
use kernel::{Transition, TransitionSystem, one_way};
use model::{Reduced, StateOf, StepId, Words};
use symmetry::Symmetric;

use super::{ClassScratch, Classes, SystemOf, within_a_moment};

/// The most transitions out of a state that are compared.
const MOST: usize = 4096;

/// A transition, as far as it is compared.
struct Seen {
    names: Vec<StepId>,
    label: Vec<u8>,
    /// Those of its target, if symmetry applies there.
    cells: Option<Vec<i32>>,
}

impl<M: Words> Classes<'_, M> {
    /// Puts choices together of which the stabiliser of a state makes one another, given the names of their steps: as places among these,
    /// in order. A choice goes with the transitions that begin with it.
    ///
    /// # Errors
    /// Why they are not compared.
    pub fn entries(
        &self,
        state: &StateOf<M>,
        choices: &[Vec<StepId>],
        scratch: &mut ClassScratch,
    ) -> Result<Vec<Vec<usize>>, String> {
        let transitions = self.transitions_of(state)?;
        let stabiliser = within_a_moment(|patience| self.stabiliser(state, scratch, patience))?;
        let mut places: HashMap<(&[u8], &[i32]), usize> = HashMap::new();
        let mut together = Partition::singletons(transitions.len() + choices.len());
        for (place, seen) in transitions.iter().enumerate() {
            if let Some(cells) = &seen.cells {
                let first = *places.entry((&seen.label, cells)).or_insert(place);
                together.merge(first, place);
            }
            // That which begins with most of its steps, where one choice is the beginning of another.
            let begins = |choice: &&(usize, &Vec<StepId>)| seen.names.starts_with(choice.1);
            let choice = choices.iter().enumerate().filter(|choice| begins(&choice));
            if let Some((choice, _)) = choice.max_by_key(|(_, names)| names.len()) {
                together.merge(place, transitions.len() + choice);
            }
        }
        for generator in stabiliser.generators() {
            let renamed = self.transition_labels(state, generator.images());
            for (place, (seen, label)) in transitions.iter().zip(&renamed).enumerate() {
                let Some(cells) = &seen.cells else { continue };
                let image = self.image(generator, cells);
                if let Some(&other) = places.get(&(label.as_slice(), image.as_slice())) {
                    together.merge(place, other);
                }
            }
        }
        let mut entries: Vec<Vec<usize>> = Vec::new();
        let mut homes: HashMap<usize, usize> = HashMap::new();
        for choice in 0..choices.len() {
            let home = together.find(transitions.len() + choice);
            let entry = *homes.entry(home).or_insert(entries.len());
            if entry == entries.len() {
                entries.push(Vec::new());
            }
            entries[entry].push(choice);
        }
        Ok(entries)
    }

    fn transitions_of(&self, state: &StateOf<M>) -> Result<Vec<Seen>, String> {
        let system = self.reduction.system();
        let identity = self.identity();
        let mut seen = Vec::new();
        let see = |t: Transition<'_, SystemOf<M>>| {
            let mut label = Vec::new();
            system.transition_label(t.steps, &identity, &mut label);
            let target = t.target.filter(|target| system.reducible(target));
            let cells = target.map(|target| system.cells(target).to_vec());
            seen.push(Seen { names: confirm::names(self.model, t.steps), label, cells });
            match seen.len() > MOST {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let _ = system.successors(state, &mut system.scratch(), &mut one_way(see));
        match seen.len() > MOST {
            true => Err(format!("more than {MOST} transitions lead out of this state")),
            false => Ok(seen),
        }
    }

    /// What the transitions out of a state do, renamed.
    fn transition_labels(&self, state: &StateOf<M>, images: &[u32]) -> Vec<Vec<u8>> {
        let system = self.reduction.system();
        let mut labels = Vec::new();
        let see = |t: Transition<'_, SystemOf<M>>| {
            let mut label = Vec::new();
            system.transition_label(t.steps, images, &mut label);
            labels.push(label);
            ControlFlow::Continue(())
        };
        let _ = system.successors(state, &mut system.scratch(), &mut one_way(see));
        labels
    }

    pub(super) fn identity(&self) -> Vec<u32> {
        (0..self.reduction.symmetry().layout().point_count() as u32).collect()
    }
}
