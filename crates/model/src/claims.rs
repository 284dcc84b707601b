//! Claims that are checked each on a model of its own.

use diagnostics::Diagnostic;

/// What a model says of its runs, where each claim is checked on a model of its own, which keeps in its states what the claim looks
/// at. Such a model is made when it is asked for, and as often: whoever checks many claims holds one at a time.
pub trait Claims<M> {
    /// The names of the claims, in the order of the text.
    fn names(&self) -> Vec<&str>;

    /// The model for the claim at a place among these: it says nothing else of its runs.
    ///
    /// # Errors
    /// Why there is none.
    fn model(&self, place: usize) -> Result<M, Diagnostic>;
}
