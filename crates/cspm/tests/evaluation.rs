//! What expressions are, and which processes; what is said of those that are nothing.

use crate::scripts;
use cspm::evaluate::Evaluator;
use cspm::tree::Script;
use cspm::with_large_stack;
use diagnostics::Sources;
use lts::{Definitions, Failure, Semantics, Term, TermId, Terms};

/// Does something with a script that can be evaluated.
fn with<T: Send>(
    text: &str,
    work: impl FnOnce(&mut Evaluator<'_>, &Script, &Sources) -> T + Send,
) -> T {
    let (script, sources) = scripts::read("t.csp", text.as_bytes()).expect("a script");
    with_large_stack(|stack| {
        let mut evaluator = scripts::evaluator(&script, stack);
        work(&mut evaluator, &script, &sources)
    })
}

/// The value of `it`, as it is printed, or what is said instead.
fn value(text: &str) -> String {
    with(text, |evaluator, script, sources| {
        let it =
            scripts::values(script).into_iter().find(|(name, _)| name == "it").expect("`it`").1;
        let mut terms = Terms::new();
        match evaluator.evaluate(&it, &mut terms) {
            Ok(value) => evaluator.value_text(&terms, &value),
            Err(said) => said.one_line(sources),
        }
    })
}

#[track_caller]
fn is(expression: &str, expected: &str) {
    assert_eq!(value(&format!("{PRELUDE}it = {expression}\n")), expected, "{expression}");
}

/// That a message has a part.
#[track_caller]
fn says(expression: &str, part: &str) {
    let said = value(&format!("{PRELUDE}it = {expression}\n"));
    assert!(said.contains("error") && said.contains(part), "{expression}: {said}");
}

const PRELUDE: &str = "
datatype T = A | B.{0..2} | C.T'.Bool
datatype T' = D.{0..1} | E
datatype Tree = Leaf.Int | Node.Seq(Tree)
channel c : {0..3}
channel d : {0..1}.Bool
channel e : T
channel f
nat(n) = <n>^nat(n+1)
take(0, _) = <>
take(n, <>) = <>
take(n, <x>^xs) = <x>^take(n-1, xs)
loop = loop
";

#[test]
fn integers() {
    is("((-7)/2, (-7)%2, 7%(-2), 7/(-2), 7/2)", "(-4, 1, -1, -4, 3)");
    is("2 + 3 * 4 - 1", "13");
    says("9223372036854775807 + 1", "does not fit into 64 bits");
    says("(-9223372036854775807 - 1) / (-1)", "does not fit into 64 bits");
    is("(-9223372036854775807 - 1) % (-1)", "0");
    says("1 % 0", "the remainder of a division by zero");
}

#[test]
fn comprehensions_may_have_no_head() {
    is("{ | x <- {0..2} }", "{}");
    is("< | x <- <0,1> >", "<>");
    is("#< | x <- <0..9>, (x > 3) >", "0");
    is("card({| | x <- {0..2} |})", "0");
    says("{ | x <- {1..3}, 1/0 > x }", "division by zero");
    is("{| | x <- {0..2} |} == {||}", "true");
}

#[test]
fn laziness() {
    is("take(3, nat(5))", "<5, 6, 7>");
    is("take(2, <x*x | x <- <1..>, x % 2 == 0>)", "<4, 16>");
    is("#<1/0, loop>", "2");
    is("head(<1>^loop)", "1");
    is("false and loop", "false");
    is("let (a, b) = (1, loop) within a", "1");
    is("let f(x, y) = x within f(1, loop)", "1");
    is("take(2, concat(<<x, x> | x <- <1..>>))", "<1, 1>");
    is("<1..> == <2..>", "false");
    is(
        "(head(<3..9223372036854775807>), #<1..200>, #<9223372036854775806..>, <2..1>)",
        "(3, 200, 2, <>)",
    );
    says("loop", "depends on itself");
    says("let x = x + 1 within x", "depends on itself");
}

#[test]
fn patterns() {
    is("let g(<x, y>^xs^<z>) = (x, y, xs, z) within g(<1, 2, 3, 4, 5>)", "(1, 2, <3, 4>, 5)");
    is(
        "let g({}) = 0\n        g({x}) = x\n        g(_) = 9\n within (g({}), g({7}), g({1, 2}))",
        "(0, 7, 9)",
    );
    is("let g(x.y) = (x, y) within g(1.2.3)", "(1, 2.3)");
    is("let g(C.D.x) = x within g(C.D.1.true)", "1.true");
    is("let g(C.x.y) = (x, y) within g(C.D.1.true)", "(D.1, true)");
    is("let g(xs @@ <x>^_) = (xs, x) within g(<4, 5>)", "(<4, 5>, 4)");
    is("<x | (x, 1) <- <(5, 1), (6, 2), (7, 1)>>", "<5, 7>");
    is("(\\ x, (y, z) @ x + y * z)(1, (2, 3))", "7");
    says("let g(1) = 2 within g(3)", "no clause of `g` matches `g(3)`");
    says("let (1, x) = (2, 3) within x", "does not match the pattern");
}

#[test]
fn dots_feed_the_innermost_constructor_that_lacks_a_field() {
    is("C.D.1.true", "C.D.1.true");
    is("(C.(D.1).true) == (C.D.1.true)", "true");
    is("1.2.3", "1.2.3");
    says("B.3", "the value 3 is not in the set that constructor `B` was declared with for field 1");
    says("c.4", "channel `c`");
    is("Node.<Leaf.1, Node.<>>", "Node.<Leaf.1, Node.<>>");
}

#[test]
fn extensions_and_productions() {
    is("extensions(d)", "{0.false, 0.true, 1.false, 1.true}");
    is("extensions(C.D)", "{0.false, 0.true, 1.false, 1.true}");
    is("{| d.1 |}", "{d.1.false, d.1.true}");
    is("{| C.D, A |}", "{A, C.D.0.false, C.D.0.true, C.D.1.false, C.D.1.true}");
    // 4 of c, 4 of d, 1 + 3 + 3 * 2 of e, 1 of f.
    is("card(Events)", "19");
    is("diff(Events, diff(Events, {| c |})) == {| c |}", "true");
    is("union(diff(Events, {| c, f |}), {f}) == diff(Events, {| c |})", "true");
    is(
        "T == {A, B.0, B.1, B.2, C.D.0.true, C.D.0.false, C.D.1.true, C.D.1.false, C.E.true, C.E.false}",
        "true",
    );
}

#[test]
fn sets() {
    is("union({1..3}, {2..5})", "{1, 2, 3, 4, 5}");
    is("inter({3..}, {1..5})", "{3, 4, 5}");
    is("diff({1..}, {1..4}) == {5..}", "true");
    is("Set({1, 2})", "{{}, {1}, {1, 2}, {2}}");
    is("member(<1, 2, 1>, Seq({1, 2}))", "true");
    is("member(<1, 3>, Seq({1, 2}))", "false");
    is("({1} <= {1, 2}, {1} < {1}, {1} < {2}, {2} > {1})", "(true, false, false, false)");
    is("Inter({{1, 2}, {2, 3}, {2, 4}})", "{2}");
    is("seq({3, 1, 2})", "<1, 2, 3>");
    is("{(x, y) | x <- {1..3}, y <- {x..3}, x + y == 4}", "{(1, 3), (2, 2)}");
    is("{x, -x | x <- {1, 2}}", "{-2, -1, 1, 2}");
    is(
        "({(-9223372036854775807)..9223372036854775807}, empty({2..1}))",
        "({-9223372036854775807..9223372036854775807}, true)",
    );
    is("card({x*x | x <- {(-1000)..1000}})", "1001");
    says("card({1..})", "infinite");
    says("{x | x <- Int}", "infinite");
    says("Inter({})", "`Inter` of no sets");
}

#[test]
fn maps_and_relations() {
    is("mapUpdateMultiple((| 0 => 1 |), <(2, 3), (2, 4)>)", "(| 0 => 1, 2 => 3 |)");
    is("mapFromList(<(2, 3), (2, 4)>)", "(| 2 => 4 |)");
    says("mapLookup((| 0 => 1 |), 5)", "the map has no key 5");
    is("(| 0 => 1 |) <= (| 0 => 1, 1 => 0 |)", "true");
    let import = "external mtransclose, relational_image, transpose\n";
    let it = |expression: &str| value(&format!("{import}it = {expression}\n"));
    assert_eq!(it("mtransclose({(1,2),(3,2),(5,6)}, {1..6})"), "{(1, 2), (1, 3), (5, 6)}");
    assert_eq!(it("relational_image({(1,2),(1,3),(2,4)})(1)"), "{2, 3}");
    assert_eq!(it("transpose({(1,2),(1,3)})"), "{(2, 1), (3, 1)}");
}

#[test]
fn text() {
    is("show((1, <true>, {A}, c.1))", "\"(1, <true>, {A}, c.1)\"");
    is("\"ab\"^<'c'>", "\"abc\"");
    says("error(\"no \"^show(3))", "the script says: no 3");
}

#[test]
fn what_is_deep_or_large_is_evaluated() {
    is("let down(0) = 0\n        down(n) = 1 + down(n-1)\n within down(100000)", "100000");
    is(
        "let sum(0, s) = s\n        sum(n, s) = sum(n-1, s+n)\n within sum(1000000, 0)",
        "500000500000",
    );
    is(
        "let comp(0, g) = g\n        comp(n, g) = comp(n-1, \\ x @ g(x) + 1)\n within comp(100000, \\ x @ x)(1)",
        "100001",
    );
    let deep = "datatype N = Z | S.N\nbuild(0, n) = n\nbuild(k, n) = build(k-1, S.n)\n";
    let it = "it = (build(15000, Z) == build(15000, Z), card({build(15000, Z), Z}))\n";
    assert_eq!(value(&format!("{deep}{it}")), "(true, 2)");
    is("card({x + 1 | x <- {1..1000000}})", "1000000");
    is("#<x | x <- <1..1000000>, x % 2 == 0>", "500000");
    is("card(Union({{x} | x <- {1..100000}}))", "100000");
    is("#let long(0) = <>\n        long(n) = <n>^long(n-1)\n within long(300000)", "300000");
}

#[test]
fn what_does_not_end_is_given_up() {
    let text = "f(n) = f(n+1)\ng(n) = 1 + g(n)\nit = f(0)\nlength_of_all = #<1..>\n";
    let (script, _) = scripts::read("t.csp", text.as_bytes()).expect("a script");
    with_large_stack(|stack| {
        let mut asked = 0;
        let mut evaluator = Evaluator::new(&script, stack, || {
            asked += 1;
            asked > 50
        })
        .expect("a script");
        let mut terms = Terms::new();
        for (_, expression) in scripts::values(&script) {
            let said = evaluator.evaluate(&expression, &mut terms).err().expect("no value");
            assert!(said.message.contains("interrupted"), "{}", said.message);
        }
    });
    // A chain of values that were left for later, of which only a part can be computed.
    let said = value("sum(0, s) = s\nsum(n, s) = sum(n-1, s + #<n>)\nit = sum(5000000, 0)\n");
    assert!(said.contains("too deep"), "{said}");
    let build = "datatype N = Z | S.N\nbuild(0, n) = n\nbuild(k, n) = build(k-1, S.n)\n";
    let said = value(&format!("{build}it = build(100000, Z)\n"));
    assert!(said.contains("constructors would be inside one another"), "{said}");
    let said = value("g(n) = 1 + g(n)\nit = g(0)\n");
    assert!(said.contains("too deep") && said.contains("t.csp:1:"), "{said}");
}

#[test]
fn a_message_names_the_calls_that_led_there() {
    let text = "inner(x) = 1 / x\nouter(x) = inner(x - 1) + 1\nit = outer(1) + 1\n";
    with(text, |evaluator, script, _| {
        let it = scripts::values(script).remove(0).1;
        let said = evaluator.evaluate(&it, &mut Terms::new()).err().expect("no value");
        let remarks: Vec<&str> = said.labels.iter().map(|(_, remark)| remark.as_str()).collect();
        assert_eq!(remarks, ["", "in this call of `inner`", "in this call of `outer`"]);
    });
}

/// The transitions of the process `IT`: events and where they lead, in order of the text.
fn transitions(text: &str) -> Result<Vec<String>, String> {
    with(text, |evaluator, script, sources| {
        let it =
            scripts::values(script).into_iter().find(|(name, _)| name == "IT").expect("`IT`").1;
        let mut terms = Terms::new();
        let process = evaluator.process(&it, &mut terms).map_err(|said| said.one_line(sources))?;
        let found = Semantics::new(&mut terms, evaluator).transitions(process);
        match found {
            Ok(found) => {
                let mut lines: Vec<String> = found
                    .iter()
                    .map(|&(event, after)| {
                        format!(
                            "{} -> {}",
                            evaluator.event_name(event),
                            evaluator.term_text(&terms, after)
                        )
                    })
                    .collect();
                lines.sort();
                Ok(lines)
            }
            Err(Failure::Fault(fault)) => Err(evaluator.fault(fault).one_line(sources)),
            Err(other) => Err(format!("{other:?}")),
        }
    })
}

#[track_caller]
fn does(process: &str, expected: &[&str]) {
    let found = transitions(&format!("{PRELUDE}P(x) = c!0 -> STOP\nQ = f -> Q\nIT = {process}\n"));
    assert_eq!(
        found.as_deref(),
        Ok(expected.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>().as_slice()),
        "{process}"
    );
}

#[track_caller]
fn fails(process: &str, part: &str) {
    let said = transitions(&format!("{PRELUDE}P(x) = c!x -> STOP\nIT = {process}\n"));
    assert!(said.as_ref().is_err_and(|said| said.contains(part)), "{process}: {said:?}");
}

#[test]
fn prefixes() {
    let one_field = "d?x -> (if x == (0.true) then SKIP else STOP)";
    does(
        one_field,
        &["d.0.false -> STOP", "d.0.true -> SKIP", "d.1.false -> STOP", "d.1.true -> STOP"],
    );
    does("d?x!true -> (if x == 0 then SKIP else STOP)", &["d.0.true -> SKIP", "d.1.true -> STOP"]);
    does(
        "d?x?y -> (if y and x == 1 then SKIP else STOP)",
        &["d.0.false -> STOP", "d.0.true -> STOP", "d.1.false -> STOP", "d.1.true -> SKIP"],
    );
    does(
        "d?x.y -> (if y and x == 1 then SKIP else STOP)",
        &["d.0.false -> STOP", "d.0.true -> STOP", "d.1.false -> STOP", "d.1.true -> SKIP"],
    );
    does("d?1?y -> STOP", &["d.1.false -> STOP", "d.1.true -> STOP"]);
    does("d?7?y -> STOP", &[]);
    does("e?B.x -> P(x)", &["e.B.0 -> P(_)", "e.B.1 -> P(_)", "e.B.2 -> P(_)"]);
    does("e?C.D.x!true -> STOP", &["e.C.D.0.true -> STOP", "e.C.D.1.true -> STOP"]);
    does("e?A -> STOP", &["e.A -> STOP"]);
    does("c?x:{1, 2} -> STOP", &["c.1 -> STOP", "c.2 -> STOP"]);
    does("c?x:{} -> STOP", &[]);
    does("d?x:{0}?y:{z | z <- Bool, z == (x == 0)} -> STOP", &["d.0.true -> STOP"]);
    does("d$x:{0}?y -> STOP", &["τ -> d.0.false -> STOP [] d.0.true -> STOP"]);
    does(
        "c$x -> STOP",
        &["τ -> c.0 -> STOP", "τ -> c.1 -> STOP", "τ -> c.2 -> STOP", "τ -> c.3 -> STOP"],
    );
    fails("c?x:{0, 9} -> STOP", "the value 9 is not in the set");
    fails("c$x:{} -> STOP", "nothing that `$` could choose");
    fails("c!4 -> STOP", "the value 4 is not in the set");
    fails("d.1 -> STOP", "is not a whole event");
}

#[test]
fn a_failure_behind_an_event_is_one_when_it_is_reached() {
    does("f -> c!9 -> STOP", &["f -> <error>"]);
    does("SKIP ; error(\"later\")", &["τ -> <error>"]);
    fails("error(\"now\") [] f -> STOP", "the script says: now");
}

#[test]
fn operators() {
    does("f -> STOP [] STOP [] c!1 -> SKIP", &["c.1 -> SKIP", "f -> STOP"]);
    does("(f -> STOP |~| SKIP) |~| DIV", &["τ -> DIV", "τ -> SKIP", "τ -> f -> STOP"]);
    does("Q [[ f <- c.1, f <- c.2 ]]", &["c.1 -> Q[[…]]", "c.2 -> Q[[…]]"]);
    does(
        "(c?x -> STOP) [[ c.x <- c.(x+1)%4 | x <- {0..3} ]]",
        &["c.0 -> STOP[[…]]", "c.1 -> STOP[[…]]", "c.2 -> STOP[[…]]", "c.3 -> STOP[[…]]"],
    );
    does("(d?x -> STOP) [[ d.0 <- d.1 ]]", &["d.1.false -> STOP[[…]]", "d.1.true -> STOP[[…]]"]);
    does("(f -> STOP) |\\ {f}", &["f -> STOP \\ diff(Events, {f})"]);
    does("(f -> STOP) \\ {f}", &["τ -> STOP \\ {f}"]);
    does("(f -> STOP) [ f <-> f ] (f -> SKIP)", &["τ -> STOP [… <-> …] SKIP"]);
    does("[] x : {0, 1} @ c!x -> STOP", &["c.0 -> STOP", "c.1 -> STOP"]);
    does("; x : <2, 1> @ c!x -> SKIP", &["c.2 -> SKIP ; (c.1 -> SKIP)"]);
    does("||| x : {} @ P(x)", &["✓ -> Ω"]);
    does("[] x : {} @ P(x)", &[]);
    does("CHAOS({f})", &["f -> CHAOS({f})", "τ -> STOP"]);
    does("RUN({| c.1, f |})", &["c.1 -> RUN({c.1, f})", "f -> RUN({c.1, f})"]);
    fails("|~| x : {} @ P(x)", "no processes at all");
    fails("(f -> STOP) [ f <-> c.0, f <-> c.1 ] STOP", "`f` is linked twice on the left side");
    fails("RUN({x | x <- {c.0, c.9}})", "the value 9");
}

#[test]
fn names_are_the_same_state_if_all_that_they_depend_on_is_equal() {
    let text = "
channel c : {0..9}
P(n) = let m = n % 3
           Q = c.m -> Q
           R(k) = c.k -> R((k + 1) % 2)
       within Q ||| R(0)
F(g) = c.g(1) -> F(\\ x @ x + 1)
S(unused, n) = c.n -> S(n, n)
I = P(1) ||| P(1)
J = F(\\ x @ x + 1)
K = S(1, 2)
";
    let names = reachable_names(text, &["I", "J", "K"]);
    assert_eq!(names["I"], ["I", "P(1)", "Q where n = 1", "R(0)", "R(1)"]);
    // The two lambdas are different expressions.
    assert_eq!(names["J"], ["F(\\ … @ …)", "F(\\ … @ …)", "J"]);
    assert_eq!(names["K"], ["K", "S(_, 2)"]);
}

/// The names that can be reached from some processes.
fn reachable_names<'t>(
    text: &str,
    processes: &[&'t str],
) -> std::collections::BTreeMap<&'t str, Vec<String>> {
    with(text, |evaluator, script, _| {
        let mut terms = Terms::new();
        let values = scripts::values(script);
        let mut all = std::collections::BTreeMap::new();
        for &process in processes {
            let expression = &values.iter().find(|(name, _)| name == process).expect("a process").1;
            let term = evaluator.process(expression, &mut terms).expect("a process");
            let (mut names, mut seen, mut open) = (Vec::new(), Vec::new(), vec![term]);
            while let Some(term) = open.pop() {
                if seen.contains(&term) {
                    continue;
                }
                seen.push(term);
                match terms.term(term).clone() {
                    Term::Call(call) => {
                        names.push(evaluator.call_name(&terms, call));
                        open.push(evaluator.unfold(&mut terms, call));
                    }
                    Term::Prefix(offers) => open.extend(offers.iter().map(|&(_, after)| after)),
                    Term::Synchronised(_, operands) => open.extend(operands.iter()),
                    _ => {}
                }
            }
            names.sort();
            all.insert(process, names);
        }
        all
    })
}

