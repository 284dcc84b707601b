//! The twin of a run under an element of the group: the run that the others make when the parts change places.

use std::ops::ControlFlow;

use groups::Permutation;
use kernel::{Transition, TransitionSystem};
use model::{Reduced, Simulated, StateOf, StepId, Words};
use symmetry::Symmetric;

use super::{Classes, SystemOf};
use crate::walk::{TakenOf, Walk, next_place};

/// The most transitions out of a state among which one is looked for.
const MOST: u32 = 1 << 16;

/// A run of the symmetric system.
pub(crate) struct Transitions<State> {
    /// Where it begins.
    pub start: State,
    /// The number of that initial state, from 0.
    pub number: usize,
    /// The names of the steps of each transition, and where it leads.
    pub steps: Vec<(Vec<StepId>, State)>,
    /// How many steps of the last transition were made, if the run stands within it: it is one of those that go on so.
    pub begun: Option<usize>,
}

impl<M: Words> Classes<'_, M> {
    /// The number of the initial state of the twin of a run, and the names of its steps.
    ///
    /// # Errors
    /// Where there is none: before symmetry applies, the run is what it is.
    fn twin_names(
        &self,
        run: &Transitions<StateOf<M>>,
        element: &Permutation,
    ) -> Result<(usize, Vec<Vec<StepId>>), String> {
        let system = self.reduction.system();
        let (start, mut here) = self.twin_start(run, element)?;
        let mut before = &run.start;
        let mut twin = Vec::new();
        for (number, (names, after)) in run.steps.iter().enumerate() {
            let wanted = Wanted {
                label: system.reducible(before).then(|| self.label(before, names, element)),
                cells: system.reducible(after).then(|| self.image(element, system.cells(after))),
                names: (!system.reducible(after)).then_some(names),
                before: self.before(before, names, after),
            };
            let (names, there) = self
                .taken(&here, &wanted)
                .ok_or_else(|| format!("no twin of step {} was found", number + 1))?;
            twin.push(names);
            (here, before) = (there, after);
        }
        Ok((start, twin))
    }

    /// The initial state in which the twin begins, with its number: that of the run, or another one.
    fn twin_start(
        &self,
        run: &Transitions<StateOf<M>>,
        element: &Permutation,
    ) -> Result<(usize, StateOf<M>), String> {
        let system = self.reduction.system();
        if !system.reducible(&run.start) {
            return Ok((run.number, run.start.clone()));
        }
        let image = self.image(element, system.cells(&run.start));
        if image == system.cells(&run.start) {
            return Ok((run.number, run.start.clone()));
        }
        let is_image = |start: &StateOf<M>| system.reducible(start) && system.cells(start) == image;
        let found = self.starts().into_iter().enumerate().find(|(_, start)| is_image(start));
        found.ok_or_else(|| "it would begin in a state that is not initial".to_owned())
    }

    /// What the transition does whose steps have these names, renamed.
    pub(super) fn label(
        &self,
        state: &StateOf<M>,
        names: &[StepId],
        element: &Permutation,
    ) -> Vec<u8> {
        let system = self.reduction.system();
        let renamed = |t: &Transition<'_, SystemOf<M>>| {
            let mut label = Vec::new();
            system.transition_label(t.steps, element.images(), &mut label);
            label
        };
        self.named(state, names, renamed).unwrap_or_default()
    }

    /// How many transitions out of a state do the same as the one whose steps have these names, and are listed before it.
    fn before(&self, state: &StateOf<M>, names: &[StepId], after: &StateOf<M>) -> u32 {
        let system = self.reduction.system();
        let identity = Permutation::identity(self.identity().len());
        let own = self.label(state, names, &identity);
        let (mut before, mut seen) = (0, 0);
        let mut label = Vec::new();
        let mut see = |t: Transition<'_, SystemOf<M>>| {
            seen += 1;
            if seen > MOST || confirm::names(self.model, t.steps) == names {
                return ControlFlow::Break(());
            }
            let Some(target) = t.target.filter(|target| system.reducible(target)) else {
                return ControlFlow::Continue(());
            };
            label.clear();
            system.transition_label(t.steps, identity.images(), &mut label);
            let same = system.reducible(after) && system.cells(target) == system.cells(after);
            before += u32::from(same && label == own);
            ControlFlow::Continue(())
        };
        let _ = system.successors(state, &mut system.scratch(), &mut see);
        before
    }

    /// A transition out of a state that is as wanted, and where it leads.
    fn taken(&self, state: &StateOf<M>, wanted: &Wanted<'_>) -> Option<(Vec<StepId>, StateOf<M>)> {
        let system = self.reduction.system();
        let identity = self.identity();
        let mut found = None;
        let (mut seen, mut before) = (0, wanted.before);
        let mut see = |t: Transition<'_, SystemOf<M>>| {
            seen += 1;
            if seen > MOST {
                return ControlFlow::Break(());
            }
            let Some(target) = t.target else { return ControlFlow::Continue(()) };
            let names = confirm::names(self.model, t.steps);
            let labelled = wanted.label.as_ref().is_none_or(|wanted| {
                let mut label = Vec::new();
                system.transition_label(t.steps, &identity, &mut label);
                label == *wanted
            });
            let arrives = match &wanted.cells {
                Some(cells) => system.reducible(target) && system.cells(target) == cells,
                None => wanted.names.is_some_and(|wanted| *wanted == names),
            };
            if !labelled || !arrives {
                return ControlFlow::Continue(());
            }
            // Of several that do the same, that in the same place among them; the last if there are fewer.
            found = Some((names, target.clone()));
            match before.checked_sub(1) {
                Some(less) => {
                    before = less;
                    ControlFlow::Continue(())
                }
                None => ControlFlow::Break(()),
            }
        };
        let _ = system.successors(state, &mut system.scratch(), &mut see);
        found
    }
}

/// A transition that is looked for.
struct Wanted<'w> {
    /// What it does, if symmetry applies where it begins.
    label: Option<Vec<u8>>,
    /// What its target holds, if symmetry applies there.
    cells: Option<Vec<i32>>,
    /// The names of its steps, where symmetry does not apply yet.
    names: Option<&'w Vec<StepId>>,
    /// How many that do the same are listed before it.
    before: u32,
}

impl<'a, M: Simulated> Classes<'a, M> {
    /// The twin of a run, taken on the system that the user gave: a walk that stands at its beginning, and its steps.
    ///
    /// # Errors
    /// Why there is none.
    pub fn twin(
        &self,
        run: &Transitions<StateOf<M>>,
        element: &Permutation,
    ) -> Result<(Walk<'a, M>, Vec<TakenOf<M>>), String> {
        let (start, mut names) = self.twin_names(run, element)?;
        if let (Some(begun), Some(last)) = (run.begun, names.last_mut()) {
            last.truncate(begun);
        }
        let none = || "the model has no initial state".to_owned();
        let mut walk = Walk::from_start(self.model, start).ok_or_else(none)?;
        let beginning = walk.standing().clone();
        let mut taken = Vec::new();
        for (number, names) in names.iter().enumerate() {
            let mut rest = &names[..];
            while !rest.is_empty() {
                let place = next_place(&walk, &mut rest)
                    .ok_or_else(|| format!("step {} of the twin is not possible", number + 1))?;
                taken.push(walk.take(place));
            }
        }
        walk.stand_at(beginning);
        Ok((walk, taken))
    }
}
