//! The types of channels that are inferred, against types computed by hand.

use std::fs;

use crate::support;
use diagnostics::Sources;
use promela::{KeptClaims, LoadOptions, ParseOptions, load};
use testing::places::shared_or_skip;

/// The types in a model, one a line, and its warnings.
#[track_caller]
fn infer(text: &str) -> (String, String) {
    let mut sources = Sources::new();
    let file = sources.add("m", text);
    let options = LoadOptions { claims: KeptClaims::LeftOut, ..LoadOptions::default() };
    let loaded = load(&mut sources, file, &ParseOptions::default(), options);
    let warnings: Vec<String> = loaded.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    assert!(loaded.model.is_some(), "{warnings:?} in {text}");
    let types = loaded.channel_types.list().into_iter().map(|ty| {
        let process = ty.process.map(|process| process + ":").unwrap_or_default();
        format!("{process}{}: {}", ty.name, ty.text)
    });
    (types.collect::<Vec<_>>().join("\n"), warnings.join("\n"))
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(infer(text).0, expected.join("\n"), "in {text}");
}

#[test]
fn what_is_sent_and_received_tells_what_channels_in_messages_carry() {
    check(
        "chan requests = [1] of { chan }
         chan answers = [1] of { bool }
         active proctype client() { bool yes; requests ! answers; answers ? yes }
         active proctype server() { chan reply; requests ? reply; reply ! true }",
        &["requests: chan{chan{bool}}", "answers: chan{bool}", "server:reply: chan{bool}"],
    );
    check(
        "mtype = { go }
         mtype:size = { large }
         chan a = [0] of { chan, mtype, short }
         chan b = [2] of { mtype:size, bit }
         init { chan x; a ! b, go, 3; a ? x, go, _ }",
        &[
            "a: chan{chan{mtype:size, bit}, mtype, short}",
            "b: chan{mtype:size, bit}",
            "init:x: chan{mtype:size, bit}",
        ],
    );
}

#[test]
fn channels_in_themselves_have_recursive_types() {
    check(
        "chan c = [1] of { chan, int }
         init { c ! c, 3 }",
        &["c: rec X . chan{X, int}"],
    );
    // The unfolding of each is chan{chan{chan{...}}}: one binder is enough.
    check(
        "chan a = [1] of { chan }
         chan b = [1] of { chan }
         chan c = [1] of { chan }
         init { a ! b; b ! c; c ! a }",
        &["a: rec X . chan{X}", "b: rec X . chan{X}", "c: rec X . chan{X}"],
    );
    check(
        "chan a = [1] of { chan, byte }
         chan b = [1] of { chan, bit }
         init { a ! b, 3; b ! a, 1 }",
        &["a: rec X . chan{chan{X, bit}, byte}", "b: rec X . chan{chan{X, byte}, bit}"],
    );
    check(
        "chan a = [1] of { chan }
         chan b = [1] of { chan, chan }
         init { a ! b; b ! a, b }",
        &["a: rec X . chan{rec Y . chan{X, Y}}", "b: rec X . chan{chan{X}, X}"],
    );
    // A channel that leads to a recursive one is not part of the recursion.
    check(
        "chan a = [1] of { chan, chan }
         chan b = [1] of { chan }
         init { a ! b, b; b ! b }",
        &["a: chan{rec X . chan{X}, rec X . chan{X}}", "b: rec X . chan{X}"],
    );
}

#[test]
fn unfoldings_that_agree_only_after_a_while_are_the_same_type() {
    // p is chan{q, int}, q is chan{p, int}, r is chan{r, int}; s is chan{r, int}: all one type.
    let same = "rec X . chan{X, int}";
    check(
        "chan p = [1] of { chan, int }
         chan q = [1] of { chan, int }
         chan r = [1] of { chan, int }
         chan s = [1] of { chan, int }
         init { p ! q, 1; q ! p, 2; r ! r, 3; s ! r, 4 }",
        &["p", "q", "r", "s"].map(|name| format!("{name}: {same}")).each_ref().map(|s| &s[..]),
    );
}

