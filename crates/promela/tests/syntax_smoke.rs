//! Deep, long and exponential texts: none makes the parser overflow the stack or take long. (Random
//! texts are in `fuzz_smoke.rs`.)

#[path = "fuzzing/words.rs"]
mod words;

use std::time::{Duration, Instant};

use crate::support::{messages, parse_text, parse_with};
use diagnostics::Sources;
use promela::{ParseOptions, parse};
use testing::Numbers;
use words::WORDS;

/// Parses on a small stack, within a time that is far more than needed.
#[track_caller]
fn survives(name: &str, text: String) {
    let started = Instant::now();
    let outcome = std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(move || {
            let (sources, parsed) = parse_text(&text);
            let first = messages(&sources, &parsed)
                .lines()
                .next()
                .unwrap_or("")
                .chars()
                .take(200)
                .collect::<String>();
            drop(parsed);
            first
        })
        .expect("a thread")
        .join();
    let Ok(message) = outcome else { panic!("{name}: panicked") };
    let elapsed = started.elapsed();
    assert!(elapsed < Duration::from_secs(20), "{name}: {elapsed:?}");
    eprintln!("{name}: {elapsed:?}: {message}");
}

#[test]
fn deep_nesting() {
    const DEEP: usize = 100_000;
    for (open, close) in [
        ("(", ")"),
        ("{ ", "}"),
        ("if :: ", " fi"),
        ("do :: ", " od"),
        ("atomic { ", "}"),
        ("- ", ""),
        ("!", ""),
        ("~", ""),
        ("a[", "]"),
        ("(1 -> (", ") : 2)"),
        ("(1 -> 2 : ", ")"),
        ("run P(", ")"),
        ("enabled(", ")"),
        ("for (i : 1 .. 2) { ", "}"),
        ("L: ", ""),
        ("x unless ", ""),
        ("x unless { ", "}"),
        ("c?", ""),
        ("c?(", ")"),
        ("c?[a[", "]]"),
        ("c!", ""),
        ("x = ", ""),
        ("a.", ""),
        ("if if ", ""),
        ("[", ""),
        ("x ? [", ""),
    ] {
        survives(open, format!("init {{ {}1{} }}", open.repeat(DEEP), close.repeat(DEEP)));
        survives(open, format!("init {{ {}", open.repeat(DEEP / 10)));
        survives(open, open.repeat(DEEP / 10));
        // As deep as is allowed, whatever that is.
        for depth in [60, 150, 190, 197, 199] {
            survives(open, format!("init {{ {}1{} }}", open.repeat(depth), close.repeat(depth)));
        }
    }
}

#[test]
fn long_texts() {
    const LONG: usize = 40_000;
    for (name, text) in [
        ("plus", format!("init {{ x = 1{} }}", " + 1".repeat(LONG))),
        ("plus, allowed", format!("init {{ x = 1{} }}", " + 1".repeat(1900))),
        (
            "plus in plus",
            format!("init {{ x = 1{} }}", format!(" + a[1{}]", " + 1".repeat(1000)).repeat(100)),
        ),
        ("deep in deep", {
            let chain = " + 1".repeat(900);
            format!("init {{ x = {}1{} }}", format!("1{chain} + a[").repeat(190), "]".repeat(190))
        }),
        ("statements", format!("init {{ {} }}", "x = 1; ".repeat(LONG))),
        ("options", format!("init {{ do {} od }}", ":: x ".repeat(LONG))),
        ("labels", format!("init {{ {} x }}", "L: ".repeat(LONG))),
        ("lines", format!("init {{ x{} }}", "\n".repeat(LONG))),
        ("separators", format!("init {{ x{} }}", ";".repeat(LONG))),
        ("units", "byte x;".repeat(LONG)),
        ("braces", "}".repeat(LONG)),
        ("symbols", format!("mtype = {{ {} }}", "A, ".repeat(LONG))),
        ("message", format!("init {{ c!1{} }}", ", 1".repeat(LONG))),
        ("name", format!("init {{ {} = 1 }}", "x".repeat(10 * LONG))),
        ("number", format!("init {{ x = {} }}", "9".repeat(10 * LONG))),
        ("comment", format!("/*{}", " x".repeat(LONG))),
        ("comments", "/* ".repeat(LONG)),
        ("quotes", "\"x\n".repeat(LONG)),
        ("quote", format!("\"{}", "x".repeat(LONG))),
        ("ifs", "#if 1\n".repeat(LONG)),
        ("skipped ifs", format!("#if 0\n{}", "#if 1\n".repeat(LONG))),
        ("elifs", format!("#if 0\n{}", "#elif 0\n".repeat(LONG))),
        ("condition", format!("#if {}1\n#endif", "(".repeat(LONG))),
        ("conditions", format!("#if 1{}\n#endif", " + 1".repeat(LONG))),
        ("negations", format!("#if {}1\n#endif", "!".repeat(LONG))),
        ("ternaries", format!("#if {}1\n#endif", "1 ? 1 : ".repeat(LONG))),
        (
            "defines",
            (0..LONG).map(|i| format!("#define m{i} m{}\n", i + 1)).collect::<String>() + "m0",
        ),
        ("calls", format!("#define f(x) x\n{}", "f(".repeat(LONG))),
        ("arguments", format!("#define f(x) x\nf({})", ",".repeat(LONG))),
        ("continued", "\\\n".repeat(LONG)),
        (
            "errors in an inline",
            format!("inline f() {{ x = ; }} init {{ {} }}", "f(); ".repeat(LONG)),
        ),
        (
            "long body",
            format!(
                "inline f(a) {{ {} }} init {{ {} }}",
                "x = a; ".repeat(1000),
                "f(1); ".repeat(1000)
            ),
        ),
        ("long argument", {
            let argument = format!("1{}", " + 1".repeat(500));
            format!("inline f(a) {{ {} }} init {{ f({argument}) }}", "x = a; ".repeat(LONG))
        }),
        ("return", {
            let target = format!("x[1{}]", " + 1".repeat(500));
            format!("inline f() {{ {} }} init {{ {target} = f() }}", "return 1; ".repeat(LONG))
        }),
        (
            "long text",
            format!(
                "#define T printf(\"{}\");\ninit {{ {} }}",
                "x".repeat(LONG),
                "T ".repeat(LONG)
            ),
        ),
        ("remote", format!("init {{ {} }}", "a[".repeat(63).repeat(100))),
    ] {
        survives(name, text);
    }
}

