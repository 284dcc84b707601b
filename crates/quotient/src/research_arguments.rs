//! Options for research: published methods and data structures to compare with. They stand last in the help.

use checking::{OWN_METHOD, RepresentativeRequest};
use clap::{ArgMatches, Args, Command, Error, FromArgMatches, ValueEnum};

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
    /// component-order:n|n-prime|n-double-prime, sinc:unmet|always; and with every strategy and auto
    /// concrete: the search continues from the states themselves, not from their representatives
    #[arg(long, value_name = "NAME[:VARIANT,…]", default_value = "auto", value_parser = representative,
          help_heading = HEADING)]
    pub representative: RepresentativeRequest,
    /// Search for accepting cycles: by strongly connected components, or by nested depth-first search
    #[arg(long, value_enum, default_value = "scc", hide_possible_values = true, value_name = "scc|ndfs",
          help_heading = HEADING)]
    pub emptiness: EmptinessName,
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
