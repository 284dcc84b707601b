//! The symmetry of programs written by hand in the guarded-command form, with no language in sight.

use crate::support::{bytes, counters, explore, looping, machine, token_ring};
use detection::detect;
use kernel::StopReason;
use machine::program::{Action, BinaryOperator, Expr, Region};
use machine::semantics::Semantics;
use machine::{Machine, ProgramBuilder};
use symmetry::{AuditOptions, Canonical, Quotient, audit};

#[test]
fn a_ring_given_by_a_table_has_its_rotations_and_no_more() {
    for count in 3..8 {
        let machine = token_ring(count);
        // One station holds the token, and is at one of its two places.
        let outcome = explore(&machine);
        assert_eq!(outcome.statistics.states, u64::from(2 * count));
        let detected = detect(&machine);
        let reduction = detected.reduction.expect("the rotations");
        assert_eq!(reduction.symmetry.order().to_string(), count.to_string());
        audit(&reduction, &reduction.symmetry, &AuditOptions::default()).expect("a symmetry");
        let canonical = Canonical::new(&reduction.symmetry);
        let quotient = explore(&Quotient::new(&reduction, &canonical));
        assert_eq!(quotient.statistics.states, 2);
        assert_eq!(quotient.stop, StopReason::Exhausted);
    }
}

#[test]
fn independent_counters_collapse_to_multisets_up_to_rotation() {
    // Multisets of size n over 3 values: (n+2 choose 2). Nothing tells the three values apart but
    // which follows which, so that a third as many are left, by Burnside's lemma: a rotation leaves
    // those as they are that hold each value equally often.
    for (count, multisets) in [(2, 6 / 3), (3, (10 + 1 + 1) / 3), (4, 15 / 3), (5, 21 / 3)] {
        let machine = counters(count, false);
        assert_eq!(explore(&machine).statistics.states, 3u64.pow(count));
        let reduction = detect(&machine).reduction.expect("all are alike");
        let canonical = Canonical::new(&reduction.symmetry);
        let quotient = explore(&Quotient::new(&reduction, &canonical));
        assert_eq!(quotient.statistics.states, multisets);
    }
}

#[test]
fn arithmetic_on_identifiers_is_kept_as_a_relation() {
    let reduction = detect(&counters(4, true)).reduction.expect("the odd and the even are alike");
    // Two even processes, two odd ones, and the rotations of the counters' values.
    assert_eq!(reduction.symmetry.order().to_string(), "12");
    audit(&reduction, &reduction.symmetry, &AuditOptions::default()).expect("a symmetry");
}

/// `count` processes that each raise a variable to their own number, if it is lower.
fn raisers(count: usize) -> Machine {
    let mut builder = ProgramBuilder::new(Semantics::default());
    let top = bytes(&mut builder, "top", Region::Global, &[]);
    let place = builder.program.place(top, Vec::new());
    let lower = Expr::binary(BinaryOperator::Less, Expr::load(place.clone()), Expr::pid());
    looping(
        &mut builder,
        "raiser",
        vec![Action::Guard(lower), Action::Assign(place, Expr::pid())],
        count,
    );
    machine(builder)
}

/// The order of identifiers tells all of them apart, however many rows its table would have.
#[test]
fn an_order_of_identifiers_leaves_no_symmetry_of_the_processes() {
    for count in [4, 64, 150, 250] {
        let detected = detect(&raisers(count));
        assert!(detected.reduction.is_none(), "{count} processes");
    }
}
