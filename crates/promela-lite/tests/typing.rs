//! Every rule of the type system accepts what it should, and rejects what it should, by name and at the
//! right place.

mod support;

use std::collections::HashSet;

use promela_lite::Rule;
use support::mistakes;

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

const PLAIN: Around =
    Around { globals: "", parameters: "", locals: "", statement: "true -> skip", runs: "run p()" };

fn text(around: Around) -> String {
    let Around { globals, parameters, locals, statement, runs } = around;
    format!(
        "{globals}\nproctype p({parameters}) {{\n{locals}\ndo\n:: atomic {{\n{statement}\n}}\nod\n}}\n\
         init {{ atomic {{\n{runs}\n}} }}\n"
    )
}

fn globals(globals: &'static str) -> Around {
    Around { globals, ..PLAIN }
}

fn locals(locals: &'static str) -> Around {
    Around { globals: "chan c = [1] of {int}; int g = 1;", locals, ..PLAIN }
}

/// A statement where there are a channel of numbers and one of channels, and a variable of each type.
fn statement(statement: &'static str) -> Around {
    let globals = "chan c = [1] of {int}; chan d = [2] of {chan{int}, pid};";
    let locals = "int i; pid p; chan{int} x; chan{chan{int}, pid} y;";
    Around { globals, locals, statement, ..PLAIN }
}

/// Arguments of a process with a parameter of each type.
fn runs(runs: &'static str) -> Around {
    let parameters = "int i; pid p; chan{int} x";
    Around { globals: "chan c = [1] of {int}; int g = 1;", parameters, runs, ..PLAIN }
}

type Case = fn() -> Around;

/// What rules accept.
const ACCEPTED: &[(Rule, Case)] = &[
    (Rule::Rec, || globals("rec X . chan{X, int} x;")),
    (Rule::Rec, || globals("rec X . rec Y . chan{X, Y} x; chan{rec X . chan{int, X}} y;")),
    (Rule::Var, || globals("chan c = [1] of {rec X . chan{chan{X}, rec Y . chan{X, Y}, int}};")),
    (Rule::Name, || statement("i == 1 -> i = i")),
    (Rule::Own, || statement("p == _pid -> p = _pid")),
    (Rule::Own, || locals("pid me = _pid;")),
    (Rule::Pid, || statement("p == 0 && 1 != p -> p = 1; d!c,0")),
    (Rule::Len, || statement("len(c) + len(y) == 0 -> i = len(x)")),
    (Rule::Arith, || statement("(i + 1) * 2 - -i == 7 / 3 % 2 -> i = -(i + 3)")),
    (Rule::Equal, || statement("i == 3 && p != _pid && x == c && null != y && d == y -> skip")),
    (Rule::Equal, || statement("1 == 1 && null == null -> skip")),
    (Rule::Order, || statement("i < 1 && i <= len(c) && 3 > i && 4 >= 4 -> skip")),
    (Rule::Nfull, || statement("nfull(c) && nfull(y) -> skip")),
    (Rule::Nempty, || statement("nempty(d) || nempty(x) -> skip")),
    (Rule::Not, || statement("!nempty(d) && !!(i == 1) && !false -> skip")),
    (Rule::And, || statement("true && i == 1 -> skip")),
    (Rule::Or, || statement("false || i == 1 || nfull(c) -> skip")),
    (Rule::Assign, || statement("true -> i = 3; p = 1; x = c; x = null; y = d; y = y")),
    (Rule::Send, || statement("true -> c!1; c!i + 1; x!2; d!c,p; d!null,_pid; y!x,1")),
    (Rule::Receive, || statement("true -> c?i; x?i; d?x,p; y?x,p")),
    (Rule::Statement, || statement("i != 0 && (nfull(c) || true) -> skip; skip;")),
    (Rule::Channel, || globals("chan c = [1] of {int}; chan d = [255] of {pid, int, chan{int}};")),
    (Rule::Global, || globals("int i = 2 - 5; pid q = 1; pid r = 0; int j; chan{int} n = null;")),
    (Rule::Global, || globals("chan c = [1] of {int}; chan{int} x = c;")),
    (Rule::Local, || locals("int i = 3; chan{int} x = c; chan{int} y = null; pid p;")),
    (Rule::Local, || Around { locals: "int j = i + 1;", ..runs("run p(1, 0, null)") }),
    (Rule::Proctype, || Around { locals: "int j; pid q;", ..runs("run p(1, 0, null)") }),
    (Rule::Run, || runs("run p(1, 1, c); run p(-2, 0, null); run p(2 * 3, 3, c)")),
    (Rule::Init, || globals("")),
    (Rule::Spec, || {
        globals(
            "int i; chan c = [1] of {pid}; proctype q() { int j; do :: atomic { true -> skip } od }",
        )
    }),
];

