//! Processes that read and write one another's local variables: each analysis finds what the search of everything finds.

#[path = "../../machine/tests/support/agree.rs"]
mod agree;
#[path = "support/quotients.rs"]
mod quotients;
#[path = "../../machine/tests/support/within.rs"]
mod within;

use std::collections::BTreeSet;

use crate::support::{SPAN, bytes, explore};
use agree::agrees;
use detection::detect;
use kernel::PropertyId;
use machine::compile::CompileOptions;
use machine::control::{ControlGraph, Node, NodeKind};
use machine::index::{NodeId, ProcessTypeId, VariableId};
use machine::program::{
    Action, BinaryOperator, Expr, InitialProcess, Place, ProcessType, Program, Region,
};
use machine::semantics::{Ending, Semantics};
use machine::{Machine, ProgramBuilder};
use quotients::quotient_agrees;
use symmetry::{AuditOptions, Canonical, Quotient, audit};
use testing::Numbers;

/// Without any analysis.
const PLAIN: CompileOptions = CompileOptions {
    reset_dead_variables: false,
    merge_statements: false,
    despite_others: false,
    clear_inactive: false,
    forget_hidden: false,
    inner_escapes_first: false,
};

/// Adds a process type that does actions, in a loop or once. Nothing of it is labelled, so that all may be merged.
fn process(builder: &mut ProgramBuilder, name: &str, actions: Vec<Action>, loops: bool) {
    let count = actions.len();
    let node = |(index, action)| Node {
        next: Some(NodeId::new(index + 1)),
        ..Node::new(NodeKind::Action(action), SPAN)
    };
    let mut nodes: Vec<Node> = actions.into_iter().enumerate().map(node).collect();
    nodes.push(match loops {
        true => Node::new(NodeKind::Goto(NodeId::new(0)), SPAN),
        false => Node { valid_end: true, ..Node::new(NodeKind::Action(Action::Terminate), SPAN) },
    });
    assert_eq!(nodes.len(), count + 1);
    let control = ControlGraph { nodes, first: NodeId::new(0) };
    builder.process_type(ProcessType::new(name, control, SPAN));
}

fn start(builder: &mut ProgramBuilder, process_type: usize) {
    builder.start(InitialProcess::new(ProcessTypeId::new(process_type), Vec::new()));
}

fn equal(a: Expr, b: i32) -> Expr {
    Expr::binary(BinaryOperator::Equal, a, Expr::constant(b))
}

fn local(builder: &mut ProgramBuilder, name: &str, process_type: usize) -> VariableId {
    bytes(builder, name, Region::Local(ProcessTypeId::new(process_type)), &[])
}

/// What is violated, with or without analyses, some or all orders, symmetry or not: the same.
fn violated(program: Program) -> BTreeSet<PropertyId> {
    let machine = |options| Machine::new(program.clone(), options).expect("the initial state");
    let found = |machine: &Machine| -> BTreeSet<PropertyId> {
        explore(machine).violations.iter().map(|found| found.property).collect()
    };
    let expected = found(&machine(PLAIN));
    let fine = CompileOptions { despite_others: true, ..CompileOptions::default() };
    for options in [PLAIN, CompileOptions::default(), fine] {
        let machine = machine(options);
        assert_eq!(found(&machine), expected, "{options:?}");
        within::compare(&machine, 500);
        agrees(&machine, 100_000).unwrap_or_else(|differs| panic!("{differs}"));
        quotient_agrees(&machine, 100_000).unwrap_or_else(|differs| panic!("{differs}"));
        if let Some(reduction) = detect(&machine).reduction {
            let all = AuditOptions::default();
            audit(&reduction, &reduction.symmetry, &all).expect("a symmetry");
            let canonical = Canonical::new(&reduction.symmetry);
            let quotient = explore(&Quotient::new(&reduction, &canonical));
            let found: BTreeSet<PropertyId> =
                quotient.violations.iter().map(|found| found.property).collect();
            assert_eq!(found, expected, "{options:?}");
        }
    }
    expected
}

