//! Bad input ends in one clear message and exit status 2, soon, and never in a panic.

use std::time::Duration;

use crate::support::{Place, Said};

/// Runs `check` on a model with these contents.
fn run(test: &str, contents: impl AsRef<[u8]>) -> Said {
    let said = Place::new(test).file("m.pml", contents).run("check m.pml");
    assert!(said.took < Duration::from_secs(15), "took {:?}", said.took);
    said
}

#[track_caller]
fn refused(test: &str, contents: impl AsRef<[u8]>, parts: &[&str]) {
    run(test, contents).refused(parts);
}

#[test]
fn files_that_are_no_models() {
    let place = Place::new("bad_files");
    place.run("check missing.pml").refused(&["error: missing.pml: no such file\n"]);
    place.run("check missing").refused(&["error: missing: no such file\n"]);
    place.run("check .").refused(&["error: .: no model is in this folder"]);
    place.file("b.pml", b"\x7fELF\0\0\x01").run("check b.pml").refused(&["not a text file"]);
    place.file("b.pml", [0xff; 999]).run("check b.pml").refused(&["not a text file"]);
    place.file("e.pml", "").run("check e.pml").refused(&["e.pml: the file is empty"]);
    place.file("e.pml", " \n\t\n").run("check e.pml").refused(&["the file is empty"]);
    place.file("m.txt", "init { skip }").run("check m.txt").refused(&["--language promela"]);
    place.run("check m.txt --language promela").expect(0, &[]);
    for command in ["symmetry", "check", "simulate"] {
        place.run(&format!("{command} missing.pml")).refused(&["no such file"]);
        // Where documents are printed, that is one, too.
        let said = place.run(&format!("{command} missing.pml --json"));
        assert_eq!(said.failure().as_deref(), Some("error: missing.pml: no such file"));
    }
}

#[test]
fn garbage() {
    let mut state = 1u64;
    let mut random = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    let printable: Vec<u8> = (0..10_000_000).map(|_| b' ' + (random() % 95) as u8).collect();
    refused("garbage_line", &printable, &["m.pml:1:"]);
    let lines: Vec<u8> =
        printable.iter().enumerate().map(|(i, &b)| if i % 60 == 59 { b'\n' } else { b }).collect();
    refused("garbage_lines", &lines, &["m.pml:"]);
    let words =
        ["do", "od", "if", "fi", "::", "{", "}", "(", ")", "byte", "x", ";", "->", "!", "1"];
    let text: Vec<&str> = (0..2_000_000).map(|_| words[random() % words.len()]).collect();
    refused("garbage_words", text.join(" "), &["m.pml:1:"]);
}

#[test]
fn unfinished_text() {
    refused("comment", "init { skip }\n/* no end", &["m.pml:2:1"]);
    refused("string", "init { printf(\"abc }\n", &["m.pml:1"]);
    refused("brace", "init { skip", &["m.pml:1"]);
    refused("if", "#if 1\ninit { skip }\n", &["m.pml:1"]);
}

#[test]
fn macros_that_do_not_end() {
    refused("self_macro", "#define A A\nbyte x = A;\ninit { skip }\n", &["A"]);
    refused("mutual_macro", "#define A B\n#define B A\nbyte x = A;\ninit { skip }\n", &[]);
    refused("growing_macro", "#define A(x) A(x+x)\nbyte x = A(1);\ninit { skip }\n", &[]);
    let doubling: String =
        (1..64).map(|n| format!("#define M{n} M{} M{}\n", n - 1, n - 1)).collect();
    let bomb = format!("#define M0 skip;\n{doubling}init {{ M63 }}\n");
    refused("macro_bomb", bomb, &["m.pml"]);
}

#[test]
fn includes_that_do_not_end() {
    let place = Place::new("include_cycle");
    place.file("a.h", "#include \"m.pml\"\n");
    place.file("m.pml", "#include \"a.h\"\ninit { skip }\n");
    place.run("check m.pml").refused(&["include"]);
    refused("include_self", "#include \"m.pml\"\ninit { skip }\n", &["include"]);
    refused("include_none", "#include \"none.h\"\ninit { skip }\n", &["none.h"]);
}

