//! Published ways to find the symmetry of machines, which a language may offer to be compared with [`detect`](crate::detect).

use groups::Patience;
use model::{Drawn, Equivalence, RebecSymmetry, Remark};

use crate::{Detected, Understanding};

/// Symmetry found by static channel diagrams (Donaldson and Miller 2008).
pub trait ChannelDiagrams {
    /// Finds symmetry by the diagram.
    fn detect(
        &self,
        equivalence: Equivalence,
        understanding: &Understanding<'_>,
        patience: &mut Patience<'_>,
    ) -> Detected;

    /// Draws the diagram under a title.
    ///
    /// # Errors
    /// Why there is none.
    fn draw(&self, understanding: &Understanding<'_>, title: &str) -> Result<Drawn, Remark>;
}

/// Symmetry found by whom rebecs know (Jaghoori, Sirjani, Mousavi, Khamespanah and Movaghar 2010).
pub trait KnownRebecs {
    /// Finds symmetry of this kind.
    fn detect(
        &self,
        symmetry: RebecSymmetry,
        understanding: &Understanding<'_>,
        patience: &mut Patience<'_>,
    ) -> Detected;
}
