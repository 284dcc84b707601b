//! Looking among all transitions of a state for one.

use std::ops::ControlFlow;

use crate::system::{GivenUp, Transition, TransitionSystem, Visitor, Ways};

/// Is shown all transitions of a state until it has found something.
pub(super) struct Seek<F, T> {
    look: F,
    ways: Ways,
    pub(super) found: Option<T>,
}

impl<F, T> Seek<F, T> {
    /// Looks at transitions, of all ways or of one.
    pub(super) fn new(ways: Ways, look: F) -> Self {
        Seek { look, ways, found: None }
    }
}

impl<S: TransitionSystem, F: FnMut(Transition<'_, S>) -> Option<T>, T> Visitor<S> for Seek<F, T> {
    fn transition(&mut self, transition: Transition<'_, S>) -> ControlFlow<()> {
        self.found = (self.look)(transition);
        if self.found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn give_up(&mut self, _: GivenUp) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn pause(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn abandon(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn wants_all(&self) -> bool {
        true
    }

    fn ways(&self, _: &[S::Step]) -> Ways {
        self.ways
    }
}
