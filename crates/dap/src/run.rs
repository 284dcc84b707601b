//! A run, and the ways on from where it stands.

use checking::quantities::plural;
use checking::{Detail, Session, SimulatedStep, StoredRun};
use model::Action;

use crate::violation::Violation;

/// The most steps that a run may be made to have.
const MOST_STEPS: usize = 500_000;
/// What they may take, in bytes, where a step keeps about so many copies of a state.
const MOST_BYTES: usize = 2 << 30;
const COPIES: usize = 8;
/// After so many steps that is looked at again.
const LOOK: usize = 64;

/// So many steps are looked at for one that stands in a source.
const FAR_BACK: usize = 100;

/// A run.
pub(crate) struct Run<'m> {
    session: Box<dyn Session + 'm>,
    stored: Option<Stored>,
}

/// The end of the stored run that lies ahead, until another way is taken.
struct Stored {
    /// The number of its last step.
    end: usize,
    /// What is violated there, if something is.
    violation: Option<Violation>,
}

/// What is wanted of a step where nothing is known ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted<'a> {
    /// The first one that a process takes, if it can take one.
    Of(&'a str),
    /// The only one.
    Only,
}

/// Why a step was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unmoved {
    /// So many are possible.
    Many(usize),
    /// None is.
    Ended,
    /// The run has as many steps as it may have.
    Full,
}

impl<'m> Run<'m> {
    /// A run that stands at its beginning, with a stored one ahead if there is one.
    pub fn new(session: Box<dyn Session + 'm>, stored: Option<&StoredRun>) -> Run<'m> {
        let violation = |run: &StoredRun| {
            let (property, text) = (run.property.clone(), run.ending.clone());
            (!property.is_empty()).then_some(Violation { property, text })
        };
        let end = session.known();
        let stored = stored.map(|run| Stored { end, violation: violation(run) });
        Run { session, stored }
    }

    /// The session.
    pub fn session(&self) -> &(dyn Session + 'm) {
        &*self.session
    }

    /// Takes the step that is known ahead, or else the one that is wanted.
    pub fn forward(&mut self, wanted: Wanted<'_>) -> Result<(), Unmoved> {
        let at = self.session.at();
        self.go_round();
        if at < self.session.known() {
            self.session.jump(at + 1);
            return Ok(());
        }
        let choices = self.session.choice_count();
        let of = match wanted {
            Wanted::Of(process) if choices > 1 => self.first_of(process),
            _ => None,
        };
        match (choices, of) {
            (0, _) => Err(Unmoved::Ended),
            (1, _) => self.take(0),
            (_, Some(place)) => self.take(place),
            (choices, None) => Err(Unmoved::Many(choices)),
        }
    }

    /// A run that goes on for ever is known once more round, where all that is known has been gone.
    fn go_round(&mut self) {
        let is_at_end = self.session.at() == self.session.known();
        if is_at_end && self.session.again().is_some() && !self.is_full() {
            self.session.go_round();
        }
    }

    /// Whether it has as many steps as it may have. How much its states take is looked at now and then.
    fn is_full(&self) -> bool {
        let at = self.session.at();
        at >= MOST_STEPS
            || at > 0
                && at.is_multiple_of(LOOK)
                && at * self.session.key().len() * COPIES > MOST_BYTES
    }

    /// The place of the first possible step of a process.
    fn first_of(&self, process: &str) -> Option<usize> {
        let choices = self.session.choices();
        choices.iter().position(|actions| actions.iter().any(|action| is_of(action, process)))
    }

    /// Takes the possible step with a place, which there is.
    pub fn take(&mut self, place: usize) -> Result<(), Unmoved> {
        if self.is_full() {
            return Err(Unmoved::Full);
        }
        self.go_round();
        let goes_on =
            |stored: &Stored| self.session.at() < stored.end || self.session.again().is_some();
        let leaves = |stored: &Stored| goes_on(stored) && self.session.ahead() != Some(place);
        if self.stored.as_ref().is_some_and(leaves) {
            self.stored = None;
        }
        self.session.take(place);
        Ok(())
    }

    /// Goes to a known step.
    pub fn jump(&mut self, step: usize) {
        self.session.jump(step);
    }

    /// What is violated where the run stands: by the state, by the step that led there, or by the stored run that ends there.
    pub fn violation(&self) -> Option<Violation> {
        let stored = self.stored.as_ref().filter(|stored| stored.end == self.session.at());
        let stored = stored.and_then(|stored| stored.violation.clone());
        stored.or_else(|| Violation::of(self.session()))
    }

    /// The step that led here.
    pub fn last(&self, detail: Detail) -> Option<SimulatedStep> {
        self.session.step(self.session.at(), detail)
    }

    /// What was done in a step.
    pub fn actions(&self, step: usize) -> Vec<Action> {
        let step = self.session.step(step, Detail::Actions);
        let performed = step.map(|step| step.transition.actions).unwrap_or_default();
        performed.into_iter().map(|performed| performed.action).collect()
    }

    /// What was done last, the newest at the end: by the step that led here. Where nothing of that stands in a source, what the last step
    /// before it has done that does comes first.
    pub fn done(&self) -> Vec<Action> {
        let stand = |actions: &[Action]| actions.iter().any(|action| action.place.is_some());
        let at = self.session.at();
        let done = self.actions(at);
        if stand(&done) {
            return done;
        }
        let before = (1..at).rev().take(FAR_BACK).map(|step| self.actions(step));
        let before = before.into_iter().find(|actions| stand(actions)).unwrap_or_default();
        before.into_iter().chain(done).collect()
    }

    /// Where it stands, in a sentence.
    pub fn position_text(&self) -> String {
        let (at, known) = (self.session.at(), self.session.known());
        let possible = self.session.choice_count() as u64;
        if let Some(ending) = self.session.ending() {
            let steps = plural(at as u64, "step");
            return format!("the run ends after {steps}: {}", ending.text);
        }
        match (known - at, self.session.again()) {
            (0, Some(again)) => format!("at step {at}: from step {again} again, for ever"),
            (0, None) => format!("at step {at}: {} possible", plural(possible, "step")),
            _ => format!("at step {at} of {known}"),
        }
    }
}

/// Whether a process takes part in an action, whose actors are told together where they act together.
pub(crate) fn is_of(action: &Action, process: &str) -> bool {
    action.process == process || action.process.split(", ").any(|actor| actor == process)
}
