//! In which datatypes scripts are symmetric, and why they are not: what they name of them, and where they see an order of values.

use std::path::Path;

use crate::decided;
use checking::{Answer, Language, Purpose, Settings};
use cspm::symmetric::{Cause, Reason, Symmetry, TypeSymmetry, symmetry_of};
use cspm::tree::{AssertionKind, Binding, SymmetricType};
use cspm::{Cspm, Script, add_script};
use diagnostics::{Sources, Span, read_file};
use testing::places;

/// Declarations that the scripts below end with.
const TYPES: &str = "\ndatatype T = A | B | C\ndatatype S = X | Y\nchannel c : T\nchannel d : S\n";

fn read(text: &str) -> (Script, Sources) {
    let mut sources = Sources::new();
    let file = add_script(&mut sources, "script.csp", text.as_bytes()).expect("a text");
    let nothing = |_: &Path| Err(std::io::ErrorKind::NotFound.into());
    match Script::load(&mut sources, file, &[], &mut { nothing }) {
        Ok((script, _)) => (script, sources),
        Err(wrong) => panic!(
            "{:?}\n{text}",
            wrong.iter().map(|one| one.one_line(&sources)).collect::<Vec<_>>()
        ),
    }
}

/// The symmetry of what a script asserts last.
fn symmetry(text: &str) -> (Vec<TypeSymmetry>, Sources) {
    let (script, sources) = read(text);
    let asserted = script.asserted.last().expect("an assertion");
    (symmetry_of(&script, &asserted.expressions()), sources)
}

/// A verdict on a line: `all`, `but A:3`, `none for seq:4`.
fn verdict(one: &TypeSymmetry, sources: &Sources) -> String {
    let at = |what: &str, span: Span| format!("{what}:{}", sources.line_column(span).0);
    let reason = |reason: &Reason| match &reason.cause {
        Cause::Constant { name, span, .. } => at(name, *span),
        Cause::Order { shown, span, .. } => at(shown.to_string().trim_matches('`'), *span),
        Cause::Chooses { builtin, span } => at(builtin.text(), *span),
    };
    let list = |found: Vec<String>| found.join(" ");
    match &one.verdict {
        Symmetry::Full => "all".to_owned(),
        Symmetry::Subtype { without } => {
            format!("but {}", list(without.iter().map(|one| reason(&one.reason)).collect()))
        }
        Symmetry::None { reasons } => {
            format!("none for {}", list(reasons.iter().map(reason).collect()))
        }
    }
}