/// What rules reject, and where.
const REJECTED: &[(Rule, Case, (usize, usize))] = &[
    (Rule::Rec, || globals("rec X . int x;"), (1, 9)),
    (Rule::Rec, || globals("rec X . rec Y . X x;"), (1, 17)),
    (Rule::Var, || globals("chan{rec X . chan{X}, X} x;"), (1, 23)),
    (Rule::Var, || locals("rec X . chan{Y} x;"), (3, 14)),
    (Rule::Name, || statement("z == 1 -> skip"), (6, 1)),
    (Rule::Name, || statement("true -> z = 1"), (6, 9)),
    (Rule::Name, || statement("nfull(z) -> skip"), (6, 7)),
    (Rule::Name, || statement("true -> c?z"), (6, 11)),
    (Rule::Own, || globals("pid q = _pid;"), (1, 9)),
    (Rule::Own, || runs("run p(1, _pid, null)"), (11, 10)),
    (Rule::Pid, || statement("p == 2 -> skip"), (6, 6)),
    (Rule::Pid, || globals("pid q = 2;"), (1, 9)),
    (Rule::Pid, || runs("run p(1, 2, null)"), (11, 10)),
    (Rule::Len, || statement("len(i) == 0 -> skip"), (6, 5)),
    (Rule::Arith, || statement("i == p + 1 -> skip"), (6, 6)),
    (Rule::Arith, || statement("true -> i = 1 - null"), (6, 17)),
    (Rule::Arith, || statement("true -> i = -c"), (6, 14)),
    (Rule::Arith, || statement("true -> p = 1 + _pid"), (6, 17)),
    (Rule::Equal, || statement("i == p -> skip"), (6, 1)),
    (Rule::Equal, || statement("true && x != y -> skip"), (6, 9)),
    (Rule::Equal, || statement("x == 0 -> skip"), (6, 1)),
    (Rule::Equal, || statement("nfull(c) == true -> skip"), (6, 1)),
    (Rule::Equal, || statement("null == 0 -> skip"), (6, 1)),
    (Rule::Equal, || statement("p == 0 + 1 -> skip"), (6, 1)),
    (Rule::Order, || statement("p < 3 -> skip"), (6, 1)),
    (Rule::Order, || statement("3 >= x -> skip"), (6, 6)),
    (Rule::Nfull, || statement("nfull(p) -> skip"), (6, 7)),
    (Rule::Nempty, || statement("nempty(i) -> skip"), (6, 8)),
    (Rule::Not, || statement("!i -> skip"), (6, 2)),
    (Rule::And, || statement("i && true -> skip"), (6, 1)),
    (Rule::And, || statement("true && len(c) -> skip"), (6, 9)),
    (Rule::Or, || statement("true || null -> skip"), (6, 9)),
    (Rule::Assign, || statement("true -> i = p"), (6, 13)),
    (Rule::Assign, || statement("true -> i = nfull(c)"), (6, 13)),
    (Rule::Assign, || statement("true -> x = d"), (6, 13)),
    (Rule::Assign, || statement("true -> c = x"), (6, 9)),
    (Rule::Send, || statement("true -> i!1"), (6, 9)),
    (Rule::Send, || statement("true -> c!1,2"), (6, 9)),
    (Rule::Send, || statement("true -> d!c,c"), (6, 13)),
    (Rule::Send, || statement("true -> y!d,1"), (6, 11)),
    (Rule::Receive, || statement("true -> p?i"), (6, 9)),
    (Rule::Receive, || statement("true -> d?x"), (6, 9)),
    (Rule::Receive, || statement("true -> d?y,p"), (6, 11)),
    (Rule::Receive, || statement("true -> d?c,p"), (6, 11)),
    (Rule::Statement, || statement("i -> skip"), (6, 1)),
    (Rule::Statement, || statement("true -> skip; skip } :: atomic { 1 -> skip"), (6, 34)),
    (Rule::Channel, || globals("chan c = [0] of {int};"), (1, 11)),
    (Rule::Channel, || globals("chan c = [256] of {int};"), (1, 11)),
    (Rule::Global, || globals("int i; int j = i;"), (1, 16)),
    (Rule::Global, || globals("chan{int} x = 0;"), (1, 15)),
    (Rule::Global, || globals("int i = null;"), (1, 9)),
    (Rule::Local, || locals("int i = g;"), (3, 9)),
    (Rule::Local, || locals("int i; int j = i;"), (3, 16)),
    (Rule::Local, || locals("int i = len(c);"), (3, 9)),
    (Rule::Local, || locals("int i = _pid;"), (3, 9)),
    (Rule::Proctype, || locals("int i; pid i;"), (3, 12)),
    (Rule::Proctype, || locals("int c;"), (3, 5)),
    (Rule::Proctype, || Around { parameters: "int i; pid i", ..runs("run p(1, 1)") }, (2, 23)),
    (Rule::Run, || globals("").with_runs("run q()"), (11, 5)),
    (Rule::Run, || runs("run p(1, 1)"), (11, 1)),
    (Rule::Run, || runs("run p(1, c, c)"), (11, 10)),
    (Rule::Run, || runs("run p(1, 1, 0)"), (11, 13)),
    (Rule::Run, || runs("run p(g, 1, c)"), (11, 7)),
    (Rule::Spec, || globals("int i; pid i;"), (1, 12)),
    (Rule::Spec, || globals("chan c = [1] of {int}; int c;"), (1, 28)),
    (Rule::Spec, || globals("int p;"), (2, 10)),
    (Rule::Spec, || globals("init { atomic { run p() } }"), (10, 1)),
];

