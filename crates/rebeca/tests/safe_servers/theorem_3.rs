//! Which message servers are safe: Theorem 3 (Section 4.1, Appendix C) of M. M. Jaghoori, M. Sirjani, M. R. Mousavi, E.
//! Khamespanah and A. Movaghar, *Symmetry and partial order reduction techniques in model checking Rebeca*, Acta Informatica 47,
//! 2010.
//!
//! A server is safe if nothing in it but assignments and messages is to be seen by other rebecs or by a property. In Modere the
//! step of a rebec whose oldest message has a safe server goes before those of others, if that closes no cycle. Searches do
//! not use this: [`machine`] finds out more precisely what disturbs what, and minds two things that the theorem leaves aside.
//! A queue may overflow, so that who puts off to receive may cause the error. And what `initial` assigns may be seen, if a
//! variable begins with another value.

use std::collections::{BTreeMap, BTreeSet};

use machine::control::{ControlGraph, NodeKind};
use machine::index::{NodeId, ProcessId, ProcessTypeId, VariableId};
use machine::program::{
    Action, Expr, ExprKind, InitialProcess, Pattern, Place, ProcessType, Program,
};

use baselines::known_rebecs::stored_parameters;

/// A message server: of a class, for a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Server {
    /// The class, as the process type of its rebecs.
    pub class: ProcessTypeId,
    /// What the first field of the message says.
    pub message: i32,
}

/// The safe message servers of the rebecs of a program, each of which waits at one choice between the messages that it takes. What
/// its claims look at is visible.
#[must_use]
pub fn safe_servers(program: &Program) -> Vec<Server> {
    let visible = visible(program);
    let servers = servers(program);
    let writers = writers(program, &servers);
    let is_safe = |(server, actions): &(&Server, &Vec<&Action>)| {
        let is_initial = initial(program, server.class) == Some(server.message);
        actions.iter().all(|action| match action {
            Action::Skip | Action::Guard(_) | Action::Else | Action::Receive(_) => true,
            // Lemma 6.
            Action::Assign(place, _) => is_initial || !visible.contains(&place.variable),
            Action::Send { channel, .. } => is_exclusive(program, &writers, server, channel),
            _ => false,
        })
    };
    servers.iter().filter(is_safe).map(|(server, _)| *server).collect()
}

/// The variables that claims look at.
fn visible(program: &Program) -> BTreeSet<VariableId> {
    let mut found = BTreeSet::new();
    for claim in &program.claims {
        claim.walk(&mut |expr| {
            if let ExprKind::Load(place) = &expr.kind {
                found.insert(place.variable);
            }
        });
    }
    found
}

/// The servers of all classes of which there are rebecs, with what they do.
fn servers(program: &Program) -> BTreeMap<Server, Vec<&Action>> {
    let classes: BTreeSet<ProcessTypeId> =
        program.initial.iter().map(|rebec| rebec.process_type).collect();
    let mut found = BTreeMap::new();
    for class in classes {
        let control = &program.process_types[class.index()].control;
        for (number, node) in control.nodes.iter().enumerate() {
            let Some(message) = taken(&node.kind) else { continue };
            found.insert(Server { class, message }, actions(control, NodeId::new(number)));
        }
    }
    found
}

/// Which message an action takes, if it takes one.
fn taken(kind: &NodeKind) -> Option<i32> {
    let NodeKind::Action(Action::Receive(reception)) = kind else { return None };
    match reception.patterns.first()? {
        Pattern::Match(message) => message.number(),
        _ => None,
    }
}

/// What may be done from a node on until another message is taken.
fn actions(control: &ControlGraph, first: NodeId) -> Vec<&Action> {
    let mut met = BTreeSet::from([first]);
    let mut open = vec![first];
    let mut found = Vec::new();
    while let Some(id) = open.pop() {
        let node = control.node(id);
        let mut next: Vec<NodeId> = node.next.into_iter().chain(node.escapes.clone()).collect();
        match &node.kind {
            NodeKind::Action(action) => found.push(action),
            NodeKind::Goto(target) => next.push(*target),
            NodeKind::Choice(options) => next.extend(options),
            NodeKind::Block { first, .. } | NodeKind::Escapable(first) => next.push(*first),
            NodeKind::Join | NodeKind::Exit => {}
        }
        let is_taken = |next: &NodeId| taken(&control.node(*next).kind).is_some();
        open.extend(next.into_iter().filter(|next| !is_taken(next) && met.insert(*next)));
    }
    found
}