#[test]
fn recursion_without_events_is_found_when_it_is_unfolded() {
    for text in [
        "IT = IT\n",
        "channel a\nIT = IT [] a -> STOP\n",
        "channel a\nP(n) = Q(n) [] a -> STOP\nQ(n) = P(n)\nIT = P(0)\n",
        "P(n) = P(n)\nIT = P(0)\n",
    ] {
        let said = transitions(text);
        assert!(said.as_ref().is_err_and(|said| said.starts_with("Unguarded")), "{text}: {said:?}");
    }
}

#[test]
fn processes_are_passed_on_and_chosen_by_functions() {
    let text = "
channel a, b
choose(x, P, Q) = if x then P else Q
P(n) = choose(n > 0, a -> P(n - 1), b -> P(1))
Twice(Q) = Q ||| Q
IT = Twice(P(1))
";
    assert_eq!(
        transitions(text),
        Ok(vec!["a -> P(0) ||| P(1)".into(), "a -> P(1) ||| P(0)".into()])
    );
}

#[test]
fn modules_are_evaluated_instance_by_instance() {
    let text = "
module M(k)
  channel a : {0..k}
exports
  P = a?x -> P
endmodule
instance I1 = M(0)
instance I2 = M(1)
IT = I1::P ||| I2::P
";
    assert_eq!(
        transitions(text),
        Ok(vec![
            "I1::a.0 -> I1::P ||| I2::P".into(),
            "I2::a.0 -> I1::P ||| I2::P".into(),
            "I2::a.1 -> I1::P ||| I2::P".into(),
        ])
    );
}

