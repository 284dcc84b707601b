//! What is done through pointers, overlooked by the analyses that ask what is inactive and which steps may be left out.

use std::collections::BTreeSet;

use kernel::{SearchOptions, Silent, StopReason, TransitionSystem, search};
use machine::Machine;
use machine_model::words::NamedMachine;
use red::{LoadOptions, Open};

use super::checked::checked;
use crate::support::{load, machine};

/// A program, and the part of it that is overlooked, with what is seen instead. It needs that with its two processes in this order or
/// in the other: which of them partial order prefers does not matter.
pub struct Trial {
    /// What is left out.
    overlooked: &'static str,
    /// By which analysis.
    analysis: &'static str,
    text: &'static str,
    parts: &'static [(&'static str, &'static str)],
}

const INACTIVE: &str = "what is inactive";
const ORDER: &str = "partial order";

pub const TRIALS: &[Trial] = &[
    Trial {
        overlooked: "a read through a pointer",
        analysis: INACTIVE,
        text: "process count = 2; global pointer L; local discrete x;
            mode a { when L == NULL may L = P; x = 1; goto b; when L != NULL and L->x == 1 may goto bad; }
            mode b { when true may ; } mode bad { when true may ; }
            initially L == NULL; risk exists i: bad[i];",
        parts: &[("L != NULL and L->x == 1", "L != NULL")],
    },
    Trial {
        overlooked: "that a pointer which is followed to be written through is read",
        analysis: INACTIVE,
        text: "process count = 2; local pointer next; local discrete x;
            mode a { when true may next = P; goto b; } mode b { when true may next->x = 1; goto c; }
            mode c { when x == 1 may goto bad; } mode bad { when true may ; } risk exists i: bad[i];",
        parts: &[("next->x = 1", "x[1] = 1")],
    },
    Trial {
        overlooked: "that a pointer which is followed to be read through is read",
        analysis: INACTIVE,
        text: "process count = 2; local pointer next; local discrete x;
            mode a { when true may next = P; x = 1; goto b; } mode b { when next->x == 1 may goto bad; }
            mode bad { when true may ; } risk exists i: bad[i];",
        parts: &[("next->x == 1", "x[1] == 1 or x[2] == 1")],
    },
    Trial {
        overlooked: "what `risk` reads",
        analysis: INACTIVE,
        text: "process count = 2; local discrete x; mode a { when true may x = 1; goto b; } mode b { when true may ; }
            risk exists i: x[i] == 1;",
        parts: &[("x[i] == 1", "b[i] and a[i]")],
    },
    Trial {
        overlooked: "what the invariant of a mode reads of others",
        analysis: INACTIVE,
        text: "process count = 2; local discrete x; mode a { when true may x = 1; goto b; } mode b { when true may ; }
            mode w { when true may goto alone; } mode alone forall i: x[i] == 0 { when true may ; }
            initially a[1] and w[2] and forall i: x[i] == 0; risk b[1] and alone[2];",
        parts: &[("mode alone forall i: x[i] == 0", "mode alone true")],
    },
    Trial {
        overlooked: "a write through a pointer",
        analysis: ORDER,
        text: "process count = 2; local pointer next; local discrete x; mode w { when true may next->x = 1; goto done; }
            mode a { when x == 1 may goto c; when x == 0 may goto idle; } mode c { when true may goto bad; }
            mode bad { when true may ; } mode done { when true may ; } mode idle { when true may ; }
            initially w[1] and a[2] and forall i: next[i] == 2 and x[i] == 0; risk exists i: bad[i];",
        parts: &[("next->x = 1", "x = 1")],
    },
    Trial {
        overlooked: "a read through a pointer",
        analysis: ORDER,
        text: "process count = 2; local pointer next; local discrete x; mode w { when true may x = 1; goto done; }
            mode a { when next->x == 1 may goto c; when next->x == 0 may goto idle; } mode c { when true may goto bad; }
            mode bad { when true may ; } mode done { when true may ; } mode idle { when true may ; }
            initially w[1] and a[2] and forall i: next[i] == 1 and x[i] == 0; risk exists i: bad[i];",
        parts: &[("next->x == 1", "x == 1"), ("next->x == 0", "x == 0")],
    },
];

