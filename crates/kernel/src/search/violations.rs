//! Collecting violations, and telling how each came about.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use crate::checkpoint::Met;
use crate::options::{Order, SearchOptions, TraceChoice};
use crate::outcome::{Found, Trace, ViolatedBy};
use crate::property::{PropertyId, PropertySet};
use crate::store::StateId;
use crate::system::TransitionSystem;
use crate::visited::Visited;

/// A state in which a property is violated.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) state: StateId,
    pub(super) bytes: &'a [u8],
    pub(super) depth: u64,
}

/// A violation: the last state, and what violates the property in it.
struct Violation<S: TransitionSystem> {
    state: StateId,
    /// The same encoded: a set that keeps no parents may number it anew.
    bytes: Vec<u8>,
    depth: u64,
    by: ViolatedBy<S::Step>,
}

impl<S: TransitionSystem> Violation<S> {
    /// How many transitions the run has.
    fn length(&self) -> u64 {
        self.depth + u64::from(matches!(self.by, ViolatedBy::Transition(_)))
    }
}

/// What violates a property, as it is met.
pub(super) enum Violator<'a, Step> {
    /// The state itself.
    State,
    /// A transition out of it, with these steps.
    Transition(&'a [Step]),
}

impl<Step: Clone> Violator<'_, Step> {
    fn to_owned(&self) -> ViolatedBy<Step> {
        match self {
            Violator::State => ViolatedBy::State,
            Violator::Transition(steps) => ViolatedBy::Transition(steps.to_vec()),
        }
    }

    /// How many transitions it adds to the run.
    fn transitions(&self) -> u64 {
        match self {
            Violator::State => 0,
            Violator::Transition(_) => 1,
        }
    }
}

/// The violations met so far.
pub(super) struct Violations<S: TransitionSystem> {
    checked: Vec<bool>,
    keep_going: bool,
    /// Whether a search by levels ends with the level in which one is met.
    ends_level: bool,
    count: AtomicU64,
    /// The shortest for each property; of equals the one whose state comes first as bytes, and of one state the one met first.
    shortest: Mutex<Vec<Option<Violation<S>>>>,
}

impl<S: TransitionSystem> Violations<S> {
    pub(super) fn new(properties: usize, options: &SearchOptions) -> Self {
        let check: &PropertySet = &options.check;
        Violations {
            checked: (0..properties).map(|index| check.contains(PropertyId::new(index))).collect(),
            keep_going: options.keep_going,
            ends_level: options.order == Order::BreadthFirst
                && options.trace_choice == TraceChoice::Least,
            count: AtomicU64::new(0),
            shortest: Mutex::new((0..properties).map(|_| None).collect()),
        }
    }

    /// Notes that a property is violated in a state. Returns whether the search goes on, perhaps to the end of a level only.
    pub(super) fn note(
        &self,
        property: PropertyId,
        place: Place<'_>,
        by: Violator<'_, S::Step>,
    ) -> bool {
        if !self.checked[property.index()] {
            return true;
        }
        self.count.fetch_add(1, Relaxed);
        let mut shortest = self.shortest.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = &mut shortest[property.index()];
        let Place { state, bytes, depth } = place;
        let length = depth + by.transitions();
        if slot.as_ref().is_none_or(|known| (length, bytes) < (known.length(), &known.bytes)) {
            *slot = Some(Violation { state, bytes: bytes.to_vec(), depth, by: by.to_owned() });
        }
        self.keep_going || self.ends_level
    }

    /// Whether no level after the present one need be searched.
    pub(super) fn are_enough(&self) -> bool {
        let met = || self.shortest.lock().unwrap_or_else(PoisonError::into_inner);
        !self.keep_going && self.count() > 0 && met().iter().any(Option::is_some)
    }

