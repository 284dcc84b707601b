//! The entry to all searches.

mod backwards;
mod breadth_first;
mod checkpoints;
mod control;
mod deferred;
mod depth_first;
mod distributed;
mod emptiness;
mod foresight;
mod graph;
mod lossy;
mod on_disk;
mod seek;
mod violations;
mod without_parents;
mod worker;

use std::ops::ControlFlow;

use crate::machines::Machines;
use crate::options::{Engine, Order, SearchOptions, Store, TraceChoice};
use crate::outcome::{Outcome, Statistics, StopReason};
use crate::property::{PropertyId, PropertyKind};
use crate::report::Reporter;
use crate::store::{StateId, StateIdentity, StateStore};
use crate::system::TransitionSystem;
use crate::visited::{Levels, Offers, Visited};
use checkpoints::Keeper;
use control::Control;
use distributed::Gathering;
pub use emptiness::{
    Emptiness, Lasso, Move, Prefix, Shorter, find_accepted, find_prefix, find_shorter,
};
pub use graph::{Ending, GraphEdge, GraphNode, GraphVisitor, Walk, walk_graph};
use violations::{Place, Violations};
use worker::Worker;

/// Visits every state that is reachable, as far as the options let it.
pub fn search<S: TransitionSystem>(
    system: &S,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Outcome<S> {
    search_by(system, None, options, reporter)
}

/// The same, by a short way where the search goes by levels and the options let it.
pub fn search_short<S: TransitionSystem>(
    system: &S,
    expand: &Expand<'_, S>,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Outcome<S> {
    search_by(
        system,
        Some(expand).filter(|_| options.engine != Engine::Interpreted),
        options,
        reporter,
    )
}

/// A short way from an encoded state to its encoded successors: offers the targets of all transitions, in the order of
/// [`successors`](TransitionSystem::successors), and answers whether it has. It does so only where that is all there is to say of the
/// state: it has transitions, none of them violates anything, ends without a target or is given up, and what the system's scratch
/// notes (such as coverage) is noted. Otherwise it leaves the offers as they were, and the search goes the long way.
pub type Expand<'a, S> = dyn Fn(&[u8], StateId, &mut <S as TransitionSystem>::Scratch, &mut Offers, &mut dyn Demand) -> bool
    + Sync
    + 'a;

/// What a search asks of a [short way](Expand).
pub trait Demand {
    /// Whether all transitions are wanted, as [`Visitor::wants_all`](crate::Visitor::wants_all), given the offers, of which those from
    /// `first` on were made for the state that is expanded. (Who passes the question on may put others in their place.)
    fn wants_all(&mut self, offers: &mut Offers, first: usize) -> bool;

    /// How what follows is to be computed, where there are several short ways.
    fn engine(&self) -> Engine;

    /// Called now and then where there is much to compute, as [`Visitor::pause`](crate::Visitor::pause). After `Break` the short way is
    /// not gone to its end.
    fn pause(&mut self) -> ControlFlow<()>;
}

fn search_by<S: TransitionSystem>(
    system: &S,
    short: Option<&Expand<'_, S>>,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Outcome<S> {
    let by_levels = options.order == Order::BreadthFirst;
    let identity = system.identity();
    if by_levels
        && identity != StateIdentity::Key
        && let Some(team) = &options.team
        && let Some(machines) = team.begins_search()
    {
        return distributed::run(system, short, machines, &team.told(), options, reporter);
    }
    match (options.store, identity) {
        (Store::Compressed, StateIdentity::Fixed(length)) if by_levels => {
            return without_parents::compressed(system, short, length, options, reporter);
        }
        (Store::Plain | Store::Compressed, StateIdentity::Whole | StateIdentity::Fixed(_))
            if by_levels && on_disk::may_be_plain(options) =>
        {
            return on_disk::run(system, short, options, reporter);
        }
        (Store::Disk | Store::Auto, StateIdentity::Whole | StateIdentity::Fixed(_))
            if by_levels && on_disk::may_be_needed(options) =>
        {
            return on_disk::run(system, short, options, reporter);
        }
        (
            Store::Bitstate { .. } | Store::Fingerprint { .. },
            StateIdentity::Whole | StateIdentity::Fixed(_),
        ) if by_levels => {
            return lossy::run(system, short, options, reporter);
        }
        _ => {}
    }
    let store = StateStore::new(identity, by_levels && options.partial_order);
    let shared = Shared { short, ..Shared::new(system, &store, options, reporter) };
    if let Some(checkpoints) = &options.checkpoints {
        checkpoints.note(&Err("a search of this kind makes none".to_owned()));
        if checkpoints.take_resumed().is_some() {
            let _ = shared.control.stop(StopReason::OtherSearch);
        }
    }
    let workers = match by_levels {
        true => breadth_first::run(&shared, options.workers.max(1)),
        false => depth_first::run(&shared, &store),
    };
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

/// The state of a level that comes first as bytes.
fn first_of_level(levels: &dyn Levels, level: u64) -> Option<Vec<u8>> {
    let mut first: Option<Vec<u8>> = None;
    let shown = levels.show(level, &mut |state| {
        if first.as_deref().is_none_or(|first| state < first) {
            first = Some(state.to_vec());
        }
        ControlFlow::Continue(())
    });
    shown.ok().and(first)
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
    /// The short way, if there is one.
    short: Option<&'a Expand<'a, S>>,
    engine: Engine,
    /// The number of threads.
    workers: usize,
    /// Which trace of a violation is told.
    trace_choice: TraceChoice,
    /// Whether a way to a state of the last level is wanted.
    wants_deepest: bool,
    /// What makes checkpoints, if there are to be any.
    keeper: Option<Keeper<'a>>,
    /// The machines that it is shared with.
    machines: Option<&'a dyn Machines>,
    /// What makes checkpoints with them, if there are to be any.
    gathering: Option<&'a Gathering<'a>>,
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
            short: None,
            engine: options.engine,
            workers: options.workers.max(1),
            trace_choice: options.trace_choice,
            wants_deepest: options.deepest,
            keeper: None,
            machines: None,
            gathering: None,
        }
    }

    /// What a search found whose visited set keeps parents, or levels.
    fn outcome(&self, workers: Vec<Worker<'_, S>>) -> Outcome<S> {
        let mut outcome = self.untraced_outcome(workers);
        self.trace(&mut outcome);
        outcome
    }

    /// Adds the ways to the violations.
    fn trace(&self, outcome: &mut Outcome<S>) {
        let (violations, all) = self.violations.take_found(|place| self.way_to(place));
        outcome.violations = violations;
        if let Err(why) = all {
            outcome.stop = why;
        }
        if self.wants_deepest && outcome.violations.is_empty() {
            outcome.deepest = self.way_to_deepest();
        }
        outcome.statistics.elapsed = self.control.elapsed();
    }

    /// The states on a way from an initial state to this one.
    ///
    /// # Errors
    /// Why none was found.
    fn way_to(&self, place: Place<'_>) -> Result<Vec<S::State>, StopReason> {
        let along_parents = || violations::way_to(place.state, self.system, self.visited);
        let keeps_parents = self.visited.keeps_parents();
        match self.visited.levels() {
            Some(levels) if !keeps_parents || self.trace_choice == TraceChoice::Least => {
                let way = backwards::way_to(self, levels, place);
                // Where a limit leaves no time for that, any way is better than none.
                if keeps_parents { way.or_else(|_| Ok(along_parents())) } else { way }
            }
            _ => Ok(along_parents()),
        }
    }

    /// The states on a way to the first state of the last level, if that is known in memory.
    fn way_to_deepest(&self) -> Option<Vec<S::State>> {
        let levels = self.visited.levels().filter(|_| self.visited.keeps_parents())?;
        // Of the level that a limit has cut short nothing is kept.
        let deepest = self.control.depth();
        let complete = [Some(deepest), deepest.checked_sub(1)].into_iter().flatten();
        let first = |depth| Some((depth, first_of_level(levels, depth)?));
        let (depth, bytes) = complete.into_iter().find_map(first)?;
        // Which number it has does not matter where levels are known.
        let place = Place { state: StateId::from_number(0), bytes: &bytes, depth };
        backwards::way_to(self, levels, place).ok()
    }

    /// Whether it is this search that begins with the initial states, and not that of another machine.
    fn begins(&self) -> bool {
        self.machines.is_none_or(|machines| machines.own() == 0)
    }

    /// Why the search ended. What a limit left of the level in which a violation was met does not matter.
    fn stop_reason(&self) -> StopReason {
        let stop = self.control.stop_reason();
        match stop {
            StopReason::StateLimit
            | StopReason::MemoryLimit
            | StopReason::TimeLimit
            | StopReason::StepLimit
            | StopReason::RoomLimit
            | StopReason::Cancelled
                if self.violations.are_enough() =>
            {
                StopReason::Violation
            }
            _ => stop,
        }
    }

    /// The same without the ways to the violations.
    fn untraced_outcome(&self, workers: Vec<Worker<'_, S>>) -> Outcome<S> {
        let transitions = workers.iter().map(Worker::transitions).sum();
        let scratches = workers.into_iter().map(Worker::into_scratch).collect();
        Outcome {
            statistics: Statistics {
                states: self.visited.len(),
                transitions,
                depth: self.control.depth(),
                elapsed: self.control.elapsed(),
                store_bytes: self.visited.bytes(),
                file_bytes: self.visited.file_bytes(),
                frontier_bytes: self.control.peak_frontier_bytes(),
                omission: None,
                shares: None,
            },
            stop: self.stop_reason(),
            violations: Vec::new(),
            deepest: None,
            violation_count: self.violations.count(),
            scratches,
        }
    }
}
