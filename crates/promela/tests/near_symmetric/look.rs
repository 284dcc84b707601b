//! One model under attack: what detection reports is compared with what is true.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use detection::detect;
use diagnostics::Sources;
use machine::Machine;
use machine::program::Region;
use promela::{LoadOptions, ParseOptions, load};
use testing::spin::Setting;

use super::roles::{Content, Roles};
use super::soundness::{Soundness, soundness};
use super::truth::{Truth, generated, truth};
use crate::random::check::{Verdict, symmetry_is_right};

/// Models with more states are skipped.
pub const MAX_STATES: usize = 6_000;

/// The machine of a model, or why it is refused.
pub fn machine(text: &str, options: LoadOptions) -> Result<Machine, String> {
    let mut sources = Sources::new();
    let file = sources.add("model.pml", text);
    let loaded = load(&mut sources, file, &ParseOptions::default(), options);
    loaded.model.map(|model| model.machine).ok_or_else(|| {
        let errors = loaded.diagnostics.iter().filter(|d| d.is_error());
        errors.map(|d| d.one_line(&sources)).collect::<Vec<_>>().join("\n")
    })
}

/// The model with processes that wait at their end for ever: removal of processes that have ended goes by their
/// numbers, which is nothing that a permutation could respect.
fn staying(text: &str) -> String {
    text.replace("\n}\n", "\n  endstay: false;\n}\n")
}

/// What came of a model.
pub enum Outcome {
    Refused(String),
    TooLarge,
    Wrong(String),
    /// The permutations of instances: those that are symmetries, if that could be decided, and those found. A
    /// variable that holds the same name for ever tells one instance from the others; in a plain model none does.
    Looked {
        truth: Option<Truth>,
        has_constant_names: bool,
        is_plain: bool,
        found: BTreeSet<Vec<usize>>,
        states: usize,
    },
}

/// Looks at a model; whatever panics is wrong.
pub fn look(text: &str, roles: &Roles) -> Outcome {
    catch_unwind(AssertUnwindSafe(|| look_unguarded(text, roles))).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().cloned();
        Outcome::Wrong(format!("panic: {}", message.unwrap_or_default()))
    })
}

fn look_unguarded(text: &str, roles: &Roles) -> Outcome {
    let machine = match machine(text, LoadOptions::default()) {
        Ok(machine) => machine,
        Err(message) => return Outcome::Refused(message),
    };
    if kernel::reachable(&machine, MAX_STATES).is_none() {
        return Outcome::TooLarge;
    }
    let mut found = BTreeSet::new();
    let mut states = 0;
    if let Some(reduction) = detect(&machine).reduction {
        match soundness(&reduction, MAX_STATES) {
            Soundness::Sound(count) => states = count,
            Soundness::TooLarge => return Outcome::TooLarge,
            Soundness::Wrong(message) => return Outcome::Wrong(message),
        }
        found = on_processes(reduction.symmetry.generators(), reduction.processes);
    }
    match symmetry_is_right(text, Setting::Default) {
        Verdict::Wrong(message) => return Outcome::Wrong(message),
        Verdict::TooLarge => return Outcome::TooLarge,
        _ => {}
    }
    let has_constant_names = machine.program.variables.iter().any(|variable| {
        variable.region == Region::Constant
            && matches!(roles.content(&variable.name), Content::Names(_))
    });
    let is_plain = is_plain(&machine);
    let truth = true_symmetries(text, roles);
    Outcome::Looked { truth, has_constant_names, is_plain, found, states }
}

/// Whether each variable is read and written: others are symmetric for reasons that nobody would write down.
pub fn is_plain(machine: &Machine) -> bool {
    let mut variables = machine.program.variables.iter().filter(|v| !v.holds_channels);
    variables.all(|v| !matches!(v.region, Region::Constant | Region::Discarded))
}

/// What is true of a model.
pub fn true_symmetries(text: &str, roles: &Roles) -> Option<Truth> {
    let mut options = LoadOptions::default();
    // Dead variables would name process 0.
    options.compile.reset_dead_variables = false;
    let machine = machine(&staying(text), options).ok()?;
    // A second name may as well be taken for data that its owner has.
    truth(&machine, &roles.readings(&["tag", "owner", "heard", "tq"]))
}

/// What a group does to processes, listed.
fn on_processes(generators: &[groups::Permutation], processes: usize) -> BTreeSet<Vec<usize>> {
    let restricted = |g: &groups::Permutation| (0..processes).map(|p| g.image(p)).collect();
    let generators: Vec<Vec<usize>> = generators.iter().map(restricted).collect();
    generated(generators.iter(), processes)
}
