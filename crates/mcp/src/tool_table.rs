//! The table of tools: all that there are, as they are listed and as arguments are compared with them.

use serde_json::{Value, json};

use crate::tool::{Argument, Kind, Tool};

/// The longest time of a check or search, in seconds.
const LONGEST_TIME: u64 = 600;
/// The most memory of one, in megabytes.
const MOST_MEMORY: u64 = 1 << 20;

/// An argument that there need not be.
const fn optional(name: &'static str, kind: Kind, about: &'static str) -> Argument {
    Argument { name, kind, is_needed: false, about }
}

/// An argument that there must be.
const fn needed(name: &'static str, kind: Kind, about: &'static str) -> Argument {
    Argument { name, kind, is_needed: true, about }
}

const MODEL: Argument =
    needed("model", Kind::Text, "the file of the model, from the folder of the server");
const LANGUAGE: Argument =
    optional("language", Kind::Text, "its language, where the extension does not tell it");
const DEFINE: Argument = optional(
    "define",
    Kind::Texts,
    "macros of Promela, each NAME or NAME=VALUE, as `#define` would",
);
const PROPERTY: Argument = optional(
    "property",
    Kind::Text,
    "check this property only: `assertions`, `deadlock`, `run-time errors`, or a formula or claim by name",
);
const REACH: Argument = optional(
    "reach",
    Kind::Text,
    "look for a shortest run to a state in which this expression is true, and check nothing else",
);
const SYMMETRY: Argument = optional(
    "symmetry",
    Kind::Word(&["on", "off"]),
    "whether symmetric states are taken for one; on unless it is said",
);
const FAIRNESS: Argument = optional(
    "fairness",
    Kind::Word(&["none", "weak", "strong"]),
    "which endless runs formulas and claims consider",
);
const TIME: Argument =
    optional("time_s", Kind::Number(1, LONGEST_TIME), "limit of time in seconds; else 60");
const MEMORY: Argument =
    optional("memory_mb", Kind::Number(16, MOST_MEMORY), "limit of memory in megabytes; else 2048");
const SESSION: Argument = needed("session", Kind::Text, "the session, as `open` has called it");
const CHOICE: Argument =
    optional("choice", Kind::Number(1, 1 << 32), "take the possible step with this number");
const UNDO: Argument = optional("undo", Kind::Number(1, 1 << 32), "go back so many steps");
const JUMP: Argument = optional(
    "jump",
    Kind::Number(0, 1 << 32),
    "go to the position after so many steps of this run, back or forth; 0 is the beginning",
);
const CELLS: Argument =
    optional("name", Kind::Text, "only the variables and channels with this text in their names");
const EXPRESSION: Argument = needed(
    "expression",
    Kind::Text,
    "an expression over the names that `state` shows, as `flag[1] && user(3).k > 2`",
);
const AIM: Argument =
    optional("expression", Kind::Text, "a state in which this expression is true");
const LINE: Argument =
    optional("line", Kind::Number(1, 1 << 32), "a step that executes something on this line");
const FILE: Argument =
    optional("file", Kind::Text, "the file of the line, if it is not that of the model");
const DEADLOCK: Argument = optional("deadlock", Kind::Truth, "true: a deadlock");
const VIOLATION: Argument =
    optional("violation", Kind::Text, "a violation of the property with this name");
const FROM: Argument = optional(
    "from",
    Kind::Word(&["here", "start"]),
    "where the search begins: where the run stands, or where all runs begin; else here",
);

/// The arguments of a check.
const CHECK: &[&Argument] =
    &[&MODEL, &LANGUAGE, &DEFINE, &PROPERTY, &REACH, &SYMMETRY, &FAIRNESS, &TIME, &MEMORY];

/// The tools.
pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "check",
        about: "Checks a model: searches all its states for failed assertions, deadlocks and run-time errors, and checks its \
                formulas. Answers with the verdicts and the place of a violation; the structured answer is the document of \
                `quotient check --json`, with the counterexample.",
        arguments: CHECK,
    },
    Tool {
        name: "report",
        about: "Checks a model like `check`, and tells the counterexample step by step in words.",
        arguments: CHECK,
    },
    Tool {
        name: "symmetry",
        about: "Finds the symmetry of a model, and what stands in the way of more. Nothing is searched.",
        arguments: &[&MODEL, &LANGUAGE, &DEFINE, &TIME, &MEMORY],
    },
    Tool {
        name: "open",
        about: "Opens a session: a run of a model that stands at its beginning, to be walked step by step. Answers with the \
                name of the session and the steps that are possible.",
        arguments: &[&MODEL, &LANGUAGE, &DEFINE],
    },
    Tool {
        name: "step",
        about: "Moves the run of a session: takes a possible step (`choice`), goes back (`undo`), or to a position of the run \
                (`jump`); say one of them. Answers with what changed, and the steps that are possible now.",
        arguments: &[&SESSION, &CHOICE, &UNDO, &JUMP],
    },
    Tool {
        name: "state",
        about: "What the state holds in which the run of a session stands, and where its processes are.",
        arguments: &[&SESSION, &CELLS],
    },
    Tool {
        name: "why",
        about: "Why the other steps are not possible: each statement that a process of the session is at, and what it waits for.",
        arguments: &[&SESSION],
    },
    Tool {
        name: "eval",
        about: "The value of an expression in the state in which the run of a session stands.",
        arguments: &[&SESSION, &EXPRESSION],
    },
    Tool {
        name: "reach",
        about: "Looks for the nearest place of a kind, and moves the run of a session there: say one of `expression`, `line`, \
                `deadlock` and `violation`.",
        arguments: &[&SESSION, &AIM, &LINE, &FILE, &DEADLOCK, &VIOLATION, &FROM, &TIME, &MEMORY],
    },
    Tool {
        name: "close",
        about: "Ends a session, when it has answered what was asked before. There may be 8 at a time.",
        arguments: &[&SESSION],
    },
];

/// The tool with a name.
pub(crate) fn named(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// All tools, as they are listed.
pub(crate) fn listed() -> Value {
    let tools: Vec<Value> = TOOLS.iter().map(Tool::listed).collect();
    json!({"tools": tools})
}
