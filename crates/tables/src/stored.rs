//! The models with which the figures were measured, as far as they were published.

use std::path::{Path, PathBuf};

/// Families, configurations, and places in the folder of TopSPIN's tests (github.com/afd/symmetrytools).
#[rustfmt::skip]
const STORED: [(&str, &str, &str); 22] = [
    ("simple mutex", "5", "SymmReducerTests/mutex/fast_basic/mutex5.p"),
    ("simple mutex", "10", "SymmReducerTests/mutex/fast_basic/mutex10.p"),
    ("simple mutex", "15", "SymmReducerTests/mutex/fast_basic/mutex15.p"),
    ("simple mutex", "20", "SymmReducerTests/mutex/fast_basic/mutex20.p"),
    ("peterson", "3", "SymmReducerTests/peterson/exactmarkers/peterson3.p"),
    ("peterson", "4", "SymmReducerTests/peterson/exactmarkers/peterson4.p"),
    ("peterson", "5", "SymmReducerTests/peterson/exactmarkers/peterson5.p"),
    ("peterson", "6", "SymmReducerTests/peterson/exactmarkers/peterson6.p"),
    ("peterson", "7", "SymmReducerTests/peterson/exactmarkers/peterson7.p"),
    ("peterson without atomicity", "3", "SymmExtractorTests/petersonnoatomic/3.p"),
    ("three-tiered architecture", "3-3", "SymmReducerTests/threetiered/fast_swaps/2s3cs.p"),
    ("three-tiered architecture", "4-4", "SymmReducerTests/threetiered/fast_swaps/2s4cs.p"),
    ("three-tiered architecture", "3-3-3", "SymmReducerTests/threetiered/fast_swaps/3s3cs.p"),
    ("email", "3", "SymmReducerTests/email3/notrans_nostab_novec_nopar/email3.p"),
    ("email", "4", "SymmReducerTests/email/enumerate/email4.p"),
    ("email", "5", "SymmReducerTests/email/enumerate/email5.p"),
    ("email", "6", "SymmReducerTests/email/enumerate/email6.p"),
    ("email", "7", "SymmReducerTests/email/enumerate/email7.p"),
    ("hypercube", "2d", "SymmExtractorTests/hypercube/2d.p"),
    ("hypercube", "3d", "SymmExtractorTests/hypercube/3d.p"),
    ("hypercube", "4d", "SymmExtractorTests/hypercube/4d.p"),
    ("hypercube", "5d", "SymmExtractorTests/hypercube/5d.p"),
];

/// Where the model of a configuration is below `models`, if it is there.
pub fn stored(models: &Path, family: &str, configuration: &str) -> Option<PathBuf> {
    let mut all = STORED.iter();
    let (.., path) = all.find(|row| (row.0, row.1) == (family, configuration))?;
    Some(models.join(path)).filter(|path| path.is_file())
}
