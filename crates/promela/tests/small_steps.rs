//! Small steps, put together, are the transitions; and a transition that is done over again leads where
//! it led. What a search drops on the way, because nothing reads it, is not missed.

// Only the generator is used here.
#[allow(dead_code)]
use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;

use crate::random;
use crate::random::text::render;
use crate::support::examples::{examples, plain, unmerged};
use diagnostics::Sources;
use kernel::{Transition, TransitionSystem};
use machine::index::ProcessId;
use machine::inspect::Inspector;
use machine::{Machine, Observer, Performed, Printed, Scratch, State, Step, StepResult};
use machine_model::words::NamedMachine;
use promela::{LoadOptions, ParseOptions, load};
use testing::Numbers;

/// How many states of a model are looked at.
const STATES: usize = 300;
/// Longer atomic sequences are watched for loops by the search, and left out here.
const DEEPEST: usize = 14;

/// The steps of a transition, and where it leads.
type Made = (Vec<Step>, Option<State>);

fn model(text: &str, options: LoadOptions) -> Option<NamedMachine> {
    let mut sources = Sources::new();
    let file = sources.add("m.pml", text);
    load(&mut sources, file, &ParseOptions::default(), options).model
}

fn transitions(machine: &Machine, state: &State, scratch: &mut Scratch) -> Vec<Made> {
    let mut found = Vec::new();
    let _ = machine.successors(state, scratch, &mut |t: Transition<'_, Machine>| {
        found.push((t.steps.to_vec(), t.target.cloned()));
        ControlFlow::Continue(())
    });
    found
}

/// A small step that was kept.
struct Small {
    steps: Vec<Step>,
    target: Option<State>,
    control: Option<ProcessId>,
    timeout: bool,
}

fn small_steps(
    machine: &Machine,
    state: &State,
    control: Option<ProcessId>,
    scratch: &mut Scratch,
) -> Vec<Small> {
    let mut found = Vec::new();
    machine.small_steps(state, control, scratch, &mut |step| {
        found.push(Small {
            steps: step.steps.to_vec(),
            target: step.target.cloned(),
            control: step.control,
            timeout: step.timeout,
        });
    });
    found
}

/// The transitions put together from small steps; `None` if an atomic sequence is too long.
fn put_together(
    machine: &Machine,
    state: &State,
    control: Option<ProcessId>,
    before: &[Step],
    scratch: &mut Scratch,
    found: &mut Vec<Made>,
) -> Option<()> {
    let small = small_steps(machine, state, control, scratch);
    if small.is_empty() && control.is_some() {
        found.push((before.to_vec(), Some(state.clone())));
    }
    if before.len() > DEEPEST {
        return None;
    }
    for step in small {
        assert_eq!(replayed(machine, state, &step.steps, step.timeout), step.target);
        let steps = [before, &step.steps[..]].concat();
        let failed = steps.last().is_some_and(|last| last.result != StepResult::Done);
        match (step.control, step.target) {
            (Some(_), Some(target)) => {
                if failed {
                    found.push((steps.clone(), None));
                }
                put_together(machine, &target, step.control, &steps, scratch, found)?;
            }
            (_, target) => found.push((steps, target)),
        }
    }
    Some(())
}

/// Hears nothing.
struct Nobody;

impl Observer for Nobody {}

/// Where steps lead when they are done over again; `None` after a run-time error.
fn replayed(machine: &Machine, state: &State, steps: &[Step], timeout: bool) -> Option<State> {
    let reached = machine.replay(state, steps, timeout, &mut Nobody);
    let faulted = steps.iter().any(|step| step.result.is_final());
    (!faulted).then_some(reached)
}

/// Whether each disabled edge of a state has an obstacle, and no enabled one has.
fn obstacles_are_complete(machine: &Machine, state: &State, small: &[Small]) {
    let possible: Vec<Step> = small.iter().flat_map(|s| s.steps.iter().copied()).collect();
    let timeout = small.first().is_some_and(|s| s.timeout);
    let inspector = Inspector { machine, state, control: None, timeout, possible: &possible };
    for process in state.process_ids() {
        for &edge in inspector.edges(process) {
            let obstacle = inspector.obstacle(process, edge);
            let is_possible = inspector.is_possible(process, edge);
            assert_eq!(obstacle.is_none(), is_possible, "{process:?}: {obstacle:?}");
        }
    }
}

