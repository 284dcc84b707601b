//! The README's table of what symmetry saves says what the example models expect, which other tests
//! compare with SPIN and with searches.

use crate::sessions::running::root;
use crate::support::Place;

/// The number of states that a model expects, as the program writes numbers; empty if it says nothing.
fn expected(processes: usize, what: &str) -> String {
    let path = root().join(format!("models/promela/peterson-{processes}.pml"));
    let text = std::fs::read_to_string(path).unwrap();
    let fact = format!(" * expect {what}: ");
    let Some(facts) = text.lines().find_map(|line| line.strip_prefix(&fact)) else {
        return String::new();
    };
    let (states, _) = facts.split_once(" states").expect(facts);
    grouped(states)
}

/// The number of all states, added up over the orbits of those in the quotient.
fn represented(processes: usize) -> String {
    let model = root().join(format!("models/promela/peterson-{processes}.pml"));
    let (said, _) = Place::new("readme_table").json(&format!("{} --orbits", model.display()));
    grouped(said["orbits"]["states"].as_str().expect("the sum is a text"))
}

/// A number with spaces between thousands.
fn grouped(digits: &str) -> String {
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|g| str::from_utf8(g).unwrap()).collect();
    groups.join(" ")
}

#[test]
fn the_readme_has_the_numbers_of_the_models() {
    let text = std::fs::read_to_string(root().join("README.md")).unwrap();
    assert!(text.contains(&format!(
        "has {} states (`--symmetry off --por off`)",
        expected(4, "unreduced")
    )));
    let rows: Vec<_> = text.lines().filter(|line| line.contains(" processes | ")).collect();
    assert_eq!(rows.len(), 7);
    for (processes, row) in (3..).zip(rows) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        assert!(cells[0].ends_with(&format!("{processes} processes")), "{row}");
        // For 6 and 7 processes a search of all states is too long for a test.
        let all = match processes {
            6 | 7 => represented(processes),
            _ => expected(processes, "unreduced"),
        };
        assert_eq!(cells[1], all, "{row}");
        assert_eq!(cells[2], expected(processes, "quotient"), "{row}");
    }
}
