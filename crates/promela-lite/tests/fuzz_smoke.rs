//! Mutated examples, soups of words and random bytes: loading never panics, every diagnostic has a place
//! in the text, and what loads can be searched for a while and be put into words.

use std::fs;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use diagnostics::Sources;
use kernel::{Transition, TransitionSystem};
use machine::Machine;
use machine_model::words::NamedMachine;
use promela_lite::{load, to_promela};
use testing::{Numbers, places, texts};

/// How long each kind of text is tried.
const PATIENCE: Duration = Duration::from_millis(1500);

pub const WORDS: &[&str] = &[
    "chan",
    "rec",
    "X",
    "Y",
    ".",
    "int",
    "pid",
    "of",
    "proctype",
    "init",
    "atomic",
    "do",
    "od",
    "::",
    "->",
    "run",
    "skip",
    "null",
    "true",
    "false",
    "len",
    "nfull",
    "nempty",
    "_pid",
    ";",
    ",",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "=",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "&&",
    "||",
    "!",
    "?",
    "0",
    "1",
    "2",
    "255",
    "256",
    "2147483647",
    "99999999999",
    "c",
    "x",
    "p",
    "//",
    "/*",
    "*/",
    "\n",
    "é",
    "#",
    "byte",
];

fn examples() -> Vec<String> {
    let paths = places::examples("promela-lite");
    paths.iter().map(|path| fs::read_to_string(path).expect("text")).collect()
}

/// Whether a text loads. Looks at everything that it yields.
fn try_text(text: &str) -> bool {
    let mut sources = Sources::new();
    let file = sources.add("m.prl", text);
    let loaded = load(&sources, file);
    assert_eq!(loaded.model.is_none(), !loaded.diagnostics.is_empty(), "{text}");
    for diagnostic in &loaded.diagnostics {
        assert!(!diagnostic.message.is_empty());
        for (span, _) in &diagnostic.labels {
            assert!(span.start <= span.end && span.end as usize <= text.len(), "{text}");
            assert!(text.is_char_boundary(span.start as usize), "{text}");
            let _ = diagnostic.one_line(&sources);
        }
    }
    if let Some(model) = &loaded.model {
        search_a_little(model, &sources);
    }
    let translated = to_promela(&sources, file).is_ok();
    assert!(translated || loaded.model.is_none(), "{text}");
    loaded.model.is_some()
}

fn search_a_little(model: &NamedMachine, sources: &Sources) {
    let machine = &model.machine;
    let mut scratch = machine.scratch();
    let mut state = machine.initial().clone();
    for _ in 0..20 {
        let mut next = None;
        let _ = machine.successors(&state, &mut scratch, &mut |t: Transition<'_, Machine>| {
            for step in t.steps {
                assert!(!model.step_text(sources, step).statements.is_empty());
            }
            next = t.target.cloned().or(next.take());
            ControlFlow::Continue(())
        });
        let Some(next) = next else { return };
        let _ = model.contents(&next);
        state = next;
    }
}

fn for_a_while(mut one: impl FnMut(&mut Numbers) -> String) -> (u32, u32) {
    let started = Instant::now();
    let (mut tried, mut loaded) = (0, 0);
    let mut numbers = Numbers::new(1);
    while started.elapsed() < PATIENCE {
        tried += 1;
        loaded += u32::from(try_text(&one(&mut numbers)));
    }
    (tried, loaded)
}

#[test]
fn mutated_examples() {
    let examples = examples();
    assert!(examples.iter().all(|text| try_text(text)));
    let (tried, loaded) = for_a_while(|numbers| {
        let place = numbers.below(examples.len());
        texts::mutated(&examples[place], WORDS, numbers)
    });
    println!("{loaded} of {tried} mutated texts load");
    assert!(loaded > 0 && loaded < tried);
}

#[test]
fn soups_of_words() {
    let (tried, _) = for_a_while(|numbers| texts::soup(WORDS, numbers));
    assert!(tried > 0);
}
