//! The static channel diagram of a machine.

use detection::classes::Classes;
use detection::shape::{Shape, late_edges};
use machine::Machine;
use machine::index::ChannelInstance;
use machine::program::{Action, Expr};

use super::diagram::ChannelDiagram;
use super::signature::Signatures;
use super::statics::Statics;

/// Draws the diagram of the settled program. Vertices are the processes, then the channels, each in the order of their
/// numbers. (A never claim, which the paper counts among the processes, would be a vertex without edges and of a colour of its
/// own: it is left out.)
///
/// A statement counts if its channel has a static name: the name of a channel, or of a parameter that is initialised with one,
/// assigned later or not (Donaldson and Miller 2008, Definition 11). Questions about a channel, polls among them, do not
/// count as receptions. A channel that a process has of its own is joined to it in both directions, which goes beyond the
/// paper: its language has no such channels.
#[must_use]
pub fn draw(
    machine: &Machine,
    classes: &Classes,
    shape: &Shape,
    statics: &Statics<'_>,
) -> ChannelDiagram {
    let mut diagram = ChannelDiagram::new();
    let program = &machine.program;
    for (process, process_type) in shape.processes() {
        let name = &program.process_types[process_type.index()].name;
        diagram.add_process(program.process_name(process_type, process), name);
    }
    let signatures = Signatures::new(machine, classes);
    for (instance, declared) in shape.channel_instances() {
        let name = machine.channel_name(&shape.settled, instance).unwrap_or_default();
        diagram.add_channel(name, signatures.of(declared));
    }
    own_channels(machine, shape, &mut diagram);
    let processes = shape.types.len();
    for edge in late_edges(machine, shape) {
        let owner = machine.type_of(edge.from);
        for (process, _) in shape.processes().filter(|&(_, process_type)| process_type == owner) {
            let vertex = |channel: &Expr| {
                let number = statics.first_name(channel, process)?;
                let channel = ChannelInstance::with_number(number)?.index();
                (channel < shape.channels.len()).then_some(processes + channel)
            };
            let process = process.index();
            for operation in &edge.operations {
                visit(&operation.action, &mut |channel, sends| {
                    let Some(channel) = vertex(channel) else { return };
                    let (from, to) = if sends { (process, channel) } else { (channel, process) };
                    diagram.add_edge(from, to);
                });
            }
        }
    }
    diagram
}

fn own_channels(machine: &Machine, shape: &Shape, diagram: &mut ChannelDiagram) {
    let processes = shape.types.len();
    let mut channel = processes + shape.channels.len() - shape.settled.queues.len();
    for (process, process_type) in shape.types.iter().enumerate() {
        for _ in &machine.program.process_types[process_type.index()].channels {
            diagram.add_edge(process, channel);
            diagram.add_edge(channel, process);
            channel += 1;
        }
    }
}

/// Calls `found` for each channel that an action sends on (`true`) or receives from (`false`).
fn visit(action: &Action, found: &mut dyn FnMut(&Expr, bool)) {
    match action {
        Action::Send { channel, .. } => found(channel, true),
        Action::Receive(reception) => found(&reception.channel, false),
        Action::Deterministic(block) => {
            for (action, _) in block.points.iter().flat_map(|point| &point.options) {
                visit(action, found);
            }
        }
        _ => {}
    }
}
