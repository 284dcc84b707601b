//! A second reading of the language, to compare with: an interpreter of syntax trees, by Sects. 2.1 to 2.3 of the paper, that shares
//! nothing with lowering and machines but the parser. It is slow and simple, and lists all states.

#[path = "../../../symbolic/tests/support/agree.rs"]
mod agree;
mod counts;
mod evaluate;
mod examples;
#[path = "../../../symbolic/tests/support/exchanged.rs"]
mod exchanged;
mod explore;
mod generator;
mod initial;
mod random;
mod shared;
mod state;

use diagnostics::Sources;
use machine_model::words::NamedMachine;

use crate::ast::Model;
use crate::model::{LoadOptions, load_with};
use crate::parse::parse;
use explore::Found;
use state::Constants;

/// The most states that are listed.
const MOST: usize = 400_000;

/// The syntax tree of a text without mistakes.
fn tree(text: &str) -> Model {
    let mut sources = Sources::new();
    let file = sources.add("m.red", text);
    let (model, diagnostics) = parse(&sources, file);
    let messages: Vec<String> = diagnostics.iter().map(|it| it.one_line(&sources)).collect();
    assert_eq!(messages, [""; 0], "{text}");
    model
}

/// What the interpreter finds in a text; none if that is more than so many states.
fn interpreted(text: &str, options: &LoadOptions, most: usize) -> Option<Found> {
    let model = tree(text);
    let constants = Constants::of(&model, options);
    explore::explore(&model, &constants, options, most)
}

/// The machine of a text.
fn machine(text: &str, options: &LoadOptions) -> NamedMachine {
    machine_if_bounded(text, options).unwrap_or_else(|| panic!("too much\n{text}"))
}

/// The same; none if it takes too much to find predicates.
fn machine_if_bounded(text: &str, options: &LoadOptions) -> Option<NamedMachine> {
    let mut sources = Sources::new();
    let file = sources.add("m.red", text);
    let loaded = load_with(&sources, file, options);
    let messages: Vec<String> = loaded.diagnostics.iter().map(|it| it.one_line(&sources)).collect();
    let is_too_much = messages.iter().any(|message| {
        message.contains("inconclusive: the variables that steps read have too many values")
    });
    assert!(loaded.model.is_some() || is_too_much, "{messages:#?}\n{text}");
    loaded.model
}