#[test]
fn parameters_elements_and_fields_have_types() {
    check(
        "typedef node { chan out[2]; byte id; chan back }
         chan ring[3] = [1] of { chan, bool }
         node n[4]
         chan spare = [0] of { byte }
         proctype user(chan left, right; byte i) { chan c; left ? c, true; right ! c, false }
         init {
           run user(ring[0], ring[1], 0);
           ring[2] ! spare, true;
           n[1].out[0] = spare;
           n[2].back = ring[1]
         }",
        &[
            "ring[3]: chan{chan{byte}, bool}",
            "n[4].out[2]: chan{byte}",
            "n[4].back: chan{chan{byte}, bool}",
            "spare: chan{byte}",
            "user:left: chan{chan{byte}, bool}",
            "user:right: chan{chan{byte}, bool}",
            "user:c: chan{byte}",
        ],
    );
}

#[test]
fn comparisons_alternatives_and_loops_over_messages_tell_too() {
    check(
        "typedef pair { byte a; short b }
         chan known = [2] of { byte, short }
         proctype P(chan x, y, z) { pair p; x == y -> skip; y == (1 -> z : known) }
         proctype Q(chan c) { pair p; for (p in c) { skip } }
         init { skip }",
        &[
            "known: chan{byte, short}",
            "P:x: chan{byte, short}",
            "P:y: chan{byte, short}",
            "P:z: chan{byte, short}",
            "Q:c: chan{byte, short}",
        ],
    );
}

#[test]
fn what_no_declaration_says_is_told_by_use() {
    check(
        "mtype = { go }
         proctype P(chan a, b, c) {
           short s; int i; bool t;
           a ! s, 1, t, go, 0;
           b ? i, t, _;
           c ! 300; c ! 2
         }
         init { skip }",
        &["P:a: chan{short, bit, bool, mtype, 'a}", "P:b: chan{int, bool, 'b}", "P:c: chan{short}"],
    );
}

#[test]
fn what_nothing_tells_is_a_variable() {
    check(
        "chan a = [1] of { chan }
         chan b = [1] of { chan, chan }
         chan x, y
         init { a ? x; b ! x, y }",
        &["a: chan{'a}", "b: chan{'a, 'b}", "x: 'a", "y: 'b"],
    );
}

#[test]
fn what_is_not_understood_is_unknown() {
    check(
        "typedef row { byte cells[3] }
         chan c = [1] of { row }
         chan d = [1] of { chan }
         init { d ! c }",
        &["c: unknown", "d: chan{unknown}"],
    );
}

#[test]
fn variables_of_inlines_are_listed_once() {
    check(
        "chan c = [1] of { byte }
         inline ask(to) { chan own; own = to; own ! 1 }
         init { ask(c); ask(c) }",
        &["c: chan{byte}", "init:own: chan{byte}"],
    );
}

#[test]
fn what_conflicts_keeps_its_type_and_is_warned_about() {
    let (types, warnings) = infer(
        "chan a = [1] of { byte }
         chan b = [1] of { byte, bool }
         proctype user(chan c) { c ! 1 }
         init { run user(a); run user(b) }",
    );
    assert_eq!(types, "a: chan{byte}\nb: chan{byte, bool}\nuser:c: chan{byte}");
    assert!(warnings.contains("channels with different messages meet here"), "{warnings}");
}

/// The types of a test of ETCH; none, said aloud, where it is absent.
fn etch(name: &str) -> Option<String> {
    let path = shared_or_skip(&format!("models/topspin/EtchTesting/PassTests/{name}"))?;
    let bytes = fs::read(path).expect("readable");
    Some(infer(&String::from_utf8_lossy(&bytes)).0)
}

#[test]
fn types_of_tests_of_etch() {
    // Two channels go through a third and are then used for structures of one `int` and one `short`.
    if let Some(types) = etch("testtypeinferenceforrecords.p") {
        let expected = [
            "A: chan{chan{int}, chan{short}}",
            "init:B: chan{int}",
            "init:C: chan{short}",
            "init:D: chan{int}",
            "init:E: chan{short}",
        ];
        assert_eq!(types, expected.join("\n"));
    }
    // Arrays of `int` are sent, one element of each.
    if let Some(types) = etch("testtypeinferencearrays.p") {
        assert_eq!(types, "C: chan{int}");
    }
}

#[test]
fn structures_in_structures_are_looked_into_only_so_far() {
    // Each type holds two of the one before: 2^40 places.
    let mut model = "typedef T0 { chan n };\n".to_owned();
    for level in 1..=40 {
        model += &format!("typedef T{level} {{ T{} a, b }};\n", level - 1);
    }
    let (sources, parsed) = support::parse_text(&format!("{model} init {{ T40 t; skip }}"));
    assert!(promela::check(&parsed.model, &sources).len() <= 1);
}
