//! When the set of processes no longer changes, and what it is then.
//!
//! A state is *settled* when no process can reach a statement that starts a process. From then on
//! the processes are fixed, and a permutation of them makes sense. States before that are few in
//! practice (an atomic `init`), and are left as they are.
//!
//! Nothing rests on all of them being found: what a state may hold to be reduced follows from the
//! settled states that were found ([`super::domains`]), and others are left as they are too.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::ops::ControlFlow;
use std::rc::Rc;

use groups::{Interrupted, Patience, uninterrupted};
use kernel::{GivenUp, Transition, TransitionSystem, Visitor, Ways};
use machine::compile::Edge;
use machine::explore::{Scratch, Step};
use machine::footprint::Footprint;
use machine::index::{
    ChannelId, ChannelInstance, LocationId, ProcessId, ProcessTypeId, VariableId,
};
use machine::program::{Region, Variable};
use machine::touches::{self, Touch};
use machine::uses::starts_process;
use machine::{Beginnings, Machine, State};

use crate::immaterial::dead_locals;

/// How many states are explored in search of settled ones.
const MAX_UNSETTLED: usize = 20_000;
/// How many steps are made in all: where a transition has many ways, most lead to where others do.
const MAX_STEPS: usize = 1 << 18;
/// How many elementary steps it takes to look at a state, for each of its cells, roughly.
const WORK: usize = 20;
/// How many bytes of states are kept meanwhile.
const MAX_BYTES: usize = 64 << 20;

/// The processes of the settled states.
#[derive(Clone, Debug)]
pub struct Shape {
    /// For each location, whether a statement that starts a process can be reached from it.
    pub may_start: Vec<bool>,
    /// The first settled state that was found.
    pub settled: State,
    /// The type of each process.
    pub types: Vec<ProcessTypeId>,
    /// The declaration of each channel.
    pub channels: Vec<ChannelId>,
    /// What the settled states that are reached first hold, as far as they were seen.
    pub entries: Entries,
    /// The scalar locals that keep for ever what they hold in the settled state: the late code of their process type never
    /// writes them, and they hold the same in all settled states that are reached first.
    pub frozen: Vec<VariableId>,
    /// The local arrays of channels with one dimension that keep for ever what they hold in the settled state, in the same way.
    /// Symmetry has to keep that: what it maps a reachable state to holds it as well, or is not reachable.
    pub frozen_arrays: Vec<VariableId>,
    /// Those that nothing reads any more: what they hold does not matter.
    pub unread: Vec<VariableId>,
    /// The local arrays, members of structures and channel variables that late code neither reads nor writes, as where the
    /// process that starts the others keeps what it gives to them: what these hold does not matter either.
    pub idle: Vec<VariableId>,
    /// The global variables that keep for ever what they hold in the settled state, as far as that was seen.
    pub constant: Vec<VariableId>,
    /// Whether all settled states that are reached first were seen, and have these processes.
    pub is_complete: bool,
}

/// The values that cells hold when all processes have just been started.
#[derive(Clone, Debug)]
pub struct Entries {
    /// What each variable holds, in any of its cells, in any process.
    pub variables: Vec<BTreeSet<i32>>,
    /// What the messages in each channel declaration's channels hold, field by field.
    pub fields: Vec<Vec<BTreeSet<i32>>>,
    /// Where processes stand.
    pub locations: BTreeSet<LocationId>,
}

