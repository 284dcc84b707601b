//! Promela-Lite against its translation to Promela: the state spaces are the same, but for the state
//! before `init` has run, which only the translation has; here and in SPIN.
//!
//! `QUOTIENT_RANDOM=N` compares N random models, a tenth of them with SPIN.

#[path = "lite/generator.rs"]
mod generator;

use std::fs;
use std::ops::ControlFlow;

use diagnostics::Sources;
use kernel::{
    Limits, SearchOptions, Silent, StopReason, Transition, TransitionSystem, reachable, search,
};
use machine::detect::detect;
use machine::{Fault, Machine, StepResult};
use promela::{LoadOptions, ParseOptions};
use symmetry::{AuditOptions, audit};
use testing::peers::{VERIFIER, are_installed};
use testing::spin::{NoReport, Setting, Workshop};
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

fn lite(text: &str) -> Machine {
    let mut sources = Sources::new();
    let file = sources.add("m.prl", text);
    let loaded = promela_lite::load(&sources, file);
    let messages: Vec<String> = loaded.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    loaded.model.unwrap_or_else(|| panic!("{messages:#?}\n{text}")).machine
}

fn translation(text: &str) -> String {
    let mut sources = Sources::new();
    let file = sources.add("m.prl", text);
    promela_lite::to_promela(&sources, file).expect("a translation")
}

/// The machine of a model in Promela, with every analysis off.
fn promela(text: &str) -> Machine {
    promela_unless_wide(text).expect("messages no longer than those of some channel")
}

/// The same; none if a message has more fields than those of any channel, which neither SPIN nor we accept: such a channel is
/// never made, and the message never sent.
fn promela_unless_wide(text: &str) -> Option<Machine> {
    let mut sources = Sources::new();
    let file = sources.add("m.pml", text);
    let mut options = LoadOptions { hide_unread: false, ..LoadOptions::default() };
    options.compile.reset_dead_variables = false;
    options.compile.merge_statements = false;
    let loaded = promela::load(&mut sources, file, &ParseOptions::default(), options);
    let messages: Vec<String> = loaded.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    if messages.iter().any(|message| message.contains("but no channel's messages have more than")) {
        return None;
    }
    Some(loaded.model.unwrap_or_else(|| panic!("{messages:#?}\n{text}")).machine)
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

/// Compares with SPIN. It refuses messages with more or fewer fields than those of all declared
/// channels, also where only `null` can be meant: then false.
fn compare_with_spin(workshop: &Workshop, text: &str, expected: Found) -> bool {
    let report = match workshop.run(text, Setting::Plain) {
        Ok(report) => report,
        Err(NoReport::Refused(why)) if why.contains(" pars in ") => return false,
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
    true
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
        let ours = found(&lite(&text)).expect("few states");
        let translated = translation(&text);
        // Who goes on inside a statement that blocks has no place here.
        if ours.error {
            assert!(name.ends_with("broken-courier.prl"), "{name}");
            continue;
        }
        assert_eq!(found(&promela(&translated)), Some(with_init(ours)), "{name}");
        compared += 1;
        if let Some(workshop) = &workshop {
            assert!(compare_with_spin(workshop, &translated, with_init(ours)), "{name}");
        }
    }
    assert!(compared >= 3);
}

#[test]
fn random_models_have_the_states_of_their_translations() {
    let wanted = std::env::var("QUOTIENT_RANDOM").ok().and_then(|n| n.parse().ok()).unwrap_or(200);
    let workshop = are_installed(&VERIFIER).then(|| Workshop::new("lite-random"));
    let (mut compared, mut erroneous, mut with_spin, mut symmetric) = (0, 0, 0, 0);
    let mut too_wide = 0;
    for seed in 0..wanted {
        let text = generator::model(&mut Numbers::new(seed));
        let machine = lite(&text);
        let Some(ours) = found(&machine) else { continue };
        if let Some(reduction) = detect(&machine).reduction {
            let options = AuditOptions { states: 100, ..AuditOptions::default() };
            let audited = audit(&reduction, &reduction.symmetry, &options);
            assert!(audited.is_ok(), "seed {seed}: {audited:?}\n{text}");
            symmetric += 1;
        }
        if ours.error && blocks(&machine) {
            erroneous += 1;
            continue;
        }
        let translated = translation(&text);
        let expected = with_init(ours);
        let Some(promela) = promela_unless_wide(&translated) else {
            too_wide += 1;
            continue;
        };
        assert_eq!(found(&promela), Some(expected), "seed {seed}\n{text}");
        compared += 1;
        if let Some(workshop) = workshop.as_ref().filter(|_| !ours.error && seed % 10 == 0) {
            with_spin += u32::from(compare_with_spin(workshop, &translated, expected));
        }
    }
    println!(
        "{compared} compared, {with_spin} with SPIN; {erroneous} block; {symmetric} are symmetric; \
         {too_wide} have a message that is too long"
    );
    assert!(compared * 2 > wanted && erroneous > 0 && symmetric > 0);
    assert!(workshop.is_none() || with_spin > 0);
}
