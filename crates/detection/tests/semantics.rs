//! What languages decide differently, each in a program that shows it, with counts worked out by hand.

#[path = "../../machine/tests/support/mod.rs"]
mod support;

use detection::{Reduction, detect};
use kernel::{Outcome, PropertyId, TransitionSystem};
use machine::program::{
    Action, BinaryOperator, CellType, Channel, DeterministicBlock, DeterministicPoint, Expr, Field,
    Initialiser, Region,
};
use machine::semantics::{Ending, FullChannel, GuardFault, Semantics};
use machine::{Fault, Machine, ProgramBuilder, StepResult};
use support::{SPAN, bytes, ending, explore, looping, machine};
use symmetry::{AuditOptions, Canonical, Point, Quotient, audit, lift};

const SPIN: Semantics = Semantics::SPIN;

/// States, transitions, and what is violated.
type Found = (u64, u64, Vec<PropertyId>);

fn found<S: TransitionSystem>(outcome: &Outcome<S>) -> Found {
    let mut violated: Vec<PropertyId> = outcome.violations.iter().map(|v| v.property).collect();
    violated.sort_by_key(|property| property.index());
    violated.dedup();
    (outcome.statistics.states, outcome.statistics.transitions, violated)
}

/// What a search of the quotient finds; the reduction is audited, and every counterexample lifted.
fn quotient(machine: &Machine) -> (Reduction, Found) {
    let reduction = detect(machine).reduction.expect("a symmetry");
    audit(&reduction, &reduction.symmetry, &AuditOptions::default()).expect("a symmetry");
    let canonical = Canonical::new(&reduction.symmetry);
    let outcome = explore(&Quotient::new(&reduction, &canonical));
    for violation in &outcome.violations {
        let run = lift(&reduction, &canonical, &violation.trace.states, violation.property);
        assert!(run.is_ok(), "{:?}", run.err());
    }
    let found = found(&outcome);
    (reduction, found)
}

#[test]
fn the_youngest_ends_first_or_all_stay() {
    let pair = |ending_of| {
        let mut builder = ProgramBuilder::new(Semantics { ending: ending_of, ..SPIN });
        ending(&mut builder, "p", vec![Action::Skip], 2);
        machine(builder)
    };
    // Each at its start or its end; the older alone at either; nobody. The older cannot be removed before the younger.
    let removed = pair(Ending::Youngest);
    assert_eq!(found(&explore(&removed)), (7, 9, vec![]));
    // In the quotient both stay, and either may have ended first.
    assert_eq!(quotient(&removed).1, (3, 4, vec![]));
    let stay = pair(Ending::Stays);
    assert_eq!(found(&explore(&stay)), (4, 5, vec![]));
    assert_eq!(quotient(&stay).1, (3, 4, vec![]));
}

#[test]
fn a_send_to_a_full_channel_waits_or_fails() {
    let filling = |full_channel| {
        let mut builder = ProgramBuilder::new(Semantics { full_channel, ..SPIN });
        let fields = vec![Field::new(CellType::BYTE)];
        let channel = builder.channel(Channel::new("c", 2, fields, SPAN));
        let channel = builder.named_channel(channel);
        let message = vec![Expr::constant(7)];
        looping(&mut builder, "p", vec![Action::Send { channel, sorted: false, message }], 1);
        machine(builder)
    };
    // No message, one, two.
    let waits = explore(&filling(FullChannel::Blocks));
    assert_eq!(found(&waits), (3, 3, vec![Machine::deadlock()]));
    let fails = filling(FullChannel::Fails);
    let outcome = explore(&fails);
    assert_eq!(found(&outcome), (3, 3, vec![Machine::runtime_errors()]));
    assert_eq!(faults(&fails, &outcome), [Fault::FullChannel]);
}

/// The faults of the steps from the last states of the traces to violations.
fn faults(machine: &Machine, outcome: &Outcome<Machine>) -> Vec<Fault> {
    let mut found = Vec::new();
    let mut note = |transition: kernel::Transition<'_, Machine>| {
        found.extend(transition.steps.iter().filter_map(|step| match step.result {
            StepResult::Fault { fault, .. } => Some(fault),
            _ => None,
        }));
        std::ops::ControlFlow::Continue(())
    };
    for violation in &outcome.violations {
        let last = violation.trace.states.last().expect("a trace has its first state");
        let _ = machine.successors(last, &mut machine.scratch(), &mut note);
    }
    found
}