/// The message that queues of a class begin with.
fn initial(program: &Program, class: ProcessTypeId) -> Option<i32> {
    let first = program.process_types[class.index()].first_messages.first()?;
    match first.sending() {
        Action::Send { message, .. } => message.first()?.number(),
        _ => None,
    }
}

/// For each rebec those that send to it. None if that is not known: whom messages go to must not depend on the run. (Of `initial`
/// nobody is the sender.)
fn writers(
    program: &Program,
    servers: &BTreeMap<Server, Vec<&Action>>,
) -> Option<BTreeMap<ProcessId, BTreeSet<ProcessId>>> {
    // Rebecs that are created wait in channels of nobody.
    let are_created = program.channels.iter().any(|channel| channel.owner.is_none());
    if are_created || servers.values().flatten().any(|action| is_dynamic(program, action)) {
        return None;
    }
    let mut writers: BTreeMap<ProcessId, BTreeSet<ProcessId>> = BTreeMap::new();
    for (number, rebec) in program.initial.iter().enumerate() {
        let own = ProcessId::new(number);
        let known = Known::new(program, own, rebec);
        let served = servers.iter().filter(|(server, _)| server.class == rebec.process_type);
        for action in served.flat_map(|(_, actions)| actions) {
            if let Action::Send { channel, .. } = action {
                for receiver in known.receivers(channel)? {
                    writers.entry(receiver).or_default().insert(own);
                }
            }
        }
    }
    Some(writers)
}

/// Whether an action gives a variable another rebec. (What servers keep of their own is cleared when they end.)
fn is_dynamic(program: &Program, action: &Action) -> bool {
    match action {
        Action::Assign(place, value) => {
            program.variables[place.variable.index()].holds_channels && value.number() != Some(0)
        }
        Action::Run { .. } => true,
        _ => false,
    }
}

/// Whether all rebecs of a class send alone to whom this expression names (Lemma 7).
fn is_exclusive(
    program: &Program,
    writers: &Option<BTreeMap<ProcessId, BTreeSet<ProcessId>>>,
    server: &Server,
    channel: &Expr,
) -> bool {
    let Some(writers) = writers else { return false };
    let rebecs = program.initial.iter().enumerate();
    let mut rebecs = rebecs.filter(|(_, rebec)| rebec.process_type == server.class);
    rebecs.all(|(number, rebec)| {
        let own = ProcessId::new(number);
        let receivers = Known::new(program, own, rebec).receivers(channel);
        receivers.is_some_and(|receivers| {
            receivers.iter().all(|receiver| writers[receiver] == BTreeSet::from([own]))
        })
    })
}

/// Whom a rebec knows.
struct Known {
    own: ProcessId,
    /// By a name alone, or by the name of a group and an index.
    rebecs: BTreeMap<(VariableId, Option<i32>), ProcessId>,
}

impl Known {
    fn new(program: &Program, own: ProcessId, rebec: &InitialProcess) -> Known {
        let class: &ProcessType = &program.process_types[rebec.process_type.index()];
        let groups = stored_parameters(class);
        let known = rebec.introductions.iter().map(|introduction| {
            let parameter = class.parameters[introduction.parameter as usize];
            let group = groups.get(&parameter).map(|&(array, index)| (array, Some(index)));
            (group.unwrap_or((parameter, None)), introduction.process)
        });
        Known { own, rebecs: known.collect() }
    }

    /// Those whose queue an expression may name; none if that depends on the run.
    fn receivers(&self, channel: &Expr) -> Option<BTreeSet<ProcessId>> {
        let place: &Place = match &channel.kind {
            ExprKind::OwnChannel(_) => return Some(BTreeSet::from([self.own])),
            ExprKind::Load(place) => place,
            _ => return None,
        };
        let index = place.subscripts.first().map(|subscript| subscript.index.number());
        let is_named = |&(&(variable, at), _): &(&(VariableId, Option<i32>), &ProcessId)| {
            variable == place.variable && (at == index.flatten() || index == Some(None))
        };
        let found: BTreeSet<ProcessId> =
            self.rebecs.iter().filter(is_named).map(|(_, known)| *known).collect();
        (!found.is_empty()).then_some(found)
    }
}
