//! How strongly operators bind, and what belongs to what: each text is the same as another one that leaves nothing open.

use crate::support::parse_files;
use cspm::tree::{
    AssertionKind, AssertionOption, Collection, DeclarationKind, Expression, ExpressionKind,
    PatternKind, ProcessProperty, Script, SemanticModel,
};

/// The script of a text that has no mistakes.
fn script(text: &str) -> Script {
    let (script, mistakes) = parse_files(&[("s", text.as_bytes())]);
    assert!(mistakes.is_empty(), "{text}: {mistakes:#?}");
    script
}

/// A script as it is, but for where it stands in the text.
fn shape(script: &Script) -> String {
    let printed = format!("{script:?}");
    let mut parts = printed.split("span: Span {");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |shape, part| shape + part.split_once('}').expect("a span").1)
}

/// Both texts mean the same, and the third something else.
fn same_but_not(open: &str, bracketed: &str, otherwise: &str) {
    let read = |text: &str| shape(&script(&format!("X = {text}")));
    assert_eq!(read(open), read(bracketed), "{open}");
    assert_ne!(read(open), read(otherwise), "{open}");
}

/// The value of the only declaration, `X = ..`.
fn value(text: &str) -> Expression {
    let mut declarations = std::mem::take(&mut script(&format!("X = {text}")).declarations);
    assert_eq!(declarations.len(), 1, "{text}");
    match declarations.remove(0).kind {
        DeclarationKind::Value { value, .. } => value,
        other => panic!("{other:?}"),
    }
}

#[test]
fn values_bind_by_level() {
    same_but_not("a^b(c)", "a^(b(c))", "(a^b)(c)");
    same_but_not("#<1>^<2,3>", "#(<1>^<2,3>)", "(#<1>)^<2,3>");
    same_but_not("#a*b", "(#a)*b", "#(a*b)");
    same_but_not("a*b+c*d", "(a*b)+(c*d)", "a*(b+c)*d");
    same_but_not("a-b-c", "(a-b)-c", "a-(b-c)");
    same_but_not("a/b*c%d", "((a/b)*c)%d", "a/((b*c)%d)");
    same_but_not("-a*b", "-(a*b)", "(-a)*b");
    same_but_not("-a+b", "(-a)+b", "-(a+b)");
    same_but_not("a*-b+c", "(a*(-b))+c", "a*(-(b+c))");
    same_but_not("a+b<c*d", "(a+b)<(c*d)", "a+(b<(c*d))");
    same_but_not("not a==b", "not (a==b)", "(not a)==b");
    same_but_not("not a and b", "(not a) and b", "not (a and b)");
    same_but_not("a or b and c", "a or (b and c)", "(a or b) and c");
    same_but_not("a and b and c", "(a and b) and c", "a and (b and c)");
    same_but_not("a^b^c", "(a^b)^c", "a^(b^c)");
    same_but_not("a.b.c", "a.(b.c)", "(a.b).c");
    same_but_not("f(x)(y)", "(f(x))(y)", "f((x)(y))");
    same_but_not("-f(x)", "-(f(x))", "(-f)(x)");
}

#[test]
fn dots_are_looser_than_comparisons_and_arithmetic() {
    same_but_not("c.x+1", "c.(x+1)", "(c.x)+1");
    same_but_not("c.0 == c.1", "c.((0==c).1)", "(c.0) == (c.1)");
    same_but_not("c.i.(i+1)%N", "c.(i.((i+1)%N))", "(c.(i.(i+1)))%N");
    same_but_not("a.b or c", "a.(b or c)", "(a.b) or c");
    same_but_not("c.f(x)", "c.(f(x))", "(c.f)(x)");
}

