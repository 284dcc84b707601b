//! Claims: formulas against SPIN's reading of them, and what claims are lowered to.

use std::fs;
use std::process::Command;

use crate::support::parse_text;
use diagnostics::{Sources, Span};
use kernel::{SearchOptions, Silent, search};
use machine::Machine;
use machine::claim::{Atom, Claim, ClaimKind, Formula};
use machine::control::{ControlGraph, NodeKind};
use machine::program::{Action, Expr, ExprKind as Kind, Program};
use machine::spin::SpinExpr;
use machine::touches::Touch;
use machine_model::claimed::ClaimedProgram;
use machine_model::words::NamedMachine;
use promela::ast::{self, ExprKind, FormulaJoin, FormulaKind, FormulaPrefix, Unit};
use promela::{KeptClaims, LoadOptions, ParseOptions, load};
use testing::Numbers;
use testing::peers::{Peer, are_installed, text};
use testing::places::Folder;

/// A formula with few parentheses, so that what binds how strongly matters.
fn random_formula(random: &mut Numbers, depth: usize) -> String {
    let mut text = random_operand(random, depth);
    for _ in 0..random.below(4) {
        let join = random.pick(&["&&", "||", "->", "<->", "U", "V", "W", "until", "implies"]);
        text = format!("{text} {join} {}", random_operand(random, depth));
    }
    text
}

fn random_operand(random: &mut Numbers, depth: usize) -> String {
    match random.below(if depth == 0 { 5 } else { 8 }) {
        0..3 => random.pick(&["p", "q", "r"]).to_string(),
        3 => format!("x {} {}", random.pick(&["==", "+", "&", "<"]), random.below(9)),
        4 => format!("!{}", random.pick(&["p", "q", "(x == 1)"])),
        5 => format!("({})", random_formula(random, depth - 1)),
        _ => {
            let prefix = random.pick(&["[]", "<>", "[]<>", "!", "X ", "always ", "eventually "]);
            let inner = random_formula(random, depth - 1);
            let bare = random.pick(&["p", "q", "r"]);
            if random.below(2) == 0 {
                format!("{prefix}({inner})")
            } else {
                format!("{prefix}{bare}")
            }
        }
    }
}

/// A formula as SPIN prints it: `->` and `W` are spelled out, and all else is in parentheses.
fn as_spin_prints(formula: &ast::Formula) -> String {
    let both = |left: &ast::Formula, join: &str, right: &ast::Formula| {
        format!("({}) {join} ({})", as_spin_prints(left), as_spin_prints(right))
    };
    match &formula.kind {
        FormulaKind::Atom(expr) => atom(expr),
        FormulaKind::Unary(prefix, part) => {
            let prefix = match prefix {
                FormulaPrefix::Not => "!",
                FormulaPrefix::Next => "X",
                FormulaPrefix::Always => "[]",
                FormulaPrefix::Eventually => "<>",
            };
            format!("{prefix} ({})", as_spin_prints(part))
        }
        FormulaKind::Binary(join, left, right) => match join {
            FormulaJoin::And => both(left, "&&", right),
            FormulaJoin::Or => both(left, "||", right),
            FormulaJoin::Equivalent => both(left, "<->", right),
            FormulaJoin::Until => both(left, "U", right),
            FormulaJoin::Release => both(left, "V", right),
            FormulaJoin::Implies => {
                format!("(! ({})) || ({})", as_spin_prints(left), as_spin_prints(right))
            }
            FormulaJoin::WeakUntil => {
                let left_only = as_spin_prints(left);
                format!("([] ({left_only})) || ({})", both(left, "U", right))
            }
        },
    }
}

fn atom(expr: &ast::Expr) -> String {
    match &expr.kind {
        ExprKind::Number(number) => number.to_string(),
        ExprKind::Variable(path) => path.path[0].name.text.clone(),
        ExprKind::Binary(operator, left, right) => {
            let operator = match operator {
                ast::BinaryOperator::Equal => "==",
                ast::BinaryOperator::Add => "+",
                ast::BinaryOperator::BitAnd => "&",
                ast::BinaryOperator::Less => "<",
                other => panic!("{other:?} is not generated"),
            };
            format!("({}{operator}{})", atom(left), atom(right))
        }
        ExprKind::Unary(ast::UnaryOperator::Not, operand) => format!("(!{})", atom(operand)),
        other => panic!("{other:?} is not generated"),
    }
}

