//! Processes that point to one another: what is said of those that are not there, values that must be in a range, conditions on initial
//! and on all states, invariants, and variables that are cleared where they are inactive.

use crate::support::SPAN;
use kernel::{
    PropertyKind, SearchOptions, Silent, StopReason, TransitionSystem, reachable, search,
};
use machine::compile::CompileOptions;
use machine::control::{Atomicity, ControlGraph, Node, NodeKind};
use machine::index::{LabelId, NodeId, ProcessTypeId, VariableId};
use machine::program::{
    Action, BinaryOperator, CellType, Condition, Excluded, Expr, InitialProcess, Invariant, Label,
    Place, ProcessType, Program, Region, Variable,
};
use machine::semantics::{Ending, GuardFault, MissingProcess, Semantics};
use machine::{Fault, Machine, ProgramBuilder};

const OWNER: ProcessTypeId = ProcessTypeId(0);

const SEMANTICS: Semantics = Semantics {
    ending: Ending::Stays,
    guard_fault: GuardFault::Blocks,
    missing_process: MissingProcess::Fails,
    first_process: 1,
    ..Semantics::SPIN
};

/// Processes with a pointer and a number, in places of which each has rules: a guard, an assignment, and where it leads.
#[derive(Clone)]
struct Draft {
    builder: ProgramBuilder,
    next: VariableId,
    x: VariableId,
}

type Rule = (Expr, Option<Action>, usize);

impl Draft {
    fn new(semantics: Semantics) -> Draft {
        let mut builder = ProgramBuilder::new(semantics);
        let local = |name| Variable::new(name, Region::Local(OWNER), CellType::BYTE, SPAN);
        let next = builder.variable(Variable { holds_processes: true, ..local("next") });
        let x = builder.variable(local("x"));
        Draft { builder, next, x }
    }

    fn own(&self, variable: VariableId) -> Place {
        self.builder.program.place(variable, Vec::new())
    }

    fn of(&self, process: Expr, variable: VariableId) -> Place {
        self.builder.program.place_of(process, variable, Vec::new())
    }

    /// What the process has that `next` points to.
    fn beyond(&self) -> Place {
        self.of(Expr::load(self.own(self.next)), self.x)
    }

    /// The program of so many processes.
    fn program(mut self, count: usize, places: Vec<Vec<Rule>>) -> Program {
        let mut nodes: Vec<Node> =
            places.iter().map(|_| Node::new(NodeKind::Choice(Vec::new()), SPAN)).collect();
        for (place, rules) in places.into_iter().enumerate() {
            let mut options = Vec::new();
            for (guard, action, to) in rules {
                options.push(NodeId::new(nodes.len()));
                let target = Some(NodeId::new(to));
                let guard = Node::new(NodeKind::Action(Action::Guard(guard)), SPAN);
                match action {
                    None => nodes.push(Node { next: target, ..guard }),
                    Some(action) => {
                        let next = Some(NodeId::new(nodes.len() + 1));
                        nodes.push(Node { next, atomicity: Atomicity::Inside, ..guard });
                        let action = Node::new(NodeKind::Action(action), SPAN);
                        nodes.push(Node { next: target, atomicity: Atomicity::Last, ..action });
                    }
                }
            }
            nodes[place].kind = NodeKind::Choice(options);
        }
        let control = ControlGraph { nodes, first: NodeId::new(0) };
        self.builder.process_type(ProcessType::new("p", control, SPAN));
        (0..count).for_each(|_| self.builder.start(InitialProcess::new(OWNER, Vec::new())));
        self.builder.finish()
    }
}

fn options(clear_inactive: bool) -> CompileOptions {
    CompileOptions {
        reset_dead_variables: false,
        despite_others: true,
        clear_inactive,
        ..CompileOptions::default()
    }
}

fn machine(program: Program) -> Machine {
    Machine::new(program, options(false)).expect("an initial state")
}

fn number(value: i32) -> Expr {
    Expr::constant(value)
}

fn equal(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOperator::Equal, left, right)
}

fn plus(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOperator::Add, left, right)
}

/// How many states there are, and which properties are violated, deadlocks aside.
fn found(machine: &Machine) -> (u64, Vec<String>) {
    let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
    let outcome = search(machine, &options, &Silent);
    assert_eq!(outcome.stop, StopReason::Exhausted);
    let violated = outcome.violations.iter().map(|it| &machine.properties()[it.property.index()]);
    let violated = violated.filter(|property| property.kind != PropertyKind::Deadlock);
    (outcome.statistics.states, violated.map(|property| property.name.clone()).collect())
}

