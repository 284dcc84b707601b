//! What the type checker warns about, and what it does not.

use std::fs;

use crate::support;
use crate::support::parse_text;
use diagnostics::{Severity, Sources};
use promela::{KeptClaims, LoadOptions, ParseOptions, check as type_check, load};

/// The warnings for a model, one a line.
#[track_caller]
fn warnings(input: &str) -> String {
    let (sources, parsed) = parse_text(input);
    let lines: Vec<String> = parsed.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    assert_eq!(lines, Vec::<String>::new(), "in {input}");
    let found = type_check(&parsed.model, &sources);
    assert!(found.iter().all(|d| d.help.is_some()), "a warning without a mend: {found:?}");
    found.iter().map(|d| d.one_line(&sources)).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn check(input: &str, expected: &str) {
    assert_eq!(warnings(input), expected, "in {input}");
}

/// Nothing to warn about.
#[track_caller]
fn fine(input: &str) {
    check(input, "");
}

#[test]
fn our_models_have_no_warnings() {
    let paths = testing::places::examples("promela");
    assert!(paths.len() > 10, "{paths:?}");
    for path in paths {
        let mut sources = Sources::new();
        let bytes = fs::read(&path).expect("readable");
        let file = sources.add_bytes(path.display().to_string(), &bytes).expect("text");
        let options = LoadOptions { claims: KeptClaims::LeftOut, ..LoadOptions::default() };
        let loaded = load(&mut sources, file, &ParseOptions::default(), options);
        let lines: Vec<String> = loaded.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
        assert_eq!(lines, Vec::<String>::new());
    }
}

#[test]
fn every_warning_has_a_place_and_a_mend() {
    let Some(files) = support::model_files_or_skip() else { return };
    for path in &files {
        let (sources, parsed) = support::parse_file(path);
        for warning in type_check(&parsed.model, &sources) {
            let is_note = warning.severity == Severity::Note;
            assert!(
                is_note || warning.primary().is_some() && warning.help.is_some(),
                "{warning:?}"
            );
        }
    }
}

#[test]
fn arithmetic_is_judged_by_its_operands() {
    let with = |statement: &str| {
        warnings(&format!(
            "byte b = 1; short s = 1; int i = 1; bit t = 1; init {{ {statement}; i = b + s + t }}"
        ))
    };
    for statement in [
        "b = b + 1",
        "b = b * b - 300",
        "b = -b",
        "b = s % 256",
        "b = i & 255",
        "b = b & i",
        "s = i >> 16",
        "s = i / 65536",
        "b = (i > 3 -> 7 : b)",
        "t = 1 - t",
        "t = !t",
        "t = b & 1",
        "t = (b == s)",
        "i = s * b",
        "b++",
    ] {
        assert_eq!(with(statement), "", "{statement}");
    }
    for (statement, operand) in [
        ("b = s + 1", "`s`, a `short`,"),
        ("b = 300 - i", "`i`, an `int`,"),
        ("b = s % 257", "`s`, a `short`,"),
        ("b = -s", "`s`, a `short`,"),
        ("t = b", "`b`, a `byte`,"),
        ("t = b + t", "`b`, a `byte`,"),
        ("s = (b -> i : s)", "`i`, an `int`,"),
        ("s = i & i", "`i`, an `int`,"),
    ] {
        let said = with(statement);
        assert!(said.contains(&format!("{operand} may not fit into")), "{statement}: {said}");
    }
}

#[test]
fn only_what_cannot_be_is_said_to_be_never_true() {
    fine("byte b = 1; init { b + 1 == 256; -b == -1; (b -> b : 300) == 300; ~b == -2 }");
    // A `bit` in an array, and one that is a whole message, are kept in bytes.
    fine("bit a[2]; chan c = [1] of { bit }; init { a[0] = 1; a[0] == 2; c ! 1; c ? 2 }");
    check(
        "chan c = [1] of { bit, bit };\nbit a[2];\ninit { a[0] = 2; c ! 1, a[0]; c ? 2, _ }",
        "m:3:15: warning: 2 does not fit into `a`, a `bit` (0 to 1)\n\
         m:3:35: warning: this is never true: field 1 of the messages of `c`, a `bit`, holds 0 to 1",
    );
}

#[test]
fn constants_wrap_as_in_spin() {
    let becomes = |ty: &str, value: &str| {
        let said =
            warnings(&format!("{ty} = {value}; active proctype P() {{ printf(\"%d\", x) }}"));
        said.rsplit_once("becomes ").map(|(_, number)| number.to_owned())
    };
    assert_eq!(becomes("byte x", "-1").as_deref(), Some("255"));
    assert_eq!(becomes("byte x", "255"), None);
    assert_eq!(becomes("short x", "32768").as_deref(), Some("-32768"));
    assert_eq!(becomes("short x", "-32768"), None);
    assert_eq!(becomes("bool x", "2").as_deref(), Some("0"));
    assert_eq!(becomes("unsigned x : 3", "9").as_deref(), Some("1"));
    assert_eq!(becomes("unsigned x : 3", "3 + 4"), None);
    assert_eq!(becomes("byte x", "1 << 8").as_deref(), Some("0"));
}

#[test]
fn signatures_flow_through_parameters_structures_and_messages() {
    // Through an array of channels and a parameter.
    check(
        "chan c[2] = [1] of { bit };\nproctype P(chan q) { q ! 2 }\ninit { run P(c[1]) }",
        "m:2:26: warning: 2 does not fit into the message of `q`, a `bit` (0 to 1)",
    );
    // Through a field of a structure.
    check(
        "typedef T { chan q };\nT t;\nchan c = [1] of { bool, byte };\n\
         init { t.q = c; t.q ! true, c }",
        "m:4:29: warning: `c`, a `chan`, goes to field 2 of the messages of `t.q`, a `byte`",
    );
    // Through a structure in a message.
    check(
        "typedef T { chan q; byte n };\nT t, u;\nchan c = [1] of { T };\nchan d = [1] of { bit };\n\
         init { t.q = d; c ! t; c ? u; u.q ! 5; printf(\"%d\", u.n) }",
        "m:5:37: warning: 5 does not fit into the message of `u.q`, a `bit` (0 to 1)",
    );
    // Before anything says what the channel is, and by comparison.
    check(
        "chan c = [1] of { byte };\ninit { chan d; d ? 999; d = c; d == c }",
        "m:2:20: warning: this is never true: the message of `d`, a `byte`, holds 0 to 255",
    );
}

#[test]
fn recursive_channel_types_end() {
    fine("chan c = [1] of { chan }; init { c ! c; c ? c }");
    fine(
        "chan a = [1] of { chan, chan }; chan b = [1] of { chan, chan };\
         init { chan x, y; a ! a, b; b ! b, a; a ? x, y; x ! y, y }",
    );
    check(
        "chan a = [1] of { chan };\nchan b = [1] of { chan, chan };\ninit { a ! a; a ! b }",
        "m:3:19: warning: channels with different messages meet here: `a` has {chan}, `b` has {chan, chan}",
    );
}

#[test]
fn undeclared_fields_are_guessed_from_what_is_sent() {
    let model = |body: &str| {
        format!(
            "chan all = [1] of {{ chan }}; init {{ chan c; all ? c; bool t = 1; short s = 300; byte b; {body} }}"
        )
    };
    assert_eq!(
        warnings(&model("c ! s; c ? b")).split_once("warning: ").expect("a warning").1,
        "`s`, a `short`, may not fit into `b`, a `byte` (0 to 255)"
    );
    assert!(warnings(&model("c ! t; c ! s; c ? s")).contains("elsewhere"));
    assert!(warnings(&model("c ! s; c ! s, s")).contains("have 1 fields, 2 given"));
    assert_eq!(warnings(&model("c ! t; c ! 1; c ? t; b = 1; s = 2")), "");
}

#[test]
fn a_wrong_number_of_fields_is_told_with_what_becomes_of_it() {
    let says = |statement: &str, expected: &str| {
        let declared = "chan c = [1] of { byte, byte }; chan w = [1] of { byte, byte, byte }";
        let model = format!("{declared}; init {{ byte x, y, z; w!x,y,z; {statement} }}");
        let (sources, parsed) = parse_text(&model);
        let found = type_check(&parsed.model, &sources);
        let help = found.iter().find(|d| d.message.contains("have 2 fields"));
        assert_eq!(help.and_then(|d| d.help.as_deref()), Some(expected), "{statement}");
    };
    let anything = "the fields that are not named may hold anything";
    let error = "a run-time error if a message matches as far as it goes";
    says("c!1", "what is missing is sent as 0");
    says("c!1,2,3", "what is too much is not sent");
    says("c?1", "a run-time error if it is executed outside of a `d_step`");
    says("c?x", anything);
    says("c??1", anything);
    says("c?<1>", anything);
    says("c?[1]", anything);
    says("c?x,y,z", error);
    says("c?[x,y,1]", error);
    says("c?[x,y,z]", "what is too much is not looked at");
}

/// What is said of a model when it is loaded, its checks aside.
fn said_of_elses(body: &str) -> Vec<(bool, String)> {
    let mut sources = Sources::new();
    let model =
        format!("byte z, r; active proctype P() {{ {body} }} active proctype Q() {{ z++ }}");
    let file = sources.add("m", &model);
    let loaded = load(&mut sources, file, &ParseOptions::default(), LoadOptions::default());
    let mut found = loaded.diagnostics;
    found.retain(|d| d.message.contains("`else`"));
    found
        .iter()
        .map(|d| {
            assert!(d.help.is_some(), "{d:?}");
            let other = d.labels[1].0;
            (d.is_error(), model[other.start as usize..other.end as usize].to_owned())
        })
        .collect()
}

#[test]
fn an_else_that_shares_its_place_is_told_with_what_it_shares_it_with() {
    let inner = "if :: z == 1 -> r = 1 :: else -> r = 2 fi";
    let warned = |other: &str| vec![(false, other.to_owned())];
    assert_eq!(said_of_elses(&format!("do :: {inner} :: z == 3 -> break od")), warned("z == 3"));
    assert_eq!(said_of_elses(&format!("do :: z == 3 -> break :: {inner} od")), warned("z == 3"));
    let wrapped = format!("do :: {{ atomic {{ {inner} }} }} :: z == 3 -> break od");
    assert_eq!(said_of_elses(&wrapped), warned("z == 3"));
    assert_eq!(said_of_elses("if :: { else -> r = 1 } :: z == 1 -> r = 2 fi"), warned("z == 1"));
    assert_eq!(
        said_of_elses(&format!("{{ r = 1; r = 2 }} unless {{ {inner} }}")),
        warned("z == 1")
    );
    // Alone, or behind something, it means what it says.
    for body in [
        inner.to_owned(),
        format!("do :: {inner}; break od"),
        format!("do :: true -> {inner} :: z == 3 -> break od"),
        format!("do :: d_step {{ {inner} }} :: z == 3 -> break od"),
        format!("{{ {inner} }} unless {{ z == 2 }}"),
        format!("if :: r == 1 -> {inner} :: else -> {inner} fi"),
    ] {
        assert_eq!(said_of_elses(&body), [], "{body}");
    }
}

#[test]
fn two_elses_of_one_place_are_refused() {
    let inner = "if :: z == 1 -> r = 1 :: else -> r = 2 fi";
    for body in [
        format!("if :: {inner} :: {inner} fi"),
        format!("if :: {inner} :: else -> r = 3 fi"),
        format!("{{ {inner} }} unless {{ {inner} }}"),
        format!("goto L; if :: {inner} :: else -> r = 3 fi; L: r = 4"),
    ] {
        let said = said_of_elses(&body);
        assert!(said.iter().any(|(is_error, _)| *is_error), "{body}: {said:?}");
    }
}

#[test]
fn zero_names_no_channel_and_no_symbol() {
    fine(
        "mtype = { a }; mtype m = a; chan c = 0; chan d = [1] of { byte }; init { c = d; c == 0; m = 0; m == 0; c = (m == a -> d : 0); c ! 1 }",
    );
}

#[test]
fn what_is_received_is_as_wide_as_what_is_sent() {
    fine("chan c = [1] of { int }; byte b; init { c ! 7; c ? b }");
    check(
        "chan c = [1] of { int };\nbyte b;\ninit { c ! 700; c ? b }",
        "m:3:21: warning: the message of `c`, an `int`, may not fit into `b`, a `byte` (0 to 255)",
    );
    check(
        "chan c = [1] of { int };\nbyte b;\ninit { c ? b }",
        "m:3:12: warning: the message of `c`, an `int`, may not fit into `b`, a `byte` (0 to 255)",
    );
}

#[test]
fn process_identifiers_may_be_kept_in_a_bit() {
    fine("bit turn; active [2] proctype P() { turn = _pid; turn == 1 }");
    fine("bit turn; proctype P() { turn = _pid; turn == 1 } init { run P(); run P() }");
    check(
        "bit turn;\nactive [3] proctype P() { turn = _pid; turn == 1 }",
        "m:2:34: warning: this number may not fit into `turn`, a `bit` (0 to 1)",
    );
}

#[test]
fn labels() {
    fine("active proctype P() { end_of: skip; progress: skip; accept1: skip }");
    fine("active proctype P() { here: skip } active proctype Q() { P@here }");
    fine("active proctype P() { here: skip } ltl { [] !P@here }");
    fine("inline f() { again: if :: x -> goto again :: else fi } bool x; init { x = 1; f(); f() }");
    // A label is local to its process.
    check(
        "active proctype P() {\nEnd: skip }\nactive proctype Q() { End: goto End }",
        "m:2:1: warning: the label `End` is never used",
    );
    // One that only documents is no mistake.
    fine("active proctype P() {\nhere: skip }\nactive proctype Q() { here: goto here }");
    // A label in an inline that one call uses is used.
    fine(
        "inline f() { End: skip } active proctype P() { f(); goto End } active proctype Q() { f() }",
    );
    check(
        "inline f() {\nProgress: skip } active proctype P() { f() } active proctype Q() { f() }",
        "m:2:1: warning: the label `Progress` is never used",
    );
}

#[test]
fn unreachable_statements() {
    fine("active proctype P() { do :: break :: skip; goto out od; out: skip }");
    fine("active proctype P() { goto on; { on: skip } }");
    fine("active proctype P() { goto on unless { true }; skip; on: skip }");
    check(
        "active proctype P() { do :: break;\nskip od }",
        "m:2:1: warning: no run comes here: the `break` before it leaves",
    );
}

#[test]
fn variables() {
    fine("byte written; init { written = 1 }");
    fine("byte x = 1; init { assert(x) }");
    fine("proctype P(byte unused) { skip } init { run P(1) }");
    fine("byte a[2]; init { byte i; for (i in a) { a[i] = 1 } }");
    fine("byte x; active proctype P() { x = 1 } ltl { [] (x < 2) }");
    fine("typedef T { byte n = 1 }; T t; init { assert(t.n) }");
    fine("chan c = [1] of { byte }; byte x; init { c ? x }");
    check(
        "typedef T { byte n };\nT t;\nbyte a[2];\ninit { assert(t.n == a[1]) }",
        "m:2:3: warning: `t` is never given values: they are always 0\n\
         m:3:6: warning: `a` is never given values: they are always 0",
    );
}

#[test]
fn names_of_variables() {
    check(
        "byte x = 1;\nactive proctype P() {\nx: goto x }",
        "m:3:1: warning: the label `x` has the name of a variable",
    );
    check(
        "byte x = 1;\nactive proctype x() { skip }",
        "m:2:17: warning: the proctype `x` has the name of a variable",
    );
}

#[test]
fn an_expansion_is_warned_about_once() {
    check(
        "byte b;\ninline f() { b = 256 }\ninit { f(); f(); f() }",
        "m:2:18: warning: 256 does not fit into `b`, a `byte` (0 to 255): it becomes 0",
    );
}

#[test]
fn many_warnings_are_cut_off() {
    let (sources, parsed) = parse_text(&format!("byte b; init {{ {} }}", "b = 256; ".repeat(200)));
    let found = type_check(&parsed.model, &sources);
    assert_eq!(found.len(), 51);
    assert_eq!(found[50].one_line(&sources), "note: 150 more warnings are not shown");
}

#[test]
fn deep_expressions_and_structures_are_no_trouble() {
    fine(&format!("int x = 1; init {{ x = {} }}", ["x"; 1900].join(" + ")));
    // Each type holds two of the one before: 2^60 places.
    let mut model = "typedef T0 { byte n };\n".to_owned();
    for level in 1..=60 {
        model += &format!("typedef T{level} {{ T{} a, b }};\n", level - 1);
    }
    let (sources, parsed) =
        parse_text(&format!("{model} chan c = [1] of {{ T60 }}; init {{ T60 t; c ! t; c ? t }}"));
    assert_eq!(type_check(&parsed.model, &sources), Vec::new());
    // A type that holds itself is refused elsewhere.
    let (sources, parsed) =
        parse_text("typedef T { T t }; chan c = [1] of { T }; init { T t; c ! t; c ? t }");
    assert_eq!(type_check(&parsed.model, &sources), Vec::new());
}

#[test]
fn processes_that_there_are_never() {
    let two = "byte x; active [2] proctype P() { byte own; cs: x = own; own = x }";
    check(
        &format!("{two} ltl safe {{ [] !(P[0]@cs && P[2]@cs) }}"),
        "m:1:95: warning: there is no process `P[2]`",
    );
    check(
        &format!(
            "{two} active proctype Q() {{ P[0]:own == P[3]:own; P[2]:own == 1; Q[2]@here; here: skip }}"
        ),
        "m:1:102: warning: there is no process `P[3]`\nm:1:112: warning: there is no process `P[2]`",
    );
    fine(&format!("{two} ltl safe {{ [] !(P[0]@cs && P[1]@cs) }}"));
    // Some may be started, with whatever number.
    fine(&format!("{two} init {{ run P() }} ltl safe {{ [] !(P[0]@cs && P[7]@cs) }}"));
}
