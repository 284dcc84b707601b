//! Every rule of figures 13 and 14 of the paper accepts what it should, and rejects what it should, by name
//! and at the right place.

use std::collections::HashSet;

use crate::support::{mistakes, mistakes_and_help};
use promela_lite::Rule;

/// A specification around some declarations (line 1), parameters (line 2), local variables (line 3), a
/// statement (line 6) and arguments (line 11).
#[derive(Clone, Copy)]
struct Around {
    globals: &'static str,
    parameters: &'static str,
    locals: &'static str,
    statement: &'static str,
    runs: &'static str,
}

const PLAIN: Around = Around {
    globals: "",
    parameters: "",
    locals: "",
    statement: "0 == 0 -> skip",
    runs: "run m()",
};

fn text(around: Around) -> String {
    let Around { globals, parameters, locals, statement, runs } = around;
    format!(
        "{globals}\nproctype m({parameters}) {{\n{locals}\ndo\n:: atomic {{\n{statement}\n}}\nod\n}}\n\
         init {{ atomic {{\n{runs}\n}} }}\n"
    )
}

fn globals(globals: &'static str) -> Around {
    Around { globals, ..PLAIN }
}

fn locals(locals: &'static str) -> Around {
    Around { globals: "chan c = [1] of {int}; int g = 1;", locals, ..PLAIN }
}

/// A parameter called so, behind a proctype `q` that has one called so.
fn parameters(parameters: &'static str) -> Around {
    let globals = "chan c = [1] of {int}; int g = 1; \
                   proctype q(int j) { do :: atomic { j == 1 -> j = 2 } od }";
    Around { globals, parameters, runs: "run m(1)", ..PLAIN }
}

/// A statement where there are a channel of numbers and one of channels, and a variable of each type.
fn statement(statement: &'static str) -> Around {
    let globals = "chan c = [1] of {int}; chan d = [2] of {chan{int}, pid};";
    let parameters = "int i; pid p; chan{int} x; chan{chan{int}, pid} y";
    Around { globals, parameters, statement, runs: "run m(0, 0, c, null)", ..PLAIN }
}

/// Arguments of a process with a parameter of each type.
fn runs(runs: &'static str) -> Around {
    let parameters = "int i; pid p; chan{int} x";
    Around { globals: "chan c = [1] of {int}; int g = 1;", parameters, runs, ..PLAIN }
}

type Case = fn() -> Around;

/// What the paper's rules accept.
const ACCEPTED: &[(Rule, Case)] = &[
    (Rule::EmptyEnvironment, || globals("")),
    (Rule::Environment, || {
        globals("chan c = [1] of {rec X . chan{chan{X}, rec Y . chan{X, Y}, int}};")
    }),
    (Rule::Environment, || globals("chan X = [1] of {rec X . chan{X, int}};")),
    (Rule::IntLiteral, || statement("i == -2147483648 -> i = 2147483647; i = - 1")),
    (Rule::PidLiteral, || statement("p == 0 && 1 != p -> p = 1")),
    (Rule::OwnPid, || statement("p == _pid && _pid != 0 -> p = _pid")),
    (Rule::ParenthesisExpression, || {
        statement("((i)) + (1) == (i + 2) * 3 && (x) == (null) -> i = (i)")
    }),
    (Rule::Null, || statement("null == x && y != null && null == null -> x = null; y = null")),
    (Rule::Var, || statement("i == 1 -> i = i")),
    (Rule::Arith, || statement("(i + 1) * 2 - -1 == 7 -> i = 0 - (i + 3)")),
    (Rule::Len, || statement("len(c) + len(y) == len(null) -> i = len(x)")),
    (Rule::Rel, || statement("i < 1 && i <= len(c) && 3 > i && 4 >= 4 -> skip")),
    (Rule::Eq, || statement("i == 3 && p != _pid && x == c && null != y && d == y -> skip")),
    (Rule::Eq, || statement("1 == 1 && null == null -> skip")),
    (Rule::ParenthesisGuard, || statement("((i == 1)) && (i == 2 || (i == 3)) -> skip")),
    (Rule::Not, || statement("!(i == 1) && !!(i == 1) -> skip")),
    (Rule::And, || statement("0 == 0 && i == 1 -> skip")),
    (Rule::Or, || statement("0 == 1 || i == 1 || p == 1 -> skip")),
    (Rule::Assign, || statement("0 == 0 -> i = 3; p = 1; x = c; x = null; y = d; y = y")),
    (Rule::Skip, || statement("0 == 0 -> skip; skip")),
    (Rule::Update, || statement("i != 0 && (p == 1 || i == 2) -> i = 1; skip; x = c;")),
    (Rule::Send, || statement("nfull(c) -> c!1")),
    (Rule::Send, || statement("i == 1 && nfull(c) -> c!i + 1; i = 2; skip")),
    (Rule::Send, || statement("(i == 1 || i == 2) && p != _pid && nfull(y) -> y!x,1; y = null")),
    (Rule::Send, || statement("(i == 1) && nfull(d) -> d!null,_pid")),
    (Rule::Send, || statement("nfull(d) -> d!c,p")),
    (Rule::Recv, || statement("nempty(c) -> c?i")),
    (Rule::Recv, || statement("(p == 0 || i == 3) && nempty(y) -> y?x,p; x = null; p = 0")),
    (Rule::Recv, || statement("i == 1 && nempty(x) -> x?i")),
    (Rule::Global, || globals("int i = -2; pid q = 1; pid r = 0;")),
    (Rule::StaticChannel, || globals("chan c = [1] of {int}; chan d = [255] of {pid, chan{int}};")),
    (Rule::Proctype, || parameters("int j")),
    // What is declared behind it is no matter.
    (Rule::Proctype, || {
        globals("proctype q(int m; int q_) { do :: atomic { m == 1 -> m = 2 } od }")
    }),
    (Rule::Run, || runs("run m(1, 1, c); run m(-2, 0, null); run m(6, 3, c)")),
    (Rule::Init, || globals("")),
];

