//! How to find the model.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use diagnostics::Files;

/// Which warnings on a model are shown.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Warnings {
    On,
    Off,
    First,
}

/// How to find the model.
#[derive(Args, Debug, Clone)]
pub struct ModelArgs {
    /// The model; - reads it from standard input
    pub model: PathBuf,
    /// The language
    #[arg(long, value_name = "NAME")]
    pub language: Option<String>,
    /// Warnings on the model: on = all, off = none, first = one; documents of `--json` have all
    #[arg(
        long,
        value_enum,
        value_name = "on|off|first",
        default_value = "on",
        hide_possible_values = true,
        hide_short_help = true,
        help_heading = "Output"
    )]
    pub warnings: Warnings,
    /// The files among which it is.
    #[arg(skip)]
    pub files: Files,
}
