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

/// What a transition does, and what its target holds.
type Done = (Vec<u8>, Option<Vec<i32>>);

impl Seen {
    fn done(&self) -> Done {
        (self.label.clone(), self.cells.clone())
    }
}

/// Choices by all that their transitions do. Those without transitions are nowhere.
fn by_what_is_done(of_choice: &[Vec<usize>], done: &[Done]) -> HashMap<Vec<Done>, Vec<usize>> {
    let mut alike: HashMap<Vec<Done>, Vec<usize>> = HashMap::new();
    for (choice, transitions) in of_choice.iter().enumerate().filter(|(_, of)| !of.is_empty()) {
        let mut all: Vec<Done> = transitions.iter().map(|&place| done[place].clone()).collect();
        all.sort();
        alike.entry(all).or_default().push(choice);
    }
    alike
}

impl<M: Words> Classes<'_, M> {
    /// Puts choices together of which the stabiliser of a state makes one another, given the names of their steps: as places among these,
    /// in order. An element takes a choice to another if it takes all transitions that begin with the one to those that begin with the other.
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
        // Transitions of each choice: of one that is the beginning of another, those that do not begin with that.
        let mut of_choice: Vec<Vec<usize>> = vec![Vec::new(); choices.len()];
        for (place, seen) in transitions.iter().enumerate() {
            let begins = |choice: &&(usize, &Vec<StepId>)| seen.names.starts_with(choice.1);
            let choice = choices.iter().enumerate().filter(|choice| begins(&choice));
            if let Some((choice, _)) = choice.max_by_key(|(_, names)| names.len()) {
                of_choice[choice].push(place);
            }
        }
        let own: Vec<Done> = transitions.iter().map(Seen::done).collect();
        let alike = by_what_is_done(&of_choice, &own);
        let mut together = Partition::singletons(choices.len());
        for generator in stabiliser.generators() {
            let labels = self.transition_labels(state, generator.images());
            let image = |(seen, label): (&Seen, Vec<u8>)| {
                (label, seen.cells.as_ref().map(|cells| self.image(generator, cells)))
            };
            let images: Vec<Done> = transitions.iter().zip(labels).map(image).collect();
            for (done, from) in by_what_is_done(&of_choice, &images) {
                // Of choices that do the same, the first goes to the first.
                let to = alike.get(&done).filter(|to| to.len() == from.len());
                for (&from, &to) in from.iter().zip(to.into_iter().flatten()) {
                    together.merge(from, to);
                }
            }
        }
        let mut entries: Vec<Vec<usize>> = Vec::new();
        let mut homes: HashMap<usize, usize> = HashMap::new();
        for choice in 0..choices.len() {
            let home = together.find(choice);
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
