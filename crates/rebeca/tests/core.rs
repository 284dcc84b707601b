//! What rebecs of Core Rebeca do: constructors, loops, arrays, methods, inheritance.

#[path = "support/verdicts.rs"]
mod verdicts;

use diagnostics::{Diagnostic, Sources};
use kernel::{PropertyKind, SearchOptions, Silent, StopReason, search};
use machine::Machine;
use rebeca::{LoadOptions, load, load_with};
use verdicts::{ASSERTION, DEADLOCK, ERROR, verdicts};

fn with_constants(text: &str, defines: &[&str]) -> Result<Machine, Vec<String>> {
    let mut sources = Sources::new();
    let file = sources.add("m", text);
    let defines = defines.iter().map(|define| (*define).to_owned()).collect();
    let loaded = load_with(&sources, file, &LoadOptions { defines, ..LoadOptions::default() });
    let line = |diagnostic: &Diagnostic| {
        diagnostic.one_line(&sources).replace(": error: ", ": ").replacen("m:", "", 1)
    };
    let messages = loaded.diagnostics.iter().map(line).collect();
    loaded.model.map(|named| named.machine).ok_or(messages)
}

fn mistakes(text: &str) -> Vec<String> {
    with_constants(text, &[]).err().unwrap_or_default()
}

#[track_caller]
fn check(text: &str) -> (Vec<PropertyKind>, u64) {
    verdicts(&with_constants(text, &[]).unwrap_or_else(|messages| panic!("{messages:#?}")))
}

/// One rebec, alone, with these variables and methods, whose only message does this.
fn alone(members: &str, statements: &str) -> String {
    format!(
        "env int n = 3;
         reactiveclass C(2) {{ {members} C() {{ self.go(); }} msgsrv go() {{ {statements} }} }}
         main {{ C c():(); }}"
    )
}

/// Statements of which the assertions hold: the message is there, and then nothing.
#[track_caller]
fn holds(members: &str, statements: &str) {
    assert_eq!(check(&alone(members, statements)), (vec![DEADLOCK], 2), "{statements}");
}

#[track_caller]
fn fails(members: &str, statements: &str, kind: PropertyKind) {
    let kinds = check(&alone(members, statements)).0;
    assert!(kinds.contains(&kind), "{statements}: {kinds:?}");
}

#[test]
fn constructors_run_before_the_first_state() {
    let model = |second: &str| {
        format!(
            "reactiveclass A(3) {{ knownrebecs {{ B b; }} statevars {{ int x; }}
               A(int start, boolean tell) {{ int y = start; x = y * 2; if (tell) b.hear(x); }} }}
             reactiveclass B(3) {{ knownrebecs {{ }} statevars {{ int last; }}
               msgsrv hear(int x) {{ last = last * 10 + x; {second} }} }}
             main {{ A one(b):(1, true); A two(b):(2, false); A three(b):(3, true); B b():(); }}"
        )
    };
    // Two messages are there from the start: 2, then 6.
    assert_eq!(check(&model("assertion(last == 2 || last == 26);")), (vec![DEADLOCK], 3));
    assert_eq!(check(&model("assertion(last == 2);")).0, [ASSERTION, DEADLOCK]);
    // Each choice of a constructor is a state to begin in.
    let chooses = "reactiveclass A(1) { statevars { byte x; } A() { x = ?(1, 2, 2, 3); } }
                   main { A a():(); }";
    assert_eq!(check(chooses), (vec![DEADLOCK], 3));
}

#[test]
fn what_goes_wrong_in_a_constructor_is_said() {
    let model = |body: &str| {
        format!(
            "reactiveclass A(1) {{ statevars {{ int x; }} A() {{ {body} }} }} main {{ A a():(); }}"
        )
    };
    for body in ["x = 1 / x;", "assertion(false);", "while (true) { x = x; }"] {
        let found = mistakes(&model(body));
        assert!(found[0].contains("the initial state cannot be computed"), "{found:?}");
    }
    assert_eq!(
        mistakes(&model("if (sender == null) x = 1;")),
        ["1:53: a constructor answers no message: it has no `sender`"]
    );
}

#[test]
fn a_class_with_a_constructor_is_not_sent_initial() {
    let both = "reactiveclass A(2) { statevars { int x; } A(int y) { x = y; }
                  msgsrv initial() { assertion(false); } } main { A a():(4); }";
    assert_eq!(check(both), (vec![DEADLOCK], 1));
    let found = mistakes("reactiveclass A(2) { A(int y) { } } main { A a():(); }");
    assert_eq!(found, ["1:46: the constructor of `A` has 1 parameters, and 0 values are given"]);
}