#[test]
fn processes_bind_by_level() {
    same_but_not("a -> P [] b -> Q", "(a->P) [] (b->Q)", "a -> (P [] b -> Q)");
    same_but_not("a -> b -> P", "a -> (b -> P)", "(a -> b) -> P");
    same_but_not("P [] Q ; R", "P [] (Q;R)", "(P [] Q);R");
    same_but_not("b & P [] Q", "(b & P) [] Q", "b & (P [] Q)");
    same_but_not("b & c & P", "b & (c & P)", "(b & c) & P");
    same_but_not("b & a -> P", "b & (a -> P)", "(b & a) -> P");
    same_but_not("a -> b & P", "a -> (b & P)", "(a -> b) & P");
    same_but_not("x == y & P", "(x == y) & P", "x == (y & P)");
    same_but_not("a -> P ; Q", "(a -> P) ; Q", "a -> (P ; Q)");
    same_but_not("P ; Q [> R", "(P ; Q) [> R", "P ; (Q [> R)");
    same_but_not("P [> Q /\\ R", "(P [> Q) /\\ R", "P [> (Q /\\ R)");
    same_but_not("P /\\ Q [] R", "(P /\\ Q) [] R", "P /\\ (Q [] R)");
    same_but_not("P /+{a}+\\ Q [+{b}+] R", "(P /+{a}+\\ Q) [+{b}+] R", "P /+{a}+\\ (Q [+{b}+] R)");
    same_but_not("P /\\ Q /+{a}+\\ R", "(P /\\ Q) /+{a}+\\ R", "P /\\ (Q /+{a}+\\ R)");
    same_but_not("P [] Q [+{a}+] R", "(P [] Q) [+{a}+] R", "P [] (Q [+{a}+] R)");
    same_but_not("P [] Q |~| R", "(P [] Q) |~| R", "P [] (Q |~| R)");
    same_but_not("P |~| Q [|A|] R", "(P |~| Q) [|A|] R", "P |~| (Q [|A|] R)");
    same_but_not("P [|A|] Q ||| R", "(P [|A|] Q) ||| R", "P [|A|] (Q ||| R)");
    same_but_not("P ||| Q [A||B] R", "P ||| (Q [A||B] R)", "(P ||| Q) [A||B] R");
    same_but_not("P ||| Q [|A|> R", "P ||| (Q [|A|> R)", "(P ||| Q) [|A|> R");
    same_but_not("P ||| Q [c<->d] R", "P ||| (Q [c<->d] R)", "(P ||| Q) [c<->d] R");
    same_but_not("P ||| Q ||| R", "(P ||| Q) ||| R", "P ||| (Q ||| R)");
    same_but_not("P [] Q [] R", "(P [] Q) [] R", "P [] (Q [] R)");
    same_but_not("P ; Q ; R", "(P ; Q) ; R", "P ; (Q ; R)");
    same_but_not("a -> P[[a<-b]]", "a -> (P[[a<-b]])", "(a -> P)[[a<-b]]");
    same_but_not("P [] Q[[a<-b]]", "P [] (Q[[a<-b]])", "(P [] Q)[[a<-b]]");
}

#[test]
fn hiding_is_loosest_and_hides_a_set_only() {
    same_but_not("P ||| Q \\ A", "(P ||| Q) \\ A", "P ||| (Q \\ A)");
    same_but_not("a -> P \\ A", "(a -> P) \\ A", "a -> (P \\ A)");
    same_but_not("P \\ A \\ B", "(P \\ A) \\ B", "P \\ (A \\ B)");
    same_but_not("P ||| Q |\\ A", "(P ||| Q) |\\ A", "P ||| (Q |\\ A)");
    let operators = [
        "|||", "[|B|]", "[B||C]", "[|B|>", "|~|", "[]", "[+B+]", "/\\", "/+B+\\", "[>", ";",
        "[c<->d]",
    ];
    for operator in operators {
        let (open, bracketed) = (format!("P \\ A {operator} Q"), format!("(P \\ A) {operator} Q"));
        same_but_not(&open, &bracketed, &format!("P \\ (A {operator} Q)"));
        let (open, bracketed) =
            (format!("P |\\ A {operator} Q"), format!("(P |\\ A) {operator} Q"));
        same_but_not(&open, &bracketed, &format!("P |\\ (A {operator} Q)"));
    }
    // What binds more loosely takes all that went before, and what binds more tightly only what is next to it.
    let (open, bracketed) = ("P \\ A [] Q ||| R", "((P \\ A) [] Q) ||| R");
    same_but_not(open, bracketed, "(P \\ A) [] (Q ||| R)");
    let (open, bracketed) = ("P \\ A ||| Q [] R", "(P \\ A) ||| (Q [] R)");
    same_but_not(open, bracketed, "((P \\ A) ||| Q) [] R");
    let (open, bracketed) = ("P ||| Q \\ A ||| R \\ B", "(((P ||| Q) \\ A) ||| R) \\ B");
    same_but_not(open, bracketed, "(P ||| (Q \\ A)) ||| (R \\ B)");
    same_but_not(
        "P [|A|] Q \\ B [|C|] R",
        "((P [|A|] Q) \\ B) [|C|] R",
        "P [|A|] (Q \\ (B [|C|] R))",
    );
}

