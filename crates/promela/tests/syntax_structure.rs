//! What each construct is parsed to.

use crate::support::{messages, parse_text, parse_with, print};

/// A whole model: no message, and this tree.
#[track_caller]
fn check(input: &str, expected: &str) {
    let (sources, parsed) = parse_text(input);
    assert_eq!(messages(&sources, &parsed), "", "in {input}");
    assert_eq!(print::model(&parsed.model, true), expected, "in {input}");
}

/// The body of `init`.
#[track_caller]
fn check_body(input: &str, expected: &str) {
    check(&format!("init {{ {input} }}"), &format!("init {{ {expected} }}"));
}

/// An expression, as the value of an assignment.
#[track_caller]
fn check_expression(input: &str, expected: &str) {
    check_body(&format!("x = {input}"), &format!("x = {expected}"));
}

#[test]
fn operators_bind_as_in_spin() {
    check_expression("a + b * c - d", "((a + (b * c)) - d)");
    check_expression("a - b - c", "((a - b) - c)");
    check_expression("a || b && c | d ^ e & f", "(a || (b && (c | (d ^ (e & f)))))");
    check_expression("a == b < c << d + e", "(a == (b < (c << (d + e))))");
    check_expression("a & b == c", "(a & (b == c))");
    check_expression("a != b == c", "((a != b) == c)");
    check_expression("a >> b / c % d", "(a >> ((b / c) % d))");
    check_expression("-a * ~b + !c", "(((-a) * (~b)) + (!c))");
    check_expression("- - a", "(-(-a))");
    check_expression("!a == b", "((!a) == b)");
    check_expression("(a + b) * (c)", "((a + b) * c)");
    check_expression("a >= 1 && b <= -1", "((a >= 1) && (b <= (-1)))");
    check_expression("(a > b -> c + 1 : (d -> 1 : 2))", "((a > b) -> (c + 1) : (d -> 1 : 2))");
}

#[test]
fn constants_are_numbers() {
    check_expression("true + false + skip", "((1 + 0) + 1)");
    check_expression("'a' + '\\n'", "(97 + 10)");
    check_expression("2147483647", "2147483647");
}

#[test]
fn operands() {
    check_expression("a[i + 1].b.c[2].d", "a[(i + 1)].b.c[2].d");
    check_expression(
        "_pid + _nr_pr + _last + _priority + _",
        "((((_pid + _nr_pr) + _last) + _priority) + _)",
    );
    check_expression(
        "len(c) + enabled(1) + pc_value(p) + get_priority(2)",
        "(((len(c) + enabled(1)) + pc_value(p)) + get_priority(2))",
    );
    check_expression(
        "nempty(c) && (full(a[1]) || nfull(c)) && empty(c)",
        "((nempty(c) && (full(a[1]) || nfull(c))) && empty(c))",
    );
    check_expression("run P(1, a) priority 3", "run P(1, a) priority 3");
    check_expression("c?[x, 1] && c??[eval(y), _]", "(c?[x, 1] && c??[eval(y), _])");
    check_expression("timeout || np_", "(timeout || np_)");
    check_expression("P@l && P[i + 1]@l", "(P@l && P[(i + 1)]@l)");
}

#[test]
fn remote_variables_need_a_known_proctype() {
    check(
        "proctype P() { skip } never { do :: P:x == 1 :: P[2]:a[1] && P[1]@l od }",
        "proctype P() { 1 }\nnever { do :: (P:x == 1) :: (P[2]:a[1] && P[1]@l) od }",
    );
    check_body("P: x = 1", "P: x = 1");
    check("proctype P() { P:x == 1 }", "proctype P() { (P:x == 1) }");
}

