//! Whether a reduction is right: every generator on all states and their images, orbits by listing, and what is violated.

use std::time::Duration;

use detection::{Reduction, detect};
use machine::Machine;
use symmetry::Strategy;

use super::orbits::by_listing;
use super::soundness::{Soundness, soundness};
use super::verdicts::{Bounds, Unknown, reduced, unreduced};

/// The most images of states that are compared to count orbits.
const MOST_IMAGES: u64 = 4_000_000;

/// No machine has more states.
const BOUNDS: Bounds = Bounds { states: 60_000, time: Duration::from_secs(60) };

/// How many states there are, and orbits of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Of the unreduced search.
    pub states: u64,
    /// Of the quotient.
    pub orbits: u64,
}

/// What a reduction comes to. None: there is too much to look at, or the search says itself that the reduction does not hold.
///
/// # Errors
/// What is wrong.
pub fn judged(
    machine: &Machine,
    reduction: &Reduction,
    bounds: Bounds,
) -> Result<Option<Counts>, String> {
    let all = match unreduced(machine, bounds) {
        Ok(all) => all,
        Err(Unknown::Defect(problem)) => return Err(problem),
        Err(_) => return Ok(None),
    };
    match soundness(reduction, bounds.states as usize) {
        Soundness::Sound(_) => {}
        Soundness::TooLarge => return Ok(None),
        Soundness::Wrong(problem) => return Err(problem),
    }
    // Every state is audited, and what is found is lifted.
    let strategy = Strategy::auto(&reduction.symmetry).prepared;
    let classes = match reduced(reduction, &strategy, bounds) {
        Ok(classes) => classes,
        Err(Unknown::Defect(problem)) => return Err(problem),
        Err(_) => return Ok(None),
    };
    if classes.violated != all.violated {
        return Err(format!("finds {:?}, unreduced {:?}", classes.violated, all.violated));
    }
    match by_listing(reduction, MOST_IMAGES) {
        Some(orbits) if orbits == classes.states => Ok(Some(Counts { states: all.states, orbits })),
        // The group has too many elements.
        None => Ok(None),
        orbits => Err(format!("{} states, {orbits:?} orbits", classes.states)),
    }
}

/// Whether a machine's group, which must have an order and be right, makes the search shorter.
///
/// # Errors
/// What is wrong.
pub fn has_order(machine: &Machine, order: u128) -> Result<bool, String> {
    let detected = detect(machine);
    let Some(reduction) = &detected.reduction else {
        let remarks: Vec<&str> = detected.remarks.iter().map(|r| r.text.as_str()).collect();
        return if order == 1 { Ok(false) } else { Err(format!("no symmetry: {remarks:?}")) };
    };
    let found = u128::try_from(reduction.symmetry.order()).expect("a small group");
    if found != order {
        return Err(format!("order {found}, not {order}"));
    }
    match judged(machine, reduction, BOUNDS)? {
        Some(Counts { states, orbits }) => Ok(orbits < states),
        None => Err("nothing is known".to_owned()),
    }
}
