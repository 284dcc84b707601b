//! Programs written by hand in the guarded-command form, with no language in sight.

mod support;

use kernel::{StopReason, TransitionSystem};
use machine::detect::detect;
use machine::program::{
    Action, BinaryOperator, CellType, DeterministicBlock, DeterministicPoint, Expr, Region,
};
use machine::semantics::Semantics;
use machine::spin::SpinExpr;
use machine::{Machine, ProgramBuilder, State};
use support::{SPAN, bytes, explore, looping, machine};
use symmetry::{AuditOptions, Canonical, Quotient, audit};

fn builder() -> ProgramBuilder {
    ProgramBuilder::new(Semantics::default())
}

/// `count` processes that take a token in turn: process p passes it to `next[p]`.
fn token_ring(count: u32) -> Machine {
    let mut builder = builder();
    let next = bytes(&mut builder, "next", Region::Constant, &[count]);
    let token = bytes(&mut builder, "token", Region::Global, &[]);
    for p in 0..count as i32 {
        let entry = builder.program.place(next, vec![Expr::constant(p)]);
        builder.initialise(entry, Expr::constant((p + 1) % count as i32));
    }
    let has = Expr::load(builder.program.place(token, Vec::new()));
    let mine = Action::Guard(Expr::binary(BinaryOperator::Equal, has, Expr::pid()));
    let successor = Expr::load(builder.program.place(next, vec![Expr::pid()]));
    let pass = Action::Assign(builder.program.place(token, Vec::new()), successor);
    looping(&mut builder, "station", vec![mine, pass], count as usize);
    machine(builder)
}

#[test]
fn a_ring_given_by_a_table_has_its_rotations_and_no_more() {
    for count in 3..8 {
        let machine = token_ring(count);
        // One station holds the token, and is at one of its two places.
        let outcome = explore(&machine);
        assert_eq!(outcome.statistics.states, u64::from(2 * count));
        let detected = detect(&machine);
        let reduction = detected.reduction.expect("the rotations");
        assert_eq!(reduction.symmetry.order().to_string(), count.to_string());
        audit(&reduction, &reduction.symmetry, &AuditOptions::default()).expect("a symmetry");
        let canonical = Canonical::new(&reduction.symmetry);
        let quotient = explore(&Quotient::new(&reduction, &canonical));
        assert_eq!(quotient.statistics.states, 2);
        assert_eq!(quotient.stop, StopReason::Exhausted);
    }
}

/// `count` processes that each add one to a counter of their own, modulo 3.
fn counters(count: u32, numbered: bool) -> Machine {
    let mut builder = builder();
    let counter = bytes(&mut builder, "counter", Region::Global, &[count]);
    let mine = builder.program.place(counter, vec![Expr::pid()]);
    let one_more = Expr::binary(BinaryOperator::Add, Expr::load(mine.clone()), Expr::constant(1));
    let mut actions = vec![Action::Assign(
        mine.clone(),
        Expr::binary(BinaryOperator::Modulo, one_more, Expr::constant(3)),
    )];
    if numbered {
        // Only an odd process may pass: its number is used as a number.
        let odd = Expr::binary(BinaryOperator::BitAnd, Expr::pid(), Expr::constant(1));
        actions.push(Action::Guard(odd));
    }
    looping(&mut builder, "counter", actions, count as usize);
    machine(builder)
}

#[test]
fn independent_counters_collapse_to_multisets_up_to_rotation() {
    // Multisets of size n over 3 values: (n+2 choose 2). Nothing tells the three values apart but
    // which follows which, so that a third as many are left, by Burnside's lemma: a rotation leaves
    // those as they are that hold each value equally often.
    for (count, multisets) in [(2, 6 / 3), (3, (10 + 1 + 1) / 3), (4, 15 / 3), (5, 21 / 3)] {
        let machine = counters(count, false);
        assert_eq!(explore(&machine).statistics.states, 3u64.pow(count));
        let reduction = detect(&machine).reduction.expect("all are alike");
        let canonical = Canonical::new(&reduction.symmetry);
        let quotient = explore(&Quotient::new(&reduction, &canonical));
        assert_eq!(quotient.statistics.states, multisets);
    }
}

#[test]
fn arithmetic_on_identifiers_is_kept_as_a_relation() {
    let reduction = detect(&counters(4, true)).reduction.expect("the odd and the even are alike");
    // Two even processes, two odd ones, and the rotations of the counters' values.
    assert_eq!(reduction.symmetry.order().to_string(), "12");
    audit(&reduction, &reduction.symmetry, &AuditOptions::default()).expect("a symmetry");
}

/// `count` processes that each raise a variable to their own number, if it is lower.
fn raisers(count: usize) -> Machine {
    let mut builder = builder();
    let top = bytes(&mut builder, "top", Region::Global, &[]);
    let place = builder.program.place(top, Vec::new());
    let lower = Expr::binary(BinaryOperator::Less, Expr::load(place.clone()), Expr::pid());
    looping(
        &mut builder,
        "raiser",
        vec![Action::Guard(lower), Action::Assign(place, Expr::pid())],
        count,
    );
    machine(builder)
}

/// The order of identifiers tells all of them apart, however many rows its table would have.
#[test]
fn an_order_of_identifiers_leaves_no_symmetry_of_the_processes() {
    for count in [4, 64, 150, 250] {
        let detected = detect(&raisers(count));
        assert!(detected.reduction.is_none(), "{count} processes");
    }
}

