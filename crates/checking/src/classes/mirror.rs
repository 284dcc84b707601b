//! The run of the symmetric system that goes along with a run of the model.
//!
//! The system that is searched with symmetry may differ from the one that the user gave in what nobody notices: ended processes stay, what
//! nothing reads any more is cleared. So the states of a run are followed there by the names of their steps. Where a step is within a
//! sequence that others cannot interrupt, there is no state of that system until the sequence is over.

use std::ops::ControlFlow;

use kernel::{Transition, TransitionSystem, Ways, by_way};
use model::{Reduced, Simulated, StateOf, StepId, StepOf, Words};
use symmetry::Symmetric;

use super::{ClassScratch, Classes, SystemOf};
use crate::walk::TakenOf;

/// The run of the symmetric system, as far as it is known.
pub(crate) struct Mirror<'a, M: Words> {
    /// The symmetry.
    pub classes: &'a Classes<'a, M>,
    /// Working memory.
    pub scratch: ClassScratch,
    /// The number of the initial state in which the run begins, from 0: the systems list them in one order.
    start: usize,
    /// After so many steps of the run each.
    after: Vec<Mirrored<StateOf<M>>>,
}

/// Where the run of the symmetric system is after a step.
#[derive(Clone, Debug)]
enum Mirrored<State> {
    /// In this state.
    At(State),
    /// In this state as before: it does not take the step.
    Still(State),
    /// Within a transition that began after so many steps.
    Within(usize),
    /// Nowhere.
    Lost,
}

impl<'a, M: Simulated> Mirror<'a, M> {
    /// That of a run that stands at its beginning, in the initial state with a number.
    pub fn new(classes: &'a Classes<'a, M>, start: usize) -> Self {
        Mirror { classes, scratch: classes.scratch(), start, after: Vec::new() }
    }

    /// Forgets what was known beyond a step.
    pub fn truncate(&mut self, steps: usize) {
        self.after.truncate(steps + 1);
    }

    /// The state of the symmetric system after the steps of a run.
    ///
    /// # Errors
    /// Why there is none that symmetry applies to.
    pub fn state(&mut self, run: &[TakenOf<M>]) -> Result<StateOf<M>, String> {
        self.follow(run);
        let (model, system) = (self.classes.model, self.classes.reduction.system());
        match &self.after[run.len()] {
            Mirrored::At(state) | Mirrored::Still(state) if system.reducible(state) => {
                Ok(state.clone())
            }
            Mirrored::At(_) | Mirrored::Still(_) => Err(format!(
                "symmetry applies once every {} that starts with the model runs",
                model.component()
            )),
            Mirrored::Within(_) => {
                let holder = run.last().and_then(|last| model.holder(&last.after.position));
                let holder = holder.unwrap_or_else(|| format!("a {}", model.component()));
                Err(format!("{holder} is within a step that others cannot interrupt"))
            }
            Mirrored::Lost => Err("the last step failed: what comes of it is no state".to_owned()),
        }
    }

    /// The state of the symmetric system after the steps of a run, whether symmetry applies to it or not yet; none within a transition.
    pub fn any_state(&mut self, run: &[TakenOf<M>]) -> Option<StateOf<M>> {
        self.follow(run);
        match &self.after[run.len()] {
            Mirrored::At(state) | Mirrored::Still(state) => Some(state.clone()),
            Mirrored::Within(_) | Mirrored::Lost => None,
        }
    }

    /// The states of the symmetric system along a run, each with the steps that lead there; without those that it does not take.
    ///
    /// # Errors
    /// Why there are none.
    pub fn transitions(
        &mut self,
        run: &[TakenOf<M>],
    ) -> Result<super::Transitions<StateOf<M>>, String> {
        self.follow(run);
        if let Mirrored::Lost = self.after[run.len()] {
            self.state(run)?;
        }
        let mut states = self.after.iter().take(run.len() + 1).enumerate();
        let Some((_, Mirrored::At(start))) = states.next() else {
            return Err("the run does not begin in a state that is known".to_owned());
        };
        let (start, number) = (start.clone(), self.start);
        let mut made = super::Transitions { start, number, steps: Vec::new(), begun: None };
        let mut since = 0;
        for (number, mirrored) in states {
            match mirrored {
                Mirrored::At(state) => {
                    let names = names_of(self.classes.model, &run[since..number]);
                    made.steps.push((names, state.clone()));
                }
                Mirrored::Still(_) => {}
                Mirrored::Within(_) | Mirrored::Lost => continue,
            }
            since = number;
        }
        if since < run.len() {
            let begun = names_of(self.classes.model, &run[since..]);
            let before = made.steps.last().map_or(&made.start, |(_, state)| state);
            let whole = self.classes.begun_with(before, &begun);
            made.steps.push(whole.ok_or("the step that it is within leads nowhere")?);
            made.begun = Some(begun.len());
        }
        Ok(made)
    }

