//! Who must move in a state.

use std::collections::HashMap;

use super::minded::{Condition, Head};
use super::minds::{Awaited, Mind, MindId, Minds, Outcomes};
use super::objects::Deeds;
use super::program::{MOST_WORDS, PartialOrder};
use super::resolved::{Resolved, resolved_words, unknown_futures};
use super::touch::Actor;
use crate::index::{ChannelInstance, ProcessId, ProcessTypeId};
use crate::machine::Machine;
use crate::process_set::ProcessSet;
use crate::state::State;

/// The working memory of one worker: what is known of the processes that it met, and the sets of the present state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choice {
    /// What processes may ever do that are not there yet, for each type: by the code as it is, and as it is
    /// [simplified](Machine::simplified), which is not so of all states. Machines of both may share a worker's memory.
    unknown: [Vec<Deeds>; 2],
    resolved: Vec<Resolved>,
    /// Where these are, by what they know.
    places: HashMap<Box<[i32]>, usize>,
    /// How much memory they take, and how much they may, where one state alone needs much.
    words: usize,
    room: usize,
    /// What each of them minds of the others.
    minds: Minds,
    /// For each process of the present state, what it knows, and where it is resolved.
    slots: Vec<Slot>,
    knowledge: Vec<i32>,
    outcomes: Outcomes,
    /// Whether it is known how many messages may come to queues.
    is_bounded: bool,
    /// The sets of processes to choose from, the smallest first; at first of one alone, if there is such a set.
    sets: Vec<ProcessSet>,
    /// Whether these are all.
    are_all: bool,
    /// For each process, those that must move if it does.
    needs: Vec<ProcessSet>,
}

/// What is known of so many states that have nothing in common is kept in any case.
const STATES_KEPT: usize = 4;

#[derive(Clone, Debug, Default)]
struct Slot {
    /// The type that it was resolved for, and by which code.
    by: Option<(ProcessTypeId, bool)>,
    knowledge: Vec<i32>,
    resolved: usize,
    /// The number of its location.
    location: usize,
}

impl Choice {
    /// Finds sets of processes of which each may move before the others; says whether there is any but that of all.
    pub(crate) fn prepare(
        &mut self,
        machine: &Machine,
        order: &PartialOrder,
        state: &State,
    ) -> bool {
        let count = state.processes();
        self.sets.clear();
        if count < 2 {
            return false;
        }
        // What all of them together would take.
        let types = state.process_ids().map(|process| machine.type_of(state.location(process)));
        let words = types.map(|of| resolved_words(order, of)).fold(0, usize::saturating_add);
        if words > MOST_WORDS {
            return false;
        }
        let forgets = self.words > self.room.max(MOST_WORDS);
        if forgets {
            self.forget();
        }
        if self.minds.words() > MOST_WORDS {
            self.minds.forget();
        }
        let mut processes = state.process_ids();
        let fails = processes.any(|process| self.resolve(machine, order, state, process).fails);
        if forgets {
            self.room = STATES_KEPT * self.words;
        }
        if fails {
            return false;
        }
        self.is_bounded = order.inflow.as_ref().is_some_and(|inflow| inflow.applies(state));
        self.are_all = false;
        let alone = state.process_ids().rev().find(|&it| self.is_alone(machine, order, state, it));
        match alone {
            Some(process) => {
                let mut set = ProcessSet::NOBODY;
                set.insert(process);
                self.sets.push(set);
            }
            None => self.find_sets(machine, order, state),
        }
        !self.sets.is_empty()
    }

    /// The processes that are to move in the state that was prepared, where those in `moved` did: a set to which some others belong.
    pub(crate) fn next(
        &mut self,
        machine: &Machine,
        order: &PartialOrder,
        state: &State,
        moved: &ProcessSet,
    ) -> Option<ProcessSet> {
        let goes_on = |set: &ProcessSet| !set.without(moved).is_empty();
        let found = self.sets.iter().copied().find(goes_on);
        if found.is_some() || self.are_all {
            return found;
        }
        self.find_sets(machine, order, state);
        self.sets.iter().copied().find(goes_on)
    }

    /// Makes room. (What is known is found out anew, so that answers do not depend on what was met before.)
    fn forget(&mut self) {
        self.resolved.clear();
        self.minds = Minds::default();
        self.places.clear();
        self.slots.clear();
        self.words = 0;
    }