/// What the paper's rules reject, where, and which rule is named: of an axiom, which has no condition, the
/// one that finds something else missing.
const REJECTED: &[(Rule, Case, (usize, usize), Rule)] = &[
    (Rule::EmptyEnvironment, || PLAIN.with_statement("z == 1 -> skip"), (6, 1), Rule::Var),
    (
        Rule::Environment,
        || globals("chan d = [1] of {chan{rec X . chan{X}, X}};"),
        (1, 40),
        Rule::Environment,
    ),
    (Rule::Environment, || globals("chan d = [1] of {rec X . int};"), (1, 26), Rule::Environment),
    (
        Rule::Environment,
        || Around { parameters: "X x", ..PLAIN.with_runs("run m(null)") },
        (2, 12),
        Rule::Environment,
    ),
    (Rule::IntLiteral, || statement("i == 2147483648 -> skip"), (6, 6), Rule::IntLiteral),
    (Rule::IntLiteral, || globals("int i = -2147483649;"), (1, 9), Rule::IntLiteral),
    (Rule::PidLiteral, || statement("p == 2 -> skip"), (6, 6), Rule::PidLiteral),
    (Rule::PidLiteral, || statement("p == -1 -> skip"), (6, 6), Rule::PidLiteral),
    (Rule::PidLiteral, || statement("nfull(d) -> d!c,2"), (6, 17), Rule::PidLiteral),
    (Rule::PidLiteral, || globals("pid q = 2;"), (1, 9), Rule::PidLiteral),
    (Rule::PidLiteral, || runs("run m(1, 2, null)"), (11, 10), Rule::PidLiteral),
    (Rule::OwnPid, || statement("0 == 0 -> i = _pid"), (6, 15), Rule::Assign),
    (
        Rule::ParenthesisExpression,
        || statement("0 == 0 -> i = (i == 1)"),
        (6, 15),
        Rule::ParenthesisExpression,
    ),
    (
        Rule::ParenthesisExpression,
        || statement("i == 1 + (0 == 0) -> skip"),
        (6, 10),
        Rule::ParenthesisExpression,
    ),
    (Rule::Null, || statement("0 == 0 -> i = null"), (6, 15), Rule::Null),
    (Rule::Null, || statement("p == null -> skip"), (6, 6), Rule::Null),
    (Rule::Var, || statement("z == 1 -> skip"), (6, 1), Rule::Var),
    (Rule::Var, || statement("0 == 0 -> z = 1"), (6, 11), Rule::Var),
    (Rule::Var, || statement("nfull(z) -> z!1"), (6, 13), Rule::Var),
    (Rule::Var, || statement("nempty(c) -> c?z"), (6, 16), Rule::Var),
    // No proctype is known inside itself.
    (Rule::Var, || PLAIN.with_statement("m == 1 -> skip"), (6, 1), Rule::Var),
    (Rule::Arith, || statement("i == p + 1 -> skip"), (6, 6), Rule::Arith),
    (Rule::Arith, || statement("0 == 0 -> i = 1 - null"), (6, 19), Rule::Arith),
    (Rule::Arith, || statement("0 == 0 -> p = 1 + _pid"), (6, 19), Rule::Arith),
    (Rule::Len, || statement("len(i) == 0 -> skip"), (6, 5), Rule::Len),
    (Rule::Rel, || statement("p < 3 -> skip"), (6, 1), Rule::Rel),
    (Rule::Rel, || statement("3 >= x -> skip"), (6, 6), Rule::Rel),
    (Rule::Eq, || statement("i == p -> skip"), (6, 1), Rule::Eq),
    (Rule::Eq, || statement("0 == 0 && x != y -> skip"), (6, 11), Rule::Eq),
    (Rule::Eq, || statement("x == 0 -> skip"), (6, 1), Rule::Eq),
    (Rule::Eq, || statement("nfull(c) == nempty(c) -> skip"), (6, 1), Rule::Eq),
    (Rule::Eq, || statement("null == 0 -> skip"), (6, 1), Rule::Eq),
    (Rule::Eq, || statement("p == 0 + 1 -> skip"), (6, 1), Rule::Eq),
    // The type of a proctype is a tuple.
    (Rule::Eq, || parameters("int i").with_statement("q == q -> skip"), (6, 1), Rule::Eq),
    (Rule::ParenthesisGuard, || statement("(i) -> skip"), (6, 2), Rule::ParenthesisGuard),
    (
        Rule::ParenthesisGuard,
        || statement("0 == 0 && (nfull(c)) -> skip"),
        (6, 12),
        Rule::ParenthesisGuard,
    ),
    (Rule::Not, || statement("!i -> skip"), (6, 2), Rule::Not),
    (Rule::Not, || statement("!nfull(c) -> skip"), (6, 2), Rule::Not),
    (Rule::And, || statement("i && 0 == 0 -> skip"), (6, 1), Rule::And),
    (Rule::And, || statement("0 == 0 && len(c) -> skip"), (6, 11), Rule::And),
    (Rule::And, || statement("nempty(c) && 0 == 0 && nfull(d) -> d!c,0"), (6, 1), Rule::And),
    (Rule::Or, || statement("0 == 0 || null -> skip"), (6, 11), Rule::Or),
    (Rule::Or, || statement("(nempty(c) || i == 0) && nfull(c) -> c!1"), (6, 2), Rule::Or),
    (Rule::Assign, || statement("0 == 0 -> i = p"), (6, 15), Rule::Assign),
    (Rule::Assign, || statement("0 == 0 -> i = nfull(c)"), (6, 15), Rule::Assign),
    (Rule::Assign, || statement("0 == 0 -> x = d"), (6, 15), Rule::Assign),
    (Rule::Assign, || statement("0 == 0 -> c = x"), (6, 11), Rule::Assign),
    (Rule::Assign, || parameters("int i").with_statement("0 == 0 -> i = q"), (6, 15), Rule::Assign),
    (Rule::Assign, || parameters("int i").with_statement("0 == 0 -> q = i"), (6, 11), Rule::Assign),
    (Rule::Skip, || PLAIN.with_statement("skip == 0 -> skip"), (6, 1), Rule::Skip),
    (Rule::Update, || statement("i -> skip"), (6, 1), Rule::Update),
    (Rule::Update, || statement("0 == 0 -> skip } :: atomic { 1 -> skip"), (6, 30), Rule::Update),
    (Rule::Update, || statement("nfull(c) -> skip"), (6, 1), Rule::Update),
    (Rule::Send, || statement("0 == 0 -> c!1"), (6, 1), Rule::Send),
    (Rule::Send, || statement("nfull(x) -> c!1"), (6, 1), Rule::Send),
    (Rule::Send, || statement("nempty(c) -> c!1"), (6, 1), Rule::Send),
    (Rule::Send, || statement("nfull(c) && i == 1 -> c!1"), (6, 1), Rule::Send),
    (Rule::Send, || statement("nfull(c) || i == 0 -> c!1"), (6, 1), Rule::Send),
    (Rule::Send, || statement("i == 1 || i == 0 && nfull(c) -> c!1"), (6, 1), Rule::Send),
    (Rule::Send, || statement("(nfull(c)) -> c!1"), (6, 1), Rule::Send),
    (Rule::Send, || statement("i == 1 && (i == 1 && nfull(c)) -> c!1"), (6, 1), Rule::Send),
    (Rule::Send, || statement("!!nfull(c) -> c!1"), (6, 1), Rule::Send),
    (Rule::Send, || statement("i && nfull(c) -> c!1"), (6, 1), Rule::Send),
    (Rule::Send, || statement("nfull(c) -> c!1; c!2"), (6, 18), Rule::Send),
    (Rule::Send, || statement("0 == 0 -> i = 1; c!i"), (6, 18), Rule::Send),
    (Rule::Send, || statement("nempty(c) -> c?i; d!c,p"), (6, 19), Rule::Send),
    (Rule::Send, || statement("nfull(i) -> i!1"), (6, 13), Rule::Send),
    (Rule::Send, || statement("nfull(c) -> c!1,2"), (6, 13), Rule::Send),
    (Rule::Send, || statement("nfull(d) -> d!c,c"), (6, 17), Rule::Send),
    (Rule::Send, || statement("nfull(y) -> y!d,1"), (6, 15), Rule::Send),
    (Rule::Recv, || statement("0 == 0 -> c?i"), (6, 1), Rule::Recv),
    (Rule::Recv, || statement("nfull(c) -> c?i"), (6, 1), Rule::Recv),
    (Rule::Recv, || statement("nempty(x) -> c?i"), (6, 1), Rule::Recv),
    (Rule::Recv, || statement("nempty(c) && i == 0 -> c?i"), (6, 1), Rule::Recv),
    (Rule::Recv, || statement("nempty(c) -> c?i; x?i"), (6, 19), Rule::Recv),
    (Rule::Recv, || statement("0 == 0 -> skip; c?i"), (6, 17), Rule::Recv),
    (Rule::Recv, || statement("nempty(p) -> p?i"), (6, 14), Rule::Recv),
    (Rule::Recv, || statement("nempty(d) -> d?x"), (6, 14), Rule::Recv),
    (Rule::Recv, || statement("nempty(d) -> d?y,p"), (6, 16), Rule::Recv),
    (Rule::Recv, || statement("nempty(d) -> d?c,p"), (6, 16), Rule::Recv),
    (Rule::Global, || globals("int i = 1; int j = i;"), (1, 20), Rule::Global),
    (Rule::Global, || globals("int i = 1; pid i = 0;"), (1, 16), Rule::Global),
    (Rule::Global, || globals("chan c = [1] of {int}; int c = 1;"), (1, 28), Rule::Global),
    (Rule::Global, || globals("chan{int} x = null;"), (1, 1), Rule::Global),
    (Rule::Global, || globals("int i;"), (1, 5), Rule::Global),
    (Rule::StaticChannel, || globals("chan c = [0] of {int};"), (1, 11), Rule::StaticChannel),
    (Rule::StaticChannel, || globals("chan c = [256] of {int};"), (1, 11), Rule::StaticChannel),
    (
        Rule::StaticChannel,
        || globals("chan c = [1] of {int}; chan c = [2] of {int};"),
        (1, 29),
        Rule::StaticChannel,
    ),
    (Rule::Proctype, || parameters("int m"), (2, 16), Rule::Proctype),
    (Rule::Proctype, || parameters("int q"), (2, 16), Rule::Proctype),
    (Rule::Proctype, || parameters("int c"), (2, 16), Rule::Proctype),
    (Rule::Proctype, || parameters("int g"), (2, 16), Rule::Proctype),
    (
        Rule::Proctype,
        || Around { parameters: "int i; pid i", ..PLAIN.with_runs("run m(1, 1)") },
        (2, 23),
        Rule::Proctype,
    ),
    (Rule::Proctype, || globals("int m = 1;"), (2, 10), Rule::Proctype),
    (
        Rule::Proctype,
        || globals("proctype m() { do :: atomic { 0 == 0 -> skip } od }"),
        (2, 10),
        Rule::Proctype,
    ),
    (Rule::Run, || globals("").with_runs("run q()"), (11, 5), Rule::Run),
    (Rule::Run, || runs("run c(1, 1, c)"), (11, 5), Rule::Run),
    (Rule::Run, || runs("run m(1, 1)"), (11, 1), Rule::Run),
    (Rule::Run, || runs("run m(1, c, c)"), (11, 10), Rule::Run),
    (Rule::Run, || runs("run m(1, 1, 0)"), (11, 13), Rule::Run),
    (Rule::Run, || runs("run m(g, 1, c)"), (11, 7), Rule::Run),
    (Rule::Run, || runs("run m(1, _pid, c)"), (11, 10), Rule::Run),
    (Rule::Run, || runs("run m(1 + 2, 1, c)"), (11, 7), Rule::Run),
    (Rule::Run, || runs("run m((1), 1, c)"), (11, 7), Rule::Run),
    (Rule::Run, || runs("run m(len(c), 1, c)"), (11, 7), Rule::Run),
    (
        Rule::Init,
        || globals("").with_runs("run m() } }\ninit { atomic { run m()"),
        (12, 1),
        Rule::Init,
    ),
    // What the paper does not have: another order, computed constants, local variables, truths, questions that nothing follows,
    // negation, division, a `rec` behind another.
    (
        Rule::StaticChannel,
        || globals("int i = 1; chan c = [1] of {int};"),
        (1, 12),
        Rule::StaticChannel,
    ),
    (
        Rule::Global,
        || globals("proctype q() { do :: atomic { 0 == 0 -> i = 1 } od } int i = 1;"),
        (1, 58),
        Rule::Global,
    ),
    (Rule::Global, || globals("int i = 2 - 5;"), (1, 9), Rule::Global),
    (Rule::Global, || globals("int i = (1);"), (1, 9), Rule::Global),
    (Rule::Global, || globals("pid i;"), (1, 5), Rule::Global),
    (Rule::Global, || globals("chan c = [1] of {int}; chan{int} x = c;"), (1, 24), Rule::Global),
    (Rule::Global, || globals("chan{int} x;"), (1, 1), Rule::Global),
    (Rule::Run, || runs("run m(2 * 3, 3, c); run m(1, 1, c); run m(1, 1, c)"), (11, 7), Rule::Run),
    (Rule::Proctype, || locals("int i = 3;"), (3, 5), Rule::Proctype),
    (Rule::Proctype, || locals("chan{int} x = c;"), (3, 11), Rule::Proctype),
    (Rule::Proctype, || locals("pid me = _pid;"), (3, 5), Rule::Proctype),
    (
        Rule::Proctype,
        || Around { locals: "int j = i + 1;", ..runs("run m(1, 0, null)") },
        (3, 5),
        Rule::Proctype,
    ),
    (Rule::Var, || statement("true -> skip"), (6, 1), Rule::Var),
    (Rule::Var, || statement("i == 0 || !false -> skip"), (6, 12), Rule::Var),
    (Rule::Not, || statement("!nempty(y) -> skip"), (6, 2), Rule::Not),
    (Rule::Or, || statement("nempty(null) || i == 0 -> skip"), (6, 1), Rule::Or),
    (Rule::Arith, || statement("0 == 0 -> i = -(i + 3)"), (6, 15), Rule::Arith),
    (Rule::Arith, || statement("i == 2 - -i -> skip"), (6, 10), Rule::Arith),
    (Rule::Arith, || statement("i == 7 / 3 -> skip"), (6, 6), Rule::Arith),
    (Rule::Arith, || statement("0 == 0 -> i = i % 2"), (6, 15), Rule::Arith),
    (Rule::Send, || statement("nempty(c) -> c?i; x!i"), (6, 19), Rule::Send),
    (Rule::Recv, || statement("0 == 0 -> skip; x?i"), (6, 17), Rule::Recv),
    (
        Rule::Environment,
        || globals("chan c = [1] of {rec X . rec Y . chan{X, Y}};"),
        (1, 30),
        Rule::Environment,
    ),
];

