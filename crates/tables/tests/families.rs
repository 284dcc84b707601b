//! The generated models: their groups are those of the components and links they are described with,
//! and their states and verdicts are SPIN's, where SPIN is at hand.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use baselines::channel_diagram::Equivalence;
use baselines::channel_diagram::detect_by_diagram;
use detection::{Understanding, detect};
use diagnostics::Sources;
use groups::Patience;
use kernel::{SearchOptions, Silent, StopReason, search};
use machine::Machine;
use num_bigint::BigUint;
use promela::{LoadOptions, ParseOptions, load};
use symmetry::{AuditOptions, audit};
use tables::families;

fn machine(family: &str, configuration: &str) -> Machine {
    let text = families::text(family, configuration).expect(configuration);
    let mut sources = Sources::new();
    let file = sources.add(format!("{family} {configuration}"), text);
    let loaded = load(&mut sources, file, &ParseOptions::default(), LoadOptions::default());
    let messages: Vec<String> = loaded.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    assert!(messages.is_empty(), "{messages:#?}");
    loaded.model.expect("a model").machine
}

fn factorial(n: u32) -> BigUint {
    (1..=n).product()
}

/// Every symmetry of the components that the text does not tell apart is found.
#[test]
fn groups_are_those_of_the_components() {
    let f = factorial;
    let orders = [
        ("simple mutex", "7", f(7)),
        ("peterson", "4", f(4)),
        ("peterson without atomicity", "4", f(4)),
        ("resource allocator", "3-4", f(3) * f(4)),
        ("resource allocator", "2-2-3", f(2) * f(2) * f(3)),
        ("resource allocator", "alternating 10", f(6) * f(4)),
        // Servers with equally many clients can be exchanged.
        ("three-tiered architecture", "3-3-2", f(3).pow(2) * f(2) * f(2)),
        ("three-tiered architecture", "2-3-4", f(2) * f(3) * f(4)),
        ("three-tiered architecture", "2-2-2", f(2).pow(3) * f(3)),
        ("load balancer", "2-6", f(2) * f(6)),
        ("email", "2", f(2)),
        ("email", "4", f(4)),
    ];
    for (family, configuration, order) in orders {
        let reduction = detect(&machine(family, configuration)).reduction.expect("a symmetry");
        assert_eq!(reduction.symmetry.order(), order, "{family} {configuration}");
    }
}

/// Whoever permutes the dimensions of a hypercube must rename dimension numbers, too: that is a
/// matter of detection. The reflections along each dimension are found in any case, and no more
/// than all symmetries.
#[test]
fn reflections_of_hypercubes_are_found() {
    for (configuration, dimensions) in [("2d", 2), ("3d", 3), ("4d", 4)] {
        let reduction = detect(&machine("hypercube", configuration)).reduction.expect("a symmetry");
        let order = reduction.symmetry.order();
        let (reflections, all) = (BigUint::from(1_u32 << dimensions), factorial(dimensions));
        assert_eq!(&order % &reflections, BigUint::ZERO, "{configuration}: {order}");
        assert_eq!((&reflections * all) % &order, BigUint::ZERO, "{configuration}: {order}");
    }
}

/// Section 8.2 of Donaldson and Miller (2008): of three generators for the hypercube, two are discarded because they do not
/// strictly preserve `run` statements.
#[test]
fn hypercubes_lose_generators_to_run_statements() {
    let machine = machine("hypercube", "3d");
    let found = detect_by_diagram(
        Equivalence::Published,
        &Understanding::new(&machine),
        &mut Patience::endless(),
    );
    let analysis = found.analysis.expect("a diagram");
    assert_eq!(analysis.automorphisms.generators().len(), 3);
    assert_eq!(analysis.rejections.len(), 2);
    for rejection in &analysis.rejections {
        let mismatch = rejection.mismatch.as_ref().expect("a difference");
        assert!(mismatch.is.starts_with("run node("), "{mismatch:?}");
    }
}

