//! How many messages answers bring to each queue: finds out the weights of [`Inflow`].

use super::inflow::{Inflow, own_queue};
use super::program::PartialOrder;
use super::touch::{Actor, Channels, Toucher};
use crate::compile::Edge;
use crate::index::{ChannelInstance, EdgeId, LocationId, ProcessId, ProcessTypeId};
use crate::machine::Machine;
use crate::program::{Action, CellType, Expr, ExprKind, Pattern, Reception};
use crate::semantics::{Ending, FullChannel};

/// The most numbers that are kept.
const MOST_WEIGHTS: usize = 1 << 20;
/// The most steps that it takes to find them.
const MOST_STEPS: usize = 1 << 24;

/// None if processes are not as actors are.
pub(super) fn inflow(machine: &Machine, order: &PartialOrder) -> Option<Inflow> {
    let program = &machine.program;
    let fixed = order.holdings.is_some() && program.semantics.ending == Ending::Stays;
    if !fixed || program.semantics.full_channel != FullChannel::Fails {
        return None;
    }
    let types = ProcessTypeId::below(program.process_types.len());
    let waiting: Vec<LocationId> =
        types.map(|of| waiting(machine, order, of)).collect::<Option<_>>()?;
    let processes = machine.initial().processes();
    let kinds = kinds(machine, &waiting)?;
    let count = processes.checked_mul(processes)?.checked_mul(kinds + 1)?;
    if count > MOST_WEIGHTS {
        return None;
    }
    let kept = kept(machine, order);
    let inflow = Inflow { processes, kinds, waiting, weights: Vec::new(), kept };
    let flow = Flow::new(machine, order, &inflow)?;
    let (mut weights, mut steps) = (Vec::with_capacity(count), 0);
    for receiver in ProcessId::below(processes) {
        weights.extend(flow.weights(receiver, kinds + 1, &mut steps)?);
    }
    Some(Inflow { weights, ..inflow })
}

/// The cells of the variables that tell for ever where messages go, with what they hold.
fn kept(machine: &Machine, order: &PartialOrder) -> Vec<(usize, i32)> {
    let state = machine.initial();
    let mut kept = Vec::new();
    for process in state.process_ids() {
        let of = machine.type_of(state.location(process));
        for variable in &order.fixed[of.index()] {
            let declared = &machine.program.variables[variable.index()];
            let first = (state.starts[process.index()] + 1 + declared.offset) as usize;
            let cells = first..first + declared.cells() as usize;
            kept.extend(cells.map(|cell| (cell, state.cells[cell])));
        }
    }
    kept
}

/// The location where processes of a type wait for messages: whatever they do there begins with a message of some kind from the only
/// queue that they have.
fn waiting(machine: &Machine, order: &PartialOrder, of: ProcessTypeId) -> Option<LocationId> {
    let own = &machine.program.process_types[of.index()].channels;
    let &[queue] = &own[..] else { return None };
    let declared = &machine.program.channels[queue.index()];
    let is_plain = declared.fields.first().is_some_and(|kind| kind.cell == CellType::BYTE);
    if declared.capacity == 0 || !is_plain {
        return None;
    }
    let range = order.locations[of.index()].clone();
    let mut rests = range.map(LocationId::new).filter(|&location| {
        let edges = &machine.code.locations[location.index()].edges;
        !edges.is_empty() && edges.iter().all(|&edge| served(edge_of(machine, edge)).is_some())
    });
    let location = rests.next()?;
    rests.next().is_none().then_some(location)
}

fn edge_of(machine: &Machine, edge: EdgeId) -> &Edge {
    &machine.code.edges[edge.index()]
}

/// The kind of message that an edge begins with.
fn served(edge: &Edge) -> Option<i32> {
    let Action::Receive(reception) = &edge.operations.first()?.action else { return None };
    let Reception { channel, random: false, copy: false, patterns } = reception else {
        return None;
    };
    let is_own = matches!(channel.kind, ExprKind::OwnChannel(0));
    match patterns.first()? {
        Pattern::Match(kind) if is_own => kind.constant_value(),
        _ => None,
    }
}

/// The largest kind of message that is served.
fn kinds(machine: &Machine, waiting: &[LocationId]) -> Option<usize> {
    let edges = waiting.iter().flat_map(|location| &machine.code.locations[location.index()].edges);
    let kinds = edges.filter_map(|&edge| served(edge_of(machine, edge)));
    usize::try_from(kinds.max()?).ok().filter(|&largest| largest <= 255)
}

/// What follows on messages.
struct Flow<'a> {
    machine: &'a Machine,
    /// For each process, for each of its locations, what may be done there.
    moves: Vec<Vec<Vec<Follow>>>,
}

