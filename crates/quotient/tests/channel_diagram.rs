//! `--detect channel-diagram` and `--diagram`.

mod support;

use roxmltree::Document;
use serde_json::Value;
use support::{MUTEX, Place};

/// Four clients, two of each level.
const LEVELS: &str = "\
mtype = { ask, grant };
chan link1 = [1] of { mtype };
chan link2 = [1] of { mtype };
chan link3 = [1] of { mtype };
chan link4 = [1] of { mtype };
byte level[5];

proctype client(chan link) {
  do
  :: link!ask; link?grant; assert(level[_pid] < 2)
  od
}

init {
  atomic {
    run client(link1);
    run client(link2);
    run client(link3);
    run client(link4);
    level[1] = 0;
    level[2] = 0;
    level[3] = 1;
    level[4] = 1
  }
}
";

/// Two channels that one process treats alike, known to it as parameters.
const ALIKE: &str = "\
chan a = [1] of { byte };
chan b = [1] of { byte };
proctype sender(chan one, two) { do :: one!1 :: two!1 od }
proctype receiver(chan in) { do :: in?_ od }
init { atomic { run sender(a, b); run receiver(a); run receiver(b) } }
";

#[test]
fn the_sizes_and_what_was_rejected() {
    let place = Place::new("diagram_sizes");
    let said = place.file("m.pml", LEVELS).run("symmetry m.pml --detect channel-diagram");
    said.expect(
        0,
        &[
            "24 automorphisms",
            "4 in the group of the valid generators",
            "4 in the largest valid group",
            "6 cosets of it",
            "(client(2) client(3))(link2 link3)\n",
            "`level[2] = 0; level[3] = 1` would be `level[3] = 0; level[2] = 1`",
            "order      4\n",
        ],
    );
    // The line is that of the statement that would be another.
    let line = LEVELS.lines().position(|line| line.contains("level[1] = 0")).unwrap() + 1;
    assert!(said.out.contains(&format!("line {line}: ")), "{}", said.out);
}

#[test]
fn the_figures_as_json() {
    let place = Place::new("diagram_json");
    place.file("m.pml", LEVELS).file("mutex.pml", MUTEX);
    let said = place.run("symmetry m.pml --detect channel-diagram --json");
    let object: Value = serde_json::from_str(&said.out).unwrap();
    let figures = &object["channel_diagram"];
    for (name, order) in [("automorphisms", "24"), ("initial", "4"), ("valid", "4")] {
        assert_eq!(figures[name], order, "{name}");
    }
    assert_eq!((&figures["cosets"], &figures["complete"]), (&6.into(), &true.into()));
    let rejected = figures["rejected"].as_array().unwrap();
    assert_eq!(rejected.len(), 1);
    assert!(rejected[0]["line"].is_u64() && rejected[0]["file"] == "m.pml");
    assert_ne!(rejected[0]["would_be"], rejected[0]["is"]);
    // Without the option there is no such object.
    for arguments in ["m.pml", "mutex.pml"] {
        let said = place.run(&format!("symmetry {arguments} --json"));
        let object: Value = serde_json::from_str(&said.out).unwrap();
        assert!(object.get("channel_diagram").is_none());
    }
}

#[test]
fn searches_use_the_group() {
    let place = Place::new("diagram_check");
    place.file("levels.pml", LEVELS).file("mutex.pml", MUTEX).file("alike.pml", ALIKE);
    for (model, method, order) in [
        ("levels.pml", "channel-diagram", Some("4")),
        ("mutex.pml", "channel-diagram", Some("6")),
        ("alike.pml", "channel-diagram-extended", Some("2")),
    ] {
        // The clients that have a level wait for a server for ever.
        let (by_program, code) = place.json(&format!("{model} --keep-going"));
        let arguments = format!("{model} --keep-going --detect {method} --audit 1");
        let (by_diagram, same) = place.json(&arguments);
        assert_eq!(code, same);
        assert_eq!(by_diagram["states"], by_program["states"], "{model}");
        let found = &by_diagram["symmetry"];
        assert_eq!(found.get("order").and_then(Value::as_str), order);
        assert!(by_diagram["channel_diagram"]["valid"].is_string());
    }
    let said = place.run("check levels.pml --detect channel-diagram");
    said.expect(1, &["channel diagram: |Aut| 24, |H| 4, |G| 4, 6 cosets\n"]);
    // Parameters that a proctype treats alike are not exchanged by the paper's rules.
    let said = place.run("symmetry alike.pml --detect channel-diagram");
    said.expect(0, &["1 in the largest valid group"]);
    let said = place.run("symmetry alike.pml --detect channel-diagram-extended");
    said.expect(0, &["2 in the largest valid group", "order      2\n"]);
}

