//! Sets of states of pointer programs: as many as are visited one by one, and as an independent interpreter counts.

#[path = "../../symbolic/tests/support/agree.rs"]
mod agree;

use kernel::{SearchOptions, Silent, StopReason};
use model::SetOptions;
use red::{LoadOptions, Open};
use testing::places;

use crate::support::machine;
use agree::sets_agree;

/// Programs with more states take long one by one, too.
const FEW: u64 = 20_000;

#[test]
fn agree_on_all_examples() {
    let mut agreed = 0;
    for path in places::examples("red") {
        let text = std::fs::read_to_string(&path).expect("a text");
        for open in [Open::Zero, Open::Free] {
            for (processes, clear_inactive) in [(2, true), (2, false), (3, true)] {
                let options = LoadOptions {
                    open,
                    clear_inactive,
                    processes: Some(processes),
                    ..LoadOptions::default()
                };
                match sets_agree(&machine(&text, &options), FEW) {
                    Ok(states) => agreed += u64::from(states.is_some()),
                    Err(why) => panic!("{}, {options:?}: {why}", path.display()),
                }
            }
        }
    }
    assert!(agreed >= 30, "only {agreed} programs were compared");
}

/// States of the MCS lock as the paper prints it, from an independent interpreter: with so many processes, what is inactive cleared or not, and variables
/// zero or free at first.
const MCS: [(u32, bool, Open, &str); 6] = [
    (2, false, Open::Free, "1050"),
    (3, false, Open::Zero, "7597"),
    (3, true, Open::Zero, "812"),
    (4, true, Open::Zero, "13248"),
    (4, false, Open::Zero, "554221"),
    (5, true, Open::Zero, "265792"),
];

#[test]
fn counts_states_of_the_mcs_lock() {
    for (processes, clear_inactive, open, states) in MCS {
        let shared = format!("models/red/mcs{processes}.d");
        let Some(path) = places::shared_or_skip(&shared) else { return };
        let text = std::fs::read_to_string(path).expect("a text");
        let options = LoadOptions { open, clear_inactive, ..LoadOptions::default() };
        let machine = machine(&text, &options);
        let sets = SetOptions::default();
        let found = symbolic::explore(&machine, &SearchOptions::default(), sets, &Silent);
        let found = found.expect("no defect");
        assert_eq!(found.stop, StopReason::Exhausted);
        assert_eq!(found.counts.states, states, "{options:?}");
    }
}