/// An edge: which messages it sends, and where the process goes on.
struct Follow {
    /// The message that it begins with, if it serves one.
    served: Option<i32>,
    sent: Vec<Sent>,
    /// The place of the next location among those of the type; none where the process waits again.
    to: Option<usize>,
}

/// One message, to one of some processes.
struct Sent {
    to: Vec<ProcessId>,
    kind: usize,
}

impl<'a> Flow<'a> {
    fn new(machine: &'a Machine, order: &PartialOrder, inflow: &Inflow) -> Option<Flow<'a>> {
        let state = machine.initial();
        let mut moves = Vec::with_capacity(inflow.processes);
        for process in state.process_ids() {
            let of = machine.type_of(state.location(process));
            let range = order.locations[of.index()].clone();
            let first = range.start;
            let mut all = Vec::with_capacity(range.len());
            for location in range {
                let edges = machine.code.locations[location].edges.iter();
                let follow = |&edge: &EdgeId| {
                    follow(machine, order, process, edge_of(machine, edge), (first, inflow))
                };
                all.push(edges.map(follow).collect::<Option<Vec<Follow>>>()?);
            }
            moves.push(all);
        }
        Some(Flow { machine, moves })
    }

    /// How many messages come to a receiver because of each message of each process; none if that takes too long.
    fn weights(&self, receiver: ProcessId, kinds: usize, steps: &mut usize) -> Option<Vec<u32>> {
        let queue = own_queue(self.machine, self.machine.initial(), receiver)?;
        let most = queue.capacity as u32 + 1;
        let mut weights = vec![0; self.moves.len() * kinds];
        let mut onward: Vec<Vec<u32>> = self.moves.iter().map(|of| vec![0; of.len()]).collect();
        let mut news = true;
        while std::mem::take(&mut news) {
            for process in ProcessId::below(self.moves.len()).filter(|&it| it != receiver) {
                let moves = &self.moves[process.index()];
                // Later locations come later.
                for (location, follow) in moves.iter().enumerate().rev().flat_map(each) {
                    *steps += 1 + follow.sent.len();
                    let coming = |sent: &Sent| {
                        let to = sent.to.iter().map(|&to| match to == receiver {
                            true => 1,
                            false => weights[to.index() * kinds + sent.kind],
                        });
                        to.max().unwrap_or(0)
                    };
                    let sent: u32 = follow.sent.iter().map(coming).sum();
                    let then = follow.to.map_or(0, |to| onward[process.index()][to]);
                    let all = (sent + then).min(most);
                    let known = match follow.served {
                        Some(kind) => &mut weights[process.index() * kinds + kind as usize],
                        None => &mut onward[process.index()][location],
                    };
                    news |= all > *known;
                    *known = all.max(*known);
                }
            }
            if *steps > MOST_STEPS {
                return None;
            }
        }
        Some(weights)
    }
}

fn each((location, follow): (usize, &Vec<Follow>)) -> impl Iterator<Item = (usize, &Follow)> {
    follow.iter().map(move |follow| (location, follow))
}

/// What an edge of a process does; none if it cannot be told.
fn follow(
    machine: &Machine,
    order: &PartialOrder,
    process: ProcessId,
    edge: &Edge,
    (first, inflow): (usize, &Inflow),
) -> Option<Follow> {
    let mut sent = Vec::new();
    for operation in &edge.operations {
        match &operation.action {
            Action::Send { channel, message, .. } => {
                let to = receivers(machine, order, process, edge, channel)?;
                let kind = message.first()?.constant_value()?;
                let kind = usize::try_from(kind).ok().filter(|&kind| kind <= inflow.kinds)?;
                sent.push(Sent { to, kind });
            }
            Action::Deterministic(_) => return None,
            _ => {}
        }
    }
    let waits = |to: &LocationId| inflow.is_waiting(machine, *to);
    let to = edge.to.filter(|to| !waits(to)).map(|to| to.index() - first);
    let served = if waits(&edge.from) { Some(served(edge)?) } else { None };
    Some(Follow { served, sent, to })
}

/// The processes to whose queues a channel may lead.
fn receivers(
    machine: &Machine,
    order: &PartialOrder,
    process: ProcessId,
    edge: &Edge,
    channel: &Expr,
) -> Option<Vec<ProcessId>> {
    let state = machine.initial();
    let actor = Actor::known(machine, state, process);
    let mut toucher = Toucher::new(actor, order).of_type(machine.type_of(edge.from));
    let channels = match toucher.channels(channel) {
        Channels::One(channel) => vec![channel],
        Channels::Some(channels) => channels,
        Channels::Any => return None,
    };
    let owner = |channel: ChannelInstance| {
        let own =
            |&it: &ProcessId| Actor::known(machine, state, it).view.own_instance(0) == channel;
        state.process_ids().find(own)
    };
    Some(channels.into_iter().filter_map(owner).collect())
}
