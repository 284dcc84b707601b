//! The transitions of a component, as rules ask for them: where does this event lead?

use std::sync::Arc;

use crate::event::Event;
use crate::explicit::{Explicit, State};
use crate::supercombinator::lazy::Chased;

/// Tables of more entries than this are not laid out: events are searched for.
const LARGEST: usize = 1 << 22;

/// The transitions of a component. Its events are numbered: an event's number is its slot.
pub(super) struct Table {
    /// The event of each slot, in ascending order.
    pub(super) events: Vec<Event>,
    /// The events of each state, with where their targets are.
    groups: Vec<Group>,
    /// Where the groups of each state begin, and behind the last state where they end.
    starts: Vec<u32>,
    /// The targets of all transitions.
    targets: Vec<u32>,
    /// Where the targets of each slot in each state begin and end; nothing if that would be large.
    laid_out: Vec<(u32, u32)>,
    /// The component, if it is made while it is used: then it has the transitions.
    chased: Option<Arc<Chased>>,
}

/// All transitions of a state with one event.
#[derive(Clone, Copy)]
pub(super) struct Group {
    pub(super) slot: u32,
    pub(super) begin: u32,
    pub(super) end: u32,
}

impl Table {
    pub(super) fn new(explicit: &Explicit) -> Table {
        let mut events: Vec<Event> = explicit.transitions.iter().map(|&(event, _)| event).collect();
        events.sort_unstable();
        events.dedup();
        let mut table = Table {
            targets: explicit.transitions.iter().map(|&(_, target)| target.0).collect(),
            events,
            groups: Vec::new(),
            starts: vec![0],
            laid_out: Vec::new(),
            chased: None,
        };
        let entries = explicit.len().checked_mul(table.events.len());
        let lays_out = entries.is_some_and(|entries| entries <= LARGEST);
        for state in (0..explicit.len() as u32).map(State) {
            let mut begin = explicit.starts[state.0 as usize];
            let row = table.laid_out.len();
            if lays_out {
                table.laid_out.resize(row + table.events.len(), (0, 0));
            }
            for of_event in explicit.of(state).chunk_by(|one, other| one.0 == other.0) {
                let slot = table.slot(of_event[0].0).expect("an event of the component");
                let end = begin + of_event.len() as u32;
                table.groups.push(Group { slot, begin, end });
                if lays_out {
                    table.laid_out[row + slot as usize] = (begin, end);
                }
                begin = end;
            }
            table.starts.push(table.groups.len() as u32);
        }
        table
    }

    /// The transitions of a component that is made while it is used.
    pub(super) fn chased(chased: &Arc<Chased>) -> Table {
        Table {
            events: chased.events().to_vec(),
            groups: Vec::new(),
            starts: Vec::new(),
            targets: Vec::new(),
            laid_out: Vec::new(),
            chased: Some(Arc::clone(chased)),
        }
    }

    /// The slot of an event, if the component ever does it.
    pub(super) fn slot(&self, event: Event) -> Option<u32> {
        self.events.binary_search(&event).ok().map(|slot| slot as u32)
    }

    /// The events of a state.
    pub(super) fn groups(&self, state: u32) -> &[Group] {
        if let Some(chased) = &self.chased {
            return &chased.row(state).groups;
        }
        let state = state as usize;
        &self.groups[self.starts[state] as usize..self.starts[state + 1] as usize]
    }

    /// Whether [`targets`](Self::targets) finds its answer without a search.
    pub(super) fn is_laid_out(&self) -> bool {
        !self.laid_out.is_empty()
    }

    /// The targets of a group of a state.
    pub(super) fn of_group(&self, state: u32, group: Group) -> &[u32] {
        let targets = match &self.chased {
            Some(chased) => &*chased.row(state).targets,
            None => &self.targets,
        };
        &targets[group.begin as usize..group.end as usize]
    }

    /// Where the event of a slot leads from a state.
    pub(super) fn targets(&self, state: u32, slot: u32) -> &[u32] {
        if !self.laid_out.is_empty() {
            let (begin, end) = self.laid_out[state as usize * self.events.len() + slot as usize];
            return &self.targets[begin as usize..end as usize];
        }
        let groups = self.groups(state);
        match groups.binary_search_by_key(&slot, |group| group.slot) {
            Ok(place) => self.of_group(state, groups[place]),
            Err(_) => &[],
        }
    }

    /// In how many states the event of each slot can be done; of a component that is made while it is used, as if it had one.
    pub(super) fn frequencies(&self) -> Vec<u32> {
        if self.chased.is_some() {
            return vec![1; self.events.len()];
        }
        let mut frequencies = vec![0; self.events.len()];
        for group in &self.groups {
            frequencies[group.slot as usize] += 1;
        }
        frequencies
    }
}
