//! What every command knows beside its own arguments.

use std::ffi::OsString;

use checking::Settings;

use crate::panics::Panics;
use crate::table::Languages;

/// What every command knows beside its own arguments.
pub struct Context {
    /// The languages that there are.
    pub languages: Languages,
    /// The settings of languages that were given.
    pub settings: Settings,
    /// The arguments of the program, the name of the command among them.
    pub arguments: Vec<OsString>,
    /// The handling of panics.
    pub panics: Panics,
}
