//! Syntax: what parses, and what is wrong, with its place.

use std::fs;

use diagnostics::{Diagnostic, Sources};
use testing::places;

/// What is wrong with a text.
fn diagnostics(text: &str) -> (Sources, Vec<Diagnostic>) {
    let mut sources = Sources::new();
    let file = sources.add("m", text);
    let found = rebeca::mistakes(&sources, file);
    (sources, found)
}

/// What is wrong with a text, as `line:column: message`.
fn mistakes(text: &str) -> Vec<String> {
    let (sources, found) = diagnostics(text);
    let line = |diagnostic: &Diagnostic| {
        let line = diagnostic.one_line(&sources).replace(": error: ", ": ");
        line.strip_prefix("m:").unwrap_or(&line).to_owned()
    };
    found.iter().map(line).collect()
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(mistakes(text), expected, "{text}");
}

/// Checks statements; they begin in line 2.
#[track_caller]
fn check_body(body: &str, expected: &[&str]) {
    check(&format!("reactiveclass C(1) {{ msgsrv m() {{\n{body}\n}} }} main {{ }}"), expected);
}

/// Checks what a class declares; it begins in line 2.
#[track_caller]
fn check_member(member: &str, expected: &[&str]) {
    check(&format!("reactiveclass C(1) {{\n{member}\n}} main {{ }}"), expected);
}

#[test]
fn models_of_the_paper_parse() {
    let Some(folder) = places::shared_or_skip("models/rebeca-paper") else { return };
    let mut parsed = 0;
    // Folders within are of other versions.
    for path in places::files_below(&folder) {
        let is_model = path.extension().is_some_and(|extension| extension == "rebeca");
        if !is_model || path.parent() != Some(&folder) {
            continue;
        }
        let text = fs::read_to_string(&path).expect("text");
        assert_eq!(mistakes(&text), [""; 0], "{}", path.display());
        parsed += 1;
    }
    assert!(parsed >= 20, "only {parsed} models");
}

#[test]
fn what_is_expected_is_said() {
    check("", &[]);
    check("class C { }", &["1:1: expected `reactiveclass` or `main`, found `class`"]);
    check("reactiveclass (3) { }", &["1:15: expected the name of a class, found `(`"]);
    check("reactiveclass int(3) { }", &["1:15: expected the name of a class, found `int`"]);
    check("reactiveclass C { }", &["1:17: expected `(` and the size of the queues, found `{`"]);
    check(
        "reactiveclass C() { }",
        &["1:17: expected how many messages the queue of a rebec holds, found `)`"],
    );
    check(
        "reactiveclass C(3) {",
        &["1:21: expected `knownrebecs`, `statevars`, `msgsrv` or `}`, found the end of the text"],
    );
    check_member(
        "int x;",
        &["2:1: expected `knownrebecs`, `statevars`, `msgsrv` or `}`, found `int`"],
    );
    check_member("msgsrv () { }", &["2:8: expected the name of a message server, found `(`"]);
    check_member("msgsrv m { }", &["2:10: expected `(` and the parameters, found `{`"]);
    check_member("msgsrv m(int) { }", &["2:13: expected the name of the variable, found `)`"]);
    check_member("statevars { int x }", &["2:19: expected `;` after the declaration, found `}`"]);
    check_member("statevars { int = 1; }", &["2:17: expected the name of the variable, found `=`"]);
    check_member(
        "knownrebecs { C g[i]; }",
        &["2:20: expected `:` and the values of the scalar set, found `]`"],
    );
    check_member(
        "knownrebecs { C g[i:1]; }",
        &["2:22: expected `..` and the last value, found `]`"],
    );
    check_member("knownrebecs { C g[i:1,4]; }", &["2:23: 4 does not follow 1 in the scalar set"]);
    check_body(
        "x = 99999999999;",
        &["2:5: this number is too large: at most 2147483647 is an `int`"],
    );
    check_body("x = ;", &["2:5: expected an expression, found `;`"]);
    check_body("x = 1", &["3:1: expected `;` after the statement, found `}`"]);
    check_body("x = 1 + y++;", &["2:10: expected `;` after the statement, found `++`"]);
    check_body("x;", &["2:2: expected `=` and a value, or `.` and a message, found `;`"]);
    check_body("self = x;", &["2:6: expected `.` and a message, found `=`"]);
    check_body("else x = 1;", &["2:1: expected a statement or `}`, found `else`"]);
    check_body("x = y + new C():();", &["2:9: expected an expression, found `new`"]);
    check_body(
        "x = new C();",
        &["2:12: expected `:` and the arguments of the constructor, as in `:()`, found `;`"],
    );
    check_body("x = a # b;", &["2:7: expected `;` after the statement, found `#`"]);
    check_body("x = ?1;", &["2:6: expected `(` and the alternatives, found `1`"]);
    check(
        "main { C c(); }",
        &["1:13: expected `:` and the arguments of the constructor, as in `:()`, found `;`"],
    );
    check("main { } main { }", &["1:10: there are two `main`"]);
}

