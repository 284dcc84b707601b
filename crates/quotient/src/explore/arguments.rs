//! The arguments of `explore`.

use std::path::PathBuf;

use clap::Args;

use crate::limit_arguments::LimitArgs;
use crate::model_arguments::ModelArgs;
use crate::symmetry_arguments::SymmetryChoice;

/// The examples that `quotient help explore` ends with.
pub const EXPLORE_EXAMPLES: &str = "\
Examples:
  quotient explore model.pml                  a page to walk through the model, at the address that is printed
  quotient explore model.pml --trace t.json   the page of a run that `check --trace t.json` stored
  quotient explore model.pml --time 30s       `find` on the page searches no longer than that

The page is on this machine alone, and its address opens it in one browser: keep it to yourself. The
address of each page is the run that it shows. Ctrl-C ends the command.

Exit status: 0 the pages were left; 2 the input or the usage is wrong; 3 a limit was reached before
there was a page; 4 an internal error.";

/// The arguments of `explore`.
#[derive(Args, Debug)]
pub struct ExploreArgs {
    /// The model.
    #[command(flatten)]
    pub model: ModelArgs,

    /// Begin with the page of the run that `check --trace` or `simulate --save` stored
    #[arg(long, short, value_name = "FILE", help_heading = "Pages")]
    pub trace: Option<PathBuf>,
    /// Put states together up to symmetry (auto, file:FILE), or not (off)
    #[arg(long, value_name = "SOURCE", default_value = "auto", help_heading = "Pages")]
    pub symmetry: SymmetryChoice,
    /// Listen on this port of this machine [default: one that is free]
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true,
        help_heading = "Pages"
    )]
    pub port: u16,
    /// What each search may take that a page begins: its time, and the memory of its states.
    #[command(flatten)]
    pub limits: LimitArgs,
}