const GLOBALS: &str = "byte x; bool p, q, r; active proctype P() { p = x; q = p; r = q }\n";

/// How SPIN prints a formula that it has read.
///
/// The formula is put behind an `X`, which SPIN prints and then refuses, if it was built as usual: it
/// would take very long to translate some of them.
fn as_spin_reads(folder: &Folder, formula: &str) -> String {
    fs::write(folder.join("m.pml"), format!("{GLOBALS}ltl f {{ X ({formula}) }}\n"))
        .expect("a file");
    let spin = Command::new("spin").args(["-a", "m.pml"]).current_dir(folder.path()).output();
    let said = text(&spin.expect("SPIN runs").stdout);
    let line = said.lines().find_map(|line| line.strip_prefix("ltl f: "));
    line.unwrap_or_else(|| panic!("SPIN does not print {formula}: {said}")).to_owned()
}

#[test]
fn formulas_are_read_as_spin_reads_them() {
    if !are_installed(&[Peer::Spin]) {
        return;
    }
    let mut random = Numbers::new(6_5_2);
    let folder = Folder::new("claims");
    for _ in 0..150 {
        let formula = random_formula(&mut random, 3);
        let line = as_spin_reads(&folder, &formula);
        let (sources, parsed) = parse_text(&format!("{GLOBALS}ltl f {{ X ({formula}) }}"));
        let errors: Vec<_> = parsed.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
        assert_eq!(errors, Vec::<String>::new(), "{formula}");
        let Some(Unit::Ltl { tree, .. }) = parsed.model.units.last() else { panic!("{formula}") };
        // SPIN adds parentheses around comparisons here and there.
        assert_eq!(flat(&as_spin_prints(tree)), flat(&line), "{formula}");
    }
}

/// A text without blanks, and with single parentheses where they are doubled.
fn flat(text: &str) -> String {
    let text: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut closes = vec![None; text.len()];
    let mut open = Vec::new();
    for (at, c) in text.iter().enumerate() {
        match c {
            '(' => open.push(at),
            ')' => closes[open.pop().expect("an open parenthesis")] = Some(at),
            _ => {}
        }
    }
    let doubled = |at: usize| closes[at].is_some() && closes[at + 1] == closes[at].map(|c| c - 1);
    let dropped: Vec<usize> = (0..text.len())
        .filter(|&at| doubled(at))
        .flat_map(|at| [at, closes[at].unwrap()])
        .collect();
    let kept = text.iter().enumerate().filter(|(at, _)| !dropped.contains(at));
    kept.map(|(_, c)| c).collect()
}

#[test]
fn what_groups_how() {
    let check = |text: &str, expected: &str| {
        let (_, parsed) = parse_text(&format!("{GLOBALS}ltl {{ {text} }}"));
        assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
        let Some(Unit::Ltl { tree, .. }) = parsed.model.units.last() else { panic!("{text}") };
        assert_eq!(as_spin_prints(tree), expected, "{text}");
    };
    check("p U q U r", "((p) U (q)) U (r)");
    check("p V q && r", "((p) V (q)) && (r)");
    check("p -> q -> r", "(! ((! (p)) || (q))) || (r)");
    check("p <-> q -> r", "(! ((p) <-> (q))) || (r)");
    check("[] p && q", "([] (p)) && (q)");
    check("<> !p U q", "(<> (! (p))) U (q)");
    check("x + 1 == 2 U r", "(((x+1)==2)) U (r)");
    check("X p U q", "(X (p)) U (q)");
    check("!x == 1 && r", "(((!x)==1)) && (r)");
    check("p <->\nq", "(p) <-> (q)");
}

struct Lowered {
    program: Option<Program>,
    said: String,
}

fn lower(text: &str) -> Lowered {
    let mut sources = Sources::new();
    let file = sources.add("m", text);
    let options = LoadOptions { claims: KeptClaims::All, ..LoadOptions::default() };
    let loaded = load(&mut sources, file, &ParseOptions::default(), options);
    let said: Vec<String> = loaded.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    Lowered {
        program: loaded.model.map(|model| Program::clone(&model.machine.program)),
        said: said.join("\n"),
    }
}

