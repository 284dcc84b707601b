//! What actions are said to read and write is all that they read and write.
//!
//! A cell that an action changes is among those that it writes. A cell that it neither reads nor writes may hold any value: the
//! action does the same. And all of it lies within the footprint that is known of the action before it runs.

// Only the generator is used here.
#[allow(dead_code)]
#[path = "../../machine/tests/support/within.rs"]
mod within;

use std::collections::{HashSet, VecDeque};

use crate::random;
use crate::random::text::render;
use crate::support::examples::{examples, plain};
use diagnostics::Sources;
use kernel::TransitionSystem;
use machine::index::{ChannelInstance, ProcessId};
use machine::program::{Action, Region};
use machine::{Accessed, Accesses, Machine, Moment, Observer, Performed, State, Step, StepResult};
use machine_model::words::NamedMachine;
use promela::{LoadOptions, ParseOptions, load};
use testing::Numbers;

/// How many states of a model are looked at.
const STATES: usize = 200;

/// What a step touches.
#[derive(Default)]
struct Notes<'a> {
    machine: Option<&'a Machine>,
    /// By action, with the state before it where it changes only what it writes itself.
    accesses: Vec<Accesses>,
    before: Option<State>,
    since: usize,
    /// Whether all options of a block but one could have been taken.
    chooses: bool,
    guards: bool,
}

impl Observer for Notes<'_> {
    fn before(&mut self, performed: Performed, state: &State) {
        let machine = self.machine.expect("a machine");
        let edge = &machine.code.edges[performed.edge.index()];
        let action = &edge.operations[usize::from(performed.operation)].action;
        if let Action::Deterministic(block) = action {
            self.chooses |= block.points.iter().any(|point| point.options.len() > 1);
        }
        self.guards |= matches!(action, Action::Guard(_));
        self.before = Some(state.clone());
        self.since = self.accesses.len();
    }

    fn begin(&mut self, moment: Moment<'_>, action: &Action) {
        self.accesses.push(moment.accesses(action));
    }

    fn after(&mut self, _: Performed, state: &State) {
        let machine = self.machine.expect("a machine");
        let before = self.before.take().expect("a state before");
        let mut written = HashSet::new();
        for accesses in &self.accesses[self.since..] {
            written
                .extend(accesses.writes.iter().map(|&accessed| index(machine, &before, accessed)));
            let channel = accesses.communicated.iter().map(|found| found.channel);
            written.extend(channel.flat_map(|channel| buffer(machine, &before, channel)));
        }
        for cell in 0..before.cells.len().min(state.cells.len()) {
            let is_same = before.cells[cell] == state.cells[cell];
            assert!(is_same || written.contains(&cell), "cell {cell} changes unsaid");
        }
    }
}

/// Where a cell stands in a state.
fn index(machine: &Machine, state: &State, accessed: Accessed) -> usize {
    let offset = machine.program.variables[accessed.variable.index()].offset + accessed.cell;
    let base = accessed.process.map_or(0, |process| state.starts[process.index()] + 1);
    (base + offset) as usize
}

/// The cells of a channel.
fn buffer(machine: &Machine, state: &State, channel: ChannelInstance) -> std::ops::Range<usize> {
    let (declared, start) = machine.channel_at(state, channel).expect("a channel");
    start..start + machine.program.channels[declared.index()].cells() as usize
}

fn watch<'a>(
    machine: &'a Machine,
    state: &State,
    steps: &[Step],
    timeout: bool,
) -> (Notes<'a>, State) {
    let mut notes = Notes { machine: Some(machine), ..Notes::default() };
    let reached = machine.replay(state, steps, timeout, &mut notes);
    (notes, reached)
}

/// The cells of variables that a step from a state might touch.
fn candidates(machine: &Machine, state: &State, steps: &[Step]) -> Vec<Accessed> {
    let mut found = Vec::new();
    for (index, variable) in machine.program.variables.iter().enumerate() {
        let processes: Vec<Option<ProcessId>> = match variable.region {
            Region::Global => vec![None],
            Region::Local(owner) => {
                let processes = steps.iter().map(|step| step.process);
                let of_type = |&p: &ProcessId| machine.type_of(state.location(p)) == owner;
                processes.filter(of_type).map(Some).collect()
            }
            Region::Constant | Region::Discarded => Vec::new(),
        };
        let variable = machine::index::VariableId::new(index);
        for process in processes {
            let cells = 0..machine.program.variables[index].cells();
            found.extend(cells.map(|cell| Accessed { process, variable, cell }));
        }
    }
    found
}

/// How many cells were given other values.
fn compare(machine: &Machine, guards_stand_alone: bool, numbers: &mut Numbers) -> usize {
    let mut scratch = machine.scratch();
    let start = (machine.initial().clone(), None);
    let mut seen = HashSet::from([start.clone()]);
    let mut queue = VecDeque::from([start]);
    let mut compared = 0;
    while let Some((state, control)) = queue.pop_front() {
        let mut small = Vec::new();
        machine.small_steps(&state, control, &mut scratch, &mut |step| {
            let target = step.target.cloned().map(|target| (target, step.control));
            small.push((step.steps.to_vec(), target, step.timeout));
        });
        for (steps, target, timeout) in small {
            let (notes, reached) = watch(machine, &state, &steps, timeout);
            let well = steps.iter().all(|step| step.result == StepResult::Done);
            if well && !notes.chooses && (!notes.guards || guards_stand_alone) {
                compared +=
                    usize::from(disturb(machine, &state, &steps, &notes, &reached, numbers));
            }
            if let Some(target) = target
                && seen.len() < STATES
                && seen.insert(target.clone())
            {
                queue.push_back(target);
            }
        }
    }
    compared
}

