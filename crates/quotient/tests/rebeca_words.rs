//! What is told of a model in Rebeca speaks of rebecs, queues and messages.

mod support;

use support::Place;

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
    let said = place.run("simulate m.rebeca --seed 1");
    said.expect(1, &["a message is sent to a queue that is full", "  state at the end:\n"]);
    assert!(!said.out.contains("process") && !said.out.contains("channel"), "{}", said.out);
}

#[test]
fn graphs_name_rebecs() {
    let place = place("rebeca_graphs");
    let drawn = place.run("graph m.rebeca");
    drawn.expect(0, &["Transitions name rebecs as in the state", "rebecs may have changed places"]);
    assert!(!drawn.out.contains("rocess"), "{}", drawn.out);
    place.file("m.pml", support::MUTEX);
    place.run("graph m.pml").expect(0, &["Transitions name processes as in the state"]);
}
