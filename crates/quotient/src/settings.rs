//! From the arguments of `check` to ready, validated settings, before any work starts.

use checking::is_called;
use kernel::{
    Algorithm, Fairness, Limits, Order, Property, PropertyId, PropertyKind, PropertySet,
    SearchOptions,
};

use crate::arguments::{CheckArgs, EmptinessName, FairnessName, OnOff, SearchOrder};
use crate::exit::Failure;
use crate::representative::ExploreName;
use crate::symmetry_arguments::SymmetryChoice;

/// What is checked of a model.
pub struct Chosen {
    /// Of what states and transitions can violate.
    pub properties: Vec<PropertyId>,
    /// Of the claims: places.
    pub claims: Vec<usize>,
}

/// Where a check gives up, given what the job may take.
pub fn limits(args: &CheckArgs, job: Limits) -> Limits {
    Limits { depth: args.max_depth, states: args.max_states, ..job }
}

/// How to search a system for what states and transitions can violate, without the limits.
pub fn search_options(args: &CheckArgs, chosen: &Chosen) -> SearchOptions {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    SearchOptions {
        order: match args.search {
            SearchOrder::Bfs => Order::BreadthFirst,
            SearchOrder::Dfs => Order::DepthFirst,
        },
        workers: args.workers.map_or(cores, usize::from),
        keep_going: args.keep_going,
        check: PropertySet::Only(chosen.properties.clone()),
        partial_order: args.por == OnOff::On && !args.shortest,
        algorithm: match args.emptiness {
            EmptinessName::Scc => Algorithm::Components,
            EmptinessName::Ndfs => Algorithm::Nested,
        },
        ..SearchOptions::default()
    }
}

/// Refuses what cannot be asked for together.
///
/// # Errors
/// What, and why.
pub fn refuse_combinations(args: &CheckArgs) -> Result<(), Failure> {
    let is_fair = args.fairness != FairnessName::None;
    let why = if args.shortest && args.search == SearchOrder::Dfs {
        "`--shortest` finds no shortest counterexamples depth first: `--search bfs` does"
    } else if args.shortest && is_fair {
        "`--shortest` looks for no shortest fair runs: it goes with `--fairness none`"
    } else if args.emptiness == EmptinessName::Ndfs && is_fair {
        "a nested search knows no fairness: `--emptiness scc` does"
    } else if is_concrete(args) && args.symmetry == SymmetryChoice::Off {
        "`--explore concrete` does nothing with `--symmetry off`: every state is searched itself"
    } else {
        return Ok(());
    };
    Err(Failure::input(why))
}

/// Refuses formulas and claims where the states themselves are to be searched.
///
/// # Errors
/// One that is to be checked.
pub fn refuse_concrete_claims(
    args: &CheckArgs,
    chosen: &Chosen,
    claims: &[&str],
) -> Result<(), Failure> {
    match chosen.claims.first() {
        Some(&place) if is_concrete(args) => Err(Failure::input(format!(
            "`--explore concrete` finds no runs that go on for ever: `{}` is searched from \
             representatives; leave the option out, or choose others with `--property`",
            claims[place]
        ))),
        _ => Ok(()),
    }
}

fn is_concrete(args: &CheckArgs) -> bool {
    args.representative.explore == ExploreName::Concrete
}

/// Which runs count for what is said of all runs.
pub fn fairness(args: &CheckArgs) -> Fairness {
    match args.fairness {
        FairnessName::None => Fairness::None,
        FairnessName::Weak => Fairness::Weak,
        FairnessName::Strong => Fairness::Strong,
    }
}

/// What is to be checked of what there is: properties, and claims, by name.
///
/// # Errors
/// Unknown properties, or none left to check.
pub fn chosen(
    args: &CheckArgs,
    properties: &[Property],
    claims: &[&str],
) -> Result<Chosen, Failure> {
    for name in &args.property {
        let is_known = properties.iter().any(|property| is_called(property, name));
        if !is_known && !claims.contains(&name.as_str()) {
            let known = properties.iter().map(|p| p.name.as_str()).chain(claims.iter().copied());
            let known = known.collect::<Vec<_>>().join("`, `");
            return Err(Failure::input(format!("no property `{name}`: there are `{known}`")));
        }
    }
    let wanted = |property: &Property| {
        let named =
            args.property.is_empty() || args.property.iter().any(|name| is_called(property, name));
        named && (args.deadlock == OnOff::On || property.kind != PropertyKind::Deadlock)
    };
    let places = (0..properties.len()).filter(|&place| wanted(&properties[place]));
    let wanted_claim = |place: &usize| {
        args.property.is_empty() || args.property.iter().any(|name| name == claims[*place])
    };
    let chosen = Chosen {
        properties: places.map(PropertyId::new).collect(),
        claims: (0..claims.len()).filter(wanted_claim).collect(),
    };
    if chosen.properties.is_empty() && chosen.claims.is_empty() {
        return Err(Failure::input("no property is left to check"));
    }
    Ok(chosen)
}
