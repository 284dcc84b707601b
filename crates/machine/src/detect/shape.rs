//! When the set of processes no longer changes, and what it is then.
//!
//! A state is *settled* when no process can reach a statement that starts a process. From then on
//! the processes are fixed, and a permutation of them makes sense. States before that are few in
//! practice (an atomic `init`), and are left as they are.

use std::ops::ControlFlow;

use kernel::{Transition, TransitionSystem, Visitor};

use crate::explore::Scratch;
use crate::index::{ChannelId, LocationId, ProcessTypeId};
use crate::machine::{Machine, starts_process};
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
}

impl Shape {
    /// Finds a settled state; `None` if process creation never ends, or too late to be found.
    #[must_use]
    pub fn find(machine: &Machine) -> Option<Shape> {
        let may_start = may_start(machine);
        let settled = find_settled(machine, &may_start)?;
        let types = types_of(machine, &settled).collect();
        let global =
            (0..machine.channel_count(&settled) - settled.queues.len()).map(ChannelId::new);
        let channels = global.chain(settled.queues.iter().map(|q| q.channel)).collect();
        Some(Shape { may_start, settled, types, channels })
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

/// Explores the unsettled states breadth-first until one is settled.
fn find_settled(machine: &Machine, may_start: &[bool]) -> Option<State> {
    struct Collect<'a> {
        queue: &'a mut Vec<State>,
        seen: &'a mut std::collections::HashSet<State>,
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
    let mut seen = std::collections::HashSet::new();
    let mut scratch: Scratch = machine.scratch();
    let mut next = 0;
    while next < queue.len() && next < MAX_UNSETTLED {
        let state = queue[next].clone();
        if is_settled(&state, may_start) {
            return Some(state);
        }
        let _ = machine.successors(
            &state,
            &mut scratch,
            &mut Collect { queue: &mut queue, seen: &mut seen },
        );
        next += 1;
    }
    None
}

impl Shape {
    /// Whether control at `location` belongs to the part of the program that runs after all
    /// processes are started.
    #[must_use]
    pub fn is_late(&self, location: LocationId) -> bool {
        !self.may_start[location.index()]
    }
}
