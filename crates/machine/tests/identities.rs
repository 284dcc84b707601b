//! Every expression and deterministic block that a machine evaluates has an identity of its own, which says nothing of what
//! it is.

use crate::support;
use crate::support::{SPAN, bytes, looping};
use machine::control::NodeKind;
use machine::program::{
    Action, BinaryOperator, DeterministicBlock, DeterministicPoint, Expr, Region,
};
use machine::semantics::Semantics;
use machine::uses::{walk_action, walk_expr};
use machine::{Machine, ProgramBuilder};

/// Two types of processes that do the same: one statement, and a deterministic block of the same statement.
fn twins() -> Machine {
    let mut builder = ProgramBuilder::new(Semantics::default());
    let flag = bytes(&mut builder, "flag", Region::Global, &[2]);
    let mine = builder.program.place(flag, vec![Expr::pid()]);
    let next = Expr::binary(BinaryOperator::Add, Expr::load(mine.clone()), Expr::constant(1));
    let step = Action::Assign(mine.clone(), next);
    let option = vec![(step.clone(), None)];
    let block = DeterministicBlock::new(vec![DeterministicPoint { options: option, span: SPAN }]);
    builder.initialise(builder.program.place(flag, vec![Expr::constant(1)]), Expr::constant(7));
    for name in ["one", "other"] {
        let actions = vec![step.clone(), Action::Deterministic(Box::new(block.clone()))];
        looping(&mut builder, name, actions, 1);
    }
    support::machine(builder)
}

fn actions(machine: &Machine) -> impl Iterator<Item = &Action> {
    machine.code.edges.iter().flat_map(|edge| &edge.operations).map(|o| &o.action)
}

#[test]
fn no_two_have_the_same() {
    let machine = twins();
    let mut met = vec![0; machine.expression_count()];
    let mut meet = |expr: &Expr| met[expr.id().expect("an identity").index()] += 1;
    for initialiser in &machine.program.initialisers {
        initialiser.place.subscripts.iter().for_each(|s| walk_expr(&s.index, &mut meet));
        walk_expr(&initialiser.value, &mut meet);
    }
    actions(&machine).for_each(|action| walk_action(action, &mut meet, &mut |_| {}));
    assert!(met.iter().all(|&times| times == 1), "{met:?}");
    let blocks = actions(&machine).filter_map(|action| match action {
        Action::Deterministic(block) => block.id(),
        _ => None,
    });
    assert_eq!(blocks.map(|id| id.index()).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(machine.block_count(), 2);
}

#[test]
fn what_does_the_same_is_equal_whatever_its_identity() {
    let machine = twins();
    let of_type = |number: usize| -> Vec<&Action> {
        let edges = machine.code.edges.iter();
        let edges = edges.filter(|edge| machine.type_of(edge.from).index() == number);
        edges.flat_map(|edge| &edge.operations).map(|o| &o.action).collect()
    };
    let (one, other) = (of_type(0), of_type(1));
    assert!(!one.is_empty());
    assert_eq!(one, other);
}

#[test]
fn what_does_not_run_has_none() {
    let machine = twins();
    for process_type in &machine.program.process_types {
        for node in &process_type.control.nodes {
            if let NodeKind::Action(action) = &node.kind {
                walk_action(action, &mut |expr| assert_eq!(expr.id(), None), &mut |_| {});
            }
        }
    }
}
