//! What languages decide differently, each in a program that shows it, with counts worked out by hand.

use crate::support::{SPAN, bytes, ending, explore, looping, machine};
use detection::{Reduction, detect};
use kernel::{Outcome, PropertyId, TransitionSystem};
use machine::compile::CompileOptions;
use machine::index::ProcessTypeId;
use machine::program::{
    Action, BinaryOperator, CellType, Channel, DeterministicBlock, DeterministicPoint, Expr, Field,
    Initialiser, Region,
};
use machine::semantics::{Ending, FullChannel, GuardFault, Semantics};
use machine::{Fault, Machine, ProgramBuilder, StepResult};
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

/// Three values of a global, and bits of two processes that are left open; or of one of them.
#[test]
fn initial_values_may_be_left_open() {
    let open = |both: bool| {
        let mut builder = ProgramBuilder::new(SPIN);
        let a = bytes(&mut builder, "a", Region::Global, &[]);
        let x = bytes(&mut builder, "x", Region::Local(ProcessTypeId::new(0)), &[]);
        let sum = Expr::binary(
            BinaryOperator::Add,
            Expr::load(builder.program.place(a, Vec::new())),
            Expr::load(builder.program.place(x, Vec::new())),
        );
        let small = Expr::binary(BinaryOperator::Less, sum, Expr::constant(3));
        looping(&mut builder, "p", vec![Action::Assert(small)], 2);
        let global = builder.program.place(a, Vec::new());
        builder.choose(&global, 0..3);
        for process in 0..if both { 2 } else { 1 } {
            let bit = builder.program.place_of(Expr::constant(process), x, Vec::new());
            // A byte wraps: this is 0, 1, and 0 again.
            builder.choose(&bit, [0, 1, 256]);
        }
        machine(builder)
    };
    // The sum is 3 only if the global is 2 and a bit is 1. Up to symmetry, three of the four pairs of bits are left.
    let violated = vec![Machine::assertions()];
    assert_eq!(open(true).all_initial().len(), 12);
    assert_eq!(found(&explore(&open(true))), (12, 36, violated.clone()));
    assert_eq!(quotient(&open(true)).1, (9, 30, violated.clone()));
    assert_eq!(found(&explore(&open(false))), (6, 18, violated.clone()));
    assert_eq!(quotient(&open(false)).1, (6, 18, violated));
}

#[test]
fn very_many_initial_states_are_a_limit() {
    let mut builder = ProgramBuilder::new(SPIN);
    let cells = bytes(&mut builder, "cells", Region::Global, &[64]);
    looping(&mut builder, "p", vec![Action::Skip], 1);
    for cell in 0..64 {
        let place = builder.program.place(cells, vec![Expr::constant(cell)]);
        builder.choose(&place, 0..256);
    }
    let refused = Machine::new(builder.finish(), CompileOptions::default()).err();
    assert_eq!(refused, Some(Fault::ManyInitial { most: 10_000 }));
    // A process that is not there has no variable.
    let mut builder = ProgramBuilder::new(SPIN);
    let x = bytes(&mut builder, "x", Region::Local(ProcessTypeId::new(0)), &[]);
    looping(&mut builder, "p", vec![Action::Skip], 1);
    let place = builder.program.place_of(Expr::constant(1), x, Vec::new());
    builder.choose(&place, 0..2);
    let refused = Machine::new(builder.finish(), CompileOptions::default()).err();
    assert_eq!(refused, Some(Fault::NoProcess { process: 1 }));
}
