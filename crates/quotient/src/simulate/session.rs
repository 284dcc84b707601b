//! A run under somebody's hands: it goes forwards, backwards, and forwards again along what was
//! undone.

use machine::Step;

use super::ending::Ending;
use super::walk::{Position, Taken, Walk};
use crate::load::Subject;

/// An interactive run.
pub struct Session<'a> {
    /// Where it is.
    pub walk: Walk<'a>,
    start: Position,
    history: Vec<Taken>,
    at: usize,
}

impl<'a> Session<'a> {
    /// A run that stands at its beginning, with these steps ahead.
    pub fn new(subject: &'a Subject, ahead: Vec<Taken>) -> Session<'a> {
        let walk = Walk::new(subject);
        let start = walk.position().clone();
        Session { walk, start, history: ahead, at: 0 }
    }

    /// How many steps lead here.
    pub fn at(&self) -> usize {
        self.at
    }

    /// How many steps are known, undone ones included.
    pub fn known(&self) -> usize {
        self.history.len()
    }

    /// The steps that lead here.
    pub fn past(&self) -> &[Taken] {
        &self.history[..self.at]
    }

    /// Takes the step with a place among the choices. What was undone stays known if it began with
    /// this step.
    pub fn take(&mut self, place: usize) -> &Taken {
        let taken = self.walk.take(place);
        let known = self.history.get(self.at);
        if known.is_none_or(|known| known.steps != taken.steps || known.after != taken.after) {
            self.history.truncate(self.at);
            self.history.push(taken);
        }
        self.at += 1;
        &self.history[self.at - 1]
    }

    /// Goes to the position after a known step; 0 is the beginning. Says whether there is one.
    pub fn jump(&mut self, step: usize) -> bool {
        if step > self.history.len() {
            return false;
        }
        self.at = step;
        let position = step.checked_sub(1).map_or(&self.start, |last| &self.history[last].after);
        self.walk.stand_at(position.clone());
        true
    }

    /// How the run ends here, if it does.
    pub fn ending(&self) -> Option<Ending> {
        let last: &[Step] = self.past().last().map_or(&[], |last| &last.steps);
        Ending::of(&self.walk, last)
    }
}