#[test]
fn a_guard_without_a_value_fails_or_does_not_hold() {
    let dividing = |guard_fault| {
        let mut builder = ProgramBuilder::new(Semantics { guard_fault, ..SPIN });
        let x = bytes(&mut builder, "x", Region::Global, &[]);
        let x = builder.program.place(x, Vec::new());
        builder.initialise(x.clone(), Expr::constant(1));
        let inverse =
            Expr::binary(BinaryOperator::Divide, Expr::constant(1), Expr::load(x.clone()));
        let actions = vec![Action::Guard(inverse), Action::Assign(x, Expr::constant(0))];
        looping(&mut builder, "p", actions, 1);
        machine(builder)
    };
    // Before the guard, behind it, and before it again when x is 0.
    let fails = dividing(GuardFault::Fails);
    let outcome = explore(&fails);
    assert_eq!(found(&outcome), (3, 3, vec![Machine::runtime_errors()]));
    assert_eq!(faults(&fails, &outcome), [Fault::DivisionByZero]);
    let blocks = explore(&dividing(GuardFault::Blocks));
    assert_eq!(found(&blocks), (3, 3, vec![Machine::deadlock()]));
}

/// `count` processes that take a lock, which holds 0 or its owner, and give it back.
fn locking(first_process: u8, count: usize) -> Machine {
    let mut builder = ProgramBuilder::new(Semantics { first_process, ..SPIN });
    let owner = bytes(&mut builder, "owner", Region::Global, &[]);
    let owner = builder.program.place(owner, Vec::new());
    let is_free = Expr::binary(BinaryOperator::Equal, Expr::load(owner.clone()), Expr::constant(0));
    let point = |action, next| DeterministicPoint { options: vec![(action, next)], span: SPAN };
    let take = vec![
        point(Action::Guard(is_free), Some(1)),
        point(Action::Assign(owner.clone(), Expr::pid()), None),
    ];
    let take = Action::Deterministic(Box::new(DeterministicBlock::new(take)));
    let actions = vec![take, Action::Assign(owner, Expr::constant(0))];
    looping(&mut builder, "user", actions, count);
    machine(builder)
}

#[test]
fn where_processes_count_from_1_0_is_none_of_them() {
    let machine = locking(1, 4);
    // The lock is free, or one of four has it.
    assert_eq!(found(&explore(&machine)), (5, 9, vec![]));
    let (reduction, reduced) = quotient(&machine);
    assert_eq!(reduction.symmetry.order().to_string(), "24");
    assert_eq!(reduced, (2, 6, vec![]));
    let layout = reduction.symmetry.layout();
    let names: Vec<&str> = (0..4).map(|process| layout.name(Point::new(process))).collect();
    assert_eq!(names, ["user(1)", "user(2)", "user(3)", "user(4)"]);
    // Counted from 0, the first is told apart: 0 is its number, and that of nobody.
    let (reduction, _) = quotient(&locking(0, 4));
    assert_eq!(reduction.symmetry.order().to_string(), "6");
}

#[test]
fn there_may_be_several_initial_states() {
    let mut builder = ProgramBuilder::new(SPIN);
    let chosen = bytes(&mut builder, "chosen", Region::Global, &[2]);
    let element = |builder: &ProgramBuilder, index| builder.program.place(chosen, vec![index]);
    let alternatives = [0, 1].map(|process| {
        let place = element(&builder, Expr::constant(process));
        vec![Initialiser { place, value: Expr::constant(1) }]
    });
    builder.program.alternatives = alternatives.into();
    let mine = element(&builder, Expr::pid());
    let is_chosen =
        Expr::binary(BinaryOperator::Equal, Expr::load(mine.clone()), Expr::constant(1));
    let actions = vec![Action::Guard(is_chosen), Action::Assign(mine, Expr::constant(2))];
    looping(&mut builder, "p", actions, 2);
    let machine = machine(builder);
    // From each, whoever is chosen passes the guard, and then nobody does.
    assert_eq!(machine.all_initial().len(), 2);
    assert_eq!(found(&explore(&machine)), (6, 6, vec![Machine::deadlock()]));
    // The two initial states are one up to symmetry.
    assert_eq!(quotient(&machine).1, (3, 4, vec![Machine::deadlock()]));
}