#[test]
fn every_state_survives_its_encoding() {
    for machine in [token_ring(5), counters(4, false)] {
        let mut bytes = Vec::new();
        let mut decoded = State::default();
        let mut pending = vec![machine.initial().clone()];
        let mut seen = std::collections::HashSet::new();
        while let Some(state) = pending.pop() {
            if !seen.insert(state.clone()) {
                continue;
            }
            bytes.clear();
            machine.encode(&state, &mut bytes);
            machine.decode(&bytes, &mut decoded);
            assert_eq!(state, decoded);
            let mut collect = Collect(&mut pending);
            let _ = machine.successors(&state, &mut machine.scratch(), &mut collect);
        }
        assert!(seen.len() > 4);
    }
}

struct Collect<'a>(&'a mut Vec<State>);

impl kernel::Visitor<Machine> for Collect<'_> {
    fn transition(
        &mut self,
        transition: kernel::Transition<'_, Machine>,
    ) -> std::ops::ControlFlow<()> {
        self.0.extend(transition.target.cloned());
        std::ops::ControlFlow::Continue(())
    }

    fn give_up(&mut self, _: kernel::GivenUp) -> std::ops::ControlFlow<()> {
        panic!("the sequences are short");
    }

    fn pause(&mut self) -> std::ops::ControlFlow<()> {
        std::ops::ControlFlow::Continue(())
    }

    fn abandon(&mut self) -> std::ops::ControlFlow<()> {
        panic!("a machine knows of no symmetry");
    }

    fn wants_all(&self) -> bool {
        true
    }
}

#[test]
fn deterministic_blocks_take_the_first_option_and_may_block_only_at_their_start() {
    let option = |guard: i32, target| (Action::Guard(Expr::constant(guard)), target);
    let point = |options| DeterministicPoint { options, span: SPAN };
    let run = |points: Vec<DeterministicPoint>| {
        let mut builder = builder();
        let block = Action::Deterministic(Box::new(DeterministicBlock::new(points)));
        looping(&mut builder, "p", vec![block], 1);
        let machine = machine(builder);
        let outcome = explore(&machine);
        let kinds: Vec<usize> = outcome.violations.iter().map(|v| v.property.index()).collect();
        (outcome.statistics.transitions, kinds)
    };
    let runtime = Machine::runtime_errors().index();
    let deadlock = Machine::deadlock().index();
    // The first of two possible options leads out, the second into a block.
    let first =
        vec![point(vec![option(1, None), option(1, Some(1))]), point(vec![option(0, None)])];
    assert_eq!(run(first), (2, vec![]));
    // It blocks at its start: the process waits.
    assert_eq!(run(vec![point(vec![option(0, None)])]), (1, vec![deadlock]));
    // It blocks in its middle: an error of the model.
    let middle = vec![point(vec![option(1, Some(1))]), point(vec![option(0, None)])];
    assert_eq!(run(middle), (1, vec![runtime]));
    // It never ends.
    let endless = vec![point(vec![option(1, Some(0))])];
    assert_eq!(run(endless), (1, vec![runtime]));
}

#[test]
fn values_wrap_as_in_c() {
    let check = |cell: CellType, value: i32, expected: i32| {
        assert_eq!(cell.wrap(value), expected, "{cell:?} {value}");
    };
    for value in [0, 1, -1, 127, 128, 255, 256, 32767, 32768, 65535, i32::MAX, i32::MIN] {
        check(CellType::BIT, value, value & 1);
        check(CellType::BYTE, value, i32::from(value as u8));
        check(CellType::SHORT, value, i32::from(value as i16));
        check(CellType::INT, value, value);
        check(CellType { bits: 5, signed: false }, value, value & 31);
    }
}

#[test]
fn operators_compute_as_in_c() {
    use BinaryOperator as B;
    let check = |operator: B, a, b, expected: Option<i32>| {
        assert_eq!(operator.apply(a, b).ok(), expected, "{operator:?} {a} {b}");
    };
    check(B::Divide, -7, 2, Some(-3));
    check(B::Modulo, -7, 2, Some(-1));
    check(B::Divide, 1, 0, None);
    check(B::Modulo, 1, 0, None);
    check(B::Divide, i32::MIN, -1, Some(i32::MIN));
    check(B::Add, i32::MAX, 1, Some(i32::MIN));
    check(B::ShiftLeft, 1, 4, Some(16));
    check(B::ShiftRight, -16, 2, Some(-4));
    check(B::And, 2, 4, Some(1));
    check(B::Or, 0, 0, Some(0));
    check(B::BitXor, 6, 3, Some(5));
}

/// A worker that comes to a node that means progress, or to none, and a watcher of that.
fn watched_for_progress(progress: bool) -> Machine {
    let mut builder = builder();
    looping(&mut builder, "worker", vec![Action::Skip, Action::Skip], 1);
    builder.program.process_types[0].control.nodes[1].progress = progress;
    looping(&mut builder, "watcher", vec![Action::Assert(Expr::from(SpinExpr::NonProgress))], 1);
    machine(builder)
}

#[test]
fn it_can_be_asked_whether_no_process_makes_progress() {
    assert_eq!(explore(&watched_for_progress(false)).violation_count, 0);
    // The worker is at either place while the watcher looks, and at one of them the claim fails.
    assert_eq!(explore(&watched_for_progress(true)).violation_count, 1);
}
