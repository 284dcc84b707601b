//! What breaks a symmetry, what keeps it, and what cells have to say of states.

use checking::{Answer, SymmetrySource};
use kernel::Limits;

use super::{decided, found, loaded, reduced};

/// The order of the group of the first assertion.
fn order(text: &str) -> String {
    reduced(text, 0).order
}

const BUFFERS: &str = "
    datatype T = A | B | C
    channel in, out : T
    ";

#[test]
fn a_constant_leaves_the_other_values() {
    let constant =
        "P = in?x -> (if x == A then P else out.x -> P)\nassert CHAOS({| in, out |}) [T= P";
    assert_eq!(order(&format!("{BUFFERS}{constant}")), "2");
    let distinguished = "P = in?x -> out.x -> P\nassert CHAOS({| in, out |}) [T= P";
    assert_eq!(order(&format!("{BUFFERS}{distinguished}")), "6");
}

#[test]
fn a_constant_that_makes_no_difference_is_none() {
    let script = "P = in?x -> (if x == A then out.A -> P else out.x -> P)\nassert CHAOS({| in, out |}) [T= P";
    assert_eq!(order(&format!("{BUFFERS}{script}")), "6");
}

#[test]
fn a_specification_may_hold_values_but_not_prefer_any() {
    let held = "S = in?x -> out.x -> S\nP = in?x -> out.x -> P\nassert S [FD= P";
    assert_eq!(order(&format!("{BUFFERS}{held}")), "6");
    let preferred = "S = in.A -> S [] in?x:{B, C} -> out.x -> S\nP = in.A -> P [] in?x:{B, C} -> out.x -> P\nassert S [FD= P";
    assert_eq!(order(&format!("{BUFFERS}{preferred}")), "2");
    let only = "P = in?x -> out.x -> P\nassert CHAOS({in.A, in.B, out.A, out.B}) [T= P";
    let found = reduced(&format!("{BUFFERS}{only}"), 0);
    assert_eq!((found.answer, found.order.as_str()), (Answer::Violated, "2"));
}

#[test]
fn a_trace_leaves_what_it_does_not_mention() {
    let script = "P = in?x -> out.x -> P\nassert P :[has trace [T]]: <in.A, out.A>";
    assert_eq!(order(&format!("{BUFFERS}{script}")), "2");
}

#[test]
fn operators_that_prefer_a_value_break_it() {
    for process in [
        "(P [[in.A <- out.A]])",
        "(P [| {in.A} |] STOP)",
        "(P \\ {in.A})",
        "prioritise(P, <{in.A}, {in.B, in.C}>)",
    ] {
        let script = format!(
            "external prioritise\nP = in?x -> out.x -> P\nassert CHAOS({{| in, out |}}) [T= {process}"
        );
        assert_eq!(order(&format!("{BUFFERS}{script}")), "2", "{process}");
    }
}

