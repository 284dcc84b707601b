//! Sets of states of pointer programs: as many as are visited one by one, and as an independent interpreter counts.

#[path = "../../symbolic/tests/support/agree.rs"]
mod agree;
#[path = "../../symbolic/tests/support/exchanged.rs"]
mod exchanged;

use detection::detect;
use kernel::{SearchOptions, Silent, StopReason};
use machine::Machine;
use machine_model::Unnamed;
use model::{ComparePointers, Model, SetOptions};
use red::{LoadOptions, Open};
use testing::places;

use crate::support::machine;
use agree::sets_agree;
use exchanged::reduced_sets_agree;

/// Programs with more states take long one by one, too.
const FEW: u64 = 20_000;

#[test]
fn agree_on_all_examples() {
    let (mut agreed, mut reduced) = (0, 0);
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
                let machine = machine(&text, &options);
                match sets_agree(&machine, FEW) {
                    Ok(None) => {}
                    Ok(Some(_)) => {
                        agreed += 1;
                        reduced += reduced_sets_agree(&machine).map_or_else(
                            |why| panic!("{}, {options:?}: {why}", path.display()),
                            |gained| u64::from(gained.is_some_and(|it| it > 100)),
                        );
                    }
                    Err(why) => panic!("{}, {options:?}: {why}", path.display()),
                }
            }
        }
    }
    assert!(agreed >= 30, "only {agreed} programs were compared");
    assert!(reduced >= 20, "only {reduced} programs were reduced");
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

/// How many states are left of a machine by the pass of exchanges.
fn left(machine: &Machine) -> String {
    let reduction = detect(machine).reduction.expect("symmetric processes");
    let sets = SetOptions { sinc: Some(ComparePointers::Unmet), ..SetOptions::default() };
    let options = SearchOptions::default();
    let found = Unnamed(machine).explore_sets(Some(&reduction), &options, sets, &Silent);
    let found = found.expect("processes that can be exchanged");
    assert_eq!(found.stop, StopReason::Exhausted);
    found.counts.states
}

/// States that `IbSINC` leaves, from an independent interpreter: of the MCS lock as the paper prints it, with so many processes, what is
/// inactive cleared or not. Elimination by modes or by predicates leaves the same.
#[test]
fn exchanges_leave_as_many_states_as_another_interpreter() {
    for (processes, clear_inactive, states) in [
        (2, true, "33"),
        (3, true, "150"),
        (4, true, "636"),
        (5, true, "2865"),
        (2, false, "82"),
        (3, false, "1330"),
        (4, false, "25028"),
    ] {
        for by_predicates in [false, true] {
            let open = Open::Zero;
            let options =
                LoadOptions { open, clear_inactive, by_predicates, ..LoadOptions::default() };
            if clear_inactive || !by_predicates {
                assert_eq!(left(&crate::predicates::mcs(processes, &options)), states);
            }
        }
    }
}

/// As the paper draws it in its fourth figure: a queue, in whatever order its processes are, becomes a sequence from the tail on. Of all
/// queues of up to four processes one of each length is left.
#[test]
fn a_queue_becomes_a_sequence() {
    let queue = "process count = 4; global pointer L; local pointer next, prev;
        mode outside {
            when L == NULL may L = P; goto queued;
            when L != NULL may prev = L; L->next = P; L = P; goto queued;
        }
        mode queued { when true may ; }
        initially L == NULL and forall i: (outside[i] and next[i] == NULL and prev[i] == NULL);
        risk exists i: next[i] == i or prev[i] == i;";
    let machine = machine(queue, &LoadOptions::default());
    let all =
        symbolic::explore(&machine, &SearchOptions::default(), SetOptions::default(), &Silent);
    // One after the other of those who are left: 1 + 4 + 4 * 3 + 4 * 3 * 2 + 4 * 3 * 2.
    assert_eq!(all.expect("no defect").counts.states, "65");
    assert_eq!(left(&machine), "5");
}