#[test]
fn loops() {
    let x = "statevars { int x; byte b; }";
    holds(x, "for (int i = 0; i < 5; i++) x += i; assertion(x == 10);");
    holds(x, "int i = 3; while (i > 0) { x = x * 10 + i; i--; } assertion(x == 321 && i == 0);");
    holds(x, "for (;;) { x++; if (x == 7) break; } assertion(x == 7);");
    holds(
        x,
        "for (int i = 0; i < 6; i++) { if (i % 2 == 0) continue; x += i; } assertion(x == 9);",
    );
    holds(
        x,
        "for (int i = 0; i < 3; i++) { for (int j = 0; j < 3; j++) { if (j > i) break; x++; } } assertion(x == 6);",
    );
    holds(
        x,
        "for (int i = 0, j = 9; i < j; i++, j -= 2) x = i * 10 + j; assertion(x == 23);"
            .replace("23", "25")
            .as_str(),
    );
    holds(x, "while (x < 3) { int y; y += 2; x += y; } assertion(x == 4);");
    holds(x, "for (byte i = 0; i < n; ++i) x++; assertion(x == n);");
}

#[test]
fn loops_without_an_end_are_not_passed_over() {
    for endless in ["while (true) { }", "while (true) x = 1 - x;", "for (;;) { f(); }"] {
        let members = "statevars { int x; } void f() { x++; }";
        let machine = with_constants(&alone(members, endless), &[]).expect("a model");
        let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
        assert_eq!(search(&machine, &options, &Silent).stop, StopReason::StepLimit, "{endless}");
    }
}

#[test]
fn switch() {
    let cases = |value: i32| {
        format!(
            "x = {value}; int y; switch (x + 1) {{ case 1: y = 10; case 2: case n: y += 1; break;
               default: y = 5; case 7: {{ y *= 2; }} }} "
        )
    };
    for (value, result) in [(0, 11), (1, 1), (2, 1), (3, 10), (6, 0), (9, 10)] {
        holds("statevars { int x; }", &format!("{} assertion(y == {result});", cases(value)));
    }
    let found = mistakes(&alone("", "switch (1) { case 2: case 1 + 1: ; }"));
    assert_eq!(found, ["2:91: there is another case for 2"]);
    holds(
        "",
        "int x = 1; while (true) { switch (x) { case 3: break; default: x++; continue; } break; } assertion(x == 3);",
    );
}

#[test]
fn arrays() {
    holds(
        "statevars { int[3] v; byte w[2][2]; }",
        "v[0] = 4; v[v[0] - 2] = 7; w[1][0] = 300; assertion(v[2] == 7 && v[1] == 0 && w[1][0] == 44 && w[0][1] == 0);",
    );
    holds(
        "",
        "int[2] v = {3, 4}; boolean[n] b; b[2] = true; assertion(v[0] * 10 + v[1] == 34 && !b[0] && b[2]);",
    );
    holds(
        "",
        "int[2][3] v = {{1, 2, 3}, {4, 5, 6}}; int s; for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) s = s * 10 + v[i][j]; assertion(s == 123456);",
    );
    // It begins anew in each round.
    holds(
        "",
        "int s; for (int i = 0; i < 2; i++) { int[2] v; s += v[1]; v[1] = 5; } assertion(s == 0);",
    );
    for index in ["3", "-1", "?(0, 5)"] {
        fails("statevars { int[3] v; }", &format!("v[{index}] = 1;"), ERROR);
        fails("statevars { int[3] v; int x; }", &format!("x = v[{index}];"), ERROR);
    }
}

#[test]
fn numbers_are_those_of_java() {
    for same in [
        "-7 / 2 == -3 && -7 % 2 == -1",
        "(byte) 200 == -56 && (short) 65537 == 1 && (int) 5 == 5",
        "2147483647 + 1 < 0",
        "(5 & 6) == 4 && (5 | 6) == 7 && (5 ^ 6) == 3 && ~5 == -6",
        "1 << 4 == 16 && -16 >> 2 == -4 && 1 << 33 == 2",
        "true ^ false && (true & true) | false",
        "(n > 2 ? 10 : 20) == 10 && (n > 3 ? 10 : n > 2 ? 30 : 40) == 30",
        "pow(2, n) == 8 && pow(3, 4) == 81 && sqrt(17) == 4 && (int) pow(2, 40) == 2147483647",
        "n * n - +1 == 8",
    ] {
        holds("", &format!("assertion({same});"));
    }
    holds(
        "statevars { int x; }",
        "x = 5; x *= 3; x -= 1; x /= 4; x %= 2; x <<= 3; x |= 1; x ^= 2; x &= 10; assertion(x == 10);",
    );
    holds(
        "statevars { int x; }",
        "x = 4; assertion(pow(2, x) == 16 && pow(x, 3) == 64); x = -1; assertion(pow(2, x) == 0);",
    );
    holds("statevars { boolean b; }", "b |= true; b &= n == 3; assertion(b);");
    fails("statevars { int x; }", "x = 4 % x;", ERROR);
    fails("", "assertion(n == 4, \"n is 4\");", ASSERTION);
}

