//! Components that are made while they are used: a product that is chased (the lazy form of Gibson-Robinson and Lowe 2019,
//! Section 4). What surrounds it lets it come to few of the states that it has by itself.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::Supercombinator;
use super::table::Group;
use crate::event::Event;

/// There are no more states than this. It is a power of two less one segment.
pub(super) const MOST_STATES: u32 = (1 << 22) - FIRST_SEGMENT;

/// States are kept in segments, each twice as long as the one before.
const FIRST_SEGMENT: u32 = 1 << 8;

/// A chase that takes more steps than this is given up.
const LONGEST_CHASE: usize = 1 << 20;

/// A chased product: wherever it can do τ, it follows one at once, again and again. Threads share it.
pub struct Chased {
    system: Supercombinator,
    /// All events that it may do, in ascending order.
    events: Vec<Event>,
    numbers: Mutex<HashMap<Box<[u8]>, u32, rapidhash::fast::RandomState>>,
    segments: [OnceLock<Box<[Place]>>; 14],
    /// Whether some state has transitions that are left out, as a limit was reached.
    cut_short: AtomicBool,
}

/// A state: where it is met, and what it does, once that is asked for.
#[derive(Default)]
struct Place {
    packed: OnceLock<Box<[u8]>>,
    row: OnceLock<Row>,
}

/// The transitions of a state.
pub(super) struct Row {
    /// Its events, with where their targets are.
    pub(super) groups: Box<[Group]>,
    pub(super) targets: Box<[u32]>,
}

impl Chased {
    /// A product, chased. Its initial state has number 0. The product must not be generalised.
    pub(super) fn new(system: Supercombinator) -> Chased {
        // Where it diverges it does τ.
        let mut events: Vec<Event> = system.rules().iter().map(|rule| rule.event).collect();
        events.push(Event::TAU);
        events.sort_unstable();
        events.dedup();
        let initial = system.initial();
        let chased = Chased {
            system,
            events,
            numbers: Mutex::default(),
            segments: Default::default(),
            cut_short: AtomicBool::new(false),
        };
        let end = chased.end(initial);
        chased.number(&end);
        chased
    }

    /// All events that it may do, in ascending order.
    pub(crate) fn events(&self) -> &[Event] {
        &self.events
    }

    /// Whether some of its transitions were left out, as there are too many states or a chase took too long.
    pub(super) fn is_cut_short(&self) -> bool {
        self.cut_short.load(Ordering::Relaxed)
    }

    /// The transitions of a state that was met.
    pub(super) fn row(&self, state: u32) -> &Row {
        let place = self.place(state).expect("a state that was met");
        place.row.get_or_init(|| self.made(place.packed.get().expect("a state that was met")))
    }

    fn made(&self, packed: &[u8]) -> Row {
        let mut state = vec![0; self.system.width()];
        self.system.unpack(packed, &mut state);
        let mut steps: Vec<(u32, u32)> = Vec::new();
        if self.silent(&state).is_some() {
            // The chase comes back to it for ever.
            let number = self.number(&state);
            steps.extend(number.map(|number| (self.slot(Event::TAU), number)));
        } else {
            let mut found = Vec::new();
            let _ = self.system.successors(&state, &mut self.system.firing(), &mut |event, to| {
                found.push((event, to.to_vec()));
                ControlFlow::Continue(())
            });
            for (event, to) in found {
                let end = self.end(to);
                steps.extend(self.number(&end).map(|number| (self.slot(event), number)));
            }
        }
        // Numbers depend on the order in which states are met. What is shown of this one does not.
        steps.sort_unstable_by_key(|&(slot, number)| {
            (slot, self.place(number).and_then(|place| place.packed.get()))
        });
        steps.dedup();
        let mut groups = Vec::new();
        let mut begin = 0;
        for of_event in steps.chunk_by(|one, other| one.0 == other.0) {
            let end = begin + of_event.len() as u32;
            groups.push(Group { slot: of_event[0].0, begin, end });
            begin = end;
        }
        let targets = steps.iter().map(|&(_, target)| target).collect();
        Row { groups: groups.into(), targets }
    }

    fn slot(&self, event: Event) -> u32 {
        self.events.binary_search(&event).expect("an event of a rule") as u32
    }

    /// Where τ leads, of several the least state.
    fn silent(&self, state: &[u32]) -> Option<Vec<u32>> {
        let mut least: Option<Vec<u32>> = None;
        let _ = self.system.successors(state, &mut self.system.firing(), &mut |event, to| {
            if event == Event::TAU && least.as_ref().is_none_or(|least| to < least.as_slice()) {
                least = Some(to.to_vec());
            }
            ControlFlow::Continue(())
        });
        least
    }

    /// Where the chase from a state ends: in a state without τ, or in the least state of a cycle.
    fn end(&self, mut state: Vec<u32>) -> Vec<u32> {
        let (mut way, mut seen) = (Vec::new(), rapidhash::RapidHashSet::default());
        while let Some(next) = self.silent(&state) {
            if way.len() == LONGEST_CHASE {
                self.cut_short.store(true, Ordering::Relaxed);
                break;
            }
            if !seen.insert(state.clone()) {
                let begin = way.iter().position(|other| *other == state).unwrap_or(0);
                return way[begin..].iter().min().cloned().unwrap_or(state);
            }
            way.push(std::mem::replace(&mut state, next));
        }
        state
    }

    /// The number of a state; none if there are too many.
    fn number(&self, state: &[u32]) -> Option<u32> {
        let mut packed = Vec::with_capacity(self.system.bytes());
        self.system.pack(state, &mut packed);
        let mut numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = numbers.get(packed.as_slice()) {
            return Some(number);
        }
        let number = numbers.len() as u32;
        if number >= MOST_STATES {
            self.cut_short.store(true, Ordering::Relaxed);
            return None;
        }
        let (segment, _) = location(number);
        let places = self.segments[segment]
            .get_or_init(|| (0..FIRST_SEGMENT << segment).map(|_| Place::default()).collect());
        let packed = packed.into_boxed_slice();
        let _ = places[location(number).1].packed.set(packed.clone());
        numbers.insert(packed, number);
        Some(number)
    }

    fn place(&self, state: u32) -> Option<&Place> {
        let (segment, place) = location(state);
        self.segments.get(segment)?.get()?.get(place)
    }
}

/// The segment of a state, and where it is there.
fn location(state: u32) -> (usize, usize) {
    let place = state + FIRST_SEGMENT;
    let segment = (place / FIRST_SEGMENT).ilog2();
    (segment as usize, (place - (FIRST_SEGMENT << segment)) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_have_places_one_after_the_other() {
        assert_eq!(location(0), (0, 0));
        assert_eq!(location(FIRST_SEGMENT - 1), (0, 255));
        assert_eq!(location(FIRST_SEGMENT), (1, 0));
        assert_eq!(location(3 * FIRST_SEGMENT - 1), (1, 511));
        assert_eq!(location(3 * FIRST_SEGMENT), (2, 0));
        assert_eq!(location(MOST_STATES - 1).0, 13);
    }
}