#[test]
fn nesting_100_000_deep() {
    const DEEP: usize = 100_000;
    let nest = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(DEEP), close.repeat(DEEP))
    };
    refused(
        "deep_parens",
        format!("byte x;\ninit {{ x = {} }}", nest("(", "1", ")")),
        &["m.pml:2"],
    );
    refused("deep_not", format!("byte x;\ninit {{ x = {}1 }}", "!".repeat(DEEP)), &["m.pml:2"]);
    refused("deep_if", format!("init {{ {} }}", nest("if :: ", "skip", " fi ")), &["m.pml:1"]);
    refused("deep_braces", format!("init {{ {} }}", nest("{ ", "skip", " } ")), &["m.pml:1"]);
    refused(
        "deep_atomic",
        format!("init {{ {} }}", nest("atomic { ", "skip", " } ")),
        &["m.pml:1"],
    );
    let index = format!("byte a[2];\ninit {{ a[0] = {} }}", nest("a[", "0", "]"));
    refused("deep_index", index, &["m.pml:2"]);
    refused("deep_open", format!("init {{ {}", "do :: ".repeat(DEEP)), &["m.pml:1"]);
    let ifs = format!("{}{}\ninit {{ skip }}\n", "#if 1\n".repeat(DEEP), "#endif\n".repeat(DEEP));
    let said = run("deep_directives", ifs);
    assert!(matches!(said.code, Some(0 | 2)), "{said:?}");
}

#[test]
fn long_chains_are_no_nesting() {
    // Each operator nests the tree to the left: this may be too deep, but must not overflow.
    for (name, sum) in [
        ("chain_plus", format!("x = 1{}", " + 1".repeat(100_000))),
        ("chain_and", format!("(x == 0{})", " && x == 0".repeat(100_000))),
        ("chain_steps", "x = 1; ".repeat(100_000)),
        ("chain_options", format!("if {} fi", ":: x == 0 ".repeat(2000))),
    ] {
        let said = run(name, format!("byte x;\ninit {{ {sum} }}\n"));
        assert!(matches!(said.code, Some(0..=2)), "{name}: {} {}", said.out, said.err);
        assert!(!said.err.contains("internal error"), "{}", said.err);
    }
}

#[test]
fn names_that_are_unknown_or_misused() {
    refused("unknown_name", "init { y = 1 }\n", &["`y`", "m.pml:1:8", "1 | init { y = 1 }", "^"]);
    refused("unknown_proctype", "init { run nobody() }\n", &["nobody", "m.pml:1"]);
    refused("run_arity", "proctype p(byte a) { skip }\ninit { run p() }\n", &["p", "m.pml:2"]);
    let inlined = "inline f(a, b) { skip }\ninit { f(1) }\n";
    refused("inline_arity", inlined, &["f", "m.pml:2"]);
    let macros = "#define F(a, b) a + b\nbyte x = F(1);\ninit { skip }\n";
    refused("macro_arity", macros, &["F"]);
    refused("two_names", "byte x; byte x;\ninit { skip }\n", &["x", "m.pml:1"]);
    refused("label", "init { goto nowhere }\n", &["nowhere"]);
}

#[test]
fn sizes_beyond_reason() {
    refused("channel_size", "chan c = [1000000000] of { byte };\ninit { c!1 }\n", &["m.pml:1"]);
    refused("array_size", "byte a[2000000000];\ninit { a[1] = 1 }\n", &["m.pml:1"]);
    refused("many_active", "active [256] proctype p() { skip }\n", &["255", "m.pml:1"]);
    refused("no_processes", "byte x;\nproctype p() { skip }\n", &["process"]);
    refused("only_comment", "/* nothing */\n", &["process"]);
}

#[test]
fn not_supported_yet_is_said_by_name() {
    let trace = "chan c = [1] of { byte };\ntrace { c!1 }\ninit { c!1 }\n";
    refused("trace", trace, &["a `trace` block is not supported yet", "m.pml:2"]);
    let claims = [
        ("timeout", "ltl p { <> timeout }", "`timeout` in a formula"),
        ("timeout_claim", "never { timeout }", "`timeout` in a never claim"),
        ("assignment", "never { x = 1 }", "an assignment in a never claim"),
        ("atomic", "never { atomic { x == 0; x == 1 } }", "an atomic sequence in a never claim"),
    ];
    for (name, claim, what) in claims {
        let text = format!("byte x;\n{claim}\ninit {{ x = 2 }}\n");
        refused(&format!("claim_{name}"), &text, &[what, "is not supported yet", "m.pml:2"]);
    }
}