/// Checks the verdicts on `T` and `S`, for an expression in a script that ends with [`TYPES`].
fn check(text: &str, expression: &str, expected: [&str; 2]) {
    let text = format!("{text}\nassert {expression} :[symmetric]: T{TYPES}");
    let (found, sources) = symmetry(&text);
    let found: Vec<String> = found
        .iter()
        .filter(|one| ["T", "S"].contains(&&*one.name))
        .map(|one| verdict(one, &sources))
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn constants_are_what_is_named_of_a_type() {
    check("P = c?x -> d?y -> P", "P", ["all", "all"]);
    check("P = c!A -> P", "P", ["but A:1", "all"]);
    check("P = c.A -> c.B -> P", "P", ["but A:1 B:1", "all"]);
    check("P = c?A -> P", "P", ["but A:1", "all"]);
    check("P = c?x:{A,\n B} -> P", "P", ["but A:1 B:2", "all"]);
    check("P = c?x:diff(T, {A}) -> P", "P", ["but A:1", "all"]);
    check("P = [] x : {A,B,C} @ c!x -> P", "P", ["none for A:1 B:1 C:1", "all"]);
    check("f(A) = 0\nf(_) = 1", "f", ["but A:1", "all"]);
    check("f(<A>^s) = 0\nf(_) = 1", "f", ["but A:1", "all"]);
    check("f((x, {B})) = 0\nf(_) = 1", "f", ["but B:1", "all"]);
    check("f = \\ x, A @ x", "f", ["but A:1", "all"]);
    check("n = card({1 | A <- {x | x <- T}})", "n", ["but A:1", "all"]);
    check("P = c?x -> if x == C then STOP else P", "P", ["but C:1", "all"]);
    check("P = c?x -> P [[ c.A <- c.x | x <- T ]]", "P", ["but A:1", "all"]);
    check("P = c?x -> P \\ {| c.A |}", "P", ["but A:1", "all"]);
    check("n = {| A |}", "n", ["but A:1", "all"]);
    check("P = c?x -> P", "P \\ {c.B}", ["but B:2", "all"]);
    check("x = mapLookup((| A => 0 |), B)", "x", ["but A:1 B:1", "all"]);
}

#[test]
fn what_is_referred_to_counts_and_nothing_else() {
    check("unused = A\nP = c?x -> P", "P", ["all", "all"]);
    check("P = c?x -> Q\nQ = R\nR = c!A -> P", "P", ["but A:3", "all"]);
    check("P = let unused = A within c?x -> P", "P", ["all", "all"]);
    check("P = let used = A\n Q = c!used -> P within Q", "P", ["but A:1", "all"]);
    check(
        "P = let f(A) = 0\n f(_) = 1 within c?x -> if f(x) == 0 then P else P",
        "P",
        ["but A:1", "all"],
    );
    check("(x, y) = (A, Y)\nP = c!x -> P", "P", ["but A:1", "but Y:1"]);
    check("nametype N = {A,B}\nchannel e : N\nP = e?x -> P", "P", ["but A:1 B:1", "all"]);
    check("datatype U = K.{A} | L\nchannel e : U\nP = e?x -> P", "P", ["but A:1", "all"]);
    check("datatype U = K.{A} | L\nn = card({L})", "n", ["but A:1", "all"]);
    check("channel e : {A}\nP = c?x -> P", "P", ["all", "all"]);
    check("x = y\ny = x", "x", ["all", "all"]);
}

#[test]
fn who_knows_all_events_refers_to_all_channels() {
    check("channel e : {A}\nP = RUN(Events)", "P", ["but A:1", "all"]);
    check("P = RUN(Events)", "P", ["all", "all"]);
    check("channel tock\nTimed {\nchannel e : {X}\n}\nn = card(Events)", "n", ["all", "but X:3"]);
}

#[test]
fn subtypes_name_their_constructors() {
    check("subtype U = A | B\nP = c?x:U -> P", "P", ["but A:1 B:1", "all"]);
    let fields = "datatype V = K.Int | L.Int\nsubtype U = K.Int\nassert card(U) :[symmetric]: V";
    let (found, sources) = symmetry(fields);
    assert_eq!(verdict(&found[0], &sources), "but K:2");
}

/// A constructor with fields is no value, and its values are told apart by them. It counts wherever it is named.
#[test]
fn constructors_with_fields_count_wherever_they_are_named() {
    for (expression, expected) in [
        ("card(V)", "all"),
        ("K.1", "but K:2"),
        ("{| K |}", "but K:2"),
        ("(K, L)", "none for K:2 L:2"),
        ("L", "but L:2"),
    ] {
        let text = format!("datatype V = K.{{0..3}} | L\nassert {expression} :[symmetric]: V");
        let (found, sources) = symmetry(&text);
        assert_eq!(verdict(&found[0], &sources), expected, "{text}");
        let has_fields: Vec<bool> =
            found[0].constructors.iter().map(|one| one.has_fields).collect();
        assert_eq!(has_fields, [true, false]);
    }
}

#[test]
fn arguments_of_error_do_not_count() {
    check("P = c?x -> error(show(A))", "P", ["all", "all"]);
    check("P = c?x -> error(show({x | x <- T}))", "P", ["all", "all"]);
    check("P = c?x -> if error(\"no\") then c!A -> P else P", "P", ["but A:1", "all"]);
}

#[test]
fn orders_are_of_the_types_that_are_listed() {
    check("x = seq(T)", "x", ["none for seq:1", "all"]);
    check("x = seq({0..3})", "x", ["all", "all"]);
    check("P = ; x : seq(T) @ c!x -> SKIP", "P", ["none for seq:1", "all"]);
    check("x = show({A})", "x", ["none for show:1 A:1", "all"]);
    check("f(x) = show(x)", "f", ["all", "all"]);
    check("f(x) = show(x)\ny = f(S)", "y", ["all", "none for show:2"]);
    check(
        "x = mapToList(mapFromList(<(t, 0) | t <- <>, member(t, T)>))",
        "x",
        ["none for mapToList:1", "all"],
    );
    check("x = mapToList((| 0 => T |))", "x", ["all", "all"]);
    check(
        "external mtransclose\nx = mtransclose({(x,y) | x <- T, y <- T}, T)",
        "x",
        ["none for mtransclose:2", "all"],
    );
    check("x = mapFromList(<(t, 0) | t <- <>, member(t, T)>)", "x", ["all", "all"]);
    check("x = set(<t | t <- <>, member(t, T)>)", "x", ["all", "all"]);
    check("f({x}) = <x>\nf(_) = <>\ny = f(T)", "y", ["all", "all"]);
    check("x = seq", "x", ["all", "all"]);
}

#[test]
fn orders_are_seen_through_functions_of_any_type() {
    let functions = "list(x) = seq(x)\nsecond(x, y) = list(y)\n";
    check(&format!("{functions}x = list(T)"), "x", ["none for seq:3", "all"]);
    check(&format!("{functions}x = second(T, S)"), "x", ["all", "none for seq:3"]);
    check(&format!("{functions}x = second(S, T)"), "x", ["none for seq:3", "all"]);
    check("f(x) = let g(y) = seq(y) within g(x)\nx = f(T)", "x", ["none for seq:2", "all"]);
    check("apply(f, x) = f(x)\nx = apply(seq, T)", "x", ["none for seq:2", "all"]);
    check(
        "f(x) = let g :: Eq a => ({a}) -> <a>\n g(y) = seq(y) within g({x})\nx = f(X)",
        "x",
        ["all", "none for seq:3 X:3"],
    );
    check(
        "f(x, n) = if n == 0 then <> else g(x, n-1)\ng(x, n) = f(x, n) ^ seq(x)\nx = f(T, 1)",
        "x",
        ["none for seq:3", "all"],
    );
    check("f(s) = head(seq(s))\nP(s) = c!f(s) -> P(s)", "P(T)", ["none for seq:2", "all"]);
}

#[test]
fn orders_are_of_what_values_hold() {
    check("datatype U = K.T | L\nx = seq(U)", "x", ["none for seq:2", "all"]);
    check("datatype U = K.Set(T) | L.U\nx = show(L)", "x", ["none for show:2", "all"]);
    check("x = seq({| c |})", "x", ["none for seq:1", "none for seq:1"]);
    check("x = seq({(t, 0) | t <- T})", "x", ["none for seq:1", "all"]);
    check("x = seq(Set(S))", "x", ["all", "none for seq:1"]);
    check("nametype N = (T, S)\nx = seq(N)", "x", ["none for seq:2", "none for seq:2"]);
    check("P = STOP\nx = show(P)", "x", ["none for show:2", "none for show:2"]);
}

/// Tuples are compared part by part, by an order that nobody declared; sets, sequences and maps as parts of one another.
#[test]
fn comparisons_of_tuples_see_an_order() {
    check(
        "P = c?x -> c?y -> if (x, 0) < (y, 0) then P else STOP",
        "P",
        ["none for a comparison of tuples:1", "all"],
    );
    check(
        "P = c?x -> c?y -> if ({x}, 0) >= ({y}, 0) then P else STOP",
        "P",
        ["none for a comparison of tuples:1", "all"],
    );
    check("P = c?x -> c?y -> if (x, 0) == (y, 0) then P else STOP", "P", ["all", "all"]);
    check("P = c?x -> c?y -> if {x} < {y} then P else STOP", "P", ["all", "all"]);
    check("P = c?x -> c?y -> if <(x, 0)> <= <(y, 0)> then P else STOP", "P", ["all", "all"]);
    check("P = c?x -> c?y -> if (1, 0) < (2, 0) then P else STOP", "P", ["all", "all"]);
    check("less(x, y) = x < y\nb = less({1 | t <- T}, {})", "b", ["all", "all"]);
    check("less(x, y) = x < y\nb = less({t | t <- T}, {})", "b", ["all", "all"]);
    check(
        "less(x, y) = x < y\nb(t) = less((t, X), (t, X))",
        "b(A)",
        ["none for a comparison of tuples:3 A:3", "none for a comparison of tuples:2 X:2"],
    );
    check(
        "less(x, y) = (x, 0) < (y, 0)\nb(t) = less({t}, {t})\nx = { b(t) | t <- T }",
        "x",
        ["none for a comparison of tuples:3", "all"],
    );
    check(
        "b = (| 0 => (0, T) |) <= (| 0 => (0, {}) |)",
        "b",
        ["none for a comparison of tuples:1", "all"],
    );
}

#[test]
fn compressions_that_choose_break_every_symmetry() {
    for function in ["chase", "chase_nocache", "deter", "model_compress"] {
        let import = if function == "model_compress" { "transparent" } else { "external" };
        let expected = format!("none for {function}:2");
        let text = format!("{import} {function}\nP = {function}(c?x -> STOP)");
        check(&text, "P", [&expected, &expected]);
        check(&text, "c?x -> STOP", ["all", "all"]);
    }
    check(
        "transparent sbisim, normal, diamond\nP = sbisim(normal(diamond(c?x -> STOP)))",
        "P",
        ["all", "all"],
    );
}

#[test]
fn timed_sections_depend_on_how_long_events_take() {
    let script = "channel tock\nlong(c.A) = 2\nlong(_) = 1\nTimed {\nP = c?x -> P\n}\nTimed(long) {\nQ = c?x -> Q\n}";
    check(script, "P", ["all", "all"]);
    check(script, "Q", ["but A:2", "all"]);
}

#[test]
fn what_belongs_to_an_instance_depends_on_its_parameters() {
    let module = "module M(p)\nexports\nf(x) = x\ng(x) = seq(x)\nendmodule\n";
    let instance = |argument: &str| format!("{module}instance I = M({argument})");
    check(&instance("X"), "I::f", ["all", "but X:6"]);
    check(&instance("0"), "I::g", ["all", "all"]);
    check(&instance("0"), "I::g(T)", ["none for seq:7", "all"]);
    check(
        "module M(A)\nexports\nf(x) = x\nendmodule\ninstance I = M(A)",
        "I::f",
        ["but A:1", "all"],
    );
    let nested = "module M(p)\nmodule N(q)\nexports\nf(x) = x\nendmodule\nexports\ninstance J = N(p)\nendmodule\n\
                  instance I1 = M(A)\ninstance I2 = M(B)";
    check(nested, "I1::J::f", ["but A:9", "all"]);
    check(nested, "I2::J::f", ["but B:10", "all"]);
    let typed = "module M(p)\nexports\nx = seq(p)\nb = (p, 0) < (p, 1)\nendmodule\ninstance I = M(T)\ninstance J = M(S)";
    check(typed, "I::x", ["none for seq:3", "all"]);
    check(typed, "J::x", ["all", "none for seq:3"]);
    check(typed, "I::b", ["none for a comparison of tuples:4", "all"]);
    let declared = "module M\nexports\ndatatype V = K | L\nf(K) = L\nf(L) = K\nendmodule\nassert M::f :[symmetric]: M::V";
    let (found, sources) = symmetry(declared);
    assert_eq!((&*found[0].name, &*verdict(&found[0], &sources)), ("M::V", "none for K:4 L:4"));
}

/// Examples 7 and 18 of T. Gibson-Robinson and G. Lowe: two buffers, and one of two places that they refine.
#[test]
fn buffers_treat_all_data_alike() {
    let channels = "channel l, m, r : T\n";
    let buffers = "Q1 = l?x -> m!x -> Q1\nQ2 = m?x -> r!x -> Q2\nQ = (Q1 [| {| m |} |] Q2) \\ {| m |}\n\
                   P = l?x -> P1(x)\nP1(x) = l?y -> P2(x, y) [] r!x -> P\nP2(x, y) = r!x -> P1(y)";
    check(&format!("{channels}{buffers}"), "(P, Q)", ["all", "all"]);
    let initial = format!("{channels}{buffers}\nstart = P1(A)");
    check(&initial, "(start, Q)", ["but A:8", "all"]);
}

/// As in their Example 30: processes with names of one type and data of another one, in parallel.
#[test]
fn processes_side_by_side_are_symmetric_in_names_and_data() {
    let script =
        "channel e : T.S\nP(t) = e.t?v -> P(t)\nSYSTEM = (|| t : T @ [{| e.t |}] P(t)) \\ {| e |}";
    check(script, "SYSTEM", ["all", "all"]);
    check(&script.replace("?v", "!X"), "SYSTEM", ["all", "but X:2"]);
}

#[test]
fn all_sides_of_an_assertion_count() {
    let sides = |assertion: &str| {
        let text = format!("P = c?x -> P\nassert {assertion}{TYPES}");
        let (found, sources) = symmetry(&text);
        found.iter().map(|one| verdict(one, &sources)).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(sides("P [T= c!A -> P"), "but A:2, all");
    assert_eq!(sides("c!A -> P [T= P"), "but A:2, all");
    assert_eq!(sides("P :[deadlock free]"), "all, all");
    assert_eq!(sides("P :[has trace]: <c.A, d.Y>"), "but A:2, but Y:2");
    assert_eq!(sides("P [T= P :[tau priority]: {c.B}"), "but B:2, all");
    assert_eq!(sides("P [T= P :[symmetry reduce]: diff(T, {| B |})"), "all, all");
}

#[test]
fn what_an_assertion_asks_for_is_compared_with_what_there_is() {
    let all = "P = c?x -> d?y -> P\nQ = c!A -> Q\nR = c!A -> c!B -> c!C -> R\nO = ; s : seq(S) @ d!s -> SKIP\n";
    for (assertion, holds) in [
        ("P :[symmetric]: T, S", true),
        ("P :[symmetric]: diff(T, {| B |})", true),
        ("Q :[symmetric]: T", false),
        ("Q :[symmetric]: S", true),
        ("Q :[symmetric]: T, S", false),
        ("Q :[symmetric]: diff(T, {| A |})", true),
        ("Q :[symmetric]: diff(T, {| B |})", false),
        ("Q :[symmetric]: diff(T, {| A, B |})", true),
        ("R :[symmetric]: diff(T, {| A, B |})", false),
        ("R :[symmetric]: diff(T, {| A, B, C |})", false),
        ("O :[symmetric]: T", true),
        ("O :[symmetric]: diff(S, {| X, Y |})", false),
        ("0 :[symmetric]: T", true),
    ] {
        let script = format!("{all}assert {assertion}\nassert not {assertion}{TYPES}");
        let answer = |holds| if holds { Answer::Holds } else { Answer::Violated };
        assert_eq!(decided::answers(&script), [answer(holds), answer(!holds)], "{script}");
    }
}

#[test]
fn reasons_tell_the_way_to_what_breaks_a_symmetry() {
    let reason = |script: &str| {
        let decided = decided::decide(&format!("{script}{TYPES}")).pop().expect("an assertion");
        decided.expect("a verdict").verdict.reason.expect("a reason")
    };
    assert_eq!(
        reason("P = c?x -> Q\nQ = c!A -> P\nassert P :[symmetric]: T"),
        "not symmetric in `T`: it refers to `P` (script.csp:3), which refers to `Q` (script.csp:1), which contains the constant `A` \
         (script.csp:2)"
    );
    assert_eq!(
        reason("f(A) = 0\nassert f :[symmetric]: diff(T, {| B |})"),
        "not symmetric in `diff(T, {| B |})`: it refers to `f` (script.csp:2), which contains the constant `A` in a pattern \
         (script.csp:1)"
    );
    assert_eq!(
        reason("list(x) = seq(x)\nassert (list(T), X) :[symmetric]: T, S"),
        "not symmetric in `T`: it depends on an order of the values of `T`: by `list`, which uses `seq` (script.csp:2); \
         not symmetric in `S`: it contains the constant `X` (script.csp:2)"
    );
    assert_eq!(
        reason(
            "channel tock\nlong(d.X) = 2\nlong(_) = 1\nTimed(long) {\nP = c?x -> P\n}\nassert P :[symmetric]: S"
        ),
        "not symmetric in `S`: it refers to `P` (script.csp:7), which stands in a timed section (script.csp:5), which refers to \
         `long` (script.csp:4), which contains the constant `X` in a pattern (script.csp:2)"
    );
    assert_eq!(
        reason(
            "module M(p)\nexports\nf(x) = x\nendmodule\ninstance I = M(X)\nassert I::f :[symmetric]: S"
        ),
        "not symmetric in `S`: it refers to `I::f` (script.csp:6), which belongs to an instance with the parameter `I::p` \
         (script.csp:3), which contains the constant `X` (script.csp:5)"
    );
    assert_eq!(
        reason("datatype V = K.S\nassert K.X :[symmetric]: V"),
        "not symmetric in `V`: it contains `K`, a constructor with fields (script.csp:2)"
    );
    assert_eq!(reason("assert not c :[symmetric]: T"), "what it denies is true");
}

#[test]
fn long_ways_are_told_by_their_ends() {
    let mut script: String = (0..20).map(|n| format!("f{n} = f{}\n", n + 1)).collect();
    script += "f20 = (A, B, C)\nassert f0 :[symmetric]: T";
    let decided = decided::decide(&format!("{script}{TYPES}")).pop().expect("an assertion");
    let reason = decided.expect("a verdict").verdict.reason.expect("a reason");
    assert!(reason.contains("`f3` (script.csp:3), …, which refers to `f18`"), "{reason}");
    assert!(reason.contains("`f20` (script.csp:20), which contains the constant `A`"), "{reason}");
}

#[test]
fn types_that_are_named_for_reduction_are_checked() {
    let said = |types: &str| {
        let text =
            format!("P = c?x -> Q\nQ = c!A -> P\nassert P [T= P :[symmetry reduce]{types}{TYPES}");
        let mut sources = Sources::new();
        let file = add_script(&mut sources, "script.csp", text.as_bytes()).expect("a text");
        let loading = Cspm.load(sources, file, &Settings::default(), Purpose::Check);
        assert!(loading.model.is_some());
        let warned =
            loading.diagnostics.iter().filter(|one| one.message.contains("is not symmetric"));
        warned.cloned().collect::<Vec<_>>()
    };
    for symmetric in ["", ": S", ": diff(T, {| A |})", ": S, diff(T, {| A, B |})"] {
        assert_eq!(said(symmetric), [], "{symmetric}");
    }
    let [warning] = &said(": T, S")[..] else { panic!("one warning") };
    assert_eq!(warning.message, "the assertion is not symmetric in `T`");
    let remarks: Vec<&str> = warning.labels.iter().map(|(_, remark)| &**remark).collect();
    assert_eq!(
        remarks,
        ["", "it refers to `P`", "`P` refers to `Q`", "`Q` contains the constant `A`"]
    );
    assert_eq!(warning.help.as_deref(), Some("it is in `diff(T, {| A |})`"));
}

#[test]
fn types_are_datatypes_and_parts_of_them() {
    for (types, message) in [
        ("N", "`N` is not a datatype"),
        ("U", "`U` is not a datatype"),
        ("diff(T, {| X |})", "`X` is not a constructor of `T`"),
        ("diff(T, {| P |})", "`P` is not a constructor of `T`"),
        ("diff(T, {A})", "expected `{|`"),
        ("union(T, S)", "not a type to be reduced"),
    ] {
        for property in ["P :[symmetric]", "P [T= P :[symmetry reduce]"] {
            let script = "nametype N = T\nsubtype U = A | B\nP = c?x -> P";
            let text = format!("{script}\nassert {property}: {types}{TYPES}");
            let mut sources = Sources::new();
            let file = add_script(&mut sources, "script.csp", text.as_bytes()).expect("a text");
            let nothing = |_: &Path| Err(std::io::ErrorKind::NotFound.into());
            let wrong = Script::load(&mut sources, file, &[], &mut { nothing }).expect_err(types);
            assert!(
                wrong[0].message.contains(message),
                "{property}: {types}: {}",
                wrong[0].message
            );
        }
    }
}

/// All scripts of others are read. The assertions of symmetry in them hold, those with `not` among them.
#[test]
fn assertions_of_others_hold() {
    let Some(folder) = places::shared_or_skip("models/cspm") else { return };
    let (mut scripts, mut symmetric) = (0, 0);
    for path in places::files_below(&folder) {
        if path.extension().is_none_or(|extension| extension != "csp") {
            continue;
        }
        let bytes = std::fs::read(&path).expect("bytes");
        let mut sources = Sources::new();
        let file = add_script(&mut sources, path.display().to_string(), &bytes).expect("a text");
        let read = Script::load(&mut sources, file, &[], &mut |path: &Path| read_file(path));
        let Ok((script, _)) = read else { continue };
        scripts += 1;
        for asserted in &script.asserted {
            let found = symmetry_of(&script, &asserted.expressions());
            if let AssertionKind::Symmetric { types, .. } = &asserted.assertion.kind {
                let holds = types.iter().all(|asked| is_met(&found, asked));
                assert_ne!(holds, asserted.assertion.negated, "{}", asserted.name);
                symmetric += 1;
            }
        }
    }
    assert!(scripts >= 100 && symmetric >= 6, "{scripts} scripts, {symmetric} assertions");
}

fn is_met(found: &[TypeSymmetry], asked: &SymmetricType) -> bool {
    let left_out: Vec<Binding> = asked.without.iter().filter_map(|name| name.binding).collect();
    let found = found.iter().find(|one| asked.name.binding == Some(one.datatype));
    found.expect("a datatype").against(&left_out).is_empty()
}
