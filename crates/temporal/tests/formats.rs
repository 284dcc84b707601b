//! Automata as text.

use crate::common::reader::read;
use temporal::{AtomId, Limits, translate};

fn name(atom: AtomId) -> String {
    ["p", "say \"q\" \\ now"][atom.0 as usize].to_owned()
}

#[test]
fn acceptance_is_on_edges_where_it_is_general() {
    let automaton = translate(&read("G F p & G F q"), &Limits::default()).expect("small");
    let expected = r#"HOA: v1
name: "both \"infinitely often\""
States: 1
Start: 0
AP: 2 "p" "say \"q\" \\ now"
acc-name: generalized-Buchi 2
Acceptance: 2 Inf(0)&Inf(1)
properties: trans-labels explicit-labels trans-acc
--BODY--
State: 0
[t] 0
[0] 0 {0}
[1] 0 {1}
[0&1] 0 {0 1}
--END--
"#;
    assert_eq!(automaton.hoa("both \"infinitely often\"", name), expected);
}

#[test]
fn acceptance_is_on_states_where_it_can_be() {
    let automaton = translate(&read("F G p"), &Limits::default()).expect("small").state_based();
    let expected = r#"HOA: v1
name: ""
States: 2
Start: 0
AP: 1 "p"
acc-name: Buchi
Acceptance: 1 Inf(0)
properties: trans-labels explicit-labels state-acc
--BODY--
State: 0
[t] 0
[0] 1
State: 1 {0}
[0] 1
--END--
"#;
    assert_eq!(automaton.hoa("", name), expected);
}

#[test]
fn safety_needs_no_acceptance() {
    let automaton = translate(&read("G !p"), &Limits::default()).expect("small");
    let expected = r#"HOA: v1
name: "never"
States: 1
Start: 0
AP: 1 "p"
acc-name: all
Acceptance: 0 t
properties: trans-labels explicit-labels trans-acc deterministic
--BODY--
State: 0
[!0] 0
--END--
"#;
    assert_eq!(automaton.hoa("never", name), expected);
}
