//! The table of languages: a row is all that a language needs to have every command.

use promela_lite::PromelaLite;
use quotient::Languages;

/// The languages that there are.
pub const TABLE: Languages = Languages {
    known: &[&promela::Promela, &PromelaLite, &rebeca::Rebeca, &cspm::Cspm, &red::Red],
    later: &[],
};
