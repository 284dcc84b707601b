//! Searching a quotient by every strategy.

use std::collections::HashSet;
use std::time::Instant;

use detection::Reduction;
use kernel::{Order, SearchOptions};
use machine::Machine;
use symmetry::{
    ComparePointers, ComponentOrderBy, EnumerateBy, Explore, Guarantee, Refusal, SortedBy,
    Strategy, StrategyOptions,
};

use crate::searches::{Budget, Searched, search_all, search_classes_by};

/// The name of the search without reduction.
pub const OFF: &str = "off";

/// A strategy with its options.
pub struct Variant {
    /// The name of the strategy and what tells the variant from others.
    pub name: &'static str,
    strategy: Strategy,
    options: StrategyOptions,
    order: Order,
}

/// All strategies, in all variants.
#[must_use]
pub fn variants() -> Vec<Variant> {
    let of = |strategy: Strategy| {
        let order = Order::default();
        let variant =
            move |options| Variant { name: name(strategy, options), strategy, options, order };
        strategy.variants().into_iter().map(variant)
    };
    Strategy::ALL.into_iter().flat_map(of).collect()
}

/// Sorting with SymmSpin, the same with TopSPIN, and its markers, as these tools search: depth first, and from the states themselves.
#[must_use]
pub fn concrete_variants() -> [Variant; 4] {
    let variant = |name, strategy, sorted_by| {
        let default = StrategyOptions::default();
        let options = StrategyOptions { sorted_by, explore: Explore::Concrete, ..default };
        Variant { name, strategy, options, order: Order::DepthFirst }
    };
    [
        variant(SYMMSPIN_SORTED, Strategy::Sorted, SortedBy::Main),
        variant(TOPSPIN_SORTED, Strategy::Sorted, SortedBy::Swaps),
        variant(TOPSPIN_MARKERS, Strategy::ExactMarkers, SortedBy::default()),
        variant(TOPSPIN_APPROXIMATE, Strategy::ApproximateMarkers, SortedBy::default()),
    ]
}

/// SymmSpin's search with its strategy `sorted`.
pub const SYMMSPIN_SORTED: &str = "sorted main, concrete";
/// TopSPIN's search with its strategy `sorted`, or `fast`.
pub const TOPSPIN_SORTED: &str = "sorted swaps, concrete";
/// TopSPIN's search with exact markers.
pub const TOPSPIN_MARKERS: &str = "exact-markers, concrete";
/// TopSPIN's search with approximate markers.
pub const TOPSPIN_APPROXIMATE: &str = "approximate-markers, depth first";

fn name(strategy: Strategy, options: StrategyOptions) -> &'static str {
    match strategy {
        Strategy::Enumerate => match (options.enumerate.by, options.enumerate.transpositions) {
            (EnumerateBy::Elements, false) => "enumerate elements",
            (EnumerateBy::Elements, true) => "enumerate elements, transpositions",
            (EnumerateBy::Chain, false) => "enumerate chain",
            (EnumerateBy::Chain, true) => "enumerate chain, transpositions",
        },
        Strategy::ComponentOrder => match options.component_order {
            ComponentOrderBy::N => "component-order n",
            ComponentOrderBy::NPrime => "component-order n'",
            ComponentOrderBy::NDoublePrime => "component-order n''",
        },
        Strategy::Sorted => match options.sorted_by {
            SortedBy::Suited => "sorted",
            SortedBy::Main => "sorted main",
            SortedBy::Swaps => "sorted swaps",
            SortedBy::Records => "sorted records",
        },
        Strategy::Segmented if options.sorted_by == SortedBy::Records => "segmented records",
        Strategy::Sinc => match options.compare_pointers {
            ComparePointers::Unmet => "sinc",
            ComparePointers::Always => "sinc, pointers always",
            ComparePointers::Printed => "sinc, pointers as printed",
        },
        _ => strategy.name(),
    }
}

/// What came of a search.
pub enum Attempt {
    /// It was done, as far as it went.
    Run(Run),
    /// The strategy does not serve the group.
    Refused,
    /// A smaller one did not finish.
    NotTried,
}

