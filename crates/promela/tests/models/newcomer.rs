//! Models that a new user would write, row by row of their table: the group that each should have, SPIN 6.5.2's states
//! (`pan -DNOREDUCE -DSAFETY -DNOCLAIM -c0`), and that the group is one of symmetries, by every state and every image of it, with as many
//! representatives as there are orbits.
//!
//! The models are not part of the repository; without them the test skips, saying so. `QUOTIENT_LARGE=1` takes in larger ones.

use detection::{Reduction, detect};
use kernel::{SearchOptions, Silent, StopReason, TransitionSystem, search};
use symmetry::{Canonical, Quotient};
use testing::cases::{Completion, Suite};
use testing::places::{absent, shared};

use crate::is_large_run;
use crate::soundness::{Soundness, soundness};
use crate::support::corpus::machine;
use crate::support::orbits;

const FOLDER: &str = "models/newcomer";

/// Larger models are left to the long run.
const MOST_STATES: usize = 200_000;
const MOST_STATES_LARGE: usize = 4_000_000;

/// A model, the order of its group without formulas, and its states, if SPIN counts them in some minutes.
///
/// - `bc1` can block between two sends, and who got one is seen; `tpc-sel` chooses an order that is seen.
/// - The loops of `tpc` and `mesi` are not atomic, and no statement of theirs is a mover: others ask how full the channels are.
/// - `traffic` is not symmetric.
const ROWS: [(&str, u64, Option<usize>); 17] = [
    ("b1", 6, None),
    ("b3", 6, Some(2_121_804)),
    ("b4", 6, Some(2_121_804)),
    ("b6", 6, None),
    ("b7", 6, Some(186_188)),
    ("bc1", 1, Some(9_352_712)),
    ("bc4", 6, Some(1_748)),
    ("election", 4, Some(18_884)),
    ("mesi", 1, None),
    ("raft", 6, Some(3_369_524)),
    ("raft-if", 6, None),
    ("raft-sym", 6, Some(3_369_524)),
    ("rw", 12, Some(68_446)),
    ("tpc", 1, Some(6_235)),
    ("tpc-if", 6, Some(160_122)),
    ("tpc-sel", 1, Some(190_731)),
    ("traffic", 1, Some(32_371)),
];

/// A case for each model.
pub fn suite() -> Suite {
    let name = "newcomer";
    if !shared(FOLDER).is_dir() {
        return Suite::skipped(name, absent(FOLDER));
    }
    let mut suite = Suite::new(name, ROWS.len());
    for (model, order, states) in ROWS {
        suite.add(model, move || check(model, order, states));
    }
    suite
}

fn check(model: &str, order: u64, states: Option<usize>) -> Completion {
    let machine = machine(&shared(FOLDER).join(format!("{model}.pml"))).expect("it is accepted");
    let reduction = detect(&machine).reduction;
    let found = reduction.as_ref().map_or(1, |it| it.symmetry.order().try_into().unwrap_or(0));
    assert_eq!(found, order, "another group");
    let most = if is_large_run() { MOST_STATES_LARGE } else { MOST_STATES };
    let Some(states) = states.filter(|&states| states <= most) else {
        return Completion::Completed;
    };
    assert_eq!(count(&machine), states as u64, "SPIN counts {states}");
    if let Some(reduction) = reduction {
        is_right(&reduction, states, order);
    }
    Completion::Completed
}

fn is_right(reduction: &Reduction, states: usize, order: u64) {
    match soundness(reduction, states) {
        Soundness::Sound(compared) => assert!(compared > 0, "no state is compared"),
        Soundness::TooLarge => panic!("there are more states than {states}"),
        Soundness::Wrong(why) => panic!("{why}"),
    }
    let orbits = orbits::by_listing(reduction, states as u64 * order).expect("few images");
    let canonical = Canonical::new(&reduction.symmetry);
    assert_eq!(count(&Quotient::new(reduction, &canonical)), orbits, "there are {orbits} orbits");
}

fn count<S: TransitionSystem>(system: &S) -> u64 {
    let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
    let outcome = search(system, &options, &Silent);
    assert_eq!(outcome.stop, StopReason::Exhausted);
    outcome.statistics.states
}
