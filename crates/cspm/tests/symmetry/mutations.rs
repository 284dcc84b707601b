//! Is each thing that is tested of values before they are exchanged needed? One after the other is left out, and scripts that need it are
//! searched: with the default audit, which has to notice that, and without any, which finds other answers.
//!
//! `docs/mutations.md` shows all of it:
//!
//!     cargo test -p cspm symmetry::mutations -- --nocapture      # prints what the page must show

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use cspm::evaluate::Evaluator;
use cspm::{Script, with_large_stack};
use diagnostics::{Sources, read_file};
use groups::Patience;
use kernel::{SearchOptions, Silent, search};
use lts::{Condition, Refinement, Terms, UpToSymmetry};
use model::{Model as _, Reduced as _};
use symmetry::{AuditPlan, Strategy};

use super::orbits::product;

const PAGE: &str = include_str!("../../../../docs/mutations.md");

/// A script whose only assertion is violated: by states that others are taken for if a condition is left out, unless it is those that
/// stand for both. Which these are depends on the order of the processes: it is searched with both.
struct Needs {
    condition: Condition,
    name: &'static str,
    /// The processes that `System` is made of.
    processes: [&'static str; 2],
    script: &'static str,
}

const NEEDS: &[Needs] = &[
    Needs {
        condition: Condition::Transitions,
        name: "a process that goes the other way round",
        processes: ["P(A)", "Back"],
        script: "
            Back = b.B -> a.B -> Back
            S = a?x -> S1 [] b?x -> S1
            S1 = b?x -> CHAOS(Events)
            assert S [T= System",
    },
    Needs {
        condition: Condition::Marks,
        name: "one that chooses, and one that lets choose",
        processes: ["normal(Chooses(A))", "normal(Lets(B))"],
        script: "
            transparent normal
            Chooses(x) = a.x -> STOP |~| b.x -> STOP
            Lets(x) = a.x -> STOP [] b.x -> STOP
            S = STOP |~| (a?x -> S1 [] b?x -> S1)
            S1 = (a.A -> STOP [] b.A -> STOP) |~| (a.B -> STOP [] b.B -> STOP)
            assert S [F= System",
    },
    Needs {
        condition: Condition::Rules,
        name: "an event that an operator forbids",
        processes: ["P(A)", "P(B)"],
        script: "
            S = a?x -> S1
            S1 = a?x -> CHAOS(Events)
            assert S [T= System [| {b.A} |] STOP",
    },
    Needs {
        condition: Condition::AtWork,
        name: "processes that are started one after the other",
        processes: ["P(A)", "P(B)"],
        script: "
            S = a?x -> S1 [] c?x -> S
            S1 = a?x -> CHAOS(Events) [] c?x -> S1
            assert S [T= (P(A) ||| c.A -> SKIP) ; System",
    },
    Needs {
        condition: Condition::Explicit,
        name: "processes that are made while they are used",
        processes: ["chase(Hidden(P(A)))", "chase(Hidden(Back))"],
        script: "
            external chase
            Hidden(Q) = (Q ||| c.A -> STOP) \\ {| c |}
            Back = b.B -> a.B -> Back
            S = a?x -> S1 [] b?x -> S1
            S1 = b?x -> CHAOS(Events)
            assert S [T= System",
    },
    Needs {
        condition: Condition::Nodes,
        name: "a specification that permits an event of one value",
        processes: ["P(A)", "P(B)"],
        script: "
            S = a?x -> S1
            S1 = b.A -> CHAOS(Events) [] a?x -> CHAOS(Events)
            assert S [T= System",
    },
    Needs {
        condition: Condition::Demands,
        name: "one that demands an event of one value",
        processes: ["P(A)", "P(B)"],
        script: "
            S = a?x -> S1
            S1 = (a.B -> CHAOS(Events) [] b.A -> CHAOS(Events))
                |~| (a?x -> CHAOS(Events) [] b?x -> CHAOS(Events))
            assert S [F= System",
    },
    Needs {
        condition: Condition::Forms,
        name: "a sense of rotation",
        processes: ["Sense", "Sense"],
        script: "
            datatype V = V1 | V2 | V3 | V4
            channel set, say : V.V.V.V
            even(i, j, k, l) = {(i, j, k, l), (j, i, l, k), (k, l, i, j), (l, k, j, i),
                (i, k, l, j), (k, i, j, l), (l, j, i, k), (j, l, k, i),
                (i, l, j, k), (l, i, k, j), (j, k, i, l), (k, j, l, i)}
            Sense = set?i?j:diff(V, {i})?k:diff(V, {i, j})?l:diff(V, {i, j, k}) -> Sensed(even(i, j, k, l))
            Sensed(s) = [] (i, j, k, l) : s @ say.i.j.k.l -> Sensed(s)
            assert Sense [| {| say |} |] Sense :[deadlock free [F]]",
    },
];

/// Conditions that nothing misses, and why.
const UNMISSED: &[(Condition, &str)] = &[
    (
        Condition::AtWork,
        "implied: rules of components that come and go ask for the switches that these are at work by.",
    ),
    (
        Condition::Cells,
        "implied: cells are made so. It is tested for all states of all components, should they be made otherwise.",
    ),
];

const HEAD: &str = "
    datatype T = A | B
    channel a, b, c : T
    P(x) = a.x -> b.x -> P(x)
    ";

/// How it was noticed that a condition was left out.
#[derive(PartialEq, Eq)]
enum Noticed {
    /// After so many states were tested.
    Audit(u64),
    Panic,
    Nothing,
}

impl fmt::Display for Noticed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Noticed::Audit(tested) => write!(f, "audit, state {tested}"),
            Noticed::Panic => f.write_str("panic"),
            Noticed::Nothing => f.write_str("nothing"),
        }
    }
}

/// Whether a search up to symmetry finds the violation, and how many states were tested when it was abandoned.
fn searched(reduction: &UpToSymmetry, plan: AuditPlan) -> (bool, Option<u64>) {
    let strategy = Strategy::auto(reduction.symmetry()).prepared;
    let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
    let outcome =
        strategy.search(reduction.system(), reduction.symmetry(), plan, &options, &Silent);
    let abandoned = outcome.sightings.abandoned.is_some();
    (!outcome.violations.is_empty(), abandoned.then_some(outcome.sightings.tested))
}

/// What came of leaving a condition out.
struct Outcome {
    /// The orders of the groups, with it and without.
    orders: [String; 2],
    noticed: Noticed,
    /// Whether the violation is found without an audit.
    is_right: bool,
}

/// Leaves a condition out.
fn left_out(needs: &Needs, refinement: &Refinement) -> Outcome {
    let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
    let all = search(refinement, &options, &Silent);
    assert!(!all.violations.is_empty(), "{}: unreduced", needs.name);
    let kept = refinement.understand().detect(&mut Patience::endless()).reduction;
    if let Some(kept) = &kept {
        assert_eq!(searched(kept, AuditPlan::one_in(1)), (true, None), "{}: kept", needs.name);
    }
    let without = || {
        let found = refinement.symmetric_without(needs.condition);
        let noticed = found.as_ref().and_then(|found| searched(found, AuditPlan::default()).1);
        let is_right = found.as_ref().is_none_or(|found| searched(found, AuditPlan::OFF).0);
        (order(found.as_ref()), noticed.map_or(Noticed::Nothing, Noticed::Audit), is_right)
    };
    let without = catch_unwind(AssertUnwindSafe(without));
    let (dropped, noticed, is_right) =
        without.unwrap_or_else(|_| ("-".to_owned(), Noticed::Panic, true));
    Outcome { orders: [order(kept.as_ref()), dropped], noticed, is_right }
}

fn order(found: Option<&UpToSymmetry>) -> String {
    found.map_or("1".to_owned(), |found| found.symmetry().order().to_string())
}

/// Leaves the condition of a script out, with its processes in both orders. The row of the page, and how it was noticed.
fn row(needs: &Needs) -> (String, Noticed) {
    let leave_out = |one, two| {
        let text = format!("{HEAD}System = {one} ||| {two}\n{}", needs.script);
        with_product(&text, |refinement| left_out(needs, refinement))
    };
    let [first, second] = needs.processes;
    let (one, other) = (leave_out(first, second), leave_out(second, first));
    let is_right = one.is_right && other.is_right;
    let Outcome { orders: [kept, dropped], noticed, .. } = one;
    assert!(is_right || noticed != Noticed::Nothing && other.noticed != Noticed::Nothing);
    let verdict = if is_right { "right" } else { "wrong" };
    let Needs { condition, name, .. } = needs;
    (format!("| {condition:?} | {name} | {kept}, {dropped} | {noticed} | {verdict} |"), noticed)
}

/// Makes the product of the only assertion of a script, and looks at it.
fn with_product<T>(text: &str, look: impl FnOnce(&Refinement) -> T + Send) -> T
where
    T: Send,
{
    let mut sources = Sources::new();
    let file = cspm::add_script(&mut sources, "script.csp", text.as_bytes()).expect("a text");
    let (script, _) = Script::load(&mut sources, file, &[], &mut read_file).expect("a script");
    with_large_stack(|stack| {
        let mut evaluator = Evaluator::new(&script.tree, stack, || false).expect("values");
        let mut terms = Terms::new();
        let made = product(&script.asserted[0], &mut evaluator, &mut terms).expect("a product");
        let values = evaluator.symmetric_values(&made.events(), &[]).expect("values");
        made.permit(values);
        look(&made)
    })
}

#[test]
fn what_is_left_out_is_noticed() {
    let (mut seen, mut lines) = (Vec::new(), Vec::new());
    for needs in NEEDS {
        let (row, noticed) = row(needs);
        lines.push(row);
        if noticed != Noticed::Nothing {
            seen.push(needs.condition);
        }
    }
    for (condition, reason) in UNMISSED {
        lines.push(format!("- `{condition:?}`: {reason}"));
    }
    println!("{}", lines.join("\n"));
    for condition in Condition::ALL {
        let is_unmissed = UNMISSED.iter().any(|(unmissed, _)| *unmissed == condition);
        assert_ne!(seen.contains(&condition), is_unmissed, "{condition:?}");
    }
    for line in lines {
        assert!(PAGE.contains(&line), "docs/mutations.md does not show: {line}");
    }
}