    fn follow(&mut self, run: &[TakenOf<M>]) {
        if self.after.is_empty() {
            self.after.push(self.beginning());
        }
        for number in self.after.len()..=run.len() {
            let next = self.next(&run[..number], number);
            self.after.push(next);
        }
    }

    /// The initial state, where the run begins.
    fn beginning(&self) -> Mirrored<StateOf<M>> {
        let start = self.classes.starts().into_iter().nth(self.start);
        start.map_or(Mirrored::Lost, Mirrored::At)
    }

    fn next(&self, run: &[TakenOf<M>], number: usize) -> Mirrored<StateOf<M>> {
        let model = self.classes.model;
        let since = match self.after[number - 1] {
            Mirrored::At(_) | Mirrored::Still(_) => number - 1,
            Mirrored::Within(since) => since,
            Mirrored::Lost => return Mirrored::Lost,
        };
        let Some(last) = run.last() else { return Mirrored::Lost };
        if last.after.failed {
            return Mirrored::Lost;
        }
        if model.holder(&last.after.position).is_some() {
            return Mirrored::Within(since);
        }
        let (Mirrored::At(before) | Mirrored::Still(before)) = &self.after[since] else {
            return Mirrored::Lost;
        };
        let made = &run[since..];
        match self.classes.successor(before, &names_of(model, made)) {
            Some(state) => Mirrored::At(state),
            None => {
                let steps: Vec<StepOf<M>> = made.iter().flat_map(|it| it.steps.clone()).collect();
                match model.may_be_missing(&steps) {
                    true => Mirrored::Still(before.clone()),
                    false => Mirrored::Lost,
                }
            }
        }
    }
}

fn names_of<M: Simulated>(model: &M, made: &[TakenOf<M>]) -> Vec<StepId> {
    made.iter().flat_map(|taken| confirm::names(model, &taken.steps)).collect()
}

impl<M: Words> Classes<'_, M> {
    /// The initial states of the symmetric system.
    pub fn starts(&self) -> Vec<StateOf<M>> {
        let system = self.reduction.system();
        let mut starts = Vec::new();
        let mut take = |state: &StateOf<M>| {
            starts.push(state.clone());
            ControlFlow::Continue(())
        };
        let _ = system.initial_states(&mut system.scratch(), &mut take);
        starts
    }

    /// Where the transition of the symmetric system leads whose steps have these names.
    pub(super) fn successor(&self, state: &StateOf<M>, names: &[StepId]) -> Option<StateOf<M>> {
        self.named(state, names, |t| t.target.cloned()).flatten()
    }

    /// A transition of the symmetric system whose steps begin with these.
    fn begun_with(
        &self,
        state: &StateOf<M>,
        begun: &[StepId],
    ) -> Option<(Vec<StepId>, StateOf<M>)> {
        let system = self.reduction.system();
        let mut found = None;
        let see = |t: Transition<'_, SystemOf<M>>| {
            let names = confirm::names(self.model, t.steps);
            match t.target.filter(|_| names.starts_with(begun)) {
                Some(target) => {
                    found = Some((names, target.clone()));
                    ControlFlow::Break(())
                }
                None => ControlFlow::Continue(()),
            }
        };
        let along = |steps: &[StepOf<M>]| {
            let names = confirm::names(self.model, steps);
            match names.starts_with(begun) || begun.starts_with(&names) {
                true => Ways::One,
                false => Ways::None,
            }
        };
        let _ = system.successors(state, &mut system.scratch(), &mut by_way(along, see));
        found
    }

    /// What is read off the transition of the symmetric system whose steps have these names. No other way is gone.
    pub(super) fn named<T>(
        &self,
        state: &StateOf<M>,
        names: &[StepId],
        read: impl Fn(&Transition<'_, SystemOf<M>>) -> T,
    ) -> Option<T> {
        let system = self.reduction.system();
        let mut found = None;
        let see = |t: Transition<'_, SystemOf<M>>| {
            if confirm::names(self.model, t.steps) != names {
                return ControlFlow::Continue(());
            }
            found = Some(read(&t));
            ControlFlow::Break(())
        };
        let along = |begun: &[StepOf<M>]| {
            let begun = confirm::names(self.model, begun);
            if names.starts_with(&begun) { Ways::Every } else { Ways::None }
        };
        let _ = system.successors(state, &mut system.scratch(), &mut by_way(along, see));
        found
    }
}
