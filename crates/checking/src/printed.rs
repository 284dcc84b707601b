//! What a model says without being checked.

use diagnostics::Diagnostic;

/// Something that a model asks to be printed.
#[derive(Clone, Debug)]
pub struct Printed {
    /// Its text.
    pub text: String,
    /// Its value, or why there is none.
    pub value: Result<String, Diagnostic>,
}
