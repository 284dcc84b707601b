//! What names mean: small texts with what is told of them.

use checking::Settings;
use diagnostics::Sources;
use model::Declared;

use super::declared_with;

/// A model with something of every kind.
pub const EVERYTHING: &str = "\
#ifndef GUARD
#define GUARD
#define N 2
#define inc(v) v = v + step
#include \"included.h\"
#define twice(a) inc(a); inc(a)
mtype:fruit = { apple, pear };
mtype = { ack, nak };
typedef Inner { byte deep[N]; mtype:fruit what };
typedef Outer { Inner inner; short last };
byte count, step = 1;
hidden byte unseen;
unsigned small : 3 = 2;
chan queue = [N] of { mtype, byte };
chan meet = [0] of { Outer };
Outer outer;
inline put(message, value) { byte kept; kept = value; again: queue ! message, kept; if :: kept > 9 -> goto again :: else fi }
inline unused(what) { count = what }
active [N] proctype Worker() provided (count < 200) {
  byte count = step;
  mtype got;
  mtype:fruit kind = pear;
  count = count + outer.inner.deep[count % N];
  {
    byte count = count;
    count++
  }
  byte late = count;
  twice(late);
  put(ack, late);
  put(nak, count);
  unused(step);
accept_here:
  do
  :: queue ? got, late -> break
  :: queue ? ack, _ -> outer.inner.what = kind
  :: queue ?? [nak, eval(count)] -> goto out
  :: for (late : 0 .. N) { int late; late = 3 }
  od;
out: meet ! outer
}
proctype Other(chan from; byte many) { from ? _, many; outer.last = many; small = unseen }
init { pid p; p = run Other(queue, count) }
ltl safe { [] (count < 250 && Worker[0]@out == 0) -> <> (Worker[1]:late > 0 || outer.last == 3) }
ltl all { [] (forall i: Worker (Worker[i]@out || Worker[i]:count >= 0)) }
#endif
";

/// What it includes.
pub const INCLUDED: &str = "bool shared = N;\n#define SHARED (shared + step)\n";

/// Each with what there is to say of it, and the lines and columns of its uses.
fn told(sources: &Sources, declared: &[Declared]) -> String {
    let at = |span| {
        let (line, column) = sources.line_column(span);
        let file = if span.file.0 == 0 { "" } else { sources.name(span.file) };
        format!("{file}{line}:{column}")
    };
    let line = |one: &Declared| {
        let within = one.within.map_or(String::new(), |it| format!(" in {}", declared[it].name));
        let uses: Vec<String> = one.uses.iter().map(|span| at(*span)).collect();
        format!("{:?} {} {}{within}: {}", one.kind, one.name, at(one.place), uses.join(" "))
    };
    declared.iter().map(line).collect::<Vec<String>>().join("\n")
}

fn check(text: &str, expected: &str) {
    let (sources, declared) = declared_with(text, &[], &Settings::default());
    assert_eq!(told(&sources, &declared), expected, "{text}");
}

#[test]
fn locals_hide_globals_in_their_scope() {
    check(
        "byte x;\ninit {\n x = 1;\n { byte x; x = 2 };\n x = 3;\n if :: byte x; x = 4 fi;\n x = 5\n}",
        "Process init 2:1: \n\
         Variable x 1:6: 3:2 5:2\n\
         Variable x 4:9 in init: 4:12\n\
         Variable x 6:13 in init: 6:16 7:2",
    );
}

#[test]
fn initial_values_are_looked_up_before_the_name_or_behind_it() {
    check(
        "byte x;\ninit { byte x = x; skip;\n { byte x = x; skip } }",
        "Process init 2:1: \n\
         Variable x 1:6: 2:17\n\
         Variable x 2:13 in init: \n\
         Variable x 3:9 in init: 3:13",
    );
}

#[test]
fn a_name_in_an_inline_means_what_it_means_at_each_call() {
    check(
        "byte x;\ninline f(a) { x = a }\nproctype P(byte x) { f(x) }\ninit { f(x); f(3) }",
        "Function f 2:8: 3:22 4:8 4:14\n\
         Parameter a 2:10 in f: 2:19\n\
         Process P 3:10: \n\
         Process init 4:1: \n\
         Variable x 1:6: 2:15 4:10\n\
         Parameter x 3:17 in P: 2:15 3:24",
    );
}

#[test]
fn an_argument_means_what_it_means_in_the_body() {
    check(
        "byte x;\ninline f(l) { l: goto l }\ninline g(a) { byte x; a = 1 }\ninline h(a) { skip }\n\
         init { f(x); g(x); h(x) }",
        "Function f 2:8: 5:8\n\
         Parameter l 2:10 in f: 2:15 2:23\n\
         Function g 3:8: 5:14\n\
         Parameter a 3:10 in g: 3:23\n\
         Function h 4:8: 5:20\n\
         Parameter a 4:10 in h: \n\
         Process init 5:1: \n\
         Variable x 1:6: 5:22\n\
         Label x 5:10 in init: \n\
         Variable x 3:20 in g: 5:16",
    );
}

