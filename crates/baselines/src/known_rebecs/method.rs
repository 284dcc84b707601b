//! The method as one that a language offers beside its own.

use detection::{Detected, KnownRebecs, Understanding};
use groups::Patience;
use model::RebecSymmetry;

use super::detect_by_known_rebecs;

/// Symmetry by whom rebecs know.
pub struct ByKnownRebecs;

impl KnownRebecs for ByKnownRebecs {
    fn detect(
        &self,
        symmetry: RebecSymmetry,
        understanding: &Understanding<'_>,
        patience: &mut Patience<'_>,
    ) -> Detected {
        detect_by_known_rebecs(understanding, symmetry, patience).detected
    }
}
