//! Statement merging: runs of statements that no other process can see become one step.
//!
//! As SPIN does it (Holzmann, *The engineering of a model checker: the Gnu i-protocol case study
//! revisited*, SPIN 1999): a statement is *eligible* if it cannot block, is the only thing that
//! can happen where it stands, carries no label, and touches only variables of its own process
//! (or lies in an atomic sequence). A chain of eligible statements is executed in one step from
//! its first statement; a condition, receive or buffered send that fulfils the same demands
//! except that it may block can start a chain; so can a start of a process, but no chain goes on to another start: how many
//! processes there are meanwhile, and what the first does, others see (SPIN goes on). Sound for every property that does not look at
//! control points inside a chain.

use crate::control::{Atomicity, ControlGraph, Node, NodeKind};
use crate::index::NodeId;
use crate::program::{Action, ChannelQuery, Exclusive, Expr, ExprKind, Program, Region};
use crate::touches::{self, Deed, Role, Touch};

/// What merging decides about one node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merge {
    /// Where the chain that this node belongs to, or starts, leads.
    pub target: Option<NodeId>,
    /// Whether the node may be swallowed by a chain: it belongs to one or is a single statement
    /// that a chain's start can take along.
    pub inner: bool,
}

/// Finds the chains of a graph of the program; one entry a node.
///
/// If the program has a rendezvous channel, no send starts a chain, because a rendezvous passes
/// control on. If processes have priorities, a statement that others can see ends its step even in
/// an atomic sequence, because a process of a higher priority may then go on; SPIN merges there.
#[must_use]
pub fn merge(program: &Program, graph: &ControlGraph, named_by_others: &[bool]) -> Vec<Merge> {
    let seen = Seen { program, named_by_others };
    let has_rendezvous = program.channels.iter().any(|c| c.capacity == 0);
    let count = graph.nodes.len();
    let eligible: Vec<bool> =
        (0..count).map(|n| is_eligible(seen, graph, NodeId::new(n))).collect();
    let mut chain = vec![None; count];
    let mut single = vec![None; count];
    for index in 0..count {
        if !eligible[index] {
            continue;
        }
        let Some(after) = graph.successor(NodeId::new(index)) else { continue };
        if eligible[after.index()] {
            follow(graph, &eligible, &mut chain, index);
        } else {
            single[index] = Some(after);
        }
    }
    (0..count)
        .map(|index| {
            let inner = chain[index].is_some() || single[index].is_some();
            let target = chain[index].or_else(|| {
                if !may_start(seen, graph, NodeId::new(index), has_rendezvous) {
                    return None;
                }
                let after = graph.successor(NodeId::new(index))?.index();
                chain[after].or(single[after])
            });
            Merge { target, inner }
        })
        .collect()
}

/// Sets the chain target of `from` and of the eligible nodes after it.
fn follow(graph: &ControlGraph, eligible: &[bool], chain: &mut [Option<NodeId>], from: usize) {
    let mut path = Vec::new();
    let mut at = from;
    let end = loop {
        if let Some(known) = chain[at] {
            break Some(known);
        }
        if !eligible[at] || path.contains(&at) {
            break Some(NodeId::new(at));
        }
        path.push(at);
        match graph.successor(NodeId::new(at)) {
            Some(after) => at = after.index(),
            None => break None,
        }
    };
    for node in path {
        chain[node] = end;
    }
}

fn is_eligible(seen: Seen<'_>, graph: &ControlGraph, id: NodeId) -> bool {
    let node = graph.node(id);
    if node.labelled || !node.escapes.is_empty() {
        return false;
    }
    match &node.kind {
        NodeKind::Goto(_) | NodeKind::Join | NodeKind::Exit => true,
        NodeKind::Choice(_) | NodeKind::Block { .. } | NodeKind::Escapable(_) => false,
        NodeKind::Action(action) => match action {
            Action::Assign(..) | Action::Assert(_) | Action::Print { .. } => {
                seen.is_unseen(node, action, Place::Inside)
            }
            _ => false,
        },
    }
}

fn may_start(seen: Seen<'_>, graph: &ControlGraph, id: NodeId, has_rendezvous: bool) -> bool {
    let node = graph.node(id);
    let NodeKind::Action(action) = &node.kind else { return false };
    if node.watched || !node.escapes.is_empty() {
        return false;
    }
    let kind = match action {
        Action::Skip
        | Action::Guard(_)
        | Action::Receive(_)
        | Action::Run { result: Some(_), .. } => true,
        Action::Send { .. } => !has_rendezvous,
        _ => false,
    };
    kind && seen.is_unseen(node, action, Place::Start)
}