#[test]
fn macros_are_used_where_they_are_expanded_and_asked_for() {
    check(
        "#define A(p) p + x + B\n#define B 1\n#define J(p) x ## p\nbyte x, x1;\n#ifdef B\ninit { x = A(B); J(1) = B }\n#endif",
        "Macro A 1:9: 6:12\n\
         Parameter p 1:11 in A: 1:14\n\
         Macro B 2:9: 1:22 5:8 6:14 6:25\n\
         Macro J 3:9: 6:18\n\
         Parameter p 3:11 in J: 3:19\n\
         Process init 6:1: \n\
         Variable x 4:6: 1:18 6:8\n\
         Variable x1 4:9: ",
    );
}

#[test]
fn other_processes_have_labels_and_variables() {
    check(
        "ltl p { [] !(P@here && P[1]:x == 1 && init(0)@here) }\nproctype P(byte x) { here: skip; goto here }\n\
         init { byte x; here: run P(x) }",
        "Process P 2:10: 1:14 1:24 3:26\n\
         Process init 3:1: 1:39\n\
         Parameter x 2:17 in P: 1:29\n\
         Label here 2:22 in P: 1:16 2:39\n\
         Variable x 3:13 in init: 3:28\n\
         Label here 3:16 in init: 1:47\n\
         Claim p 1:5: ",
    );
}

#[test]
fn fields_kinds_and_types() {
    check(
        "mtype:k = { a };\nmtype:k = { b };\ntypedef T { mtype:k f; chan c };\nT t[2]; chan c = [1] of { T };\ninit { t[0].f = a; t[1].c = c }",
        "Type k 1:7: 2:7 3:19\n\
         Member a 1:13 in k: 5:17\n\
         Member b 2:13 in k: \n\
         Type T 3:9: 4:1 4:27\n\
         Field f 3:21 in T: 5:13\n\
         Field c 3:29 in T: 5:25\n\
         Process init 5:1: \n\
         Variable t 4:3: 5:8 5:20\n\
         Channel c 4:14: 5:29",
    );
}

#[test]
fn texts_with_mistakes_are_told_of_as_far_as_they_are_understood() {
    check(
        "byte x;\ninit { x = ; y = x }\nproctype ( { }\nproctype P() { x = 1;",
        "Process init 2:1: \nProcess P 4:10: \nVariable x 1:6: 2:8 2:18 4:16",
    );
}

#[test]
fn names_in_inlines_that_nobody_calls() {
    check(
        "byte x, y;\ninline f(a) { byte y; y = x; a = 1; g(x) }\ninline g(a) { a = c.x }\nmtype = { c };",
        "Function f 2:8: \n\
         Parameter a 2:10 in f: 2:30\n\
         Function g 3:8: 2:37\n\
         Parameter a 3:10 in g: 3:15\n\
         Member c 4:11: 3:19\n\
         Variable x 1:6: 2:27 2:39\n\
         Variable y 1:9: ",
    );
}

#[test]
fn included_files_and_given_macros() {
    let mut settings = Settings::default();
    settings.add("D", "N=x");
    let files = [("h", "byte x;\ninline f() { x = N }\n")];
    let (sources, declared) =
        declared_with("#include \"h\"\n#ifdef N\ninit { f(); x = N }\n#endif", &files, &settings);
    assert_eq!(
        told(&sources, &declared).replace("<command line>", "?"),
        "Function f h2:8: 3:8\nProcess init 3:1: \nVariable x h1:6: 3:13 h2:14"
    );
}

#[test]
fn texts_and_remarks() {
    let (_, declared) =
        declared_with(EVERYTHING, &[("included.h", INCLUDED)], &Settings::default());
    let of = |name: &str| {
        let one = declared.iter().find(|one| one.name == name).expect(name);
        let mut told = vec![one.text.as_str()];
        told.extend(one.remarks.iter().map(String::as_str));
        told.join(" | ")
    };
    for (name, expected) in [
        ("N", "#define N 2"),
        ("inc", "#define inc(v) v = v + step"),
        ("pear", "mtype:fruit = { apple, pear } | its value is 1"),
        ("Inner", "typedef Inner { byte deep[N]; mtype:fruit what }"),
        ("deep", "byte deep[N] | 0 to 255 | 2 elements"),
        ("step", "byte step = 1 | 0 to 255"),
        ("unseen", "hidden byte unseen | 0 to 255"),
        ("small", "unsigned small : 3 = 2 | 0 to 7"),
        ("queue", "chan queue = [N] of { mtype, byte } | holds 2 messages of mtype, byte"),
        ("meet", "chan meet = [0] of { Outer } | rendezvous of Outer"),
        ("last", "short last | -32768 to 32767"),
        ("put", "inline put(message, value)"),
        (
            "Worker",
            "active [N] proctype Worker() provided (count < 200) | 2 processes from the beginning",
        ),
        ("Other", "proctype Other(chan from; byte many)"),
        ("many", "byte many | 0 to 255"),
        ("accept_here", "accept_here: | an acceptance label"),
        ("init", "init"),
        ("all", "ltl all { [] (forall i: Worker (Worker[i]@out || Worker[i]:count >= 0)) }"),
    ] {
        assert_eq!(of(name), expected);
    }
}