    fn resolve(
        &mut self,
        machine: &Machine,
        order: &PartialOrder,
        state: &State,
        process: ProcessId,
    ) -> &Resolved {
        let slot = process.index();
        if slot >= self.slots.len() {
            self.slots.resize_with(slot + 1, Slot::default);
        }
        let location = state.location(process);
        let process_type = machine.type_of(location);
        // Else it is its type and place that tell a process apart.
        let knows_more = order.has_own_channels || !order.fixed[process_type.index()].is_empty();
        let by = Some((process_type, machine.simplification.is_some()));
        if knows_more || self.slots[slot].by != by {
            know(machine, order, state, process, &mut self.knowledge);
            if self.slots[slot].knowledge != self.knowledge {
                self.slots[slot].resolved = self.find(machine, order, state, process);
                self.slots[slot].knowledge.clone_from(&self.knowledge);
            }
            self.slots[slot].by = by;
        }
        let resolved = &self.resolved[self.slots[slot].resolved];
        self.slots[slot].location = resolved.local(location);
        resolved
    }

    /// Where a process with the present knowledge is resolved.
    #[cold]
    fn find(
        &mut self,
        machine: &Machine,
        order: &PartialOrder,
        state: &State,
        process: ProcessId,
    ) -> usize {
        if let Some(&place) = self.places.get(&self.knowledge[..]) {
            return place;
        }
        let unknown = &mut self.unknown[usize::from(machine.simplification.is_some())];
        if unknown.is_empty() {
            *unknown = unknown_futures(machine, order);
        }
        let actor = Actor::known(machine, state, process);
        let process_type = machine.type_of(state.location(process));
        let resolved = Resolved::new(order, actor, process_type, unknown);
        self.words += resolved.words();
        self.minds.add(resolved.locations());
        self.resolved.push(resolved);
        let place = self.resolved.len() - 1;
        self.places.insert(self.knowledge.clone().into_boxed_slice(), place);
        place
    }

    /// Whether nobody else must move if a process does, and nobody sees it.
    fn is_alone(
        &mut self,
        machine: &Machine,
        order: &PartialOrder,
        state: &State,
        process: ProcessId,
    ) -> bool {
        let mind = self.mind(machine, order, state, process);
        !self.minds.is_visible(mind)
            && state.process_ids().all(|other| other == process || !self.needs(mind, other))
    }

    fn find_sets(&mut self, machine: &Machine, order: &PartialOrder, state: &State) {
        let count = state.processes();
        self.are_all = true;
        self.sets.clear();
        self.needs.clear();
        let mut visible = ProcessSet::NOBODY;
        for process in state.process_ids() {
            let mind = self.mind(machine, order, state, process);
            if self.minds.is_visible(mind) {
                visible.insert(process);
            }
            let mut needed = ProcessSet::NOBODY;
            for other in state.process_ids() {
                if other == process || self.needs(mind, other) {
                    needed.insert(other);
                }
            }
            self.needs.push(needed);
        }
        for seed in state.process_ids().rev() {
            let set = closure(seed, &self.needs);
            let is_all = set.len() as usize == count;
            let is_seen = set.without(&visible) != set;
            if !is_all && !is_seen && !self.sets.contains(&set) {
                self.sets.push(set);
            }
        }
        self.sets.sort_by_key(ProcessSet::len);
    }

    fn of(&self, process: ProcessId) -> &Resolved {
        &self.resolved[self.slots[process.index()].resolved]
    }

    /// What a process minds in a state.
    fn mind(
        &mut self,
        machine: &Machine,
        order: &PartialOrder,
        state: &State,
        process: ProcessId,
    ) -> MindId {
        self.look(machine, order, state, process);
        let Choice { minds, outcomes, resolved, slots, .. } = self;
        let Slot { resolved: place, location, .. } = slots[process.index()];
        let minded = resolved[place].minded(location);
        minds.find(place, location, outcomes, || Mind::new(minded, outcomes, order))
    }

    /// Whether a process may ever do what somebody minds.
    #[inline]
    fn needs(&mut self, mind: MindId, other: ProcessId) -> bool {
        let Slot { resolved: place, location, .. } = self.slots[other.index()];
        self.minds.minds(mind, place, location, &self.resolved[place])
    }

