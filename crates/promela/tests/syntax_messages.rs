//! What wrong models are told: message, place and, in parentheses, the mend.

use crate::support;
use crate::support::{messages, parse_text};

/// All messages for a model.
#[track_caller]
fn check(input: &str, expected: &str) {
    let (sources, parsed) = parse_text(input);
    assert_eq!(messages(&sources, &parsed), expected, "in {input}");
}

/// All messages for the body of `init`; it starts in column 8.
#[track_caller]
fn check_body(input: &str, expected: &str) {
    check(&format!("init {{ {input} }}"), expected);
}

#[test]
fn expressions() {
    check_body(
        "if :: (x = 1) fi",
        "m:1:17: error: expected an operator or the `)` for the `(` at line 1, found `=` (`=` assigns; compare with `==`)",
    );
    check_body(
        "x = y = z",
        "m:1:14: error: expected `;` or the end of the line, found `=` (`=` assigns; compare with `==`)",
    );
    check_body("x =< 1", "m:1:11: error: expected a statement or an expression, found `<`");
    check_body("x <> 1", "m:1:11: error: expected a statement or an expression, found `>`");
    check_body(
        "x += 1",
        "m:1:10: error: expected `;` or the end of the line, found `+=` (Promela has no `+=`: write `x = x + ...`)",
    );
    check_body("x := 1", "m:1:11: error: `:=` is not Promela (`=` assigns, `==` compares)");
    check_body(
        "x = (1 + 2",
        "m:1:19: error: expected an operator or the `)` for the `(` at line 1, found `}`",
    );
    check_body("x = 1 +", "m:1:16: error: expected a statement or an expression, found `}`");
    check_body("x = a[1;", "m:1:15: error: expected `]` after the index, found `;`");
    check_body(
        "!full(c)",
        "m:1:9: error: `full`, `empty`, `nfull` and `nempty` stand alone or with `&&` and `||` only (the opposite is `nfull`; a number of messages is `len`)",
    );
    check_body("x = !!y", "m:1:12: error: `!!` sends; it does not negate twice (write `! !x`)");
    check_body("x = 'ab'", "m:1:12: error: 'ab' is not one character");
    check_body(
        "x = 4294967295",
        "m:1:12: warning: `4294967295` does not fit into 32 bits: it is taken as -1",
    );
    check_body(
        "x = 0x1F",
        "m:1:12: error: `0x1F` is not a number (Promela has decimal numbers only)",
    );
    check_body(
        "x = c?y",
        "m:1:13: error: receiving is a statement, not an expression (`c ? [x]` asks whether a message could be received)",
    );
    check_body(
        "x = 1\n+ 2\ny",
        "m:2:1: error: a line starts with `+`, but a line break ends a statement (put `+` at the end of the line above)",
    );
    check_body(
        "x = $",
        "m:1:12: error: expected a statement or an expression, found the character `$`",
    );
}

#[test]
fn statements() {
    check_body(
        "x = 1 y = 2",
        "m:1:14: error: missing `;` before `y` (statements are separated by `;`, by `->` or by a line break)",
    );
    check_body(
        "",
        "m:1:9: error: expected a statement, found `}` (write `skip` where nothing is to be done)",
    );
    check_body("; x", "m:1:8: error: expected a statement before `;`");
    check_body("do :: x -> :: y od", "");
    check_body(
        "do :: :: y od",
        "m:1:14: error: expected a statement, found `::` (write `skip` where nothing is to be done)",
    );
    check_body("\nif\n:: x", "m:3:6: error: missing `fi` for the `if` at line 2");
    check_body(
        "if :: x od",
        "m:1:16: error: missing `fi` for the `if` at line 1 (write `fi` instead of `od`)",
    );
    check_body("if x :: y fi", "m:1:11: error: expected `::` after `if`, found `x`");
    check_body("if fi", "m:1:11: error: this `if` has no options");
    check_body("x fi; y", "m:1:10: error: `fi` without an `if`");
    check_body("goto 3", "m:1:13: error: expected a label after `goto`, found `3`");
    check_body(
        "x; unless y",
        "m:1:11: error: `unless` must follow its statement directly (no `;` stands before it)",
    );
    check_body(
        "x unless y unless z",
        "m:1:19: error: a second `unless` after one statement (put the first `unless` and its statements in braces)",
    );
    check_body(
        "L: byte x; y",
        "m:1:8: error: label `L` stands before a declaration (put the label before a statement)",
    );
    check_body("printf(x)", "m:1:15: error: expected a text in quotes, found `x`");
    check_body(
        "printf(\"a\" \"b\")",
        "m:1:19: error: texts are not joined in Promela (write one text)",
    );
    check_body("c?x+1", "m:1:11: error: expected `;` or the end of the line, found `+`");
    check_body(
        "c?",
        "m:1:11: error: expected a variable, a constant, `_` or `eval(...)` in the message pattern, found `}`",
    );
    check_body(
        "for (i; 3) { x }",
        "m:1:14: error: expected `:` or `in` after the variable, found `;`",
    );
    check_body(
        "for (i : 1, 3) { x }",
        "m:1:18: error: expected `..` and the last value, found `,`",
    );
    check_body(
        "return 1",
        "m:1:8: error: `return` without a variable to return the value to (it stands in an inline that is called as `x = f()`)",
    );
    check_body(
        "c_code { int x = 1; { y(); } }; x = 1",
        "m:1:8: error: `c_code`: embedded C is never executed by this tool (express this part of the model in Promela itself)",
    );
    check_body(
        "x = c_expr { now.x }",
        "m:1:12: error: `c_expr`: embedded C is never executed by this tool (express this part of the model in Promela itself)",
    );
    check_body(
        "f(1)",
        "m:1:8: error: no inline `f` is defined above (an inline is defined before its first use; a process is started with `run`)",
    );
}