#[test]
fn methods_run_where_they_are_called() {
    let members = "statevars { int x; }
      int next() { x++; return x; }
      int twice(int y) { int z = y; y = y * 2; return y + z - z; }
      void set(int to) { if (to < 0) { return; } x = to; }
      int first(int a, int b) { while (true) { if (a > b) return a; a++; } }
      boolean big() { return x > 3; }
      int none() { }";
    holds(members, "assertion(next() + next() * 10 == 21);");
    // What stands before a call has its value from before it.
    holds(members, "assertion(x + next() == 1); x = 0; x = x + next(); assertion(x == 1);");
    holds(members, "assertion(twice(twice(3)) == 12 && twice(x) == 0);");
    holds(members, "set(5); set(-1); self.set(x + 1); assertion(x == 6 && first(1, 4) == 5);");
    // The second operand is evaluated only if it is asked for.
    holds(
        members,
        "boolean b = x == 1 && next() == 1; b = x == 0 || next() == 1; assertion(x == 0);",
    );
    holds(members, "int y = x == 0 ? 7 : next(); assertion(y == 7 && x == 0);");
    holds(members, "int i; while (next() < 4) i++; assertion(i == 3 && big() && none() == 0);");
    holds(
        members,
        "int[3] v; v[next()] = next(); assertion(v[1] == 2); v[next() - 1] += next(); assertion(v[2] == 4);",
    );
    holds(members, "x = ?(1, 1 + 0); assertion(twice(?(1, 2) / 3) == 0);");
    let found =
        mistakes(&alone("int f(int a) { return g(a); } int g(int a) { return f(a); }", "f(1);"));
    assert_eq!(found, ["2:83: `f` calls itself: recursion is not supported"]);
    assert_eq!(
        mistakes(&alone("void f() { }", "int x = f();")),
        ["2:85: this method returns no value"]
    );
    assert_eq!(mistakes(&alone("void f() { return 1; }", "f();")).len(), 1);
    // A message server is not called: the rebec sends itself the message.
    let served = "reactiveclass C(2) { statevars { int x; } C() { go(); x = 2; } msgsrv go() { assertion(x == 2); } }
                  main { C c():(); }";
    assert_eq!(check(served), (vec![DEADLOCK], 2));
}

#[test]
fn methods_that_call_many_are_bounded() {
    let mut methods = String::from("void f0() { x++; }");
    for level in 1..40 {
        methods += &format!(" void f{level}() {{ f{0}(); f{0}(); }}", level - 1);
    }
    let found = mistakes(&alone(&format!("statevars {{ int x; }} {methods}"), "f39();"));
    assert!(found.iter().any(|message| message.contains("too large")), "{found:?}");
    let mut methods = String::from("int f0() { return 1; }");
    for level in 1..2000 {
        let (open, close) = ("-(".repeat(100), ")".repeat(100));
        methods += &format!(" int f{level}() {{ return {open}f{}(){close}; }}", level - 1);
    }
    let found = mistakes(&alone(&methods, "int x = f1999();"));
    assert!(found.iter().any(|message| message.contains("too complex")), "{found:?}");
}

/// A hierarchy of classes.
const FAMILY: &str = "
interface Listener { msgsrv hear(int x); }
abstract reactiveclass Base(3) implements Listener {
  knownrebecs { Listener peer; }
  statevars { int heard; int shared; }
  Base() { heard = 1; }
  msgsrv hear(int x) { heard += weight() * x; }
  abstract int weight();
}
reactiveclass Light extends Base(3) { int weight() { return 1; } }
reactiveclass Heavy extends Light(3) {
  statevars { int shared; }
  Heavy(int begin) { super(); shared = begin; self.shared++; }
  int weight() { return 9 + super.weight(); }
  msgsrv hear(int x) { super.hear(x); assertion([]); }
}
reactiveclass Speaker(2) {
  knownrebecs { Base one; Listener two; }
  msgsrv initial() { one.hear(2); two.hear(3); }
}
main { Light light(heavy):(); Heavy heavy(light):(7); Speaker speaker(heavy, light):(); }";

