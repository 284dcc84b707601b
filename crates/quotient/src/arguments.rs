//! The one table of commands and options: it yields the parser, the help and the usage errors.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::check_arguments::{CHECK_EXAMPLES, CheckArgs};
use crate::cluster::arguments::{MachineArgs, WORKER_EXAMPLES, WorkerArgs};
use crate::explore::arguments::{EXPLORE_EXAMPLES, ExploreArgs};
use crate::graph::arguments::{GRAPH_EXAMPLES, GraphArgs};
use crate::limit_arguments::LimitArgs;
use crate::manual_pages::{self, ManArgs};
use crate::model_arguments::ModelArgs;
use crate::research_arguments::{Last, MethodArgs};
use crate::shell_completions::{self, CompletionsArgs};
use crate::shown_arguments::ShownArgs;
use crate::simulate::arguments::{SIMULATE_EXAMPLES, SimulateArgs};
use crate::symmetry_arguments::{PointArgs, SymmetryChoice};
use crate::translate_command::{self, TranslateArgs};

const EXAMPLES: &str = "\
Examples:
  quotient check peterson.pml             search every state up to symmetry
  quotient check peterson.pml -D N=5      with a macro defined from outside
  quotient check peterson.pml --symmetry off --workers 1
  quotient symmetry peterson.pml          the symmetry, and the obstacles to more
  quotient check broken.pml --trace t.json; quotient replay broken.pml t.json
  quotient simulate peterson.pml          a random run; --interactive: choose its steps
  quotient explore peterson.pml           pages to walk through it in a browser
  quotient graph peterson.pml | dot -Tsvg -o peterson.svg
  quotient help symmetry                  a page of the guide; also counterexamples, fairness,
                                          json, limits, patterns, spin, suites

Exit status: 0 every checked property holds; 1 a property is violated; 2 the input or the
usage is wrong; 3 no answer (a limit was reached, an approximate search found nothing, or
Ctrl-C); 4 an internal error.";

const REPLAY_EXAMPLES: &str = "\
Examples:
  quotient replay model.pml run.json                stored by `check model.pml --trace run.json`
  quotient replay model.pml model.pml.trail -D N=4  written by `check --trail` or by SPIN's `pan`

Exit status: 1 the violation is real; 2 the file does not fit the model; 3 a trail fits, and no
violation is seen at its end.";

/// The version, with the commit where the build was told it (`dist/build`).
const VERSION: &str = match option_env!("QUOTIENT_VERSION") {
    Some(told) => told,
    None => env!("CARGO_PKG_VERSION"),
};

/// A model checker that searches one state per class of symmetric states.
#[derive(Parser, Debug)]
#[command(name = "quotient", version = VERSION, about, after_help = EXAMPLES)]
pub struct Cli {
    /// Colours and emphasis: auto = on a terminal, unless the environment objects (`NO_COLOR`)
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "auto|always|never",
        default_value = "auto",
        hide_possible_values = true,
        hide_short_help = true,
        help_heading = "Output"
    )]
    pub color: Color,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// When there are colours.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Color {
    Auto,
    Always,
    Never,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Search a model for errors
    #[command(after_long_help = CHECK_EXAMPLES)]
    Check(Box<CheckArgs>),
    /// Show the symmetry of a model, and the obstacles to more
    Symmetry(SymmetryArgs),
    /// Replay a stored counterexample on the unreduced model, step by step
    #[command(after_help = REPLAY_EXAMPLES)]
    Replay(ReplayArgs),
    /// Run a model: at random, along a stored trace, or step by step by hand
    #[command(after_help = SIMULATE_EXAMPLES)]
    Simulate(SimulateArgs),
    /// Walk through a model in a browser, with its classes, equal steps, twins of runs and searches from anywhere
    #[command(after_help = EXPLORE_EXAMPLES)]
    Explore(ExploreArgs),
    /// Write the state graph of a model, or its quotient, as DOT or Aldebaran (.aut)
    #[command(after_help = GRAPH_EXAMPLES)]
    Graph(GraphArgs),
    /// Write a model in the language that its own is translated to (Promela-Lite: as Promela)
    #[command(after_help = translate_command::EXAMPLES)]
    Translate(TranslateArgs),
    /// Listen for searches that are shared with other machines (`check --cluster`)
    #[command(after_help = WORKER_EXAMPLES)]
    Worker(WorkerArgs),
    /// Speak the Language Server Protocol with an editor, on standard input and output
    Lsp,
    /// Speak the Debug Adapter Protocol with an editor, on standard input and output
    Dap,
    /// Speak the Model Context Protocol with a program, on standard input and output
    Mcp,
    /// Print what a shell completes when a command is typed
    #[command(after_help = shell_completions::EXAMPLES)]
    Completions(CompletionsArgs),
    /// Write a manual page for each command
    #[command(after_help = manual_pages::EXAMPLES)]
    Man(ManArgs),
    /// Take part in a search: what it is comes from standard input
    #[command(hide = true)]
    Machine(MachineArgs),
}

/// The arguments of `symmetry`.
#[derive(Args, Debug)]
pub struct SymmetryArgs {
    /// The model.
    #[command(flatten)]
    pub model: ModelArgs,
    /// Source of the symmetry: auto = it is detected; off = none; file:FILE = generators of a group, in GAP's syntax
    #[arg(long, value_name = "SOURCE", default_value = "auto", help_heading = "Symmetry")]
    pub symmetry: SymmetryChoice,
    /// What symmetry may move.
    #[command(flatten, next_help_heading = "Symmetry")]
    pub points: PointArgs,
    /// Declare values that are interchangeable, which is checked, as in 'turn = 1..3', 'P:mine' or 'a[]'; may be repeated
    #[arg(long, value_name = "NAME[=A..B]", help_heading = "Symmetry")]
    pub scalarset: Vec<String>,
    /// Print the group as a GAP expression, or write it to FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true,
          conflicts_with = "json", help_heading = "Output")]
    pub gap: Option<Option<PathBuf>>,
    /// Print the inferred types of all channels, and no symmetry
    #[arg(long, conflicts_with = "gap", help_heading = "Output")]
    pub types: bool,
    /// Write the static channel diagram (the processes that send and receive on each channel) to FILE:
    /// .dot for Graphviz, .svg for a picture
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub diagram: Option<PathBuf>,
    /// What the command may take.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Print one JSON document and nothing else (docs/guide/json.md)
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// How symmetry is found.
    #[command(flatten)]
    pub method: Last<MethodArgs>,
}

/// The arguments of `replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The model
    pub model: PathBuf,
    /// The trace that `check --trace` stored, or a trail of SPIN
    pub trace: PathBuf,
    /// Store the run in FILE: by its extension as a chart (.svg, .mmd), for other tools (.itf.json), or for `replay` again; may be
    /// repeated
    #[arg(long, value_name = "FILE")]
    pub save: Vec<PathBuf>,
    /// What is shown beside the steps.
    #[command(flatten)]
    pub shown: ShownArgs,
    /// Print one JSON document and nothing else (docs/guide/json.md)
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