#[test]
fn units() {
    check(
        "x = 1;",
        "m:1:1: error: expected a declaration, `proctype` or `init`, found `x` (statements stand in the body of a `proctype` or of `init`)",
    );
    check("proctype P( { x }", "m:1:13: error: expected a parameter, found `{`");
    check(
        "proctype P(byte a, byte b) { x }",
        "m:1:20: error: a type after `,` (declarations are separated by `;`, variables of one type by `,`)",
    );
    check(
        "proctype P(byte a = 1) { x }",
        "m:1:12: error: a parameter cannot have an initial value",
    );
    check(
        "proctype P() x }",
        "m:1:14: error: expected `{` and the body of `proctype P`, found `x`",
    );
    check("init { x\n\nproctype P() { y }", "m:3:1: error: missing `}` for the `{` at line 1");
    check("init { x } }", "m:1:12: error: this `}` closes nothing");
    check("init { { x }", "m:1:13: error: missing `}` for the `{` at line 1");
    check("active P() { x }", "m:1:8: error: expected `proctype` after `active`, found `P`");
    check(
        "proctype P() { x } init { P() }",
        "m:1:27: error: proctype `P` is called like an inline (start a process with `run P(...)`)",
    );
    check("proctype P() { x } byte P;", "m:1:25: error: `P` is already the name of a proctype");
    check("mtype = { A, 3 }", "m:1:14: error: expected a symbol, found `3`");
    check(
        "mtype = { A } init { A = 1 }",
        "m:1:22: error: `A` is an mtype symbol: it cannot be assigned to",
    );
    check(
        "byte a[]; byte b[2][3]",
        "m:1:8: error: array `a` needs a length (a constant, as in `byte a[3]`)\nm:1:20: error: arrays have one dimension only (make an array of a `typedef` that holds an array)",
    );
    check(
        "chan c = [2] of byte",
        "m:1:17: error: expected `{` and the message types, found keyword `byte`",
    );
    check(
        "byte c = [2] of { byte }",
        "m:1:10: error: only a `chan` has a capacity and message types",
    );
    check(
        "byte init;",
        "m:1:6: error: expected the name of a variable, found keyword `init` (`init` is a keyword of Promela: it cannot be a name)",
    );
    check("typedef T { } init { skip }", "m:1:9: error: type `T` has no fields");
    check(
        "ltl p { []x",
        "m:1:12: error: expected the `}` for the `{` at line 1, found the end of the file",
    );
    check(
        "c_decl { int x; } c_track \"a\" \"b\"; init { skip }",
        "m:1:1: error: `c_decl`: embedded C is never executed by this tool (express this part of the model in Promela itself)\nm:1:19: error: `c_track`: embedded C is never executed by this tool (express this part of the model in Promela itself)",
    );
    check("/* x */ */ init { skip }", "m:1:9: warning: this `*/` closes no comment");
}