/// Compares at up to [`STATES`] states; how many could be compared.
fn compare(machine: &Machine) -> usize {
    let mut scratch = machine.scratch();
    let mut seen: HashSet<State> = HashSet::from([machine.initial().clone()]);
    let mut queue = VecDeque::from([machine.initial().clone()]);
    let mut compared = 0;
    while let Some(state) = queue.pop_front() {
        let whole = transitions(machine, &state, &mut scratch);
        let small = small_steps(machine, &state, None, &mut scratch);
        let timeout = small.first().is_some_and(|step| step.timeout);
        obstacles_are_complete(machine, &state, &small);
        for (steps, target) in &whole {
            if let Some(target) = target {
                let reached = replayed(machine, &state, steps, timeout);
                assert_eq!(reached.as_ref(), Some(target));
                if seen.len() < STATES && seen.insert(target.clone()) {
                    queue.push_back(target.clone());
                }
            }
        }
        let mut found = Vec::new();
        if put_together(machine, &state, None, &[], &mut scratch, &mut found).is_some() {
            assert_eq!(found, whole);
            compared += 1;
        }
    }
    compared
}

#[test]
fn of_the_examples() {
    for example in examples() {
        for mut options in [LoadOptions::default(), unmerged(), plain()] {
            // Only stored states forget.
            options.compile.forget_hidden = false;
            let compared = compare(&example.load(options).machine);
            assert!(compared > 0, "{}", example.name);
        }
    }
}

#[test]
fn of_random_models() {
    let mut compared = 0;
    for seed in 0..150 {
        let text = render(&random::generator::model(seed));
        for mut options in [LoadOptions::default(), plain()] {
            options.compile.forget_hidden = false;
            let Some(model) = model(&text, options) else { continue };
            compared += compare(&model.machine);
        }
    }
    assert!(compared > 10_000, "only {compared} states were compared");
}

#[test]
fn of_timeouts_escapes_and_errors() {
    for text in [
        "byte x; active proctype a() { do :: timeout -> x = x + timeout; x < 3 od }\n\
         active proctype b() { x > 1; x = 0 }",
        "byte x, y; active proctype a() { atomic { timeout; x = timeout + 1; y = 3 } }",
        "byte x, y; active proctype a() { d_step { timeout; x = timeout + 1; y = 3 } }",
        "byte x; active [2] proctype a() { do :: { x++; x++ } unless { x == 3 -> x = 0 } od }",
        "byte x; byte t[2]; active [2] proctype a() { d_step { x++; t[x] = 1; assert(x < 2) } }",
        "byte x; active [2] proctype a() { atomic { x++; assert(x == 1); x = 5 / (2 - x) } }",
        "chan c = [0] of { byte }; active [2] proctype a() { byte k; atomic { c!_pid; k = 7 } }\n\
         active [2] proctype b() { byte k; atomic { c?k; assert(k == 1) } }",
    ] {
        for options in [LoadOptions::default(), plain()] {
            let model = model(text, options).unwrap_or_else(|| panic!("refused: {text}"));
            assert!(compare(&model.machine) > 0);
        }
    }
}

/// Goes along a random run twice: as it is searched, and with all that a search drops. Says how many states differed; both must
/// go on alike.
fn go_on_alike(machine: &Machine, numbers: &mut Numbers) -> usize {
    let mut scratch = machine.scratch();
    let (mut state, mut whole) = (machine.initial().clone(), machine.initial().clone());
    let mut differed = 0;
    for _ in 0..40 {
        let made = transitions(machine, &state, &mut scratch);
        let steps = |made: &[Made]| made.iter().map(|(steps, _)| steps.clone()).collect::<Vec<_>>();
        assert_eq!(steps(&transitions(machine, &whole, &mut scratch)), steps(&made));
        let timeout = small_steps(machine, &state, None, &mut scratch).iter().any(|s| s.timeout);
        let leading = made.into_iter().filter_map(|(steps, target)| Some((steps, target?)));
        let mut leading: Vec<(Vec<Step>, State)> = leading.collect();
        if leading.is_empty() {
            break;
        }
        let (steps, target) = leading.swap_remove(numbers.below(leading.len()));
        whole = machine.replay_as_written(&whole, &steps, timeout, &mut Nobody);
        state = target;
        differed += usize::from(whole != state);
    }
    differed
}