impl Shape {
    /// The processes, each with its type.
    pub fn processes(&self) -> impl Iterator<Item = (ProcessId, ProcessTypeId)> + Clone + '_ {
        ProcessId::below(self.types.len()).zip(self.types.iter().copied())
    }

    /// The channels, each with its declaration.
    pub fn channel_instances(
        &self,
    ) -> impl Iterator<Item = (ChannelInstance, ChannelId)> + Clone + '_ {
        ChannelInstance::below(self.channels.len()).zip(self.channels.iter().copied())
    }

    /// Finds a settled state; `None` if process creation never ends, or too late to be found.
    #[must_use]
    pub fn find(machine: &Machine) -> Option<Shape> {
        uninterrupted(|patience| Shape::find_within(machine, patience))
    }

    /// The same, as long as the caller has patience.
    ///
    /// # Errors
    /// The caller lost it.
    pub fn find_within(
        machine: &Machine,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Shape>, Interrupted> {
        let may_start = may_start(machine);
        let dead = dead_locals(machine);
        let mut shape: Option<Shape> = None;
        let mut are_alike = true;
        // What is simplified does not start any.
        let whole = machine.simplification().map(|_| machine.clone().with_whole_code());
        let all_seen =
            settled_states(whole.as_ref().unwrap_or(machine), &may_start, patience, |state| {
                let shape = shape.get_or_insert_with(|| Shape::of(machine, &state, &may_start));
                let alike = state.starts == shape.settled.starts
                    && types_of(machine, &state).eq(shape.types.iter().copied());
                if alike {
                    shape.entries.add(machine, &state, &dead, &shape.idle);
                    shape.thaw(machine, &state);
                }
                are_alike &= alike;
            })?;
        if let Some(shape) = &mut shape {
            shape.is_complete = all_seen && are_alike;
        }
        Ok(shape)
    }

    /// What settled states hold first; none if not all of them were seen.
    #[must_use]
    pub fn beginnings(&self, machine: &Machine) -> Option<Beginnings> {
        let mut numbers = vec![BTreeSet::new(); machine.program.process_types.len()];
        for (process, of) in self.processes() {
            numbers[of.index()].insert(machine.program.semantics.process_number(process));
        }
        let Entries { variables, fields, locations } = self.entries.clone();
        let late = self.may_start.iter().map(|may_start| !may_start).collect();
        self.is_complete.then_some(Beginnings { variables, fields, locations, numbers, late })
    }

    /// The shape of a settled state.
    fn of(machine: &Machine, settled: &State, may_start: &[bool]) -> Shape {
        let declared = |channel| machine.channel_at(settled, channel).map(|(declared, _)| declared);
        let is_late = |location: LocationId| !may_start[location.index()];
        let read = read_variables(machine, is_late);
        let (idle, mut frozen_arrays): (Vec<VariableId>, Vec<VariableId>) =
            unwritten_compounds(machine, is_late).into_iter().partition(|v| !read.contains(v));
        frozen_arrays.retain(|v| {
            let variable = &machine.program.variables[v.index()];
            variable.holds_channels && variable.dimensions.len() == 1
        });
        let mut scalars = unwritten_locals(machine, is_late);
        scalars.retain(|v| machine.program.variables[v.index()].dimensions.is_empty());
        let (mut frozen, mut unread): (Vec<VariableId>, Vec<VariableId>) =
            scalars.into_iter().partition(|v| read.contains(v));
        // What is cleared where it is inactive does not stay what it is.
        frozen.retain(|&variable| !machine.may_clear(variable));
        // What is kept is no part of how a process is told from others: it goes where the process goes.
        if machine.program.keeps_dead {
            unread.clear();
        }
        Shape {
            may_start: may_start.to_vec(),
            settled: settled.clone(),
            types: types_of(machine, settled).collect(),
            channels: machine.channels(settled).filter_map(declared).collect(),
            entries: Entries::none(machine),
            frozen,
            frozen_arrays,
            unread,
            idle,
            constant: unwritten_globals(machine, is_late),
            is_complete: false,
        }
    }

    /// The processes of a type.
    pub fn processes_of(&self, process_type: ProcessTypeId) -> impl Iterator<Item = ProcessId> {
        self.processes().filter(move |&(_, of)| of == process_type).map(|(process, _)| process)
    }

    /// What a local that is frozen holds in a process of its type.
    #[must_use]
    pub fn frozen_value(&self, variable: &Variable, process: ProcessId) -> i32 {
        self.settled.cells[(self.settled.starts[process.index()] + 1 + variable.offset) as usize]
    }

    /// What a local array holds in a process of its type.
    #[must_use]
    pub fn frozen_values(&self, array: &Variable, process: ProcessId) -> &[i32] {
        held(&self.settled, array, process)
    }

    /// Keeps of the frozen locals those that hold the same in another settled state.
    fn thaw(&mut self, machine: &Machine, state: &State) {
        let stays = |id: &VariableId| {
            let variable = &machine.program.variables[id.index()];
            let Region::Local(owner) = variable.region else { return false };
            self.processes_of(owner)
                .all(|p| held(state, variable, p) == held(&self.settled, variable, p))
        };
        let kept = |all: &[VariableId]| all.iter().copied().filter(stays).collect();
        let (frozen, frozen_arrays) = (kept(&self.frozen), kept(&self.frozen_arrays));
        (self.frozen, self.frozen_arrays) = (frozen, frozen_arrays);
        let globals = &machine.program.variables;
        let settled = &self.settled.cells;
        self.constant.retain(|id| {
            let variable = &globals[id.index()];
            let cells = variable.offset as usize..(variable.offset + variable.cells()) as usize;
            state.cells[cells.clone()] == settled[cells]
        });
    }
}