    /// Finds out what it depends on in a state what a process minds.
    fn look(&mut self, machine: &Machine, order: &PartialOrder, state: &State, process: ProcessId) {
        let mut outcomes = std::mem::take(&mut self.outcomes);
        outcomes.clear();
        let location = self.slots[process.index()].location;
        for part in &self.of(process).minded(location).parts {
            let waits = part.head.as_ref().and_then(|head| waits_for(head, machine, state));
            if part.head.is_some() {
                outcomes.push_head(waits);
            }
            if waits.is_none() {
                for (condition, _) in &part.sometimes {
                    outcomes.push(self.holds(*condition, (machine, order), state, process));
                }
            }
        }
        self.outcomes = outcomes;
    }

    fn holds(
        &self,
        condition: Condition,
        (machine, order): (&Machine, &PartialOrder),
        state: &State,
        process: ProcessId,
    ) -> bool {
        let holds = |channel, asked: &dyn Fn(u32, u32) -> bool, wanted| {
            let found = machine.channel(state, channel);
            // What is gone is minded in every way.
            found.is_none_or(|(declared, start)| {
                asked(state.cells[start] as u32, declared.capacity) == wanted
            })
        };
        match condition {
            Condition::Empty(channel, wanted) => holds(channel, &|length, _| length == 0, wanted),
            Condition::Full(channel, wanted) => {
                holds(channel, &|length, capacity| length >= capacity, wanted)
            }
            Condition::Narrow(channel, count) => {
                let is_narrow = |length, capacity: u32| capacity.saturating_sub(length) < count;
                holds(channel, &is_narrow, true)
            }
            Condition::Youngest(wanted) => (process.index() + 1 == state.processes()) == wanted,
            Condition::Overflows(_, wanted) => {
                let inflow = order.inflow.as_ref().filter(|_| self.is_bounded);
                inflow.is_none_or(|inflow| inflow.may_overflow(machine, state, process)) == wanted
            }
        }
    }
}

/// What must happen first so that a message is the oldest of its channel, if another is, or none.
fn waits_for(head: &Head, machine: &Machine, state: &State) -> Option<Awaited> {
    let (_, start) = machine.channel(state, head.channel)?;
    if state.cells[start] == 0 {
        return Some(Awaited::Send);
    }
    let differs = |&(field, value): &(usize, i32)| state.cells[start + 1 + field] != value;
    head.fields.iter().any(differs).then_some(Awaited::Receive)
}

/// The processes that must be there if one is: with each, those that it needs.
fn closure(seed: ProcessId, needs: &[ProcessSet]) -> ProcessSet {
    let mut set = needs[seed.index()];
    let mut done = ProcessSet::NOBODY;
    done.insert(seed);
    while let Some(next) = set.without(&done).first() {
        done.insert(next);
        set.add_all(&needs[next.index()]);
    }
    set
}

/// What tells a process apart that is resolved: by which code, its type and place, and what it was given.
fn know(
    machine: &Machine,
    order: &PartialOrder,
    state: &State,
    process: ProcessId,
    knowledge: &mut Vec<i32>,
) {
    let start = state.starts[process.index()];
    let process_type = machine.type_of(state.location(process));
    knowledge.clear();
    knowledge.push(machine.simplification.is_some().into());
    knowledge.push(process_type.index() as i32);
    knowledge.push(process.index() as i32);
    if order.has_own_channels {
        knowledge.push(state.queues.partition_point(|queue| queue.start <= start) as i32);
    }
    for variable in &order.fixed[process_type.index()] {
        let declared = &machine.program.variables[variable.index()];
        let first = (start + 1 + declared.offset) as usize;
        let cells = &state.cells[first..first + declared.cells() as usize];
        knowledge.extend_from_slice(cells);
        if order.has_own_channels && declared.holds_channels {
            knowledge.extend(cells.iter().map(|&cell| declaration(machine, state, cell)));
        }
    }
}

/// Of which declaration a channel is; -1 if there is none.
fn declaration(machine: &Machine, state: &State, number: i32) -> i32 {
    let instance = ChannelInstance::with_number(number);
    let found = instance.and_then(|instance| machine.channel_at(state, instance));
    found.map_or(-1, |(declared, _)| declared.index() as i32)
}
