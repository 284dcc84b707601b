//! Published methods of finding symmetry, which a language offers beside its own so that they can be compared.

use groups::Patience;

use crate::symmetry_of_model::{Drawn, Found, Remark};

/// A published method: a row of the languages that offer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// Where it was published, and which part of that.
    pub paper: &'static str,
    /// What a model must have for it.
    pub needs: &'static str,
}

/// A published method, ready to be used on one model.
pub trait PublishedMethod<R> {
    /// Which it is.
    fn method(&self) -> &Method;

    /// Finds symmetry by it, as long as the caller has patience: else there is none, and a remark says why.
    fn detect(&self, patience: &mut Patience<'_>) -> Found<R>;

    /// Draws, under a title, the structure that it searches for symmetry; none if it has no picture.
    fn draw(&self, title: &str) -> Option<Result<Drawn, Remark>>;
}