#[track_caller]
fn program(text: &str) -> Program {
    let lowered = lower(text);
    lowered.program.unwrap_or_else(|| panic!("{} in {text}", lowered.said))
}

#[track_caller]
fn formula(text: &str) -> Formula {
    match program(&format!("{GLOBALS}ltl {{ {text} }}")).claims.remove(0).kind {
        ClaimKind::Formula(formula) => formula,
        ClaimKind::Automaton(_) => panic!("{text} is a formula"),
    }
}

#[test]
fn conjunctions_and_disjunctions_have_members() {
    let Formula::And(parts) = formula("p && (q && []r) && !(p || q)") else {
        panic!("a conjunction")
    };
    let [Formula::Atom(_), Formula::Atom(_), Formula::Always(always), Formula::Not(not)] =
        &parts[..]
    else {
        panic!("{parts:?}");
    };
    assert!(matches!(&**always, Formula::Atom(atom) if matches!(atom.expr.kind, Kind::Load(_))));
    assert!(matches!(&**not, Formula::Or(parts) if parts.len() == 2));
    // A disjunction within a conjunction is one member.
    assert!(matches!(formula("p && (q || r)"), Formula::And(parts) if parts.len() == 2));
    let until = formula("p U q <-> X r");
    let Formula::Equivalent(sides) = &until else { panic!("{until:?}") };
    assert!(matches!(&**sides, (Formula::Until(_), Formula::Next(_))));
    assert_eq!(until.parts().len(), 2);
    assert!(matches!(formula("p W q -> p V q"), Formula::Implies(sides)
        if matches!(&*sides, (Formula::WeakUntil(_), Formula::Release(_)))));
    assert_eq!(formula("p").parts(), Vec::<&Formula>::new());
}

const PROCESSES: &str = "
byte x
chan c = [1] of { byte }
proctype P() { byte v; here: v = x; progress: x = v; c ? x }
init { run P(); run P() }
";

fn guards(graph: &ControlGraph) -> Vec<&Expr> {
    let mut guards = Vec::new();
    for node in &graph.nodes {
        if let NodeKind::Action(Action::Guard(expr)) = &node.kind {
            guards.push(expr);
        }
    }
    guards
}

#[test]
fn never_claims_become_automata() {
    let text = format!(
        "{PROCESSES}never watch {{
           accept_init:
             do
             :: np_
             :: P[1]@here -> goto T1
             :: P[2]:v == 3 && c ? [1]
             od;
           T1: _last == 2
         }}"
    );
    let program = program(&text);
    let [Claim { name, kind: ClaimKind::Automaton(graph), .. }] = &program.claims[..] else {
        panic!("{:?}", program.claims);
    };
    assert_eq!(name.as_deref(), Some("watch"));
    let guards = guards(graph);
    assert_eq!(*guards[0], Expr::from(SpinExpr::NonProgress));
    let Kind::At(process, label) = &guards[1].kind else { panic!("{:?}", guards[1]) };
    assert_eq!(**process, Expr::constant(1));
    let label = &program.labels[label.index()];
    assert_eq!(program.process_types[label.process_type.index()].name, "P");
    assert_eq!(label.name, "here");
    let Kind::Binary(_, both) = &guards[2].kind else { panic!("{:?}", guards[2]) };
    assert!(matches!(both.1.kind, Kind::Poll(_)));
    let Kind::Binary(_, sides) = &both.0.kind else { panic!("{:?}", both.0) };
    let Kind::Load(place) = &sides.0.kind else { panic!("{:?}", sides.0) };
    assert_eq!(place.other(), Some(&Expr::constant(2)));
    assert_eq!(program.variables[place.variable.index()].name, "v");
    assert_eq!(
        program.last.map(|last| program.variables[last.index()].name.as_str()),
        Some("_last")
    );
    // The label stands before the loop, and the end of the body is the end of the claim.
    assert!(graph.nodes.iter().any(|node| node.accepting));
    assert!(graph.nodes.iter().any(|n| matches!(n.kind, NodeKind::Action(Action::Terminate))));
    assert!(graph.nodes.iter().all(|node| !node.progress));
    // A claim is no process: nothing of it is started or numbered.
    let names: Vec<&str> = program.process_types.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["P", "init"]);
    assert_eq!(program.initial.len(), 1);
    let progress = program.process_types[0].control.nodes.iter().filter(|n| n.progress).count();
    assert_eq!(progress, 1);
}

