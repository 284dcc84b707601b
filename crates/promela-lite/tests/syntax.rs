//! Mistakes of syntax: their places, and that parsing goes on.

mod support;

use support::mistakes;

const REST: &str =
    "proctype p() { do :: atomic { true -> skip } od }\ninit { atomic { run p() } }\n";

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
    check("int byte;", &["1:5: expected the name of the variable, found `byte`"]);
    check("int _x;", &["1:5: expected the name of the variable, found `_x`"]);
    check("chan{} x;", &["1:6: expected a type, found `}`"]);
    check(
        "int i = 99999999999;",
        &["1:9: this number is too large: at most 2147483647 is an `int`"],
    );
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
    check("/* a chan */ int i; // pid\nint j; /**/", &[]);
    assert_eq!(mistakes("int i; /* no end")[0], "1:8: this comment is never closed");
}

#[test]
fn depth_is_bounded() {
    let deep = 100_000;
    let no_init = "T-Spec: no `init`: nothing runs";
    let guard = |guard: &str| {
        let text = format!("int i; proctype p() {{ do :: atomic {{ {guard} -> skip }} od }}");
        mistakes(&text)
    };
    let too_complex = "too complex: an expression of more than 256 operators and parentheses";
    for wide in [
        format!("{}true{}", "(".repeat(deep), ")".repeat(deep)),
        format!("{}true", "!".repeat(deep)),
        format!("i == {}1", "-".repeat(deep)),
        format!("i == {}", vec!["1"; deep].join("+")),
        vec!["true"; deep].join(" && "),
    ] {
        let found = guard(&wide);
        assert!(found.len() == 1 && found[0].ends_with(too_complex), "{found:?}");
    }
    let found = guard(&vec!["true"; 257].join(" && "));
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