impl Around {
    fn with_runs(self, runs: &'static str) -> Around {
        Around { runs, ..self }
    }
}

#[test]
fn rules_accept() {
    for (rule, around) in ACCEPTED {
        let text = text(around());
        assert_eq!(mistakes(&text), Vec::<String>::new(), "{rule}: {text}");
    }
}

#[test]
fn rules_reject_by_name_and_place() {
    for (rule, around, (line, column)) in REJECTED {
        let text = text(around());
        let found = mistakes(&text);
        let expected = format!("{line}:{column}: {rule}: ");
        assert!(
            found.len() == 1 && found[0].starts_with(&expected),
            "{expected}: {found:#?}\n{text}"
        );
    }
}

#[test]
fn too_many_processes_are_rejected_by_rule() {
    let run = |count: usize| {
        let runs = vec!["run p()"; count].join(";\n");
        format!(
            "proctype p() {{ do :: atomic {{ true -> skip }} od }}\ninit {{ atomic {{\n{runs} }} }}"
        )
    };
    assert_eq!(mistakes(&run(254)), Vec::<String>::new());
    let found = mistakes(&run(255));
    assert!(found.len() == 1 && found[0].starts_with("257:1: T-Init: "), "{found:?}");
}

#[test]
fn every_rule_is_tested() {
    let all: HashSet<Rule> = Rule::ALL.iter().copied().collect();
    let accepted: HashSet<Rule> = ACCEPTED.iter().map(|(rule, _)| *rule).collect();
    assert_eq!(accepted, all);
    // Too many processes do not fit into the table.
    let rejected = REJECTED.iter().map(|(rule, _, _)| *rule).chain([Rule::Init]);
    assert_eq!(rejected.collect::<HashSet<Rule>>(), all);
}

#[test]
fn recursive_types_are_equal_if_their_unfoldings_are() {
    let declared = |a: &str, b: &str| {
        format!(
            "{a} x; {b} y;\nproctype p() {{ do :: atomic {{ x == y -> x = y }} od }}\n\
             init {{ atomic {{ run p() }} }}"
        )
    };
    let one = "rec X . chan{X, int}";
    let equal = [
        one,
        "rec Y . chan{Y, int}",
        "chan{rec X . chan{X, int}, int}",
        "rec X . chan{chan{X, int}, int}",
        "rec X . chan{rec Y . chan{X, int}, int}",
        "rec X . rec Y . chan{Y, int}",
        "rec X . chan{chan{chan{X, int}, int}, int}",
    ];
    for (a, b) in equal.iter().flat_map(|a| equal.iter().map(move |b| (a, b))) {
        assert_eq!(mistakes(&declared(a, b)), Vec::<String>::new(), "{a} and {b}");
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
            let wanted = ["2:31: T-Equal: ", "2:45: T-Assign: "];
            let fits = found.len() == 2 && found.iter().zip(wanted).all(|(f, w)| f.starts_with(w));
            assert!(fits, "{a} and {b}: {found:?}");
        }
    }
}

#[test]
fn a_specification_needs_an_init() {
    let found = mistakes("proctype p() { do :: atomic { true -> skip } od }");
    assert_eq!(found, ["1:50: T-Spec: no `init`: nothing runs"]);
}

#[test]
fn the_guide_names_every_rule_and_shows_what_is_said() {
    let guide = include_str!("../../../docs/guide/promela-lite.md");
    for rule in Rule::ALL {
        assert!(guide.contains(rule.name()), "{rule}");
    }
    let found = mistakes(&text(statement("true -> d!c,c")));
    let (place, message) = found[0].split_once(": ").expect("a place");
    assert!(guide.contains(&format!("m.prl:{place}: error: {message}\n")), "{found:?}");
}
