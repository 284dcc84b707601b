//! Mistakes of syntax: their places, and that parsing goes on.

use crate::support::mistakes;

const REST: &str =
    "proctype p() { do :: atomic { 0 == 0 -> skip } od }\ninit { atomic { run p() } }\n";

#[track_caller]
fn check(before: &str, expected: &[&str]) {
    assert_eq!(mistakes(&format!("{before}\n{REST}")), expected);
}

#[test]
fn what_is_expected_is_said() {
    check("", &[]);
    check("int i", &["2:1: expected `;` after the declaration, found `proctype`"]);
    check("int = 1;", &["1:5: expected the name of the variable, found `=`"]);
    check("chan c of {int};", &["1:8: expected `=` after the name of the channel, found `of`"]);
    check(
        "chan c = [1] {int};",
        &["1:14: expected `of` and the types of the fields of a message, found `{`"],
    );
    check(
        "byte b;",
        &["1:1: expected a channel, a variable, a `proctype` or `init`, found `byte`"],
    );
    check(
        "#define N 3",
        &["1:1: expected a channel, a variable, a `proctype` or `init`, found `#`"],
    );
    check("chan{} x;", &["1:6: expected a type, found `}`"]);
    check("int i = 99999999999;", &["1:9: T-INT-LITERAL: this number is not an `int`"]);
}

/// Figure 8: a name is of letters, digits and underscores. What means something to Promela is free.
#[test]
fn names_are_free() {
    for name in
        ["in", "byte", "_x", "_", "__", "true", "else", "mtype", "T", "typedef", "while", "x1_"]
    {
        check(&format!("chan {name} = [1] of {{int}};"), &[]);
        check(&format!("pid {name} = 1;"), &[]);
        let text = |kind: &str| {
            format!(
                "proctype q({kind} {name}) {{ do :: atomic {{ {name} != {name} -> {name} = {name} }} od }}"
            )
        };
        for kind in ["int", "pid", "chan{int}", &format!("rec {name} . chan{{{name}}}")] {
            check(&text(kind), &[]);
        }
        check(&format!("proctype {name}() {{ do :: atomic {{ 0 == 0 -> skip }} od }}"), &[]);
    }
    check("int od = 1;", &["1:5: expected the name of the variable, found `od`"]);
    check("int null = 1;", &["1:5: expected the name of the variable, found `null`"]);
}

#[test]
fn parsing_goes_on_after_a_mistake() {
    let text = "int = 1;\npid = 2;\nproctype p() {\n do\n :: atomic { true -> x y }\n :: i == 1\n \
                :: atomic { true skip }\n od\n}\ninit { atomic { run } }";
    assert_eq!(
        mistakes(text),
        [
            "1:5: expected the name of the variable, found `=`",
            "2:5: expected the name of the variable, found `=`",
            "5:24: expected `=`, `!` or `?`, found `y`",
            "6:5: expected `atomic`, found `i`",
            "7:19: expected `->` and the updates, found `skip`",
            "10:21: expected the name of a proctype, found `}`",
        ]
    );
}

#[test]
fn comments_are_passed_over() {
    check("/* a chan */ int i = 1; // pid\nint j = 2; /**/", &[]);
    assert_eq!(mistakes("int i; /* no end")[0], "1:8: this comment is never closed");
}

#[test]
fn depth_is_bounded() {
    let deep = 100_000;
    let no_init = "T-INIT: no `init`: nothing runs";
    let guard = |guard: &str| {
        let text = format!("int i = 1; proctype p() {{ do :: atomic {{ {guard} -> skip }} od }}");
        mistakes(&text)
    };
    let too_complex = "too complex: an expression of more than 256 operators and parentheses";
    for wide in [
        format!("{}i == 1{}", "(".repeat(deep), ")".repeat(deep)),
        format!("{}(i == 1)", "!".repeat(deep)),
        format!("i == {}1", "-".repeat(deep)),
        format!("i == {}", vec!["1"; deep].join("+")),
        vec!["i"; deep].join(" && "),
    ] {
        let found = guard(&wide);
        assert!(found.len() == 1 && found[0].ends_with(too_complex), "{found:?}");
    }
    let found = guard(&vec!["i == 1"; 128].join(" && "));
    assert!(found.len() == 1 && found[0].ends_with(no_init), "{found:?}");
    for open in ["chan{", "rec X . ", "rec X . chan{"] {
        let found = mistakes(&open.repeat(deep));
        assert!(found.len() == 1 && found[0].ends_with("types may be nested 64 deep"), "{found:?}");
    }
}

#[test]
fn size_is_bounded() {
    let fields = vec!["int"; 5000].join(",");
    let found = mistakes(&format!("chan c = [255] of {{{fields}}};\n{REST}"));
    assert_eq!(found, ["1:1: too large: a model may have 1048576 cells"]);
    let channels: String = (0..256).map(|n| format!("chan c{n} = [1] of {{int}};\n")).collect();
    let found = mistakes(&format!("{channels}{REST}"));
    assert_eq!(found, ["256:1: too large: more than 255 channels"]);
}