/// The nodes that run in one step with `first`, itself included, in order.
#[must_use]
pub fn chain(graph: &ControlGraph, merges: &[Merge], first: NodeId) -> Vec<NodeId> {
    let mut nodes = vec![first];
    let Some(target) = merges[first.index()].target else { return nodes };
    let mut at = first;
    loop {
        let after = match &graph.node(at).kind {
            NodeKind::Goto(label) if *label == target => Some(*label),
            NodeKind::Goto(label) => {
                let inside = graph.node(at).atomicity == Atomicity::Inside;
                Some(graph.rest(*label, inside, Some(target)))
            }
            _ => graph.node(at).next,
        };
        match after {
            Some(node) if node != target && merges[node.index()].inner => nodes.push(node),
            _ => return nodes,
        }
        at = nodes[nodes.len() - 1];
        if nodes.len() > graph.nodes.len() {
            return nodes;
        }
    }
}

/// Where a statement stands in a chain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Start,
    Inside,
}

/// What others see of a process.
#[derive(Clone, Copy)]
struct Seen<'a> {
    program: &'a Program,
    /// The local variables that other processes name.
    named_by_others: &'a [bool],
}

impl Seen<'_> {
    /// Whether no other process can come between an action and what follows it.
    fn is_unseen(self, node: &Node, action: &Action, place: Place) -> bool {
        let priorities = self.program.process_types.iter().any(|t| t.priority.is_some());
        (node.atomicity != Atomicity::Outside && !priorities) || !self.touches_shared(action, place)
    }

    /// Whether other processes can see the action happen, or change what it does: it touches a
    /// variable that is not local, the contents of a channel, or the process table. What a process claims for itself does
    /// not count. (SPIN's `has_global` leaves out subscripts of local arrays and arguments of `run`, too, and so overlooks
    /// what happens between two such reads.)
    fn touches_shared(self, action: &Action, place: Place) -> bool {
        let mut shared = matches!(action, Action::Spin(_) | Action::Deterministic(_));
        touches::of_action(action, &mut |touch, role| {
            shared |= self.is_shared(touch, role, place);
        });
        shared
    }

    fn is_shared(self, touch: Touch<'_>, role: Role, place: Place) -> bool {
        match touch {
            Touch::Read(cell) | Touch::Write(cell) | Touch::Name(cell)
                if self.named_by_others[cell.variable.index()] =>
            {
                true
            }
            // A channel that is handed on by its name, or named by a number, does not change.
            Touch::NameChannel(_) | Touch::Name(_) if role != Role::Value => false,
            Touch::Read(cell) | Touch::Write(cell) | Touch::Name(cell) => {
                !matches!(cell.region, Region::Local(_))
            }
            Touch::Channel(channel, deed) => !allows(claims(self.program, channel), deed, place),
            Touch::NameChannel(_)
            | Touch::Count
            | Touch::At(_)
            | Touch::Timeout
            | Touch::Ask(_)
            | Touch::SetPriority => true,
            Touch::Start(started) => self.program.process_types[started.index()].start_is_seen,
            Touch::End => false,
        }
    }
}

/// What is claimed of the channel that an expression names.
fn claims(program: &Program, channel: &Expr) -> Exclusive {
    match &channel.kind {
        ExprKind::Channel(channel) => program.channels[channel.index()].exclusive,
        ExprKind::Load(place) => program.variables[place.variable.index()].exclusive,
        _ => Exclusive::default(),
    }
}

/// Whether nobody else has to do with what is done, if such claims are true. Who alone sends still sees others receive: what it
/// asks about that may change between the statements of a chain.
fn allows(claims: Exclusive, deed: Deed, place: Place) -> bool {
    match deed {
        Deed::Query(_) | Deed::Poll if place == Place::Inside => false,
        Deed::Send { .. } | Deed::Query(ChannelQuery::Empty | ChannelQuery::NotFull) => claims.send,
        Deed::Receive { .. } | Deed::Query(ChannelQuery::NotEmpty | ChannelQuery::Full) => {
            claims.receive
        }
        Deed::Query(ChannelQuery::Length) | Deed::Poll => claims.receive && claims.send,
    }
}