#[test]
fn claims_are_kept_refused_or_left_out() {
    let text =
        format!("{PROCESSES}ltl a {{ []<> np_ }}\nnever {{ x == 1 }}\nltl {{ x < 2 U P@here }}");
    let claims = program(&text).claims;
    let names: Vec<Option<&str>> = claims.iter().map(|claim| claim.name.as_deref()).collect();
    // Formulas come last, as in SPIN.
    assert_eq!(names, [None, Some("a"), None]);
    assert!(matches!(&claims[1].kind, ClaimKind::Formula(Formula::Always(part))
        if matches!(&**part, Formula::Eventually(part)
            if matches!(&**part, Formula::Atom(atom) if atom.expr == Expr::from(SpinExpr::NonProgress)))));
    assert!(matches!(&claims[2].kind, ClaimKind::Formula(Formula::Until(sides))
        if matches!(&sides.1, Formula::Atom(Atom { expr: Expr { kind: Kind::At(process, _), .. }, .. })
            if matches!(process.kind, Kind::ProcessOf(_)))));
    for claims in [KeptClaims::Refused, KeptClaims::LeftOut] {
        let mut sources = Sources::new();
        let file = sources.add("m", text.as_str());
        let options = LoadOptions { claims, ..LoadOptions::default() };
        let loaded = load(&mut sources, file, &ParseOptions::default(), options);
        let refused = loaded.diagnostics.iter().filter(|d| d.is_error()).count();
        let left_out = claims == KeptClaims::LeftOut;
        assert_eq!(refused, if left_out { 0 } else { 3 });
        assert_eq!(loaded.model.is_some(), left_out);
        assert!(loaded.model.is_none_or(|model| model.machine.program.claims.is_empty()));
    }
}

/// A formula that SPIN would refuse to make a claim of, and what is said of it.
const ILL_FORMED: [(&str, &str); 9] = [
    ("ltl p { [] }", "expected a statement or an expression, found `}`"),
    ("ltl { }", "this formula is empty"),
    ("ltl p { [] (x == 1 }", "expected an operator or the `)`"),
    ("ltl p { [] x == 1) }", "`==` is applied to a formula, not to a value"),
    ("ltl p { x == 1) }", "expected an operator or the `}`"),
    ("ltl p { x { y; [] } z }", "expected an operator or the `}`"),
    ("ltl p { <> init { skip } }", "expected a statement or an expression, found keyword `init`"),
    ("ltl p { [] (c ? x) }", "receiving is a statement"),
    ("ltl p { <> (c_expr { 1 }) }", "`c_expr`: embedded C is never executed"),
];

#[test]
fn ill_formed_formulas_are_left_out_where_no_claims_are_wanted() {
    let load_text = |text: &str, claims| {
        let mut sources = Sources::new();
        let file = sources.add("m", text);
        let options = LoadOptions { claims, ..LoadOptions::default() };
        let loaded = load(&mut sources, file, &ParseOptions::default(), options);
        let said: Vec<String> = loaded.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
        (loaded.model.is_some(), said.join("\n"))
    };
    for (formula, what) in ILL_FORMED {
        // It ends where its braces do: what stands behind it is read.
        let text = format!("{PROCESSES}{formula} byte w; active proctype Q() {{ w = x; x = w }}");
        let (is_read, said) = load_text(&text, KeptClaims::LeftOut);
        let expected = format!("warning: this formula is left out: {what}");
        assert!(is_read && said.contains(&expected), "{formula}: {said}");
        let (is_read, said) = load_text(&text, KeptClaims::Refused);
        assert!(!is_read && said.contains(&format!("error: {what}")), "{formula}: {said}");
    }
    for text in [
        "ltl p { [] nosuch } ltl p { <> nobody@here }",
        "byte y; ltl y { y == 1 }",
        "active proctype Q() { ltl p { [] (x == 1) } x = ltl { [] } 2 }",
    ] {
        let (is_read, said) = load_text(&format!("{PROCESSES}{text}"), KeptClaims::LeftOut);
        assert!(is_read, "{text}: {said}");
    }
    let unclosed = format!("{PROCESSES}ltl p {{ [] (x == 1)\nbyte w;");
    let (is_read, said) = load_text(&unclosed, KeptClaims::LeftOut);
    assert!(!is_read && said.contains("error: expected an operator or the `}`"), "{said}");
}