#[test]
fn timed_sections_let_time_pass() {
    let text = |process: &str| {
        format!(
            "
channel tock
channel a, b
took(e) = if e == a then 2 else 0
Timed(took) {{
  P = a -> b -> SKIP
  IT = {process}
}}
"
        )
    };
    let first = |process: &str| transitions(&text(process)).expect("transitions");
    assert_eq!(first("a -> STOP"), ["a -> tock -> (tock -> TSTOP)", "tock -> (… -> …)"]);
    assert_eq!(first("b -> STOP"), ["b -> TSTOP", "tock -> (… -> …)"]);
    assert_eq!(first("STOP"), ["tock -> TSTOP"]);
    assert_eq!(first("SKIP"), ["tock -> TSKIP", "✓ -> Ω"]);
    assert_eq!(first("WAIT(2)"), ["tock -> tock -> TSKIP"]);
    assert_eq!(first("WAIT(0)"), ["tock -> TSKIP", "✓ -> Ω"]);
    assert_eq!(first("false & P"), ["tock -> TSTOP"]);
    assert_eq!(first("SKIP ||| WAIT(1)"), ["tock -> TSKIP [|{tock}|] TSKIP"]);
    assert_eq!(first("STOP [] SKIP"), ["tock -> TSTOP [+{tock}+] TSKIP", "✓ -> Ω"]);
}

