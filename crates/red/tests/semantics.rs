//! What programs mean, with counts worked out by hand.

use crate::support::{found, found_with, load, machine};
use red::{Faults, LoadOptions, Logic, Open};

const NOTHING: [&str; 0] = [];

#[track_caller]
fn expect(text: &str, states: u64, violated: &[&str]) {
    expect_with(text, &LoadOptions::default(), states, violated);
}

#[track_caller]
fn expect_with(text: &str, options: &LoadOptions, states: u64, violated: &[&str]) {
    let (count, names) = found_with(text, options);
    assert_eq!(
        (count, &names[..]),
        (states, &violated.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>()[..])
    );
}

fn strict_faults() -> LoadOptions {
    LoadOptions { faults: Faults::Strict, ..LoadOptions::default() }
}

fn short_circuit() -> LoadOptions {
    LoadOptions { logic: Logic::ShortCircuit, ..LoadOptions::default() }
}

/// A program of one process with a pointer to nobody, and a counter that tells what was possible.
fn lone(rules: &str) -> String {
    format!(
        "process count = 1; local pointer next; global discrete k: 0..4;
         mode m {{ {rules} }} initially next[1] == NULL and k == 0;"
    )
}

#[test]
fn a_guard_without_value_does_not_hold() {
    let text = lone("when k == 0 and next->next == NULL may k = 1;");
    expect(&text, 1, &NOTHING);
    expect_with(&text, &strict_faults(), 1, &["run-time errors"]);
    // Nor does its contrary.
    expect(&lone("when not (next->next == NULL) may k = 1;"), 1, &NOTHING);
}

#[test]
fn a_connective_has_a_value_if_all_operands_have() {
    let text = lone("when k == 0 or next->next == NULL may k = 1;");
    expect(&text, 1, &NOTHING);
    expect_with(&text, &short_circuit(), 2, &NOTHING);
    let text = lone("when not (k == 1 and next->next == NULL) may k = 1;");
    expect(&text, 1, &NOTHING);
    expect_with(&text, &short_circuit(), 2, &NOTHING);
    let text = lone("when k == 1 => next->next == NULL may k = 1;");
    expect(&text, 1, &NOTHING);
    expect_with(&text, &short_circuit(), 2, &NOTHING);
    // The order matters then.
    expect_with(
        &lone("when next->next == NULL or k == 0 may k = 1;"),
        &short_circuit(),
        1,
        &NOTHING,
    );
}

#[test]
fn an_undefined_next_state_is_an_error() {
    for action in [
        "k = next->next",
        "next->next = P",
        "k = 5",
        "k = 0 - 1",
        "k = 3 / k",
        "next = 2",
        "next[2] = P",
        "next[k] = P",
    ] {
        expect(&lone(&format!("when true may {action};")), 1, &["run-time errors"]);
    }
    for action in ["k = 4", "next = 1", "next[1] = P", "next[P] = NULL", "next = P - 1"] {
        let (_, violated) = found(&lone(&format!("when true may {action};")));
        assert_eq!(violated, NOTHING, "{action}");
    }
}

#[test]
fn division_truncates() {
    // Of 7 / -2 as of -7 / 2.
    let text =
        "process count = 1; global discrete k: -9..9; mode m { when k == 0 may k = 7 / (0 - 2); }
                initially k == 0; risk k == -3;";
    expect(text, 2, &["safety"]);
    expect(&text.replace("7 / (0 - 2)", "(0 - 7) / 2"), 2, &["safety"]);
}

#[test]
fn later_actions_see_what_earlier_ones_did() {
    let text = lone("when k == 0 may k = 1; k = k + 1; next = P; next->next = NULL; k = k + k;");
    expect(&format!("{text} risk k == 4 and next[1] == NULL;"), 2, &["safety"]);
}

#[test]
fn a_pointer_may_be_on_both_sides() {
    // `y->x = 3 * y->x + z`
    let text =
        "process count = 2; global pointer y; local discrete x: 0..9; global discrete z: 0..9;
                mode m { when x[2] == 1 and P == 1 may y->x = 3 * y->x + z; }
                initially y == 2 and x[1] == 0 and x[2] == 1 and z == 2;";
    expect(&format!("{text} risk x[2] == 5;"), 2, &["safety"]);
}

#[test]
fn all_of_an_expression_behind_an_arrow_is_evaluated_there() {
    let of = |value: &str| {
        format!(
            "process count = 3; global pointer y; global discrete k: 0..9; local discrete x: 0..9; local pointer next;
             mode m {{ when k == 0 and P == 1 may k = {value}; }}
             initially y == 3 and k == 0 and (forall i: x[i] == i and next[i] == NULL);"
        )
    };
    for (value, expected) in [
        ("y->P", 3),
        ("y->7", 7),
        ("y->x", 3),
        ("y->(x + P)", 6),
        ("y->y", 3),
        ("y->x[2]", 2),
        ("x", 1),
        ("y->y->P", 3),
    ] {
        expect(&format!("{} risk k == {expected};", of(value)), 2, &["safety"]);
    }
    // Where nobody is, not even a constant has a value.
    for value in ["next->P", "next->7", "next->y", "next->(1)", "next->x[2]", "(y + 1)->7"] {
        expect(&of(value), 1, &["run-time errors"]);
    }
}

