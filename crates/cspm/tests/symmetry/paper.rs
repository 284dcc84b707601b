//! What Gibson-Robinson and Lowe, *Symmetry reduction in CSP model checking*, 2019, say of their examples.

use checking::{Answer, SymmetrySource};
use kernel::Limits;
use symmetry::Strategy;
use testing::places;

use crate::symmetry::{Found, decided, found, loaded, reduced};

fn is(text: &str, states: u64, order: &str) {
    let expected = Found { answer: Answer::Holds, states, order: order.to_owned() };
    assert_eq!(reduced(text, 0), expected, "{text}");
}

/// Examples 7 and 18. Of the pairs of a state of the specification and one of the buffers there are eleven: nothing is held, x is held
/// at the left, or at the right, or both are full. Up to an exchange of A and B there are five: the full buffers hold the same or
/// not.
#[test]
fn two_buffers_have_five_states() {
    let script = "
        datatype T = A | B
        channel l, m, r : T
        Q = (QL [| {| m |} |] QR) \\ {| m |}
        QL = l?x -> m!x -> QL
        QR = m?x -> r!x -> QR
        P = l?x -> P1(x)
        P1(x) = l?y -> P2(x, y) [] r!x -> P
        P2(x, y) = r!x -> P1(y)
        assert P [T= Q
        assert P [F= Q
        assert P [FD= Q";
    is(script, 5, "2");
    for place in 1..3 {
        assert_eq!(
            (reduced(script, place).states, reduced(script, place).answer),
            (5, Answer::Holds)
        );
    }
}

/// Examples 28 and 30: a family of processes indexed by one type that hold data of another.
#[test]
fn a_family_with_data() {
    let script = "
        datatype T = T1 | T2 | T3
        datatype V = V1 | V2
        channel in, out, hidden : T.V
        P(t) = in.t?v -> hidden.t.v -> out.t.v -> P(t)
        System = (|| t : T @ [{| in.t, hidden.t, out.t |}] P(t)) \\ {| hidden |}
        assert CHAOS({| in, out |}) [T= System";
    // Each of three is idle, or about to do its hidden event or its last one with one of two data: multisets of three of five, where the data
    // may be exchanged. 35 multisets; those that the exchange keeps have as many with V1 as with V2 of each kind: the idle ones are odd in number, so that
    // three are idle (1), or one is, and one pair of two kinds is held (2): (35 + 3) / 2.
    is(script, 19, "12");
}

/// Example 70: a choice between processes, each of which is at work from its first event on. It has a format for each.
#[test]
fn a_choice_has_formats() {
    let script = "
        datatype T = T1 | T2 | T3
        channel a, b, c : T
        P(t) = (a.t -> b.t -> STOP) ||| (c.t -> STOP)
        System = [] t : T @ (P(t) \\ {| c |})
        assert CHAOS({| a, b |}) [T= System";
    let found = reduced(script, 0);
    assert_eq!((found.answer, found.order.as_str()), (Answer::Holds, "6"));
}

/// Examples 66 and 75: compressed families of families, one type for both.
#[test]
fn compressed_processes_are_moved_too() {
    for compress in ["sbisim", "normal", "diamond", "wbisim", "dbisim", "tau_loop_factor"] {
        let script = format!(
            "
        transparent {compress}
        datatype T = T1 | T2 | T3
        channel a, b, c : T.T
        R(t, s) = a.t.s -> b.t.s -> c.t.s -> R(t, s)
        Q(t) = (||| s : T @ R(t, s)) \\ {{| b |}}
        System = ||| t : T @ {compress}(Q(t))
        assert CHAOS({{| a, c |}}) [T= System"
        );
        let found = reduced(&script, 0);
        assert_eq!((found.answer, found.order.as_str()), (Answer::Holds, "6"), "{compress}");
    }
}

/// Section 7.1 sketches how component order could see what sequences and sets hold, which the paper has not implemented: a length as part
/// of the control state, elements as variables, and whether a value is a member. Were they ignored, as there, sequences and sets would
/// tell no values apart, and component order would leave far more states than there are orbits.
#[test]
fn component_order_sees_into_sequences_and_sets() {
    let script = "
        datatype T = A | B | C | D
        channel in, out : T
        Q(s) = #s < 4 & in?x:diff(T, set(s)) -> Q(s^<x>) [] #s > 0 & out!head(s) -> Q(tail(s))
        S(s) = in?x:diff(T, s) -> S(union(s, {x})) [] out?x:s -> S(diff(s, {x}))
        assert CHAOS({| in, out |}) [T= (Q(<>) ||| S({}))";
    // The queue holds the first so many values, of which the set has some, and so many of the others: the sum of 2^l (5 - l).
    let orbits = 5 + 2 * 4 + 4 * 3 + 8 * 2 + 16;
    is(script, orbits, "24");
    let by = |strategy| {
        let script = loaded(script);
        let report = decided(&*script, 0, SymmetrySource::Found, Some(strategy), Limits::default());
        found(&report.expect("a verdict")).states
    };
    assert_eq!(by(Strategy::ComponentOrder), orbits);
}

/// The stack of Section 1.2 in the numbers of Table 1 and of an independent simulation: nodes, threads, data.
#[test]
fn the_stack() {
    let Some(path) = places::shared_or_skip("models/cspm/liststack.csp") else { return };
    let text = std::fs::read_to_string(path).expect("a script");
    for (sizes, states) in
        [([2, 2, 2], 210), ([3, 2, 2], 458), ([3, 3, 2], 1104), ([4, 3, 2], 2304)]
    {
        let found = reduced(&sized(&text, sizes), 0);
        assert_eq!((found.answer, found.states), (Answer::Holds, states), "{sizes:?}");
    }
}

/// The script with other sizes, which are those of three datatypes.
fn sized(text: &str, [nodes, threads, data]: [usize; 3]) -> String {
    let of = |letter: &str, count: usize| -> String {
        let names: Vec<String> = (0..count).map(|number| format!("{letter}{number}")).collect();
        names.join(" | ")
    };
    let line = |line: &str| {
        let (declared, _) = line.split_once(" = ").unwrap_or((line, ""));
        match declared {
            "datatype NodeIDType" => format!("{declared} = Null | {}", of("N", nodes)),
            "datatype Data" => format!("{declared} = {}", of("D", data)),
            "datatype ThreadID" => format!("{declared} = {}", of("T", threads)),
            _ => line.to_owned(),
        }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}
