//! The arguments of `check`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::audit_choice::AuditChoice;
use crate::checkpoint_arguments::{CheckpointChoice, parse_checkpoint};
use crate::cluster::arguments::{ClusterChoice, parse_cluster};
use crate::model_arguments::ModelArgs;
use crate::research_arguments::{Last, ResearchArgs};
use crate::share_arguments::ShareArgs;
use crate::shown_arguments::ShownArgs;
use crate::suite::arguments::SuiteArgs;
use crate::symmetry_arguments::{PointArgs, SymmetryChoice};

/// The examples that `quotient help check` ends with.
pub const CHECK_EXAMPLES: &str = "\
Examples:
  quotient check model.pml                          assertions, deadlocks, run-time errors
  quotient check model.pml -D N=4 -D FIFO           as with #define N 4 and #define FIFO 1
  quotient check model.pml --property deadlock      only one property
  quotient check model.pml --reach 'x == 2'         a shortest run to where x is 2
  quotient check model.pml --time 5m --memory 8G    give up gracefully: exit status 3
  quotient check model.pml --symmetry off --no-merge --no-dataflow --keep-unread
                                                    the states of `spin -o1 -o2 -o3`
  quotient check model.pml --trace run.json         store the counterexample for `replay`
  quotient check model.pml --report model.html      all that was found, as a page to look at
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

/// Which of several counterexamples is told.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum TraceOrder {
    /// One that is the same for any number of workers, and in which those who act change seldom
    FewSwitches,
    /// The first that a worker finds, as it was found
    Found,
}

/// How states are searched.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum EngineName {
    Auto,
    Explicit,
    Compiled,
    Native,
    Interpret,
    Symbolic,
}

/// What visited states are kept in.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum StoreName {
    Auto,
    Plain,
    Compressed,
    Disk,
    Bitstate,
    Fingerprint,
}