#[test]
fn a_global_behind_an_arrow_is_assigned_if_somebody_is_there() {
    let text = lone("when k == 0 may next = P; next->k = 1;");
    expect(&text, 2, &NOTHING);
    expect(&lone("when k == 0 may next->k = 1;"), 1, &["run-time errors"]);
}

#[test]
fn modes_are_numbered_in_the_order_of_the_text() {
    let text = "process count = 2; global discrete k: 0..9;
                mode a { when true may goto b; } mode b { when true may k = mode; goto c; } mode c { when true may ; }
                initially k == 0;";
    for (risk, states, is_violated) in [
        ("k == 1", 11, true),
        ("1 <= mode[1] <= 1", 11, true),
        ("mode[2] == c and c[2]", 11, true),
        ("mode[1] > 2", 11, false),
        ("mode[1] == 7 or mode[1] < 0", 11, false),
        ("c[1] and not (mode[1] == 2)", 11, false),
        ("mode[1] + mode[2] == 4", 11, true),
        ("mode[1] != a and mode[1] < b", 11, false),
    ] {
        let (_, violated) = found(&format!("{text} risk {risk};"));
        assert_eq!(!violated.is_empty(), is_violated, "{risk}");
        let _ = states;
    }
}

#[test]
fn initially_may_name_modes() {
    let text = "process count = 2; mode a { when true may goto b; } mode b { when true may ; }";
    expect(text, 4, &NOTHING);
    expect(&format!("{text} initially b[1];"), 2, &NOTHING);
    expect(&format!("{text} initially mode[1] != mode[2];"), 3, &NOTHING);
    expect(&format!("{text} initially exists i: b[i];"), 3, &NOTHING);
    // A mode that no rule leads to.
    expect(
        &format!("{text} mode lost {{ when true may goto a; }} initially lost[1] and lost[2];"),
        9,
        &NOTHING,
    );
}

#[test]
fn a_step_keeps_the_invariants_of_all_modes() {
    let text = "process count = 2; global discrete k: 0..3;
                mode a { when true may k = k + 1; goto b; } mode b k < 2 { when true may ; } initially k == 0;";
    // One process takes the step, and the other would break the invariant of its own mode, and of the first.
    expect(text, 3, &NOTHING);
    expect(&text.replace("k < 2", "true"), 4, &NOTHING);
    // Initial states keep them.
    expect(&text.replace("k == 0", "b[1]").replace("0..3", "0..4"), 3, &NOTHING);
    // Where it has no value, it does not hold.
    let text = text.replace("k < 2", "2 / (k - 1) == 2");
    expect(&text, 1, &NOTHING);
    expect_with(&text, &strict_faults(), 1, &["run-time errors"]);
}

#[test]
fn a_risk_without_value_is_not_true() {
    let text = lone("when k == 0 may k = 1;");
    let risk = format!("{text} risk next[1]->next == NULL or k == 1;");
    expect(&risk, 2, &NOTHING);
    expect_with(&risk, &strict_faults(), 2, &["risk is defined"]);
    expect_with(
        &format!("{text} risk k == 1 or next[1]->next == NULL;"),
        &short_circuit(),
        2,
        &["safety"],
    );
}

#[test]
fn what_bound_names_decide_is_not_evaluated() {
    let text = "process count = 2; local pointer next; mode m { when true may ; }
                initially next[1] == NULL and next[2] == 1;";
    expect(&format!("{text} risk exists i: i == 2 and next[i]->next == NULL;"), 1, &["safety"]);
    expect(&format!("{text} risk forall i: i != 1 => next[i]->next == NULL;"), 1, &["safety"]);
    // What numbers decide is: only names that are bound tell which instances are meant.
    expect(&format!("{text} risk 1 == 1 or next[1]->next == NULL;"), 1, &NOTHING);
    expect(&format!("{text} risk true or next[1]->next == NULL;"), 1, &NOTHING);
}

#[test]
fn open_variables_are_free_or_zero() {
    let text =
        "process count = 2; local pointer next; local discrete x: 2..3; mode m { when true may ; }
                initially next[1] == NULL;";
    // `next[2]` is NULL, 1 or 2, and both `x` are 2 or 3.
    expect(text, 12, &NOTHING);
    let zero = LoadOptions { open: Open::Zero, ..LoadOptions::default() };
    // What has no 0 begins with what is next to it.
    expect_with(&format!("{text} risk x[1] == 2 and x[2] == 2;"), &zero, 1, &["safety"]);
    let (sources, loaded) = load(text, &LoadOptions::default());
    let told: Vec<String> = loaded.diagnostics.iter().map(|it| it.one_line(&sources)).collect();
    assert_eq!(told.len(), 1);
    assert!(told[0].contains("`next`, `x` begin with: any value of their ranges"), "{told:?}");
    let (sources, loaded) = load(text, &zero);
    let told: Vec<String> = loaded.diagnostics.iter().map(|it| it.one_line(&sources)).collect();
    assert!(told[0].contains("`--open zero`"), "{told:?}");
}

