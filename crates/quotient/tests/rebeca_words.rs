//! What is told of a model in Rebeca speaks of rebecs, queues and messages.

use crate::support;
use crate::support::Place;

/// Clients who ask a server for more than its queue holds, or nobody.
const CLIENTS: &str = "\
reactiveclass Client(3) {
    knownrebecs { Server server; }
    statevars { Client nobody; }
    Client() { self.ask(); }
    msgsrv ask() { server.serve(); self.ask(); }
    msgsrv other() { nobody.ask(); }
}
reactiveclass Server(1) {
    Server() { }
    msgsrv serve() { }
}
main {
    Client first(server):();
    Client second(server):();
    Server server():();
}
";

fn place(test: &str) -> Place {
    let place = Place::new(test);
    place.file("m.rebeca", CLIENTS);
    place.file("null.rebeca", CLIENTS.replace("server.serve()", "self.other()"));
    place
}

#[test]
fn errors_of_messages_name_no_channel() {
    let place = place("rebeca_errors");
    let full = "at line 5: a message is sent to a queue that is full";
    let null = "at line 6: a message is sent to `null`";
    for (model, error) in [("m.rebeca", full), ("null.rebeca", null)] {
        let said = place.run(&format!("check {model} --quiet"));
        said.expect(1, &[error]);
        assert!(!said.out.contains("channel"), "{}", said.out);
    }
}

#[test]
fn single_runs_name_no_process_and_no_channel() {
    let place = place("rebeca_runs");
    let said = place.feed("simulate m.rebeca --interactive --seed 1", "help\nwhy 1\nwhy 9\n");
    let parts = [
        "of all rebecs or of rebec number P",
        "the first message in first.queue is ask, not other",
        "there is no rebec 9",
    ];
    said.expect(0, &parts);
    assert!(!said.out.contains("process"), "{}", said.out);
    // A server ends with a step of its own, which no statement stands for.
    let said = place.feed("simulate m.rebeca --interactive --seed 1", "1\n1\n1\n");
    assert!(said.out.contains("  1  (no statement)\n"), "{}", said.out);
    let said = place.run("simulate m.rebeca --seed 1");
    said.expect(1, &["a message is sent to a queue that is full", "  state at the end:\n"]);
    assert!(!said.out.contains("process") && !said.out.contains("channel"), "{}", said.out);
}

#[test]
fn rebecs_and_null_are_values_of_expressions() {
    let place = place("rebeca_words_values");
    let ring = "reactiveclass Node(3) { knownrebecs { Node next; } statevars { Node last; }\n\
                Node() { self.pass(); } msgsrv pass() { last = next; next.pass(); } }\n\
                main { Node ann(bob):(); Node bob(ann):(); }\n";
    place.file("ring.rebeca", ring);
    let asked = [
        ("ann.next == bob", "true"),
        ("bob.next == bob", "false"),
        ("ann.last == null", "true"),
        ("bob.next != null && ann.last != ann", "true"),
    ];
    let input: String = asked.iter().map(|(text, _)| format!("eval {text}\n")).collect();
    let said = place.feed("simulate ring.rebeca -i --seed 1", input);
    for (text, value) in asked {
        assert!(said.out.contains(&format!("> eval {text}\n  {value}\n")), "{}", said.out);
    }
}

#[test]
fn graphs_name_rebecs() {
    let place = place("rebeca_graphs");
    let drawn = place.run("graph m.rebeca");
    drawn.expect(
        0,
        &["Transitions name rebecs as in the state", "`then (a b)` makes the state that is drawn"],
    );
    assert!(!drawn.out.contains("rocess"), "{}", drawn.out);
    place.file("m.pml", support::MUTEX);
    place.run("graph m.pml").expect(0, &["Transitions name processes as in the state"]);
}

/// Whom a hub knows by index, and what it does with each of them.
fn hub(rounds: &str) -> String {
    format!(
        "reactiveclass Node(3) {{
    knownrebecs {{ Hub hub; }}
    Node() {{ self.go(); }}
    msgsrv go() {{ hub.ask(); }}
}}
reactiveclass Hub(4) {{
    knownrebecs {{ Node nodes[i:1..3]; }}
    statevars {{ int asked; i last; boolean seen[i]; }}
    Hub() {{ asked = 0; }}
    msgsrv ask() {{
        {rounds}
    }}
}}
main {{
    Node a(hub):();
    Node b(hub):();
    Node c(hub):();
    Hub hub(a, b, c):();
}}
"
    )
}

/// A loop over places is told of where their order can be seen, and only there.
#[test]
fn loops_whose_order_is_seen_are_told_with_their_line() {
    let place = Place::new("rebeca_loops");
    let text = "the order of the rounds of this loop may be seen: the places that it goes through keep theirs";
    let unseen = [
        "forEachValueOf(i) if (sender == nodes[i]) seen[i] = true;",
        "forEachValueOf(i) seen[i] = !seen[i];",
        "asked = 0; forEachValueOf(i) if (seen[i]) asked = asked + 1;",
        "forEachValueOf(i) nodes[i].go();",
    ];
    for rounds in unseen {
        place.file("m.rebeca", hub(rounds));
        let said = place.run("symmetry m.rebeca");
        said.expect(0, &["  a, b, c interchangeable\n"]);
        assert!(!said.out.contains(text), "{rounds}: {}", said.out);
    }
    for rounds in ["forEachValueOf(i) last = i;", "forEachValueOf(i) if (seen[i]) last = i;"] {
        place.file("m.rebeca", hub(&format!("{rounds}\n        nodes[last].go();")));
        let told = format!("  {text}\n    m.rebeca:11  {rounds}\n");
        place.run("symmetry m.rebeca").expect(0, &["no symmetry was found\n", &told]);
    }
}