/// The runs that formulas and claims consider.
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
    /// Report deadlocks [default: on; of RED off]
    #[arg(
        long,
        value_enum,
        value_name = "on|off",
        hide_possible_values = true,
        help_heading = "Properties"
    )]
    pub deadlock: Option<OnOff>,
    /// Check only this property (assertions, deadlock, run-time errors, or a formula or claim by its name); may be repeated
    #[arg(long, value_name = "NAME", help_heading = "Properties")]
    pub property: Vec<String>,
    /// Runs that formulas and claims consider: none = all; weak = a process that stays enabled eventually moves; strong =
    /// one that is enabled infinitely often does [default: none; of Rebeca weak]
    #[arg(long, value_enum, value_name = "RUNS", help_heading = "Properties")]
    pub fairness: Option<FairnessName>,
    /// Find shortest counterexamples: without partial order reduction, and for a violated formula in a second search without
    /// symmetry; steps of the model and of the automaton count together
    #[arg(long, help_heading = "Properties")]
    pub shortest: bool,
    /// Continue after the first violation: one counterexample for each property
    #[arg(long, help_heading = "Properties")]
    pub keep_going: bool,

    /// Search no more than N steps deep
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_depth: Option<u64>,
    /// Stop after N states
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_states: Option<u64>,

    /// The model.
    #[command(flatten)]
    pub model: ModelArgs,
    /// More models, and what comes of all.
    #[command(flatten)]
    pub suite: SuiteArgs,

    /// Store the counterexample in FILE, for `quotient replay`, or by its extension as a chart (.svg, .mmd) or for other tools
    /// (.itf.json); may be repeated
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub trace: Vec<PathBuf>,
    /// Write all that was found to FILE.html, a page for a browser that needs no network: verdicts and what they rest on, symmetry and
    /// what stood in its way, numbers, the source with what is never reached, and each counterexample as a chart and as a table
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub report: Option<PathBuf>,
    /// Which counterexample is told: few-switches = of those that are found at the same depth always the same one, with what
    /// commutes in an order in which processes change seldom; found = the first that is found, and no search after it
    #[arg(
        long,
        value_enum,
        value_name = "ORDER",
        default_value = "few-switches",
        hide_possible_values = true,
        help_heading = "Output"
    )]
    pub trace_order: TraceOrder,
    /// Store the counterexample as a trail that `spin -t` replays [default: MODEL.trail, in this directory]
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true,
          help_heading = "Output")]
    pub trail: Option<Option<PathBuf>>,
    /// What is shown beside a counterexample.
    #[command(flatten, next_help_heading = "Output")]
    pub shown: ShownArgs,
    /// Print one JSON document and nothing else (docs/guide/json.md)
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Print only verdicts and counterexamples, and no progress
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
    /// Tell also which strategy was chosen for representatives of symmetric states, and why
    #[arg(long, short, conflicts_with_all = ["quiet", "json"], help_heading = "Output")]
    pub verbose: bool,

    /// Source of the symmetry: auto = it is detected; off = none, every state is searched; file:FILE =
    /// generators of a group, in GAP's syntax
    #[arg(long, value_name = "SOURCE", default_value = "auto", help_heading = "Search")]
    pub symmetry: SymmetryChoice,
    /// What symmetry may move.
    #[command(flatten, next_help_heading = "Search")]
    pub points: PointArgs,
    /// Declare values that are interchangeable, which is checked, as in 'turn = 1..3', 'P:mine' or 'a[]'; may be repeated
    #[arg(long, value_name = "NAME[=A..B]", help_heading = "Search")]
    pub scalarset: Vec<String>,
    /// Partial order reduction: leave out transitions that no violation needs [default: on; with `--orbits` off]
    #[arg(
        long,
        value_enum,
        value_name = "on|off",
        hide_possible_values = true,
        help_heading = "Search"
    )]
    pub por: Option<OnOff>,
    /// Count the states and transitions that the classes of symmetric states stand for: what a search of all states counts, without
    /// making it. It takes more time, and partial order reduction is off
    #[arg(long, help_heading = "Output")]
    pub orbits: bool,
    /// How states are searched: explicit = one by one; symbolic = as sets, which are decision diagrams, without symmetry unless
    /// `--representative sinc` asks for it; auto = explicit. One by one, what follows on a state is computed by compiled = code made
    /// for the model, where it can be; native = the same as machine code from the first state on, in a program that was built with the
    /// feature `native`, where `compiled` begins it once that may pay; interpret = walking through its text, the reference; explicit =
    /// compiled
    #[arg(long, value_enum, default_value = "auto", help_heading = "Search")]
    pub engine: EngineName,
    /// Order of the search
    #[arg(long, value_enum, default_value = "bfs", help_heading = "Search")]
    pub search: SearchOrder,
    /// Where states are kept: auto = each as it is, in memory as long as there is room, and then the oldest in files; plain = in memory, and
    /// the search ends when that is full; compressed = parts that are equal are kept once, which takes a fraction of the memory and about
    /// twice the time (for states of one length; others are kept plain), and a counterexample costs another search, in memory; disk =
    /// in files but for the level that is being searched; bitstate, fingerprint = of each state some bits in half of `--memory` [default: 1G], which takes
    /// the least, and other states may be taken for it: a violation is one, but none found proves nothing. Depth first, and where runs that go on for ever are searched, states are in memory
    #[arg(
        long,
        value_enum,
        value_name = "auto|plain|compressed|disk|bitstate|fingerprint",
        default_value = "auto",
        hide_possible_values = true,
        help_heading = "Search"
    )]
    pub store: StoreName,
    /// With `--store bitstate`: how many bits each state sets (SPIN: 3) [default: 8]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=64), help_heading = "Search")]
    pub hashes: Option<u8>,
    /// With `--store bitstate`: 2^N bits, as SPIN's `-w` [default: half of `--memory`, or of 2 GB]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(6..=60), help_heading = "Search")]
    pub hash_bits: Option<u8>,
    /// With `--store bitstate` and `fingerprint`: another number omits other states
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub hash_seed: Option<u64>,
    /// With `--store bitstate` and `fingerprint`: search N times, with one seed after another, until a violation is found or the limit of states, memory or time reached
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Search")]
    pub swarm: Option<u32>,
    /// What the command may take.
    #[command(flatten)]
    pub share: ShareArgs,
    /// Folder that the search is kept in, to be gone on with after a crash or a limit by `--resume`, as in run1 or run1,every=10m [default:
    /// every 5 minutes, and once more at the limit of time or memory, or Ctrl-C]. It is for violations of properties of states, breadth first
    #[arg(long, value_name = "DIR[,every=TIME]", value_parser = parse_checkpoint, help_heading = "Search")]
    pub checkpoint: Option<CheckpointChoice>,
    /// Go on with the search that is kept in a folder, which stays its place. The model and what is asked of it must be the same; workers,
    /// memory and limits may be others
    #[arg(long, value_name = "DIR[,every=TIME]", value_parser = parse_checkpoint, help_heading = "Search")]
    pub resume: Option<CheckpointChoice>,
    /// Machines that share the search: FILE = this one and those where the workers listen (`quotient worker`) that stand there, a line
    /// HOST:PORT each; local:N = N processes on this machine, which share its memory and cores as well. It is for violations of properties of
    /// states, breadth first, and partial order reduction is off
    #[arg(long, value_name = "FILE|local:N", value_parser = parse_cluster, help_heading = "Search")]
    pub cluster: Option<ClusterChoice>,
    /// The key that the workers have (`quotient worker --new-key`); without, they are on this machine, and any of its users may be one
    #[arg(long, value_name = "FILE", requires = "cluster", help_heading = "Search")]
    pub key: Option<PathBuf>,
    /// Tests of the reduction during the search: on (they take a few per cent of the time), off, or N to test one state in N;
    /// after a failed test the search is repeated without symmetry
    #[arg(
        long,
        value_name = "on|off|N",
        hide_default_value = true,
        default_value = "on",
        help_heading = "Search"
    )]
    pub audit: AuditChoice,
    /// Options for research.
    #[command(flatten)]
    pub research: Last<ResearchArgs>,
}

impl CheckArgs {
    /// Whether transitions are left out that no violation needs: unless it is told otherwise, where that is possible.
    pub fn partial_order(&self) -> OnOff {
        self.por.unwrap_or(if self.orbits { OnOff::Off } else { OnOff::On })
    }
}
