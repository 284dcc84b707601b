//! Components that are told apart by what processes were given as they were started.

use diagnostics::Span;
use machine::control::NodeKind;
use machine::index::{ChannelInstance, ProcessId, ProcessTypeId, VariableId};
use machine::program::{Action, InitialProcess, Region};

use super::Explainer;
use super::reason::{Reason, listed};
use crate::classes::Meaning;
use crate::vertex_kind::VertexKind;

/// The most holders of a channel that are named.
const MOST_NAMED: usize = 3;

/// What to change.
const ALIKE: &str = ": pass them alike";

/// A process that holds a channel for ever, and the local variable in which it does.
type Holding = (ProcessId, VariableId);

impl Explainer<'_> {
    /// Whether two processes of one type hold channels for ever that other processes hold in other variables; or two channels
    /// are held in other ones. Symmetry keeps who holds a channel as what.
    pub(super) fn passed_otherwise(&self, a: usize, b: usize) -> Option<Reason> {
        match (self.program.origins[a].kind, self.program.origins[b].kind) {
            (VertexKind::Process, VertexKind::Process) => {
                let unlike = |one: &[Holding], two: &[Holding]| self.roles(one) != self.roles(two);
                self.processes_passed((a, b), unlike)
            }
            (VertexKind::Channel, VertexKind::Channel) => self.channels_passed(a, b),
            _ => None,
        }
    }

    fn channels_passed(&self, a: usize, b: usize) -> Option<Reason> {
        let channel = |vertex| self.places.get(vertex).map(|&place| ChannelInstance::new(place));
        let (one, two) = (channel(&a)?, channel(&b)?);
        let (first, second) = (self.holdings(one), self.holdings(two));
        if (first.is_empty() && second.is_empty()) || self.roles(&first) == self.roles(&second) {
            return None;
        }
        let told = |name: String, held: &[Holding]| match held {
            [] => format!("{name} is passed to no process that is started"),
            _ => format!("{name} is {}", self.holders(held)),
        };
        let text = format!("{}; {}", told(self.name(a), &first), told(self.name(b), &second));
        let start = |held: &[Holding]| held.iter().find_map(|&(process, _)| self.start_of(process));
        let (span, other) = (start(&first), start(&second));
        Some(Reason::whole(text + ALIKE, span.or(other), other.filter(|_| span.is_some())))
    }

    /// What two processes were given, where nothing is told apart by who holds a channel as what, but by who holds it besides.
    pub(super) fn joined_otherwise(&self, a: usize, b: usize) -> Option<Reason> {
        let are_processes =
            [a, b].iter().all(|&it| self.program.origins[it].kind == VertexKind::Process);
        are_processes.then(|| self.processes_passed((a, b), |_, _| true))?
    }

    /// The first variable in which two processes hold channels whose holders are not alike.
    fn processes_passed(
        &self,
        (a, b): (usize, usize),
        are_unlike: impl Fn(&[Holding], &[Holding]) -> bool,
    ) -> Option<Reason> {
        let (one, two) = (self.process(a)?, self.process(b)?);
        for (variable, channel) in self.held_by(one) {
            let other = self.held_by(two).find(|&(v, _)| v == variable).map(|(_, channel)| channel);
            let Some(other) = other.filter(|&other| other != channel) else { continue };
            let (first, second) = (self.holdings(channel), self.holdings(other));
            if !are_unlike(&first, &second) {
                continue;
            }
            let told = |process: ProcessId,
                        vertex: usize,
                        channel: ChannelInstance,
                        held: &[Holding]| {
                let name = &self.machine.program.variables[variable.index()].name;
                let rest: Vec<Holding> =
                    held.iter().copied().filter(|&it| it != (process, variable)).collect();
                let rest = match &rest[..] {
                    [] => "which nothing else holds".to_owned(),
                    _ => format!("which is {} too", self.holders(&rest)),
                };
                format!("`{name}` of {} is {}, {rest}", self.name(vertex), self.channel(channel))
            };
            let text =
                format!("{}; {}", told(one, a, channel, &first), told(two, b, other, &second));
            let (span, other) = (self.start_of(one), self.start_of(two));
            return Some(Reason::whole(text + ALIKE, span, other));
        }
        None
    }

    fn channel(&self, channel: ChannelInstance) -> String {
        self.machine.channel_name(&self.shape.settled, channel).unwrap_or_default()
    }

    /// The channels that a process holds for ever.
    fn held_by(&self, process: ProcessId) -> impl Iterator<Item = (VariableId, ChannelInstance)> {
        let process_type = self.shape.types[process.index()];
        self.shape.frozen.iter().filter_map(move |&variable| {
            let declared = &self.machine.program.variables[variable.index()];
            let meaning = self.classes.meaning(self.classes.content(variable));
            if declared.region != Region::Local(process_type) || meaning != Meaning::Channel {
                return None;
            }
            let held = self.shape.frozen_value(declared, process);
            let instance = ChannelInstance::with_number(held)?;
            let declaration = self.shape.channels.get(instance.index())?;
            // A channel that a process has of its own bears the name of the variable that holds it.
            let channel = &self.machine.program.channels[declaration.index()];
            let is_own = channel.owner == Some(process_type) && channel.name == declared.name;
            (!is_own).then_some((variable, instance))
        })
    }

    /// Who holds a channel for ever, and as what.
    fn holdings(&self, channel: ChannelInstance) -> Vec<Holding> {
        let of = |(process, _)| {
            let held = self.held_by(process).filter(move |&(_, held)| held == channel);
            held.map(move |(variable, _)| (process, variable))
        };
        self.shape.processes().flat_map(of).collect()
    }

    /// As what a channel is held, whoever does.
    fn roles(&self, held: &[Holding]) -> Vec<VariableId> {
        let mut roles: Vec<VariableId> = held.iter().map(|&(_, variable)| variable).collect();
        roles.sort_unstable();
        roles
    }

    /// `chin` of transfer(1) and `chout` of transfer(3).
    fn holders(&self, held: &[Holding]) -> String {
        let one = |&(process, variable): &Holding| {
            let name = &self.machine.program.variables[variable.index()].name;
            let process_type = self.shape.types[process.index()];
            let process = self.machine.program.process_name(process_type, process);
            format!("`{name}` of {process}")
        };
        let mut named: Vec<String> = held.iter().take(MOST_NAMED).map(one).collect();
        if held.len() > MOST_NAMED {
            named.push(format!("{} more", held.len() - MOST_NAMED));
        }
        listed(&named, "and")
    }

    /// The statement that starts a process, where the text leaves no doubt: all processes of its type are started by one process,
    /// which is there from the beginning and runs its statements one after the other.
    pub(super) fn start_of(&self, process: ProcessId) -> Option<Span> {
        let program = &self.machine.program;
        let process_type = self.shape.types[process.index()];
        let of_type = |other: &ProcessTypeId| *other == process_type;
        if program.initial.iter().any(|initial| initial.process_type == process_type) {
            return None;
        }
        let runs = |owner: usize, started: ProcessTypeId| -> Vec<Span> {
            let nodes = program.process_types[owner].control.nodes.iter();
            let spans = nodes.filter_map(|node| match &node.kind {
                NodeKind::Action(Action::Run { process_type, .. }) if *process_type == started => {
                    Some(node.span)
                }
                _ => None,
            });
            spans.collect()
        };
        let owners = 0..program.process_types.len();
        let mut starters = owners.clone().filter(|&owner| !runs(owner, process_type).is_empty());
        let (starter, None) = (starters.next()?, starters.next()) else { return None };
        let is_starter = |initial: &&InitialProcess| initial.process_type.index() == starter;
        let instances = program.initial.iter().filter(is_starter).count();
        let is_started =
            owners.into_iter().any(|owner| !runs(owner, ProcessTypeId::new(starter)).is_empty());
        let branches = program.process_types[starter].control.nodes.iter().any(|node| {
            matches!(node.kind, NodeKind::Choice(_) | NodeKind::Goto(_) | NodeKind::Escapable(_))
        });
        let starts = runs(starter, process_type);
        let processes = self.shape.types.iter().filter(|&other| of_type(other)).count();
        if instances != 1 || is_started || branches || starts.len() != processes {
            return None;
        }
        // Nodes are made in the order of the text.
        let place =
            self.shape.types[..process.index()].iter().filter(|&other| of_type(other)).count();
        starts.get(place).copied()
    }
}
