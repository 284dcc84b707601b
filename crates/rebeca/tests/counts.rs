//! States, unreduced and up to symmetry, against figures that others published or computed, and against orbits that are found
//! without representatives.

#[path = "../../detection/tests/support/orbits.rs"]
mod orbits;

use std::path::Path;
use std::process::ExitCode;

use detection::detect;
use diagnostics::Sources;
use kernel::{PropertyKind, SearchOptions, Silent, StopReason, TransitionSystem, search};
use machine::Machine;
use rebeca::{KeptProperties, LoadOptions, load, load_with};
use symmetry::{AuditOptions, Canonical, Quotient, audit};
use testing::cases::{self, Completion, Suite};
use testing::places;

/// A model, its states, and its orbits, none if there is no symmetry: of load balancers under the exchange of rebecs and of the
/// places of servers (the paper's inter- and intra-rebec symmetries), of the others under the exchange of rebecs alone.
///
/// The states are those of Table 9 of Jaghoori et al. (2010) where that has the program. The orbits under these groups were
/// computed by an interpreter that has nothing in common with this one.
const PUBLISHED: [(&str, u64, Option<u64>); 11] = [
    ("phil_fig2_2", 285, None),
    ("philB_order_3", 3_062, None),
    ("phil_fig2_4", 374_075, Some(187_284)),
    ("philB_order_5", 675_557, None),
    ("philB_alt_4", 46_882, Some(23_532)),
    ("lb4_2", 21_332, Some(1_626)),
    ("lb4_3", 105_797, Some(5_101)),
    ("lb4_4", 393_264, Some(13_982)),
    ("lb6_2", 1_344_148, Some(13_168)),
    ("tpc2", 324, Some(166)),
    ("tpc3", 617_770, Some(103_155)),
];

/// Our own models, after the figures of the paper: the same figures.
const OWN: [(&str, u64, Option<u64>); 3] = [
    ("philosophers-2", 285, None),
    ("load-balancer-4-2", 21_332, Some(1_626)),
    ("two-phase-commit-2", 324, Some(166)),
];

/// Models with more states than this take minutes without optimisation.
const FEW: u64 = 50_000;

fn machine(path: &Path) -> Machine {
    let mut sources = Sources::new();
    let text = std::fs::read_to_string(path).expect("a text");
    let file = sources.add(path.display().to_string(), text);
    let loaded = load(&sources, file);
    let messages: Vec<String> = loaded.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    loaded.model.unwrap_or_else(|| panic!("{messages:#?}")).machine
}

fn states<S: TransitionSystem>(system: &S) -> u64 {
    let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
    let outcome = search(system, &options, &Silent);
    assert_eq!(outcome.stop, StopReason::Exhausted);
    assert!(outcome.violations.is_empty());
    outcome.statistics.states
}

fn check(path: &Path, unreduced: u64, orbits: Option<u64>) {
    let machine = machine(path);
    assert_eq!(states(&machine), unreduced);
    let Some(expected) = orbits else { return };
    let reduction = detect(&machine).reduction.expect("symmetry");
    let options = AuditOptions { states: 200, ..AuditOptions::default() };
    assert!(audit(&reduction, &reduction.symmetry, &options).is_ok());
    let canonical = Canonical::new(&reduction.symmetry);
    assert_eq!(states(&Quotient::new(&reduction, &canonical)), expected);
    if unreduced < FEW {
        assert_eq!(orbits::by_listing(&reduction, 5_000_000), Some(expected));
        // Not all groups keep the initial state.
        assert_eq!(orbits::by_joining(&reduction, FEW).unwrap_or(expected), expected);
    }
}

/// A case for each example: it loads with the properties beside it, and has the states that are known of it.
fn examples() -> Suite {
    let mut suite = Suite::new("examples", 8);
    for path in places::examples("rebeca") {
        if path.extension().is_none_or(|extension| extension != "rebeca") {
            continue;
        }
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        suite.add(&name.clone(), move || {
            loads_with_its_properties(&path);
            if let Some(&(_, unreduced, orbits)) = OWN.iter().find(|row| row.0 == name) {
                check(&path, unreduced, orbits);
            }
            if name == "broken-philosophers-3" {
                philosophers_who_all_begin_on_their_left_starve(&path);
            }
            Completion::Completed
        });
    }
    suite
}

fn loads_with_its_properties(path: &Path) {
    let mut sources = Sources::new();
    let mut add = |path: &Path| {
        let text = std::fs::read_to_string(path).expect("a text");
        sources.add(path.display().to_string(), text)
    };
    let file = add(path);
    let beside = path.with_extension("property");
    let properties = beside.is_file().then(|| add(&beside));
    let options = LoadOptions { properties, kept: KeptProperties::All, ..LoadOptions::default() };
    let loaded = load_with(&sources, file, &options);
    let messages: Vec<String> = loaded.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    assert_eq!(messages, [""; 0]);
}

fn philosophers_who_all_begin_on_their_left_starve(path: &Path) {
    let machine = machine(path);
    let outcome = search(&machine, &SearchOptions::default(), &Silent);
    let [violation] = &outcome.violations[..] else { panic!("{:?}", outcome.violations) };
    assert_eq!(machine.properties()[violation.property.index()].kind, PropertyKind::Deadlock);
    // All six are begun; each philosopher arrives, asks, is permitted, and asks for the other fork.
    assert_eq!(violation.trace.states.len() - 1, 6 + 3 * 4);
}

/// A case for each model with published figures.
fn published() -> Suite {
    let folder = places::shared("models/rebeca-paper");
    if !folder.exists() {
        return Suite::skipped("published", format!("no {}", folder.display()));
    }
    let is_few = |row: &&(&str, u64, Option<u64>)| row.1 < FEW;
    let mut suite = Suite::new("published", PUBLISHED.iter().filter(is_few).count());
    for (name, unreduced, orbits) in PUBLISHED {
        let path = folder.join(format!("{name}.rebeca"));
        suite.add(name, move || {
            if unreduced >= FEW && std::env::var_os("QUOTIENT_LARGE").is_none() {
                return Completion::ignored_with("takes minutes: set QUOTIENT_LARGE");
            }
            check(&path, unreduced, orbits);
            Completion::Completed
        });
    }
    suite
}

fn main() -> ExitCode {
    cases::run(vec![examples(), published()])
}
