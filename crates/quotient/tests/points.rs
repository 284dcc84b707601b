//! `--points`: symmetries that move no process are left out, and nothing else changes.

use crate::support::Place;
use serde_json::Value;
use testing::places;

/// Three processes that choose one of two values. Exchanged are the processes (3!) and, by themselves, the values (2).
const CHOICE: &str = "byte turn; proctype P() {
  byte mine = 0;
  do
  :: mine == 0 -> if :: mine = 1 :: mine = 2 fi; turn = mine
  :: mine != 0 -> mine = 0
  od
}
init { atomic { run P(); run P(); run P() } }
";

fn order(report: &Value) -> u128 {
    report["symmetry"]["order"].as_str().unwrap_or("1").parse().unwrap()
}

#[test]
fn data_that_can_move_alone_stays_where_it_is() {
    let place = Place::new("points_choice");
    place.file("m.pml", CHOICE);
    let symmetry = |points: &str| place.run(&format!("symmetry m.pml --points {points}"));
    symmetry("all").expect(0, &["order      12\n", "P(1..3) interchangeable", "1..2 in "]);
    let of_processes = symmetry("processes");
    of_processes.expect(0, &["order      6\n", "structure  S3\n", "P(1..3) interchangeable"]);
    let orbits = of_processes.out.matches(" interchangeable\n").count();
    assert_eq!(orbits, 1, "{}", of_processes.out);
}

/// What a formula costs is symmetry that is not used anyway.
#[test]
fn no_formula_costs_what_is_left_out() {
    let place = Place::new("points_formula");
    place.file("m.pml", format!("{CHOICE}ltl often {{ [] <> (turn == 1) }}\n"));
    let said =
        |points: &str| place.run(&format!("check m.pml --property often --points {points}")).out;
    let (all, processes) = (said("all"), said("processes"));
    assert!(all.contains("order 6") && all.contains("order 12 but for `turn == 1`"), "{all}");
    assert!(processes.contains("order 6") && !processes.contains("but for"), "{processes}");
}

/// A tag that each process was given moves with it: without it no process could move.
#[test]
fn data_that_moves_with_processes_still_does() {
    let place = Place::new("points_tags");
    let model = "byte holder; proctype P(byte tag) {
  do :: holder == 0 -> holder = tag :: holder == tag -> holder = 0 od
}
init { atomic { run P(5); run P(6); run P(7) } }
";
    place.file("m.pml", model);
    for points in ["all", "processes"] {
        let said = place.run(&format!("symmetry m.pml --points {points}"));
        said.expect(0, &["order      6\n", "P(1..3) interchangeable"]);
    }
}

#[test]
fn a_refusal_names_the_option_where_it_may_help() {
    let place = Place::new("points_refusal");
    for file in ["ticket-lock-4.pml", "leader-ring-3.pml"] {
        let example = places::root().join("models/promela").join(file);
        place.file(file, std::fs::read(example).unwrap());
    }
    let option = "`--points processes` leaves out the symmetries that move no process";
    let check = |rest: &str| place.run(&format!("check --representative component-order {rest}"));
    // The numbers of tickets go round, all together.
    let refused = check("ticket-lock-4.pml");
    assert!(refused.code == Some(2) && refused.err.contains(option), "{}", refused.err);
    check("ticket-lock-4.pml --points processes").expect(0, &["symmetry: S4, order 24: user"]);
    // A ring has only processes that move, each with its channel.
    let refused = check("leader-ring-3.pml");
    assert!(refused.code == Some(2) && !refused.err.contains(option), "{}", refused.err);
}

#[test]
fn it_goes_with_what_the_program_shows() {
    let place = Place::new("points_with");
    place.file("m.pml", CHOICE);
    for other in ["--symmetry off", "--symmetry file:g.g", "--detect channel-diagram"] {
        let said = place.run(&format!("check m.pml --points processes {other}"));
        let told = format!("does not go with `{other}`");
        assert!(said.code == Some(2) && said.err.contains(&told), "{}", said.err);
    }
    // What is declared holds in the program, whatever is used of that.
    place.run("check m.pml --points processes --scalarset P:mine=1..2").expect(0, &["S3, order 6"]);
}

/// On all examples the group is a subgroup of the one that is found, its quotient has as many states or more, and every verdict is
/// the same.
#[test]
fn fewer_symmetries_change_no_verdict() {
    let mut smaller = 0;
    for path in places::examples("promela") {
        let place = Place::new("points_examples");
        place.file("m.pml", std::fs::read(&path).unwrap());
        let symmetry = |points: &str| -> Value {
            let said = place.run(&format!("symmetry m.pml --json --points {points}"));
            serde_json::from_str(&said.out).unwrap_or_else(|why| panic!("{why} in {said:?}"))
        };
        let (all, processes) = (order(&symmetry("all")), order(&symmetry("processes")));
        assert_eq!(all % processes, 0, "{}: {processes} in {all}", path.display());
        smaller += usize::from(processes < all);
        let check = |points: &str| {
            let (report, _) = place.json(&format!(
                "m.pml --keep-going --workers 1 --por off --max-states 20000 --points {points}"
            ));
            let checks = report["checks"].as_array().unwrap().iter();
            let answers: Vec<String> = checks.map(|it| it["verdict"].to_string()).collect();
            (report["states"].as_u64().unwrap(), report["limits"].is_null(), answers)
        };
        let (all, processes) = (check("all"), check("processes"));
        assert!(all.0 <= processes.0, "{}: {all:?}, {processes:?}", path.display());
        if all.1 && processes.1 {
            assert_eq!(all.2, processes.2, "{}", path.display());
        }
    }
    assert!(smaller >= 2, "only {smaller} examples have symmetries that move no process");
}
