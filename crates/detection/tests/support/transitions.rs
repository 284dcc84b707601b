//! The transitions of states, compared as sets, and remembered.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::rc::Rc;

use kernel::{Transition, TransitionSystem, Visitor, Ways};
use machine::State;

/// Where a transition leads (nowhere after a run-time error), and what it violates.
pub type Leap = (Option<Vec<i32>>, Option<usize>);

/// What can happen in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Future {
    pub leaps: BTreeSet<Leap>,
    /// Whether it may stay there for ever.
    pub halts: bool,
}

/// The futures of states that have the shape of one of them: the same processes.
pub struct Futures<'s, S: TransitionSystem<State = State>> {
    system: &'s S,
    scratch: S::Scratch,
    model: State,
    known: HashMap<Vec<i32>, Option<Rc<Future>>>,
}

impl<'s, S: TransitionSystem<State = State>> Futures<'s, S> {
    pub fn new(system: &'s S, model: &State) -> Self {
        Futures { system, scratch: system.scratch(), model: model.clone(), known: HashMap::new() }
    }

    /// A state with these cells.
    pub fn state(&self, cells: &[i32]) -> State {
        State { cells: cells.to_vec(), ..self.model.clone() }
    }

    /// What can happen in the state with these cells; `None` if that cannot be said: a transition is too long, or
    /// leads to a state of another shape.
    pub fn of(&mut self, cells: &[i32]) -> Option<Rc<Future>> {
        if let Some(known) = self.known.get(cells) {
            return known.clone();
        }
        let state = self.state(cells);
        let mut collector = Collector { leaps: BTreeSet::new(), odd: false, model: &self.model };
        let _ = self.system.successors(&state, &mut self.scratch, &mut collector);
        let (leaps, odd) = (collector.leaps, collector.odd);
        let halts = leaps.is_empty() && self.system.may_halt(&state);
        let future = (!odd).then(|| Rc::new(Future { leaps, halts }));
        self.known.insert(cells.to_vec(), future.clone());
        future
    }
}

struct Collector<'m> {
    leaps: BTreeSet<Leap>,
    odd: bool,
    model: &'m State,
}

impl<S: TransitionSystem<State = State>> Visitor<S> for Collector<'_> {
    fn transition(&mut self, transition: Transition<'_, S>) -> ControlFlow<()> {
        if let Some(target) = transition.target {
            self.odd |= target.starts != self.model.starts || target.queues != self.model.queues;
        }
        let target = transition.target.map(|target| target.cells.clone());
        self.leaps.insert((target, transition.violation.map(|v| v.index())));
        ControlFlow::Continue(())
    }

    fn give_up(&mut self, _: kernel::GivenUp) -> ControlFlow<()> {
        self.odd = true;
        ControlFlow::Break(())
    }

    fn pause(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn abandon(&mut self) -> ControlFlow<()> {
        // A channel of a process that has ended is used: the reduction does not say what follows.
        self.odd = true;
        ControlFlow::Break(())
    }

    fn wants_all(&self) -> bool {
        true
    }

    fn ways(&self, _: &[S::Step]) -> Ways {
        Ways::Every
    }
}
