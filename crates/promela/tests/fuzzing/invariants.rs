//! What must hold for every text.

use std::ops::ControlFlow;
use std::time::Duration;

use diagnostics::{Diagnostic, Sources};
use kernel::{Limits, SearchOptions, Silent, Transition, TransitionSystem, ViolatedBy, search};
use machine::Machine;
use machine_model::words::NamedMachine;
use promela::{KeptClaims, LoadOptions, ParseOptions, Parsed, load, parse};

use super::print;

/// The most messages that one text gives: errors, warnings and notes of all phases.
const MOST_MESSAGES: usize = 100;
/// The most states that are searched.
const MOST_STATES: u64 = 200;
/// The most cells of a state that is searched from.
const MOST_CELLS: usize = 10_000;
/// The most transitions out of one state that are put into words.
const MOST_WORDS: usize = 5;

/// Each message has places in known files, on boundaries of characters, and can be shown.
pub fn messages_are_in_place(diagnostics: &[Diagnostic], sources: &Sources) {
    assert!(diagnostics.len() <= MOST_MESSAGES, "{} messages", diagnostics.len());
    for diagnostic in diagnostics {
        assert!(!diagnostic.message.is_empty() && !diagnostic.message.contains('\n'));
        assert!(diagnostic.one_line(sources).contains(&diagnostic.message));
        for (span, _) in &diagnostic.labels {
            assert!((span.file.0 as usize) < sources.len(), "{diagnostic:?}");
            let text = sources.text(span.file);
            let place = span.start as usize..span.end as usize;
            assert!(text.get(place).is_some(), "{diagnostic:?} in {text:?}");
            let (line, column) = sources.line_column(*span);
            let shown = sources.line_text(span.file, line);
            assert!(column <= shown.chars().count() + 2, "{diagnostic:?} in {text:?}");
        }
    }
}

/// The text prints, if it is understood, as a text that is understood and prints the same.
pub fn is_understood_alike_when_printed(text: &str) {
    let (sources, parsed) = parse_text(text);
    messages_are_in_place(&parsed.diagnostics, &sources);
    let printed = print::model(&parsed.model, false);
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return;
    }
    let (sources, again) = parse_text(&printed);
    let error = again.diagnostics.iter().find(|d| d.is_error());
    // The printer writes more parentheses than there were.
    if error.is_some_and(|d| d.message == "nested too deeply") {
        return;
    }
    let error = error.map(|d| d.one_line(&sources));
    assert_eq!(error, None, "{text}\nprinted as\n{printed}");
    assert_eq!(print::model(&again.model, false), printed, "{text}");
}

/// The text loads as a model or gives an error; the model, if there is one, can be searched, and
/// its states and steps can be put into words. True if there is a model.
pub fn runs(text: &str) -> bool {
    let mut understood = false;
    let has_claims = text.contains("ltl") || text.contains("never");
    let with_claims = LoadOptions { claims: KeptClaims::All, ..LoadOptions::default() };
    let with_claims = has_claims.then_some(with_claims);
    for options in [LoadOptions::default(), plain()].into_iter().chain(with_claims) {
        let mut sources = Sources::new();
        let file = sources.add("m", text);
        let loaded = load(&mut sources, file, &nothing_to_include(), options);
        messages_are_in_place(&loaded.diagnostics, &sources);
        let refused = loaded.diagnostics.iter().any(Diagnostic::is_error);
        assert_ne!(loaded.model.is_some(), refused, "{text}");
        if let Some(model) = loaded.model {
            assert!(loaded.channel_types.list().iter().all(|ty| !ty.text.is_empty()), "{text}");
            search_a_little(&model, &sources);
            understood = true;
        }
    }
    understood
}

/// Every analysis off.
fn plain() -> LoadOptions {
    let mut options =
        LoadOptions { hide_unread: false, claims: KeptClaims::LeftOut, ..Default::default() };
    options.compile.merge_statements = false;
    options.compile.reset_dead_variables = false;
    options
}

fn search_a_little(model: &NamedMachine, sources: &Sources) {
    if model.machine.initial().cells.len() > MOST_CELLS {
        return;
    }
    let limits = Limits {
        states: Some(MOST_STATES),
        memory_bytes: Some(64 << 20),
        time: Some(Duration::from_secs(1)),
        depth: None,
    };
    let options = SearchOptions { keep_going: true, limits, ..SearchOptions::default() };
    let outcome = search(&model.machine, &options, &Silent);
    assert!(outcome.statistics.states <= MOST_STATES);
    for found in &outcome.violations {
        for state in found.trace.states.iter().take(MOST_WORDS) {
            put_into_words(model, sources, state);
        }
        if let ViolatedBy::Transition(steps) = &found.trace.violated_by {
            for step in steps {
                let text = model.step_text(sources, step);
                assert!(!text.process.is_empty());
            }
        }
    }
    for scratch in &outcome.scratches {
        let _ = model.unreached(sources, &scratch.covered);
    }
    put_into_words(model, sources, model.machine.initial());
}

/// A state is what its bytes say, and its first transitions have texts.
fn put_into_words(model: &NamedMachine, sources: &Sources, state: &machine::State) {
    let mut bytes = Vec::new();
    model.machine.encode(state, &mut bytes);
    let mut decoded = model.machine.blank();
    model.machine.decode(&bytes, &mut decoded);
    assert_eq!(model.contents(&decoded), model.contents(state));
    let mut left = MOST_WORDS;
    let _ = model.machine.successors(
        state,
        &mut model.machine.scratch(),
        &mut |transition: Transition<'_, Machine>| {
            for step in transition.steps.iter().take(MOST_WORDS) {
                let _ = model.step_text(sources, step);
            }
            if let Some(target) = transition.target {
                let _ = model.contents(target);
            }
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
}

fn parse_text(text: &str) -> (Sources, Parsed) {
    let mut sources = Sources::new();
    let main = sources.add("m", text);
    let parsed = parse(&mut sources, main, &nothing_to_include());
    (sources, parsed)
}

fn nothing_to_include() -> ParseOptions<'static> {
    ParseOptions { loader: &|_| Err(std::io::ErrorKind::NotFound.into()), ..Default::default() }
}
