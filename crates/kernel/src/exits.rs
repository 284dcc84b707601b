//! Whether there is a way out of a state.

use std::ops::ControlFlow;

use crate::system::{GivenUp, Transition, TransitionSystem, Visitor, Ways};

/// Whether the system lists no transition out of a state, and gives none up.
pub fn has_no_exit<S: TransitionSystem>(
    system: &S,
    state: &S::State,
    scratch: &mut S::Scratch,
) -> bool {
    let mut exits = Exits { any: false };
    let _ = system.successors(state, scratch, &mut exits);
    !exits.any
}

/// Whether there is, or may be, a way out of a state.
struct Exits {
    any: bool,
}

impl Exits {
    fn note(&mut self) -> ControlFlow<()> {
        self.any = true;
        ControlFlow::Break(())
    }
}

impl<S: TransitionSystem> Visitor<S> for Exits {
    fn transition(&mut self, _: Transition<'_, S>) -> ControlFlow<()> {
        self.note()
    }

    fn give_up(&mut self, _: GivenUp) -> ControlFlow<()> {
        self.note()
    }

    fn pause(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn abandon(&mut self) -> ControlFlow<()> {
        self.note()
    }

    fn wants_all(&self) -> bool {
        true
    }

    fn ways(&self, _: &[S::Step]) -> Ways {
        Ways::One
    }
}
