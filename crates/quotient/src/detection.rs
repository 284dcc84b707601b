//! `--detect`: in which of two ways symmetry is looked for.

use std::time::{Duration, Instant};

use baselines::channel_diagram::{Analysis, detect_by_diagram};
use clap::{Args, ValueEnum};
use groups::Patience;
use machine::detect::{Detected, Understanding};

/// How symmetry is found.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Read it off the coloured graph of the whole program
    Program,
    /// Search the automorphisms of the static channel diagram for those that leave the program as it
    /// is (Donaldson and Miller 2008)
    ChannelDiagram,
}

/// How to find symmetry.
#[derive(Args, Debug, Clone, Copy)]
pub struct DetectArgs {
    /// How symmetry is found
    #[arg(
        long,
        value_enum,
        default_value = "program",
        value_name = "METHOD",
        hide_possible_values = false
    )]
    pub detect: Method,
}

impl DetectArgs {
    /// By the graph of the program.
    pub const PROGRAM: DetectArgs = DetectArgs { detect: Method::Program };
}

/// What was found, and how.
#[derive(Default)]
pub struct Detection {
    /// The symmetry, with what stood in its way.
    pub detected: Detected,
    /// The search by a channel diagram, if that was the method and it could begin.
    pub diagram: Option<DiagramSearch>,
}

/// The search by a channel diagram.
pub struct DiagramSearch {
    /// What it found.
    pub analysis: Analysis,
    /// How long it took, the reduction included.
    pub elapsed: Duration,
}

/// Looks for the symmetry of a machine.
pub fn look_for_symmetry(
    understanding: &Understanding<'_>,
    args: DetectArgs,
    patience: &mut Patience<'_>,
) -> Detection {
    match args.detect {
        Method::Program => Detection { detected: understanding.detect(patience), diagram: None },
        Method::ChannelDiagram => {
            let start = Instant::now();
            let found = detect_by_diagram(understanding, patience);
            let elapsed = start.elapsed();
            let diagram = found.analysis.map(|analysis| DiagramSearch { analysis, elapsed });
            Detection { detected: found.detected, diagram }
        }
    }
}
