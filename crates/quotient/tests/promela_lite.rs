//! Promela-Lite against its translation to Promela: the state spaces are the same, but for the state
//! before `init` has run, which only the translation has; here and in SPIN. And theorem 3 of Donaldson and
//! Miller (2008): what is well typed by the paper's rules meets no run-time error.
//!
//!     QUOTIENT_RANDOM_MODELS=5000 QUOTIENT_RANDOM_SEED=0 cargo test -p quotient promela_lite:: \
//!         -- --ignored --nocapture
//!
//! compares 5000 random models in the paper's language, beginning with the one of number 0.

#[path = "lite/generator.rs"]
mod generator;

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;

use detection::detect;
use diagnostics::Sources;
use kernel::{
    Limits, SearchOptions, Silent, StopReason, Transition, TransitionSystem, reachable, search,
};
use machine::program::Region;
use machine::{Fault, Machine, StepResult};
use machine_model::words::NamedMachine;
use promela::{LoadOptions, ParseOptions};
use symmetry::{AuditOptions, audit};
use testing::peers::{VERIFIER, are_installed};
use testing::spin::{Setting, Workshop};
use testing::{Numbers, places};

/// Models with more states are left out.
const MAX_STATES: u64 = 3000;

/// What a search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Found {
    states: u64,
    transitions: u64,
    deadlock: bool,
    error: bool,
}

fn found(machine: &Machine) -> Option<Found> {
    let limits = Limits { states: Some(MAX_STATES), ..Limits::default() };
    let options =
        SearchOptions { keep_going: true, workers: 1, limits, ..SearchOptions::default() };
    let outcome = search(machine, &options, &Silent);
    let violated = |property| outcome.violations.iter().any(|v| v.property == property);
    (outcome.stop == StopReason::Exhausted).then(|| Found {
        states: outcome.statistics.states,
        transitions: outcome.statistics.transitions,
        deadlock: violated(Machine::deadlock()),
        error: violated(Machine::runtime_errors()),
    })
}

fn lite(text: &str) -> NamedMachine {
    let mut sources = Sources::new();
    let file = sources.add("m.prl", text);
    let loaded = promela_lite::load(&sources, file);
    let messages: Vec<String> = loaded.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    loaded.model.unwrap_or_else(|| panic!("{messages:#?}\n{text}"))
}

fn translation(text: &str) -> String {
    let mut sources = Sources::new();
    let file = sources.add("m.prl", text);
    promela_lite::to_promela(&sources, file).expect("a translation")
}

/// The machine of a model in Promela, with every analysis off.
fn promela(text: &str) -> NamedMachine {
    let mut sources = Sources::new();
    let file = sources.add("m.pml", text);
    let mut options = LoadOptions { hide_unread: false, ..LoadOptions::default() };
    options.compile.reset_dead_variables = false;
    options.compile.merge_statements = false;
    let loaded = promela::load(&mut sources, file, &ParseOptions::default(), options);
    let messages: Vec<String> = loaded.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    loaded.model.unwrap_or_else(|| panic!("{messages:#?}\n{text}"))
}

/// Whether some update cannot be executed although its guard holds: a process waits there in Promela,
/// and here that is an error.
fn blocks(machine: &Machine) -> bool {
    let states = reachable(machine, MAX_STATES as usize + 1).expect("few states");
    let mut scratch = machine.scratch();
    let mut blocked = false;
    for state in states {
        let _ = machine.successors(&state, &mut scratch, &mut |t: Transition<'_, Machine>| {
            blocked |= t.steps.iter().any(|step| {
                matches!(
                    step.result,
                    StepResult::Fault { fault: Fault::BlockedDeterministicStep, .. }
                )
            });
            ControlFlow::Continue(())
        });
    }
    blocked
}

fn with_init(found: Found) -> Found {
    Found { states: found.states + 1, transitions: found.transitions + 1, ..found }
}

fn compare_with_spin(workshop: &Workshop, text: &str, expected: Found) {
    let report = match workshop.run(text, Setting::Plain) {
        Ok(report) => report,
        Err(why) => panic!("{why:?}\n{text}"),
    };
    assert_eq!(report.other, Vec::<String>::new(), "{text}");
    let said = Found {
        states: report.states,
        transitions: report.transitions,
        deadlock: report.deadlock,
        error: false,
    };
    assert_eq!(said, expected, "{text}");
}

/// Every state in words: what global variables hold, then channels, then what processes know, each in the
/// order of their declaration; a channel is called by its place in that. Of a translation, without the cells
/// that only it has.
fn valuations(model: &NamedMachine, besides: &[String]) -> BTreeSet<Vec<String>> {
    let is_besides = |name: &str| besides.iter().any(|besides| besides == name);
    let program = &model.machine.program;
    let channels = program.channels.iter().map(|channel| &channel.name[..]);
    let channels: Vec<&str> = channels.filter(|name| !is_besides(name)).collect();
    let word = |word: &str| match channels.iter().position(|name| *name == word) {
        Some(place) => format!("channel {place}"),
        None => word.to_owned(),
    };
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let called = |text: &str| -> String {
        let text = text.replace("no channel", "null");
        let mut words = Vec::new();
        for piece in text.split_inclusive(|c| !is_letter(c)) {
            let end = piece.trim_end_matches(|c| !is_letter(c)).len();
            words.push(word(&piece[..end]) + &piece[end..]);
        }
        words.concat()
    };
    let valuation = |state| {
        let cells = model.contents(state).into_iter();
        let cells = cells.filter(|cell| !is_besides(&cell.name));
        cells.map(|cell| called(&cell.text)).collect()
    };
    let states = reachable(&model.machine, MAX_STATES as usize + 2).expect("few states");
    states.iter().map(valuation).collect()
}

