//! What is known of a program before it runs.

use super::holdings::Holdings;
use super::inflow::Inflow;
use super::objects::{Deeds, Objects};
use crate::index::{ProcessTypeId, VariableId};
use crate::machine::Machine;
use crate::program::Action;

/// What is known of one process of each type together may not take more words.
pub(super) const MOST_WORDS: usize = 1 << 21;

/// Whether the look for somebody who takes an offered message can fail at a process that waits for another: it evaluates from
/// which channel each receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Scan {
    /// No.
    Safe,
    /// What processes know from their start decides it.
    Fixed,
    /// At any time.
    MayFail,
}

/// What partial order reduction knows of a program.
#[derive(Clone, Debug)]
pub struct PartialOrder {
    pub(super) objects: Objects,
    /// For each process type, where its locations are.
    pub(super) locations: Vec<std::ops::Range<usize>>,
    /// For each process type, the local variables that are never assigned once a process has started, and tell which cell
    /// or channel is meant somewhere.
    pub(super) fixed: Vec<Vec<VariableId>>,
    /// Whether a process may come to a location, or stay in the middle of a step, and take part in it again.
    pub(super) continued: Vec<bool>,
    /// Whether a process that took part in a rendezvous may take part in another one of the same transition: [`Meetings`].
    pub(super) meets_again: bool,
    /// Whether to look for a receiver can fail.
    pub(super) scan: Scan,
    /// Whether there are rendezvous channels.
    pub(super) has_rendezvous: bool,
    /// Whether processes have channels of their own.
    pub(super) has_own_channels: bool,
    /// Whether it is asked how many processes there are.
    pub(super) counts_processes: bool,
    /// Which channels variables may hold, where all channels are there from the start.
    pub(super) holdings: Option<Holdings>,
    /// How many messages come to queues, where processes do nothing but answer messages.
    pub(super) inflow: Option<Inflow>,
    /// What a property looks at, as deeds.
    pub(super) observed: Deeds,
}

impl PartialOrder {
    /// Whether a local variable keeps its value from the start of its process.
    pub(super) fn is_fixed(&self, process_type: ProcessTypeId, variable: VariableId) -> bool {
        self.fixed[process_type.index()].contains(&variable)
    }
}

/// Calls `visit` for all actions of a machine.
pub(super) fn actions(machine: &Machine) -> impl Iterator<Item = &Action> {
    machine.code.edges.iter().flat_map(|edge| &edge.operations).map(|operation| &operation.action)
}
