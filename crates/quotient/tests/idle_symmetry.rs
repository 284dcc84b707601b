//! A symmetry that can reduce nothing is said to be that; one that reduces something is not.

use crate::support::Place;
use serde_json::{Value, json};
use testing::places::root;

/// No station ever moves: each waits for a message that nobody sends first.
const SILENT: &str = "chan q[3] = [1] of { byte };
active [3] proctype station() { byte x; end: do :: q[_pid]?x -> q[(_pid + 1) % 3]!x od }
";

/// Each has a number of its own, which it forgets when it is done: a state in which they have changed
/// places is one that the program could be in, and never is.
const NUMBERED: &str = "byte sum;
proctype adder(byte mine) { sum = sum + mine; (mine > 0); end: sum == 0 }
init { atomic { run adder(1); run adder(2) } }
";

/// A counter runs before the two that are alike may move.
fn late(rounds: u32) -> String {
    format!(
        "int n; byte x;
active proctype counter() {{ do :: n < {rounds} -> n++ :: else -> break od }}
active [2] proctype user() {{ n == {rounds}; x++ }}
"
    )
}

const CHECKED: &str = "the symmetry merges nothing: it takes no reachable state to another one";
const FOUND: &str = "effect     none: they take no reachable state to another one";

/// What the two commands say with `--json` of whether the symmetry of `m.pml` reduces anything.
fn reduces(place: &Place) -> (Value, Value) {
    let found: Value = serde_json::from_str(&place.run("symmetry m.pml --json").out).unwrap();
    let (checked, _) = place.json("m.pml");
    (found["symmetry"]["reduces"].clone(), checked["symmetry"]["reduces"].clone())
}

#[test]
fn what_no_reachable_state_tells_apart_is_said_to_reduce_nothing() {
    let place = Place::new("idle_silent");
    place.file("m.pml", SILENT);
    // Nobody passes anything on: they are no ring, and no channel is anybody's.
    place.run("symmetry m.pml").expect(0, &["order      36\n", FOUND]);
    place.run("check m.pml").expect(0, &["S3 x S3, order 36", CHECKED]);
    assert_eq!(reduces(&place), (json!(false), json!(false)));
    // One message, and it goes around.
    place.file(
        "m.pml",
        SILENT.replacen("{ byte x;", "{ byte x; if :: q[0]!1 :: q[1]!1 :: q[2]!1 fi;", 1),
    );
    let said = place.run("symmetry m.pml");
    assert!(said.out.contains("order      3\n") && !said.out.contains("effect"), "{}", said.out);
    assert_eq!(reduces(&place), (json!(true), json!(true)));
}

#[test]
fn images_that_are_not_reached_save_nothing() {
    let place = Place::new("idle_numbered");
    place.file("m.pml", NUMBERED);
    place.run("symmetry m.pml").expect(0, &["order      2\n", FOUND]);
    place.run("check m.pml").expect(0, &["order 2", CHECKED]);
    assert_eq!(reduces(&place), (json!(false), json!(false)));
}

#[test]
fn what_is_not_known_is_not_said() {
    let place = Place::new("idle_late");
    place.file("m.pml", late(20_000));
    let beginning =
        "effect     none so far: they take none of the first 10000 states to another one";
    place.run("symmetry m.pml").expect(0, &["user(1..2) interchangeable", beginning]);
    let said = place.run("check m.pml");
    assert!(!said.out.contains("reduced nothing"), "{}", said.out);
    assert_eq!(reduces(&place), (Value::Null, Value::Null));
    place.file("m.pml", late(20));
    assert_eq!(reduces(&place), (json!(true), json!(true)));
}

/// What is said is what is counted.
#[test]
fn examples_have_fewer_states_where_their_symmetry_is_said_to_reduce_them() {
    let place = Place::new("idle_examples");
    for name in ["barber-3", "email-2", "leader-ring-3", "peterson-3", "tagged-lock-4", "token-4"] {
        let model = root().join(format!("models/promela/{name}.pml"));
        let model = model.display();
        let (with, _) = place.json(&format!("{model} --keep-going"));
        let (without, _) = place.json(&format!("{model} --keep-going --symmetry off"));
        let fewer = with["states"].as_u64() < without["states"].as_u64();
        assert_eq!(with["symmetry"]["reduces"], json!(fewer), "{name}");
    }
}