/// The cells of a local variable of a process.
fn held<'s>(state: &'s State, variable: &Variable, process: ProcessId) -> &'s [i32] {
    let first = (state.starts[process.index()] + 1 + variable.offset) as usize;
    &state.cells[first..first + variable.cells() as usize]
}

impl Entries {
    fn none(machine: &Machine) -> Entries {
        let channels = machine.program.channels.iter();
        Entries {
            variables: vec![BTreeSet::new(); machine.program.variables.len()],
            fields: channels.map(|c| vec![BTreeSet::new(); c.fields.len()]).collect(),
            locations: BTreeSet::new(),
        }
    }

    /// Adds what a state holds, but for what does not matter in it ([`crate::immaterial`]); `idle` is in order.
    fn add(
        &mut self,
        machine: &Machine,
        state: &State,
        dead: &[Vec<VariableId>],
        idle: &[VariableId],
    ) {
        self.locations.extend(state.process_ids().map(|process| state.location(process)));
        for (index, variable) in machine.program.variables.iter().enumerate() {
            let cells = variable.cells() as usize;
            let held = &mut self.variables[index];
            match variable.region {
                Region::Global => {
                    let start = variable.offset as usize;
                    held.extend(&state.cells[start..start + cells]);
                }
                Region::Local(owner) => {
                    for process in state.process_ids() {
                        if machine.type_of(state.location(process)) != owner {
                            continue;
                        }
                        let start = (state.starts[process.index()] + 1 + variable.offset) as usize;
                        let dead = &dead[state.location(process).index()];
                        let id = VariableId::new(index);
                        if dead.binary_search(&id).is_err() && idle.binary_search(&id).is_err() {
                            held.extend(&state.cells[start..start + cells]);
                        }
                    }
                }
                Region::Constant | Region::Discarded => {}
            }
        }
        for channel in machine.channels(state) {
            let Some((declared, start)) = machine.channel_at(state, channel) else { continue };
            let fields = &mut self.fields[declared.index()];
            if machine.program.channels[declared.index()].capacity == 0 || fields.is_empty() {
                continue;
            }
            let length = state.cells[start] as usize;
            let messages = &state.cells[start + 1..start + 1 + length * fields.len()];
            for message in messages.chunks(fields.len()) {
                for (held, &value) in fields.iter_mut().zip(message) {
                    held.insert(value);
                }
            }
        }
    }
}

/// The process types of a state.
fn types_of<'a>(
    machine: &'a Machine,
    state: &'a State,
) -> impl Iterator<Item = ProcessTypeId> + 'a {
    state.process_ids().map(|p| machine.type_of(state.location(p)))
}

