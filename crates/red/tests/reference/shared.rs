//! Programs beside the repository, with figures of an interpreter that has nothing in common with this one either.

use testing::places::shared_or_skip;

use crate::model::{LoadOptions, Open};
use crate::reference::counts::{Counts, counts};
use crate::reference::explore::orbits;
use crate::reference::state::Constants;
use crate::reference::{MOST, interpreted, tree};

/// A program with everything else at zero: its states with all variables and their orbits, the same once what is inactive is
/// cleared; and how many states are at risk, and steps undefined, before that.
const ZERO: [(&str, [usize; 4], usize, usize); 17] = [
    ("mcs2", [159, 81, 62, 32], 0, 0),
    ("mcs3", [7_597, 1_285, 812, 142], 0, 0),
    ("leader2", [9, 5, 9, 5], 0, 0),
    ("leader3", [58, 12, 58, 12], 0, 0),
    ("leader4", [505, 30, 505, 30], 0, 0),
    ("leader5", [5_616, 75, 5_616, 75], 0, 0),
    ("dcycle2", [5, 3, 5, 3], 0, 0),
    ("dcycle3", [16, 4, 16, 4], 0, 0),
    ("dcycle4", [65, 5, 65, 5], 0, 0),
    ("dcycle5", [326, 6, 326, 6], 0, 0),
    ("dcycle_lock2", [33, 17, 33, 17], 0, 0),
    ("dcycle_lock3", [172, 32, 172, 32], 0, 0),
    ("dcycle_lock4", [969, 51, 969, 51], 0, 0),
    ("dcycle_lock5", [6_186, 74, 6_186, 74], 0, 0),
    ("dcycle_nolock2", [1_589, 797, 1_223, 614], 34, 206),
    ("leader_bug2", [12, 7, 12, 7], 1, 0),
    ("leader_bug3", [108, 22, 108, 22], 8, 0),
];

/// Too large to be interpreted here: states, orbits once cleared.
const LARGE: [(&str, [usize; 3]); 2] =
    [("mcs4", [554_221, 13_248, 588]), ("mcs5", [0, 265_792, 2_378])];

fn text(name: &str) -> Option<String> {
    let folder = shared_or_skip("models/red")?;
    Some(std::fs::read_to_string(folder.join(format!("{name}.d"))).expect("a program"))
}

#[test]
fn figures_are_those_of_another_interpreter() {
    for (name, [all, all_orbits, cleared, cleared_orbits], risks, faults) in ZERO {
        let Some(text) = text(name) else { return };
        let options =
            LoadOptions { open: Open::Zero, clear_inactive: false, ..LoadOptions::default() };
        let found = interpreted(&text, &options, MOST).expect("few states");
        assert_eq!(found.states.len(), all, "{name}");
        assert_eq!((found.risks, found.faults), (risks, faults), "{name}");
        let constants = Constants::of(&tree(&text), &options);
        assert_eq!(orbits(&found, &constants), all_orbits, "{name}");
        assert_eq!(counts(&text, &options), Counts { states: all, orbits: all_orbits }, "{name}");
        let options = LoadOptions { clear_inactive: true, ..options };
        let expected = Counts { states: cleared, orbits: cleared_orbits };
        assert_eq!(counts(&text, &options), expected, "{name}");
    }
}

#[test]
fn larger_figures_are_those_of_another_interpreter() {
    for (name, [all, cleared, orbits]) in LARGE {
        let Some(text) = text(name) else { return };
        let options = LoadOptions { open: Open::Zero, ..LoadOptions::default() };
        assert_eq!(counts(&text, &options), Counts { states: cleared, orbits }, "{name}");
        if all > 0 && std::env::var_os("QUOTIENT_LARGE").is_some() {
            let options = LoadOptions { clear_inactive: false, ..options };
            assert_eq!(counts(&text, &options).states, all, "{name}");
        }
    }
}

/// The paper leaves everything free that `initially` does not mention.
#[test]
fn free_starts() {
    let all = LoadOptions { clear_inactive: false, ..LoadOptions::default() };
    let Some(two) = text("mcs2") else { return };
    assert_eq!(counts(&two, &all), Counts { states: 1_050, orbits: 537 });
    assert_eq!(counts(&two, &LoadOptions::default()), Counts { states: 62, orbits: 32 });
    let found = interpreted(&two, &all, MOST).expect("few states");
    assert_eq!(found.states.len(), 1_050);
    let Some(three) = text("mcs3") else { return };
    assert_eq!(counts(&three, &all).states, 120_208);
    assert_eq!(counts(&three, &LoadOptions::default()), Counts { states: 812, orbits: 142 });
}