#[test]
fn what_begins_with_a_word_extends_to_the_right() {
    same_but_not(
        "if b then P else Q [] R",
        "if b then P else (Q [] R)",
        "(if b then P else Q) [] R",
    );
    same_but_not(
        "if b then P else Q \\ A",
        "if b then P else (Q \\ A)",
        "(if b then P else Q) \\ A",
    );
    same_but_not(
        "P [] if b then Q else R ||| S",
        "P [] (if b then Q else (R ||| S))",
        "(P [] if b then Q else R) ||| S",
    );
    same_but_not(
        "let x = 1 within P [] Q",
        "let x = 1 within (P [] Q)",
        "(let x = 1 within P) [] Q",
    );
    same_but_not("\\ x @ x + 1", "\\ x @ (x + 1)", "(\\ x @ x) + 1");
    same_but_not("\\ x, y @ f(x)(y)", "\\ x, y @ (f(x)(y))", "(\\ x, y @ f(x))(y)");
    same_but_not(
        "1 + if b then 2 else 3 * 4",
        "1 + (if b then 2 else (3 * 4))",
        "(1 + if b then 2 else 3) * 4",
    );
}

#[test]
fn replicated_processes_extend_to_the_right() {
    for operator in ["[]", "|~|", "|||", ";", "[|A|]", "[+A+]", "[c<->d]"] {
        let open = format!("{operator} x:S @ P ||| Q \\ A");
        let bracketed = format!("{operator} x:S @ ((P ||| Q) \\ A)");
        same_but_not(&open, &bracketed, &format!("({operator} x:S @ P) ||| Q \\ A"));
        let open = format!("R [] {operator} x:S @ P ||| Q");
        let bracketed = format!("R [] ({operator} x:S @ (P ||| Q))");
        same_but_not(&open, &bracketed, &format!("(R [] {operator} x:S @ P) ||| Q"));
    }
    let (open, bracketed) = ("|| x:S @ [A] P [] Q", "|| x:S @ [A] (P [] Q)");
    same_but_not(open, bracketed, "(|| x:S @ [A] P) [] Q");
}

#[test]
fn fields_take_dots_but_no_comparisons_of_events() {
    same_but_not("c?x.y!z -> P", "c?(x.y)!z -> P", "c?x?y!z -> P");
    same_but_not("c!x.y -> P", "c!(x.y) -> P", "c!x!y -> P");
    same_but_not("c.x+1?y -> P", "(c.(x+1))?y -> P", "(c.x)+(1?y -> P)");
    same_but_not("c?x:S!y+1 -> P", "c?x:(S)!(y+1) -> P", "c?x:S!y -> P");
    same_but_not("c?x.y:S -> P", "c?(x.y):S -> P", "c?x.y -> P");
    same_but_not("P [] c?x -> Q [] R", "(P [] (c?x -> Q)) [] R", "P [] (c?x -> (Q [] R))");
    same_but_not("b & c?x -> P", "b & (c?x -> P)", "(b & c)?x -> P");
    same_but_not("c$x:S?y -> P", "c$x:(S)?y -> P", "c?x:S?y -> P");
    same_but_not("c?x : {0..1} ! y -> P", "c?x:{0..1}!y->P", "c?x:{0..2}!y->P");
}

#[test]
fn greater_ends_a_sequence_but_not_in_brackets() {
    same_but_not("<x | x <- s, (x>1)>", "<x | x <- s, ((x)>(1))>", "<x | x <- s>");
    same_but_not("<2,1> > <1,2>", "(<2,1>) > (<1,2>)", "<2,1> < <1,2>");
    same_but_not("<<1>,<2>>", "<(<1>),(<2>)>", "<<1,2>>");
    same_but_not("<f(x>1)>", "<(f((x>1)))>", "<f(x)>");
    same_but_not("< > > <>", "(<>) > (<>)", "<> < <>");
    same_but_not("<x | x <- <1..3>, x<2>", "<x | x <- (<1..3>), (x<2)>", "<x | x <- <1..3>>");
    same_but_not("<x, y | (x, y) <- s>^<1>", "(<x, y | (x, y) <- s>)^<1>", "<x>^<1>");
    same_but_not("<1..> == <1..2>", "(<1..>) == (<1..2>)", "<1..2> == <1..>");
    same_but_not("<x>=1>", "<(x>=1)>", "<x>");
}

