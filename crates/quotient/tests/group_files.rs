//! Groups in files: `symmetry --gap` writes them, `--symmetry file:FILE` reads and checks them.

use crate::support::Place;
use serde_json::Value;

/// Three processes in a ring of channels, started by `init`.
const RING: &str = "\
chan link[3] = [1] of { byte };
proctype node(chan left, right) {
  byte x;
  do
  :: left ? x; right ! x
  od
}
init { atomic { run node(link[0], link[1]); run node(link[1], link[2]); run node(link[2], link[0]) } }
";

/// Four processes that run from the start, all alike.
const MUTEX: &str = "\
bit lock; byte inside;
active [4] proctype user() {
  do
  :: atomic { lock == 0 -> lock = 1 }; inside++; assert(inside == 1); inside--; lock = 0
  od
}
";

fn json(place: &Place, arguments: &str) -> Value {
    let said = place.run(arguments);
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error} in {said:?}"))
}

#[test]
fn what_is_printed_is_read_back() {
    for (name, model) in [("ring", RING), ("mutex", MUTEX)] {
        let place = Place::new(&format!("gap_{name}"));
        place.file("m.pml", model);
        let printed = place.run("symmetry m.pml --gap").expect(0, &["G := Group("]).out.clone();
        place.run("symmetry m.pml --gap g.g").expect(0, &[]);
        assert_eq!(place.read("g.g"), printed, "printed and stored");
        let found = json(&place, "symmetry m.pml --json");
        let read = json(&place, "symmetry m.pml --symmetry file:g.g --json");
        assert_eq!(read["symmetry"]["order"], found["symmetry"]["order"]);
        let again = place.run("symmetry m.pml --symmetry file:g.g --gap").out;
        assert_eq!(again, printed, "read back and printed again");
        let auto = json(&place, "check m.pml --json");
        let file = json(&place, "check m.pml --symmetry file:g.g --json");
        assert_eq!(file["states"], auto["states"]);
    }
}

#[test]
fn points_are_numbered_as_the_comments_say() {
    let place = Place::new("gap_points");
    // `init` is no point: process p is point p.
    let table = "\
#    1  process node(1)
#    2  process node(2)
#    3  process node(3)
#    4  channel link[0]
#    5  channel link[1]
#    6  channel link[2]

G := Group(
  (1,2,3)(4,5,6)
);
";
    place.file("ring.pml", RING).run("symmetry ring.pml --gap").expect(0, &["C3, order 3", table]);
    // Without `init`, process p is point p + 1.
    let lines = ["#    1  process user(0)\n", "#    4  process user(3)\n", "S4, order 24"];
    place.file("mutex.pml", MUTEX).run("symmetry mutex.pml --gap").expect(0, &lines);
    let none = "active proctype P() { skip }";
    let expected = ["m.pml: trivial", "#    1  process P(0)\n\nG := Group(());\n"];
    place.file("m.pml", none).run("symmetry m.pml --gap").expect(0, &expected);
}

#[test]
fn smaller_groups_reduce_less() {
    let place = Place::new("gap_smaller");
    place.file("m.pml", MUTEX);
    let states = |group: &str| {
        place.file("g.g", group);
        let json = json(&place, "check m.pml --symmetry file:g.g --json");
        (json["states"].as_u64().unwrap(), json["symmetry"]["order"].clone())
    };
    // The lock is free, or one of four processes holds it, at one of four places.
    let unreduced = json(&place, "check m.pml --symmetry off --json");
    assert_eq!(unreduced["states"], 1 + 4 * 4);
    assert_eq!(states("Group(())").0, 1 + 4 * 4);
    // Two of the four are alike: three cases.
    assert_eq!(states("Group((1,2)); # two of them"), (1 + 3 * 4, "2".into()));
    // Each can be moved to the place of each: one case.
    assert_eq!(states("V := Group([ (1,2)(3,4), (1,3)(2,4) ]);"), (1 + 4, "4".into()));
    assert_eq!(states("Group((1,2,3,4),\n (1,2))"), (1 + 4, "24".into()));
}

