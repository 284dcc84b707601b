//! A program ready to run.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use kernel::{Property, PropertyId, PropertyKind};

use crate::blanks::Blanks;
use crate::claim::Formula;
use crate::claim::{claims_ask_timeout, propositions};
use crate::compile::{Code, CompileOptions, Location, Reset, compile};
use crate::compiled::{Compiled, Remade};
use crate::declarations::named_by_others;
use crate::edge_code::Chosen;
use crate::evaluate::View;
use crate::fault::Fault;
use crate::identities::Identities;
use crate::inactive::inactive;
use crate::index::{
    ChannelId, ChannelInstance, EdgeId, LocationId, ProcessId, ProcessTypeId, VariableId,
};
use crate::layout::encoding;
use crate::partial_order::{Obstacle, PartialOrder};
use crate::possible::Simplified;
use crate::predicates::Predicates;
use crate::program::{Action, Channel, Excluded, ExprKind, Invariant, Place, Program, Region};
use crate::semantics::Ending;
use crate::state::{Encoding, Queue, State};
use crate::step::Step;
use crate::transient::{forgotten, remembered};
use crate::uses::{walk_action, walk_expr};

/// A program with its compiled code: a transition system.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The program.
    pub program: Arc<Program>,
    /// Its locations and edges.
    pub code: Arc<Code>,
    /// What stands where nothing matters.
    pub(crate) blanks: Arc<Blanks>,
    /// What executes its edges in a search.
    pub(crate) edge_code: Chosen,
    /// Whether its states are kept as records, if they can be.
    pub(crate) in_records: bool,
    /// What makes transitions of records, if it has any.
    pub(crate) compiled: Remade<Option<Box<Compiled>>>,
    pub(crate) constants: Vec<i32>,
    pub(crate) encoding: Encoding,
    identities: Identities,
    pub(crate) properties: Vec<Property>,
    /// How many channels have no owner.
    pub(crate) global_channels: usize,
    pub(crate) uses_timeout: bool,
    /// Whether processes have priorities or conditions to move.
    pub(crate) restricted: bool,
    /// The cell that holds who moved last, if there is one.
    pub(crate) last: Option<u32>,
    /// For each local variable whether not only its own process touches it.
    named_by_others: Vec<bool>,
    /// What is forgotten of a state before it is stored.
    pub forgotten: Vec<Reset>,
    /// For each location what is cleared in the record of a process there before a state is stored; empty, if nothing is.
    pub(crate) inactive: Vec<Vec<Reset>>,
    /// What is cleared instead, by all local variables of processes.
    pub(crate) predicates: Option<Arc<Predicates>>,
    /// Terminated processes stay instead of being removed. Removal goes from the youngest to the
    /// oldest, which no permutation of processes respects; where nothing observes it, leaving it out
    /// keeps every verdict (the crate `detection` says when).
    pub keep_terminated: bool,
    /// Whether loops of [movers](Machine::movers) are gone through to their ends, however long that takes: what rests on their having no
    /// order is wrong of states in the middle.
    pub goes_through: bool,
    /// What the formulas among its claims look at.
    pub(crate) propositions: Vec<Formula>,
    /// Whether one of them asks whether nothing can move.
    pub(crate) claims_ask_timeout: bool,
    /// At least one.
    pub(crate) initial: Vec<State>,
    /// Whether each edge was executed on the way to an initial state.
    pub executed_at_start: Vec<bool>,
    /// What tells which transitions may be left out, or why none may.
    pub partial_order: Result<Arc<PartialOrder>, Obstacle>,
    /// The edges that come into loops of movers, once somebody has asked.
    pub(crate) movers: OnceLock<Option<Vec<bool>>>,
    /// What says less, once somebody has asked.
    pub(crate) simplified: OnceLock<Option<Arc<Machine>>>,
    /// What it was made of, if it is simplified.
    pub(crate) simplification: Option<Arc<Simplified>>,
}

impl Machine {
    /// The property that no `assert` fails.
    #[must_use]
    pub fn assertions() -> PropertyId {
        PropertyId::new(0)
    }

    /// The property that no state is stuck outside its proper ends.
    #[must_use]
    pub fn deadlock() -> PropertyId {
        PropertyId::new(1)
    }

    /// The property that no run-time error happens. The invariants of the program come after it.
    #[must_use]
    pub fn runtime_errors() -> PropertyId {
        PropertyId::new(2)
    }

