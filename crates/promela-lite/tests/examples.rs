//! The example models do what their headers say. Unreduced counts are compared with SPIN's elsewhere
//! (`crates/quotient/tests/promela_lite.rs`) or are explained in the headers; quotients are compared
//! here with the orbits that are found without representatives.

#[path = "../../detection/tests/support/orbits.rs"]
mod orbits;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use detection::{Reduction, detect};
use diagnostics::Sources;
use kernel::{Order, PropertyId, SearchOptions, Silent, StopReason, TransitionSystem, search};
use machine_model::words::NamedMachine;
use promela_lite::load;
use suites::Head;
use symmetry::{AuditOptions, Canonical, Quotient, audit, lift};
use testing::cases::{self, Completion, Suite};
use testing::places;

/// Figure 6 of the paper has millions of states, up to symmetry.
const TOO_LARGE: &str = "load-balancer-figure-6.prl";

#[derive(Clone)]
struct Example {
    name: String,
    text: String,
    facts: BTreeMap<String, String>,
}

fn read(path: &Path) -> Example {
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    let text = fs::read_to_string(path).expect("text");
    let head = Head::read(&text);
    assert_eq!(head.mistakes, [], "{name}");
    let facts = head.runs[0].expectations.iter().map(|expectation| &expectation.fact);
    let facts = facts.map(|fact| (fact.subject().to_owned(), fact.value())).collect();
    Example { name, text, facts }
}

impl Example {
    fn load(&self) -> NamedMachine {
        let mut sources = Sources::new();
        let file = sources.add(self.name.clone(), self.text.clone());
        let loaded = load(&sources, file);
        let messages: Vec<String> =
            loaded.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
        loaded.model.unwrap_or_else(|| panic!("{messages:#?}"))
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
            assert_eq!(outcome.stop, StopReason::Exhausted);
            let statistics = &outcome.statistics;
            let counts =
                format!("{} states, {} transitions", statistics.states, statistics.transitions);
            assert_eq!(counts, self.facts[what], "{what}");
            for (place, property) in system.properties().iter().enumerate() {
                let violated =
                    outcome.violations.iter().any(|v| v.property == PropertyId::new(place));
                let verdict = if violated { "violated" } else { "holds" };
                assert_eq!(verdict, self.facts[&property.name], "{}", property.name);
            }
            traces.extend(outcome.violations.into_iter().map(|v| (v.property, v.trace.states)));
        }
        traces
    }

    fn check_quotient(&self, reduction: &Reduction) {
        let options = AuditOptions { states: 300, ..AuditOptions::default() };
        assert!(audit(reduction, &reduction.symmetry, &options).is_ok());
        let canonical = Canonical::new(&reduction.symmetry);
        let traces = self.check("quotient", &Quotient::new(reduction, &canonical));
        for (property, states) in traces {
            let run = lift(reduction, &canonical, &states, property);
            assert!(run.is_ok(), "{:?}", run.err());
        }
        let states = self.facts["quotient"].split_once(' ').and_then(|(n, _)| n.parse().ok());
        assert_eq!(orbits::by_listing(reduction, 5_000_000), states);
        assert_eq!(orbits::by_joining(reduction, 200_000), states);
    }

    /// Checks everything that the header says: of a model that is too large to search, its symmetry.
    fn check_all(&self) {
        let machine = self.load().machine;
        let reduction = detect(&machine).reduction.expect("symmetry");
        assert_eq!(format!("order {}", reduction.symmetry.order()), self.facts["symmetry"]);
        if self.name == TOO_LARGE {
            assert_eq!(self.facts.len(), 1);
            return;
        }
        self.check("unreduced", &machine);
        self.check_quotient(&reduction);
    }
}

/// Clients and servers have nothing in common, the balancer stays what it is, and channels
/// go with those who use them.
fn has_the_symmetry_of_clients_and_servers(example: &Example) {
    let reduction = detect(&example.load().machine).reduction.expect("symmetry");
    let orbits = reduction.symmetry.group().orbits();
    let mut lengths: Vec<usize> =
        orbits.iter().map(Vec::len).filter(|&length| length > 1).collect();
    lengths.sort_unstable();
    // Servers, their queues; clients, their links.
    assert_eq!(lengths, [2, 2, 3, 3]);
}

fn main() -> ExitCode {
    let (mut headers, mut orbits) = (Suite::new("headers", 4), Suite::new("orbits", 1));
    for example in places::examples("promela-lite").iter().map(|path| read(path)) {
        let name = example.name.clone();
        if name == "load-balancer.prl" {
            let example = example.clone();
            orbits.add(&name, move || {
                has_the_symmetry_of_clients_and_servers(&example);
                Completion::Completed
            });
        }
        headers.add(&name, move || {
            example.check_all();
            Completion::Completed
        });
    }
    cases::run(vec![headers, orbits])
}
