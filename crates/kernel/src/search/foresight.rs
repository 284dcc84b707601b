//! A look at the transitions of a state before it is expanded, where whether they close a cycle can only be [asked](super::deferred).
//!
//! What was told of a transition cannot be taken back. So the state is gone through once for the questions alone, and it is put off until the
//! answers are there.

use std::ops::ControlFlow;

use super::Shared;
use super::deferred::Deferred;
use super::worker::Tally;
use crate::outcome::StopReason;
use crate::system::{GivenUp, Transition, TransitionSystem, Visitor, Ways};

/// Goes through the transitions of a state.
pub(super) struct Foresight<'w, 'a, S: TransitionSystem> {
    shared: &'a Shared<'a, S>,
    tally: &'w mut Tally,
    target: &'w mut Vec<u8>,
    deferred: &'w mut Deferred,
    /// How many questions there were before.
    asked: usize,
    /// As when it is [expanded](super::worker).
    stuck: bool,
    leads_on: bool,
    /// The system has given the state up, and will do so again.
    is_given_up: bool,
    /// It has given up what it rests on. That may have been seen by chance.
    is_abandoned: bool,
}

impl<'w, 'a, S: TransitionSystem> Foresight<'w, 'a, S> {
    pub(super) fn new(
        shared: &'a Shared<'a, S>,
        tally: &'w mut Tally,
        target: &'w mut Vec<u8>,
        deferred: &'w mut Deferred,
    ) -> Self {
        let asked = deferred.asked();
        Foresight {
            shared,
            tally,
            target,
            deferred,
            asked,
            stuck: true,
            leads_on: false,
            is_given_up: false,
            is_abandoned: false,
        }
    }

    /// Whether the search cannot go on, as the working memory tells.
    pub(super) fn is_abandoned(&self) -> bool {
        self.is_abandoned
    }

    /// Whether the state has to be put off. If not, it has no questions.
    pub(super) fn has_questions(self) -> bool {
        if self.leads_on || self.is_given_up {
            self.deferred.take_back(self.asked);
        }
        self.deferred.asked() > self.asked
    }

    fn ends(&mut self) -> ControlFlow<()> {
        self.is_given_up = true;
        ControlFlow::Break(())
    }
}

impl<S: TransitionSystem> Visitor<S> for Foresight<'_, '_, S> {
    fn transition(&mut self, transition: Transition<'_, S>) -> ControlFlow<()> {
        self.stuck = false;
        if let Some(state) = transition.target
            && !self.leads_on
        {
            self.target.clear();
            self.shared.system.encode(state, self.target);
            match self.shared.visited.may_be_older_at_once(self.target) {
                Some(is_older) => self.leads_on = !is_older,
                None => self.deferred.ask(self.target),
            }
        }
        self.tally.work(self.shared, self.target.len())
    }

    fn give_up(&mut self, _: GivenUp) -> ControlFlow<()> {
        self.ends()
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.tally.work(self.shared, self.target.len())
    }

    fn abandon(&mut self) -> ControlFlow<()> {
        self.is_abandoned = true;
        self.shared.control.stop(StopReason::Abandoned)
    }

    fn wants_all(&self) -> bool {
        !self.stuck && !self.leads_on && self.deferred.asked() == self.asked
    }

    fn ways(&self, _: &[S::Step]) -> Ways {
        Ways::One
    }
}
