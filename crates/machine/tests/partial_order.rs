//! Searches that leave transitions out find what the search of all interleavings finds: the same violated properties, as many
//! deadlocks, the same code; breadth first, with one worker and two, and depth first.
//!
//! The random programs are as many as asked for:
//!
//!     QUOTIENT_RANDOM_PROGRAMS=5000 QUOTIENT_RANDOM_SEED=0 cargo test --release -p machine \
//!         partial_order:: -- --nocapture

#[path = "support/agree.rs"]
mod agree;
#[path = "partial_order/movers.rs"]
mod movers;
#[path = "partial_order/traps.rs"]
mod traps;

use crate::support::mutation::mutate;
use crate::support::random::{Members, family};
use agree::agrees;
use testing::Numbers;

/// Programs with more states are set aside.
const MAX_STATES: u64 = 5_000;

fn asked(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Compares all searches of random programs.
fn look(members: Members, few: u64) {
    let first = asked("QUOTIENT_RANDOM_SEED", 0);
    let count = asked("QUOTIENT_RANDOM_PROGRAMS", few);
    let (mut compared, mut all, mut reduced) = (0, 0, 0);
    for seed in first..first + count {
        let mut family = family(seed, members);
        if seed % 2 == 1 {
            mutate(&mut family, &mut Numbers::new(seed));
        }
        let agreed = agrees(&family.draft.machine(), MAX_STATES);
        if let Some(states) = agreed.unwrap_or_else(|why| panic!("{members:?} {seed}: {why}")) {
            compared += 1;
            all += states.0;
            reduced += states.1;
        }
    }
    println!("{members:?}: {compared} compared, {reduced} of {all} states");
    assert!(compared * 2 > count, "too few programs were compared");
    assert!(reduced < all, "nothing was left out");
}

#[test]
fn random_programs_of_processes_that_are_alike() {
    look(Members::Alike, 150);
}

#[test]
fn random_programs_of_processes_that_are_not() {
    look(Members::Unlike, 150);
}
