//! The run of a session, to be shown.

use checking::{Ending, Session, Transition};
use model::{Blocked, Cell};

use crate::shown_format::{ShownFormat, TooLong};
use crate::shown_run::ShownRun;

/// The run of a session up to where it stands.
pub struct SessionRun {
    processes: Vec<String>,
    start: Vec<Cell>,
    transitions: Vec<Transition>,
    ending: Option<Ending>,
    has_failed: bool,
}

impl SessionRun {
    /// The run, with what a format needs of it; `ending` is how it ends, if it does.
    ///
    /// # Errors
    /// It is too long for the format.
    pub fn new(
        session: &dyn Session,
        ending: Option<&Ending>,
        format: ShownFormat,
    ) -> Result<SessionRun, TooLong> {
        let (processes, start) = session.beginning();
        format.has_room(session.at(), start.len())?;
        let step = |number| session.step(number, format.detail());
        Ok(SessionRun {
            processes,
            start,
            transitions: (1..=session.at()).filter_map(step).map(|it| it.transition).collect(),
            ending: ending.cloned(),
            has_failed: session.has_failed(),
        })
    }

    /// The same to be drawn or written; `families` are components that can change places.
    #[must_use]
    pub fn shown<'a>(&'a self, model: &'a str, families: &'a [Vec<String>]) -> ShownRun<'a> {
        let property = self.ending.as_ref().map(|ending| ending.property.as_str());
        ShownRun {
            model,
            property: property.filter(|name| !name.is_empty()),
            processes: &self.processes,
            start: &self.start,
            transitions: &self.transitions,
            again: None,
            ending: self.ending.as_ref().map_or("the run goes on", |ending| &ending.text),
            is_violated_by_step: self.has_failed,
            families,
        }
    }

    /// For a deadlock, where each process is.
    #[must_use]
    pub fn blocked(&self) -> &[Blocked] {
        self.ending.as_ref().map_or(&[], |ending| &ending.blocked)
    }
}
