//! When the set of processes no longer changes, and what it is then.
//!
//! A state is *settled* when no process can reach a statement that starts a process. From then on
//! the processes are fixed, and a permutation of them makes sense. States before that are few in
//! practice (an atomic `init`), and are left as they are.

use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;

use kernel::{Transition, TransitionSystem, Visitor};

use crate::explore::Scratch;
use crate::index::{ChannelId, LocationId, ProcessTypeId, VariableId};
use crate::liveness::dead_at_start;
use crate::machine::{Machine, starts_process};
use crate::program::Region;
use crate::state::State;

/// How many states are explored in search of a settled one.
const MAX_UNSETTLED: usize = 20_000;

/// The processes of the settled states.
#[derive(Clone, Debug)]
pub struct Shape {
    /// For each location, whether a statement that starts a process can be reached from it.
    pub may_start: Vec<bool>,
    /// The first settled state that was found.
    pub settled: State,
    /// The type of each process.
    pub types: Vec<ProcessTypeId>,
    /// The declaration of each channel, in the order of their numbers.
    pub channels: Vec<ChannelId>,
    /// What the settled states that are reached first hold.
    pub entries: Entries,
}

/// The values that cells hold when all processes have just been started.
#[derive(Clone, Debug)]
pub struct Entries {
    /// Whether all such states were seen.
    pub complete: bool,
    /// What each variable holds, in any of its cells, in any process.
    pub variables: Vec<BTreeSet<i32>>,
    /// What the messages in each channel declaration's channels hold, field by field.
    pub fields: Vec<Vec<BTreeSet<i32>>>,
}

impl Shape {
    /// Finds a settled state; `None` if process creation never ends, or too late to be found.
    #[must_use]
    pub fn find(machine: &Machine) -> Option<Shape> {
        let may_start = may_start(machine);
        let (states, complete) = settled_states(machine, &may_start);
        let settled = states.first()?.clone();
        let types = types_of(machine, &settled).collect();
        let global =
            (0..machine.channel_count(&settled) - settled.queues.len()).map(ChannelId::new);
        let channels: Vec<ChannelId> =
            global.chain(settled.queues.iter().map(|q| q.channel)).collect();
        let mut entries = Entries::none(machine, complete);
        let types_dead = machine.program.process_types.iter().enumerate().map(|(index, t)| {
            dead_at_start(&t.control, ProcessTypeId::new(index), &machine.program.variables)
        });
        // What other processes or claims read is not dead.
        let read_from_outside = !machine.program.remotes.is_empty();
        let dead: HashSet<VariableId> =
            if read_from_outside { HashSet::new() } else { types_dead.flatten().collect() };
        let alike = |s: &&State| {
            s.starts == settled.starts && types_of(machine, s).eq(types_of(machine, &settled))
        };
        states.iter().filter(alike).for_each(|state| entries.add(machine, state, &dead));
        Some(Shape { may_start, settled, types, channels, entries })
    }
}

impl Entries {
    fn none(machine: &Machine, complete: bool) -> Entries {
        let channels = machine.program.channels.iter();
        Entries {
            complete,
            variables: vec![BTreeSet::new(); machine.program.variables.len()],
            fields: channels.map(|c| vec![BTreeSet::new(); c.fields.len()]).collect(),
        }
    }

    /// Adds what a state holds, but for what is dead where a process starts.
    fn add(&mut self, machine: &Machine, state: &State, dead: &HashSet<VariableId>) {
        for (index, variable) in machine.program.variables.iter().enumerate() {
            let cells = variable.cells() as usize;
            let held = &mut self.variables[index];
            let mut hold = |start: usize| held.extend(&state.cells[start..start + cells]);
            match variable.region {
                Region::Global => hold(variable.offset as usize),
                Region::Local(owner) => {
                    let is_dead = dead.contains(&VariableId::new(index));
                    let start = machine.code.entries[owner.index()];
                    for (process, process_type) in types_of(machine, state).enumerate() {
                        if process_type != owner || is_dead && state.location(process) == start {
                            continue;
                        }
                        hold((state.starts[process] + 1 + variable.offset) as usize);
                    }
                }
                Region::Constant | Region::Discarded => {}
            }
        }
        for channel in 0..machine.channel_count(state) {
            let Some((declared, start)) = machine.channel_at(state, channel) else { continue };
            let fields = &mut self.fields[declared.index()];
            if machine.program.channels[declared.index()].capacity == 0 || fields.is_empty() {
                continue;
            }
            let length = state.cells[start] as usize;
            let messages = &state.cells[start + 1..start + 1 + length * fields.len()];
            for message in messages.chunks(fields.len()) {
                for (held, &value) in fields.iter_mut().zip(message) {
                    held.insert(value);
                }
            }
        }
    }
}

/// The process types of a state.
fn types_of<'a>(
    machine: &'a Machine,
    state: &'a State,
) -> impl Iterator<Item = ProcessTypeId> + 'a {
    (0..state.processes()).map(|p| machine.type_of(state.location(p)))
}

fn may_start(machine: &Machine) -> Vec<bool> {
    let code = &machine.code;
    let mut may = vec![false; code.locations.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for edge in &code.edges {
            let starts = edge.operations.iter().any(|o| starts_process(&o.action))
                || edge.to.is_some_and(|to| may[to.index()]);
            if starts && !may[edge.from.index()] {
                may[edge.from.index()] = true;
                changed = true;
            }
        }
    }
    may
}

fn is_settled(state: &State, may_start: &[bool]) -> bool {
    (0..state.processes()).all(|p| !may_start[state.location(p).index()])
}

/// The settled states that follow on unsettled ones, found breadth-first; and whether these are all.
fn settled_states(machine: &Machine, may_start: &[bool]) -> (Vec<State>, bool) {
    struct Collect<'a> {
        queue: &'a mut Vec<State>,
        seen: &'a mut HashSet<State>,
    }
    impl Visitor<Machine> for Collect<'_> {
        fn transition(&mut self, transition: Transition<'_, Machine>) -> ControlFlow<()> {
            if let Some(target) = transition.target
                && self.seen.insert(target.clone())
            {
                self.queue.push(target.clone());
            }
            ControlFlow::Continue(())
        }
    }
    let mut queue = vec![machine.initial().clone()];
    let mut seen = HashSet::new();
    let mut scratch: Scratch = machine.scratch();
    let mut settled = Vec::new();
    let mut next = 0;
    while next < queue.len() && next < MAX_UNSETTLED {
        let state = std::mem::take(&mut queue[next]);
        next += 1;
        if is_settled(&state, may_start) {
            settled.push(state);
            continue;
        }
        let _ = machine.successors(
            &state,
            &mut scratch,
            &mut Collect { queue: &mut queue, seen: &mut seen },
        );
    }
    (settled, next == queue.len())
}

impl Shape {
    /// Whether control at `location` belongs to the part of the program that runs after all
    /// processes are started.
    #[must_use]
    pub fn is_late(&self, location: LocationId) -> bool {
        !self.may_start[location.index()]
    }
}