    /// Compiles a program and computes its initial states.
    ///
    /// # Errors
    /// A run-time error in the initial values.
    pub fn new(mut program: Program, options: CompileOptions) -> Result<Machine, Fault> {
        let mut code = compile(&program, options);
        let identities = Identities::assign(&mut program, &mut code);
        let blanks = Blanks::zeros(&program);
        let encoding = encoding(&program, &code, &blanks);
        let uses_timeout = mentions_timeout(&program, &code);
        let forgotten = if options.forget_hidden { forgotten(&program, &code) } else { Vec::new() };
        let inactive = if options.clear_inactive { inactive(&program, &code) } else { Vec::new() };
        let named_by_others = named_by_others(&program);
        let mut properties = vec![
            Property::new("assertions", PropertyKind::Assertion),
            Property::new("deadlock", PropertyKind::Deadlock),
            Property::new("run-time errors", PropertyKind::RuntimeError),
        ];
        let invariants = program.invariants.iter();
        properties.extend(invariants.map(|it| Property::new(&it.name, PropertyKind::Invariant)));
        let mut machine = Machine {
            constants: vec![0; program.constant_cells as usize],
            code: Arc::new(code),
            blanks: Arc::new(blanks),
            edge_code: Chosen::Interpreter,
            in_records: true,
            compiled: Remade::default(),
            encoding,
            identities,
            properties,
            global_channels: program.channels.iter().filter(|c| c.owner.is_none()).count(),
            uses_timeout,
            named_by_others,
            restricted: program
                .process_types
                .iter()
                .any(|t| t.priority.is_some() || t.provided.is_some()),
            last: program.last.map(|last| program.variables[last.index()].offset),
            forgotten,
            inactive,
            predicates: None,
            keep_terminated: false,
            goes_through: false,
            propositions: propositions(&program.claims),
            claims_ask_timeout: claims_ask_timeout(&program.claims),
            initial: Vec::new(),
            executed_at_start: Vec::new(),
            partial_order: Err(Obstacle::TooLarge),
            movers: OnceLock::new(),
            simplified: OnceLock::new(),
            simplification: None,
            program: Arc::new(program),
        };
        machine.initial = machine.compute_initial()?;
        machine.partial_order = PartialOrder::of(&machine);
        Ok(machine)
    }

    /// Whether a local variable is touched by processes besides its own, or a claim.
    #[must_use]
    pub fn is_named_by_others(&self, variable: VariableId) -> bool {
        self.named_by_others[variable.index()]
    }

    /// The same program and code with other blanks. With `keep_terminated`, terminated processes stay in place. States of both machines
    /// may be kept together, so they are [kept as records](Machine::kept_in_records) of one of them or not at all.
    #[must_use]
    pub fn with_blanks(&self, keep_terminated: bool, blanks: Arc<Blanks>) -> Machine {
        let mut machine = Machine { simplified: OnceLock::new(), ..self.clone() };
        machine.keep_terminated = keep_terminated;
        machine.in_records = false;
        machine.blanks = blanks;
        machine.encoding = encoding(&machine.program, &machine.code, &machine.blanks);
        machine.fill_unused_slots();
        machine
    }

    /// The same machine, whose states are kept as records, if they can be.
    #[must_use]
    pub fn kept_in_records(self) -> Machine {
        Machine { in_records: true, compiled: Remade::default(), ..self }
    }

    /// Whether the same stands where nothing matters as in another machine of the same program.
    #[must_use]
    pub fn has_blanks_of(&self, other: &Machine) -> bool {
        self.blanks.say_the_same(&other.blanks)
    }

    /// The same program with other code, of which the locations and the numbers of edges are the same.
    pub(crate) fn with_code(&self, code: Arc<Code>) -> Machine {
        Machine { code, simplified: OnceLock::new(), ..self.clone() }
    }

    /// The same machine with what is concluded from another program, of which the control graph is the same: what others see and
    /// read, what is inactive where, and so which steps partial order may leave out. With a program in which something is not
    /// done, it is that which the conclusions overlook: what tests leave out of an analysis (`docs/mutations.md`).
    ///
    /// # Errors
    /// A run-time error in the initial values.
    pub fn with_conclusions_of(&self, other: &Machine) -> Result<Machine, Fault> {
        let mut machine = Machine { simplified: OnceLock::new(), ..self.clone() };
        machine.inactive.clone_from(&other.inactive);
        machine.named_by_others.clone_from(&other.named_by_others);
        machine.partial_order.clone_from(&other.partial_order);
        machine.movers = OnceLock::from(other.movers().map(<[bool]>::to_vec));
        machine.initial = machine.compute_initial()?;
        Ok(machine)
    }

    /// Whether processes that have ended are removed, the youngest first.
    pub fn removes_ended(&self) -> bool {
        !self.keep_terminated && self.program.semantics.ending == Ending::Youngest
    }

