//! The method as one that a language offers beside its own, for two kinds of symmetry.

use detection::{Detected, PublishedMethod, Understanding};
use groups::Patience;
use model::{Drawn, Method, Remark};

use super::{RebecSymmetry, detect_by_known_rebecs};

/// Symmetry by the rebecs that each rebec knows.
pub const KNOWN_REBECS: &[&dyn PublishedMethod] = &[
    &ByKnownRebecs {
        symmetry: RebecSymmetry::Intra,
        method: Method {
            name: "known-rebecs",
            summary: "Search the permutations of rebecs that preserve the rebecs known to each; those that it knows by an index \
                      may turn (intra-rebec symmetry)",
            paper: "Jaghoori, Sirjani, Mousavi, Khamespanah and Movaghar 2010",
            needs: "rebecs, all of them created in `main`",
        },
    },
    &ByKnownRebecs {
        symmetry: RebecSymmetry::Inter,
        method: Method {
            name: "known-rebecs-inter",
            summary: "The same, but those that a rebec knows by an index keep their order (inter-rebec symmetry)",
            paper: "Jaghoori, Sirjani, Mousavi, Khamespanah and Movaghar 2010",
            needs: "rebecs, all of them created in `main`",
        },
    },
];

struct ByKnownRebecs {
    symmetry: RebecSymmetry,
    method: Method,
}

impl PublishedMethod for ByKnownRebecs {
    fn method(&self) -> &Method {
        &self.method
    }

    fn detect(&self, understanding: &Understanding<'_>, patience: &mut Patience<'_>) -> Detected {
        detect_by_known_rebecs(understanding, self.symmetry, patience).detected
    }

    fn draw(&self, _: &Understanding<'_>, _: &str) -> Option<Result<Drawn, Remark>> {
        None
    }
}