#[test]
fn timed_sections_need_tock() {
    let (script, _) =
        scripts::read("t.csp", b"channel a\nTimed { P = a -> STOP }\n").expect("a script");
    let said = with_large_stack(|stack| Evaluator::new(&script, stack, || false).err())
        .expect("a mistake");
    assert!(said[0].message.contains("tock"), "{said:?}");
    assert_eq!(said.len(), 1);
}

#[test]
fn priority_says_what_is_above_what() {
    let text = "
external prioritise, prioritisepo
channel a, b, c
P = STOP
X = prioritise(P, <{a}, {b}, {c}>)
Y = prioritisepo(P, {a, b, c}, {(a, b), (b, c)}, {a})
";
    with(text, |evaluator, script, _| {
        let mut terms = Terms::new();
        for (name, expression) in scripts::values(script) {
            if name == "P" {
                continue;
            }
            let term = evaluator.process(&expression, &mut terms).expect("a process");
            let priority = body(evaluator, &mut terms, term);
            let Term::Prioritise(_, priority) = priority else { panic!("priority") };
            let shown: Vec<String> = priority
                .above
                .iter()
                .map(|(event, above)| {
                    let above: Vec<String> =
                        above.iter().map(|&event| evaluator.event_name(event)).collect();
                    format!("{} < {}", evaluator.event_name(*event), above.join(" "))
                })
                .collect();
            assert_eq!(shown, ["b < τ ✓ a", "c < τ ✓ a b"], "{name}");
        }
    });
}