#[test]
fn variables_that_only_claims_read_are_kept() {
    let text = "byte seen; active proctype P() { seen = 1 } ltl { <> (seen == 1) }";
    let program = program(text);
    let seen = program.variables.iter().find(|variable| variable.name == "seen").expect("it");
    assert_eq!(seen.region, machine::program::Region::Global);
}

#[test]
fn what_is_wrong_with_claims_is_said() {
    let check = |claim: &str, expected: &str| {
        let lowered = lower(&format!("{PROCESSES}{claim}"));
        assert!(lowered.said.contains(expected), "{}\nin {claim}", lowered.said);
        assert_eq!(lowered.program.is_some(), expected.contains("warning"), "{claim}");
    };
    check("ltl { [] (y == 1) }", "m:6:11: error: `y` is not declared");
    check("ltl { [] P[1]@her }", "error: `P` has no label `her`");
    check("ltl { P[1]:w == 2 }", "error: `P` has no variable `w`");
    check("ltl { Q@here }", "error: there is no proctype `Q`");
    check("ltl { v == 1 }", "m:6:7: error: `v` is not declared");
    check("ltl { _pid == 1 }", "m:6:7: error: a claim cannot have `_pid`");
    check("ltl { [] x == 1 }", "m:6:12: error: `==` is applied to a formula, not to a value");
    check("ltl { -(x U x) }", "error: `-` and `~` are applied to a formula");
    check("ltl { (x == 1 -> x : 2) }", "m:6:20: error: expected an operator or the `)`");
    check("ltl { x U }", "m:6:11: error: expected a statement or an expression, found `}`");
    check("ltl { x x }", "m:6:9: error: expected an operator or the `}` for the `{` at line 6");
    check("ltl { }", "m:6:5: error: this formula is empty");
    check("ltl { [] !empty(c) }", "`full`, `empty`, `nfull` and `nempty` stand alone");
    check("ltl { <> (c_expr { 1 }) }", "embedded C is never executed");
    check("never { byte y; y == 1 }", "m:6:9: error: a claim cannot have a variable of its own");
    check("never { c ! 1 }", "m:6:9: error: a claim cannot send or receive");
    check("never { c ? x }", "m:6:9: error: a claim cannot send or receive");
    check("never { run P() }", "m:6:9: error: a claim cannot start a process");
    check("never { x = 1 }", "m:6:9: warning: a claim changes the state here");
    check("never { goto L }", "error: there is no label `L`");
    check("trace { c ! 1 }", "error: a `trace` block is not supported yet");
    // One error does not hide the next.
    let lowered = lower(&format!("{PROCESSES}ltl {{ x {{ 1 }} }}\nltl {{ x U }}"));
    assert_eq!(lowered.said.lines().count(), 2, "{}", lowered.said);
}

#[test]
fn deep_formulas_are_no_trouble() {
    let lowered = lower(&format!("{GLOBALS}ltl {{ {} p }}", "[] ".repeat(5_000)));
    assert!(lowered.said.contains("nested too deeply or too long"), "{}", lowered.said);
    let lowered = lower(&format!("{GLOBALS}ltl {{ {}p }}", "p U ".repeat(1_900)));
    assert!(lowered.program.is_some(), "{}", lowered.said);
    let lowered = lower(&format!("{GLOBALS}ltl {{ {}p }}", "(".repeat(5_000)));
    assert!(lowered.said.contains("nested too deeply"), "{}", lowered.said);
}

/// What each claim looks at decides what is kept in states: a variable that is dead to its process, statements that are merged
/// elsewhere, a hidden variable, who moved last, and nothing of that.
const LOOKING: &str = "byte g; hidden byte h; chan c = [1] of { byte };
active proctype P() { byte v; do :: v = 1; atomic { h = v; v = h + h }; here: g = 1 - g; v = 0 od }
active proctype Q() { byte w; do :: w = 2; w = w + 1; c ! w; c ? w; g = 1 - g; w = 0 od }
";
const CLAIMS: [&str; 6] = [
    "ltl a { []<> (g == 0) }\n",
    "ltl b { [] (P[0]:v < 9) }\n",
    "ltl c { []<> P[0]@here }\n",
    "ltl d { [] (Q[1]:w + P[0]:v < 9) }\n",
    "ltl e { [] (h < 2) }\n",
    "ltl f { [] (len(c) < 2 || Q[1]:w < 9) }\n",
];

