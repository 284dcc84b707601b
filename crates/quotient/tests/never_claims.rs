//! Never claims: where they accept a run, and what they ask.

use crate::support::Place;
use serde_json::Value;

/// The verdict on a claim about these processes.
fn verdict(place: &Place, processes: &str, claim: &str) -> Value {
    place.file("m.pml", format!("{processes}never {{ {claim} }}\n"));
    let (report, _) = place.json("m.pml --keep-going");
    report["checks"][3]["verdict"].clone()
}

/// As in SPIN's verifier, which was asked about each of these claims.
#[test]
fn labels_where_an_option_begins_belong_to_the_choice() {
    let place = Place::new("temporal_labels");
    let processes = "byte u, x;\nactive proctype A() { do :: x = 1 :: x = 0 od }\n";
    for claim in [
        "do :: accept1: !(u == 1) od",
        "do :: accept1: !(u == 1) -> if :: skip :: true fi od",
        "do :: accept1: true -> true od",
        "do :: accept1: true -> true :: false od",
        "do :: true -> if :: accept1: true :: false fi od",
        "do :: true -> if :: accept1: true fi od",
        "do :: !(u == 1) -> accept1: skip od",
    ] {
        assert_eq!(verdict(&place, processes, claim), "violated", "{claim}");
    }
    let progress = "byte x;\nactive proctype A() { do :: progress: x = 1 :: x = 2 od }\n";
    for (claim, expected) in [
        ("do :: true :: np_ -> break od; accept1: do :: np_ od", "holds"),
        ("accept1: skip; !(np_)", "violated"),
    ] {
        assert_eq!(verdict(&place, progress, claim), expected, "{claim}");
    }
}

/// The verdicts are those of `pan -a`.
#[test]
fn assertions_of_a_never_claim_are_checked() {
    let place = Place::new("claim_assertions");
    for (claim, expected) in [
        ("do :: assert(x == 0) od", "violated"),
        ("do :: assert(x < 2) od", "holds"),
        ("assert(x == 0); do :: true od", "holds"),
        ("if :: x == 1 -> assert(false) :: else fi; do :: true od", "holds"),
        ("do :: x == 0 :: x == 1 -> break od; assert(x == 1); do :: true od", "holds"),
        ("do :: x == 0 :: x == 1 -> break od; assert(x == 0); do :: true od", "violated"),
        ("do :: assert(x == 0) :: x == 0 od", "violated"),
        ("do :: true :: assert(x + 1) od", "holds"),
        ("do :: true :: assert(x) od", "violated"),
    ] {
        let processes = "byte x;\nactive proctype P() { x = 0; x = 1 }\n";
        assert_eq!(verdict(&place, processes, claim), expected, "{claim}");
    }
}

/// Where a claim rests at an `end` label it has come to its end. The verdicts are those of `pan -a`.
#[test]
fn a_never_claim_ends_at_an_end_label() {
    let place = Place::new("claim_ends");
    for (claim, expected) in [
        ("x == 0; end: do :: x < 2 od", "violated"),
        ("end: do :: x < 2 od", "violated"),
        ("do :: x < 2 :: x == 1 -> goto end1 od; end1: x == 5; x == 6", "violated"),
        ("x == 0; if :: x == 7 -> end: x == 5 :: else -> x == 1; end2: x == 4 fi", "holds"),
        ("x == 0; x == 1; end: goto fin; fin: x == 9", "violated"),
        ("true; { end: x == 0; x == 1 }", "violated"),
        ("x == 1; end: x == 2", "holds"),
    ] {
        let processes = "byte x;\nactive proctype P() { x = 1; x = 2 }\n";
        assert_eq!(verdict(&place, processes, claim), expected, "{claim}");
    }
}

/// `a[x - 1]` has no value where `x` is 0: that matters only to who asks there.
#[test]
fn a_condition_without_a_value_matters_where_the_claim_asks_it() {
    let place = Place::new("claim_unasked");
    let processes = "byte x; byte a[3];\nactive proctype P() { x = 1; x = 2; x = 3 }\n";
    for (claim, expected) in [
        ("A: if :: x == 0 -> goto A :: x > 0 fi; do :: a[x - 1] == 0 od", "holds"),
        (
            "A: if :: x == 0 -> goto A :: x > 0 fi; do :: a[x - 1] == 0 :: x == 3 -> break od",
            "violated",
        ),
        ("do :: a[x - 1] == 0 :: x == 0 :: x == 3 -> break od", "inconclusive"),
        // What the other condition decides is not asked.
        ("do :: x == 0 && a[x - 1] == 7 :: x < 3 od", "inconclusive"),
    ] {
        assert_eq!(verdict(&place, processes, claim), expected, "{claim}");
    }
}

/// SPIN calls such a label misplaced, and its verifier takes some of these choices for ends and others not.
#[test]
fn an_end_label_that_an_option_begins_with_is_refused() {
    let place = Place::new("claim_misplaced");
    let what = "an `end` label before the first statement of an option in a never claim";
    for claim in ["if :: end: x == 7 :: x == 8 fi", "do :: x == 0 :: end1: x == 1 od"] {
        place.file(
            "m.pml",
            format!("byte x;\nactive proctype P() {{ x = 1 }}\nnever {{ {claim} }}\n"),
        );
        place.run("check m.pml").refused(&[what, "m.pml:3"]);
        place.run("check m.pml --no-claims").expect(0, &["holds"]);
    }
}