#[test]
fn assignments_and_guards() {
    check_body("x = 1; a[1].b++; c--; (x); x > 1; else", "x = 1; a[1].b++; c--; x; (x > 1); else");
    check_body("x = nempty(c)", "x = nempty(c)");
    check_body("assert(x == 1); assert x", "assert((x == 1)); assert(x)");
    check_body("run P(); skip", "run P(); 1");
    check_body(
        "printf(\"a\\n\"); printf(\"%d %e\", x, A + 1); printm(A)",
        "printf(\"a\\n\"); printf(\"%d %e\", x, (A + 1)); printm(A)",
    );
    check_body("set_priority(_pid, 1 + 2)", "set_priority(_pid, (1 + 2))");
    check_body("-x; !y; ~z", "(-x); (!y); (~z)");
}

#[test]
fn messages_are_sent_and_received() {
    check_body(
        "c!x; c!x,y+1; c!x(y, z); c!!1; c!(x); a[i].c!-1",
        "c ! x; c ! x, (y + 1); c ! x, y, z; c !! 1; c ! x; a[i].c ! (-1)",
    );
    check_body(
        "c?x; c?x,_,eval(y+1),-1,3; c?A(b, c); c?(x)",
        "c ? x; c ? x, _, eval((y + 1)), -1, 3; c ? A, b, c; c ? x",
    );
    check_body("c??x; c?<x>; c??<x, 1>; c?true", "c ?? x; c ? <x>; c ?? <x, 1>; c ? 1");
    check_body("c?[x]; c??[x] -> skip; c?[x] && y", "c?[x]; c??[x]; 1; (c?[x] && y)");
    check_body("xr c, d; xs e[1]; skip", "xr c, d; xs e[1]; 1");
}

#[test]
fn control() {
    check_body("if :: a -> b :: else fi", "if :: a; b :: else fi");
    check_body("do :: a; break; :: else -> skip; od", "do :: a; break :: else; 1 od");
    check_body("L: goto L", "L: goto L");
    check_body(
        "L: M: x = 1; N:; O: }  active proctype P() { E:",
        "L: M: x = 1; N: 1; O: 1 }\nactive proctype P() { E: 1",
    );
    check_body("atomic { a; d_step { b } } { c }", "atomic { a; d_step { b } }; { c }");
    check_body(
        "for (i : 1 .. N) { skip } for (i in a) { x = i }; for (a[i].b : 0..3) { skip }",
        "for (i : 1 .. N) { 1 }; for (i in a) { x = i }; for (a[i].b : 0 .. 3) { 1 }",
    );
    check_body("for (i : 1 .. 2); { skip }", "for (i : 1 .. 2) { 1 }");
    check_body("select (i : 1 .. n + 1)", "select (i : 1 .. (n + 1))");
    check_body("in = 1; byte in2", "in = 1; byte in2");
}

#[test]
fn escapes() {
    check_body("{ a; b } unless { c } d", "{ a; b } unless { c }; d");
    check_body("L: x = 1 unless M: y", "L: x = 1 unless M: y");
    check_body("{ a }\n\nunless\n{ b }", "{ a } unless { b }");
    check_body("{ a unless b } unless c", "{ a unless b } unless c");
}

#[test]
fn separators() {
    check_body("a -> b;; c ->\n-> d;", "a; b; c; d");
    check_body("a\nb\n\nc", "a; b; c");
    check_body("x = 1\n-1", "x = 1; (-1)");
    check_body("x = 1 -\n1", "x = (1 - 1)");
    check_body("x = (1\n- 1)", "x = (1 - 1)");
    check_body("a\n!b", "a; (!b)");
    check_body("c!\nb", "c ! b");
    check_body("if :: a fi; b; do :: c od\nd", "if :: a fi; b; do :: c od; d");
    check(
        "chan c = [1] of { byte; }; typedef T { byte a ;-> }",
        "chan c = [1] of { byte }\ntypedef T { byte a }",
    );
    check_body("x = (a ; -> 1 : 2)", "x = (a -> 1 : 2)");
    check("proctype P(byte a;; -> ; byte b) { skip }", "proctype P(byte a; byte b) { 1 }");
    check_body("if\n:: a\n:: b\nfi\nc", "if :: a :: b fi; c");
    check_body("{ a } b; { c } d", "{ a }; b; { c }; d");
    check_body("if :: else x = 1 fi", "if :: else; x = 1 fi");
    check_body("x++\ny--\nx = 'a'\nbreak\ny", "x++; y--; x = 97; break; y");
    check_body("atomic\n{\na\n}\nb", "atomic { a }; b");
    check("byte x byte y;; -> byte z\ninit { skip };", "byte x\nbyte y\nbyte z\ninit { 1 }");
    check("byte x = a\n- 1 init\n{\nskip }", "byte x = (a - 1)\ninit { 1 }");
}

