//! Models with much of one thing: what comes before the search grows with their size, and hardly faster.

use std::fmt::Write;
use std::ops::ControlFlow;

use detection::explain::differences;
use detection::{Understanding, detect};
use diagnostics::Sources;
use groups::Patience;
use kernel::{SearchOptions, Silent, StopReason, search};
use machine::Machine;
use promela::{LoadOptions, ParseOptions, load};
use symmetry::{Canonical, Quotient};

fn machine(text: &str) -> Machine {
    let mut sources = Sources::new();
    let file = sources.add_bytes("model".to_owned(), text.as_bytes()).expect("a short text");
    let loaded = load(&mut sources, file, &ParseOptions::default(), LoadOptions::default());
    loaded.model.expect("a model").machine
}

/// Two values that can be exchanged. SPIN has five states: the loop's head with each of them and 0, and after the condition with
/// each of them. The two are one up to symmetry, twice.
#[test]
fn values_may_lie_far_apart() {
    for (one, two) in [(5, 6), (5, 20_000_000), (i32::MAX, -i32::MAX)] {
        let text = format!(
            "int x; active proctype P() {{ do :: x = {one} :: x = {two} :: x != 0 -> x = 0 od }}"
        );
        let machine = machine(&text);
        let options = SearchOptions::default();
        assert_eq!(search(&machine, &options, &Silent).statistics.states, 5, "{text}");
        let reduction = detect(&machine).reduction.expect("a symmetry");
        assert_eq!(reduction.symmetry.order(), 2u32.into(), "{text}");
        // The process and the values.
        assert_eq!(reduction.symmetry.layout().point_count(), 3, "{text}");
        let canonical = Canonical::new(&reduction.symmetry);
        let outcome = search(&Quotient::new(&reduction, &canonical), &options, &Silent);
        assert_eq!((outcome.stop, outcome.statistics.states), (StopReason::Exhausted, 3), "{text}");
    }
}

/// The values 10 and 40 can be exchanged; 20 and 30, between them, are told apart.
#[test]
fn what_lies_between_values_is_no_point() {
    let text = "int x; active proctype P() { \
                do :: x = 10 :: x = 40 :: x = 20; x = 30; assert(x == 30) od }";
    let machine = machine(text);
    let reduction = detect(&machine).reduction.expect("a symmetry");
    assert_eq!(reduction.symmetry.order(), 2u32.into());
    assert_eq!(reduction.values, 2);
    let canonical = Canonical::new(&reduction.symmetry);
    let everything = SearchOptions { keep_going: true, ..SearchOptions::default() };
    // As in SPIN.
    assert_eq!(search(&machine, &everything, &Silent).statistics.states, 6);
    let outcome = search(&Quotient::new(&reduction, &canonical), &everything, &Silent);
    // Only at the head of the loop there is 10 or 40.
    assert_eq!(outcome.statistics.states, 5);
}

/// How often explaining asks whether to go on.
fn questions(machine: &Machine) -> usize {
    let mut questions = 0;
    let mut ask = |_: u64| {
        questions += 1;
        ControlFlow::Continue(())
    };
    let found = Understanding::new(machine).differences(&mut Patience::new(&mut ask));
    assert!(found.is_ok());
    questions
}

/// Each comparison of two literals can be exchanged with its like, in a group of 2^n elements.
#[test]
fn many_comparisons_of_literals_are_explained_soon() {
    let model = |count: usize| {
        let mut text = "byte x; active proctype P() { do\n".to_owned();
        for number in 0..count {
            let _ = writeln!(text, ":: (1000 == {number} && x == {}) -> x = 1", number % 200);
        }
        machine(&(text + "od }"))
    };
    let (small, large) = (questions(&model(100)), questions(&model(400)));
    // The generators are written in full: four times as many of four times the length.
    assert!(large <= 2 + 20 * small.max(1), "{small} questions, then {large}");
}

#[test]
fn many_different_processes_are_compared_with_the_first() {
    let model = |count: usize| {
        let mut text =
            "byte x = 99; proctype P(byte n) { do :: x > n -> x = n od }\ninit { atomic {"
                .to_owned();
        for number in 0..count {
            let _ = write!(text, "run P({number}); ");
        }
        machine(&(text + "} }"))
    };
    // As many as any two are few.
    assert_eq!(differences(&model(8)).len(), 8 * 7 / 2);
    let many = differences(&model(40));
    assert_eq!(many.len(), 39);
    assert!(many.iter().all(|difference| difference.first == many[0].first));
    let seconds: std::collections::HashSet<_> = many.iter().map(|it| &it.second).collect();
    assert_eq!(seconds.len(), 39);
}
