//! Claims that are checked each on a model of its own.

use diagnostics::Diagnostic;

use crate::temporal::RunProperty;

/// What is claimed of a model that is the claim's own: which runs of it are looked for, and what one that is found means.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its kind, as in the JSON output.
    pub kind: &'static str,
    /// The runs that are looked for.
    pub goal: Goal<'a>,
    /// Whether such a run refutes the claim. Else it is what has to be there, and is no counterexample.
    pub is_refuted: bool,
    /// Why the claim does not hold if there is none and that refutes it.
    pub otherwise: &'static str,
}

/// The runs that are looked for.
#[derive(Clone, Copy, Debug)]
pub enum Goal<'a> {
    /// Those at whose end the one property of the model is violated: by a state or a transition. A refinement is one, on the product
    /// of an implementation with its specification.
    States,
    /// Those that are not as required.
    Runs(&'a RunProperty),
}

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