/// What is violated, by name; and the number of states.
type Found = (BTreeSet<String>, u64);

fn searched(machine: &Machine, partial_order: bool) -> Found {
    let options = SearchOptions { keep_going: true, partial_order, ..SearchOptions::default() };
    let outcome = search(machine, &options, &Silent);
    assert_eq!(outcome.stop, StopReason::Exhausted);
    let name = |place: usize| machine.properties()[place].name.clone();
    let violated = outcome.violations.iter().map(|found| name(found.property.index()));
    (violated.filter(|name| name != "deadlock").collect(), outcome.statistics.states)
}

/// What came of a program of which something was overlooked.
struct Outcome {
    /// The states without the analysis, with it, and where it overlooks something.
    states: [u64; 3],
    /// What notices it in a check.
    noticed_by: &'static str,
    is_noticed: bool,
    is_right: bool,
}

const CLEARED: &str = "a variable was cleared that is still read";
const LEFT_OUT: &str = "a transition was left out that does not commute";

impl Trial {
    /// The program with its processes in the other order.
    fn mirrored(&self) -> String {
        let exchanged = self.text.replace("[1]", "[#]").replace("[2]", "[1]").replace("[#]", "[2]");
        exchanged
            .replace("== 1 and x", "== # and x")
            .replace("== 2 and x", "== 1 and x")
            .replace("== # and x", "== 2 and x")
    }

    fn clears(&self) -> bool {
        self.analysis == INACTIVE
    }

    fn options(&self) -> LoadOptions {
        let clear_inactive = self.clears();
        LoadOptions { open: Open::Zero, clear_inactive, ..LoadOptions::default() }
    }

    /// The machine of a text, with what the analysis concludes of it where it overlooks something.
    fn mistaken(&self, text: &str, whole: &Machine) -> Machine {
        let Trial { overlooked, parts, .. } = self;
        let mut seen = text.to_owned();
        for (part, instead) in *parts {
            assert!(seen.contains(part), "{overlooked}");
            seen = seen.replace(part, instead);
        }
        let seen = machine(&seen, &self.options());
        assert_eq!(whole.code.locations.len(), seen.code.locations.len(), "{overlooked}");
        whole.with_conclusions_of(&seen).expect("an initial state")
    }

    fn outcome(&self, text: &str) -> Outcome {
        let (overlooked, clears) = (self.overlooked, self.clears());
        let keeping = LoadOptions { clear_inactive: false, ..self.options() };
        let (sources, loaded) = load(text, &self.options());
        let NamedMachine { machine: whole, meanings } = loaded.model.expect("a model");
        let all = searched(&machine(text, &keeping), false);
        let kept = searched(&whole, !clears);
        assert_eq!(kept.0, all.0, "{overlooked}, with everything kept");
        let mistaken = self.mistaken(text, &whole);
        let left = searched(&mistaken, !clears);
        let found = checked(NamedMachine { machine: mistaken, meanings }, sources, !clears);
        if found.noticed_by != "nothing" {
            let told = if clears { CLEARED } else { LEFT_OUT };
            assert!(found.reason.starts_with(told), "{overlooked}: {}", found.reason);
            assert_eq!((found.violated, found.states), all, "{overlooked}");
            assert_eq!((found.keeps_inactive, found.leaves_out), (clears, false), "{overlooked}");
        }
        Outcome {
            states: [all.1, kept.1, left.1],
            noticed_by: found.noticed_by,
            is_noticed: left != kept,
            is_right: left.0 == all.0,
        }
    }
}

/// The row of the page.
pub fn line(trial: &Trial) -> String {
    let Trial { overlooked, analysis, text, .. } = trial;
    let outcomes = [trial.outcome(text), trial.outcome(&trial.mirrored())];
    let noticed = outcomes.into_iter().find(|it| it.is_noticed);
    let found = noticed.unwrap_or_else(|| panic!("{overlooked}: nothing notices"));
    let verdict = if found.is_right { "right" } else { "wrong" };
    let audit = found.noticed_by;
    let [all, kept, left] = found.states;
    format!("| {analysis} | {overlooked} | {all}, {kept}, {left} | {audit} | {verdict} |")
}