impl Around {
    fn with_runs(self, runs: &'static str) -> Around {
        Around { runs, ..self }
    }

    fn with_statement(self, statement: &'static str) -> Around {
        Around { statement, ..self }
    }
}

#[track_caller]
fn assert_one(text: &str, expected: &str) -> String {
    let found = mistakes_and_help(text);
    assert!(found.len() == 1 && found[0].0.starts_with(expected), "{expected}: {found:#?}\n{text}");
    found[0].1.clone()
}

#[test]
fn rules_accept() {
    for (rule, around) in ACCEPTED {
        let text = text(around());
        assert_eq!(mistakes(&text), [""; 0], "{rule}: {text}");
    }
}

#[test]
fn rules_reject_by_name_and_place() {
    for (_, around, (line, column), rule) in REJECTED {
        // The grammar itself has `skip` nowhere else.
        let said =
            if *rule == Rule::Skip { "expected an expression".into() } else { format!("{rule}: ") };
        assert_one(&text(around()), &format!("{line}:{column}: {said}"));
    }
}

#[test]
fn declarations_stand_before_init() {
    let text = "init { atomic { run m() } }\nproctype m() { do :: atomic { 0 == 0 -> skip } od }";
    let mend = assert_one(text, "2:10: T-PROCTYPE: ");
    assert_eq!(mend, "declare it before `init`, behind channels and global variables");
}

