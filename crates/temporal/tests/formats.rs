//! Automata as text.

mod common;

use common::reader::read;
use temporal::{AtomId, Limits, translate};

fn name(atom: AtomId) -> String {
    ["p", "a \"b\" \\c"][atom.0 as usize].to_owned()
}

#[test]
fn automata_are_written_with_acceptance_on_edges() {
    let automaton = translate(&read("G F p & G F q"), &Limits::default()).expect("small");
    let expected = r#"HOA: v1
name: "infinitely often both"
States: 1
Start: 0
AP: 2 "p" "a \"b\" \\c"
acc-name: generalized-Buchi 2
Acceptance: 2 Inf(0)&Inf(1)
properties: trans-labels explicit-labels trans-acc
--BODY--
"#;
    let text = automaton.hoa("infinitely often both", name);
    println!("{text}");
    assert!(text.starts_with(expected), "{text}");
}

#[test]
fn automata_are_written_with_acceptance_on_states() {
    let automaton = translate(&read("F G p"), &Limits::default()).expect("small").state_based();
    println!("{}", automaton.hoa("\"\\", name));
    let safety = translate(&read("G p"), &Limits::default()).expect("small");
    println!("{}", safety.hoa("safe", name));
    let nothing = translate(&read("false"), &Limits::default()).expect("small");
    println!("{}", nothing.hoa("false", name));
}
