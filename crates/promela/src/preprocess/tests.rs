//! Small examples.

use std::path::{Path, PathBuf};

use diagnostics::Sources;

use super::{Preprocessed, preprocess};
use crate::lex::{Kind, NEWLINE};
use crate::options::{Loader, ParseOptions};

fn run(text: &str, files: &[(&str, &str)], defines: &[&str]) -> (Sources, Preprocessed) {
    let loader = |path: &Path| {
        files
            .iter()
            .find(|(name, _)| Path::new(name) == path)
            .map(|(_, text)| text.as_bytes().to_vec())
            .ok_or_else(|| std::io::Error::from(std::io::ErrorKind::NotFound))
    };
    run_with(text, &loader, defines)
}

fn run_with(text: &str, loader: &Loader<'_>, defines: &[&str]) -> (Sources, Preprocessed) {
    let mut sources = Sources::new();
    let main = sources.add("dir/m.pml", text);
    let options = ParseOptions {
        defines: defines.iter().map(|&d| d.to_owned()).collect(),
        include_paths: vec![PathBuf::from("lib")],
        appended: Vec::new(),
        loader,
    };
    let result = preprocess(&mut sources, main, &options);
    (sources, result)
}

fn show(result: &Preprocessed) -> String {
    let mut shown = String::new();
    for token in result.tokens.iter().filter(|t| t.kind != Kind::Eof) {
        if !shown.is_empty() {
            shown.push(if token.has(NEWLINE) { '\n' } else { ' ' });
        }
        shown.push_str(result.interner.text(token.symbol));
    }
    shown
}

/// The tokens, one line a line.
fn check(text: &str, expected: &str) {
    let (sources, result) = run(text, &[], &[]);
    let messages: Vec<String> = result.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    assert_eq!(messages, Vec::<String>::new(), "in {text}");
    assert_eq!(show(&result), expected, "in {text}");
}

/// The only message.
fn check_message(text: &str, expected: &str) {
    let (sources, result) = run(text, &[("dir/self.h", "#include \"self.h\"\n")], &[]);
    let messages: Vec<String> = result.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    assert_eq!(messages.join("\n"), expected, "in {text}");
}

#[test]
fn object_macros() {
    check("#define N 3\nbyte a[N] = N;", "byte a [ 3 ] = 3 ;");
    check("#define A B\n#define B C\nA B C", "C C C");
    check("#define A B\n#define B A\nA B", "A B");
    check("#define A A + 1\nA", "A + 1");
    check("#define E\nx E y\nE\nz", "x y\nz");
    check("#define N 3\n#undef N\nN", "N");
    check("#define f (x)\nf(1)", "( x ) ( 1 )");
}

#[test]
fn function_macros() {
    check("#define f(x) x*x\nf(a+1) f ( b ) f", "a + 1 * a + 1 b * b f");
    check("#define f(x,y) y x\nf(1,(2,3)) f(,)", "( 2 , 3 ) 1");
    check("#define z() 0\nz() z( )", "0 0");
    check("#define e(x) [x]\ne()", "[ ]");
    check("#define f(x) x f\nf(1)(2)(3)", "1 f ( 2 ) ( 3 )");
    check("#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)", "2 * 9 * g");
    check("#define f(x) g(x)\n#define g(x) x+N\n#define N f(1)\nf(f(2))", "2 + f ( 1 ) + f ( 1 )");
    check("#define f(x) <x>\nf(a\n b) c", "< a b >\nc");
}