/// Appendix B: the variable would have two values.
#[test]
fn no_variable_takes_two_fields() {
    let text = "chan c = [1] of {int, int};\nint x = 0;\n\
                proctype p() { do :: atomic { nempty(c) -> c?x,x } od }\ninit { atomic { run p() } }";
    assert_one(text, "3:48: T-RECV: `x` takes two fields");
}

#[test]
fn too_many_processes_are_rejected_by_rule() {
    let run = |count: usize| {
        let runs = vec!["run p()"; count].join(";\n");
        format!(
            "proctype p() {{ do :: atomic {{ 0 == 0 -> skip }} od }}\ninit {{ atomic {{\n{runs} }} }}"
        )
    };
    assert_eq!(mistakes(&run(254)), Vec::<String>::new());
    let found = mistakes(&run(255));
    assert!(found.len() == 1 && found[0].starts_with("257:1: T-INIT: "), "{found:?}");
}

#[test]
fn every_rule_is_tested() {
    let all: HashSet<Rule> = Rule::ALL.iter().copied().collect();
    assert_eq!(all.len(), 26);
    assert_eq!(ACCEPTED.iter().map(|(rule, _)| *rule).collect::<HashSet<_>>(), all);
    assert_eq!(REJECTED.iter().map(|(rule, ..)| *rule).collect::<HashSet<_>>(), all);
}

