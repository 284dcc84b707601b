//! The options of `simulate`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::limit_arguments::LimitArgs;
use crate::model_arguments::ModelArgs;

/// Shown after the help of the command.
pub const SIMULATE_EXAMPLES: &str = "\
Examples:
  quotient simulate model.pml                       a random run, with all that changes
  quotient simulate model.pml --seed 7 --steps 100  the same run every time, everywhere
  quotient simulate model.pml --quiet               only what printf prints, as `spin` shows it
  quotient simulate model.pml --show steps,globals  as `spin -p -g`
  quotient simulate model.pml --interactive         choose, undo, jump, ask why (`help` there)
  quotient check model.pml --trace t.json ; quotient simulate model.pml --trace t.json
                                                    follow a counterexample, as `spin -t` does
  quotient simulate model.pml --trace t.json -i     walk through it, back and forth

Exit status: 0 the run ended properly, or the session was left; 1 it ended in a deadlock, a failed
assertion or a run-time error, or a trace in a state that violates an invariant; 2 the input or the usage is wrong; 3 it was cut off (--steps, Ctrl-C);
4 an internal error.";

/// Random runs stop after this many steps unless told otherwise.
pub const STEPS: u64 = 10_000;

/// The arguments of `simulate`.
#[derive(Args, Debug)]
pub struct SimulateArgs {
    /// The model.
    #[command(flatten)]
    pub model: ModelArgs,

    /// Choose the steps by hand: commands are read from standard input
    #[arg(long, short, conflicts_with_all = ["json", "quiet", "save"], help_heading = "Run")]
    pub interactive: bool,
    /// Follow the run that `check --trace` or `save` stored
    #[arg(long, short, value_name = "FILE", help_heading = "Run")]
    pub trace: Option<PathBuf>,
    /// Seed of the random choices: equal seeds give equal runs [default: from the clock]
    #[arg(long, short = 'n', value_name = "N", help_heading = "Run")]
    pub seed: Option<u64>,
    /// Stop after N steps [default: 10000; a trace is followed to its end]
    #[arg(long, short = 'u', value_name = "N", help_heading = "Run")]
    pub steps: Option<u64>,
    /// What the command may take.
    #[command(flatten)]
    pub limits: LimitArgs,

    /// Parts of the run to show beside the output of the model
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "PART,…",
        default_value = "steps,globals,locals,messages",
        help_heading = "Output"
    )]
    pub show: Vec<Show>,
    /// Do not indent the output of the model by the number of the process (SPIN's -T)
    #[arg(long, short = 'T', help_heading = "Output")]
    pub flat: bool,
    /// Store the run in FILE, for `--trace`, and for `replay` if it violates a property; or by its extension as a chart (.svg,
    /// .mmd) or for other tools (.itf.json)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub save: Option<PathBuf>,
    /// Print one JSON document and nothing else (docs/guide/json.md)
    #[arg(long, conflicts_with = "quiet", help_heading = "Output")]
    pub json: bool,
    /// Print only the output of the model, and a violation at the end
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

/// A part of a run.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Show {
    /// Every statement (SPIN's -p)
    Steps,
    /// Changes of global variables (-g)
    Globals,
    /// Changes of local variables (-l)
    Locals,
    /// Contents of channels, and messages of rendezvous (-r -s)
    Messages,
}
