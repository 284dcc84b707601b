//! Texts that mean harm: nothing overflows, hangs or panics, on a stack as small as that of a test.

use std::fmt::Write;

use crate::support::parse_files;
use cspm::tree::MAX_DEPTH;

/// More than any limit.
const MANY: usize = 100_000;

fn mistakes(text: &str) -> Vec<String> {
    parse_files(&[("s", text.as_bytes())]).1
}

fn too_deep(text: &str) {
    let found = mistakes(text);
    let named = found.iter().any(|one| one.contains("nested more than"));
    assert!(named, "{}..: {:?}", &text[..text.len().min(40)], found.first());
}

#[test]
fn deep_nesting_is_refused() {
    for open in [
        "(",
        "{",
        "<",
        "{|",
        "f(",
        "(| ",
        "(| 1 => ",
        "- ",
        "not ",
        "#",
        "a -> ",
        "b & ",
        "if ",
        "if a then ",
        "if a then b else ",
        "let x = ",
        "let x = 1 within ",
        "\\ x @ ",
        "a.",
        "a^(",
        "[] x:",
        "[] x:S @ ",
        "|| x:S @ [ ",
        "|| x:S @ [A] ",
        "[| ",
        "[|A|] x:S @ ",
        "[a <-> ",
        "[+ ",
        "P [| ",
        "P [",
        "P [+",
        "P /+",
        "P[[",
        "P[[a <- ",
        "P \\ ",
        "P [|A|] (",
        "{x | x <- ",
        "{x | ",
        "{1..",
        "<1.. | ",
        "; x:<1> @ ",
        "|~| ",
    ] {
        too_deep(&format!("X = {}", open.repeat(MANY)));
    }
    for open in ["(", "<", "{", "a.", "<a>^(", "(a@@("] {
        too_deep(&format!("{}x = 1", open.repeat(MANY)));
        too_deep(&format!("X = \\ {}x @ 1", open.repeat(MANY)));
        too_deep(&format!("X = c?{}x -> P", open.repeat(MANY)));
        too_deep(&format!("X = {{x | {}x <- s}}", open.repeat(MANY)));
    }
    for open in ["(", "{", "<", "(| ", "a.", "a => ", "(a) -> ", "Map a ", "Map ("] {
        too_deep(&format!("f :: {}", open.repeat(MANY)));
    }
    for open in ["Timed {", "module M\n", "module M\nexports\n", "Timed(f) {\n"] {
        too_deep(&open.repeat(MANY));
    }
    for open in ["{-", "[", "]", "}", ")", "'", "\"", "\\", ":[", "include ", "X = ", "X\n"] {
        assert!(!mistakes(&open.repeat(MANY)).is_empty(), "{open}");
    }
}

#[test]
fn long_chains_are_refused() {
    for operator in [
        "[]", "|~|", "|||", ";", "/\\", "[>", "+", "-", "*", "^", "and", "or", ".", "->", "&",
        "\\", "|\\", "[+A+]", "/+A+\\",
    ] {
        too_deep(&format!("X = P{}", format!(" {operator} P").repeat(MANY / 2)));
    }
    too_deep(&format!("X = f{}", "(1)".repeat(MANY)));
    too_deep(&format!("X = f{}", "[[a <- b]]".repeat(MANY)));
    // Chains in chains: no part is too deep by itself.
    let chain = " + 1".repeat(MAX_DEPTH / 2);
    too_deep(&format!("X = (((1{chain}){chain}){chain}){chain}"));
}

#[test]
fn what_is_long_but_not_deep_is_read() {
    let elements = "(1, 2), ".repeat(MANY);
    let text = format!("X = {{{elements} (1, 2)}}\nY = c{} -> P", "!1".repeat(MANY));
    assert_eq!(mistakes(&text), [""; 0]);
    let mut text = String::from("datatype T = A");
    for number in 0..MANY / 10 {
        write!(text, " | A{number}").expect("memory");
    }
    for number in 0..MANY / 10 {
        write!(text, "\nf({number}) = a -> P [] b -> Q").expect("memory");
    }
    assert_eq!(mistakes(&text), [""; 0]);
    // As deep as may be.
    let brackets = MAX_DEPTH - 10;
    let text = format!("X = {}1{}", "(".repeat(brackets), ")".repeat(brackets));
    assert_eq!(mistakes(&text), [""; 0]);
    let text = format!("X = {}STOP", "a -> ".repeat(brackets));
    assert_eq!(mistakes(&text), [""; 0]);
    let text = format!("X = STOP{}", " [] STOP".repeat(brackets));
    assert_eq!(mistakes(&text), [""; 0]);
}

#[test]
fn nested_statements_are_read_in_good_time() {
    // Each is tried as a pattern before it is read as a condition.
    for open in ["{x | (", "<x | (y, ", "{y | f({z | ", "{x | {x | "] {
        let depth = MAX_DEPTH / 4;
        mistakes(&format!("X = {}", open.repeat(depth)));
        mistakes(&format!("X = {} 1 + ", open.repeat(depth)));
    }
}

#[test]
fn files_that_include_one_another_end() {
    let twice: Vec<(String, String)> = (0..40)
        .map(|number| {
            let next = format!("include \"{}\"\n", number + 1);
            (number.to_string(), next.repeat(2))
        })
        .chain([("40".to_owned(), "X = 1\n".repeat(100))])
        .collect();
    let files: Vec<(&str, &[u8])> =
        twice.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    let (_, wrong) = parse_files(&files);
    assert!(wrong.iter().any(|one| one.contains("more than 1000 files")), "{:?}", wrong.first());
}
