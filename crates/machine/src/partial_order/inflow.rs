//! How many messages may come to a queue while its owner does not move.
//!
//! Where a send to a full channel is an error, to receive is not independent of sends: whoever waits too long to receive may cause the
//! error. Unless it is certain that the queue does not overflow meanwhile. Processes that do nothing but answer messages from queues
//! of their own, as actors do, send what they send because of messages that wait somewhere: each message that waits brings so
//! many to a queue as the longest chain of answers does that does not go through the owner. This number is the least solution
//! of equations with sums and maxima, and is found by iteration from 0; what grows past the capacity of the queue counts as
//! unbounded.

use crate::evaluate::View;
use crate::index::{LocationId, ProcessId};
use crate::machine::Machine;
use crate::state::State;

/// For each queue, how many messages come to it because of each message that waits elsewhere.
#[derive(Clone, Debug)]
pub(super) struct Inflow {
    pub(super) processes: usize,
    /// The kinds of messages are 0 to this.
    pub(super) kinds: usize,
    /// For each process type, where its processes wait.
    pub(super) waiting: Vec<LocationId>,
    /// By receiver, process and kind of message: at most one more than the capacity of the receiver's queue.
    pub(super) weights: Vec<u32>,
    /// Cells that tell where messages go, with what stands in them for ever.
    pub(super) kept: Vec<(usize, i32)>,
}

impl Inflow {
    /// Whether processes know in a state whom they know at the start. (A symmetry may map it to a state in which they know others.)
    pub(super) fn applies(&self, state: &State) -> bool {
        state.processes() == self.processes
            && self.kept.iter().all(|&(cell, value)| state.cells[cell] == value)
    }

    /// Whether the queue of a process may overflow before the process moves, as far as is known.
    pub(super) fn may_overflow(
        &self,
        machine: &Machine,
        state: &State,
        receiver: ProcessId,
    ) -> bool {
        let Some(own) = own_queue(machine, state, receiver) else { return true };
        let room = own.capacity.saturating_sub(own.length) as u32;
        let mut coming = 0;
        for process in state.process_ids().filter(|&process| process != receiver) {
            let location = state.location(process);
            let queue = own_queue(machine, state, process);
            let Some(queue) = queue.filter(|_| self.is_waiting(machine, location)) else {
                return true;
            };
            for message in 0..queue.length {
                let kind = state.cells[queue.start + 1 + message * queue.fields];
                coming += self.weight(receiver, process, kind);
                if coming > room {
                    return true;
                }
            }
        }
        false
    }

    pub(super) fn is_waiting(&self, machine: &Machine, location: LocationId) -> bool {
        self.waiting[machine.type_of(location).index()] == location
    }

    fn weight(&self, receiver: ProcessId, process: ProcessId, kind: i32) -> u32 {
        let place = receiver.index() * self.processes + process.index();
        let kind = usize::try_from(kind).ok().filter(|&kind| kind <= self.kinds);
        kind.map_or(u32::MAX / 2, |kind| self.weights[place * (self.kinds + 1) + kind])
    }
}

/// The queue of a process in a state.
pub(super) struct Queue {
    pub start: usize,
    pub length: usize,
    pub fields: usize,
    pub capacity: usize,
}

pub(super) fn own_queue(machine: &Machine, state: &State, process: ProcessId) -> Option<Queue> {
    let view = View { machine, state, process, timeout: false, questions: 0 };
    let instance = view.own_instance(0);
    let (declared, start) = machine.channel(state, instance)?;
    Some(Queue {
        start,
        length: state.cells[start] as usize,
        fields: declared.fields.len(),
        capacity: declared.capacity as usize,
    })
}
