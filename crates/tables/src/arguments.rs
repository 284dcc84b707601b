//! The commands and their options.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use tables::Budget;

/// Published tables on symmetry reduction, reproduced beside the published figures.
#[derive(Parser, Debug)]
#[command(name = "tables", version, about)]
pub struct Arguments {
    /// Comma-separated values, without notes
    #[arg(long, global = true)]
    pub csv: bool,
    /// Which table.
    #[command(subcommand)]
    pub command: Command,
}

/// The tables.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Groups that are found (Donaldson, Miller: Automatic Symmetry Detection for Promela, table 2)
    Detection {
        /// Only rows whose names contain this
        #[arg(long, value_name = "TEXT", default_value = "")]
        only: String,
    },
    /// Sizes of quotients (Donaldson: Automatic Techniques for Detecting and Exploiting Symmetry in Model
    /// Checking, figure 11.6)
    Reduction {
        /// Where the models are.
        #[command(flatten)]
        topspin: TopspinArguments,
        /// Only rows whose names contain this
        #[arg(long, value_name = "TEXT", default_value = "")]
        only: String,
        /// Where to give up.
        #[command(flatten)]
        limits: LimitArguments,
    },
    /// Every strategy on Peterson's algorithm (Bosnacki, Donaldson, Leuschel, Massart: Efficient Approximate
    /// Verification of Promela Models via Symmetry Markers, figures 4 and 8)
    Peterson {
        /// Only strategies whose names contain this
        #[arg(long, value_name = "TEXT", default_value = "")]
        only: String,
        /// No more processes than this
        #[arg(long, value_name = "N", default_value_t = 9)]
        max_n: usize,
        /// Where to give up.
        #[command(flatten)]
        limits: LimitArguments,
    },
    /// Every strategy on the email specification (figure 11.6 of the thesis, figure 9 of the paper on markers)
    Email {
        /// Where the models are.
        #[command(flatten)]
        topspin: TopspinArguments,
        /// Only strategies whose names contain this
        #[arg(long, value_name = "TEXT", default_value = "")]
        only: String,
        /// No more clients than this
        #[arg(long, value_name = "N", default_value_t = 7)]
        max_n: usize,
        /// Where to give up.
        #[command(flatten)]
        limits: LimitArguments,
    },
    /// Draw figures 1 and 10 of the paper on markers, from our own runs of Peterson's algorithm and the email specification
    Curves {
        /// Where the models are.
        #[command(flatten)]
        topspin: TopspinArguments,
        /// The folder for the pictures, in SVG
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// No more processes, or clients, than this
        #[arg(long, value_name = "N", default_value_t = 7)]
        max_n: usize,
        /// Where to give up.
        #[command(flatten)]
        limits: LimitArguments,
    },
    /// The effect of each reduction on Rebeca models (Jaghoori, Sirjani, Mousavi, Khamespanah, Movaghar: Symmetry and Partial
    /// Order Reduction Techniques in Model Checking Rebeca, figures 9 and 10)
    Rebeca {
        /// Only rows whose names contain this
        #[arg(long, value_name = "TEXT", default_value = "")]
        only: String,
        /// Also the models that take minutes, or more than the limits
        #[arg(long)]
        long: bool,
        /// Where to give up.
        #[command(flatten)]
        limits: LimitArguments,
    },
    /// Symmetry reduction of CSP, row by row (Gibson-Robinson, Lowe: Symmetry reduction in CSP model checking, tables 1 and 2)
    Csp {
        /// Only rows whose names contain this, as `table 1` or `ListStack 6,4,3 canonical`
        #[arg(long, value_name = "TEXT", default_value = "")]
        only: String,
        /// Small sizes instead, of which nothing is published, and searches of all states beside the others
        #[arg(long)]
        small: bool,
        /// Another script of ListStack, with the same datatypes: its rows come as well
        #[arg(long, value_name = "FILE")]
        liststack: Option<PathBuf>,
        /// Where to give up.
        #[command(flatten)]
        limits: LongLimitArguments,
    },
    /// Pointer programs with symmetry and without, state by state and with sets of states (Wang, Schmidt: Symmetric symbolic
    /// safety-analysis of concurrent software with pointer data structures, table 1)
    Red {
        /// Only rows whose names contain this, as `MCS` or `MCS 9 symbolic`
        #[arg(long, value_name = "TEXT", default_value = "")]
        only: String,
        /// How many processes there are: a number, or a range as in `3..15`
        #[arg(long, value_name = "N|N..M", default_value = "3..9")]
        processes: Sizes,
        /// Where to give up.
        #[command(flatten)]
        limits: LongLimitArguments,
    },
    /// Every strategy on hypercubes, rings and three-tiered systems
    Structured {
        /// Where the models are.
        #[command(flatten)]
        topspin: TopspinArguments,
        /// Only rows whose names contain this
        #[arg(long, value_name = "TEXT", default_value = "")]
        only: String,
        /// Where to give up.
        #[command(flatten)]
        limits: LimitArguments,
    },
    /// What is found in the Promela models of a folder
    Natural {
        /// The folder; the models below it are looked at, too
        #[arg(long, value_name = "DIR")]
        models: PathBuf,
        /// Search models with a group without and with reduction, and audit the group
        #[arg(long)]
        verify: bool,
        /// Where to give up.
        #[command(flatten)]
        limits: LimitArguments,
    },
    /// Print a model of a family, as in `tables model hypercube 3d`
    Model {
        /// The family, as in the tables
        family: String,
        /// The configuration, as in the tables
        configuration: String,
    },
}

/// Where the published models are.
#[derive(Args, Debug)]
pub struct TopspinArguments {
    /// The models of TopSPIN's tests (github.com/afd/symmetrytools); where they are not, ours serve as far as there are any
    #[arg(long, value_name = "DIR", default_value = "../shared/models/topspin")]
    pub models: PathBuf,
}

/// Numbers of processes: both ends are included.
#[derive(Clone, Debug)]
pub struct Sizes(pub RangeInclusive<u8>);

impl FromStr for Sizes {
    type Err = String;

    fn from_str(text: &str) -> Result<Sizes, String> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        match (first.parse(), last.parse()) {
            (Ok(first), Ok(last)) if 1 <= first && first <= last => Ok(Sizes(first..=last)),
            _ => Err("a number from 1 to 255, or two as in `3..15`".to_owned()),
        }
    }
}

/// Where each search gives up.
#[derive(Args, Debug)]
pub struct LimitArguments {
    /// States that one search may store
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    max_states: u64,
    /// Memory of one search, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 2000)]
    memory: u64,
    /// Time of one search, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    time: u64,
    /// Threads of one search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    workers: u16,
}

/// Where each search gives up, of those that take long.
#[derive(Args, Debug)]
pub struct LongLimitArguments {
    /// Memory of one search, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 8000)]
    memory: u64,
    /// Time of one search, with what comes before it, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    time: u64,
    /// Threads of one search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    workers: u16,
}

impl LongLimitArguments {
    /// The limits of a search.
    pub fn budget(&self) -> Budget {
        Budget {
            states: u64::MAX,
            memory_bytes: self.memory.saturating_mul(1 << 20),
            time: Duration::from_secs(self.time),
            workers: usize::from(self.workers),
        }
    }
}

impl LimitArguments {
    /// The limits of a search.
    pub fn budget(&self) -> Budget {
        Budget {
            states: self.max_states,
            memory_bytes: self.memory.saturating_mul(1 << 20),
            time: Duration::from_secs(self.time),
            workers: usize::from(self.workers),
        }
    }
}
