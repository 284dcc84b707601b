//! The one table of commands and options: it yields the parser, the help and the usage errors.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::audit_choice::AuditChoice;
use crate::graph::{self, arguments::GraphArgs};
use crate::limit_arguments::LimitArgs;
use crate::model_arguments::ModelArgs;
use crate::representative::RepresentativeArgs;
use crate::simulate::arguments::{SIMULATE_EXAMPLES, SimulateArgs};
use crate::symmetry_arguments::{MethodName, SymmetryChoice};
use crate::translate_command::{self, TranslateArgs};

const EXAMPLES: &str = "\
Examples:
  quotient check peterson.pml             search every state up to symmetry
  quotient check peterson.pml -D N=5      with a macro defined from outside
  quotient check peterson.pml --symmetry off --workers 1
  quotient symmetry peterson.pml          what can be exchanged, and what stood in the way
  quotient check broken.pml --trace t.json; quotient replay broken.pml t.json
  quotient simulate peterson.pml          a random run; --interactive: choose its steps
  quotient graph peterson.pml | dot -Tsvg -o peterson.svg

Exit status: 0 every checked property holds; 1 a property is violated; 2 the input or the
usage is wrong; 3 no answer (a limit was reached, an approximate search found nothing, or
Ctrl-C); 4 an internal error.";

const CHECK_EXAMPLES: &str = "\
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

const REPLAY_EXAMPLES: &str = "\
Examples:
  quotient replay model.pml run.json                stored by `check model.pml --trace run.json`
  quotient replay model.pml model.pml.trail -D N=4  written by `check --trail` or by SPIN's `pan`

Exit status: 1 the violation is real; 2 the file does not fit the model; 3 a trail fits, and no
violation is seen at its end.";

/// A model checker that searches one state per class of symmetric states.
#[derive(Parser, Debug)]
#[command(name = "quotient", version, about, after_help = EXAMPLES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Search a model for errors
    #[command(after_help = CHECK_EXAMPLES)]
    Check(Box<CheckArgs>),
    /// Show the symmetry of a model, and what stood in the way of more
    Symmetry(SymmetryArgs),
    /// Replay a stored counterexample on the unreduced model, step by step
    #[command(after_help = REPLAY_EXAMPLES)]
    Replay(ReplayArgs),
    /// Run a model: at random, along a stored trace, or step by step by hand
    #[command(after_help = SIMULATE_EXAMPLES)]
    Simulate(SimulateArgs),
    /// Write the state graph of a model, or its quotient, as DOT or Aldebaran (.aut)
    #[command(after_help = graph::arguments::EXAMPLES)]
    Graph(GraphArgs),
    /// Write a model in the language that its own is translated to (Promela-Lite: as Promela)
    #[command(after_help = translate_command::EXAMPLES)]
    Translate(TranslateArgs),
}

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

/// How runs are looked for that go on for ever.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmptinessName {
    /// By strongly connected components: each place is looked at once
    Scc,
    /// By nested depth-first search, as pan does it
    Ndfs,
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
    /// How symmetry is found
    #[arg(
        long,
        value_enum,
        default_value = "program",
        value_name = "METHOD",
        hide_possible_values = false,
        help_heading = "Search"
    )]
    pub detect: MethodName,
    /// Check that values are interchangeable, as in 'turn = 1..3', 'P:mine' or 'a[]'; may be repeated
    #[arg(long, value_name = "NAME[=A..B]", help_heading = "Search")]
    pub scalarset: Vec<String>,
    /// How states are told apart up to it.
    #[command(flatten, next_help_heading = "Search")]
    pub representative: RepresentativeArgs,
    /// Leave out transitions that no violation needs (partial order reduction)
    #[arg(long, value_enum, value_name = "on|off", default_value = PARTIAL_ORDER, hide_possible_values = true,
          help_heading = "Search")]
    pub por: OnOff,
    /// The order of the search
    #[arg(long, value_enum, default_value = "bfs", help_heading = "Search")]
    pub search: SearchOrder,
    /// How runs that violate formulas and claims are looked for
    #[arg(long, value_enum, default_value = "scc", help_heading = "Search")]
    pub emptiness: EmptinessName,
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
}

/// Whether `check` leaves transitions out unless it is told.
const PARTIAL_ORDER: &str = "on";

/// The arguments of `symmetry`.
#[derive(Args, Debug)]
pub struct SymmetryArgs {
    /// The model.
    #[command(flatten)]
    pub model: ModelArgs,
    /// Where the symmetry comes from: auto, off, or file:FILE
    #[arg(long, value_name = "SOURCE", default_value = "auto", help_heading = "Symmetry")]
    pub symmetry: SymmetryChoice,
    /// Check that values are interchangeable, as in 'turn = 1..3', 'P:mine' or 'a[]'; may be repeated
    #[arg(long, value_name = "NAME[=A..B]", help_heading = "Symmetry")]
    pub scalarset: Vec<String>,
    /// Print the group as a GAP expression, here or into FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true,
          conflicts_with = "json", help_heading = "Output")]
    pub gap: Option<Option<PathBuf>>,
    /// Print the types of all channels, as far as they can be inferred, and no symmetry
    #[arg(long, conflicts_with = "gap", help_heading = "Output")]
    pub types: bool,
    /// How symmetry is found
    #[arg(
        long,
        value_enum,
        default_value = "program",
        value_name = "METHOD",
        hide_possible_values = false,
        help_heading = "Search"
    )]
    pub detect: MethodName,
    /// Write the static channel diagram, which processes send and receive on which channels, to a file:
    /// .dot for Graphviz, .svg for a picture
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub diagram: Option<PathBuf>,
    /// What the command may take.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Print one JSON object and nothing else
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

/// The arguments of `replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The model
    pub model: PathBuf,
    /// The trace that `check --trace` stored, or a trail of SPIN
    pub trace: PathBuf,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
    /// What the command may take.
    #[command(flatten)]
    pub limits: LimitArgs,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_table_is_consistent() {
        super::Cli::command().debug_assert();
    }
}