/// A ring can be rotated, and reflected as well if its tokens travel both ways.
#[test]
fn groups_of_rings_are_cyclic_and_dihedral() {
    for stations in 4..=8_u32 {
        for (family, order) in [("ring", stations), ("two-way ring", 2 * stations)] {
            let machine = machine(family, &stations.to_string());
            let reduction = detect(&machine).reduction.expect("a symmetry");
            assert_eq!(reduction.symmetry.order(), order.into(), "{family} {stations}");
            // A rotation is among them: the first station can take every place.
            let places = reduction.symmetry.orbits().into_iter().find(|orbit| orbit.contains(&0));
            assert_eq!(places.expect("an orbit").len(), stations as usize, "{family} {stations}");
        }
    }
}

#[test]
fn groups_pass_an_audit() {
    for (family, configuration) in SMALL {
        let reduction = detect(&machine(family, configuration)).reduction.expect("a symmetry");
        let options = AuditOptions { states: 100, ..AuditOptions::default() };
        let difference = audit(&reduction, &reduction.symmetry, &options);
        assert!(difference.is_ok(), "{family} {configuration}: {difference:?}");
    }
}

const SMALL: [(&str, &str); 13] = [
    ("simple mutex", "4"),
    ("peterson", "3"),
    ("peterson without atomicity", "2"),
    ("resource allocator", "1-1-2"),
    ("resource allocator", "alternating 4"),
    ("three-tiered architecture", "2-1"),
    ("three-tiered architecture", "2-2"),
    ("hypercube", "2d"),
    ("load balancer", "2-3"),
    ("email", "2"),
    ("ring", "3"),
    ("ring", "4"),
    ("two-way ring", "4"),
];

/// States, transitions and errors.
type Counts = (u64, u64, u64);

/// What SPIN's verifier counts; `None` where SPIN or a C compiler is absent.
fn spin(name: &str, text: &str) -> Option<Counts> {
    let folder = std::env::temp_dir().join(format!("families-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let counts = run_spin(&folder, text);
    fs::remove_dir_all(&folder).expect("a folder");
    counts
}

fn run_spin(folder: &Path, text: &str) -> Option<Counts> {
    fs::write(folder.join("model.pml"), text).expect("written");
    let run = |program: PathBuf, arguments: &[&str]| {
        Command::new(program).args(arguments).current_dir(folder).output().ok()
    };
    let generated = run("spin".into(), &["-a", "model.pml"])?;
    assert!(generated.status.success(), "{}", String::from_utf8_lossy(&generated.stdout));
    let options = ["-w", "-DNOREDUCE", "-DSAFETY", "-o", "pan", "pan.c"];
    let compiled = run("cc".into(), &options)?;
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = run(folder.join("pan"), &["-m100000", "-c0"])?;
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    let before = |words: &str| {
        let line = report.lines().find(|line| line.contains(words));
        let number = line.and_then(|line| line.split(words).next()?.trim().parse().ok());
        number.unwrap_or_else(|| panic!("no `{words}`: {report}"))
    };
    let errors = report.split("errors: ").nth(1).and_then(|rest| rest.lines().next());
    let errors = errors.and_then(|number| number.trim().parse().ok()).expect("errors");
    Some((before(" states, stored"), before(" transitions (= stored+matched)"), errors))
}

#[test]
fn states_and_verdicts_are_those_of_spin() {
    for (place, (family, configuration)) in SMALL.into_iter().enumerate() {
        let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
        let outcome = search(&machine(family, configuration), &options, &Silent);
        assert_eq!(outcome.stop, StopReason::Exhausted);
        assert_eq!(outcome.violation_count, 0, "{family} {configuration}: every property holds");
        let text = families::text(family, configuration).expect(configuration);
        let Some(expected) = spin(&place.to_string(), &text) else {
            eprintln!("skipped: SPIN or a C compiler is not here");
            return;
        };
        let ours = (outcome.statistics.states, outcome.statistics.transitions, 0);
        assert_eq!(ours, expected, "{family} {configuration}");
    }
}
