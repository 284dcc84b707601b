//! The names of components, and the vertices that stand for them.

use machine::index::{ChannelInstance, ProcessId, VariableId};
use machine::program::{Expr, ExprKind};

use super::Explainer;
use crate::classes::{Class, Meaning};
use crate::layout::{ValueNames, variable_name};
use crate::vertex_kind::VertexKind;

impl Explainer<'_> {
    /// The component that a vertex is, or names.
    pub(super) fn named(&self, vertex: usize) -> Option<usize> {
        if self.program.origins[vertex].kind != VertexKind::Name {
            return Some(vertex).filter(|&vertex| self.is_component(vertex));
        }
        let neighbours = self.rounds.neighbours[vertex].iter().map(|&(neighbour, _)| neighbour);
        let mut named = neighbours.filter(|&neighbour| self.is_component(neighbour));
        named.next().filter(|_| named.next().is_none())
    }

    /// Whether a vertex is a component.
    pub(super) fn is_component(&self, vertex: usize) -> bool {
        match self.program.origins[vertex].kind {
            VertexKind::Value => self.values.contains_key(&vertex),
            VertexKind::Process | VertexKind::Channel | VertexKind::Variable => true,
            _ => false,
        }
    }

    /// `user(2)`, `link`, `turn`: the name of a component; nothing for other vertices.
    pub(super) fn name(&self, vertex: usize) -> String {
        let place = self.places.get(&vertex).copied();
        match (self.program.origins[vertex].kind, place) {
            (VertexKind::Process, Some(process)) => {
                let process_type = self.shape.types[process];
                self.machine.program.process_name(process_type, ProcessId::new(process))
            }
            (VertexKind::Channel, Some(channel)) => {
                let channel = ChannelInstance::new(channel);
                self.machine.channel_name(&self.shape.settled, channel).unwrap_or_default()
            }
            (VertexKind::Variable, Some(variable)) => {
                variable_name(self.machine, VariableId::new(variable))
            }
            (VertexKind::Value, _) => {
                self.values.get(&vertex).map_or(String::new(), |&(kind, value)| {
                    ValueNames::new(self.machine, self.classes, Class(kind)).of(value)
                })
            }
            _ => String::new(),
        }
    }

    /// The component that an expression is the name of.
    pub(super) fn named_by(&self, expr: &Expr) -> Option<usize> {
        if let ExprKind::Channel(channel) = &expr.kind {
            return self.program.channels.get(channel.index()).copied();
        }
        let value = self.classes.constant_of(expr)?;
        match self.classes.meaning(self.classes.of(expr)?) {
            Meaning::Data => None,
            Meaning::Process => {
                let process = self.machine.program.semantics.process_with_number(value)?;
                self.program.processes.get(process.index()).copied()
            }
            Meaning::Channel => {
                let channel = ChannelInstance::with_number(value)?;
                self.program.channels.get(channel.index()).copied()
            }
            Meaning::Value(kind) => self.program.values.get(&(kind, value)).copied(),
        }
    }
}