#[test]
fn exponential_inlines() {
    let mut text = String::from("inline f0() { x; x }\n");
    for i in 1..60 {
        text += &format!("inline f{i}() {{ f{0}(); f{0}() }}\n", i - 1);
    }
    survives("twice each", text + "init { f59() }");
    let mut text = String::from("inline f0(a) { x = a }\n");
    for i in 1..60 {
        text += &format!("inline f{i}(a) {{ f{}(a + a) }}\n", i - 1);
    }
    survives("arguments that double", text + "init { f59(1) }");
    let mut text = String::from("inline f0() { x }\n");
    for i in 1..100_000 {
        text += &format!("inline f{i}() {{ f{}() }}\n", i - 1);
    }
    survives("a long chain", text + "init { f99999() }");
}

#[test]
fn big_garbage() {
    let mut numbers = Numbers::new(1);
    let mut bytes: Vec<u8> = (0..2_000_000).map(|_| numbers.below(256) as u8).collect();
    let mut sources = Sources::new();
    assert!(sources.add_bytes("noise", &bytes).is_err());
    for byte in &mut bytes {
        *byte = (*byte % 95) + 32;
    }
    survives("letters", String::from_utf8_lossy(&bytes).into_owned());
    let mut text = String::new();
    while text.len() < 2_000_000 {
        text.push_str(numbers.pick::<&str>(WORDS));
        text.push(' ');
    }
    survives("words", text.clone());
    survives("words in a body", format!("init {{ {}", text.replace("/*", "").replace("#if", "")));
    survives("one character", "x ".repeat(5_000_000));
    survives("a directive", format!("#define f(x) {}\nf(f(f(1)))", "x ".repeat(1000)));
}

#[test]
fn files_that_include_one_another() {
    let twice = "#include \"m2\"\n#include \"m2\"\n";
    let (sources, parsed) = parse_with("#include \"m2\"", &[("m2", twice)]);
    assert_eq!(messages(&sources, &parsed), "m2:1:10: error: `m2` includes itself");
    let guarded = "#ifndef G\n#define G\n#include \"m2\"\nbyte x;\n#endif\n";
    let (sources, parsed) = parse_with("#include \"m2\"", &[("m2", guarded)]);
    assert_eq!(messages(&sources, &parsed), "");
    assert_eq!(parsed.model.units.len(), 1);
}

#[test]
fn a_file_that_is_no_file_is_refused() {
    let mut sources = Sources::new();
    let main = sources.add("m", "#include \"/dev/zero\"\n#include \"/\"\n");
    let parsed = parse(&mut sources, main, &ParseOptions::default());
    assert_eq!(
        messages(&sources, &parsed),
        "m:1:10: error: cannot include `/dev/zero`: not an ordinary file\n\
         m:2:10: error: cannot include `/`: not an ordinary file"
    );
}
