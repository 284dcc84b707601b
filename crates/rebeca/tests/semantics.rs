//! What rebecs do: run-time errors, bounds of queues, choices, scalar sets; the same with every reduction.

#[path = "support/verdicts.rs"]
mod verdicts;

use diagnostics::Sources;
use kernel::PropertyKind;
use machine::Machine;
use rebeca::load;
use verdicts::{ASSERTION, DEADLOCK, ERROR, verdicts};

fn machine(text: &str) -> Machine {
    let mut sources = Sources::new();
    let file = sources.add("m", text);
    let loaded = load(&sources, file);
    let messages: Vec<String> = loaded.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    loaded.model.unwrap_or_else(|| panic!("{messages:#?}")).machine
}

fn check(text: &str) -> (Vec<PropertyKind>, u64) {
    verdicts(&machine(text))
}

/// One rebec, alone, with these variables, whose `initial` does this.
fn alone(variables: &str, statements: &str) -> String {
    format!(
        "reactiveclass C(2) {{ knownrebecs {{ }} statevars {{ {variables} }}
           msgsrv initial() {{ {statements} }} msgsrv go() {{ }} }} main {{ C c():(); }}"
    )
}

#[test]
fn the_message_that_is_served_has_left_its_queue() {
    // Queues hold two: initial, then one after the other of what is left.
    assert_eq!(check(&alone("", "self.go(); self.go();")), (vec![DEADLOCK], 4));
    assert_eq!(check(&alone("", "self.go(); self.go(); self.go();")).0, [ERROR]);
}

#[test]
fn messages_to_nobody_are_errors() {
    assert_eq!(check(&alone("C other;", "other.go();")).0, [ERROR]);
    assert_eq!(check(&alone("C other;", "other = self; other.go();")), (vec![DEADLOCK], 3));
}

#[test]
fn assertions_and_numbers() {
    assert_eq!(check(&alone("byte b;", "b = 127; b = b + 1; assertion(b == -128);")).0, [DEADLOCK]);
    assert_eq!(
        check(&alone("byte b;", "b = 127; b = b + 1; assertion(b == 128);")).0,
        [ASSERTION, DEADLOCK]
    );
}

#[test]
fn choices_multiply() {
    // Initial, and an end for each pair of values: 2 times 3.
    let (violated, states) =
        check(&alone("boolean b; byte n;", "b = ?(true, false); n = ?(1, 2, 3);"));
    assert_eq!((violated, states), (vec![DEADLOCK], 1 + 2 * 3));
    // The same value is chosen twice.
    assert_eq!(check(&alone("byte n;", "n = ?(1, 1);")).1, 1 + 1);
}

#[test]
fn elements_of_scalar_sets_go_round() {
    let model = |statements: &str| {
        format!(
            "reactiveclass A(3) {{ knownrebecs {{ B all[i:0..2]; }} statevars {{ i next; boolean seen[i]; byte count; }}
               msgsrv initial() {{ {statements} }} }}
             reactiveclass B(3) {{ knownrebecs {{ }} statevars {{ byte got; }}
               msgsrv initial() {{ }} msgsrv take(byte n) {{ got = got + n; }} }}
             main {{ A a(x, y, z):(); B x():(); B y():(); B z():(); }}"
        )
    };
    for holds in [
        "next = 2; next = next +% 1; assertion(next == 0);",
        "next = 0; next = next +% -1; assertion(next == 2);",
        "next = 1; next = next +% 4; assertion(next == 2);",
        "forEachValueOf(i) { seen[i] = true; count = count + 1; } assertion(count == 3 && seen[0] && seen[2]);",
        "forEachValueOf(i) { all[i].take(1); } assertion(all[0] != all[1]);",
        "next = ?(0, 1, 2); all[next].take(2);",
    ] {
        assert_eq!(check(&model(holds)).0, [DEADLOCK], "{holds}");
    }
    let fails = "next = 2; next = next +% 1; assertion(next == 1);";
    assert_eq!(check(&model(fails)).0, [ASSERTION, DEADLOCK]);
}

#[test]
fn who_has_no_server_for_a_message_to_a_sender_fails() {
    let model = |answer: &str| {
        format!(
            "reactiveclass A(3) {{ knownrebecs {{ B b; }} msgsrv initial() {{ b.ask(); }} msgsrv heard() {{ }} }}
             reactiveclass B(3) {{ knownrebecs {{ }} msgsrv initial() {{ }} msgsrv ask() {{ sender.{answer}(); }}
               msgsrv only() {{ }} }}
             main {{ A a(b):(); B b():(); }}"
        )
    };
    assert_eq!(check(&model("heard")).0, [DEADLOCK]);
    assert_eq!(check(&model("only")).0, [ASSERTION, DEADLOCK]);
}

#[test]
fn more_messages_than_have_numbers_are_refused() {
    let servers =
        |count: usize| -> String { (0..count).map(|n| format!("msgsrv m{n}() {{ }} ")).collect() };
    let text = |count| format!("reactiveclass C(1) {{ {} }} main {{ C c():(); }}", servers(count));
    machine(&text(255));
    let mut sources = Sources::new();
    let file = sources.add("m", text(256));
    let found = load(&sources, file);
    assert!(found.model.is_none() && found.diagnostics[0].message.contains("255 messages"));
}

#[test]
fn the_largest_scalar_set_is_gone_through_to_its_end() {
    let model = |size: usize| {
        format!(
            "reactiveclass A(1) {{ knownrebecs {{ B all[i:1..{size}]; }} statevars {{ short count; }}
               msgsrv initial() {{ forEachValueOf(i) count = count + 1; assertion(count == {size}); }} }}
             reactiveclass B(1) {{ }} main {{ A a({}):(); B b():(); }}",
            vec!["b"; size].join(", ")
        )
    };
    assert_eq!(check(&model(254)).0, [DEADLOCK]);
    let mut sources = Sources::new();
    let file = sources.add("m", model(255));
    assert!(load(&sources, file).model.is_none());
}

/// What goes wrong for one of several outcomes of the constructors before is not forgotten for the sake of the others.
#[test]
fn constructors_that_fail_for_one_choice_fail() {
    for choice in ["true, false", "false, true"] {
        let text = format!(
            "reactiveclass A(1) {{ knownrebecs {{ A o; }} A() {{ if (?({choice})) o.m(); }} msgsrv m() {{ }} }}
             main {{ A a(b):(); A b(b):(); }}"
        );
        let mut sources = Sources::new();
        let file = sources.add("m", text);
        let found = load(&sources, file);
        assert!(found.model.is_none(), "{choice}");
        assert!(found.diagnostics[0].message.contains("full"), "{:?}", found.diagnostics);
    }
}
