//! The tables of the page on patterns show what the headers of its models expect, which are compared with SPIN and with orbits.

use testing::places::root;

use crate::support::examples::{Example, examples};

/// The models of whole systems.
const WHOLE: [&str; 4] = ["mesi-3", "commit-lossy-3", "raft-election-3", "fischer-3"];

/// The group's order, the states, and those up to symmetry.
fn cells(example: &Example) -> [String; 3] {
    let unreduced = example.unreduced.expect("states without symmetry").states;
    [example.order.clone(), unreduced.to_string(), example.quotient.states.to_string()]
}

#[test]
fn the_tables_have_the_figures_of_the_models() {
    let page = std::fs::read_to_string(root().join("docs/guide/patterns.md")).expect("the page");
    let examples = examples();
    let named = |name: String| examples.iter().find(|example| example.name == name);
    let mut expected = Vec::new();
    for pattern in &examples {
        let Some(name) = pattern.name.strip_prefix("pattern-") else { continue };
        let miss = named(format!("near-miss-{name}")).expect("a near miss of each pattern");
        let figures: Vec<String> = cells(pattern).into_iter().chain(cells(miss)).collect();
        expected.push((name.trim_end_matches(".pml").to_owned(), figures));
    }
    for name in WHOLE {
        let whole = named(format!("{name}.pml")).expect("a whole model");
        expected.push((name.to_owned(), cells(whole).to_vec()));
    }
    let row = |line: &str| {
        let (name, rest) = line.strip_prefix("| [")?.split_once(']')?;
        let figures = rest.trim_end_matches(" |").split(" | ").skip(1);
        Some((name.to_owned(), figures.map(str::to_owned).collect::<Vec<_>>()))
    };
    let mut shown: Vec<_> = page.lines().filter_map(row).collect();
    shown.sort();
    expected.sort();
    assert_eq!(shown, expected);
    assert_eq!(shown.len(), 11 + WHOLE.len());
}