fn may_start(machine: &Machine) -> Vec<bool> {
    let code = machine.whole_code();
    let mut may = vec![false; code.locations.len()];
    let mut before: Vec<Vec<LocationId>> = vec![Vec::new(); code.locations.len()];
    let mut open = Vec::new();
    for edge in &code.edges {
        if let Some(to) = edge.to {
            before[to.index()].push(edge.from);
        }
        if edge.operations.iter().any(|o| starts_process(&o.action)) {
            open.push(edge.from);
        }
    }
    while let Some(location) = open.pop() {
        if !std::mem::replace(&mut may[location.index()], true) {
            open.extend_from_slice(&before[location.index()]);
        }
    }
    may
}

fn is_settled(state: &State, may_start: &[bool]) -> bool {
    state.process_ids().all(|p| !may_start[state.location(p).index()])
}

/// Calls `visit` with the settled states that follow on unsettled ones, breadth first, as far as the
/// limits allow. Says whether these were all.
fn settled_states(
    machine: &Machine,
    may_start: &[bool],
    patience: &mut Patience<'_>,
    mut visit: impl FnMut(State),
) -> Result<bool, Interrupted> {
    let mut open = Open { machine, queue: VecDeque::new(), seen: HashSet::new(), bytes: 0 };
    machine.all_initial().iter().for_each(|initial| open.add(initial));
    let mut scratch: Scratch = machine.scratch();
    let (mut explored, mut followed, mut all) = (0, 0, true);
    while let Some(bytes) = open.queue.pop_front() {
        let mut state = machine.blank();
        machine.decode(&bytes, &mut state);
        patience.spend(WORK * state.cells.len())?;
        if is_settled(&state, may_start) {
            visit(state);
        } else if explored < MAX_UNSETTLED && followed < MAX_STEPS {
            explored += 1;
            let (before, first) = (open.bytes, followed);
            let mut unsettled = Unsettled { open: &mut open, followed: &mut followed, all: true };
            all &= machine.successors(&state, &mut scratch, &mut unsettled).is_continue();
            all &= unsettled.all;
            patience.hold(open.bytes - before)?;
            patience.spend(WORK * state.cells.len() * (followed - first))?;
        } else {
            all = false;
        }
    }
    patience.release(open.bytes);
    Ok(all && open.bytes < MAX_BYTES)
}

/// Meets what an unsettled state leads to, by one way of several.
struct Unsettled<'o, 'a> {
    open: &'o mut Open<'a>,
    /// How many steps were made.
    followed: &'o mut usize,
    /// Whether nothing was given up. It is not looked at then, and so not settled: searches ask each state.
    all: bool,
}

