//! Symmetry is found where people write it: each of these idioms has the group that it should have, and near misses have none.
//!
//! The orders are written down from what the models say. For each model every generator is checked on all states and their
//! images, the quotient has as many states as there are orbits, and finds what the unreduced search finds.

#[path = "found_symmetry/idioms.rs"]
mod idioms;
#[allow(dead_code)]
#[path = "near_symmetric/soundness.rs"]
mod soundness;
mod support;
#[path = "near_symmetric/transitions.rs"]
mod transitions;
#[allow(dead_code)]
#[path = "hostile/verdicts.rs"]
mod verdicts;

use std::fs;
use std::time::Duration;

use detection::detect;
use idioms::{IDIOMS, Idiom};
use machine::Machine;
use soundness::{Soundness, soundness};
use support::orbits::by_listing;
use symmetry::Strategy;
use testing::places::shared_or_skip;
use verdicts::{Bounds, machine, reduced, unreduced};

/// No model has more states.
const BOUNDS: Bounds = Bounds { states: 60_000, time: Duration::from_secs(60) };

/// The most images of states that are compared to count orbits.
const MOST_IMAGES: u64 = 4_000_000;

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
        assert_eq!(right(&machine, order), Ok(reduces), "{name}");
        checked += 1;
    }
    assert_eq!(checked, 9);
}

fn check(idiom: &Idiom) -> Result<(), String> {
    let machine = machine(idiom.text)?;
    match right(&machine, idiom.order) {
        Ok(reduces) if reduces == (idiom.order > 1) => Ok(()),
        Ok(reduces) => Err(format!("{}: reduces: {reduces}", idiom.name)),
        Err(problem) => Err(format!("{}: {problem}", idiom.name)),
    }
}

/// Whether a machine's group, which must have an order and be right, makes the search shorter.
fn right(machine: &Machine, order: u128) -> Result<bool, String> {
    let detected = detect(machine);
    let Some(reduction) = &detected.reduction else {
        let remarks: Vec<&str> = detected.remarks.iter().map(|r| r.text.as_str()).collect();
        return if order == 1 { Ok(false) } else { Err(format!("no symmetry: {remarks:?}")) };
    };
    let found = u128::try_from(reduction.symmetry.order()).expect("a small group");
    if found != order {
        return Err(format!("order {found}, not {order}"));
    }
    match soundness(reduction, BOUNDS.states as usize) {
        Soundness::Sound(_) => {}
        Soundness::TooLarge => return Err("too many states".to_owned()),
        Soundness::Wrong(problem) => return Err(problem),
    }
    let all = unreduced(machine, BOUNDS).map_err(|unknown| format!("unreduced: {unknown:?}"))?;
    // Every state is audited, and what is found is lifted.
    let strategy = Strategy::auto(&reduction.symmetry).prepared;
    let classes = reduced(reduction, &strategy, BOUNDS).map_err(|why| format!("{why:?}"))?;
    if classes.violated != all.violated {
        return Err(format!("finds {:?}, unreduced {:?}", classes.violated, all.violated));
    }
    match by_listing(reduction, MOST_IMAGES) {
        Some(orbits) if orbits == classes.states => Ok(classes.states < all.states),
        orbits => Err(format!("{} states, {orbits:?} orbits", classes.states)),
    }
}
