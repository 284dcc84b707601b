//! Whether the places of known rebecs may change, by what loops over them do: only where the order of the rounds does not matter.

use detection::{Constraint, detect, detect_without};
use diagnostics::Sources;
use groups::uninterrupted;
use machine::Machine;
use rebeca::load;
use symmetry::{AuditOptions, audit};

/// A hub that goes through its nodes, of which one asked it to.
const MODEL: &str = "
reactiveclass Hub(9) {
    knownrebecs { Node nodes[i:1..3]; Sink sink; }
    statevars { boolean marked[i]; boolean other[i]; byte count; i chosen; }
    msgsrv initial() { }
    msgsrv ask(boolean mark) {
        // So that the two truth values are told apart, whatever the loop does.
        if (mark) sink.call();
        forEachValueOf(i) if (sender == nodes[i]) marked[i] = mark;
        forEachValueOf(i) { BODY }
    }
}
reactiveclass Node(5) {
    knownrebecs { Hub hub; }
    msgsrv initial() { hub.ask(?(true, false)); }
    msgsrv tell(boolean mark) { }
    msgsrv call() { }
}
reactiveclass Sink(99) {
    msgsrv initial() { }
    msgsrv tell(boolean mark) { }
    msgsrv call() { }
}
main {
    Hub hub(ann, bob, eve, sink):();
    Node ann(hub):();
    Node bob(hub):();
    Node eve(hub):();
    Sink sink():();
}
";

/// The order of the group that is found with this in the loop.
fn order(body: &str) -> String {
    order_in(MODEL, body)
}

/// The same among two nodes.
fn order_of_two(body: &str) -> String {
    let two = MODEL.replace("1..3", "1..2").replace("(ann, bob, eve, sink)", "(ann, bob, sink)");
    order_in(&two.replace("Node eve(hub):();", ""), body)
}

fn loaded(model: &str, body: &str) -> Machine {
    let mut sources = Sources::new();
    let file = sources.add("m", model.replace("BODY", body));
    let loaded = load(&sources, file);
    let messages: Vec<String> = loaded.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    loaded.model.unwrap_or_else(|| panic!("{body}: {messages:?}")).machine
}

fn order_in(model: &str, body: &str) -> String {
    let machine = loaded(model, body);
    let Some(reduction) = detect(&machine).reduction else { return "1".to_owned() };
    let different = audit(&reduction, &reduction.symmetry, &AuditOptions::default()).err();
    assert!(different.is_none(), "{body}: {different:?}");
    reduction.symmetry.order().to_string()
}

#[test]
fn places_change_where_rounds_commute() {
    for body in [
        "nodes[i].call();",
        "if (marked[i]) nodes[i].call();",
        "if (marked[i]) { nodes[i].call(); count = count + 1; }",
        // The sink gets the same messages in any order.
        "if (marked[i]) sink.call();",
        "nodes[i].call(); sink.call();",
        // Who is called before the sink is, nobody sees.
        "nodes[i].call(); if (count == 2) sink.call(); count = count + 1;",
        // What is written belongs to whose turn it is, or is the same whoever is found.
        "marked[i] = false;",
        "other[i] = marked[i];",
        "if (marked[i]) other[i] = true;",
        "if (marked[i]) { count = 1; break; }",
        // One round only does anything.
        "if (sender == nodes[i]) { nodes[i].call(); sink.tell(marked[i]); chosen = i; }",
        "if (nodes[i] == sender) { if (marked[i]) sink.call(); else sink.tell(true); }",
        // The last one stays, and nobody ever asks who that is.
        "if (marked[i]) chosen = i;",
    ] {
        assert_eq!(order(body), "6", "{body}");
    }
    // One call, whichever round makes it.
    assert_eq!(order("if (i == 2) sink.call();"), "6");
    assert_eq!(order("if (i == 2) nodes[i].call();"), "2");
    // The one after another is known up to rotation.
    assert_eq!(order("if (sender == nodes[i]) nodes[i +% 1].call();"), "3");
}

#[test]
fn places_stay_where_the_order_of_rounds_matters() {
    for body in [
        // The sink gets the marks in the order of the places.
        "sink.tell(marked[i]);",
        "if (marked[i]) sink.call(); else sink.tell(true);",
        "if (marked[i]) sink.call(); else nodes[i].call(); if (!marked[i]) sink.tell(false);",
        "if (marked[i]) count = 2 * count + 1;",
        // More than one round may act.
        "if (sender != nodes[i]) sink.tell(marked[i]);",
        "if (sender == nodes[i]) sink.tell(true); else sink.call();",
    ] {
        assert_eq!(order(body), "1", "{body}");
    }
}

/// The last one stays, and is called.
#[test]
fn places_stay_where_the_last_one_is_asked_for() {
    let asks = MODEL.replace("{ BODY }", "{ BODY } if (mark) nodes[chosen].call();");
    assert_eq!(order_in(&asks, "if (marked[i]) chosen = i;"), "1");
    // One round only chooses.
    assert_eq!(order_in(&asks, "if (sender == nodes[i]) chosen = i;"), "6");
}

/// Without the condition on messages the places would change, and an invented state would tell.
#[test]
fn that_rounds_send_one_message_is_needed() {
    let machine = loaded(MODEL, "sink.tell(marked[i]);");
    let dropped = detect_without(&machine, Constraint::FoldMessages);
    let reduction = dropped.reduction.expect("a group that is wrong");
    assert_eq!(reduction.symmetry.order().to_string(), "6");
    let tried = uninterrupted(|patience| reduction.try_invented_states(patience));
    assert!(tried.is_err());
}

/// The first one that is found is known by what is written for another.
#[test]
fn places_stay_where_it_is_seen_who_was_found_first() {
    for body in [
        "if (marked[i]) { other[i +% 1] = true; break; }",
        "if (marked[i]) { other[i +% 2] = true; break; }",
        "if (!marked[i]) { other[i +% 1] = true; break; }",
        "if (marked[i +% 1]) { other[i +% 1] = true; break; }",
        "if (marked[i]) { other[i +% 1] = true; count = 1; break; }",
        "if (marked[i]) { marked[i +% 1] = true; break; }",
        "if (marked[i]) { nodes[i].call(); break; }",
        "if (marked[i]) { chosen = i; break; }",
    ] {
        assert_eq!(order(body), "1", "{body}");
    }
}

/// Of two truth values neither is the name of a place: who is meant is told apart from the other one.
#[test]
fn one_of_two_places_is_singled_out() {
    for body in [
        "if (i == 1) marked[i] = true;",
        "if (i != 2) nodes[i].call();",
        "if (!(i == 1)) other[i] = marked[i];",
        "if (i == 1 && marked[i]) count = 1;",
        "if (marked[i] && i == 2) nodes[i].call();",
    ] {
        assert_eq!(order_of_two(body), "1", "{body}");
    }
    assert_eq!(order_of_two("if (marked[i]) nodes[i].call();"), "2");
}

/// A rebec that is known by two indices makes two rounds act.
#[test]
fn known_rebecs_that_are_not_distinct_are_no_index() {
    let body = "if (sender == nodes[i]) sink.tell(marked[i]);";
    let text =
        MODEL.replace("BODY", body).replace("hub(ann, bob, eve, sink)", "hub(ann, ann, ann, sink)");
    let mut sources = Sources::new();
    let file = sources.add("m", text);
    let machine = load(&sources, file).model.expect("a model").machine;
    let Some(reduction) = detect(&machine).reduction else { return };
    let moved = reduction.symmetry.order();
    // Bob and Eve, whom nobody knows, may change places, and nothing else.
    assert_eq!(moved.to_string(), "2");
}
