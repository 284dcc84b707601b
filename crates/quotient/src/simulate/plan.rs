//! The arguments of `simulate`, validated once: how a run is made, and how it is shown.

use std::path::PathBuf;

use checking::Dice;

use super::arguments::{Show, SimulateArgs};
use crate::exit::Failure;
use crate::load::Subject;
use crate::run_files::check_run_files;
use crate::style::Style;
use crate::table::Languages;

/// What a run does.
pub struct RunPlan {
    /// Where random choices come from.
    pub seed: u64,
    /// Whether the user gave it.
    pub is_seed_given: bool,
    /// The most steps, if they are limited.
    pub steps: Option<u64>,
    /// What text shows beside what the model prints.
    pub show: Vec<Show>,
    /// Whether what the model prints is not indented.
    pub flat: bool,
    /// How the run is shown.
    pub style: Style,
    /// Where the run is stored.
    pub save: Option<PathBuf>,
    /// The languages that there are: no model is written over.
    pub languages: Languages,
}

impl RunPlan {
    /// The plan that the arguments ask for.
    ///
    /// # Errors
    /// What stands in the way of storing the run.
    pub fn from(
        args: SimulateArgs,
        subject: &Subject,
        languages: Languages,
    ) -> Result<RunPlan, Failure> {
        check_run_files(args.save.as_slice(), subject, languages)?;
        Ok(RunPlan {
            seed: args.seed.unwrap_or_else(Dice::seed_from_clock),
            is_seed_given: args.seed.is_some(),
            steps: args.steps,
            show: if args.quiet { Vec::new() } else { args.show },
            flat: args.flat,
            style: Style::new(args.json, args.quiet),
            save: args.save,
            languages,
        })
    }
}