fn kept_apart(claims: &str) -> (NamedMachine, ClaimedProgram, Vec<String>) {
    let mut sources = Sources::new();
    let file = sources.add("m", format!("{LOOKING}{claims}"));
    let options = LoadOptions { claims: KeptClaims::Separate, ..LoadOptions::default() };
    let loaded = load(&mut sources, file, &ParseOptions::default(), options);
    let said = loaded.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    (loaded.model.expect("a model"), loaded.claims.expect("claims"), said)
}

/// Its states and transitions, and what its first claim looks at.
fn size(machine: &Machine) -> (u64, u64, usize) {
    let statistics = search(machine, &SearchOptions::default(), &Silent).statistics;
    (statistics.states, statistics.transitions, machine.propositions().len())
}

#[test]
fn claims_that_are_kept_apart_are_as_if_each_was_the_only_one() {
    let (model, claimed, said) = kept_apart(&CLAIMS.concat());
    assert!(model.machine.program.claims.is_empty());
    let mut sizes = vec![size(&model.machine)];
    let mut warnings = Vec::new();
    for (place, claim) in CLAIMS.iter().enumerate() {
        let (alone, of_one, mut said) = kept_apart(claim);
        let together = claimed.machine_for(place).expect("a machine").machine;
        let apart = of_one.machine_for(0).expect("a machine").machine;
        assert_eq!(size(&together), size(&apart), "{claim}");
        let (one, other) = (&claimed.claims[place].property, &of_one.claims[0].property);
        assert_eq!((&one.name, &one.requirement), (&other.name, &other.requirement), "{claim}");
        // What it waits for stands elsewhere, and is the same.
        let length = |span: Span| span.end - span.start;
        assert_eq!(one.awaited.map(length), other.awaited.map(length), "{claim}");
        assert_eq!(size(&alone.machine), sizes[0], "{claim}");
        // What the claim looks at is what the text says.
        let names = |machine: &Machine| {
            let mut names = Vec::new();
            let variables = &machine.program.variables;
            machine.program.claims[0].touches(&mut |touch, _| match touch {
                Touch::Read(place) if place.other().is_some() => {
                    names.push(variables[place.variable.index()].name.clone());
                }
                _ => {}
            });
            names
        };
        let text = ["P[0]:v", "Q[1]:w"].map(|name| (claim.find(name), &name[5..]));
        let mut told: Vec<_> = text.iter().filter(|(place, _)| place.is_some()).collect();
        told.sort();
        let told: Vec<&str> = told.into_iter().map(|(_, name)| *name).collect();
        assert_eq!(names(&together), told, "{claim}");
        sizes.push(size(&together));
        warnings.append(&mut said);
    }
    // Each of the claims but the first asks for more states than there are without claims.
    let states: Vec<u64> = sizes.iter().map(|(states, ..)| *states).collect();
    assert_eq!(states[1], states[0]);
    assert!(states[2..].iter().all(|more| *more > states[0]), "{states:?}");
    // That `h` is kept is said of the one claim that asks for it, and once.
    let told = |said: &[String]| said.iter().filter(|it| it.contains("`h` is hidden")).count();
    assert_eq!((told(&warnings), told(&said)), (1, 1), "{warnings:?}, {said:?}");
}

/// Who moved last is part of the states where some claim asks for it, and not of those that are searched without claims.
#[test]
fn variables_that_only_claims_ask_for_are_theirs() {
    let (without, ..) = kept_apart(CLAIMS[0]);
    let (model, claimed, _) = kept_apart("ltl a { [] (_last < 2) }\n");
    assert_eq!(size(&model.machine), size(&without.machine));
    assert!(model.machine.program.last.is_none());
    let claim = claimed.machine_for(0).expect("a machine").machine;
    assert!(claim.program.last.is_some());
    assert!(size(&claim).0 > size(&model.machine).0);
}