#[test]
fn conditions_are_tested_as_soon_as_they_can_be() {
    // 31 to the power of 60 combinations, of which one is left.
    let text = "process count = 30; local pointer next, prev; mode m { when next == prev may ; }
                initially forall i: next[i] == i and prev[i] == next[i];";
    expect(text, 1, &NOTHING);
    // Those that are inactive count once.
    let free = "process count = 30; local pointer next, prev; mode m { when true may next = P; prev = next->P; goto n; }
                mode n { when next == prev may ; }";
    let states = crate::support::machine(free, &LoadOptions::default()).all_initial().len();
    assert_eq!(states, 1);
}

#[test]
fn too_many_initial_states_are_said_to_be() {
    let text = "process count = 9; local pointer next; mode m { when next == P may ; }";
    let (sources, loaded) = load(text, &LoadOptions::default());
    assert!(loaded.model.is_none());
    let told: Vec<String> = loaded.diagnostics.iter().map(|it| it.one_line(&sources)).collect();
    assert!(told.iter().any(|it| it.contains("more than 200000")), "{told:?}");
}

#[test]
fn nothing_fulfils_a_contradiction() {
    let text = "process count = 1; global discrete k; mode m { when true may ; } initially k == 1 and k == 0;";
    let (sources, loaded) = load(text, &LoadOptions::default());
    assert!(loaded.model.is_none());
    let told: Vec<String> = loaded.diagnostics.iter().map(|it| it.one_line(&sources)).collect();
    assert!(told[0].contains("no state is as initial states have to be"), "{told:?}");
}

#[test]
fn numbers_and_processes_are_given_from_outside() {
    let text = "#define N M - 1\n#define M 3\nprocess count = N; global discrete k: 0..M;
                mode m { when k < M may k = k + 1; } initially k == 0;";
    let text = text.replace("M - 1", "(M - 1)");
    assert_eq!(machine(&text, &LoadOptions::default()).initial().processes(), 2);
    expect(&text, 4, &NOTHING);
    let defined = LoadOptions { defines: vec!["M=5".to_owned()], ..LoadOptions::default() };
    assert_eq!(machine(&text, &defined).initial().processes(), 4);
    expect_with(&text, &defined, 6, &NOTHING);
    let counted = LoadOptions { processes: Some(1), ..defined };
    assert_eq!(machine(&text, &counted).initial().processes(), 1);
}

#[test]
fn what_others_write_into_an_inactive_variable_is_forgotten() {
    // `x` is read by its process in mode b alone, and is assigned on the way there.
    let text = "process count = 2; local discrete x: 0..3;
                mode a { when true may x = 1; goto b; } mode b { when x >= 1 may goto a; }
                mode other { when true may x[1] = 2; x[1] = 3; }
                initially a[1] and other[2] and x[1] == 0 and x[2] == 0;";
    // With all variables: a with 0, 1 or 3, b with 1 or 3.
    expect(text, 5, &NOTHING);
    let options = LoadOptions::default();
    let machine = crate::support::machine(text, &options);
    // Cleared: a with 0, b with 1 or 3.
    assert_eq!(kernel::reachable(&machine, 100).map(|it| it.len()), Some(3));
}

#[test]
fn what_is_read_through_a_pointer_is_active() {
    // Nobody reads its own `x`; process 2 reads that of process 1.
    let text = "process count = 2; global pointer y; local discrete x; global discrete seen;
                mode a { when true may x = 1 - x; } mode b { when y->x == 1 may seen = 1; }
                initially a[1] and b[2] and y == 1 and x[1] == 0 and x[2] == 0 and seen == 0;";
    expect(&format!("{text} risk seen == 1;"), 4, &["safety"]);
    let machine = machine(text, &LoadOptions::default());
    assert_eq!(kernel::reachable(&machine, 100).map(|it| it.len()), Some(4));
}

/// What is inactive depends on the mode: it is not forgotten before that is known.
#[test]
fn what_is_active_where_a_process_begins_is_kept() {
    let text = "process count = 1; local pointer a; mode m { when true may ; } mode n { when a == NULL may ; }
                initially (a[1] == 1 or a[1] == NULL) and (m[1] or n[1]);";
    expect(text, 4, &NOTHING);
    let machine = machine(text, &LoadOptions::default());
    assert_eq!(machine.all_initial().len(), 3);
}
