//! From the arguments of `check` to ready, validated settings, before any work starts.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use kernel::{
    Budget, Limits, Order, Property, PropertyId, PropertyKind, PropertySet, SearchOptions,
};

use crate::arguments::{CheckArgs, OnOff, SearchOrder};
use crate::exit::Failure;
use crate::memory::default_limit;

/// Refuses, by name, what is not supported yet.
///
/// # Errors
/// The first such option.
pub fn refuse_later(args: &CheckArgs) -> Result<(), Failure> {
    let refuse = |name: &str| Err(Failure::input(format!("`{name}` is not supported yet")));
    if args.later.ltl.is_some() {
        return refuse("--ltl");
    }
    if args.later.por.is_some() {
        return refuse("--por");
    }
    Ok(())
}

/// How to search a system with these properties.
///
/// # Errors
/// Unknown properties, or none left to check.
pub fn search_options(
    args: &CheckArgs,
    properties: &[Property],
    cancel: Arc<AtomicBool>,
) -> Result<SearchOptions, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let limits = Limits {
        depth: args.max_depth,
        states: args.max_states,
        memory_bytes: args.memory.or_else(default_limit),
        time: args.time,
    };
    Ok(SearchOptions {
        order: match args.search {
            SearchOrder::Bfs => Order::BreadthFirst,
            SearchOrder::Dfs => Order::DepthFirst,
        },
        workers: args.workers.map_or(cores, usize::from),
        keep_going: args.keep_going,
        check: PropertySet::Only(chosen(args, properties)?),
        limits,
        cancel: Some(cancel.clone()),
        budget: Budget::new(&limits, Some(cancel)),
    })
}

/// What may be spent before the search: half of all, so that the search can go on without a reduction that takes too long
/// to find or to get ready.
pub fn preparation_budget(options: &SearchOptions) -> Budget {
    let limits = Limits {
        memory_bytes: options.limits.memory_bytes.map(|bytes| bytes / 2),
        time: options.limits.time.map(|time| time / 2),
        ..Limits::default()
    };
    Budget::new(&limits, options.cancel.clone())
}

fn chosen(args: &CheckArgs, properties: &[Property]) -> Result<Vec<PropertyId>, Failure> {
    for name in &args.property {
        if !properties.iter().any(|property| is_called(property, name)) {
            let known: Vec<&str> = properties.iter().map(|p| p.name.as_str()).collect();
            let known = known.join("`, `");
            return Err(Failure::input(format!("no property `{name}`: there are `{known}`")));
        }
    }
    let wanted = |property: &Property| {
        let named =
            args.property.is_empty() || args.property.iter().any(|name| is_called(property, name));
        named && (args.deadlock == OnOff::On || property.kind != PropertyKind::Deadlock)
    };
    let places = (0..properties.len()).filter(|&place| wanted(&properties[place]));
    let chosen: Vec<PropertyId> = places.map(PropertyId::new).collect();
    if chosen.is_empty() {
        return Err(Failure::input("no property is left to check"));
    }
    Ok(chosen)
}

/// Whether a property is meant by a name: capitals, spaces, hyphens and a final `s` do not matter.
pub fn is_called(property: &Property, name: &str) -> bool {
    let plain = |text: &str| {
        let text: String = text.chars().filter(|c| c.is_alphanumeric()).collect();
        text.to_lowercase().trim_end_matches('s').to_owned()
    };
    plain(&property.name) == plain(name)
}