#[test]
fn collections_have_elements_ranges_and_statements() {
    let parts = |text: &str| match value(text).kind {
        ExpressionKind::Set(Collection::Elements(elements, statements)) => {
            (elements.len(), statements.len(), "elements")
        }
        ExpressionKind::Set(Collection::Range { to, statements, .. }) => {
            (usize::from(to.is_some()), statements.len(), "range")
        }
        ExpressionKind::Productions { elements, statements } => {
            (elements.len(), statements.len(), "productions")
        }
        ExpressionKind::Map(pairs) => (pairs.len(), 0, "map"),
        other => panic!("{other:?}"),
    };
    assert_eq!(parts("{}"), (0, 0, "elements"));
    assert_eq!(parts("{a, b}"), (2, 0, "elements"));
    assert_eq!(parts("{a, b | a <- s, b : t, a < b}"), (2, 3, "elements"));
    assert_eq!(parts("{1..}"), (0, 0, "range"));
    assert_eq!(parts("{1..n}"), (1, 0, "range"));
    assert_eq!(parts("{n.. | n <- s}"), (0, 1, "range"));
    assert_eq!(parts("{0..n | n <- s}"), (1, 1, "range"));
    assert_eq!(parts("{||}"), (0, 0, "productions"));
    assert_eq!(parts("{|c, d.1|}"), (2, 0, "productions"));
    assert_eq!(parts("{|c.x | x <- s|}"), (1, 1, "productions"));
    assert_eq!(parts("(| |)"), (0, 0, "map"));
    assert_eq!(parts("(| 1 => a, 2 => b|)"), (2, 0, "map"));
}

