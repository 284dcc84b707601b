//! Symmetry is found where people write it: each of these idioms has the group that it should have, and near misses have none.
//!
//! The orders are written down from what the models say. For each model every generator is checked on all states and their
//! images, the quotient has as many states as there are orbits, and finds what the unreduced search finds.

#[path = "found_symmetry/idioms.rs"]
mod idioms;
#[allow(dead_code)]
#[path = "../../detection/tests/support/judged.rs"]
mod judged;
#[allow(dead_code)]
#[path = "../../detection/tests/support/soundness.rs"]
mod soundness;
#[path = "../../detection/tests/support/transitions.rs"]
mod transitions;
#[allow(dead_code)]
#[path = "../../detection/tests/support/verdicts.rs"]
mod verdicts;

use std::fs;

use crate::support::loading::machine;
use crate::support::orbits;
use idioms::{IDIOMS, Idiom};
use judged::has_order;
use testing::places::shared_or_skip;

#[test]
fn idioms_have_the_groups_that_they_should_have() {
    let wrong: Vec<String> = IDIOMS.iter().filter_map(|idiom| check(idiom).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn symmetries_that_were_missed_are_found() {
    let Some(folder) = shared_or_skip("models/missed") else { return };
    let readme = fs::read_to_string(folder.join("README.md")).expect("a readme");
    let mut checked = 0;
    for line in readme.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split(" | ").collect();
        let name = cells[0].trim_matches(['|', ' ', '`']);
        let order: u128 = cells[1].trim().parse().expect("an order");
        let text = fs::read_to_string(folder.join(format!("{name}.pml"))).expect("a model");
        let machine = machine(&text).expect("a model");
        // In this one no message is ever sent.
        let reduces = name != "qneg";
        assert_eq!(has_order(&machine, order), Ok(reduces), "{name}");
        checked += 1;
    }
    assert_eq!(checked, 9);
}

fn check(idiom: &Idiom) -> Result<(), String> {
    let machine = machine(idiom.text)?;
    match has_order(&machine, idiom.order) {
        Ok(reduces) if reduces == (idiom.order > 1) => Ok(()),
        Ok(reduces) => Err(format!("{}: reduces: {reduces}", idiom.name)),
        Err(problem) => Err(format!("{}: {problem}", idiom.name)),
    }
}