    /// Whether a process has ended that is at a location: all that can happen is that it is removed.
    pub fn has_ended(&self, location: &Location) -> bool {
        let removes = |edge: &EdgeId| {
            let operations = &self.code.edges[edge.index()].operations;
            operations.first().is_some_and(|o| o.action == Action::Terminate)
        };
        !location.edges.is_empty() && location.edges.iter().all(removes)
    }

    /// Gives the unused slots of the initial states' channels, and what is inactive there, their blanks.
    fn fill_unused_slots(&mut self) {
        let filled = self.initial.iter().map(|initial| {
            let mut bytes = Vec::new();
            self.encode_state(initial, &mut bytes);
            let mut state = State::default();
            self.decode_state(&bytes, &mut state);
            self.clear_inactive(&mut state);
            state
        });
        self.initial = filled.collect();
    }

    /// Clears what is inactive in the initial states, and leaves one of those that become equal.
    pub(crate) fn clear_initial(&mut self) {
        let mut initial = std::mem::take(&mut self.initial);
        initial.iter_mut().for_each(|state| self.clear_inactive(state));
        let mut met = HashSet::new();
        initial.retain(|state| met.insert(state.cells.clone()));
        self.initial = initial;
    }

    /// How many expressions it evaluates, here and there: the numbers of their identities are below that.
    #[must_use]
    pub fn expression_count(&self) -> usize {
        self.identities.expressions
    }

    /// How many deterministic blocks it has: the numbers of their identities are below that.
    #[must_use]
    pub fn block_count(&self) -> usize {
        self.identities.blocks
    }

    /// The initial state; the first, if there are several.
    #[must_use]
    pub fn initial(&self) -> &State {
        &self.initial[0]
    }

    /// All initial states.
    #[must_use]
    pub fn all_initial(&self) -> &[State] {
        &self.initial
    }

    /// What a cell of a constant variable holds.
    #[must_use]
    pub fn constant(&self, cell: u32) -> i32 {
        self.constants[cell as usize]
    }

    /// What a place of a constant holds, if it is known which cell it is.
    #[must_use]
    pub fn constant_load(&self, place: &Place) -> Option<i32> {
        if place.region != Region::Constant {
            return None;
        }
        let cell = place.subscripts.iter().try_fold(place.offset, |cell, s| {
            let index = u32::try_from(s.index.constant_value()?).ok()?;
            (index < s.length).then_some(cell + index * s.stride)
        })?;
        Some(self.constant(cell))
    }

    /// Lets the channels in the record of a process, whose locals start at `start`, be found.
    pub fn reopen_channels(&self, state: &mut State, process_type: ProcessTypeId, start: u32) {
        state.queues.extend(self.queues_of(process_type, start));
    }

    /// The channels in the record of a process, whose locals start at `start`.
    pub(crate) fn queues_of(
        &self,
        process_type: ProcessTypeId,
        start: u32,
    ) -> impl Iterator<Item = Queue> {
        let encoding = &self.encoding.records[process_type.index()];
        encoding
            .queues
            .iter()
            .map(move |&(channel, offset)| Queue { channel, start: start + offset })
    }

    /// Whether a channel belongs to a process that has ended and is kept.
    #[inline]
    pub(crate) fn is_ended_channel(&self, state: &State, channel: ChannelInstance) -> bool {
        if !self.keep_terminated || channel.index() < self.global_channels {
            return false;
        }
        let queue = state.queues.get(channel.index() - self.global_channels);
        let Some(queue) = queue else { return false };
        let owner = state.starts.partition_point(|&start| start < queue.start) - 1;
        self.has_ended(self.location_of(state, ProcessId::new(owner)))
    }

    /// By which number users know a process.
    #[must_use]
    pub fn number_of(&self, process: ProcessId) -> u32 {
        self.program.semantics.process_number(process) as u32
    }

    /// Whether an edge is the end of a process and nothing else.
    #[must_use]
    pub fn is_end(&self, edge: EdgeId) -> bool {
        let operations = &self.code.edges[edge.index()].operations;
        operations.first().is_some_and(|o| o.action == Action::Terminate)
    }

    /// Where a process is.
    #[must_use]
    pub fn location_of(&self, state: &State, process: ProcessId) -> &Location {
        &self.code.locations[state.location(process).index()]
    }

    /// Whether steps are the removal of a process that has ended.
    pub fn is_removal(&self, steps: &[Step]) -> bool {
        let [step] = steps else { return false };
        let operations = &self.code.edges[step.edge.index()].operations;
        operations.first().is_some_and(|o| o.action == Action::Terminate)
    }

