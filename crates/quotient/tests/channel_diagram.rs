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
    for (model, order) in
        [("levels.pml", Some("4")), ("mutex.pml", Some("6")), ("alike.pml", Some("2"))]
    {
        // The clients that have a level wait for a server for ever.
        let (by_program, code) = place.json(&format!("{model} --keep-going"));
        let arguments = format!("{model} --keep-going --detect channel-diagram --audit 1");
        let (by_diagram, same) = place.json(&arguments);
        assert_eq!(code, same);
        assert_eq!(by_diagram["states"], by_program["states"], "{model}");
        let found = &by_diagram["symmetry"];
        assert_eq!(found.get("order").and_then(Value::as_str), order);
        assert!(by_diagram["channel_diagram"]["valid"].is_string());
    }
    let said = place.run("check levels.pml --detect channel-diagram");
    said.expect(1, &["channel diagram: |Aut| 24, |H| 4, |G| 4, 6 cosets\n"]);
    let said = place.run("symmetry alike.pml --detect channel-diagram");
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