#[test]
fn classes_inherit() {
    // heavy: 1 + 10 * 2; its own variable hides the inherited one.
    assert_eq!(check(&FAMILY.replace("[]", "heard == 21 && shared == 8")).0, [DEADLOCK]);
    assert_eq!(check(&FAMILY.replace("[]", "heard == 3")).0, [ASSERTION, DEADLOCK]);
    let wrong = |from: &str, to: &str| mistakes(&FAMILY.replace("[]", "true").replace(from, to));
    assert_eq!(
        wrong("{ int weight() { return 1; } }", "{ }"),
        ["10:15: `Light` does not define `weight` of `Base`"]
    );
    assert_eq!(
        wrong("Light light(", "Base light(")[0],
        "21:8: no rebec is of `Base` alone, which is abstract"
    );
    assert_eq!(wrong("msgsrv hear(int x) { super", "msgsrv hear(byte x) { super").len(), 2);
    assert_eq!(wrong("Base one;", "Heavy one;"), [""; 0]);
    assert_eq!(wrong("(heavy, light):()", "(light, light):()"), [""; 0]);
    assert_eq!(
        wrong("Base one;", "Heavy one;").len() + wrong("speaker(heavy", "speaker(speaker").len(),
        1
    );
    assert!(wrong("Light extends Base", "Light extends Light")[0].contains("cannot extend itself"));
    assert!(wrong("implements Listener", "implements Speaker")[0].contains("is not an interface"));
}

#[test]
fn the_class_of_a_sender_is_known() {
    let model = |test: &str| {
        format!(
            "reactiveclass A(3) {{ knownrebecs {{ T t; }} A() {{ t.hear(1); }} }}
             reactiveclass B extends A(3) {{ B() {{ }} }}
             reactiveclass D(3) {{ knownrebecs {{ T t; }} D() {{ t.hear(2); }} }}
             reactiveclass T(5) {{ msgsrv hear(int x) {{ assertion({test}); }} }}
             main {{ A a(t):(); B b(t):(); D d(t):(); T t():(); }}"
        )
    };
    assert_eq!(check(&model("sender instanceof A == (x == 1)")), (vec![DEADLOCK], 4));
    assert_eq!(check(&model("sender instanceof B")).0, [ASSERTION, DEADLOCK]);
    assert_eq!(
        check(&model("sender instanceof D != (x == 1) && !(sender instanceof T)")).0,
        [DEADLOCK]
    );
}

#[test]
fn messages_to_a_rebec_of_another_class_are_found() {
    let model = |send: &str| {
        format!(
            "reactiveclass A(3) {{ knownrebecs {{ B b; }} A() {{ b.ask(); }} msgsrv yes() {{ }} }}
             reactiveclass D(3) {{ knownrebecs {{ B b; }} D() {{ b.ask(); }} msgsrv no() {{ }} }}
             reactiveclass B(3) {{ statevars {{ A who; }} msgsrv ask() {{ {send} }} }}
             main {{ A a(b):(); D d(b):(); B b():(); }}"
        )
    };
    assert_eq!(check(&model("((A) sender).yes();")).0, [ASSERTION, DEADLOCK]);
    assert_eq!(check(&model("who = sender; who.yes();")).0, [ASSERTION, DEADLOCK]);
    assert_eq!(
        check(&model("if (sender instanceof A) ((A) sender).yes(); else ((D) sender).no();")).0,
        [DEADLOCK]
    );
}

#[test]
fn constants_can_be_given_from_outside() {
    let text = "env int n = 2 * 3; env boolean fast = true; env byte most = (byte) 200;
                reactiveclass C(1) { C() { assertion(n == 6 && fast && most == -56); } }
                main { C c():(); }";
    assert!(with_constants(text, &[]).is_ok());
    let other = text.replace("n == 6 && fast", "n == 9 && !fast");
    assert!(with_constants(&other, &["n=9", "fast=false"]).is_ok());
    for wrong in ["n=x", "m=1", "fast=1", "most=200"] {
        assert_eq!(with_constants(text, &[wrong]).expect_err("a mistake").len(), 1, "{wrong}");
    }
}

#[test]
fn messages_share_fields_of_their_kinds() {
    let text = "reactiveclass A(2) { knownrebecs { A a; }
        msgsrv one(int x, A y, int z) { } msgsrv two(boolean b, int x) { } msgsrv three(A y, A z, byte w) { }
        msgsrv four(int x, int y, int z) { } }
        main { A b(b):(); }";
    let mut sources = Sources::new();
    let file = sources.add("m", text);
    let machine = load(&sources, file).model.expect("a model").machine;
    // A message and its sender; three ints, two rebecs, a boolean, a byte.
    assert_eq!(machine.program.channels[0].fields.len(), 2 + 3 + 2 + 1 + 1);
}
