//! Transitions with several rendezvous.
//!
//! After a rendezvous one of the two goes on in control, if that is within an atomic sequence of its own. Where that sequence
//! sends again, its partner may be the one that it had before, at the place to which that has come meanwhile: so who takes part
//! in a transition once, not in control, may do so again and again.

use super::program::PartialOrder;
use super::resolver::Resolver;
use super::touch::{Actor, Touch};
use crate::compile::Edge;
use crate::index::{LocationId, ProcessTypeId};
use crate::machine::Machine;

/// What each edge may do by a rendezvous.
pub(super) struct Meetings {
    sends: Vec<bool>,
    receives: Vec<bool>,
}

impl Meetings {
    pub(super) fn of(machine: &Machine, order: &PartialOrder) -> Meetings {
        let mut resolver =
            Resolver::new(order, Actor::unknown(machine), ProcessTypeId::new(0), &[]);
        let mut meetings = Meetings { sends: Vec::new(), receives: Vec::new() };
        for edge in &machine.code.edges {
            let touched = resolver.touched(edge);
            let (mut sends, mut receives) = (false, false);
            for touch in touched.first.iter().chain(&touched.later) {
                match touch {
                    Touch::Send { to, .. } => sends |= resolver.may_be_rendezvous(to),
                    Touch::Receive { from, .. } => receives |= resolver.may_be_rendezvous(from),
                    _ => {}
                }
            }
            meetings.sends.push(sends);
            meetings.receives.push(receives);
        }
        meetings
    }

    fn meets(&self, edge: usize) -> bool {
        self.sends[edge] || self.receives[edge]
    }

    /// Where an edge leads that takes part in a rendezvous.
    pub(super) fn targets(&self, machine: &Machine) -> impl Iterator<Item = LocationId> {
        let edges = machine.code.edges.iter().enumerate();
        edges.filter(|(index, _)| self.meets(*index)).filter_map(|(_, edge)| edge.to)
    }

    /// Whether somebody who took part in a rendezvous may send by another one while in control.
    pub(super) fn may_come_again(&self, machine: &Machine) -> bool {
        let edges = &machine.code.edges;
        let in_control = |edge: &Edge| edge.to.filter(|_| edge.atomic);
        let mut reached = vec![false; machine.code.locations.len()];
        let mut open: Vec<LocationId> = (0..edges.len())
            .filter(|&edge| self.meets(edge))
            .filter_map(|edge| in_control(&edges[edge]))
            .collect();
        while let Some(location) = open.pop() {
            if std::mem::replace(&mut reached[location.index()], true) {
                continue;
            }
            for edge in &machine.code.locations[location.index()].edges {
                if self.sends[edge.index()] {
                    return true;
                }
                open.extend(in_control(&edges[edge.index()]));
            }
        }
        false
    }
}
