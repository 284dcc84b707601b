//! Why an expression has no value.

use std::rc::Rc;

use diagnostics::Diagnostic;

/// Why an expression has no value.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// Something is wrong with it.
    Error(Rc<Diagnostic>),
    /// The work was given up.
    Interrupted,
}

/// What evaluation comes to.
pub(crate) type Outcome<T> = Result<T, Failure>;

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Failure {
        Failure::Error(Rc::new(diagnostic))
    }
}