#[test]
fn parsing_goes_on_after_a_mistake() {
    let text = "reactiveclass C(x) { }
reactiveclass D(1) {
  knownrebecs { C; D d e; C c; }
  statevars { int; boolean }
  msgsrv a(int) { x = 1; }
  msgsrv b() {
    if (x = 1) { y = 2; } else y = 3;
    z = ?{1 2};
    { q r s; x = 1 }
    if (x) y = ; else y = 4;
  }
  msgsrv c() x = 1; }
  msgsrv d() { if (x) { y = 1; }
}
main { D d(; D e():() }";
    check(
        text,
        &[
            "1:17: expected how many messages the queue of a rebec holds, found `x`",
            "3:18: expected the name of a known rebec, found `;`",
            "3:24: expected `;` after the declaration, found `e`",
            "4:18: expected the name of the variable, found `;`",
            "4:28: expected the name of the variable, found `}`",
            "5:15: expected the name of the variable, found `)`",
            "7:11: expected `)` or an operator, found `=`",
            "8:13: expected `,` and an alternative, or the end of the choice, found `2`",
            "9:11: expected `;` after the declaration, found `s`",
            "9:20: expected `;` after the statement, found `}`",
            "10:16: expected an expression, found `;`",
            "12:14: expected `{` and the body of the message server, found `x`",
            "15:1: expected `knownrebecs`, `statevars`, `msgsrv` or `}`, found `main`",
            "15:12: expected the name of a known rebec, found `;`",
            "15:23: expected `;` after the rebec, found `}`",
        ],
    );
}

#[test]
fn at_most_twenty_mistakes_are_reported() {
    let body = "x = ;\n".repeat(100);
    let found = mistakes(&format!("reactiveclass C(1) {{ msgsrv m() {{\n{body}}} }}"));
    assert_eq!(found.len(), 20);
}

#[test]
fn other_versions_are_refused_by_name() {
    check("featurevar f; main { }", &["1:1: `featurevar` is not supported"]);
    check(
        "package a.b; import c.d; main { }",
        &["1:1: `package` is not supported", "1:14: `import` is not supported"],
    );
    check("physicalclass P(1) { mode m { } } main { }", &["1:1: `physicalclass` is not supported"]);
    check("main { @priority(1) C c():(); }", &["1:8: `@priority` is not supported"]);
    check_member(
        "@globalPriority(2) @x msgsrv m() { }",
        &["2:1: `@globalPriority` is not supported", "2:20: `@x` is not supported"],
    );
    check_body(
        "self.m() after(2) deadline(x + 1);",
        &["2:10: `after` is not supported", "2:19: `deadline` is not supported"],
    );
    check_body("delay(3); delay = 1;", &["2:1: `delay` is not supported"]);
    check_body("x = now();", &["2:5: `now` is not supported"]);
    check_body("pAlt { prob(0.5): { x = 1; } prob(0.5): { } }", &["2:1: `pAlt` is not supported"]);
    check_body("x = ?(0.5:1, 0.5:2);", &["2:7: choices with probabilities are not supported"]);
    check_body("x = ?(1:true, 2:false);", &["2:8: choices with probabilities are not supported"]);
    check_body("x = 0.5;", &["2:5: numbers with a fraction are not supported"]);
    check_body("x = 1 >>> 2;", &["2:7: `>>>` is not supported"]);
    check_body("getAllActors(C);", &["2:1: `getAllActors` is not supported"]);
    check_body("x = a.f(1);", &["2:5: methods of other rebecs are not supported"]);
    check_body("x = a.v + 1;", &["2:5: variables of other rebecs are not supported"]);
    check_body("float f;", &["2:1: the type `float` is not supported"]);
    check_body("print('x');", &["2:7: texts in `'` are not supported"]);
    check_body("x = \"a\";", &["2:5: texts are not supported"]);
}

#[test]
fn the_version_is_named() {
    let help = |body: &str| {
        let text = format!("reactiveclass C(1) {{ msgsrv m() {{ {body} }} }}");
        let (_, found) = diagnostics(&text);
        found[0].help.clone().unwrap_or_default()
    };
    assert_eq!(help("delay(1);"), "this belongs to Timed Rebeca; Core Rebeca is read here");
    assert_eq!(
        help("x = ?(1:2, 1:3);"),
        "this belongs to Probabilistic Rebeca; Core Rebeca is read here"
    );
    assert_eq!(
        help("x = a.v;"),
        "the rest of Core Rebeca is supported; send `a` a message, which it \
         answers by another"
    );
}

/// What is wrong with a property file.
fn in_properties(text: &str) -> Vec<String> {
    let mut sources = Sources::new();
    let file = sources.add("p", text);
    let found = rebeca::mistakes_of_properties(&sources, file);
    found
        .iter()
        .map(|d| d.one_line(&sources).replace(": error: ", ": ").replacen("p:", "", 1))
        .collect()
}

#[test]
fn property_files() {
    let right = "property { define { a = x.v[1] == 2 && !y.w; b = a || x.u; }
      Assertion { safe: a -> b; } LTL { live: G(!a || F b) && F(a) U X (G b); } }";
    assert_eq!(in_properties(right), [""; 0]);
    for (text, expected) in [
        ("", "1:1: expected `property`, found the end of the text"),
        ("property { TCTL { a: A; } }", "1:12: `TCTL` is not supported"),
        ("property { define { a : x.v; } }", "1:23: expected `=` and an expression, found `:`"),
        ("property { LTL { a: G(x.v; } }", "1:26: expected `)` or an operator, found `;`"),
        ("property { LTL { a: W(x.v); } }", "1:21: there is no operator `W`"),
        ("property { } x", "1:14: expected the end of the properties, found `x`"),
        ("property { LTL { ", "1:18: expected a name or `}`, found the end of the text"),
    ] {
        assert_eq!(in_properties(text), [expected], "{text}");
    }
}