#[test]
fn pasting_and_quoting() {
    check("#define p(a,b) a##b\np(x,1) p(,y) p(z,) p(,)", "x1 y z");
    check("#define q(a) #a\nq(x  +  \"s\\n\") q()", r#""x + \"s\\n\"" """#);
    check(
        "#define N 3\n#define p(a) a ## N\n#define q(a) #a\np(x) q(N)",
        "xN \"3\"".replace('3', "N").as_str(),
    );
    check("#define x1 7\n#define p(a) x##a\np(1)", "7");
}

#[test]
fn conditionals() {
    check("#if 1\na\n#else\nb\n#endif\nc", "a\nc");
    check("#if 0\na\n#elif 2 > 1 && defined(Q)\nb\n#elif !defined Q\nc\n#else\nd\n#endif", "c");
    check("#ifdef Q\na\n#if 1\nb\n#endif\n#else\nc\n#endif\nd", "c\nd");
    check("#define Q 0x10\n#ifndef Q\na\n#elif Q == 020 && Q - 1 == 15\nb\n#endif", "b");
    check("#if (1 ? 2 : 1/0) == 2 || 1/0\na\n#endif", "a");
    check("#if 0\n'don't\n\"\n#bogus\n#endif\nx", "x");
    check("#if 'a' == 97 && -1 < 0 && ~0 == -1 && 7 % 4 << 1 == 6\nx\n#endif", "x");
}

#[test]
fn lines_and_places() {
    check("#define long a \\\n  b\nlong\\\ner lo\\\nng", "longer a b");
    check("__LINE__\n__LINE__ __FILE__", "1\n2 \"dir/m.pml\"");
    check("a /* x\n y */ b // c\nd", "a\nb\nd");
    check("# 12 \"x\"\n#pragma q\n#\n#line 3\nx", "x");
    let (sources, result) = run("#define f(x) x + 1\n  y = f(2);\\\n z", &[], &[]);
    let places: Vec<&str> = result.tokens.iter().map(|t| sources.snippet(t.span)).collect();
    assert_eq!(places, ["y", "=", "2", "f(2)", "f(2)", ";", "z", ""]);
}

#[test]
fn included_files_and_given_macros() {
    let files =
        [("dir/a.h", "A\n#include <b.h>\n"), ("lib/b.h", "#ifndef B\n#define B\nb\n#endif\n")];
    let (_, result) =
        run("#include \"a.h\"\nN\n#define F <b.h>\n#include F\nM", &files, &["N=5 6", "M"]);
    assert_eq!(result.diagnostics, []);
    assert_eq!(show(&result), "A\nb\n5 6\n1");
}

#[test]
fn messages() {
    check_message("x\n#include \"none.h\"", "dir/m.pml:2:10: error: cannot find the file `none.h`");
    check_message("#include \"self.h\"", "dir/self.h:1:10: error: `dir/self.h` includes itself");
    check_message("#if 1\nx", "dir/m.pml:1:2: error: this `#if` has no `#endif`");
    check_message("#endif", "dir/m.pml:1:2: error: `#endif` without an `#if`");
    check_message(
        "#if 1\n#else\n#else\n#endif",
        "dir/m.pml:3:2: error: a second `#else` for one `#if`",
    );
    check_message("#if 1 +\n#endif", "dir/m.pml:1:2: error: this condition is incomplete");
    check_message("#if 1/0\n#endif", "dir/m.pml:1:6: error: division by zero in a condition");
    check_message("#error too old\n", "dir/m.pml:1:2: error: #error too old");
    check_message("#warning hm\n", "dir/m.pml:1:2: warning: #warning hm");
    check_message("#defin N 3", "dir/m.pml:1:2: error: unknown directive `#defin`");
    check_message(
        "#define f(x) x\nf(1,2)",
        "dir/m.pml:2:1: error: macro `f` takes 1 argument, 2 given",
    );
    check_message(
        "#define f(x) x\nf(1\n",
        "dir/m.pml:2:1: error: the call of macro `f` is not closed",
    );
    check_message(
        "#define f(..., x) x",
        "dir/m.pml:1:9: error: the parameter list of macro `f` is malformed",
    );
    check_message("x /* y", "dir/m.pml:1:3: error: this comment is not closed");
    check_message("\"abc\n", "dir/m.pml:1:1: error: missing closing \"");
    check_message("0x10", "dir/m.pml:1:1: error: `0x10` is not a number");
    check_message(
        "#define N 3\n1..N",
        "dir/m.pml:2:1: warning: macro `N` is not expanded within `1..N`",
    );
    check_message(
        "#define p(a) +##a\np(x)",
        "dir/m.pml:2:1: error: `##` joins `+` and `x`, which is no token",
    );
    check_message(
        "#define N 3\n#define N 4",
        "dir/m.pml:2:9: warning: macro `N` is defined again, differently",
    );
}

#[test]
fn exponential_macros_stop() {
    let mut text = String::from("#define m0 x x\n");
    for i in 1..60 {
        text.push_str(&format!("#define m{i} m{0} m{0}\n", i - 1));
    }
    check_message(
        &format!("{text}m59"),
        "dir/m.pml:61:1: error: the macros of this model expand to too much text",
    );
    // The same without a result.
    check_message(
        &format!("{}m59", text.replace("x x", "")),
        "dir/m.pml:61:1: error: the macros of this model expand to too much text",
    );
    let nested = format!("#define d(x) x x\n{}1{}", "d(".repeat(90), ")".repeat(90));
    let (_, result) = run(&nested, &[], &[]);
    assert!(result.stopped);
    let nested = format!("#define d(x) x\n{}1{}", "d(".repeat(5000), ")".repeat(5000));
    check_message(&nested, "dir/m.pml:2:203: error: macro calls are nested too deeply");
    let twice = "#include \"a.h\"\n#include \"a.h\"\n";
    let (_, result) = run(twice, &[("dir/a.h", twice)], &[]);
    assert!(result.stopped);
}

#[test]
fn one_file_under_very_many_names() {
    // Each level includes the next under two names, so that the names double.
    let mut text = String::from("#if 0\n");
    for level in 0..12 {
        text += &format!(
            "#elif !defined L{level}\n#define L{level}\n#include \"../x/a.h\"\n#include \"../y/a.h\"\n\
             #undef L{level}\n"
        );
    }
    text += "#endif\n";
    let (_, result) = run_with(&text, &|_| Ok(text.as_bytes().to_vec()), &[]);
    let messages: Vec<&str> = result.diagnostics.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(messages, ["more than 1000 files are included"]);
}