/// Takes a step with another value in a cell that it does not touch; whether there is such a cell.
fn disturb(
    machine: &Machine,
    state: &State,
    steps: &[Step],
    notes: &Notes<'_>,
    reached: &State,
    numbers: &mut Numbers,
) -> bool {
    let touched = |cell: &Accessed| {
        let of =
            |accesses: &Accesses| accesses.reads.contains(cell) || accesses.writes.contains(cell);
        notes.accesses.iter().any(of)
    };
    let mut candidates = candidates(machine, state, steps);
    // Every step writes down who took it.
    let name = |cell: &Accessed| &machine.program.variables[cell.variable.index()].name;
    candidates.retain(|cell| !touched(cell) && name(cell) != "_last");
    if candidates.is_empty() {
        return false;
    }
    let cell = *numbers.pick(&candidates);
    let at = index(machine, state, cell);
    let declared = &machine.program.variables[cell.variable.index()];
    let other = declared.cell.wrap(state.cells[at] ^ 1);
    let mut disturbed = state.clone();
    disturbed.cells[at] = other;
    if notes.guards {
        let mut is_there = false;
        machine.small_steps(&disturbed, None, &mut machine.scratch(), &mut |step| {
            is_there |= step.steps == steps;
        });
        assert!(is_there, "a guard read `{}` unsaid", declared.name);
    }
    let mut expected = reached.clone();
    // It may be gone with its process.
    if let Some(cell) = expected.cells.get_mut(at) {
        *cell = other;
    }
    let found = machine.replay(
        &disturbed,
        steps,
        false,
        &mut Notes { machine: Some(machine), ..Notes::default() },
    );
    assert_eq!(found, expected, "`{}` was read unsaid", declared.name);
    true
}

/// Whether nothing but its condition decides on a guard.
fn guards_stand_alone(text: &str) -> bool {
    let others =
        ["else", "timeout", "provided", "priority", "unless", "enabled", "atomic", "never"];
    !others.iter().any(|word| text.contains(word))
}

fn options() -> LoadOptions {
    let mut options = plain();
    // Only stored states forget.
    options.compile.forget_hidden = false;
    options
}

fn model(text: &str) -> Option<NamedMachine> {
    let mut sources = Sources::new();
    let file = sources.add("m.pml", text);
    load(&mut sources, file, &ParseOptions::default(), options()).model
}

#[test]
fn of_the_examples() {
    let mut numbers = Numbers::new(1);
    let mut compared = 0;
    for example in examples() {
        let text = std::fs::read_to_string(&example.path).expect("the example");
        let machine = example.load(options()).machine;
        compared += compare(&machine, guards_stand_alone(&text), &mut numbers);
    }
    assert!(compared > 5_000, "only {compared} steps were compared");
}

#[test]
fn of_random_models() {
    let mut numbers = Numbers::new(2);
    let mut compared = 0;
    for seed in 0..300 {
        let text = render(&random::generator::model(seed));
        let Some(model) = model(&text) else { continue };
        compared += compare(&model.machine, guards_stand_alone(&text), &mut numbers);
    }
    assert!(compared > 10_000, "only {compared} steps were compared");
}

#[test]
fn of_remote_variables_priorities_polls_sorted_sends_and_stores() {
    let mut numbers = Numbers::new(3);
    for text in [
        "byte x, y; active [2] proctype a() { byte k; do :: k = 1 - k; x = a[1]:k :: y = a[0]:k od }",
        "byte x; chan c = [3] of { byte, byte }; active proctype a() { byte k;\n\
         do :: c!!k,3 :: k++ :: x = c?[k,3] :: c??k,eval(x) :: c??<k,x> :: k = len(c) od }",
        "byte x; active [2] proctype a() priority 3 { set_priority(0, 4); x = get_priority(1) }",
        "byte x[3], i; active proctype a() { do :: x[i] = x[x[i]] + 1; x[i] = x[i] % 3 :: i = (i + 1) % 3 od }",
        // Where a field is stored may depend on the one before it.
        "byte i, a[3]; chan q = [2] of { byte, byte }; active proctype s() { do :: q!1,7 :: q!2,9 :: q!0,5 od }\n\
         active proctype r() { do :: q?i,a[i] od }",
        "byte x, y, z; active proctype a() { do :: x = (y > 2 -> x : z) :: y = (x && y) + (z || x); y++ od }",
    ] {
        let model = model(text).unwrap_or_else(|| panic!("refused: {text}"));
        let compared = compare(&model.machine, guards_stand_alone(text), &mut numbers);
        assert!(compared > 0, "nothing to compare in {text}");
        within::compare(&model.machine, STATES);
    }
}

#[test]
fn within_the_footprints_of_the_examples() {
    let (mut accesses, mut written, mut messages) = (0, 0, 0);
    for options in [plain(), LoadOptions::default()] {
        for example in examples() {
            let compared = within::compare(&example.load(options).machine, STATES);
            accesses += compared.accesses;
            written += compared.written;
            messages += compared.messages;
        }
    }
    let all = format!("{accesses} {written} {messages}");
    assert!(accesses > 100_000 && written > 10_000 && messages > 5_000, "{all}");
}

#[test]
fn within_the_footprints_of_random_models() {
    let (mut accesses, mut written, mut messages) = (0, 0, 0);
    for seed in 0..300 {
        let Some(model) = model(&render(&random::generator::model(seed))) else { continue };
        let compared = within::compare(&model.machine, STATES);
        accesses += compared.accesses;
        written += compared.written;
        messages += compared.messages;
    }
    let all = format!("{accesses} {written} {messages}");
    assert!(accesses > 100_000 && written > 10_000 && messages > 5_000, "{all}");
}
