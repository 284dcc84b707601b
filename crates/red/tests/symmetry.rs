//! Which processes can change places. Theorems 1 and 5 and Lemma 2 of the paper say: all that no constant names. That is not so where
//! processes are compared by their numbers, computed with, or kept where numbers are.

use crate::support::{found, machine, symmetry};
use detection::detect;
use kernel::{SearchOptions, Silent, StopReason, search};
use red::LoadOptions;
use symmetry::{Canonical, Quotient};

#[track_caller]
fn expect(text: &str, order: &str) -> Vec<String> {
    let (found, remarks) = symmetry(text);
    assert_eq!(found, order, "{remarks:?}");
    remarks
}

#[test]
fn processes_that_nothing_tells_apart_change_places() {
    let lock = "process count = 4; global pointer L; local pointer next;
        mode out { when L == NULL may L = P; goto in; when L != NULL and L != P may next = L; L->next = P; }
        mode in { when next != NULL may next->next = NULL; L = NULL; goto out; when next == NULL may L = NULL; goto out; }
        initially L == NULL and forall i: next[i] == NULL;
        risk exists i, j: i != j and in[i] and in[j];";
    expect(lock, "24");
    // Written out by hand it is the same.
    let by_hand = lock.replace(
        "exists i, j: i != j and in[i] and in[j]",
        "in[1] and in[2] or in[1] and in[3] or in[1] and in[4] or in[2] and in[3] or in[2] and in[4] or in[3] and in[4]",
    );
    expect(&by_hand, "24");
    // One pair left out: the two of it, and the two others.
    expect(&by_hand.replace(" or in[3] and in[4]", ""), "4");
}

#[test]
fn a_constant_pins_the_process_that_it_names() {
    let of = |condition: &str| {
        format!(
            "process count = 4; global pointer L; local pointer next;
             mode m {{ when {condition} may L = P; }} initially L == NULL and forall i: next[i] == NULL;"
        )
    };
    expect(&of("L == NULL"), "24");
    expect(&of("L != 3"), "6");
    expect(&of("P != 3"), "6");
    expect(&of("next[3] == NULL"), "6");
    expect(&of("next[3] == 1"), "2");
    expect(&of("m[2]"), "6");
    // A number of something else pins nobody.
    expect(&of("mode == 0"), "24");
}

#[test]
fn what_is_assigned_pins_too() {
    let of = |value: &str| {
        format!(
            "process count = 3; global pointer L; global discrete k: 0..9;
             mode m {{ when L == NULL may L = {value}; k = 3; }} initially L == NULL and k == 0;"
        )
    };
    expect(&of("P"), "6");
    expect(&of("2"), "2");
}

#[test]
fn order_of_pointers_leaves_no_symmetry() {
    for condition in ["P < L", "L <= P", "next > L"] {
        let text = format!(
            "process count = 3; global pointer L; local pointer next;
             mode m {{ when {condition} may L = P; when L == NULL may L = P; next = P; }}
             initially L == NULL and forall i: next[i] == NULL;"
        );
        // By Theorem 1 all six permutations would do.
        expect(&text, "1");
    }
}

/// Only who has a larger number than the last comes next: which states are reached tells numbers apart.
#[test]
fn the_printed_theorem_would_be_wrong() {
    let text = "process count = 3; global pointer L; local discrete been;
        mode m { when been == 0 and P > L may L = P; been = 1; }
        initially L == NULL and forall i: been[i] == 0;
        risk been[1] == 1 and L == 2 and been[3] == 0;";
    expect(text, "1");
    // Increasing sequences of processes: the empty one, three of one, three of two, one of three.
    assert_eq!(found(text), (8, vec!["safety".to_owned()]));
}

#[test]
fn arithmetic_leaves_what_it_respects() {
    let of = |value: &str| {
        format!(
            "process count = 3; global pointer L; mode m {{ when L == NULL may L = P; when L == P may L = {value}; }}
             initially L == NULL;"
        )
    };
    expect(&of("NULL"), "6");
    expect(&of("P + 1"), "1");
    // The first and the last.
    expect(&of("4 - P"), "2");
}