#[test]
fn declarations() {
    check(
        "bit a; bool b; byte c; pid d; short e; int f; chan g; mtype h",
        "bit a\nbool b\nbyte c\npid d\nshort e\nint f\nchan g\nmtype h",
    );
    check(
        "byte a, b = 2, c[3], d[N + 1] = 4, e[2] = {1, 2}",
        "byte a, b = 2, c[3], d[(N + 1)] = 4, e[2] = { 1, 2 }",
    );
    check("unsigned x : 5 = 3, y : 2", "unsigned x : 5 = 3, y : 2");
    check(
        "chan c = [2] of { byte, mtype, T, chan, mtype:k }",
        "chan c = [2] of { byte, mtype, T, chan, mtype:k }",
    );
    check("chan c[3] = [0] of {bit}, d; chan e", "chan c[3] = [0] of { bit }, d\nchan e");
    check("hidden byte x; show int y; local chan z", "hidden byte x\nshow int y\nlocal chan z");
    check(
        "mtype = {A, B}; mtype {C D E,}; mtype:k = {F}; mtype:k x = F",
        "mtype = { A, B }\nmtype = { C, D, E }\nmtype:k = { F }\nmtype:k x = F",
    );
    check(
        "typedef T { byte a[2]; bool b, c\nT2 d; };\nT x[3]; T y",
        "typedef T { byte a[2]; bool b, c; T2 d }\nT x[3]\nT y",
    );
    check(
        "typedef T { byte a }\ninit { T\nx; x.a = 1 }",
        "typedef T { byte a }\ninit { T x; x.a = 1 }",
    );
    check_body(
        "byte x; x = 1; int y = x, z\nchan c = [1] of {byte}\nskip",
        "byte x; x = 1; int y = x, z; chan c = [1] of { byte }; 1",
    );
}

#[test]
fn processes() {
    check(
        "proctype f(byte a, b; chan c; T d) { skip }",
        "proctype f(byte a, b; chan c; T d) { 1 }",
    );
    check(
        "active proctype f() { skip }\nactive [N + 1] D_proctype g() { skip }",
        "active proctype f() { 1 }\nactive [(N + 1)] D_proctype g() { 1 }",
    );
    check(
        "proctype f() priority 5 provided (x > 1 || nempty(c)) { skip }",
        "proctype f() priority 5 provided (((x > 1) || nempty(c))) { 1 }",
    );
    check("init priority 3 { skip }", "init priority 3 { 1 }");
    check(
        "never { do :: true od } never q { skip } trace { c!x } notrace { c?x }",
        "never { do :: 1 od }\nnever q { 1 }\ntrace { c ! x }\nnotrace { c ? x }",
    );
}

#[test]
fn formulas_are_kept_as_text() {
    check(
        "#define p (x == 1)\nltl a { []<>p && (q U !r) }\nltl { x <-> y -> z\n}",
        "ltl a { []<>(x == 1) && (q U !r) }\nltl { x <-> y -> z }",
    );
    check("ltl a { P@l -> (x >= 1) }", "ltl a { P@l -> (x >= 1) }");
}

