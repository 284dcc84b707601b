//! What CSPM does not have of the options of every language, and the options of FDR4 with what is asked for here instead.

use checking::{Facility, Habit, Lack, Peer, Takes};

/// FDR4.
pub const FDR: Peer = Peer { name: "FDR", program: "refines", habits: &HABITS };

/// What options of every language ask for, and CSPM does not have.
pub const LACKS: [Lack; 7] = [
    Lack {
        facility: Facility::PartialOrder,
        reason: "refinement is checked without partial order reduction; compressions such as `diamond` and `sbisim` make processes \
                 smaller",
    },
    Lack {
        facility: Facility::DepthFirst,
        reason: "assertions are searched breadth first, so that counterexamples are shortest",
    },
    Lack {
        facility: Facility::FairRuns,
        reason: "assertions are about traces, failures and divergences, not about fair runs",
    },
    Lack {
        facility: Facility::Deadlocks,
        reason: "a deadlock is looked for where the script asserts `P :[deadlock free]`",
    },
    Lack { facility: Facility::Sets, reason: "processes are searched state by state" },
    Lack { facility: Facility::OneLength, reason: "states of processes differ in length" },
    Lack {
        facility: Facility::Expressions,
        reason: "processes have no variables to ask for; `--assert 'P :[has trace]: <a, b>'` asks whether P can do a and then b",
    },
];

const fn habit(option: &'static str, check: Option<&'static str>, answer: &'static str) -> Habit {
    Habit { option, takes: Takes::Nothing, check, simulate: None, answer }
}

/// `--format json`: a word says which.
const fn format(option: &'static str) -> Habit {
    let answer = "`--json` prints one JSON document; text is the default";
    Habit { option, takes: Takes::Word, check: Some("--json"), simulate: None, answer }
}

const HABITS: [Habit; 9] = [
    format("--format"),
    format("-f"),
    habit("--brief", Some("--quiet"), "`--quiet` prints only verdicts and counterexamples"),
    habit("-b", Some("--quiet"), "`--quiet` prints only verdicts and counterexamples"),
    habit("--divide", Some(""), "not needed: a counterexample tells which component moves"),
    habit("-d", Some(""), "not needed: a counterexample tells which component moves"),
    habit("--reveal-taus", Some(""), "not needed: a counterexample shows every τ"),
    habit(
        "--remote",
        None,
        "not offered: the search runs on this machine, on all cores; `--workers N`",
    ),
    habit("--archive", None, "not offered: the files of the script are read where they are"),
];