/// Whether a number is in the range of a variable is told of all processes or of none, unless the range ends among them.
#[test]
fn pointers_with_a_range_of_their_own() {
    let of = |range: &str, action: &str| {
        format!(
            "process count = 3; global pointer L; local discrete next: {range};
             mode m {{ when L == NULL may L = P; next = P; goto q; }} mode q {{ when true may {action}; goto m; }}
             initially L == NULL and forall i: next[i] == i;"
        )
    };
    for (range, action) in
        [("1..3", "next = L"), ("0..5", "L = next"), ("1..9", "next = L; L = next")]
    {
        expect(&of(range, action), "6");
    }
    // Process 3 has no place there: it comes to an error where others go on.
    let remarks = expect(&of("0..2", "next = L").replace("next[i] == i", "next[i] == 0"), "1");
    assert!(remarks.iter().any(|it| it.contains("checked to be in a range")), "{remarks:?}");
}

/// A pointer that a discrete variable keeps is renamed there, too, if that is used as a pointer; where it is computed with, it is a
/// number.
#[test]
fn a_pointer_in_a_discrete_variable() {
    let of = |more: &str| {
        format!(
            "process count = 3; global pointer L; global discrete d: 0..3, k: 0..3;
             mode m {{ when L == NULL may L = P; d = P; when L == P may L = NULL; {more} }}
             initially L == NULL and d == 0 and k == 0;"
        )
        .replace("d: 0..3, k: 0..3", "d, k: 0..3")
    };
    expect(&of(""), "6");
    expect(&of("when d == 2 may L = NULL;"), "2");
    let remarks = expect(&of("when d + k > 2 may k = 1;"), "1");
    assert!(!remarks.is_empty());
}

/// Fig. 2: a static cycle. Turning it round keeps it, exchanging two of its processes does not. Whoever took a representative that
/// runs the other way would find `next[1] == 2`, which is never so.
#[test]
fn images_of_a_static_cycle_are_not_reached() {
    let of = |risk: &str| {
        format!(
            "process count = 3; local pointer next; local discrete k; mode m {{ when next->k == 0 may k = 1 - k; }}
             initially next[1] == 3 and next[3] == 2 and next[2] == 1 and forall i: k[i] == 0; {risk}"
        )
    };
    expect(&of(""), "3");
    expect(&of("risk exists i: next[i] == i;"), "3");
    for (risk, is_violated) in [("next[1] == 2", false), ("next[1] == 3", true)] {
        let text = of(&format!("risk {risk};"));
        expect(&text, "1");
        let (states, violated) = found(&text);
        assert_eq!(!violated.is_empty(), is_violated, "{risk}");
        assert!(states > 1);
    }
}

#[test]
fn an_invariant_of_a_mode_is_kept() {
    let text = "process count = 3; global pointer L; mode m L != 2 { when true may L = P; } initially L == NULL;";
    expect(text, "2");
    expect(&text.replace("L != 2", "L != P or L == P"), "6");
}

/// A variable that no rule reads or writes tells states apart if all variables are kept, and goes where its process goes. As its three
/// values are only told apart, they change places, too: of two processes they are one or different, and with where each of these points
/// to there are (81 + 3 * 9 + 9 + 3 * 9) / 12 states up to both, by Burnside's lemma.
#[test]
fn what_nobody_reads_is_kept_if_that_is_wanted() {
    let text = "process count = 2; local discrete junk: 0..2; local pointer held; mode m { when true may ; }";
    for (clear_inactive, declared, states) in
        [(true, text, 1), (false, &text.replace("local pointer held;", ""), 2), (false, text, 12)]
    {
        let options = LoadOptions { clear_inactive, ..LoadOptions::default() };
        let machine = machine(declared, &options);
        let reduction = detect(&machine).reduction.expect("a symmetry");
        assert_eq!(reduction.symmetry.order().to_string(), if clear_inactive { "2" } else { "12" });
        let canonical = Canonical::new(&reduction.symmetry);
        let quotient = Quotient::new(&reduction, &canonical);
        let outcome = search(&quotient, &SearchOptions::default(), &Silent);
        assert_eq!((outcome.stop, outcome.statistics.states), (StopReason::Exhausted, states));
    }
}

/// What stands behind several arrows is looked at once.
#[test]
fn a_long_chain_of_global_pointers_takes_no_time() {
    let chain = "g->".repeat(40);
    let text = format!(
        "process count = 2; global pointer g; local discrete x: 0..1;
        mode a {{ when {chain}x == 1 may ; }}"
    );
    expect(&text, "2");
}