/// What a name stands for, if it is one.
fn body(evaluator: &mut Evaluator<'_>, terms: &mut Terms, term: TermId) -> Term {
    match terms.term(term).clone() {
        Term::Call(call) => {
            let term = evaluator.unfold(terms, call);
            body(evaluator, terms, term)
        }
        other => other,
    }
}

#[test]
fn channels_must_be_products() {
    says("let s = 1 within s + card({| c |}) + card({| f, e |}) + 0/0", "division by zero");
    let said = value("channel g : {0.0, 1.1}\nit = g.0.0\n");
    assert!(said.contains("no product of a set for each field"), "{said}");
    assert_eq!(value("channel g : {0.0, 1.1, 0.1, 1.0}\nit = g.0.1\n"), "g.0.1");
    assert_eq!(value("nametype X = {0..1}.{2..3}\nchannel g : X.Bool\nit = card({| g |})\n"), "8");
    assert_eq!(
        value("channel g : Int\nit = (g.100000, member(g.3, Events))\n"),
        "(g.100000, true)"
    );
    assert_eq!(value("datatype X = Y.X | Z\nit = member(Y.Y.Z, X)\n"), "true");
}

#[test]
fn buffers_hold_what_came_in() {
    let text = "channel c, d : Bool\nIT = BUFFER(1, {(c.x, d.x) | x <- Bool})\n";
    let names = transitions(text).expect("transitions");
    assert_eq!(names.len(), 2);
    assert!(
        names[0].starts_with("c.false -> BUFFER(1,") && names[0].ends_with("<d.false>)"),
        "{names:?}"
    );
    assert_eq!(transitions("IT = BUFFER(1, {})\n"), Ok(Vec::new()));
    let said = transitions("channel c, d, e\nIT = WEAK_BUFFER(1, e, {(c, d)})\n");
    assert!(said.is_err_and(|said| said.contains("`WEAK_BUFFER` is not supported")));
}
