//! Every front end, detection and a short search within a stack of 256 KB, which is what `ulimit -s` gives the first thread: on all
//! models there are, and on texts that go as deep as one likes. Whatever goes deep has a bound, or a stack of its own.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::Place;
use testing::{peers, places};

/// No model takes longer: its time is limited.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(60);

/// How a model ends, if that is not as any may end.
fn crash(model: &Path, kilobytes: u32) -> Option<String> {
    let script = format!("ulimit -s {kilobytes}; exec \"$0\" \"$@\"");
    let mut command = Command::new("bash");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_quotient"), "check"]).arg(model);
    command.args(["--time", "2s", "--max-states", "200", "--memory", "1G", "--workers", "1", "-q"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let Some(output) = peers::finish(command.spawn().unwrap(), PATIENCE) else {
        return Some(format!("{}: does not end", model.display()));
    };
    if matches!(output.status.code(), Some(0..=3)) {
        return None;
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let last: String = said.chars().rev().take(300).collect();
    let last: String = last.chars().rev().collect();
    Some(format!("{}: {}: {last}", model.display(), output.status))
}

/// Runs all of these, some at a time, and fails with what does not end as it should.
fn all_end(models: &[PathBuf], kilobytes: u32) {
    let (next, crashes) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(model) = models.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let crash = crash(model, kilobytes);
                    crashes.lock().unwrap().extend(crash);
                }
            });
        }
    });
    let crashes = crashes.into_inner().unwrap();
    assert!(crashes.is_empty(), "{} of {}:\n{}", crashes.len(), models.len(), crashes.join("\n"));
}

fn models_below(folder: &Path) -> Vec<PathBuf> {
    let known = ["pml", "prom", "promela", "p", "pr", "spin", "prl", "rebeca", "csp", "red", "d"];
    let is_model = |path: &PathBuf| {
        path.extension().is_some_and(|it| known.iter().any(|known| it.eq_ignore_ascii_case(known)))
    };
    places::files_below(folder).into_iter().filter(is_model).collect()
}

#[test]
fn the_examples_need_little_stack() {
    let models = models_below(&places::root().join("models"));
    assert!(models.len() > 50);
    all_end(&models, 256);
}

#[test]
fn other_peoples_models_need_little_stack() {
    let Some(folder) = places::shared_or_skip("models") else { return };
    all_end(&models_below(&folder), 256);
}

/// A text that repeats a part as often as one likes, before and after its middle.
struct Deep {
    name: &'static str,
    before: &'static str,
    opens: &'static str,
    middle: &'static str,
    closes: &'static str,
    after: &'static str,
}