#[test]
fn what_is_no_symmetry_is_refused_with_its_place() {
    let place = Place::new("gap_refused");
    place.file("m.pml", RING);
    let refused = |group: &str, parts: &[&str]| {
        place.file("g.g", group);
        for command in ["check", "symmetry", "graph"] {
            place.run(&format!("{command} m.pml --symmetry file:g.g")).refused(parts);
        }
    };
    refused(
        "G := Group((1,2,3)(4,5,6),\n  (1,2));",
        &["g.g:2:3", "not a symmetry of the model", "single move"],
    );
    refused("Group((1,4))", &["g.g:1:7", "node(1) to link[0]: one is a process"]);
    refused("Group((1,7))", &["g.g:1:7", "7 is not one of the points", "6 points"]);
    refused("Group((1,2)", &["g.g:1:12", "expected `,` or `)`"]);
    refused("Group((1,2)*(2,3))", &["g.g:1:12", "multiply them out"]);
    refused("", &["g.g:1:1", "expected a group"]);
    place.run("check m.pml --symmetry file:no.g").refused(&["no.g: no such file"]);
    place.run("check m.pml --symmetry file:").refused(&["a file is missing"]);
    place.run("check m.pml --symmetry some").refused(&["auto, off and file:FILE"]);
    place.file("g.g", [0xff, 0, 1]).run("check m.pml --symmetry file:g.g").refused(&["not a text"]);
    let two = "bit b; active [2] proctype P() { do :: b = _pid > 0 od } active proctype Q() { b -> skip }";
    place.file("m.pml", two);
    refused("Group((1,2))", &["P(0) to P(1), and no symmetry of the model does"]);
    place.file("m.pml", "active [2] proctype P() { do :: run P() od }");
    refused("Group((1,2))", &["never settles"]);
}

#[test]
fn types_are_printed() {
    let place = Place::new("types");
    let model = "\
chan requests = [1] of { chan };
chan answers = [1] of { bool };
active proctype client() { bool yes; requests ! answers; answers ? yes }
active proctype server() { chan reply; requests ? reply; reply ! true }
";
    let expected = "\
requests      chan{chan{bool}}
answers       chan{bool}
server:reply  chan{bool}
";
    let said = place.file("m.pml", model).run("symmetry m.pml --types");
    assert_eq!(said.out, expected);
    let json = json(&place, "symmetry m.pml --types --json");
    let types = &json["channel_types"];
    assert_eq!(types[0]["type"], "chan{chan{bool}}");
    assert_eq!(types[0]["process"], Value::Null);
    assert_eq!((&types[2]["process"], &types[2]["name"]), (&"server".into(), &"reply".into()));
    assert_eq!((&types[2]["line"], &types[2]["file"]), (&4.into(), &"m.pml".into()));
    place.run("symmetry m.pml --types --gap").refused(&["cannot be used with"]);
    let none = place.file("n.pml", "active proctype P() { skip }").run("symmetry n.pml --types");
    assert_eq!(none.out, "the model has no channels\n");
}

#[test]
fn claims_are_part_of_the_program_whose_symmetry_is_looked_for() {
    let place = Place::new("symmetry_claims");
    place.file("m.pml", format!("{MUTEX}ltl {{ [] (inside < 2) }}\nnever {{ inside > 1 }}\n"));
    place.run("check m.pml").expect(0, &["never claim      holds", "ltl_0            holds"]);
    place.run("check m.pml --no-claims").expect(0, &[]);
    place.run("symmetry m.pml").expect(0, &[]);
    place.run("symmetry m.pml --no-claims").expect(0, &["S4"]);
    place.file("n.pml", format!("{MUTEX}ltl {{ [] (outside < 2) }}\n"));
    place.run("symmetry n.pml").refused(&["`outside` is not declared", "n.pml:7:11"]);
    place.run("symmetry n.pml --no-claims").expect(0, &["S4"]);
}