    /// Forgets all but those that are told: if the search ends with the first, the shortest, and of equals that of the first property.
    fn choose(&self, shortest: &mut [Option<Violation<S>>]) {
        if self.keep_going {
            return;
        }
        let met = shortest.iter().enumerate();
        let lengths = met.filter_map(|(index, it)| Some((it.as_ref()?.length(), index)));
        let first = lengths.min().map(|(_, index)| index);
        let others = shortest.iter_mut().enumerate().filter(|(index, _)| Some(*index) != first);
        others.for_each(|(_, it)| *it = None);
    }

    /// What a checkpoint says of the shortest for each property.
    pub(super) fn kept(&self) -> Vec<Met> {
        let shortest = self.shortest.lock().unwrap_or_else(PoisonError::into_inner);
        let met = shortest.iter().enumerate().filter_map(|(property, it)| {
            let Violation { bytes, depth, by, .. } = it.as_ref()?;
            let by_transition = matches!(by, ViolatedBy::Transition(_));
            Some(Met { property, state: bytes.clone(), depth: *depth, by_transition })
        });
        met.collect()
    }

    /// Takes over a violation from a checkpoint, by the steps of a transition or by the state. Tells whether there is such a property.
    pub(super) fn resume(&self, met: &Met, steps: Option<Vec<S::Step>>) -> bool {
        let mut shortest = self.shortest.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(slot) = shortest.get_mut(met.property) else { return false };
        let by = steps.map_or(ViolatedBy::State, ViolatedBy::Transition);
        // A set that comes from a checkpoint has levels, and needs no number.
        let state = StateId::from_number(0);
        *slot = Some(Violation { state, bytes: met.state.clone(), depth: met.depth, by });
        true
    }

    /// Adds violations that were met before a checkpoint.
    pub(super) fn add(&self, count: u64) {
        self.count.fetch_add(count, Relaxed);
    }

    /// All violations met.
    pub(super) fn count(&self) -> u64 {
        self.count.load(Relaxed)
    }

    /// The properties that are told to be violated, and the greatest depth of a state in whose expansion the shortest violation of one was met.
    pub(super) fn met(&self) -> (Vec<PropertyId>, u64) {
        let mut shortest = self.shortest.lock().unwrap_or_else(PoisonError::into_inner);
        self.choose(&mut shortest);
        let mut deepest = 0;
        let met = shortest.iter().enumerate().filter_map(|(index, it)| {
            deepest = deepest.max(it.as_ref()?.depth);
            Some(PropertyId::new(index))
        });
        (met.collect(), deepest)
    }

    /// The shortest violation of each property, with the way to it, which `way` finds.
    ///
    /// # Errors
    /// That of the first way that was not found.
    pub(super) fn take_found<E>(
        &self,
        mut way: impl FnMut(Place<'_>) -> Result<Vec<S::State>, E>,
    ) -> (Vec<Found<S>>, Result<(), E>) {
        let mut shortest = self.shortest.lock().unwrap_or_else(PoisonError::into_inner);
        self.choose(&mut shortest);
        let mut found = Vec::new();
        for (index, it) in shortest.drain(..).enumerate() {
            let Some(Violation { state, bytes, depth, by }) = it else { continue };
            match way(Place { state, bytes: &bytes, depth }) {
                Ok(states) => found.push(Found {
                    property: PropertyId::new(index),
                    trace: Trace { states, violated_by: by },
                }),
                Err(error) => return (found, Err(error)),
            }
        }
        (found, Ok(()))
    }
}

/// The states on the way along the parents from an initial state to this one.
pub(super) fn way_to<S: TransitionSystem>(
    id: StateId,
    system: &S,
    visited: &dyn Visited,
) -> Vec<S::State> {
    let mut bytes = Vec::new();
    let backwards = std::iter::successors(Some(id), |&id| visited.parent(id));
    let mut states: Vec<S::State> = backwards
        .map(|id| {
            let mut state = system.blank();
            visited.read(id, &mut bytes).expect("a set that keeps parents is in memory");
            system.decode(&bytes, &mut state);
            state
        })
        .collect();
    states.reverse();
    states
}