#[test]
fn recursive_types_are_equal_if_their_unfoldings_are() {
    let declared = |a: &str, b: &str| {
        format!(
            "\nproctype p({a} x; {b} y) {{ do :: atomic {{ x == y -> x = y }} od }}\n\
             init {{ atomic {{ run p(null, null) }} }}"
        )
    };
    let one = "rec X . chan{X, int}";
    let equal = [
        one,
        "rec Y . chan{Y, int}",
        "chan{rec X . chan{X, int}, int}",
        "rec X . chan{chan{X, int}, int}",
        "rec X . chan{rec Y . chan{X, int}, int}",
        "rec X . chan{chan{chan{X, int}, int}, int}",
    ];
    for (a, b) in equal.iter().flat_map(|a| equal.iter().map(move |b| (a, b))) {
        assert_eq!(mistakes(&declared(a, b)), [""; 0], "{a} and {b}");
    }
    let different = [
        "rec X . chan{X, pid}",
        "rec X . chan{X}",
        "rec X . chan{int, X}",
        "chan{chan{int, int}, int}",
        "rec X . chan{chan{X, pid}, int}",
        "chan{rec X . chan{X, X}, int}",
    ];
    for other in different {
        for (a, b) in [(one, other), (other, one)] {
            let found = mistakes(&declared(a, b));
            let wanted = [": T-EQ: ", ": T-ASSIGN: "];
            let fits = found.len() == 2 && found.iter().zip(wanted).all(|(f, w)| f.contains(w));
            assert!(fits, "{a} and {b}: {found:?}");
        }
    }
}

#[test]
fn a_specification_needs_an_init() {
    let found = mistakes("proctype p() { do :: atomic { 0 == 0 -> skip } od }");
    assert_eq!(found, ["1:52: T-INIT: no `init`: nothing runs"]);
}

#[test]
fn the_guide_names_every_rule_and_shows_what_is_said() {
    let guide = include_str!("../../../docs/guide/promela-lite.md");
    for rule in Rule::ALL {
        assert!(guide.contains(&format!("| {rule} |")), "{rule}");
    }
    let found = mistakes_and_help(&text(statement("i == 1 -> c!i")));
    let (place, message) = found[0].0.split_once(": ").expect("a place");
    assert!(guide.contains(&format!("m.prl:{place}: error: {message}\n")), "{found:?}");
    assert!(guide.contains(&found[0].1), "{found:?}");
}
