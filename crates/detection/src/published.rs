//! Published ways to find the symmetry of machines, which a language may offer to be compared with [`detect`](crate::detect).

use groups::Patience;
use model::{Drawn, Method, Remark};

use crate::{Detected, Understanding};

/// A published method of finding the symmetry of machines.
pub trait PublishedMethod: Sync {
    /// Which it is.
    fn method(&self) -> &Method;

    /// Finds symmetry by it.
    fn detect(&self, understanding: &Understanding<'_>, patience: &mut Patience<'_>) -> Detected;

    /// Draws, under a title, the structure that it searches for symmetry; none if it has no picture.
    fn draw(&self, understanding: &Understanding<'_>, title: &str)
    -> Option<Result<Drawn, Remark>>;
}
