//! The arguments of `graph`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::limit_arguments::LimitArgs;
use crate::model_arguments::ModelArgs;
use crate::symmetry_arguments::SymmetryChoice;

/// The examples that `quotient help graph` ends with.
pub const GRAPH_EXAMPLES: &str = "\
Examples:
  quotient graph model.pml | dot -Tsvg -o graph.svg     a picture
  quotient graph model.pml -o graph.aut                 for mCRL2, CADP and their like
  quotient graph model.pml --symmetry off               every state
  quotient graph model.pml --max-depth 4                only the beginning
  quotient graph model.pml --labels full                with the values of all variables

Exit status: 0 the graph is complete; 2 the input or the usage is wrong; 3 a limit was reached,
or Ctrl-C: a DOT graph is marked as incomplete, an .aut graph is not written.";

/// The arguments of `graph`.
#[derive(Args, Debug)]
pub struct GraphArgs {
    /// The model.
    #[command(flatten)]
    pub model: ModelArgs,

    /// Draw one state per class of symmetric states (auto, file:FILE), or every state (off)
    #[arg(long, value_name = "SOURCE", default_value = "auto", help_heading = "Graph")]
    pub symmetry: SymmetryChoice,
    /// The format [default: by the extension of the output: .dot .gv .aut; else dot]
    #[arg(long, value_enum, help_heading = "Graph")]
    pub format: Option<GraphFormat>,
    /// Text in the states of a DOT graph
    #[arg(long, value_enum, default_value = "locations", help_heading = "Graph")]
    pub labels: StateLabels,
    /// Write to FILE instead of standard output
    #[arg(long, short, value_name = "FILE", help_heading = "Graph")]
    pub output: Option<PathBuf>,
    /// Print no summary and no progress
    #[arg(long, short, help_heading = "Graph")]
    pub quiet: bool,

    /// Stop after N states [default: 10000 for dot, no limit for aut]
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_states: Option<u64>,
    /// Search no more than N steps deep
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_depth: Option<u64>,
    /// What the command may take.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// The format of a graph.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum GraphFormat {
    /// Graphviz
    Dot,
    /// Aldebaran: mCRL2, CADP
    Aut,
}

/// The text in a state.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateLabels {
    /// Its number
    Numbers,
    /// Its number, and the line at which each process is
    Locations,
    /// The same, and the values of all variables
    Full,
}
