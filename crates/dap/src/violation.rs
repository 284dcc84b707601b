//! What is violated where a run stands.

use checking::Session;

/// A property that is violated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Violation {
    /// Its name.
    pub property: String,
    /// How, in a line.
    pub text: String,
}

impl Violation {
    /// What the state violates where a session stands, or the step that led there.
    pub fn of(session: &dyn Session) -> Option<Violation> {
        let ending = session.ending().filter(|ending| !ending.property.is_empty());
        let ending = ending.or_else(|| session.excluded())?;
        Some(Violation { property: ending.property, text: ending.text })
    }
}