/// The global variables that only Promela-Lite keeps in states, since they are never written.
fn constants(model: &NamedMachine, promela: &NamedMachine, besides: &[String]) -> Vec<String> {
    let globals = |model: &NamedMachine| -> Vec<(String, Region)> {
        let variables = model.machine.program.variables.iter();
        let globals = variables.filter(|v| !matches!(v.region, Region::Local(_)));
        let named = globals.map(|variable| (variable.name.clone(), variable.region));
        // In Promela, a declared channel is a variable that holds it.
        let channels = &model.machine.program.channels;
        let is_channel = |name: &String| channels.iter().any(|channel| channel.name == *name);
        named.filter(|(name, _)| !besides.contains(name) && !is_channel(name)).collect()
    };
    let (ours, theirs) = (globals(model), globals(promela));
    assert_eq!(ours.len(), theirs.len());
    let constant = |(_, (_, region)): &(_, (String, Region))| *region == Region::Constant;
    ours.into_iter().zip(theirs).filter(constant).map(|((name, _), _)| name).collect()
}

/// What a translation declares besides, on its first lines.
fn besides(translated: &str) -> Vec<String> {
    let added = |line: &&str| {
        line.ends_with("/* no channel */") || line.ends_with("for the time of a step */")
    };
    let name = |line: &str| line.split_whitespace().nth(1).expect("a name").to_owned();
    translated.lines().take_while(added).map(name).collect()
}

/// Compares with the translation: each state, each count, each verdict.
fn compare(ours: Found, model: &NamedMachine, translated: &str) {
    let promela = promela(translated);
    assert_eq!(found(&promela.machine), Some(with_init(ours)), "{translated}");
    let besides = besides(translated);
    let expected = valuations(model, &constants(model, &promela, &besides));
    let states = valuations(&promela, &besides);
    assert_eq!(expected.len() as u64, ours.states, "{translated}");
    let missing = expected.difference(&states).next();
    assert_eq!(missing, None, "{:?}\n{translated}", states.difference(&expected).next());
    // The one before `init` has run; without parameters it looks like the one after.
    assert!(states.len() <= expected.len() + 1, "{translated}");
}

fn examples() -> Vec<(String, String)> {
    let paths = places::examples("promela-lite");
    let read =
        |path: &std::path::PathBuf| (path.display().to_string(), fs::read_to_string(path).unwrap());
    paths.iter().map(read).collect()
}

#[test]
fn examples_have_the_states_of_their_translations() {
    let workshop = are_installed(&VERIFIER).then(|| Workshop::new("lite-examples"));
    let mut compared = 0;
    for (name, text) in examples() {
        let (model, translated) = (lite(&text), translation(&text));
        let Some(ours) = found(&model.machine) else {
            assert!(name.ends_with("load-balancer-figure-6.prl"), "{name}");
            promela(&translated);
            continue;
        };
        assert!(!ours.error, "{name}");
        compare(ours, &model, &translated);
        compared += 1;
        if let Some(workshop) = &workshop {
            compare_with_spin(workshop, &translated, with_init(ours));
        }
    }
    assert!(compared >= 3);
}

/// Theorem 3: no statement whose guard holds has an update that cannot be done. Compares that many models in
/// the paper's language, from a number on, one of so many of them also with SPIN.
fn well_typed_models(first: u64, wanted: u64, one_in: u64) {
    let workshop = are_installed(&VERIFIER).then(|| Workshop::new("lite-printed"));
    let (mut compared, mut with_spin, mut symmetric, mut too_large) = (0, 0, 0, 0);
    let (mut communicate, mut keep, mut renamed) = (0, 0, 0);
    for seed in first.. {
        if compared == wanted {
            break;
        }
        let text = generator::model(&mut Numbers::new(seed));
        let model = lite(&text);
        let Some(ours) = found(&model.machine) else {
            too_large += 1;
            continue;
        };
        assert!(!ours.error && !blocks(&model.machine), "seed {seed}\n{text}");
        if let Some(reduction) = detect(&model.machine).reduction {
            let options = AuditOptions { states: 30, ..AuditOptions::default() };
            let audited = audit(&reduction, &reduction.symmetry, &options);
            assert!(audited.is_ok(), "seed {seed}: {audited:?}\n{text}");
            symmetric += 1;
        }
        let translated = translation(&text);
        compare(ours, &model, &translated);
        compared += 1;
        communicate += u32::from(text.contains(['?', '!']) && ours.states > 1);
        keep += u32::from(translated.contains("for the time of a step */"));
        renamed += u32::from(translated.contains("in_") || translated.contains("byte_"));
        if let Some(workshop) = workshop.as_ref().filter(|_| seed % one_in == 0) {
            compare_with_spin(workshop, &translated, with_init(ours));
            with_spin += 1;
        }
    }
    println!(
        "{compared} models compared, {with_spin} with SPIN, {symmetric} symmetric; {too_large} have more than \
         {MAX_STATES} states; {communicate} communicate, {keep} receive into the channel they receive from, \
         {renamed} have names of Promela"
    );
    assert!(compared == wanted && symmetric > 0 && communicate > 0 && keep > 0 && renamed > 0);
    assert!(workshop.is_none() || with_spin > 0);
}

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn well_typed_models_meet_no_error_and_have_the_states_of_their_translations() {
    well_typed_models(0, 300, 25);
}

#[test]
#[ignore = "takes minutes"]
fn many_well_typed_models() {
    let first = number("QUOTIENT_RANDOM_SEED", 0);
    well_typed_models(first, number("QUOTIENT_RANDOM_MODELS", 5000), 25);
}
