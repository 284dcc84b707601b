//! Symmetry is found where people write it: each of these idioms has the group that it should have, and near misses have less.
//!
//! The orders are written down from what the programs say. For each, every generator is checked on all states and their images,
//! the quotient has as many states as there are orbits, and violates what the unreduced search violates.

mod idioms;
#[allow(dead_code)]
#[path = "support/judged.rs"]
mod judged;
#[allow(dead_code)]
#[path = "support/orbits.rs"]
mod orbits;
#[allow(dead_code)]
#[path = "support/soundness.rs"]
mod soundness;
#[path = "../../machine/tests/support/mod.rs"]
mod support;
#[path = "support/transitions.rs"]
mod transitions;
#[allow(dead_code)]
#[path = "support/verdicts.rs"]
mod verdicts;

use idioms::{Idiom, idioms};
use judged::has_order;

#[test]
fn idioms_have_the_groups_that_they_should_have() {
    let wrong: Vec<String> = idioms().filter_map(|idiom| check(&idiom).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn check(idiom: &Idiom) -> Result<(), String> {
    match has_order(&idiom.draft.machine(), idiom.order) {
        Ok(reduces) if reduces == (idiom.order > 1) => Ok(()),
        Ok(reduces) => Err(format!("{}: reduces: {reduces}", idiom.name)),
        Err(problem) => Err(format!("{}: {problem}", idiom.name)),
    }
}