/// A writer, and a process whose variable it writes.
fn writer_and_reader(
    writes: impl Fn(Place) -> Vec<Action>,
    reads: impl Fn(Place) -> Vec<Action>,
) -> Program {
    // Who has ended stays, and can be written to.
    let semantics = Semantics { ending: Ending::Stays, ..Semantics::default() };
    let mut builder = ProgramBuilder::new(semantics);
    let x = local(&mut builder, "x", 1);
    let theirs = builder.program.place_of(Expr::constant(1), x, Vec::new());
    let own = builder.program.place(x, Vec::new());
    process(&mut builder, "writer", writes(theirs), false);
    process(&mut builder, "reader", reads(own), false);
    start(&mut builder, 0);
    start(&mut builder, 1);
    builder.finish()
}

fn set(place: &Place, value: i32) -> Action {
    Action::Assign(place.clone(), Expr::constant(value))
}

fn never(place: Place, value: i32) -> Action {
    let is = equal(Expr::load(place), value);
    Action::Assert(Expr::unary(machine::program::UnaryOperator::Not, is))
}

/// Who reads its own variable, once, disturbs who writes it: neither may be put off (partial order).
#[test]
fn a_write_to_another_depends_on_its_reads() {
    let program = writer_and_reader(|x| vec![set(&x, 7)], |x| vec![never(x, 7)]);
    assert_eq!(violated(program), BTreeSet::from([Machine::assertions()]));
}

/// Between two writes to another the other may look (merging).
#[test]
fn writes_to_another_are_steps_of_their_own() {
    let program = writer_and_reader(|x| vec![set(&x, 7), set(&x, 0)], |x| vec![never(x, 7)]);
    assert_eq!(violated(program), BTreeSet::from([Machine::assertions()]));
}

/// What a process writes itself is overwritten before it reads it, but not if another comes between (dead variables); what it
/// never reads is read by the other.
#[test]
fn what_others_read_or_write_is_not_dead() {
    let program = writer_and_reader(|x| vec![never(x, 3)], |x| vec![set(&x, 3), set(&x, 0)]);
    assert_eq!(violated(program), BTreeSet::from([Machine::assertions()]));
    let look = |x: Place| vec![Action::Guard(equal(Expr::load(x.clone()), 0)), never(x, 5)];
    let program = writer_and_reader(|x| vec![set(&x, 5)], look);
    // Who comes too late to look waits for ever.
    let both = BTreeSet::from([Machine::assertions(), Machine::deadlock()]);
    assert_eq!(violated(program), both);
}

/// No process has the number 9: what is read is 0, and to write is an error.
#[test]
fn who_is_not_there_cannot_be_written_to() {
    let of_nobody = |write: bool| {
        let mut builder = ProgramBuilder::new(Semantics::default());
        let x = local(&mut builder, "x", 0);
        let theirs = builder.program.place_of(Expr::constant(9), x, Vec::new());
        let read = Action::Assert(equal(Expr::load(theirs.clone()), 0));
        let action = if write { set(&theirs, 1) } else { read };
        process(&mut builder, "p", vec![action], false);
        start(&mut builder, 0);
        builder.finish()
    };
    assert_eq!(violated(of_nobody(false)), BTreeSet::new());
    assert_eq!(violated(of_nobody(true)), BTreeSet::from([Machine::runtime_errors()]));
}

/// `count` processes, each of which turns over the bit of the next, or of the first.
fn turning(count: i32, next: bool) -> Program {
    let mut builder = ProgramBuilder::new(Semantics::default());
    let x = local(&mut builder, "x", 0);
    let successor = Expr::binary(BinaryOperator::Add, Expr::pid(), Expr::constant(1));
    let successor = Expr::binary(BinaryOperator::Modulo, successor, Expr::constant(count));
    let whose = if next { successor } else { Expr::constant(0) };
    let theirs = builder.program.place_of(whose, x, Vec::new());
    let other =
        Expr::binary(BinaryOperator::Subtract, Expr::constant(1), Expr::load(theirs.clone()));
    process(&mut builder, "p", vec![Action::Assign(theirs, other)], true);
    (0..count).for_each(|_| start(&mut builder, 0));
    builder.finish()
}

