//! Options for research: published methods and data structures to compare with. They stand last in the help.

use checking::{OWN_METHOD, RepresentativeRequest};
use clap::{ArgMatches, Args, Command, Error, FromArgMatches, ValueEnum};
use model::{LevelOrder, Reachability, SetOptions};

use crate::representative_choice::representative;

/// The heading of these options in the help.
pub const HEADING: &str = "For research";

/// How symmetry is found.
#[derive(Args, Debug, Clone)]
pub struct MethodArgs {
    /// Method of detecting symmetry
    #[arg(long, default_value = OWN_METHOD, value_name = "METHOD", help_heading = HEADING)]
    pub detect: String,
}

/// Options of `check` for research.
#[derive(Args, Debug, Clone)]
pub struct ResearchArgs {
    /// How symmetry is found.
    #[command(flatten)]
    pub method: MethodArgs,
    /// Strategy for representatives of symmetric states: auto, or one of docs/guide/strategies.md:
    /// canonical, component-order, enumerate, exact-markers, naive, on-the-fly, segmented, sinc,
    /// sorted; or, proving nothing, approximate-markers, flattened. Variants follow a colon:
    /// sorted:main|swaps|records, segmented:main|records, enumerate:chain|elements|transpositions,
    /// component-order:n|n-prime|n-double-prime, sinc:unmet|always|printed; and with every strategy and auto
    /// concrete: the search continues from the states themselves, not from their representatives
    #[arg(long, value_name = "NAME[:VARIANT,…]", default_value = "auto", value_parser = representative,
          help_heading = HEADING)]
    pub representative: RepresentativeRequest,
    /// Search for accepting cycles: by strongly connected components, or by nested depth-first search
    #[arg(long, value_enum, default_value = "scc", hide_possible_values = true, value_name = "scc|ndfs",
          help_heading = HEADING)]
    pub emptiness: EmptinessName,
    /// How sets of states grow (`--engine symbolic`): all relations from the new states; one after the other, each from what
    /// those before it reached as well; level by level of the diagram; or backwards, from what violates a property
    /// [default: chaining]
    #[arg(long, value_enum, hide_possible_values = true, value_name = "bfs|chaining|saturation|backward", help_heading = HEADING)]
    pub reachability: Option<ReachabilityName>,
    /// Order of the levels of diagrams (`--engine symbolic`): as declared, processes interleaved, near what is touched with them by
    /// the text, or in the transitions that were learnt [default: learnt]
    #[arg(long, value_enum, hide_possible_values = true, value_name = "ORDER", help_heading = HEADING)]
    pub levels: Option<LevelsName>,
}

impl ResearchArgs {
    /// How sets of states are computed, if nothing else is asked for as they are by default.
    pub fn sets(&self) -> SetOptions {
        let by_default = SetOptions::default();
        SetOptions {
            reachability: self.reachability.map_or(by_default.reachability, |name| match name {
                ReachabilityName::Bfs => Reachability::BreadthFirst,
                ReachabilityName::Chaining => Reachability::Chaining,
                ReachabilityName::Saturation => Reachability::Saturation,
                ReachabilityName::Backward => Reachability::Backward,
            }),
            levels: self.levels.map_or(by_default.levels, |name| match name {
                LevelsName::Declared => LevelOrder::Declared,
                LevelsName::Interleaved => LevelOrder::Interleaved,
                LevelsName::Near => LevelOrder::Near,
                LevelsName::Learnt => LevelOrder::Learnt,
            }),
            // No other strategy is let through with sets.
            sinc: self
                .representative
                .strategy
                .map(|_| self.representative.options.compare_pointers),
        }
    }
}

/// How sets of states grow.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ReachabilityName {
    Bfs,
    Chaining,
    Saturation,
    Backward,
}

/// An order of levels.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum LevelsName {
    Declared,
    Interleaved,
    Near,
    Learnt,
}

/// A search for accepting cycles.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum EmptinessName {
    Scc,
    Ndfs,
}

/// Arguments that [`crate::language_settings`] puts behind all others.
#[derive(Debug, Clone)]
pub struct Last<A>(pub A);

impl<A: FromArgMatches> FromArgMatches for Last<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        A::from_arg_matches(matches).map(Last)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl<A: Args> Args for Last<A> {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}
