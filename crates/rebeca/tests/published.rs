//! Models that others published, against what their own checker (RMC 2.14) says of them.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use diagnostics::Sources;
use kernel::{Limits, Order, PropertyKind, SearchOptions, Silent, TransitionSystem, search};
use machine::Machine;
use rebeca::load;
use testing::places;

/// Where RMC counts other states, how many more, and why: it counts the state before the constructors have run, and the one
/// after them only if that is reached again, which it is here.
const MORE_THERE: [(&str, u64); 2] = [
    ("rebeca-lang+org.rebecalang.afra/DiningPhilosophers.rebeca", 1),
    ("rebeca-lang+org.rebecalang.rmc/DiningPhilosophers.rebeca", 1),
];

/// More states than RMC finds in any of them.
const LIMITS: Limits =
    Limits { depth: None, states: Some(200_000), memory_bytes: None, time: None };

fn loaded(path: &Path) -> Result<Machine, Vec<String>> {
    let bytes = fs::read(path).expect("bytes");
    let mut sources = Sources::new();
    let file = sources.add_bytes("m", &bytes).expect("a text");
    let loaded = load(&sources, file);
    let messages = loaded.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    loaded.model.map(|named| named.machine).ok_or(messages)
}

/// The rows of a table whose first column says which model they are of; quoted texts may hold commas at the end of a row only.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().skip(1).map(|line| line.split(',').collect())
}

#[test]
fn what_is_said_of_models_is_what_their_own_checker_says() {
    let Some(folder) = places::shared_or_skip("models/rebeca") else { return };
    let table = fs::read_to_string(folder.join("rmc.csv")).expect("a table");
    let mut compared = 0;
    for row in rows(&table).filter(|row| row.len() >= 6 && row[2].is_empty() && !row[5].is_empty())
    {
        let (name, states, verdict) = (row[0], row[3].parse::<u64>().expect("states"), row[5]);
        let found = loaded(&folder.join(name));
        let machine = found.unwrap_or_else(|messages| panic!("{name}: {messages:#?}"));
        let satisfied = verdict == "satisfied";
        // RMC goes deep, and stops at the first deadlock.
        let order = if satisfied { Order::BreadthFirst } else { Order::DepthFirst };
        let (keep_going, limits) = (satisfied, LIMITS);
        let options = SearchOptions { keep_going, limits, order, ..SearchOptions::default() };
        let outcome = search(&machine, &options, &Silent);
        let kinds: Vec<PropertyKind> = outcome
            .violations
            .iter()
            .map(|violation| machine.properties()[violation.property.index()].kind)
            .collect();
        println!("{name}: {} ({states}) {kinds:?} ({verdict})", outcome.statistics.states);
        if satisfied {
            let more = MORE_THERE.iter().find(|(known, _)| *known == name).map_or(0, |more| more.1);
            assert_eq!(outcome.statistics.states + more, states, "{name}");
            assert!(kinds.is_empty(), "{name}: {kinds:?}");
        } else {
            assert_eq!((kinds, verdict), (vec![PropertyKind::Deadlock], "deadlock"), "{name}");
        }
        compared += 1;
    }
    assert!(compared >= 18, "only {compared} models");
}

#[test]
fn what_belongs_to_other_versions_is_refused_by_name() {
    let Some(folder) = places::shared_or_skip("models/rebeca") else { return };
    let index = fs::read_to_string(folder.join("INDEX.csv")).expect("a table");
    let dialects: HashMap<&str, String> =
        rows(&index).map(|row| (row[2], row[3..].join(","))).collect();
    let mut refused = 0;
    for (name, dialect) in dialects {
        if !name.ends_with(".rebeca") {
            continue;
        }
        let Err(messages) = loaded(&folder.join(name)) else { continue };
        assert!(!messages.is_empty(), "{name}");
        let foreign = ["timed", "probabilistic", "hybrid", "annotations", "featurevar", "import"];
        if foreign.iter().any(|word| dialect.contains(word)) {
            // One dialect has queues without bound, and nothing is read of a class without the number.
            let known = ["not supported", "how many messages the queue of a rebec holds"];
            let is_known = |message: &String| known.iter().any(|known| message.contains(known));
            let named = messages.iter().any(is_known);
            assert!(named, "{name} ({dialect}): {messages:#?}");
            refused += 1;
        }
    }
    assert!(refused >= 40, "only {refused} models");
}