/// A component whose states are a function from one type to another, and one that says who sits beside whom.
#[test]
fn states_that_relate_values_are_described() {
    let function = "
        datatype K = K1 | K2 | K3
        datatype V = A | B
        channel set, get : K.V
        M(f) = set?k?v -> M(union({(l, w) | (l, w) <- f, l != k}, {(k, v)})) [] get?k?v:{w | (l, w) <- f, l == k} -> M(f)
        assert CHAOS({| set, get |}) [T= M({})";
    let found = reduced(function, 0);
    // Functions from three keys to nothing or one of two values, up to both: by how many keys have each value, unordered.
    assert_eq!((found.order.as_str(), found.states), ("12", 6));
    let ring = "
        datatype I = I1 | I2 | I3 | I4
        channel pair, meet : I.I
        R(s) = pair?i?j:diff(I, {i}) -> R(union(s, {(i, j)})) [] meet?i?j:{k | (l, k) <- s, l == i} -> R(s)
        assert CHAOS({| pair, meet |}) [T= R({})";
    let found = reduced(ring, 0);
    // Directed graphs without loops on four vertices, up to isomorphism: A000273.
    assert_eq!((found.order.as_str(), found.states), ("24", 218));
}

/// Where values are neither told one by one nor in pairs, they are not exchanged, and the others are.
#[test]
fn what_cannot_be_described_is_left_out() {
    let script = "
        datatype I = I1 | I2 | I3 | I4
        datatype D = A | B
        channel set : I.I.I.D
        channel say : I.I.I
        M(s) = empty(s) & set?i?j:diff(I, {i})?k:diff(I, {i, j})?d -> M({(i, j, k), (j, k, i), (k, i, j)})
            [] not empty(s) & say?i?j?k:{l | (h, g, l) <- s, h == i, g == j} -> M(s)
        assert CHAOS({| set, say |}) [T= M({})";
    let found = reduced(script, 0);
    assert_eq!(found.answer, Answer::Holds);
}

#[test]
fn copies_keep_their_places() {
    let script = "
        datatype T = A | B
        channel a, b : T
        P = a?x -> b.x -> P
        assert CHAOS({| a, b |}) [T= P ||| P ||| P";
    let found = reduced(script, 0);
    assert_eq!(found.order, "2");
}

#[test]
fn what_is_divergent_or_refuses_is_found() {
    let script = "
        datatype T = A | B | C
        channel a, b, h : T
        P(x) = a.x -> (if x == A then DIVERGE else b.x -> P(x))
        DIVERGE = h?x -> DIVERGE
        System = (||| x : T @ P(x)) \\ {| h |}
        assert System :[divergence free]
        assert System :[deadlock free [F]]
        assert System :[deterministic [F]]
        assert CHAOS({| a, b |}) [FD= System";
    for (place, answer) in
        [Answer::Violated, Answer::Holds, Answer::Holds, Answer::Violated].into_iter().enumerate()
    {
        let found = reduced(script, place);
        assert_eq!((found.answer, found.order.as_str()), (answer, "2"), "{place}");
    }
}

/// Operators that start and discard processes: their switches, and the values of these, are exchanged as well.
#[test]
fn switches_are_exchanged() {
    let head = "
        datatype P = P1 | P2 | P3
        channel a, b, c : P
        U(p) = a.p -> b.p -> U(p)
        ";
    for (system, expected) in [
        ("|~| p : P @ (c.p -> (||| r : diff(P, {p}) @ U(r)))", "6"),
        ("(||| p : P @ (a.p -> ((b.p -> SKIP) ||| (c.p -> SKIP)))) ; (||| p : P @ U(p))", "6"),
        ("||| p : P @ ((U(p) ||| U(p)) /\\ (c.p -> (U(p) ||| U(p))))", "6"),
        ("[] p : P @ (c.p -> (||| r : P @ U(r)))", "6"),
        ("|~| p : P @ (c.p -> (||| r : P @ U(r)))", "6"),
        ("||| p : P @ (([] q : P @ (c.q -> (||| r : P @ U(r)))) /\\ (a.p -> U(p)))", "6"),
    ] {
        let script = format!("{head}System = {system}\nassert CHAOS({{| a, b, c |}}) [T= System");
        assert_eq!(order(&script), expected, "{system}");
    }
}

/// Specifications whose traces are symmetric, and what they demand or forbid is not: A may not be refused, B may; B may be followed by anything.
#[test]
fn a_specification_may_not_demand_one_value_only() {
    let head = "
        datatype T = A | B
        channel a, b : T
        External = a?x -> External
        Internal = |~| x : T @ a.x -> Internal
        Loud = |~| x : T @ b.x -> Loud
        DIV = Loud \\ {| b |}
        ";
    let refuses = "S = a.A -> S [] (STOP |~| a.B -> S)\n";
    for (assertion, answer) in [
        ("S [T= Internal", Answer::Holds),
        ("S [F= External", Answer::Holds),
        ("S [F= Internal", Answer::Violated),
    ] {
        let found = reduced(&format!("{head}{refuses}assert {assertion}"), 0);
        let order = if assertion.contains("[T=") { "2" } else { "1" };
        assert_eq!((found.answer, found.order.as_str()), (answer, order), "{assertion}");
    }
    let diverges = "S = a.A -> S [] a.B -> DIV\n";
    for (process, answer) in
        [("a.A -> External [] a.B -> DIV", Answer::Holds), ("a?x -> DIV", Answer::Violated)]
    {
        let found = reduced(&format!("{head}{diverges}P = {process}\nassert S [FD= P"), 0);
        assert_eq!((found.answer, found.order.as_str()), (answer, "1"), "{process}");
    }
}

/// Where one event leads from a state to several, which state is the image of which is seen from what they do later on.
#[test]
fn choices_that_nobody_sees_are_exchanged() {
    for process in [
        "|~| x : T @ in.x -> out.x -> P",
        "[] x : T @ in.A -> out.x -> P [] in.B -> out.x -> P [] in.C -> out.x -> P",
        "in?x -> (|~| y : T @ out.y -> (|~| z : diff(T, {x}) @ in.z -> P))",
    ] {
        let script = format!("P = {process}\nassert CHAOS({{| in, out |}}) [F= P");
        assert_eq!(order(&format!("{BUFFERS}{script}")), "6", "{process}");
    }
}

/// A component for each two values, in no order.
#[test]
fn components_belong_to_pairs() {
    let head = |count: usize| {
        let values: Vec<String> = (1..=count).map(|value| format!("N{value}")).collect();
        format!(
            "datatype N = {}
            nametype Pairs = {{{{x, y}} | x <- N, y <- N, x != y}}
            channel on, off : Pairs
            channel from : Pairs.N
            Edge(s) = on.s -> off.s -> Edge(s)
            Arc(s) = from.s?x:s -> (off.s -> Arc(s) [] from.s!x -> Arc(s))
            ",
            values.join(" | ")
        )
    };
    // Graphs up to isomorphism: A000088.
    let edges = "assert CHAOS(Events) [T= ||| s : Pairs @ Edge(s)";
    for (count, order, graphs) in [(4, "24", 11), (5, "120", 34)] {
        let found = reduced(&format!("{}{edges}", head(count)), 0);
        assert_eq!((found.order.as_str(), found.states), (order, graphs), "{count}");
    }
    // Of seven vertices there are two million graphs: not all of them are looked at.
    let script = loaded(&format!("{}{edges}", head(7)));
    let report = decided(&*script, 0, SymmetrySource::Found, None, Limits::default());
    let found = found(&report.expect("a verdict"));
    assert_eq!((found.order.as_str(), found.states), ("5040", 1_044));
    // Oriented graphs: A001174.
    for (count, graphs) in [(4, 42), (5, 582)] {
        let assertion = "assert CHAOS(Events) [T= ||| s : Pairs @ Arc(s)";
        let found = reduced(&format!("{}{assertion}", head(count)), 0);
        assert_eq!(found.states, graphs, "{count}");
    }
}

/// Users of a lock, who are free or of whom one has it.
fn users(count: usize) -> String {
    let names: Vec<String> = (0..count).map(|number| format!("I{number}")).collect();
    format!(
        "datatype Id = {}
        channel enter, leave : Id
        User(i) = enter.i -> leave.i -> User(i)
        Lock = enter?i -> leave.i -> Lock
        System = (||| i : Id @ User(i)) [| {{| enter, leave |}} |] Lock
        assert System :[deadlock free]",
        names.join(" | ")
    )
}

/// The binomial of all but one of 128 values is small, and the factors on the long way to it are not.
#[test]
fn hundreds_of_values_are_exchanged() {
    for count in [65, 128, 255] {
        let report =
            decided(&*loaded(&users(count)), 0, SymmetrySource::Found, None, Limits::default());
        assert_eq!(found(&report.expect("a verdict")).states, 2, "{count}");
    }
    let report = decided(&*loaded(&users(256)), 0, SymmetrySource::Found, None, Limits::default());
    let report = report.expect("a verdict");
    assert_eq!(found(&report).states, 257);
    let told = report.searched.unused.expect("a reason");
    assert!(told.contains("I0, I1 and so on to I255 are interchangeable, but not exchanged: there are more than 255 such values"), "{told}");
}
