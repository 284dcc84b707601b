//! Loops of movers, and what a property sees of them.

use kernel::{SearchOptions, Silent, TransitionSystem, reachable, search};
use machine::Machine;
use machine::compile::CompileOptions;
use machine::program::{Condition, Excluded, Expr, Invariant, Program};

use crate::partial_order::agree::{agrees, joined_agrees};
use crate::support::SPAN;
use crate::support::code::{Code, otherwise, when};
use crate::support::draft::{Draft, all, equal, less, number, plus};

/// A process that fills a table of two places, and another that does something else.
fn filling() -> (Draft, Expr) {
    let mut draft = Draft::new();
    let (row, other) = (draft.array("row", 2), draft.global("other"));
    let i = draft.local("i");
    let (index, next) = (draft.get(i, &[]), plus(draft.get(i, &[]), number(1)));
    let round = vec![
        when(less(index.clone(), number(2))),
        draft.set(row, &[index], number(1)),
        draft.set(i, &[], next),
    ];
    draft.processes("filler", 1, vec![Code::Loop(vec![round, vec![otherwise(), Code::Break]])]);
    let busy = vec![draft.set(other, &[], number(1))];
    draft.processes("other", 1, busy);
    let place = |index| draft.get(row, &[number(index)]);
    let half = all(vec![equal(place(0), number(1)), equal(place(1), number(0))]);
    (draft, half)
}

fn never(condition: Expr) -> Invariant {
    let condition = Condition { expr: condition, span: SPAN };
    let (name, told) = ("half".to_owned(), String::new());
    Invariant { name, condition, excluded: Excluded::Holding, told }
}

fn machine(program: Program) -> Machine {
    Machine::new(program, CompileOptions::default()).expect("an initial state")
}

fn violations(machine: &Machine) -> u64 {
    let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
    search(machine, &options, &Silent).violation_count
}

#[test]
fn a_loop_that_nobody_sees_is_one_step() {
    let machine = machine(filling().0.program());
    let joined = joined_agrees(&machine, 1000).expect("the same is found");
    assert!(joined.is_some(), "no loop is one of movers");
    let joined = machine.joining(machine.movers().expect("one"));
    let count = |machine: &Machine| reachable(machine, 1000).map(|states| states.len());
    assert!(count(&joined) < count(&machine));
}

#[test]
fn what_a_property_sees_is_no_mover() {
    let (draft, half) = filling();
    let mut program = draft.program();
    program.invariants.push(never(half));
    let whole = machine(program);
    assert!(violations(&whole) > 0);
    assert!(agrees(&whole, 1000).expect("the same is found").is_some());
    if let Some(movers) = whole.movers() {
        assert!(violations(&whole.joining(movers)) > 0);
    }
    // Overlooked, it hides the violation, which the states in the middle tell.
    let unseen = machine(draft.program());
    let mistaken = whole.joining(unseen.movers().expect("a loop of movers"));
    assert_eq!(violations(&mistaken), 0);
    let mut scratch = mistaken.scratch();
    let mut states = reachable(&mistaken, 1000).expect("few states").into_iter();
    assert!(states.any(|state| mistaken.leaves_out_dependent(&state, &mut scratch)));
}
