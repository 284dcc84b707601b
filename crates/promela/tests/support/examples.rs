//! The example models under `models/promela` and what their headers expect.
//!
//! A header says, one fact a line:
//!
//! ```text
//!  * expect assertions: holds
//!  * expect unreduced: 60577 states, 242306 transitions
//!  * expect unmerged: 85001 states, 340002 transitions
//!  * expect plain: 542921 states, 2171682 transitions
//!  * expect symmetry: order 24
//!  * expect quotient: 3106 states, 12422 transitions
//!  * expect spin: not compared, for this reason
//! ```
//!
//! `unmerged` is without statement merging (SPIN's `-o3`), `plain` without dead variables and the
//! hiding of unread ones as well (`-o1 -o2 -o3`). They may be left out, and so may `unreduced`
//! where it is not known.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use diagnostics::Sources;
use machine_model::words::NamedMachine;
use promela::{LoadOptions, ParseOptions, load};
use testing::places;

/// States and transitions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts {
    pub states: u64,
    pub transitions: u64,
}

/// A model and what its header expects.
pub struct Example {
    pub name: String,
    pub path: PathBuf,
    /// Each property by its name: whether it holds.
    pub verdicts: BTreeMap<String, bool>,
    pub unreduced: Option<Counts>,
    pub unmerged: Option<Counts>,
    pub plain: Option<Counts>,
    pub order: String,
    pub quotient: Counts,
    /// Why SPIN's counts are others.
    pub spin_differs: Option<String>,
}

impl Example {
    /// Whether some property is violated.
    pub fn is_broken(&self) -> bool {
        self.verdicts.values().any(|holds| !holds)
    }

    /// The model, read with some options.
    pub fn load(&self, options: LoadOptions) -> NamedMachine {
        load_model(&self.path, options).unwrap_or_else(|message| panic!("{}: {message}", self.name))
    }
}

/// Where statement merging is off.
pub fn unmerged() -> LoadOptions {
    let mut options = LoadOptions::default();
    options.compile.merge_statements = false;
    options
}

/// Where every analysis is off.
pub fn plain() -> LoadOptions {
    let mut options = unmerged();
    options.compile.reset_dead_variables = false;
    options.hide_unread = false;
    options
}

/// Reads a model, or says what is wrong with it.
pub fn load_model(path: &Path, options: LoadOptions) -> Result<NamedMachine, String> {
    let mut sources = Sources::new();
    let text = fs::read(path).map_err(|error| error.to_string())?;
    let file =
        sources.add_bytes(path.display().to_string(), &text).map_err(|error| error.to_string())?;
    let loaded = load(&mut sources, file, &ParseOptions::default(), options);
    let messages = loaded.diagnostics.iter().map(|d| d.one_line(&sources));
    loaded.model.ok_or_else(|| messages.collect::<Vec<_>>().join("\n"))
}

/// All example models, in the order of their names.
pub fn examples() -> Vec<Example> {
    places::examples("promela").iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> Example {
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    let text = fs::read_to_string(path).expect("text");
    let mut facts = BTreeMap::new();
    for line in text.lines() {
        let Some(fact) = line.trim_start_matches([' ', '*']).strip_prefix("expect ") else {
            continue;
        };
        let (key, value) = fact.split_once(':').unwrap_or_else(|| panic!("{name}: {line}"));
        let previous = facts.insert(key.trim().to_owned(), value.trim().to_owned());
        assert_eq!(previous, None, "{name}: {key} is expected twice");
    }
    let mut counts = |key: &str| facts.remove(key).map(|value| read_counts(&name, &value));
    let (unreduced, unmerged, plain) = (counts("unreduced"), counts("unmerged"), counts("plain"));
    let quotient = counts("quotient").unwrap_or_else(|| panic!("{name}: no quotient counts"));
    let order = facts.remove("symmetry").unwrap_or_else(|| panic!("{name}: no symmetry"));
    let order =
        order.strip_prefix("order ").unwrap_or_else(|| panic!("{name}: {order}")).to_owned();
    let spin_differs = facts.remove("spin").map(|value| {
        let reason = value.strip_prefix("not compared, ");
        reason.unwrap_or_else(|| panic!("{name}: {value}")).to_owned()
    });
    let verdicts = facts
        .into_iter()
        .map(|(property, verdict)| match verdict.as_str() {
            "holds" => (property, true),
            "violated" => (property, false),
            _ => panic!("{name}: {property}: {verdict}"),
        })
        .collect();
    Example {
        path: path.to_owned(),
        verdicts,
        unreduced,
        unmerged,
        plain,
        order,
        quotient,
        spin_differs,
        name,
    }
}

fn read_counts(name: &str, value: &str) -> Counts {
    let numbers = value
        .strip_suffix(" transitions")
        .and_then(|rest| rest.split_once(" states, "))
        .and_then(|(states, transitions)| Some((states.parse().ok()?, transitions.parse().ok()?)));
    let (states, transitions) = numbers.unwrap_or_else(|| panic!("{name}: not counts: {value}"));
    Counts { states, transitions }
}
