//! The arguments of `check` that are about suites.

use std::path::PathBuf;

use clap::Args;

use crate::standard_input;

/// Several models, each held to what it expects.
#[derive(Args, Debug, Default)]
pub struct SuiteArgs {
    /// More models, or folders of them: each is held to what its `expect` lines say (a suite)
    #[arg(value_name = "MODEL|DIR")]
    pub others: Vec<PathBuf>,
    /// Hold a single model, too, to what its `expect` lines say; with a folder or several models that goes without saying
    #[arg(long, help_heading = "Suites")]
    pub suite: bool,
    /// Write what came of a suite to FILE, as JUnit has it
    #[arg(long, value_name = "FILE", help_heading = "Suites")]
    pub junit: Option<PathBuf>,
    /// Write what is not as expected to FILE, in SARIF: with counterexamples that can be walked through
    #[arg(long, value_name = "FILE", help_heading = "Suites")]
    pub sarif: Option<PathBuf>,
    /// Write the counts and orders of groups that were found into the `expect` lines of the models. Verdicts are left alone
    #[arg(long, help_heading = "Suites")]
    pub bless: bool,
}

impl SuiteArgs {
    /// Whether models are held to what they expect, of which this is the first path.
    pub fn is_wanted(&self, first: &std::path::Path) -> bool {
        let SuiteArgs { others, suite, junit, sarif, bless } = self;
        *suite
            || *bless
            || junit.is_some()
            || sarif.is_some()
            || !others.is_empty()
            || first.is_dir() && first.as_os_str() != standard_input::NAME
    }
}