#[test]
fn what_is_read_of_a_process_that_is_not_there() {
    let of = |semantics, guard: fn(&Draft) -> Expr| {
        let draft = Draft::new(semantics);
        let (guard, x) = (guard(&draft), draft.own(draft.x));
        found(&machine(
            draft.program(1, vec![vec![(guard, Some(Action::Assign(x, number(1))), 0)]]),
        ))
    };
    let reads = |draft: &Draft| equal(Expr::load(draft.beyond()), number(0));
    let zero = Semantics { missing_process: MissingProcess::ReadsZero, ..SEMANTICS };
    let strict = Semantics { guard_fault: GuardFault::Fails, ..SEMANTICS };
    let errors = vec!["run-time errors".to_owned()];
    assert_eq!(of(zero, reads), (2, vec![]));
    assert_eq!(of(SEMANTICS, reads), (1, vec![]));
    assert_eq!(of(strict, reads), (1, errors.clone()));
    // Whether a process is there can be asked for itself.
    let exists = |draft: &Draft| Expr::existing(Expr::load(draft.own(draft.next)));
    assert_eq!(of(zero, exists), (1, vec![]));
    assert_eq!(of(strict, exists), (1, errors));
    assert_eq!(of(strict, |_| equal(Expr::existing(Expr::pid()), number(1))), (2, vec![]));
}

#[test]
fn what_is_written_of_a_process_that_is_not_there() {
    let draft = Draft::new(SEMANTICS);
    let action = Action::Assign(draft.beyond(), number(1));
    let machine = machine(draft.program(1, vec![vec![(number(1), Some(action), 0)]]));
    assert_eq!(found(&machine), (1, vec!["run-time errors".to_owned()]));
}

#[test]
fn values_have_to_be_in_their_range() {
    let draft = Draft::new(SEMANTICS);
    let x = draft.own(draft.x);
    let value = Expr::within(plus(Expr::load(x.clone()), number(1)), 0, 4);
    let rules = vec![vec![(number(1), Some(Action::Assign(x, value)), 0)]];
    assert_eq!(found(&machine(draft.program(1, rules))), (5, vec!["run-time errors".to_owned()]));
}

/// Two processes that count to three.
fn counting() -> (Draft, Vec<Vec<Rule>>) {
    let draft = Draft::new(SEMANTICS);
    let x = draft.own(draft.x);
    let guard = Expr::binary(BinaryOperator::Less, Expr::load(x.clone()), number(3));
    let action = Action::Assign(x.clone(), plus(Expr::load(x), number(1)));
    (draft, vec![vec![(guard, Some(action), 0)]])
}

#[test]
fn a_condition_on_states_forbids_steps() {
    let (draft, rules) = counting();
    let x = |process| Expr::load(draft.of(number(process), draft.x));
    let expr = Expr::binary(BinaryOperator::LessEqual, x(1), x(2));
    let mut program = draft.program(2, rules);
    assert_eq!(found(&machine(program.clone())), (16, vec![]));
    program.state_condition = Some(Condition { expr, span: SPAN });
    // Pairs of which the first is not larger.
    let bounded = machine(program);
    assert_eq!(found(&bounded), (10, vec![]));
    assert!(bounded.partial_order.is_err());
}

#[test]
fn invariants_are_properties() {
    let (draft, rules) = counting();
    let x = |process| Expr::load(draft.of(number(process), draft.x));
    let expr = equal(plus(x(1), x(2)), number(5));
    let undefined = equal(Expr::binary(BinaryOperator::Divide, number(1), x(1)), number(7));
    let mut program = draft.program(2, rules);
    let of = |name: &str, expr, excluded| Invariant {
        name: name.to_owned(),
        condition: Condition { expr, span: SPAN },
        excluded,
        told: String::new(),
    };
    program.invariants = vec![
        of("sum", expr, Excluded::Holding),
        of("quotient", undefined.clone(), Excluded::Holding),
        of("defined", undefined, Excluded::Undefined),
    ];
    let machine = machine(program);
    let (states, mut violated) = found(&machine);
    violated.sort();
    assert_eq!((states, violated), (16, vec!["defined".to_owned(), "sum".to_owned()]));
    // Both processes change what is asked.
    let reduced =
        SearchOptions { keep_going: true, partial_order: true, ..SearchOptions::default() };
    assert_eq!(search(&machine, &reduced, &Silent).statistics.states, 16);
}

