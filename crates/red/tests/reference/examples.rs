//! The examples: what their heads expect, in every way there is to search, and by the interpreter.

use std::collections::BTreeMap;
use std::path::Path;

use detection::detect;
use suites::Head;
use testing::places;

use crate::model::LoadOptions;
use crate::reference::counts::counts;
use crate::reference::explore::orbits;
use crate::reference::random::{agrees, clears_soundly, reduces_soundly};
use crate::reference::state::Constants;
use crate::reference::{MOST, interpreted, machine, tree};

/// What the head of a model expects of a run: facts by what they are about.
fn expected(head: &Head, run: Option<&str>) -> BTreeMap<String, String> {
    let run = head.runs.iter().find(|known| known.name.as_deref() == run).expect("a run");
    let facts = run.expectations.iter().map(|expectation| &expectation.fact);
    facts.map(|fact| (fact.subject().to_owned(), fact.value())).collect()
}

fn check(path: &Path) {
    let name = path.file_stem().expect("a name").to_string_lossy();
    let text = std::fs::read_to_string(path).expect("a text");
    let head = Head::read(&text);
    assert_eq!(head.mistakes, [], "{name}");
    let (every, cleared_expected) = (expected(&head, Some("all variables")), expected(&head, None));
    let options = LoadOptions { clear_inactive: false, ..LoadOptions::default() };
    let found = interpreted(&text, &options, MOST).expect("few states");
    let constants = Constants::of(&tree(&text), &options);
    let all = machine(&text, &options);
    agrees(&all, &found, &constants, &options);
    let cleared = machine(&text, &LoadOptions::default());
    reduces_soundly(&cleared.machine, &found, &options);
    let verdicts = [
        ("safety", found.risks > 0),
        ("run-time errors", found.faults > 0),
        ("deadlock", found.has_deadlock),
    ];
    for (property, is_violated) in verdicts {
        let verdict = if is_violated { "violated" } else { "holds" };
        if let Some(wanted) = cleared_expected.get(property) {
            assert_eq!(wanted, verdict, "{name}: {property}");
        }
    }
    let order = match detect(&cleared.machine).reduction {
        Some(reduction) => reduction.symmetry.order().to_string(),
        None => "1".to_owned(),
    };
    let (all, short) = (counts(&text, &options), counts(&text, &LoadOptions::default()));
    // Where all processes change places, the orbits are those of all permutations.
    let permutations: usize = (1..=constants.count).product();
    let (counted, everything) = (orbits(&found, &constants), permutations.to_string());
    assert!(if order == everything { all.orbits == counted } else { all.orbits >= counted });
    clears_soundly(&machine(&text, &options).machine, &cleared.machine, MOST);
    let facts = [
        (&every, "unreduced", format!("{} states", all.states)),
        (&every, "quotient", format!("{} states", all.orbits)),
        (&cleared_expected, "unreduced", format!("{} states", short.states)),
        (&cleared_expected, "quotient", format!("{} states", short.orbits)),
        (&cleared_expected, "symmetry", format!("order {order}")),
    ];
    for (_, fact, value) in &facts {
        eprintln!("{name}: {fact}: {value}");
    }
    for (expected, fact, value) in facts {
        assert_eq!(expected.get(fact), Some(&value), "{name}: {fact}");
    }
    let properties = ["safety", "run-time errors"];
    assert!(properties.iter().all(|name| cleared_expected.contains_key(*name)), "{name}");
}

#[test]
fn examples_are_as_their_heads_say() {
    let mut failed = Vec::new();
    for path in places::examples("red") {
        if std::panic::catch_unwind(|| check(&path)).is_err() {
            failed.push(path);
        }
    }
    assert!(failed.is_empty(), "{failed:?}");
}
