//! What never changes and what never happens, put in and left out: random programs do the same without.

#[path = "support/simplified.rs"]
mod compared;

use crate::random::numbered;
use compared::simplified_agrees;

/// Programs with more states are set aside.
const MOST_STATES: usize = 2_000;

#[test]
fn random_programs_do_the_same() {
    let (mut compared, mut states) = (0, 0);
    for seed in 0..600 {
        let found = simplified_agrees(&numbered(seed).0.draft.machine(), MOST_STATES);
        let found = found.unwrap_or_else(|why| panic!("program {seed}: {why}"));
        compared += usize::from(found.is_some());
        states += found.unwrap_or(0);
    }
    println!("{compared} programs, {states} states");
    assert!(compared > 100, "hardly any program says less");
}
