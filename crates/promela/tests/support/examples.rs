//! The example models under `models/promela` and what their heads expect: verdicts, the order of the group, and counts of the quotient,
//! of all states, and of these in the runs `unmerged` (SPIN's `-o3`) and `plain` (without dead variables and the hiding of unread ones as
//! well: `-o1 -o2 -o3`). Counts may be left out where they are not known.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use diagnostics::Sources;
use machine_model::words::NamedMachine;
use promela::{LoadOptions, ParseOptions, load};
use suites::{Counted, Expectation, Fact, Head};
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
    let head = Head::read(&text);
    assert_eq!(head.mistakes, [], "{name}");
    let counts = |run: Option<&str>, of| {
        let run = head.runs.iter().find(|known| known.name.as_deref() == run)?;
        run.expectations.iter().find_map(|expectation| match expectation.fact {
            Fact::Counts(counted, states, Some(transitions)) if counted == of => {
                Some(Counts { states, transitions })
            }
            _ => None,
        })
    };
    let unreduced = counts(None, Counted::Unreduced);
    let unmerged = counts(Some("unmerged"), Counted::Unreduced);
    let plain = counts(Some("plain"), Counted::Unreduced);
    let quotient = counts(None, Counted::Quotient);
    let quotient = quotient.unwrap_or_else(|| panic!("{name}: no quotient counts"));
    let (mut order, mut verdicts) = (None, BTreeMap::new());
    for Expectation { fact, .. } in &head.runs[0].expectations {
        match fact {
            Fact::Order(expected) => order = Some(expected.clone()),
            // What is searched behind an error does not count.
            Fact::Verdict(property, judged) => {
                verdicts.insert(property.clone(), judged.verdict != "violated");
            }
            Fact::Counts(..) => {}
        }
    }
    let order = order.unwrap_or_else(|| panic!("{name}: no symmetry"));
    let spin_differs =
        text.lines().find_map(|line| line.strip_prefix(" * Not compared with SPIN: "));
    let spin_differs = spin_differs.map(str::to_owned);
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
