//! Small models and what is found in them.

use detection::{Detected, detect};
use diagnostics::Sources;
use kernel::{SearchOptions, Silent, StopReason, search};
use machine::Machine;
use red::{LoadOptions, Loaded, load_with};

/// A model of some text.
pub fn load(text: &str, options: &LoadOptions) -> (Sources, Loaded) {
    let mut sources = Sources::new();
    let file = sources.add("m.red", text);
    let loaded = load_with(&sources, file, options);
    (sources, loaded)
}

/// Its machine; what is wrong is told.
#[track_caller]
pub fn machine(text: &str, options: &LoadOptions) -> Machine {
    let (sources, loaded) = load(text, options);
    let messages: Vec<String> = loaded.diagnostics.iter().map(|it| it.one_line(&sources)).collect();
    loaded.model.unwrap_or_else(|| panic!("{messages:#?}")).machine
}

/// How many states there are, all variables kept, and which properties are violated.
#[track_caller]
pub fn found_with(text: &str, options: &LoadOptions) -> (u64, Vec<String>) {
    let machine = machine(text, &LoadOptions { clear_inactive: false, ..options.clone() });
    let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
    let outcome = search(&machine, &options, &Silent);
    assert_eq!(outcome.stop, StopReason::Exhausted);
    let properties = kernel::TransitionSystem::properties(&machine);
    let names = outcome.violations.iter().map(|it| properties[it.property.index()].name.clone());
    let mut names: Vec<String> = names.filter(|name| name != "deadlock").collect();
    names.sort();
    (outcome.statistics.states, names)
}

#[track_caller]
pub fn found(text: &str) -> (u64, Vec<String>) {
    found_with(text, &LoadOptions::default())
}

/// The order of the group that is found, and what was remarked.
#[track_caller]
pub fn symmetry(text: &str) -> (String, Vec<String>) {
    let machine = machine(text, &LoadOptions::default());
    let Detected { reduction, remarks, .. } = detect(&machine);
    let order = reduction.map_or("1".to_owned(), |it| it.symmetry.order().to_string());
    (order, remarks.into_iter().map(|remark| remark.text).collect())
}
