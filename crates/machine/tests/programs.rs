//! Programs written by hand in the guarded-command form, with no language in sight.

use crate::support::{SPAN, counters, explore, looping, machine, token_ring};
use kernel::TransitionSystem;
use machine::program::{
    Action, BinaryOperator, CellType, DeterministicBlock, DeterministicPoint, Expr,
};
use machine::semantics::Semantics;
use machine::spin::SpinExpr;
use machine::{Machine, ProgramBuilder, State};

fn builder() -> ProgramBuilder {
    ProgramBuilder::new(Semantics::default())
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

    fn ways(&self, _: &[machine::Step]) -> kernel::Ways {
        kernel::Ways::Every
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
