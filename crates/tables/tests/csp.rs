//! The systems of the paper on symmetry in CSP, in small: what strategies come to beside one another, and closed forms.

use std::collections::HashMap;
use std::time::Duration;

use crate::common::{BUDGET, column};
use tables::{Budget, CspSizes, Table, csp};
use testing::places;

/// While a script is compiled, all memory of this program counts, that of other tests too.
const LARGE: Budget = Budget { memory_bytes: 2000 << 20, ..BUDGET };

fn small(only: &str) -> Table {
    csp(CspSizes::Small, None, only, &LARGE, &mut |_| {}).expect("a table")
}

/// The states of the searches of a table, all of which went to their end, by example, what is exchanged, and strategy.
fn states(table: &Table) -> HashMap<(String, String, String), u64> {
    let [examples, exchanged, strategies, ends] =
        ["example", "exchanged", "strategy", "end"].map(|heading| column(table, heading));
    let states = column(table, "states");
    let mut found = HashMap::new();
    for row in 0..states.len() {
        let key = (examples[row].clone(), exchanged[row].clone(), strategies[row].clone());
        assert_eq!(ends[row], "holds", "{key:?}");
        found.insert(key, states[row].parse().expect("a number"));
    }
    found
}

/// All assertions hold, whichever states stand for others. Representatives that are unique leave the fewest, with the fewest
/// exchanges the most.
#[test]
fn strategies_agree() {
    let table = small("");
    let states = states(&table);
    let of = |example: &str, exchanged: &str, strategy: &str| {
        states[&(example.to_owned(), exchanged.to_owned(), strategy.to_owned())]
    };
    let mut examples: Vec<&String> = states.keys().map(|(example, ..)| example).collect();
    examples.sort();
    examples.dedup();
    assert_eq!(examples.len(), 9);
    for example in examples {
        let all = of(example, "-", "none");
        let has_others = states.keys().any(|key| &key.0 == example && key.1 == "indices");
        for exchanged in ["all", "indices"].into_iter().take(1 + usize::from(has_others)) {
            let [canonical, sorted, segmented] = ["canonical", "sorted", "segmented"]
                .map(|strategy| of(example, exchanged, strategy));
            let name = format!("{example}, {exchanged}");
            assert_eq!(canonical, segmented, "{name}");
            for by in ["component-order", "component-order n'", "component-order n''"] {
                let component_order = of(example, exchanged, by);
                assert!(canonical <= component_order && component_order <= all, "{name}, {by}");
            }
            assert!(canonical <= sorted && sorted <= all, "{name}");
            assert!(canonical < all && of(example, "all", "canonical") <= canonical, "{name}");
        }
    }
}

/// While nobody changes anything there is one state of the managers; else one of n is at it, and each of the others is in one of
/// three states: n * 3^(n-1) + 1, of which those are alike in which as many are in each: (n+1) n / 2 + 1.
#[test]
fn databases_have_closed_forms() {
    let n = 6;
    assert_eq!(column(&small("Database 6 none"), "states"), [(n * 3_u64.pow(5) + 1).to_string()]);
    let reduced = column(&small("Database 6 canonical"), "states");
    assert_eq!(reduced, [((n + 1) * n / 2 + 1).to_string()]);
}

/// The published counts, of a script that has them all. By component order the paper keeps some fifteen states more than there are
/// classes; segmented tells how many these are.
#[test]
fn the_stack_of_the_paper_has_its_counts() {
    let Some(script) = places::shared_or_skip("models/cspm/liststack.csp") else { return };
    for (only, states, compared) in [
        ("table 1 ListStack (liststack.csp) 7,4,2 canonical", "37566", "equal"),
        ("table 2 ListStack (liststack.csp) 7,4,2 component-order,", "75105", "1.00"),
    ] {
        let table = csp(CspSizes::Published, Some(&script), only, &LARGE, &mut |_| {});
        let table = table.expect("a table");
        assert_eq!(column(&table, "states"), [states], "{only}");
        assert_eq!(column(&table, "ours/theirs"), [compared], "{only}");
    }
}

/// What a limit was reached in is compared with nothing.
#[test]
fn misprints_are_marked() {
    let budget = Budget { time: Duration::ZERO, ..LARGE };
    let rows =
        |only: &str| csp(CspSizes::Published, None, only, &budget, &mut |_| {}).expect("a table");
    let queue = rows("table 2 LockFreeQueue 4,3,3 segmented");
    assert_eq!(column(&queue, "published"), ["39.15M*"]);
    let stack = rows("table 2 ListStack 10,4,4 component-order,");
    assert_eq!(column(&stack, "parameters"), ["10,4,4*"]);
    assert_eq!(column(&stack, "published"), ["1507M"]);
    assert_eq!(column(&stack, "end"), ["time"]);
    assert_eq!(column(&stack, "ours/theirs"), ["-"]);
}

/// A row tells of itself as it ends.
#[test]
fn rows_are_told_as_they_end() {
    let mut told = Vec::new();
    let mut progress = |line: &str| told.push(line.to_owned());
    let table = csp(CspSizes::Published, None, "table 1 Database 16", &LARGE, &mut progress);
    assert_eq!(column(&table.expect("a table"), "states"), ["137"]);
    assert!(
        told[0].starts_with("table 1 Database 16 canonical: holds, 137 states in "),
        "{told:?}"
    );
    assert!(told[0].ends_with("published: 137* in 2.4 s"), "{told:?}");
}