const fn deep(
    name: &'static str,
    [before, opens, middle, closes, after]: [&'static str; 5],
) -> Deep {
    Deep { name, before, opens, middle, closes, after }
}

const DEEP: &[Deep] = &[
    deep("parens.pml", ["byte x; init { x = ", "(", "1", ")", " }"]),
    deep("nots.pml", ["byte x; init { x = ", "!", "x", "", " }"]),
    deep("sums.pml", ["byte x; init { x = 1", " + x", "", "", " }"]),
    deep("differences.pml", ["int x; init { x = 0 ", "", "", " - x * 2", " }"]),
    deep("ands.pml", ["byte x; init { x == 1", " && x == 2", "", "", " }"]),
    deep("subscripts.pml", ["byte x[2]; init { x[0] = ", "x[", "0", "]", " }"]),
    deep("choices.pml", ["byte x; init { x = ", "(x -> 1 : ", "0", ")", " }"]),
    deep("ifs.pml", ["byte x; init { ", "if :: x -> ", "skip", " fi", " }"]),
    deep("loops.pml", ["byte x; init { ", "do :: x -> ", "skip", " od", " }"]),
    deep("atomics.pml", ["byte x; init { ", "atomic { ", "skip", " }", " }"]),
    deep("braces.pml", ["byte x; init { ", "{ ", "skip", " }", " }"]),
    deep("unless.pml", ["byte x; init { ", "{ skip } unless { ", "x", " }", " }"]),
    deep("elses.pml", ["byte x; init { ", "if :: x == 1 -> skip :: else -> ", "skip", " fi", " }"]),
    deep("long.pml", ["byte x; init { ", "x++; ", "skip", "", " }"]),
    deep("gotos.pml", ["byte x; init { ", "if :: x -> skip :: else fi; ", "skip", "", " }"]),
    deep("blocks.pml", ["byte x; init { d_step { ", "x = 1; ", "skip", "", " } }"]),
    deep("options.pml", ["byte x; init { do ", ":: x = 1 - x ", "", "", " od }"]),
    deep("next.pml", ["byte x; init { x = 1 } ltl { ", "X ", "(x == 1)", "", " }"]),
    deep("always.pml", ["byte x; init { x = 1 } ltl { ", "[] (", "x == 1", ")", " }"]),
    deep("until.pml", ["byte x; init { x = 1 } ltl { ", "((x == 0) U ", "(x == 1)", ")", " }"]),
    deep("conditions.pml", ["#if ", "(", "1", ")", "\ninit { skip }\n#endif\n"]),
    deep("ifdefs.pml", ["", "#ifndef A\n", "init { skip }\n", "#endif\n", ""]),
    deep(
        "parens.prl",
        [
            "int x = 0; proctype P() { do :: atomic { (",
            "(",
            "x == 1",
            ")",
            ") -> x = 1 } od }\ninit { atomic { run P() } }",
        ],
    ),
    deep(
        "nots.prl",
        [
            "int x = 0; proctype P() { do :: atomic { ",
            "!(",
            "x == 1",
            ")",
            " -> x = 1 } od }\ninit { atomic { run P() } }",
        ],
    ),
    deep(
        "sums.prl",
        [
            "int x = 0; proctype P() { do :: atomic { x == 1 -> x = 1",
            " + x",
            "",
            "",
            " } od }\ninit { atomic { run P() } }",
        ],
    ),
    deep(
        "parens.rebeca",
        [
            "reactiveclass A(2) { statevars { int x; } A() { x = ",
            "(",
            "1",
            ")",
            "; } } main { A a():(); }",
        ],
    ),
    deep(
        "nots.rebeca",
        [
            "reactiveclass A(2) { statevars { boolean x; } A() { x = ",
            "!",
            "x",
            "",
            "; } } main { A a():(); }",
        ],
    ),
    deep(
        "sums.rebeca",
        [
            "reactiveclass A(2) { statevars { int x; } A() { x = 1",
            " + x",
            "",
            "",
            "; } } main { A a():(); }",
        ],
    ),
    deep(
        "ifs.rebeca",
        [
            "reactiveclass A(2) { statevars { int x; } A() { ",
            "if (x == 0) { ",
            "x = 1;",
            " }",
            " } } main { A a():(); }",
        ],
    ),
    deep(
        "elses.rebeca",
        [
            "reactiveclass A(2) { statevars { int x; } A() { ",
            "if (x == 0) { x = 1; } else ",
            "{ x = 2; }",
            "",
            " } } main { A a():(); }",
        ],
    ),
    deep(
        "loops.rebeca",
        [
            "reactiveclass A(2) { statevars { int x; } A() { ",
            "while (x == 1) { ",
            "x = 1;",
            " }",
            " } } main { A a():(); }",
        ],
    ),
    deep(
        "braces.rebeca",
        [
            "reactiveclass A(2) { statevars { int x; } A() { ",
            "{ ",
            "x = 1;",
            " }",
            " } } main { A a():(); }",
        ],
    ),
    deep(
        "long.rebeca",
        [
            "reactiveclass A(2) { statevars { int x; } A() { ",
            "x = 1; ",
            "",
            "",
            " } } main { A a():(); }",
        ],
    ),
    deep(
        "choices.rebeca",
        [
            "reactiveclass A(2) { statevars { int x; } A() { x = ",
            "(x == 0) ? 1 : ",
            "2",
            "",
            "; } } main { A a():(); }",
        ],
    ),
    deep("parens.csp", ["channel a\nP = ", "(", "STOP", ")", "\nassert P :[deadlock free]\n"]),
    deep("prefixes.csp", ["channel a\nP = ", "a -> ", "STOP", "", "\nassert P :[deadlock free]\n"]),
    deep(
        "choices.csp",
        ["channel a\nP = STOP ", "[] a -> STOP ", "", "", "\nassert P :[deadlock free]\n"],
    ),
    deep(
        "parallels.csp",
        ["channel a\nP = STOP ", "||| STOP ", "", "", "\nassert P :[deadlock free]\n"],
    ),
    deep(
        "hidings.csp",
        ["channel a\nP = a -> STOP ", "", "", "\\ {a} ", "\nassert P :[deadlock free]\n"],
    ),
    deep(
        "sums.csp",
        [
            "channel a\nN = 1 ",
            "+ 1 ",
            "",
            "",
            "\nP = if N == 2 then STOP else a -> P\nassert P :[deadlock free]\n",
        ],
    ),
    deep(
        "lists.csp",
        ["channel a\nN = ", "<", "1", ">", "\nP = a -> P\nassert P :[deadlock free]\nprint N\n"],
    ),
    deep(
        "sets.csp",
        ["channel a\nN = ", "{", "1", "}", "\nP = a -> P\nassert P :[deadlock free]\nprint N\n"],
    ),
    deep(
        "ifs.csp",
        [
            "channel a\nN = ",
            "if true then 1 else ",
            "2",
            "",
            "\nP = a -> P\nassert P :[deadlock free]\nprint N\n",
        ],
    ),
    deep(
        "lets.csp",
        [
            "channel a\nN = ",
            "let x = 1 within ",
            "2",
            "",
            "\nP = a -> P\nassert P :[deadlock free]\nprint N\n",
        ],
    ),
    deep(
        "lambdas.csp",
        ["channel a\nN = ", "(\\ x @ ", "x", ")", "\nP = a -> P\nassert P :[deadlock free]\n"],
    ),
    deep(
        "nots.csp",
        [
            "channel a\nN = ",
            "not ",
            "true",
            "",
            "\nP = a -> P\nassert P :[deadlock free]\nprint N\n",
        ],
    ),
    deep(
        "comments.csp",
        ["channel a\n", "{- ", "", " -}", "\nP = a -> P\nassert P :[deadlock free]\n"],
    ),
    deep(
        "timed.csp",
        ["channel a\n", "Timed { ", "", " }", "\nP = a -> P\nassert P :[deadlock free]\n"],
    ),
];

/// Chains of definitions, each of which uses the next or the one before.
fn chains(times: usize) -> Vec<(&'static str, String)> {
    let each = |text: &dyn Fn(usize) -> String| (0..times).map(text).collect::<String>();
    let inlines = each(&|i| format!("inline f{}() {{ f{i}() }}\n", i + 1));
    let macros = each(&|i| format!("#define F{} F{i}\n", i + 1));
    let typedefs = each(&|i| format!("typedef T{} {{ T{i} x }}\n", i + 1));
    let starts = each(&|i| format!("proctype P{i}() {{ run P{}() }}\n", i + 1));
    let flow = each(&|i| format!("L{i}: if :: x -> goto L{} :: else -> x = 1 fi;\n", i + 1));
    let flows = each(&|i| format!("x{} = x{i}; ", i + 1));
    let names = each(&|i| format!("byte x{i}; "));
    let classes = each(&|i| format!("reactiveclass A{} extends A{i} (2) {{ }}\n", i + 1));
    let methods = each(&|i| format!("int f{i}(int x) {{ return f{}(x); }}\n", i + 1));
    let forwards = each(&|i| format!("P{i} = P{}\n", i + 1));
    let numbers = each(&|i| format!("N{i} = 1 + N{}\n", i + 1));
    let prefixed = each(&|i| format!("P{i} = a -> P{}\n", i + 1));
    let modules = each(&|i| format!("module M{i}\nexports\nP{i} = a -> P{i}\n"));
    let types = each(&|i| format!("datatype T{i} = C{i}.T{} | D{i}\n", i + 1));
    let last = times;
    vec![
        ("inlines.pml", format!("byte x; inline f0() {{ x = 1 }}\n{inlines}init {{ f{last}() }}")),
        ("macros.pml", format!("#define F0 1\n{macros}byte x; init {{ x = F{last} }}")),
        ("typedefs.pml", format!("typedef T0 {{ byte x }}\n{typedefs}T{last} t; init {{ skip }}")),
        ("starts.pml", format!("{starts}proctype P{last}() {{ skip }}\ninit {{ run P0() }}")),
        ("flow.pml", format!("byte x; active [2] proctype P() {{ {flow} L{last}: skip }}")),
        (
            "flows.pml",
            format!("active [2] proctype P() {{ {names}byte x{last}; x0 = _pid; {flows} skip }}"),
        ),
        (
            "classes.rebeca",
            format!("reactiveclass A0(2) {{ A0() {{ }} }}\n{classes}main {{ A{last} a():(); }}"),
        ),
        (
            "methods.rebeca",
            format!(
                "reactiveclass A(2) {{ statevars {{ int x; }} A() {{ x = f0(1); }}\n{methods}\
                 int f{last}(int x) {{ return x; }} }} main {{ A a():(); }}"
            ),
        ),
        (
            "forwards.csp",
            format!("channel a\n{forwards}P{last} = a -> P0\nassert P0 :[deadlock free]\n"),
        ),
        ("numbers.csp", format!("channel a\n{numbers}N{last} = 1\nprint N0\n")),
        (
            "prefixed.csp",
            format!("channel a\n{prefixed}P{last} = STOP\nassert P0 :[divergence free]\n"),
        ),
        (
            "modules.csp",
            format!(
                "channel a\n{modules}{}assert STOP :[deadlock free]\n",
                "endmodule\n".repeat(times)
            ),
        ),
        (
            "types.csp",
            format!(
                "{types}datatype T{last} = D{last}\nchannel c:T0\nassert c.D0 -> STOP :[divergence free]\n"
            ),
        ),
    ]
}

/// As deep as is allowed, deeper, and far too deep.
#[test]
fn what_goes_deep_is_bounded() {
    let place = Place::new("deep");
    let mut models = Vec::new();
    for (number, times) in [60, 190, 1_900, 60_000].into_iter().enumerate() {
        for Deep { name, before, opens, middle, closes, after } in DEEP {
            let (opens, closes) = (opens.repeat(times), closes.repeat(times));
            let name = format!("{number}-{name}");
            place.file(&name, format!("{before}{opens}{middle}{closes}{after}"));
            models.push(place.path(&name));
        }
        for (name, text) in chains(times.min(20_000)) {
            let name = format!("{number}-chain-{name}");
            place.file(&name, text);
            models.push(place.path(&name));
        }
    }
    // The deepest expressions that are allowed take half of what the first thread mostly has.
    all_end(&models, 4096);
}