#[test]
fn what_a_search_drops_is_not_missed() {
    let mut numbers = Numbers::new(4);
    let mut differed = 0;
    for seed in 0..300 {
        let text = render(&random::generator::model(seed));
        let Some(model) = model(&text, LoadOptions::default()) else { continue };
        differed += go_on_alike(&model.machine, &mut numbers);
    }
    for example in examples() {
        differed += go_on_alike(&example.load(LoadOptions::default()).machine, &mut numbers);
    }
    assert!(differed > 500, "only {differed} states differed");
}

/// Writes down what happens.
#[derive(Default)]
struct Notes<'a> {
    model: Option<&'a NamedMachine>,
    text: String,
}

impl Observer for Notes<'_> {
    fn before(&mut self, operation: Performed, _: &State) {
        self.text.push_str(&format!("<{}", operation.operation));
    }

    fn after(&mut self, _: Performed, _: &State) {
        self.text.push('>');
    }

    fn print(&mut self, printed: Printed<'_>) {
        let output = self.model.map(|model| promela::output(model, &printed).text);
        self.text.push_str(&output.unwrap_or_default());
    }
}

/// What the first transition of a model does and prints.
fn first(text: &str, options: LoadOptions) -> String {
    let model = model(text, options).expect("a model");
    let machine = &model.machine;
    let steps = transitions(machine, machine.initial(), &mut machine.scratch()).remove(0).0;
    let mut notes = Notes { model: Some(&model), ..Notes::default() };
    machine.replay(machine.initial(), &steps, false, &mut notes);
    notes.text
}

#[test]
fn values_are_printed_as_they_are_at_that_moment() {
    let text = |body: &str| format!("active proctype p() {{ byte k = 5; {body} }}");
    let merged = text("skip; printf(\"%d,\", k); k = 1; printf(\"%d,\", k); k = 2; k > 1");
    let noted = first(&merged, LoadOptions::default());
    assert_eq!(noted, "<0><15,><2><31,><4>");
    assert_eq!(first(&merged, plain()), "<0>");
    let block = text("d_step { printf(\"%d,\", k); k++; printf(\"%d,\", k); k++ }; k > 1");
    assert_eq!(first(&block, LoadOptions::default()), "<05,6,>");
    let failing = text("d_step { k--; printf(\"%d,\", k); k = 1 / (k - 4) }");
    assert_eq!(first(&failing, plain()), "<04,");
    let fault = text("printf(\"%d\", 1 / (k - 5)); k > 1");
    // As in SPIN's verifiers, it is an error if there is nothing to print.
    assert_eq!(first(&fault, plain()), "<0");
}

#[test]
fn symbols_are_of_the_kind_of_their_variable() {
    // Printed by `spin -T` 6.5.2.
    let text = "mtype = { a, b, c }\nmtype:fruit = { apple, pear }\n\
        mtype m = a; mtype:fruit f = pear; byte z = 2;\n";
    for (call, expected) in [
        ("printf(\"%e\", m)", "a"),
        ("printf(\"%e\", f)", "pear"),
        ("printf(\"%e %e\", m, f)", "a pear"),
        ("printf(\"%e %e\", apple, a)", "b a"),
        ("printf(\"%e %e %e %e\", f, pear, z, 200)", "pear pear apple 200"),
        ("printm(f)", "pear"),
        ("printm(m)", "a"),
        ("printf(\"%e %e\", -3, 0)", "-3 0"),
    ] {
        let noted = first(&format!("{text}init {{ {call} }}"), plain());
        assert_eq!(noted, format!("<0{expected}>"), "{call}");
    }
}