#[test]
fn usage() {
    let place = Place::new("usage");
    place.file("m.pml", "init { skip }\n");
    let refused = |arguments: &str, parts: &[&str]| place.run(arguments).refused(parts);
    refused("check m.pml --symmetry declared", &["`--symmetry declared` is not supported yet"]);
    refused(
        "check m.pml --representative best",
        &["invalid value 'best'", "no strategy has this name", "`auto`", "`canonical`", "`sinc`"],
    );
    refused(
        "check m.pml --representative auto:main",
        &["`auto` has no variant `main`: there are `concrete`"],
    );
    refused(
        "check m.pml --representative enumerate:elements,main",
        &["`enumerate` has no variant `main`: there are `chain`, `elements`, `transpositions`"],
    );
    refused("check m.pml --property safety", &["no property `safety`", "`assertions`"]);
    refused("check m.pml --property deadlock --deadlock off", &["no property is left"]);
    refused("check m.pml -D 1=2", &["`1` is no name of a macro"]);
    refused("check m.pml --language latin", &["unknown language `latin`"]);
    refused("check m.pml --memory lots", &["--memory"]);
    refused("check m.pml --memory 2X", &["not a unit of memory"]);
    refused("check m.pml --time soon", &["not a duration"]);
    refused("check m.pml --workers 0", &["--workers"]);
    refused("check m.pml --colour", &["--colour"]);
    refused("check", &["<MODEL>"]);
    refused("prove m.pml", &["prove"]);
    assert_eq!(place.run("").code, Some(2));
    place.run("--help").expect(0, &["Examples:", "Exit status:", "replay"]);
    refused("simulate m.pml --steps some", &["--steps"]);
    refused("simulate m.pml --seed -1", &["-1"]);
    refused("simulate m.pml --interactive --quiet", &["--interactive"]);
    place.run("simulate --help").expect(0, &["--seed <N>", "quotient simulate model.pml"]);
    place.run("check --help").expect(0, &["--max-states <N>", "quotient check model.pml"]);
    place.run("--version").expect(0, &["quotient "]);
}

/// A model in Promela-Lite.
const LITE: &str = "\
proctype user(pid other; pid found) {
    do
    :: atomic { found == 0 -> found = other }
    od
}
init { atomic { run user(1, 0) } }
";

/// A model with an included file, symbolic links to both, and a hard link to the model.
fn place_with_links(test: &str) -> Place {
    let place = Place::new(test);
    place.file("defs.h", "byte x;\n").file("m.pml", "#include \"defs.h\"\ninit { assert(x) }\n");
    place.file("other.pml", "init { skip }\n");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(place.path("m.pml"), place.path("link.json")).unwrap();
        std::os::unix::fs::symlink(place.path("defs.h"), place.path("link.trail")).unwrap();
        std::fs::hard_link(place.path("m.pml"), place.path("hard.svg")).unwrap();
    }
    place
}

#[test]
fn no_result_is_written_over_the_model() {
    let place = place_with_links("over_the_model");
    let contents = || ["m.pml", "defs.h", "other.pml"].map(|name| place.read(name));
    let before = contents();
    let mut commands = Vec::new();
    for file in ["m.pml", "./m.pml", "defs.h", "other.pml"] {
        commands.extend([
            format!("check m.pml --trace {file}"),
            format!("check m.pml --trail={file}"),
            format!("simulate m.pml --save {file}"),
            format!("symmetry m.pml --gap={file}"),
            format!("graph m.pml --format dot -o {file}"),
        ]);
    }
    if cfg!(unix) {
        commands.extend([
            "check m.pml --trace link.json".to_owned(),
            "check m.pml --trail=link.trail".to_owned(),
            "symmetry m.pml --diagram hard.svg".to_owned(),
        ]);
    }
    for command in &commands {
        place.run(command).refused(&["not overwritten", "name another file"]);
        assert_eq!(contents(), before, "{command}");
    }
    place.file("m.prl", LITE);
    place.run("translate m.prl -o m.prl").refused(&["m.prl: not overwritten: the model is read"]);
    assert_eq!(place.read("m.prl"), LITE);
    place.run("check m.pml --trace t.json --trail=t.json").refused(&["another result goes there"]);
    // A result of before may be replaced.
    for _ in 0..2 {
        place.run("check m.pml --trace t.json --trail=t.trail").expect(1, &[]);
    }
}

/// A structure that is nested deeply is not nested in itself.
#[test]
fn structures_in_structures() {
    let chain: String = (0..1000).map(|i| format!("typedef T{} {{ T{i} x }};\n", i + 1)).collect();
    let deep = format!("typedef T0 {{ byte x }};\n{chain}");
    for use_of_it in ["T1000 t; init { skip }", "chan c = [1] of { T1000 }; init { skip }"] {
        let said = run("structures_deep", format!("{deep}{use_of_it}"));
        said.refused(&["structures may be nested 64 deep"]);
        assert!(!said.err.contains("contains itself"), "{}", said.err);
    }
    refused("structure_in_itself", "typedef T { T x }; T t; init { skip }", &["contains itself"]);
    let round = "typedef A { B x }; typedef B { A x }; A a; init { skip }";
    assert_eq!(run("structures_round", round).code, Some(2));
}
