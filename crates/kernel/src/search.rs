//! The entry to all searches.

mod breadth_first;
mod control;
mod depth_first;
mod emptiness;
mod frontier;
mod graph;
mod violations;
mod worker;

use crate::options::{Engine, Order, SearchOptions};
use crate::outcome::{Outcome, Statistics};
use crate::property::{PropertyId, PropertyKind};
use crate::report::Reporter;
use crate::store::StateStore;
use crate::system::TransitionSystem;
use crate::visited::Visited;
use control::Control;
pub use emptiness::{
    Emptiness, Lasso, Move, Prefix, Shorter, find_accepted, find_prefix, find_shorter,
};
pub use graph::{Ending, GraphEdge, GraphNode, GraphVisitor, Walk, walk_graph};
use violations::Violations;
use worker::Worker;

/// Visits every state that is reachable, as far as the options let it.
pub fn search<S: TransitionSystem>(
    system: &S,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Outcome<S> {
    let by_levels = options.order == Order::BreadthFirst;
    let store = StateStore::new(system.identity(), by_levels && options.partial_order);
    if by_levels {
        return search_by_levels(system, &store, options, reporter);
    }
    let shared = Shared::new(system, &store, options, reporter);
    let workers = depth_first::run(&shared, &store);
    shared.outcome(workers)
}

/// The same, breadth first whatever the options say, with the states that are visited in a set which is empty now.
pub fn search_by_levels<S: TransitionSystem>(
    system: &S,
    visited: &dyn Visited,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Outcome<S> {
    let shared = Shared::new(system, visited, options, reporter);
    let workers = breadth_first::run(&shared, options.workers.max(1));
    shared.outcome(workers)
}

/// What all workers of a search share.
struct Shared<'a, S: TransitionSystem> {
    system: &'a S,
    visited: &'a dyn Visited,
    control: Control<'a>,
    violations: Violations<S>,
    /// The checked invariants.
    invariants: Vec<PropertyId>,
    /// The property that deadlocks violate, if it is checked.
    deadlock: Option<PropertyId>,
    /// Whether the system may leave out transitions.
    partial_order: bool,
    /// How successors are computed.
    engine: Engine,
}

impl<'a, S: TransitionSystem> Shared<'a, S> {
    fn new(
        system: &'a S,
        visited: &'a dyn Visited,
        options: &'a SearchOptions,
        reporter: &'a dyn Reporter,
    ) -> Self {
        let of_kind = |kind| {
            let properties = system.properties().iter().enumerate();
            properties
                .filter(move |(_, property)| property.kind == kind)
                .map(|(index, _)| PropertyId::new(index))
        };
        let check = &options.check;
        Shared {
            system,
            visited,
            control: Control::new(options, reporter),
            violations: Violations::new(system.properties().len(), options),
            invariants: of_kind(PropertyKind::Invariant).filter(|&id| check.contains(id)).collect(),
            deadlock: of_kind(PropertyKind::Deadlock).next().filter(|&id| check.contains(id)),
            partial_order: options.partial_order,
            engine: options.engine,
        }
    }

    fn outcome(&self, workers: Vec<Worker<'_, S>>) -> Outcome<S> {
        let transitions = workers.iter().map(Worker::transitions).sum();
        let scratches = workers.into_iter().map(Worker::into_scratch).collect();
        Outcome {
            statistics: Statistics {
                states: self.visited.len(),
                transitions,
                depth: self.control.depth(),
                elapsed: self.control.elapsed(),
                store_bytes: self.visited.bytes(),
                frontier_bytes: self.control.peak_frontier_bytes(),
            },
            stop: self.control.stop_reason(),
            violations: self.violations.take_found(self.system, self.visited),
            violation_count: self.violations.count(),
            scratches,
        }
    }
}
