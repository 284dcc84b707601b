//! What is violated in a machine, which every reduction must say alike.

use detection::detect;
use kernel::{Order, PropertyKind, SearchOptions, Silent, StopReason, TransitionSystem, search};
use machine::Machine;
use symmetry::{Canonical, Quotient};

pub const ERROR: PropertyKind = PropertyKind::RuntimeError;
pub const ASSERTION: PropertyKind = PropertyKind::Assertion;
pub const DEADLOCK: PropertyKind = PropertyKind::Deadlock;

/// The kinds of properties that are violated, and the states.
fn found<S: TransitionSystem>(system: &S, options: &SearchOptions) -> (Vec<PropertyKind>, u64) {
    let outcome = search(system, options, &Silent);
    assert_eq!(outcome.stop, StopReason::Exhausted);
    let kind = |property: kernel::PropertyId| system.properties()[property.index()].kind;
    let mut kinds: Vec<PropertyKind> =
        outcome.violations.iter().map(|violation| kind(violation.property)).collect();
    kinds.sort_by_key(|kind| format!("{kind:?}"));
    (kinds, outcome.statistics.states)
}

/// What is violated, with every reduction; and the states without any.
#[track_caller]
pub fn verdicts(machine: &Machine) -> (Vec<PropertyKind>, u64) {
    let full = SearchOptions { keep_going: true, ..SearchOptions::default() };
    let (expected, states) = found(machine, &full);
    let reduction = detect(machine).reduction;
    for partial_order in [false, true] {
        for order in [Order::BreadthFirst, Order::DepthFirst] {
            let options = SearchOptions { partial_order, order, ..full.clone() };
            assert_eq!(found(machine, &options).0, expected, "{order:?}, {partial_order}");
            if let Some(reduction) = &reduction {
                let canonical = Canonical::new(&reduction.symmetry);
                let quotient = Quotient::new(reduction, &canonical);
                assert_eq!(found(&quotient, &options).0, expected, "{order:?}, {partial_order}");
            }
        }
    }
    (expected, states)
}
