//! Symmetry is found where people write it: each of these idioms has the group that it should have, and near misses have less.
//!
//! The orders are written down from what the programs say. For each, every generator is checked on all states and their images,
//! the quotient has as many states as there are orbits, and violates what the unreduced search violates.

#[allow(dead_code)]
#[path = "support/judged.rs"]
mod judged;
#[allow(dead_code)]
#[path = "support/orbits.rs"]
mod orbits;
#[allow(dead_code)]
#[path = "support/soundness.rs"]
mod soundness;
#[path = "support/transitions.rs"]
mod transitions;
#[allow(dead_code)]
#[path = "support/verdicts.rs"]
mod verdicts;

use crate::idioms::{Idiom, idioms};
use crate::support::draft::{Draft, any, assert, differ, equal, number};
use detection::detect;
use groups::{Group, Permutation};
use judged::has_order;
use machine::program::Expr;
use soundness::{Soundness, soundness};
use symmetry::SymmetryGroup;

#[test]
fn idioms_have_the_groups_that_they_should_have() {
    let wrong: Vec<String> = idioms().filter_map(|idiom| check(&idiom).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A group that is too large is noticed.
#[test]
fn a_wrong_generator_is_noticed() {
    let mut draft = Draft::new();
    let mark = draft.array("mark", 3);
    let of = |index| draft.get(mark, &[number(index)]);
    let last = any(vec![differ(Expr::pid(), number(2)), equal(of(0), of(1))]);
    let body = vec![draft.set(mark, &[Expr::pid()], number(1)), assert(last)];
    draft.processes("p", 3, body);
    let machine = draft.machine();
    let mut reduction = detect(&machine).reduction.expect("two processes are alike");
    assert!(matches!(soundness(&reduction, 1000), Soundness::Sound(_)));
    let layout = reduction.symmetry.layout().clone();
    let wrong = Permutation::from_cycles(layout.point_count(), &[vec![1, 2]]).expect("a cycle");
    let group = Group::from_generators(layout.point_count(), vec![wrong]);
    reduction.symmetry = SymmetryGroup::new(group, layout).expect("it acts on states");
    assert!(matches!(soundness(&reduction, 1000), Soundness::Wrong(_)));
}

fn check(idiom: &Idiom) -> Result<(), String> {
    match has_order(&idiom.draft.machine(), idiom.order) {
        Ok(reduces) if reduces == (idiom.order > 1) => Ok(()),
        Ok(reduces) => Err(format!("{}: reduces: {reduces}", idiom.name)),
        Err(problem) => Err(format!("{}: {problem}", idiom.name)),
    }
}