#[test]
fn initial_states_fulfil_conditions() {
    let (draft, rules) = counting();
    let (next, x) = (draft.next, draft.x);
    let load = |draft: &Draft, process, variable| Expr::load(draft.of(number(process), variable));
    let program = |conditions: Vec<Expr>, draft: Draft, rules| {
        let places: Vec<Place> =
            (1..=3).flat_map(|it| [draft.of(number(it), next), draft.of(number(it), x)]).collect();
        let mut program = draft.program(3, rules);
        for place in places {
            let value = |value| machine::program::Initialiser {
                place: place.clone(),
                value: number(value),
            };
            program.choices.push((0..4).map(value).collect());
        }
        program.initial_conditions = conditions;
        Machine::new(program, options(false)).map(|machine| machine.all_initial().len())
    };
    let all = |condition: fn(&Draft, i32) -> Expr, draft: &Draft| -> Vec<Expr> {
        (1..=3).map(|process| condition(draft, process)).collect()
    };
    let pointed =
        all(|draft, it| equal(Expr::load(draft.of(number(it), draft.next)), number(it)), &draft);
    // Each points to itself; the numbers are free.
    assert_eq!(program(pointed.clone(), draft.clone(), rules.clone()), Ok(64));
    // What a pointer leads to: where it leads nowhere, the condition has no value.
    let beyond = equal(Expr::load(draft.of(load(&draft, 1, next), x)), number(2));
    let mut conditions =
        all(|draft, it| equal(Expr::load(draft.of(number(it), draft.x)), number(it)), &draft);
    conditions.push(beyond);
    // `next[1]` is 2, the others are free.
    assert_eq!(program(conditions, draft.clone(), rules.clone()), Ok(16));
    let contradiction = vec![number(0)];
    assert_eq!(program(contradiction, draft, rules), Err(Fault::NoInitial));
}

/// Two places: one where `x` is assigned, one where it is read. Each process writes into the other's, too.
fn reading() -> (Draft, Vec<Vec<Rule>>) {
    let draft = Draft::new(SEMANTICS);
    let x = draft.own(draft.x);
    let first = draft.of(number(1), draft.x);
    let reads = equal(Expr::load(x.clone()), number(1));
    let places = vec![
        vec![
            (number(1), Some(Action::Assign(x, number(1))), 1),
            (number(1), Some(Action::Assign(first, number(7))), 0),
        ],
        vec![(reads, None, 0)],
    ];
    (draft, places)
}

#[test]
fn inactive_variables_are_cleared_whoever_writes_them() {
    let (draft, places) = reading();
    let program = draft.program(2, places);
    let all = machine(program.clone());
    let clearing = Machine::new(program, options(true)).expect("an initial state");
    let mut cleared: Vec<Vec<i32>> = reachable(&all, 1000)
        .expect("few states")
        .into_iter()
        .map(|mut state| {
            clearing.forget(&mut state);
            state.cells
        })
        .collect();
    cleared.sort();
    cleared.dedup();
    let mut states: Vec<Vec<i32>> =
        reachable(&clearing, 1000).expect("few states").into_iter().map(|it| it.cells).collect();
    states.sort();
    assert_eq!(states, cleared);
    assert!(states.len() < reachable(&all, 1000).expect("few states").len());
    // Where control is at the first place, nothing but 0 is in `x`.
    for state in &states {
        for record in state.chunks(3) {
            assert!(record[0] != 0 || record[2] == 0, "{state:?}");
        }
    }
}

#[test]
fn what_a_condition_reads_is_active() {
    let (draft, places) = reading();
    let expr = equal(Expr::load(draft.of(number(2), draft.x)), number(7));
    let mut program = draft.program(2, places);
    program.invariants.push(Invariant {
        name: "seven".to_owned(),
        condition: Condition { expr, span: SPAN },
        excluded: Excluded::Holding,
        told: String::new(),
    });
    let all = reachable(&machine(program.clone()), 1000).map(|it| it.len());
    let clearing = Machine::new(program, options(true)).expect("an initial state");
    assert_eq!(reachable(&clearing, 1000).map(|it| it.len()), all);
}

#[test]
fn processes_may_begin_in_several_places() {
    let (draft, places) = reading();
    let mut program = draft.program(2, places);
    let label = |node| Label { name: String::new(), process_type: OWNER, node: NodeId::new(node) };
    program.labels = vec![label(0), label(1)];
    program.initial[0].begins = vec![NodeId::new(0), NodeId::new(1)];
    assert_eq!(machine(program.clone()).all_initial().len(), 2);
    program.initial[1].begins = vec![NodeId::new(1)];
    assert_eq!(machine(program.clone()).all_initial().len(), 2);
    let together = Expr::at(number(1), LabelId::new(1));
    program.initial_conditions = vec![together];
    assert_eq!(machine(program).all_initial().len(), 1);
}
