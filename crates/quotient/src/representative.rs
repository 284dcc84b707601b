//! `--representative`: how states are told apart up to symmetry.

use checking::{Representative, Wanted};
use clap::{Args, ValueEnum};
use symmetry::{
    ComparePointers, ComponentOrderBy, EnumerateBy, Explore, Guarantee, SortedBy, Strategy,
    StrategyOptions,
};

use crate::exit::Failure;
use crate::terminal::Paint;

/// The name under which the choice is left to the program.
const AUTO: &str = "auto";

/// How to tell states apart up to symmetry.
#[derive(Args, Debug, Clone)]
pub struct RepresentativeArgs {
    /// How states are told apart up to symmetry: auto, or a strategy of docs/guide/strategies.md:
    /// canonical, component-order, enumerate, exact-markers, naive, on-the-fly, segmented, sinc,
    /// sorted; or, proving nothing, approximate-markers, flattened
    #[arg(long, value_name = "NAME", default_value = AUTO)]
    pub representative: String,
    /// What `sorted` sorts by: one variable, whatever an exchange makes smaller, or all variables
    /// [default: swaps]; and `segmented`: main or records [default: main]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub sorted_by: Option<SortedByName>,
    /// How `enumerate` goes through the group: a list of all elements, or a stabiliser chain
    /// [default: chain]
    #[arg(long, value_enum, value_name = "HOW")]
    pub enumerate_by: Option<EnumerateByName>,
    /// Let `enumerate` carry elements out as transpositions, one after the other
    #[arg(long)]
    pub transpositions: bool,
    /// What `component-order` tells components apart by: how often values of theirs occur at each
    /// place of others, whether they do, or with how many others they share any [default: n]
    #[arg(long, value_enum, value_name = "VALUES")]
    pub order_by: Option<OrderByName>,
    /// Where `sinc` compares the pointers of two processes: if neither was met, or always, as the
    /// rule is printed [default: unmet]
    #[arg(long, value_enum, value_name = "WHERE")]
    pub compare_pointers: Option<ComparePointersName>,
    /// Which states the search goes on from: the representatives, or the states that were reached,
    /// whose representatives are kept
    #[arg(long, value_enum, default_value = "representative", value_name = "STATES")]
    pub explore: ExploreName,
}

/// `--explore`.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ExploreName {
    Representative,
    Concrete,
}

/// `--sorted-by`.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SortedByName {
    Main,
    Swaps,
    Records,
}

/// `--enumerate-by`.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum EnumerateByName {
    Elements,
    Chain,
}

/// `--order-by`.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum OrderByName {
    N,
    NPrime,
    NDoublePrime,
}

/// `--compare-pointers`.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ComparePointersName {
    Unmet,
    Always,
}

impl RepresentativeArgs {
    /// What is wanted.
    ///
    /// # Errors
    /// A name that no strategy has.
    pub fn wanted(&self) -> Result<Wanted, Failure> {
        self.refuse_idle_options()?;
        let options = self.options();
        if self.representative == AUTO {
            return Ok(Wanted { strategy: None, options });
        }
        let strategy = Strategy::from_name(&self.representative).ok_or_else(|| {
            let names: Vec<&str> = Strategy::ALL.iter().map(|strategy| strategy.name()).collect();
            Failure::input(format!(
                "unknown representative `{}`: there are `{AUTO}`, `{}`",
                self.representative,
                names.join("`, `")
            ))
        })?;
        Ok(Wanted { strategy: Some(strategy), options })
    }

    /// Options of a strategy that is not asked for would do nothing.
    fn refuse_idle_options(&self) -> Result<(), Failure> {
        let given = [
            ("--sorted-by", self.sorted_by.is_some(), Strategy::Sorted),
            ("--enumerate-by", self.enumerate_by.is_some(), Strategy::Enumerate),
            ("--transpositions", self.transpositions, Strategy::Enumerate),
            ("--order-by", self.order_by.is_some(), Strategy::ComponentOrder),
            ("--compare-pointers", self.compare_pointers.is_some(), Strategy::Sinc),
        ];
        let segmented = self.representative == Strategy::Segmented.name();
        if segmented && self.sorted_by == Some(SortedByName::Swaps) {
            let message = "`segmented` sorts by `main` or by `records`, and not by `swaps`";
            return Err(Failure::input(message));
        }
        let idle = |&(option, given, strategy): &(&str, bool, Strategy)| {
            let serves =
                self.representative == strategy.name() || segmented && option == "--sorted-by";
            given && !serves
        };
        match given.into_iter().find(idle) {
            Some((option, _, strategy)) => Err(Failure::input(format!(
                "`{option}` does nothing without `--representative {}`",
                strategy.name()
            ))),
            None => Ok(()),
        }
    }

    fn options(&self) -> StrategyOptions {
        let explore = match self.explore {
            ExploreName::Representative => Explore::Representative,
            ExploreName::Concrete => Explore::Concrete,
        };
        let mut options = StrategyOptions { explore, ..StrategyOptions::default() };
        if let Some(by) = self.sorted_by {
            options.sorted_by = match by {
                SortedByName::Main => SortedBy::Main,
                SortedByName::Swaps => SortedBy::Swaps,
                SortedByName::Records => SortedBy::Records,
            };
        }
        if let Some(by) = self.enumerate_by {
            options.enumerate.by = match by {
                EnumerateByName::Elements => EnumerateBy::Elements,
                EnumerateByName::Chain => EnumerateBy::Chain,
            };
        }
        options.enumerate.transpositions = self.transpositions;
        if let Some(by) = self.order_by {
            options.component_order = match by {
                OrderByName::N => ComponentOrderBy::N,
                OrderByName::NPrime => ComponentOrderBy::NPrime,
                OrderByName::NDoublePrime => ComponentOrderBy::NDoublePrime,
            };
        }
        if let Some(compare) = self.compare_pointers {
            options.compare_pointers = match compare {
                ComparePointersName::Unmet => ComparePointers::Unmet,
                ComparePointersName::Always => ComparePointers::Always,
            };
        }
        options
    }
}

/// The strategy in a line: its name, its guarantee, why it was chosen.
pub fn one_line(chosen: Representative, paint: Paint) -> String {
    let promise = match chosen.guarantee {
        Guarantee::Unique => "unique: one state for each class",
        Guarantee::Complete => "complete: sound, perhaps several states for a class",
        Guarantee::Approximate => "approximate: may take different states for one",
    };
    let reason = chosen.reason.map_or(String::new(), |reason| format!(" (auto: {reason})"));
    let explored = match (chosen.concrete, chosen.guarantee) {
        (true, Guarantee::Unique | Guarantee::Complete) => "; searched from the states themselves",
        _ => "",
    };
    format!("{} {}, {promise}{explored}{reason}\n", paint.dim("representative:"), chosen.name)
}

/// A guarantee as it is called in the JSON output.
pub fn guarantee_name(guarantee: Guarantee) -> &'static str {
    match guarantee {
        Guarantee::Unique => "unique",
        Guarantee::Complete => "complete",
        Guarantee::Approximate => "approximate",
    }
}