/// A search that was done.
pub struct Run {
    /// What it found.
    pub searched: Searched,
    /// How long it took, with the preparation of the strategy.
    pub seconds: f64,
    /// What the strategy promises; `None` without reduction.
    pub guarantee: Option<Guarantee>,
}

impl Attempt {
    /// The number of states, if they are all known.
    #[must_use]
    pub fn states(&self) -> Option<u64> {
        match self {
            Attempt::Run(run) => run.searched.states(),
            Attempt::Refused | Attempt::NotTried => None,
        }
    }

    /// What the strategy promises.
    #[must_use]
    pub fn guarantee(&self) -> Option<Guarantee> {
        match self {
            Attempt::Run(run) => run.guarantee,
            Attempt::Refused | Attempt::NotTried => None,
        }
    }

    /// How long it took, if the search finished.
    #[must_use]
    pub fn seconds(&self) -> Option<f64> {
        match self {
            Attempt::Run(run) => run.searched.states().map(|_| run.seconds),
            Attempt::Refused | Attempt::NotTried => None,
        }
    }

    /// The cell with the number of states.
    #[must_use]
    pub fn states_cell(&self) -> String {
        match self {
            Attempt::Run(run) => run.searched.text(),
            Attempt::Refused => "refused".to_owned(),
            Attempt::NotTried => "not tried".to_owned(),
        }
    }

    /// The cell with the seconds.
    #[must_use]
    pub fn seconds_cell(&self) -> String {
        match self {
            Attempt::Run(run) => format!("{:.2}", run.seconds),
            Attempt::Refused | Attempt::NotTried => "-".to_owned(),
        }
    }

    /// The states and the seconds in a few words.
    #[must_use]
    pub fn summary(&self) -> String {
        match self.states() {
            Some(states) => format!("{states} in {} s", self.seconds_cell()),
            None => self.states_cell(),
        }
    }

    /// The cell with the promise.
    #[must_use]
    pub fn guarantee_cell(&self) -> &'static str {
        match self.guarantee() {
            Some(Guarantee::Unique) => "unique",
            Some(Guarantee::Complete) => "complete",
            Some(Guarantee::Approximate) => "approximate",
            None => "-",
        }
    }
}

/// Searches for models of growing size: what was not finished is not tried again with a larger one.
pub struct Attempts<'a> {
    budget: &'a Budget,
    unfinished: HashSet<&'static str>,
}

impl<'a> Attempts<'a> {
    /// Searches within a budget each.
    #[must_use]
    pub fn new(budget: &'a Budget) -> Self {
        Attempts { budget, unfinished: HashSet::new() }
    }

    /// Searches without reduction.
    pub fn unreduced(&mut self, machine: &Machine) -> Attempt {
        let budget = self.budget;
        self.attempt(OFF, || Ok(without_reduction(machine, budget)))
    }

    /// Searches the quotient.
    pub fn quotient(
        &mut self,
        machine: &Machine,
        reduction: &Reduction,
        variant: &Variant,
    ) -> Attempt {
        let budget = self.budget;
        self.attempt(variant.name, || quotient_with(machine, reduction, variant, budget))
    }

    fn attempt(
        &mut self,
        name: &'static str,
        search: impl FnOnce() -> Result<Run, Refusal>,
    ) -> Attempt {
        if self.unfinished.contains(name) {
            return Attempt::NotTried;
        }
        let Ok(run) = search() else { return Attempt::Refused };
        if run.searched.states().is_none() {
            self.unfinished.insert(name);
        }
        Attempt::Run(run)
    }
}

fn without_reduction(machine: &Machine, budget: &Budget) -> Run {
    let start = Instant::now();
    let searched = search_all(machine, budget);
    Run { searched, seconds: start.elapsed().as_secs_f64(), guarantee: None }
}

fn quotient_with(
    machine: &Machine,
    reduction: &Reduction,
    variant: &Variant,
    budget: &Budget,
) -> Result<Run, Refusal> {
    let start = Instant::now();
    let prepared = variant.strategy.prepare(&reduction.symmetry, &variant.options)?;
    let options = SearchOptions { order: variant.order, ..budget.options() };
    let searched = search_classes_by(machine, reduction, &prepared, &options);
    let seconds = start.elapsed().as_secs_f64();
    Ok(Run { searched, seconds, guarantee: Some(prepared.guarantee()) })
}
