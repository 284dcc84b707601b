//! Every way to look for symmetry ends when it is told to, and says so.

use std::fmt::Write;
use std::ops::ControlFlow;

use baselines::channel_diagram::Equivalence;
use baselines::channel_diagram::detect_by_diagram;
use detection::{Remark, Understanding, detect};
use diagnostics::Sources;
use groups::{Patience, Permutation};
use machine::Machine;
use machine_model::words::scalarsets;
use promela::{LoadOptions, ParseOptions, load};

/// Processes alike that know each other by number, with many options and much arithmetic on the numbers.
fn model(options: usize) -> (Machine, Sources) {
    let mut text = "byte turn; byte seen[6]; active [6] proctype P() { byte other; do\n".to_owned();
    for number in 0..options {
        let _ = writeln!(
            text,
            ":: turn == _pid && seen[_pid] == {number} -> seen[_pid] = {number} + 1; \
             other = (_pid + {number}) % 6; turn = other"
        );
    }
    text.push_str("od }");
    let mut sources = Sources::new();
    let file = sources.add("m.pml", text);
    let loaded = load(&mut sources, file, &ParseOptions::default(), LoadOptions::default());
    (loaded.model.expect("a model").machine, sources)
}

/// What is answered if the question with this number, or none, is answered with no; and how many were asked.
fn told<T>(no: Option<usize>, compute: impl Fn(&mut Patience<'_>) -> T) -> (T, usize) {
    let mut questions = 0;
    let mut ask = |_: u64| {
        questions += 1;
        if no == Some(questions) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let found = compute(&mut Patience::new(&mut ask));
    (found, questions)
}

/// Wherever it is told to end, it says that it gave up, and asks no more. (Of many questions, some are tried.)
fn ends<T>(compute: impl Fn(&mut Patience<'_>) -> T, gave_up: impl Fn(&T) -> bool) {
    let (found, questions) = told(None, &compute);
    assert!(!gave_up(&found) && questions > 0, "{questions} questions");
    for no in (1..=questions).step_by(1 + questions / 20) {
        let (found, asked) = told(Some(no), &compute);
        assert!(gave_up(&found) && asked == no, "{no} of {questions}: asked {asked} times");
    }
}

fn says_so(remarks: &[Remark]) -> bool {
    remarks.iter().any(|remark| remark.text.contains("was given up"))
}

#[test]
fn the_search_by_the_graph_of_the_program_ends_when_told() {
    let (machine, mut sources) = model(1500);
    ends(|patience| Understanding::new(&machine).detect(patience), |found| says_so(&found.remarks));
    let turned = Permutation::from_images(vec![1, 2, 3, 4, 5, 0]).expect("a rotation");
    ends(
        |patience| {
            Understanding::new(&machine).detect_declared(std::slice::from_ref(&turned), patience)
        },
        |found| found.as_ref().is_ok_and(|found| says_so(&found.remarks)),
    );
    let detected = detect(&machine);
    let file = sources.add("--scalarset", "turn = 0..5");
    let span = diagnostics::Span { file, start: 0, end: 11 };
    let declared = scalarsets("turn = 0..5", span).expect("a declaration");
    ends(
        |patience| Understanding::new(&machine).check_scalarsets(&detected, &declared, patience),
        |outcomes| outcomes.is_err(),
    );
}

#[test]
fn what_was_computed_is_not_computed_again() {
    let (machine, _) = model(1500);
    let understanding = Understanding::new(&machine);
    assert!(understanding.detect(&mut Patience::endless()).reduction.is_some());
    let (known, asked) = told(Some(1), |patience| {
        let understood = understanding.understood(patience)?.map_err(Remark::clone);
        let understood = understood.expect("symmetry was found");
        understood.graph(patience)?;
        understood.automorphisms(patience).map(|found| found.generators.len())
    });
    assert!(known.is_ok_and(|generators| generators > 0) && asked == 0);
}

#[test]
fn the_search_by_a_channel_diagram_ends_when_told() {
    let (machine, _) = model(20);
    ends(
        |patience| {
            detect_by_diagram(Equivalence::Published, &Understanding::new(&machine), patience)
        },
        |found| says_so(&found.detected.remarks) && found.analysis.is_none(),
    );
}

/// Each of 4,096 states before all are started has as many ways on, nearly all to states that were met before: to follow them all would
/// take minutes.
#[test]
fn states_with_many_ways_on_are_not_all_followed() {
    let starts: String = (0..12).fold(String::new(), |all, me| all + &format!("run R({me}); "));
    let text = format!(
        "bit a[12]; active proctype S() {{ byte i; do :: atomic {{
           for (i : 0 .. 11) {{ if :: a[i] = 0 :: a[i] = 1 fi }}; i = 0 }} od }}
         proctype R(byte me) {{ do :: a[me] -> a[me] = 0 od }}
         init {{ atomic {{ {starts} }} }}"
    );
    let mut sources = Sources::new();
    let file = sources.add("m.pml", text);
    let loaded = load(&mut sources, file, &ParseOptions::default(), LoadOptions::default());
    let machine = loaded.model.expect("a model").machine;
    assert!(detect(&machine).reduction.is_some_and(|it| !it.symmetry.is_trivial()));
}
