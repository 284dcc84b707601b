//! What is shown of help, colours, warnings and numbers, and where.

use crate::support::Place;
#[cfg(unix)]
use crate::support::shell;

/// A model with two warnings, and more than a thousand states.
const MODEL: &str = "\
bool b = 7;
byte x;
active [2] proctype p() { do :: x < 40 -> x++; b = 9 :: x > 0 -> x--; assert(b) od }
";

#[test]
#[cfg(unix)]
fn the_help_of_check_fits_a_screen() {
    let place = Place::new("shown_help");
    let said = shell(&place, "COLUMNS=80 $Q check -h");
    let lines: Vec<&str> = said.expect(0, &["Properties:", "--help"]).out.lines().collect();
    assert!(lines.len() <= 40, "{} lines", lines.len());
    assert!(lines.iter().all(|line| line.chars().count() <= 80), "{lines:#?}");
    let place_of = |heading: &str| lines.iter().position(|line| *line == heading);
    let headings = ["Properties:", "Limits:", "Output:", "Search:"].map(place_of);
    assert!(headings.is_sorted() && headings[0].is_some(), "{lines:#?}");
    let long = place.run("check --help");
    for option in ["--representative", "--swarm", "--sarif", "Examples:"] {
        assert!(long.expect(0, &[option]).out.len() > said.out.len());
        assert!(!said.out.contains(option), "{option}");
    }
}

#[test]
fn colours_are_where_they_are_wanted() {
    let place = Place::new("shown_colours");
    place.file("m.pml", MODEL);
    let coloured = |arguments: &str| {
        let said = place.run(arguments);
        assert_eq!(said.code, Some(0), "{said:?}");
        [said.out.contains('\u{1b}'), said.err.contains('\u{1b}')]
    };
    assert_eq!(coloured("check m.pml"), [false, false], "nothing here is a terminal");
    assert_eq!(coloured("check m.pml --color never"), [false, false]);
    assert_eq!(coloured("check m.pml --color always"), [true, true]);
    assert_eq!(coloured("--color always check m.pml"), [true, true]);
    assert_eq!(coloured("check m.pml --json --color always"), [false, true]);
    place.run("check m.pml --color sometimes").refused(&["sometimes"]);
}

#[test]
fn warnings_are_those_that_are_wanted() {
    let place = Place::new("shown_warnings");
    place.file("m.pml", MODEL);
    let warnings = |options: &str| {
        let said = place.run(&format!("check m.pml {options}"));
        assert_eq!(said.code, Some(0), "{said:?}");
        (said.err.matches("does not fit into").count(), said.err)
    };
    assert_eq!(warnings("").0, 2);
    assert_eq!(warnings("--warnings on").0, 2);
    assert_eq!(warnings("--warnings off"), (0, String::new()));
    let (count, text) = warnings("--warnings first");
    assert!(count == 1 && text.contains("… and 1 warning more: `--warnings on`"), "{text}");
    let (document, _) = place.json("m.pml --warnings off");
    let told: Vec<&str> =
        document["warnings"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    assert_eq!(told.len(), 2);
    assert!(told[0].starts_with("m.pml:1:10: warning: 7 does not fit into `b`"), "{told:?}");
    // Mistakes are told all the same.
    place.file("wrong.pml", "init { y = 1 }\n");
    place.run("check wrong.pml --warnings off").refused(&["y"]);
}

#[test]
fn numbers_outside_terminals_are_in_one_piece() {
    let place = Place::new("shown_numbers");
    place.file("m.pml", MODEL);
    let said = place.run("check m.pml --symmetry off --no-merge");
    let counts = said.out.lines().find(|line| line.contains(" states · ")).expect("counts");
    let states = counts.split(' ').next().unwrap();
    let (document, _) = place.json("m.pml --symmetry off --no-merge");
    let expected = document["states"].as_u64().unwrap();
    assert!(expected > 999, "the model is too small for this test");
    assert_eq!(states.parse(), Ok(expected), "{counts}");
}
