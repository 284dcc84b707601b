//! Each production of SPIN's grammar, and the habits of its lexer, in a small model: what SPIN 6.5.2 reads is read, with
//! its states, transitions and errors.
//!
//! A file of `tests/grammar` holds many models, each below a line with SPIN's figures and its name.
//! `cargo test -p promela grammar:: -- --ignored` lets SPIN make the figures anew, and writes them there.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use diagnostics::Sources;
use kernel::{Order, SearchOptions, Silent, search};
use machine::Machine;
use promela::{KeptClaims, LoadOptions, ParseOptions, load};
use testing::peers::{VERIFIER, are_installed};
use testing::spin::{NoReport, Setting, Workshop};

/// What stands before the figures of a model.
const HEAD: &str = "//= ";
/// What follows the figures of a model that only SPIN reads: we refuse it by name.
const NOT_READ: &str = ", not read here";
/// What stands for the figures of a model that SPIN refuses, and so do we.
const REFUSED: &str = "refused";
/// Fewer models than this are not all.
const MODELS: usize = 520;

struct Case {
    figures: String,
    /// Whether we read it.
    is_read: bool,
    name: String,
    text: String,
}

impl Case {
    fn parse(part: &str) -> Case {
        let (head, text) = part.split_once('\n').expect("a model below its head");
        let (figures, name) = head.split_once(": ").expect("figures and a name");
        Case {
            figures: figures.trim_end_matches(NOT_READ).to_owned(),
            is_read: !figures.ends_with(NOT_READ) && figures != REFUSED,
            name: name.to_owned(),
            text: text.to_owned(),
        }
    }
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/grammar");
    let entries = fs::read_dir(folder).expect("the folder of the models");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files
}

fn cases(file: &Path) -> Vec<Case> {
    let text = format!("\n{}", fs::read_to_string(file).expect("readable"));
    text.trim_end_matches('\n').split(&format!("\n{HEAD}")).skip(1).map(Case::parse).collect()
}

fn figures(states: u64, transitions: u64, errors: [(&str, bool); 3]) -> String {
    let mut figures = format!("{states} states, {transitions} transitions");
    for (error, _) in errors.iter().filter(|(_, is_met)| *is_met) {
        write!(figures, ", {error}").expect("a string takes it");
    }
    figures
}

/// What we find; what we say, if the model is refused.
fn ours(text: &str) -> Result<String, String> {
    let mut sources = Sources::new();
    let file = sources.add("model.pml", text);
    let options = LoadOptions { claims: KeptClaims::LeftOut, ..LoadOptions::default() };
    let loaded = load(&mut sources, file, &ParseOptions::default(), options);
    let said: Vec<String> = loaded.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    let machine = loaded.model.ok_or(said.join("; "))?.machine;
    let order = Order::BreadthFirst;
    let exhaustive = SearchOptions { order, keep_going: true, ..SearchOptions::default() };
    let outcome = search(&machine, &exhaustive, &Silent);
    let is_met = |property| outcome.violations.iter().any(|found| found.property == property);
    let errors = [
        ("assertion", is_met(Machine::assertions())),
        ("deadlock", is_met(Machine::deadlock())),
        ("run-time error", is_met(Machine::runtime_errors())),
    ];
    Ok(figures(outcome.statistics.states, outcome.statistics.transitions, errors))
}

fn spins(text: &str, workshop: &Workshop) -> Result<String, NoReport> {
    let report = workshop.run(text, Setting::Default)?;
    let errors = [
        ("assertion", report.assertion),
        ("deadlock", report.deadlock),
        ("run-time error", report.choice || !report.other.is_empty()),
    ];
    Ok(figures(report.states, report.transitions, errors))
}

#[test]
fn everything_is_read_and_counted_as_in_spin() {
    let (mut models, mut wrong) = (0, Vec::new());
    for file in files() {
        for case in cases(&file) {
            models += 1;
            let found = ours(&case.text);
            let is_right = match &found {
                Ok(figures) => case.is_read && *figures == case.figures,
                Err(_) => !case.is_read,
            };
            if !is_right {
                wrong.push(format!("{}: {}: {found:?}", file.display(), case.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(models >= MODELS, "{models} models");
}

#[test]
#[ignore = "takes minutes, and writes what SPIN says"]
fn spin_makes_the_figures() {
    if !are_installed(&VERIFIER) {
        return;
    }
    let workshop = Workshop::new("grammar");
    let mut without = Vec::new();
    for file in files() {
        let mut written = String::new();
        for case in cases(&file) {
            let figures = match spins(&case.text, &workshop) {
                Ok(figures) => figures,
                Err(NoReport::Refused(_)) => REFUSED.to_owned(),
                Err(why) => {
                    without.push(format!("{}: {}: {why:?}", file.display(), case.name));
                    case.figures.clone()
                }
            };
            let is_read = case.is_read || figures == REFUSED || case.figures == REFUSED;
            let not_read = if is_read { "" } else { NOT_READ };
            writeln!(written, "{HEAD}{figures}{not_read}: {}\n{}", case.name, case.text)
                .expect("a string takes it");
        }
        fs::write(file, written).expect("writable");
    }
    assert!(without.is_empty(), "{}", without.join("\n"));
}