#[test]
fn diagrams_are_written() {
    let place = Place::new("diagram_files");
    place.file("m.pml", LEVELS);
    place.run("symmetry m.pml --diagram d.svg").expect(0, &["order      8\n"]);
    let text = place.read("d.svg");
    let document = Document::parse(&text).unwrap();
    let texts: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text())
        .collect();
    for name in ["client(1)", "link4", "init(0)", "[1] of {byte}"] {
        assert!(texts.contains(&name), "no `{name}` in {texts:?}");
    }
    place.run("symmetry m.pml --diagram d.dot").expect(0, &[]);
    let text = place.read("d.dot");
    assert_eq!(text.matches(" -> ").count(), 8, "each client sends and receives");
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let place = Place::new("diagram_refused");
    place.file("m.pml", MUTEX).file("ever.pml", "proctype p() { run p() } init { run p() }");
    place.run("symmetry m.pml --diagram d.png").refused(&["d.png", "`.svg`"]);
    place.run("symmetry m.pml --diagram nowhere/d.svg").refused(&["cannot write"]);
    place
        .run("symmetry ever.pml --diagram d.svg")
        .refused(&["no static channel diagram", "settles"]);
    place.run("symmetry m.pml --detect guess").refused(&["channel-diagram"]);
}

/// Three senders that forget their channels once they have sent.
const FORGETFUL: &str = "
    chan a = [1] of {int}; chan b = [1] of {int}; chan c = [1] of {int};
    proctype sender(chan{int} out; int pc) {
      do :: atomic { pc == 0 && nfull(out) -> out!1; out = null; pc = 1 } od
    }
    proctype receiver(chan{int} inp; int x) {
      do :: atomic { nempty(inp) -> inp?x; x = 0 } od
    }
    init { atomic {
      run sender(a, 0); run sender(b, 0); run sender(c, 0);
      run receiver(a, 0); run receiver(b, 0); run receiver(c, 0)
    } }";

/// Two channels that differ only in what kind of channel they carry.
const NESTED: &str = "
    chan a = [1] of {chan{int}};
    chan b = [1] of {chan{pid}};
    int x = 0;
    proctype p(chan{chan{int}} i; chan{chan{pid}} j) {
      do :: atomic { x == 0 && nfull(i) -> i!null } :: atomic { x == 1 && nfull(j) -> j!null } od
    }
    init { atomic { run p(a, b) } }";

/// Three processes, of which a claim watches one.
const WATCHED: &str = "
    byte st[4];
    proctype p() { do :: st[_pid] = 1 - st[_pid] od }
    init { atomic { run p(); run p(); run p() } }
    never { do :: st[1] == 1 -> break :: else od }";

fn figures(place: &Place, arguments: &str) -> [String; 3] {
    let said = place.run(&format!("symmetry {arguments} --json"));
    let object: Value = serde_json::from_str(&said.out).unwrap();
    let figures = &object["channel_diagram"];
    ["automorphisms", "initial", "valid"].map(|name| figures[name].as_str().unwrap().to_owned())
}

/// Definition 11 and Sections 7.3.1 and 8.1, where a looser reading would find too much.
#[test]
fn what_the_definitions_ask_is_asked() {
    let place = Place::new("diagram_definitions");
    place.file("forgetful.prl", FORGETFUL).file("nested.prl", NESTED).file("claim.pml", WATCHED);
    // An edge for a parameter that is initialised with a channel, though it is assigned later.
    assert_eq!(figures(&place, "forgetful.prl --detect channel-diagram"), ["6", "6", "6"]);
    // Signatures with the types of fields of fields.
    assert_eq!(figures(&place, "nested.prl --detect channel-diagram"), ["1", "1", "1"]);
    // A claim is a process that a valid automorphism respects.
    let [all, _, valid] = figures(&place, "claim.pml --detect channel-diagram");
    assert_eq!([all, valid], ["6", "2"]);
}

/// Figure 6 with its diagram, Figure 9. Sections 7.2 and 7.4: |Aut| 288, |H| 24, |G| 48; as it is printed servers begin
/// differently, and four of the six exchanges of servers are lost.
#[test]
fn figure_6() {
    let place = Place::new("diagram_figure_6");
    let models = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/promela-lite");
    let path = format!("{models}/load-balancer-figure-6.prl");
    let mended = std::fs::read_to_string(path).unwrap();
    let printed = mended.replace(
        "run server(se2,null,1); run server(se3,null,1)",
        "run server(se2,null,2); run server(se3,null,3)",
    );
    let blocking = mended.replace("response = -1; pc", "response = -1; blocked_client = _pid; pc");
    assert!(printed != mended && blocking != mended);
    place.file("mended.prl", &mended).file("printed.prl", &printed).file("blocking.prl", &blocking);
    assert_eq!(figures(&place, "mended.prl --detect channel-diagram"), ["288", "24", "48"]);
    assert_eq!(figures(&place, "printed.prl --detect channel-diagram"), ["288", "4", "8"]);
    // Who is blocked never changes, so that symmetries keep that client.
    place.run("symmetry mended.prl").expect(0, &["order      48\n"]);
    // If it changes it is a part of the state, of which no symmetry needs to keep the first value: renamed with all the rest, it is
    // the same behaviour from a renamed state. The paper keeps initial values: its Theorem 5 says that of the initial state.
    place.run("symmetry blocking.prl").expect(0, &["order      288\n"]);
    assert_eq!(figures(&place, "blocking.prl --detect channel-diagram")[2], "48");
    place.run("symmetry mended.prl --diagram d.dot").expect(0, &[]);
    let text = place.read("d.dot");
    // Clients send to their balancers and receive on their own channels, balancers receive and send to the servers: 6 + 6 + 3 + 9 + 3.
    assert_eq!(text.matches(" -> ").count(), 27);
}
