//! The static channel diagram of a machine.

use super::diagram::ChannelDiagram;

use super::statics::Statics;
use machine::Machine;
use machine::detect::classes::{Classes, Meaning};
use machine::detect::shape::Shape;
use machine::detect::shape::late_edges;
use machine::index::{ChannelId, ChannelInstance};
use machine::program::{Action, Channel, Expr, Field};

/// Draws the diagram of the settled program. Vertices are the processes, then the channels, each in the order of their
/// numbers.
///
/// A statement counts if its channel has a static name: the name of a channel, or an unchanging variable, such as a parameter
/// that is never assigned. Questions about a channel, polls among them, do not count as receptions. A channel that a process has of its
/// own is joined to it in both directions, which goes beyond the paper: its language has no such channels.
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
    for (instance, declared) in shape.channel_instances() {
        let name = machine.channel_name(&shape.settled, instance).unwrap_or_default();
        let channel = &program.channels[declared.index()];
        diagram.add_channel(name, &signature(classes, declared, channel));
    }
    own_channels(machine, shape, &mut diagram);
    let processes = shape.types.len();
    for edge in late_edges(machine, shape) {
        let owner = machine.type_of(edge.from);
        for (process, _) in shape.processes().filter(|&(_, process_type)| process_type == owner) {
            let vertex = |channel: &Expr| {
                let number = statics.value(channel, Some(process))?;
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

/// `[1] of {byte, pid}`.
fn signature(classes: &Classes, declared: ChannelId, channel: &Channel) -> String {
    let fields = channel.fields.iter().enumerate().map(|(place, field)| {
        match classes.uncomputed(classes.field(declared, place)) {
            Meaning::Process => "pid".to_owned(),
            Meaning::Channel => "chan".to_owned(),
            Meaning::Data | Meaning::Value(_) => number_type(field),
        }
    });
    format!("[{}] of {{{}}}", channel.capacity, fields.collect::<Vec<_>>().join(", "))
}

fn number_type(field: &Field) -> String {
    match (field.cell.bits, field.cell.signed) {
        (1, false) => "bit".to_owned(),
        (8, false) => "byte".to_owned(),
        (16, true) => "short".to_owned(),
        (32, true) => "int".to_owned(),
        (bits, signed) => format!("{} {bits} bits", if signed { "signed" } else { "unsigned" }),
    }
}
