//! Which declaration a name means, and what is said where there is none.

use std::io;

use cspm::names::{Bindings, resolve};
use cspm::tree::{Declaration, DeclarationKind, ExpressionKind};
use diagnostics::Sources;

fn resolved(text: &str) -> (Vec<Declaration>, Bindings, Vec<String>) {
    let mut sources = Sources::new();
    let file = sources.add("m", text);
    let missing = |_: &std::path::Path| Err(io::Error::other("no files"));
    let (mut script, said) = cspm::parse(&mut sources, file, &mut { missing });
    assert_eq!(said, [], "{text}");
    let (bindings, said) = resolve(&mut script);
    let said = said.iter().map(|one| one.one_line(&sources)).collect();
    (std::mem::take(&mut script.declarations), bindings, said)
}

/// The mistakes in a script.
fn mistakes(text: &str) -> Vec<String> {
    resolved(text).2
}

/// What the value of a definition is bound to, which is a name: what that is called, and where it is declared.
fn meaning(text: &str, of: &str) -> String {
    let (declarations, bindings, said) = resolved(text);
    assert_eq!(said, [""; 0], "{text}");
    let name = |declaration: &Declaration| {
        let DeclarationKind::Value { pattern, value } = &declaration.kind else { return None };
        let cspm::tree::PatternKind::Name(bound) = &pattern.kind else { return None };
        let ExpressionKind::Name(used) = &value.kind else { return None };
        let meant = bindings.get(used.binding.expect("a binding"));
        let place = meant.span.map_or(0, |span| span.start);
        (bound.to_string() == of).then(|| format!("{}@{place}", meant.name))
    };
    declarations.iter().find_map(name).expect("a definition")
}

#[test]
fn names_mean_what_is_nearest() {
    assert_eq!(meaning("x = 1\ny = x", "y"), "x@0");
    // Built-in names can be used for something else.
    assert_eq!(meaning("y = card", "y"), "card@0");
    assert_eq!(meaning("card = 1\ny = card", "y"), "card@0");
    assert_eq!(
        meaning("module M\nx = 1\nexports\ny = x\nendmodule\ny = M::y\nx = 2", "y"),
        "M::y@23"
    );
}

#[test]
fn instances_declare_anew() {
    let module = "module M(k)\nexports\ndatatype T = A.{k}\nz = A\nendmodule\n";
    let text = format!("{module}instance I = M(1)\ninstance J = M(2)\ny = I::z\nw = J::z");
    assert_eq!(meaning(&text, "y"), "I::z@39");
    assert_eq!(meaning(&text, "w"), "J::z@39");
    assert_eq!(meaning(&text, "J::z"), "J::A@33");
}

#[test]
fn channels_and_constructors_are_constants_in_patterns() {
    // `f(c)` has no parameter that the body could use.
    assert_eq!(mistakes("channel c\nf(c) = 1\ng(d) = d"), [""; 0]);
    assert_eq!(mistakes("g(d) = e"), ["m:1:8: error: `e` is not defined"]);
    assert_eq!(mistakes("datatype T = A\nA = 1"), [""; 0]);
}

#[test]
fn what_is_wrong_with_names_is_said() {
    for (text, expected) in [
        ("x = 1\nx = 2", "m:2:1: error: `x` is defined twice"),
        ("f(x, x) = 1", "m:1:6: error: `x` is defined twice"),
        ("channel a : Int.Int\nP = a?x?x -> STOP", "m:2:9: error: `x` is defined twice"),
        ("P = sbisim(STOP)", "m:1:5: error: `sbisim` is not defined"),
        ("P = WAIT(1)", "m:1:5: error: `WAIT` is not defined"),
        ("transparent prioritise", "m:1:13: error: `prioritise` cannot be imported so"),
        ("transparent sbism", "m:1:13: error: there is no function `sbism` to import"),
        ("f :: Int\ng = 1", "m:1:1: error: `f` has a type, but no definition beside it"),
        ("y = M::x", "m:1:5: error: there is no module as in `M::x`"),
        ("M = 1\ny = M::x", "m:2:5: error: `M::x`: there is a value before `::`, and no module"),
        (
            "module M\nx = 1\nexports\nendmodule\ny = M::x",
            "m:5:5: error: `M::x`: `x` is private to the module",
        ),
        (
            "module M(k)\nexports\nx = k\nendmodule\ny = M::x",
            "m:5:5: error: the module in `M::x` has parameters",
        ),
        (
            "module M(k)\nexports\nx = k\nendmodule\ninstance I = M(1, 2)",
            "m:5:10: error: `M` takes 1 parameters, and 2 are given",
        ),
        (
            "module M(k)\nexports\ninstance I = M(1)\nendmodule\ninstance J = M(2)",
            "m:3:10: error: `I` is an instance of a module inside that module itself",
        ),
        // Also of a module that nobody makes an instance of.
        ("module M(k)\nexports\nx = y\nendmodule", "m:3:5: error: `y` is not defined"),
    ] {
        let mistakes = mistakes(text);
        assert_eq!(mistakes.first().map(String::as_str), Some(expected), "{text}: {mistakes:?}");
    }
}

#[test]
fn instances_of_instances_end() {
    let mut text = "module M0(k)\nexports\nx = k\nendmodule\n".to_owned();
    for level in 1..40 {
        let below = level - 1;
        text += &format!(
            "module M{level}(k)\nexports\ninstance A = M{below}(k)\ninstance B = M{below}(k)\nendmodule\n"
        );
    }
    let mistakes = mistakes(&(text + "instance I = M39(1)"));
    assert!(mistakes[0].contains("there are more than 2000 instances"), "{mistakes:?}");
}