#[test]
fn patterns_are_what_they_look_like() {
    let pattern = |text: &str| {
        let mut declarations = std::mem::take(&mut script(&format!("{text} = e")).declarations);
        match declarations.remove(0).kind {
            DeclarationKind::Value { pattern, .. } => pattern.kind,
            other => panic!("{other:?}"),
        }
    };
    assert!(matches!(pattern("-12"), PatternKind::Integer(-12)));
    assert!(matches!(pattern("_"), PatternKind::Anything));
    assert!(matches!(pattern("(x)"), PatternKind::Name(_)));
    assert!(matches!(pattern("(x, _)"), PatternKind::Tuple(parts) if parts.len() == 2));
    assert!(matches!(pattern("{}"), PatternKind::EmptySet));
    assert!(matches!(pattern("{x}"), PatternKind::SingletonSet(_)));
    assert!(matches!(pattern("x @@ A.y"), PatternKind::Both(..)));
    assert!(matches!(pattern("'\\''"), PatternKind::Character('\'')));
    assert!(matches!(pattern(r#""a\"b""#), PatternKind::Text(text) if text == "a\"b"));
    match pattern("A.b.c") {
        PatternKind::Dot(first, rest) => {
            assert!(matches!(first.kind, PatternKind::Name(_)));
            assert!(matches!(rest.kind, PatternKind::Dot(..)));
        }
        other => panic!("{other:?}"),
    }
    let counts = |text: &str| match pattern(text) {
        PatternKind::Sequence { first, rest, last } => (first.len(), rest.is_some(), last.len()),
        other => panic!("{other:?}"),
    };
    assert_eq!(counts("<>"), (0, false, 0));
    assert_eq!(counts("<a, b>"), (2, false, 0));
    assert_eq!(counts("<a>^<b>"), (2, false, 0));
    assert_eq!(counts("<a, b>^xs^<c>"), (2, true, 1));
    assert_eq!(counts("<a>^(xs^<c>)^<d>"), (1, true, 2));
    assert_eq!(counts("\"ab\"^xs"), (2, true, 0));
    assert_eq!(counts("xs^\"ab\""), (0, true, 2));
}

#[test]
fn clauses_of_one_function_are_one_declaration() {
    let text = "f(0)(x) = x\nf :: (Int) -> (Int) -> Int\nf(n)(x) = f(n-1)(x)\ng() = 1\nh = 2";
    let declarations = std::mem::take(&mut script(text).declarations);
    let clauses = |at: usize| match &declarations[at].kind {
        DeclarationKind::Function { name, clauses } => {
            (name.to_string(), clauses.iter().map(|c| c.parameters.len()).collect::<Vec<_>>())
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(declarations.len(), 4);
    assert_eq!(clauses(0), ("f".to_owned(), vec![2, 2]));
    assert!(matches!(declarations[1].kind, DeclarationKind::Annotation { .. }));
    assert_eq!(clauses(2), ("g".to_owned(), vec![1]));
    // They stand together: these are declared twice.
    assert_eq!(script("f(0) = 1\nx = 2\nf(1) = 3").declarations.len(), 3);
}

#[test]
fn line_breaks_end_declarations_where_an_expression_may_end() {
    let joined = [
        "X = a ->\nP",
        "X = a\n-> P",
        "X =\n1",
        "X\n= 1",
        "X = P\n[] Q",
        "X = P []\n\n\nQ",
        "X = f(\na\n,\nb\n)",
        "X = {\n1\n..\n2\n}",
        "X = 1-\n2",
        "X = <\n1\n>",
        "X = #\ns",
        "X = let\n y = 1\n\n z = 2\nwithin\n y",
        "X = if a\nthen b\nelse c",
        "X = c\n?x\n->\nP",
        "X = P\n[|\nA\n|]\nQ",
        "X = P\n\\ A",
        "channel\nc\n,\nd\n:\nS",
        "datatype\nT\n=\nA\n|\nB",
        "X = 1 -- one\n+ 2",
        "X = P [] {- so\n -}\nQ",
        "X = a\nand b",
        "assert\nnot\nP\n[T=\nQ\n:[tau priority]:\nA",
        "X = (|\n1 => 2\n|)",
    ];
    for text in joined {
        assert_eq!(script(text).declarations.len(), 1, "{text}");
    }
    let separate = [
        "X = 1\nY = 2",
        "X = a\n\n\n-1 = b",
        "X = a\n<y> = b",
        "X = f\n(a, b) = c",
        "X = 1\r\nY = 2\r\n",
        "X = 1 -- one\nY = 2",
        "X = 1 {- one -}\n{- two -}\nY = 2",
        "X = 1\nassert P [T= Q",
        "print X\nY = 2",
        "print 1 + 1\n-1 = x",
    ];
    for text in separate {
        assert_eq!(script(text).declarations.len(), 2, "{text}");
    }
}

#[test]
fn words_are_words_only_when_whole() {
    let text =
        "endmodule' = 1\nletter = 2\nTimed_ = 3\nx'' = 4\nprinted = 5\nincluded = 6\nandX = 7";
    assert_eq!(script(text).declarations.len(), 7);
    assert!(matches!(value("True").kind, ExpressionKind::Name(_)));
    assert!(matches!(value("true").kind, ExpressionKind::Boolean(true)));
    match value("M::N::x").kind {
        ExpressionKind::Name(name) => {
            assert_eq!(name.to_string(), "M::N::x");
            assert_eq!(name.qualifiers.len(), 2);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn assertions_have_models_and_options() {
    let assertion = |text: &str| {
        let mut declarations = std::mem::take(&mut script(text).declarations);
        assert_eq!(declarations.len(), 1, "{text}");
        match declarations.remove(0).kind {
            DeclarationKind::Assertion(assertion) => assertion,
            other => panic!("{other:?}"),
        }
    };
    let models = [
        ("T", SemanticModel::Traces),
        ("F", SemanticModel::Failures),
        ("FD", SemanticModel::FailuresDivergences),
        ("V", SemanticModel::Revivals),
        ("VD", SemanticModel::RevivalsDivergences),
        ("R", SemanticModel::Refusals),
        ("RD", SemanticModel::RefusalsDivergences),
    ];
    for (letters, expected) in models {
        match assertion(&format!("assert P [{letters}= Q \\ A")).kind {
            AssertionKind::Refinement { model, implementation, .. } => {
                assert_eq!(model, expected);
                assert!(matches!(implementation.kind, ExpressionKind::Process(..)));
            }
            other => panic!("{other:?}"),
        }
        match assertion(&format!("assert P :[deadlock-free[{letters}]]")).kind {
            AssertionKind::Property { property, model, .. } => {
                assert_eq!((property, model), (ProcessProperty::DeadlockFree, Some(expected)));
            }
            other => panic!("{other:?}"),
        }
    }
    let properties = [
        ("deadlock free", ProcessProperty::DeadlockFree),
        ("livelock free", ProcessProperty::DivergenceFree),
        ("divergence-free", ProcessProperty::DivergenceFree),
        (" deterministic ", ProcessProperty::Deterministic),
    ];
    for (words, expected) in properties {
        match assertion(&format!("assert P ; Q :[{words}]")).kind {
            AssertionKind::Property { process, property, model } => {
                assert_eq!((property, model), (expected, None));
                assert!(matches!(process.kind, ExpressionKind::Process(..)));
            }
            other => panic!("{other:?}"),
        }
    }
    match assertion("assert P :[has trace [T]]: <a, b.1>").kind {
        AssertionKind::HasTrace { model, trace, .. } => {
            assert_eq!((model, trace.len()), (Some(SemanticModel::Traces), 2));
        }
        other => panic!("{other:?}"),
    }
    match assertion("assert P :[symmetric]: T, diff(M::U, {| A, B |})").kind {
        AssertionKind::Symmetric { types, .. } => {
            assert_eq!(types.iter().map(|t| t.without.len()).collect::<Vec<_>>(), [0, 2]);
        }
        other => panic!("{other:?}"),
    }
    assert!(assertion("assert not P [T= Q").negated);
    assert!(!assertion("assert P [T= Q").negated);
    let found = assertion(
        "assert P [T= Q :[symmetry reduce]: T, diff(U, {|A|}) :[tau priority over]: {tock} :[partial order reduce [hybrid]]",
    );
    match &found.options[..] {
        [
            AssertionOption::SymmetryReduce(types),
            AssertionOption::TauPriority(_),
            AssertionOption::PartialOrderReduce,
        ] => assert_eq!(types.len(), 2),
        other => panic!("{other:?}"),
    }
    // The colon may stand there without a type.
    let text = "assert P [T= Q :[symmetry reduce]:\n\nX = 1";
    assert_eq!(script(text).declarations.len(), 2);
}

#[test]
fn what_is_printed_is_kept_as_it_stands() {
    match &script("print  f(1) +  2 -- so\nX = 1").declarations[0].kind {
        DeclarationKind::Print { text, .. } => assert_eq!(text, "f(1) +  2"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn print_begins_a_statement_only_before_a_blank() {
    let declarations = |text: &str| script(text).declarations.len();
    assert_eq!(declarations("channel get, print : {0..9}\nP = get?x -> print!x -> P"), 2);
    assert_eq!(declarations("print(x) = x\nX = print(1) + print(2)"), 2);
    // Where something is missing before it, it is that.
    assert_eq!(declarations("P = get ->\n  print -> P\nQ = print\n"), 2);
    let printed = |text: &str| match &script(text).declarations[1].kind {
        DeclarationKind::Print { text, .. } => text.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(printed("X = 1\nprint X"), "X");
    assert_eq!(printed("X = 1\n  print\t(X)\nprint(y) = y"), "(X)");
}

#[test]
fn modules_and_timed_sections_hold_declarations() {
    let text = "
module M(x, (y, _))
  f(0) = 1
  f(n) = 2
  module N
  exports
    channel c : Int
  endmodule
exports
  instance I = N
  Timed(\\ e @ 1) { P = c -> P
    Timed { Q = P } }
endmodule
instance J = M(1, (2, 3))
instance K = J::I
Timed {
  assert P [T= Q
}
";
    let declarations = std::mem::take(&mut script(text).declarations);
    assert_eq!(declarations.len(), 4);
    match &declarations[0].kind {
        DeclarationKind::Module(module) => {
            let counts = (module.parameters.len(), module.private.len(), module.exported.len());
            assert_eq!(counts, (2, 2, 2));
        }
        other => panic!("{other:?}"),
    }
    match &declarations[2].kind {
        DeclarationKind::Instance { module, arguments, .. } => {
            assert_eq!((module.to_string(), arguments.len()), ("J::I".to_owned(), 0));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn types_are_read_by_level() {
    let read = |text: &str| shape(&script(&format!("f :: {text}\nf = 1")));
    let same = [
        ("a => b => Event", "a => (b => Event)"),
        ("a.b => c", "(a.b) => c"),
        ("a.b.c", "a.(b.c)"),
        ("(Int)", "Int"),
        ("(a => b, c) -> d => e", "((a => b), c) -> (d => e)"),
        ("(a) -> (b) -> c", "(a) -> ((b) -> c)"),
        ("Map Int {a}", "(| Int => {a} |)"),
        ("Eq a => a", "(Eq a) => a"),
        ("(a =>* b) -> a", "((a =>* b)) -> a"),
        ("(a).b", "a.b"),
    ];
    for (open, bracketed) in same {
        assert_eq!(read(open), read(bracketed), "{open}");
    }
    assert_ne!(read("a => b => c"), read("(a => b) => c"));
    assert_ne!(read("(a, b) -> c"), read("((a, b)) -> c"), "a tuple is one argument");
}
