//! The example models do what their headers say. Unreduced counts are compared with SPIN's elsewhere
//! (`crates/quotient/tests/promela_lite.rs`) or are explained in the headers; quotients are compared
//! here with the orbits that are found without representatives.

#[path = "../../promela/tests/support/orbits.rs"]
mod orbits;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use diagnostics::Sources;
use kernel::{Order, PropertyId, SearchOptions, Silent, StopReason, TransitionSystem, search};
use machine::detect::{Reduction, detect};
use machine::words::NamedMachine;
use promela_lite::load;
use symmetry::{AuditOptions, Canonical, Quotient, audit, lift};

struct Example {
    name: String,
    text: String,
    facts: BTreeMap<String, String>,
}

fn examples() -> Vec<Example> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/promela-lite"));
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the models")
        .map(|entry| entry.expect("a file").path())
        .collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("text");
        let fact = |line: &str| {
            let fact = line.trim_start_matches([' ', '*']).strip_prefix("expect ")?;
            let (key, value) = fact.split_once(": ")?;
            Some((key.to_owned(), value.to_owned()))
        };
        let facts = text.lines().filter_map(fact).collect();
        Example { name: path.display().to_string(), text, facts }
    };
    paths.iter().map(read).collect()
}

impl Example {
    fn load(&self) -> (Sources, NamedMachine) {
        let mut sources = Sources::new();
        let file = sources.add(self.name.clone(), self.text.clone());
        let loaded = load(&sources, file);
        let messages: Vec<String> =
            loaded.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
        let model = loaded.model.unwrap_or_else(|| panic!("{messages:#?}"));
        (sources, model)
    }

    /// Searches a system in every way that must not matter, and compares counts and verdicts. The
    /// traces to violations, of each way.
    fn check<S: TransitionSystem>(
        &self,
        what: &str,
        system: &S,
    ) -> Vec<(PropertyId, Vec<S::State>)> {
        let ways = [(Order::BreadthFirst, 1), (Order::BreadthFirst, 2), (Order::DepthFirst, 1)];
        let mut traces = Vec::new();
        for (order, workers) in ways {
            let options =
                SearchOptions { order, workers, keep_going: true, ..SearchOptions::default() };
            let outcome = search(system, &options, &Silent);
            assert_eq!(outcome.stop, StopReason::Exhausted, "{}", self.name);
            let statistics = &outcome.statistics;
            let counts =
                format!("{} states, {} transitions", statistics.states, statistics.transitions);
            assert_eq!(counts, self.facts[what], "{what} of {}", self.name);
            for (place, property) in system.properties().iter().enumerate() {
                let violated =
                    outcome.violations.iter().any(|v| v.property == PropertyId::new(place));
                let verdict = if violated { "violated" } else { "holds" };
                assert_eq!(verdict, self.facts[&property.name], "{}: {}", self.name, property.name);
            }
            traces.extend(outcome.violations.into_iter().map(|v| (v.property, v.trace.states)));
        }
        traces
    }

    fn check_quotient(&self, reduction: &Reduction) {
        let options = AuditOptions { states: 300, ..AuditOptions::default() };
        assert!(audit(reduction, &reduction.symmetry, &options).is_ok(), "{}", self.name);
        let canonical = Canonical::new(&reduction.symmetry);
        let traces = self.check("quotient", &Quotient::new(reduction, &canonical));
        for (property, states) in traces {
            let run = lift(reduction, &canonical, &states, property);
            assert!(run.is_ok(), "{}: {:?}", self.name, run.err());
        }
        let states = self.facts["quotient"].split_once(' ').and_then(|(n, _)| n.parse().ok());
        assert_eq!(orbits::by_listing(reduction, 5_000_000), states, "{}", self.name);
        assert_eq!(orbits::by_joining(reduction, 200_000), states, "{}", self.name);
    }
}

#[test]
fn examples_are_as_their_headers_say() {
    let all = examples();
    assert!(all.len() >= 4);
    for example in all {
        let (_, model) = example.load();
        example.check("unreduced", &model.machine);
        let reduction = detect(&model.machine).reduction.expect("symmetry");
        let order = format!("order {}", reduction.symmetry.order());
        assert_eq!(order, example.facts["symmetry"], "{}", example.name);
        example.check_quotient(&reduction);
    }
}

/// Clients and servers have nothing in common, the balancer stays what it is, and channels
/// go with those who use them.
#[test]
fn the_load_balancer_has_the_symmetry_of_its_clients_and_servers() {
    let example =
        examples().into_iter().find(|e| e.name.ends_with("load-balancer.prl")).expect("it");
    let (_, model) = example.load();
    let reduction = detect(&model.machine).reduction.expect("symmetry");
    let orbits = reduction.symmetry.group().orbits();
    let mut lengths: Vec<usize> =
        orbits.iter().map(Vec::len).filter(|&length| length > 1).collect();
    lengths.sort_unstable();
    // Servers, their queues; clients, their links.
    assert_eq!(lengths, [2, 2, 3, 3]);
}
