//! Two systems that are defined in Rust, without any language, and searched by every strategy that their groups admit.
//!
//! `linked_list` and `ring` are the systems: read one of them first.
//!
//! `cargo run --release -p symmetry --example without_a_language`

mod linked_list;
mod ring;

use std::fmt::Display;
use std::time::Instant;

use kernel::{SearchOptions, Silent, reachable, search};
use linked_list::{LinkedList, Locking};
use ring::{Ring, Stations};
use symmetry::oracle::orbit_count;
use symmetry::{
    AuditOptions, AuditPlan, Strategy, StrategyOptions, Symmetric, SymmetryGroup, audit,
};

/// Counts states by every strategy.
fn compare<S: Symmetric<State = Vec<i32>>>(title: &str, system: &S, symmetry: &SymmetryGroup) {
    println!("{title}");
    let audited = match audit(system, symmetry, &AuditOptions::default()) {
        Ok(()) => "respected by all transitions tried",
        Err(_) => "not respected by the transitions",
    };
    println!("  a group of {} symmetries, {audited}", symmetry.order());
    let unreduced = search(system, &SearchOptions::default(), &Silent);
    println!("  {:20} {:20} {:>7} states", "unreduced", "", unreduced.statistics.states);
    let states = reachable(system, 1_000_000).expect("a small system");
    let orbits = orbit_count(&states, symmetry.group(), symmetry.layout()).expect("a small group");
    println!("  {:20} {:20} {orbits:>7} classes of states", "by brute force", "");
    for strategy in Strategy::ALL {
        match strategy.prepare(symmetry, &StrategyOptions::default()) {
            Err(refusal) => println!("  {refusal}"),
            Ok(prepared) => {
                let start = Instant::now();
                let found = prepared.search(
                    system,
                    symmetry,
                    AuditPlan::default(),
                    &SearchOptions::default(),
                    &Silent,
                );
                println!(
                    "  {:20} {:20} {:>7} states {:>8.3} s",
                    strategy.name(),
                    format!("({:?})", prepared.guarantee()).to_lowercase(),
                    found.statistics.states,
                    start.elapsed().as_secs_f64()
                );
            }
        }
    }
}

/// Shows a run of the system itself to the first error that is found in its quotient.
fn explain<S: Symmetric<State = Vec<i32>, Step: Display>>(
    title: &str,
    system: &S,
    symmetry: &SymmetryGroup,
    describe: impl Fn(&[i32]) -> String,
) {
    println!("{title}");
    let canonical = Strategy::Canonical
        .prepare(symmetry, &StrategyOptions::default())
        .expect("it serves every group");
    let found = canonical.search(
        system,
        symmetry,
        AuditPlan::default(),
        &SearchOptions::default(),
        &Silent,
    );
    let runs = canonical.lift(system, symmetry, &found.violations).expect("runs");
    let (violation, run) = (&found.violations[0], &runs[0]);
    let show = |steps: &[S::Step], after: &str| {
        let steps = steps.iter().map(S::Step::to_string).collect::<Vec<_>>().join(", ");
        println!("  {steps:38} {after}");
    };
    println!("  {:38} {}", "", describe(&run.states[0]));
    for (steps, state) in run.steps.iter().zip(&run.states[1..]) {
        show(steps, &describe(state));
    }
    if let Some(last) = &run.violation {
        show(&last.steps, "");
    }
    println!("  violated: {}", system.properties()[violation.property.index()].name);
}

fn main() {
    let list = LinkedList::new(3, 4, 2, Locking::Both);
    compare("A list of 4 nodes, 3 threads and 2 keys", &list, &list.symmetry());
    let ring = Ring::new(5, 2, Stations::Attentive);
    compare("A ring of 5 stations and 2 identities", &ring, &ring.symmetry());
    let list = LinkedList::new(2, 3, 2, Locking::OnlyTheFirst);
    let title = "A list of 3 nodes, whose 2 threads lock one node each";
    explain(title, &list, &list.symmetry(), |state| list.describe(state));
    let ring = Ring::new(3, 2, Stations::Careless);
    let title = "A ring of 3 stations that do not see when they drew the same";
    explain(title, &ring, &ring.symmetry(), |state| ring.describe(state));
}
