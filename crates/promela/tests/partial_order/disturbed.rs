//! Loops that would be of movers if a condition were overlooked: taken as one step, each hides a violation; and the default tests of a
//! search notice that the step is disturbed.
//!
//! What is overlooked is left out of another program, of which the loops of movers are taken (`Machine::with_conclusions_of`).

use diagnostics::Sources;
use kernel::{SearchOptions, Silent, TransitionSystem, reachable, search};
use machine::Machine;
use promela::{LoadOptions, ParseOptions, load};

use super::checked::checked;

struct Trial {
    overlooked: &'static str,
    text: &'static str,
    /// The parts that are overlooked, with what is seen instead.
    parts: &'static [(&'static str, &'static str)],
}

/// What all programs begin with.
const HEAD: &str = "byte g, h, total; byte row[2], other[2]; chan box[2] = [1] of { byte }; chan z = [1] of { byte };\n";

const TRIALS: [Trial; 6] = [
    Trial {
        overlooked: "another sender",
        text: "active proctype S() { byte i; for (i : 0 .. 1) { box[i]!1 } }
               active proctype T() { byte y; box[0]?y; box[1]!2 }
               active proctype R() { byte y; box[1]?y; assert(y == 1) }",
        parts: &[("box[1]!2", "z!2")],
    },
    Trial {
        overlooked: "a question about room",
        text: "active proctype S() { byte i; for (i : 0 .. 1) { box[i]!1 } }
               active proctype T() { full(box[0]) && nfull(box[1]); assert(false) }",
        parts: &[("full(box[0]) && nfull(box[1])", "full(z) && nfull(z)")],
    },
    Trial {
        overlooked: "a receiver that has something else to do",
        text: "active proctype S() { byte i; for (i : 0 .. 1) { box[i]!1 } }
               active proctype T() { byte y; box[0]?y; if :: box[1]?y :: else -> assert(false) fi }",
        parts: &[(":: else ->", ":: z?y ->")],
    },
    Trial {
        overlooked: "a reader",
        text: "active proctype S() { byte i; for (i : 0 .. 1) { row[i] = 1 } }
               active proctype T() { row[0] == 1 && row[1] == 0; assert(false) }
               active proctype U() { other[0] = 1 }",
        parts: &[("row[0] == 1 && row[1] == 0", "other[0] == 1 && other[1] == 0")],
    },
    Trial {
        overlooked: "a writer",
        text: "active proctype S() { byte i, sum; for (i : 0 .. 1) { sum = sum + g } assert(sum != 1) }
               active proctype T() { g = 1 }",
        parts: &[("g = 1", "h = 1")],
    },
    Trial {
        overlooked: "who writes the same",
        text: "active proctype S() { byte i; for (i : 0 .. 1) { total = total + 1 } }
               active proctype T() { total = total * 2 }
               active proctype C() { total == 3; assert(false) }",
        parts: &[("total = total * 2", "h = h * 2"), ("total == 3;", "h == 3;")],
    },
];

fn machine(text: &str) -> (Sources, machine_model::words::NamedMachine) {
    let mut sources = Sources::new();
    let file = sources.add("model.pml", text);
    let loaded = load(&mut sources, file, &ParseOptions::default(), LoadOptions::default());
    (sources, loaded.model.expect("a model"))
}

/// Whether an assertion can fail.
fn fails(machine: &Machine) -> bool {
    let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
    let outcome = search(machine, &options, &Silent);
    outcome.violations.iter().any(|found| found.property == Machine::assertions())
}

#[test]
fn each_condition_is_needed_and_its_loss_noticed() {
    for Trial { overlooked, text, parts } in TRIALS {
        let text = format!("{HEAD}{text}");
        let (sources, whole) = machine(&text);
        assert!(fails(&whole.machine), "{overlooked}");
        let joined = whole.machine.movers().map(|movers| whole.machine.joining(movers));
        assert!(
            joined.is_none_or(|joined| fails(&joined)),
            "{overlooked}, with nothing overlooked"
        );
        let mut seen = text.clone();
        for (part, instead) in parts {
            assert!(seen.contains(part), "{overlooked}");
            seen = seen.replace(part, instead);
        }
        let (_, seen) = machine(&seen);
        let movers = seen.machine.movers().unwrap_or_else(|| panic!("{overlooked}: no movers"));
        let mistaken = whole.machine.joining(movers);
        assert!(!fails(&mistaken), "{overlooked}: no violation is hidden");
        let mut scratch = mistaken.scratch();
        let states = reachable(&mistaken, 1000).expect("few states");
        let notices = states.iter().any(|state| mistaken.leaves_out_dependent(state, &mut scratch));
        assert!(notices, "{overlooked}: no state notices it");
        let machine = whole.machine.with_conclusions_of(&seen.machine).expect("an initial state");
        let named = machine_model::words::NamedMachine { machine, meanings: whole.meanings };
        let found = checked(named, sources, true);
        assert_ne!(found.noticed_by, "nothing", "{overlooked}");
        assert!(found.violated.contains("assertions"), "{overlooked}");
    }
}