#[test]
fn comments_are_passed_over() {
    check_body("// x = ;\nx /* = 2 */ = 1; /**/", &[]);
    check("main { /* no end", &["1:8: this comment is never closed"]);
}

#[test]
fn depth_is_bounded() {
    let deep = 100_000;
    let too_complex =
        "too complex: an expression of more than 256 operators, parentheses and subscripts";
    for wide in [
        format!("{}true{}", "(".repeat(deep), ")".repeat(deep)),
        format!("{}true", "!".repeat(deep)),
        format!("{}1", "- ".repeat(deep)),
        format!("{}1", "(int)".repeat(deep)),
        format!("{}1{}", "v[".repeat(deep), "]".repeat(deep)),
        format!("{}1{}", "?(".repeat(deep), ")".repeat(deep)),
        "?{".repeat(deep),
        vec!["1"; deep].join("+"),
        vec!["true"; deep].join(" && "),
    ] {
        let found = mistakes(&format!("reactiveclass C(1) {{ msgsrv m() {{ x = {wide}; }} }}"));
        let last = found.last().expect("a mistake");
        // Of casts there is one mistake each.
        assert!(last.ends_with(too_complex) || found.len() == 20, "{found:?}");
        assert!(found.len() == 1 || wide.starts_with("(int)"), "{found:?}");
    }
    check_body(&format!("x = {};", vec!["1"; 257].join("+")), &[]);
    for open in
        ["{", "if (x) ", "if (x) { ", "forEachValueOf(i) ", "if (x) ; else ", "if (x) { } else { "]
    {
        let found = mistakes(&format!("reactiveclass C(1) {{ msgsrv m() {{ {}", open.repeat(deep)));
        let too_deep = "too complex: statements may be nested 200 deep";
        assert!(found.len() == 1 && found[0].ends_with(too_deep), "{found:?}");
    }
    check_body(&format!("{}{}", "{".repeat(200), "}".repeat(200)), &[]);
    // As deep as both may be at once.
    let inner = format!("{}true{}", "(".repeat(256), ")".repeat(256));
    check_body(&format!("{}x = {inner};", "if (x) ".repeat(199)), &[]);
}