    /// The declaration and the first cell of a channel; none if there are not as many.
    #[inline]
    pub(crate) fn channel<'m>(
        &'m self,
        state: &State,
        channel: ChannelInstance,
    ) -> Option<(&'m Channel, usize)> {
        let (declared, start) = self.channel_at(state, channel)?;
        Some((&self.program.channels[declared.index()], start))
    }

    /// Which declaration a channel has, and its first cell (length, then the slots), if it is
    /// buffered; none if there are not as many channels.
    #[must_use]
    #[inline]
    pub fn channel_at(
        &self,
        state: &State,
        channel: ChannelInstance,
    ) -> Option<(ChannelId, usize)> {
        if channel.index() < self.global_channels {
            let declared = &self.program.channels[channel.index()];
            return Some((ChannelId(channel.0), declared.offset as usize));
        }
        let queue = state.queues.get(channel.index() - self.global_channels)?;
        Some((queue.channel, queue.start as usize))
    }

    /// The name of a channel in a state, as in `link` or `client(2).reply`; none if there are not as
    /// many.
    #[must_use]
    pub fn channel_name(&self, state: &State, channel: ChannelInstance) -> Option<String> {
        let (declared, _) = self.channel(state, channel)?;
        if declared.owner.is_none() {
            return Some(declared.name.clone());
        }
        let owner = self.channel_owner(state, channel)?;
        let process = self.program.process_name(self.type_of(state.location(owner)), owner);
        Some(format!("{process}.{}", declared.name))
    }

    /// The process that has a channel of its own, if one has.
    #[must_use]
    pub fn channel_owner(&self, state: &State, channel: ChannelInstance) -> Option<ProcessId> {
        let (declared, start) = self.channel(state, channel)?;
        declared.owner?;
        Some(ProcessId::new(state.starts.iter().rposition(|&s| (s as usize) < start)?))
    }

    /// The channels of a state, in order.
    #[must_use]
    pub fn channels(
        &self,
        state: &State,
    ) -> impl DoubleEndedIterator<Item = ChannelInstance> + ExactSizeIterator + Clone + use<> {
        ChannelInstance::below(self.global_channels + state.queues.len())
    }

    /// The hidden variables that are remembered all the same, because a later step reads them.
    #[must_use]
    pub fn remembered(&self) -> Vec<VariableId> {
        remembered(&self.program, &self.forgotten)
    }

    /// Ends a step of a process, which leads to a location unless the process is gone.
    #[inline]
    pub(crate) fn arrive_at(&self, state: &mut State, process: ProcessId, to: Option<LocationId>) {
        if let Some(to) = to {
            state.set_location(process, to);
        }
        if let Some(cell) = self.last {
            state.cells[cell as usize] = self.program.semantics.process_number(process);
        }
    }

    /// Prepares a state to be stored: what no later step reads is forgotten.
    #[inline]
    pub fn forget(&self, state: &mut State) {
        for reset in &self.forgotten {
            state.cells[reset.offset as usize] = 0;
        }
        if self.clears() {
            self.clear_inactive(state);
        }
    }

    /// Whether anything is cleared because it is inactive.
    #[inline]
    pub(crate) fn clears(&self) -> bool {
        !self.inactive.is_empty() || self.predicates.is_some()
    }

    /// The invariant that a property is, if it is one.
    #[must_use]
    pub fn invariant(&self, property: PropertyId) -> Option<&Invariant> {
        let first = Machine::runtime_errors().index() + 1;
        self.program.invariants.get(property.index().checked_sub(first)?)
    }

    /// Whether a state is one that an invariant excludes.
    pub(crate) fn is_excluded(&self, state: &State, invariant: &Invariant) -> bool {
        let process = ProcessId(0);
        let view = View { machine: self, state, process, timeout: false, questions: 0 };
        match (view.holds(&invariant.condition.expr), invariant.excluded) {
            (Ok(holds), Excluded::Holding) => holds,
            (Ok(_), Excluded::Undefined) | (Err(_), Excluded::Holding) => false,
            (Err(_), Excluded::Undefined) => true,
        }
    }

    /// Whether a process can end properly where it is.
    pub(crate) fn ends_properly(&self, location: LocationId) -> bool {
        self.code.locations[location.index()].valid_end
    }
}

fn mentions_timeout(program: &Program, code: &Code) -> bool {
    let mut found = false;
    for condition in program.process_types.iter().filter_map(|t| t.provided.as_ref()) {
        walk_expr(condition, &mut |expr| found |= matches!(expr.kind, ExprKind::Timeout));
    }
    for operation in code.edges.iter().flat_map(|edge| &edge.operations) {
        walk_action(
            &operation.action,
            &mut |expr| found |= matches!(expr.kind, ExprKind::Timeout),
            &mut |_| {},
        );
    }
    found
}