impl Visitor<Machine> for Unsettled<'_, '_> {
    fn transition(&mut self, transition: Transition<'_, Machine>) -> ControlFlow<()> {
        transition.target.into_iter().for_each(|target| self.open.add(target));
        *self.followed += transition.steps.len();
        if self.open.bytes < MAX_BYTES && *self.followed < MAX_STEPS {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    fn give_up(&mut self, _: GivenUp) -> ControlFlow<()> {
        self.all = false;
        ControlFlow::Continue(())
    }

    fn pause(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn abandon(&mut self) -> ControlFlow<()> {
        self.all = false;
        ControlFlow::Break(())
    }

    fn wants_all(&self) -> bool {
        true
    }

    fn ways(&self, _: &[Step]) -> Ways {
        Ways::One
    }
}

/// States that were met and not looked at yet.
struct Open<'a> {
    machine: &'a Machine,
    queue: VecDeque<Rc<[u8]>>,
    seen: HashSet<Rc<[u8]>>,
    /// The size of what was met.
    bytes: usize,
}

impl Open<'_> {
    fn add(&mut self, state: &State) {
        let mut bytes = Vec::new();
        self.machine.encode(state, &mut bytes);
        let bytes: Rc<[u8]> = bytes.into();
        if self.bytes < MAX_BYTES && self.seen.insert(bytes.clone()) {
            self.bytes += bytes.len();
            self.queue.push_back(bytes);
        }
    }
}

impl Shape {
    /// Whether control at `location` belongs to the part of the program that runs after all
    /// processes are started.
    #[must_use]
    pub fn is_late(&self, location: LocationId) -> bool {
        !self.may_start[location.index()]
    }
}

/// Those of the unwritten locals that liveness ([`crate::liveness`]) does not look at: arrays, members of structures, channels.
pub(super) fn unwritten_compounds(
    machine: &Machine,
    is_late: impl Fn(LocationId) -> bool,
) -> Vec<VariableId> {
    let mut locals = unwritten_locals(machine, is_late);
    locals.retain(|v| {
        let variable = &machine.program.variables[v.index()];
        let is_scalar = variable.dimensions.is_empty() && !variable.in_structure;
        (!is_scalar || variable.holds_channels) && !variable.read_unseen
    });
    locals
}

/// The locals that no code at locations that are late writes.
pub(super) fn unwritten_locals(
    machine: &Machine,
    is_late: impl Fn(LocationId) -> bool,
) -> Vec<VariableId> {
    let mut written = vec![false; machine.program.variables.len()];
    for edge in machine.code.edges.iter().filter(|edge| is_late(edge.from)) {
        for operation in &edge.operations {
            let footprint = Footprint::of_operation(&machine.program, operation);
            footprint.may_write.iter().for_each(|cells| written[cells.variable.index()] = true);
        }
    }
    let is_local =
        |v: &VariableId| matches!(machine.program.variables[v.index()].region, Region::Local(_));
    VariableId::below(written.len()).filter(|v| !written[v.index()] && is_local(v)).collect()
}

/// The global variables that no code at locations that are late writes.
fn unwritten_globals(machine: &Machine, is_late: impl Fn(LocationId) -> bool) -> Vec<VariableId> {
    let mut written: HashSet<VariableId> = machine.program.last.into_iter().collect();
    let late = machine.code.edges.iter().filter(|edge| is_late(edge.from));
    for operation in late.flat_map(|edge| &edge.operations) {
        let footprint = Footprint::of_operation(&machine.program, operation);
        written.extend(footprint.may_write.iter().map(|cells| cells.variable));
    }
    let variables = &machine.program.variables;
    let is_constant = |id: &VariableId| {
        let variable = &variables[id.index()];
        variable.region == Region::Global && !variable.hidden && !written.contains(id)
    };
    VariableId::below(variables.len()).filter(is_constant).collect()
}

/// The variables that code at locations that are late reads, or anything else that is not code.
fn read_variables(machine: &Machine, is_late: impl Fn(LocationId) -> bool) -> HashSet<VariableId> {
    let program = &machine.program;
    let variables = VariableId::below(program.variables.len());
    let mut read: HashSet<VariableId> =
        variables.filter(|&variable| machine.is_named_by_others(variable)).collect();
    let mut note = |touch: Touch<'_>, _| {
        if let Touch::Read(place) = touch {
            read.insert(place.variable);
        }
    };
    for edge in machine.whole_code().edges.iter().filter(|edge| is_late(edge.from)) {
        edge.operations.iter().for_each(|it| touches::of_action(&it.action, &mut note));
    }
    program.claims.iter().for_each(|claim| claim.touches(&mut note));
    program.asked_of_states().for_each(|it| touches::of_expression(&it.expr, &mut note));
    for condition in program.process_types.iter().filter_map(|t| t.provided.as_ref()) {
        touches::of_expression(condition, &mut note);
    }
    read
}

/// The edges of the code that runs once all processes are started.
pub fn late_edges<'a>(machine: &'a Machine, shape: &'a Shape) -> impl Iterator<Item = &'a Edge> {
    machine.code.edges.iter().filter(|edge| shape.is_late(edge.from))
}