#[test]
fn inlines() {
    check(
        "inline f(a, b) { a = b } init { f(1) }",
        "m:1:33: error: inline `f` takes 2 arguments, 1 given",
    );
    check(
        "inline f(a) { f(a) } init { f(1) }",
        "m:1:15: error: inline `f` calls itself (an inline is expanded where it is called: it cannot be recursive)",
    );
    check(
        "inline f(byte a) { a } init { f(1) }",
        "m:1:10: error: the parameters of an inline have no types (write their names only, with `,` between them)",
    );
    check("inline f(a) { a ", "m:1:17: error: missing `}` for the `{` at line 1");
    check(
        "inline f() { x = } init { f(); f() }",
        "m:1:18: error: expected a statement or an expression, found `}`",
    );
    check(
        "inline f() { x } byte f; init { y = f + 1 }",
        "m:1:23: error: `f` is already the name of an inline\nm:1:39: error: expected `(` and the arguments of inline `f`, found `+`",
    );
    let (sources, parsed) =
        parse_text("inline g(a) { a = ; }\ninline f(a) { g(a) }\ninit { f(x) }");
    let error = &parsed.diagnostics[0];
    assert_eq!(
        error.one_line(&sources),
        "m:1:19: error: expected a statement or an expression, found `;`"
    );
    let remarks: Vec<String> =
        error.labels.iter().map(|(s, t)| format!("{}: {t}", sources.line_column(*s).0)).collect();
    assert_eq!(remarks, ["1: ", "2: in this call of inline `g`", "3: in this call of inline `f`"]);
}

#[test]
fn habits_of_other_languages_are_told_what_promela_has() {
    check_body(
        "while (x) { skip }",
        "m:1:8: error: no inline `while` is defined above (Promela repeats with `do :: x < 3 -> x++ :: else -> break od`)",
    );
    check_body(
        "prinf(1)",
        "m:1:8: error: no inline `prinf` is defined above (did you mean `printf`?)",
    );
    check(
        "inline enter() { skip } init { entr() }",
        "m:1:32: error: no inline `entr` is defined above (did you mean `enter`?)",
    );
    check_body(
        "for (i = 0; i < 3; i++) { skip }",
        "m:1:15: error: expected `:` or `in` after the variable, found `=` (write `for (i : 0 .. 2)` for 0, 1 and 2)",
    );
    check(
        "ltl a { G F (x == 1) }",
        "m:1:11: error: expected an operator or the `}` for the `{` at line 1, found `F` (write `[]` for `G`, \"in every state\", and `<>` for `F`, \"in some state later\")",
    );
    check(
        "ltl a { F (x == 1) }",
        "m:1:11: error: expected an operator or the `}` for the `{` at line 1, found `(` (write `[]` for `G`, \"in every state\", and `<>` for `F`, \"in some state later\")",
    );
    check_body(
        "if :: x = 0 -> skip :: x = 1; skip :: atomic { x = 2 } -> skip fi",
        "m:1:14: warning: this assigns, so that the option can always be chosen (compare with `==`; behind an assignment write `;`)",
    );
    check(
        "process P { skip }",
        "m:1:11: error: expected a declaration, `proctype` or `init`, found `{` (a process is declared with `active proctype P() { … }`)",
    );
}

#[test]
fn several_errors_are_found_in_one_go() {
    check(
        "byte x\nproctype P() {\n  x = ;\n  do :: x == -> skip :: x + od;\n  y = 1 z = 2\n}\nbyte 3;\ninit { run P( }\n",
        "m:3:7: error: expected a statement or an expression, found `;`\n\
         m:4:14: error: expected a statement or an expression, found `->`\n\
         m:4:29: error: expected a statement or an expression, found keyword `od`\n\
         m:5:9: error: missing `;` before `z` (statements are separated by `;`, by `->` or by a line break)\n\
         m:7:6: error: expected the name of a variable, found `3`\n\
         m:8:15: error: expected a statement or an expression, found `}`",
    );
}

#[test]
fn errors_are_capped() {
    let (sources, parsed) = parse_text(&format!("init {{ {} }}", "x = ; ".repeat(1000)));
    assert_eq!(parsed.diagnostics.iter().filter(|d| d.is_error()).count(), 20);
    let last = parsed.diagnostics.last().expect("a note");
    assert_eq!(
        last.one_line(&sources),
        "m:1:126: note: 20 errors found: the rest of the text was not looked at"
    );
}

#[test]
fn what_was_understood_is_kept() {
    let (_, parsed) = parse_text("byte x; init { x = 1; y = ; z = 2 } proctype P() { if :: a }");
    assert_eq!(
        support::print::model(&parsed.model, true),
        "byte x\ninit { x = 1; z = 2 }\nproctype P() { if :: a fi }"
    );
}
