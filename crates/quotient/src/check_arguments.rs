//! The arguments of `check`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::audit_choice::AuditChoice;
use crate::limit_arguments::LimitArgs;
use crate::model_arguments::ModelArgs;
use crate::research_arguments::{Last, ResearchArgs};
use crate::symmetry_arguments::SymmetryChoice;

/// The examples that `quotient help check` ends with.
pub const CHECK_EXAMPLES: &str = "\
Examples:
  quotient check model.pml                          assertions, deadlocks, run-time errors
  quotient check model.pml -D N=4 -D FIFO           as with #define N 4 and #define FIFO 1
  quotient check model.pml --property deadlock      only one property
  quotient check model.pml --time 5m --memory 8G    give up gracefully: exit status 3
  quotient check model.pml --symmetry off --no-merge --no-dataflow --keep-unread
                                                    the states of `spin -o1 -o2 -o3`
  quotient check model.pml --trace run.json         store the counterexample for `replay`
  quotient check model.pml --trail; spin -t -p model.pml
                                                    the counterexample in SPIN
  quotient check model.pml --representative sorted  another strategy, to compare with
  quotient check model.pml --json | jq .states      for scripts";

/// A switch.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum OnOff {
    On,
    Off,
}

/// The order of the search.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchOrder {
    /// Breadth first: short counterexamples, any number of workers
    Bfs,
    /// Depth first: one worker
    Dfs,
}

/// Which runs count.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum FairnessName {
    None,
    Weak,
    Strong,
}

/// The arguments of `check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The model.
    #[command(flatten)]
    pub model: ModelArgs,

    /// Where the symmetry comes from: auto (it is found), off (every state is searched), or
    /// file:FILE (generators of a group, in the syntax of GAP)
    #[arg(long, value_name = "SOURCE", default_value = "auto", help_heading = "Search")]
    pub symmetry: SymmetryChoice,
    /// Check that values are interchangeable, as in 'turn = 1..3', 'P:mine' or 'a[]'; may be repeated
    #[arg(long, value_name = "NAME[=A..B]", help_heading = "Search")]
    pub scalarset: Vec<String>,
    /// Leave out transitions that no violation needs (partial order reduction)
    #[arg(long, value_enum, value_name = "on|off", default_value = PARTIAL_ORDER, hide_possible_values = true,
          help_heading = "Search")]
    pub por: OnOff,
    /// The order of the search
    #[arg(long, value_enum, default_value = "bfs", help_heading = "Search")]
    pub search: SearchOrder,
    /// How many threads search [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024),
          help_heading = "Search")]
    pub workers: Option<u16>,

    /// Report deadlocks
    #[arg(long, value_enum, default_value = "on", help_heading = "Properties")]
    pub deadlock: OnOff,
    /// Check only this property (assertions, deadlock, run-time errors, or a formula or claim by its name); may be repeated
    #[arg(long, value_name = "NAME", help_heading = "Properties")]
    pub property: Vec<String>,
    /// Runs that formulas and claims consider: none = all; weak = a process that stays enabled eventually moves; strong =
    /// one that is enabled infinitely often does
    #[arg(long, value_enum, default_value = "none", help_heading = "Properties")]
    pub fairness: FairnessName,
    /// Shortest counterexamples: partial order reduction is off, and a formula that is violated is searched again without
    /// symmetry; steps of the model and the automaton count together
    #[arg(long, help_heading = "Properties")]
    pub shortest: bool,
    /// Do not stop at the first violation: one counterexample for each property
    #[arg(long, help_heading = "Properties")]
    pub keep_going: bool,

    /// Stop beyond this many steps from the start
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_depth: Option<u64>,
    /// Stop after this many states
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_states: Option<u64>,
    /// What the command may take.
    #[command(flatten)]
    pub limits: LimitArgs,

    /// How much of a reduced search is tested: on (a few per cent), off, or one state in N; where a test fails, the search
    /// is repeated without symmetry
    #[arg(
        long,
        value_name = "on|off|N",
        hide_default_value = true,
        default_value = "on",
        help_heading = "Search"
    )]
    pub audit: AuditChoice,
    /// Store the counterexample here, for `quotient replay`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub trace: Option<PathBuf>,
    /// Store the counterexample as a trail that `spin -t` replays [default: MODEL.trail, here]
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true,
          help_heading = "Output")]
    pub trail: Option<Option<PathBuf>>,
    /// Print one JSON object and nothing else
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Print only verdicts and counterexamples, and no progress
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
    /// Options for research.
    #[command(flatten)]
    pub research: Last<ResearchArgs>,
}

/// Whether `check` leaves transitions out unless it is told.
const PARTIAL_ORDER: &str = "on";