/// Four bits; of four in a ring there are six necklaces: 0, which would be read of a process that is not there, is not 1. Where all
/// turn over the first one's, the three others change places, and so do the two values, those of the others with them: both
/// states have three bits that are 0 for ever.
#[test]
fn symmetry_knows_whose_variable_is_written() {
    for (next, order, all, representatives) in [(true, "4", 16, 6), (false, "12", 2, 2)] {
        violated(turning(4, next));
        let machine = Machine::new(turning(4, next), PLAIN).expect("the initial state");
        assert_eq!(explore(&machine).statistics.states, all);
        let reduction = detect(&machine).reduction.expect("a symmetry");
        assert_eq!(reduction.symmetry.order().to_string(), order);
        let canonical = Canonical::new(&reduction.symmetry);
        let quotient = explore(&Quotient::new(&reduction, &canonical));
        assert_eq!(quotient.statistics.states, representatives);
    }
}

/// All set the first one's variable, and nobody reads another's: the first is told apart from the three others by that alone.
#[test]
fn who_is_written_to_is_told_apart() {
    let mut builder = ProgramBuilder::new(Semantics::default());
    let x = local(&mut builder, "x", 0);
    let theirs = builder.program.place_of(Expr::constant(0), x, Vec::new());
    let own = builder.program.place(x, Vec::new());
    process(&mut builder, "p", vec![set(&theirs, 1), never(own, 2)], true);
    (0..4).for_each(|_| start(&mut builder, 0));
    let program = builder.finish();
    let machine = Machine::new(program.clone(), PLAIN).expect("the initial state");
    let reduction = detect(&machine).reduction.expect("a symmetry");
    assert_eq!(reduction.symmetry.order().to_string(), "6");
    assert_eq!(violated(program), BTreeSet::new());
}

/// A program in which three processes do a few things with a global and with variables of one another.
fn random(numbers: &mut Numbers) -> Program {
    let mut builder = ProgramBuilder::new(Semantics::default());
    let g = bytes(&mut builder, "g", Region::Global, &[]);
    let xs = [local(&mut builder, "x", 0), local(&mut builder, "y", 0)];
    let types = numbers.below(2) + 1;
    let g = builder.program.place(g, Vec::new());
    for process_type in 0..types {
        let mut actions = Vec::new();
        for _ in 0..2 + numbers.below(3) {
            let value = Expr::constant(numbers.below(3) as i32);
            let pick = |numbers: &mut Numbers| {
                let x = *numbers.pick(&xs);
                match numbers.below(6) {
                    0 | 1 if process_type == 0 => builder.program.place(x, Vec::new()),
                    2 => g.clone(),
                    _ => {
                        let next =
                            Expr::binary(BinaryOperator::Add, Expr::pid(), Expr::constant(1));
                        let whose = match numbers.below(4) {
                            0 => Expr::constant(numbers.below(2) as i32),
                            1 if process_type == 0 => Expr::pid(),
                            2 => Expr::binary(
                                BinaryOperator::Modulo,
                                Expr::load(g.clone()),
                                Expr::constant(2),
                            ),
                            _ => Expr::binary(BinaryOperator::Modulo, next, Expr::constant(2)),
                        };
                        builder.program.place_of(whose, x, Vec::new())
                    }
                }
            };
            let place = pick(numbers);
            let read = Expr::load(pick(numbers));
            actions.push(match numbers.below(6) {
                0 | 1 => Action::Assign(place, value),
                2 | 3 => Action::Assign(place, read),
                4 => Action::Guard(Expr::binary(BinaryOperator::LessEqual, read, value)),
                _ => Action::Assert(Expr::binary(BinaryOperator::LessEqual, read, value)),
            });
        }
        let loops = numbers.below(2) == 0;
        process(&mut builder, &format!("p{process_type}"), actions, loops);
    }
    start(&mut builder, 0);
    start(&mut builder, 0);
    start(&mut builder, types - 1);
    builder.finish()
}

#[test]
fn random_programs_mean_the_same_whatever_is_analysed() {
    let mut kinds = BTreeSet::new();
    for seed in 0..100 {
        let program = random(&mut Numbers::new(seed));
        let found = std::panic::catch_unwind(|| violated(program));
        kinds.insert(found.unwrap_or_else(|_| panic!("seed {seed}")));
    }
    assert!(kinds.len() >= 3, "{kinds:?}");
}