#[test]
fn inlines_are_expanded_on_tokens() {
    check(
        "inline f(a, b) { a = b * 2; a++ } init { f(x[1].y, z + 1) }",
        "init { inline f { x[1].y = (z + (1 * 2)); x[1].y++ } }",
    );
    check(
        "inline f() { skip } init { f(); f() f()\nf() x = 1 }",
        "init { inline f { 1 }; inline f { 1 }; inline f { 1 }; inline f { 1 }; x = 1 }",
    );
    check(
        "inline g(a) { c!a } inline f(a, b) { g(b); g(a) } init { f(1, 2) }",
        "init { inline f { inline g { c ! 2 }; inline g { c ! 1 } } }",
    );
    check("inline f(a, b) { a = b } init { f(b, a) }", "init { inline f { b = a } }");
    check("inline f(l) { l: goto l } init { f(here) }", "init { inline f { here: goto here } }");
    check("inline f(a) { x.a = a.y } init { f(z) }", "init { inline f { x.z = z.y } }");
    check(
        "inline f(a) { a\nx = a\n} init { f(c?[1,\n2]) }",
        "init { inline f { c?[1, 2]; x = c?[1, 2] } }",
    );
    check(
        "inline f(a) { if :: a -> break :: else fi } init { do :: L: f((x -> 1 : 2)) unless y od }",
        "init { do :: L: inline f { if :: (x -> 1 : 2); break :: else fi } unless y od }",
    );
    check(
        "inline f(a) { return a + 1 } init { x[2] = f(3); y = 1 }",
        "init { inline f { x[2] = (3 + 1) }; y = 1 }",
    );
    check(
        "inline f(a) { printf(\"a %d\", a); byte t; t = a } init { f(7) }",
        "init { inline f { printf(\"a %d\", 7); byte t; t = 7 } }",
    );
}

#[test]
fn macros_and_included_files() {
    let (sources, parsed) = parse_with(
        "#include \"a.h\"\n#define CS(i) L##i: x = i\ninit { CS(1); f(2) }",
        &[("a.h", "byte x;\ninline f(a) { x = a }\n")],
    );
    assert_eq!(messages(&sources, &parsed), "");
    assert_eq!(print::model(&parsed.model, true), "byte x\ninit { L1: x = 1; inline f { x = 2 } }");
}

#[test]
fn spans_show_what_the_user_wrote() {
    use promela::ast::{StatementKind, Step, Unit};
    let text = "#define N y + 1\ninline f(a) { a = N; z = a }\ninit { f(v); b: x = (c + 2) * d }";
    let (sources, parsed) = parse_text(text);
    let Unit::Init(body) = &parsed.model.units[0] else { panic!("init expected") };
    assert_eq!(sources.snippet(body.span), "{ f(v); b: x = (c + 2) * d }");
    assert_eq!(body.end.start as usize, text.len() - 1);
    let Step::Statement(call) = &body.steps[0] else { panic!("statement expected") };
    assert_eq!(sources.snippet(call.span), "f(v)");
    let StatementKind::Inline { body: inner, .. } = &call.kind else { panic!("inline expected") };
    let Step::Statement(first) = &inner[0] else { panic!("statement expected") };
    assert_eq!(sources.snippet(first.span), "a = N", "in the body of the inline");
    let StatementKind::Assign(target, value) = &first.kind else { panic!("assignment expected") };
    assert_eq!(sources.snippet(target.span), "a");
    assert_eq!(sources.snippet(target.path[0].name.span), "v", "the name itself is the user's");
    assert_eq!(sources.snippet(value.span), "N");
    let Step::Statement(last) = &body.steps[1] else { panic!("statement expected") };
    assert_eq!(sources.snippet(last.span), "x = (c + 2) * d");
    let StatementKind::Assign(_, value) = &last.kind else { panic!("assignment expected") };
    assert_eq!(sources.snippet(value.span), "(c + 2) * d");
}
