//! States whose expansion waits for answers.
//!
//! Partial order reduction takes some of a state's transitions only if one of them certainly closes no cycle: if it leads to a state that
//! is no older than the level. Where older states are in files that takes long to find out for one state, and little for many together.
//! So the state is put off, what it leads to is [asked about](crate::Visited::find_out) with the questions of others, and then it is
//! expanded again. Where that raises other questions it is put off again, but not for ever.

use crate::frontier::Frontier;
use crate::store::StateId;
use crate::visited::{Offers, Visited};

/// A state is put off so often, if what is asked then can be looked up at once.
const ROUNDS: u32 = 4;

/// What one worker has put off.
#[derive(Default)]
pub(super) struct Deferred {
    states: Frontier,
    questions: Offers,
    /// How often the states that are expanded were put off.
    round: u32,
}

impl Deferred {
    /// Whether all targets, if there are any, may be older than the level. Where that cannot be told at once it is asked, and the answer is
    /// no until then.
    pub(super) fn may_all_be_older<'t>(
        &mut self,
        visited: &dyn Visited,
        mut targets: impl Iterator<Item = &'t [u8]>,
    ) -> bool {
        if self.round >= ROUNDS && visited.answers_each() {
            let mut targets = targets.peekable();
            return targets.peek().is_some() && targets.all(|it| visited.may_be_older(it));
        }
        let (asked, mut is_any) = (self.asked(), false);
        let is_new = targets.any(|target| {
            is_any = true;
            let answer = visited.may_be_older_at_once(target);
            if answer.is_none() {
                self.questions.push(target, None);
            }
            answer == Some(false)
        });
        if is_new {
            self.take_back(asked);
        }
        is_any && !is_new && self.asked() == asked
    }

    /// Asks about a state.
    pub(super) fn ask(&mut self, state: &[u8]) {
        self.questions.push(state, None);
    }

    /// How many questions there are.
    pub(super) fn asked(&self) -> usize {
        self.questions.len()
    }

    /// Takes back all questions but so many.
    pub(super) fn take_back(&mut self, asked: usize) {
        self.questions.truncate(asked);
    }

    /// Puts a state off.
    pub(super) fn push(&mut self, state: StateId) {
        self.states.push(state);
    }

    /// The states.
    pub(super) fn states(&self) -> &Frontier {
        &self.states
    }

    /// The questions.
    pub(super) fn questions(&self) -> &Offers {
        &self.questions
    }

    /// Hands over the states, which are expanded now that the answers are there.
    pub(super) fn answered(&mut self) -> Frontier {
        self.questions.clear();
        self.round += 1;
        std::mem::take(&mut self.states)
    }

    /// Whether states are expanded that were put off.
    pub(super) fn is_answered(&self) -> bool {
        self.round > 0
    }

    /// Others follow.
    pub(super) fn begin(&mut self) {
        self.round = 0;
    }
}
