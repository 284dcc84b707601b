//! Trees, written out with all parentheses.

use diagnostics::Sources;

use super::parse;
use crate::ast::{
    Class, Dimension, Expr, ExprKind, Known, Model, Operator, Reference, Statement, StatementKind,
    Variable,
};

fn model(text: &str) -> Model {
    let mut sources = Sources::new();
    let file = sources.add("m", text);
    let (model, diagnostics) = parse(&sources, file);
    assert_eq!(diagnostics, []);
    model
}

fn list<T>(things: &[T], text: impl Fn(&T) -> String) -> String {
    things.iter().map(text).collect::<Vec<_>>().join(", ")
}

fn symbol(operator: Operator) -> &'static str {
    match operator {
        Operator::Or => "||",
        Operator::And => "&&",
        Operator::Equal => "==",
        Operator::NotEqual => "!=",
        Operator::Less => "<",
        Operator::LessEqual => "<=",
        Operator::Greater => ">",
        Operator::GreaterEqual => ">=",
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Multiply => "*",
        Operator::Divide => "/",
        Operator::Modulo => "%",
        Operator::Rotate => "+%",
    }
}

fn reference(reference: &Reference) -> String {
    let name = &reference.name.text;
    reference.subscript.as_ref().map_or(name.clone(), |index| format!("{name}[{}]", expr(index)))
}

fn expr(whole: &Expr) -> String {
    match &whole.kind {
        ExprKind::Number(value) => value.to_string(),
        ExprKind::Truth(value) => value.to_string(),
        ExprKind::Null => "null".to_owned(),
        ExprKind::Own => "self".to_owned(),
        ExprKind::Sender => "sender".to_owned(),
        ExprKind::Reference(inner) => reference(inner),
        ExprKind::Choice(alternatives) => format!("?({})", list(alternatives, expr)),
        ExprKind::New(class, known, arguments) => {
            format!("new {}({}):({})", class.text, list(known, expr), list(arguments, expr))
        }
        ExprKind::Not(inner) => format!("(!{})", expr(inner)),
        ExprKind::Negate(inner) => format!("(-{})", expr(inner)),
        ExprKind::Binary(operator, sides) => {
            format!("({} {} {})", expr(&sides.0), symbol(*operator), expr(&sides.1))
        }
    }
}

fn variable(variable: &Variable) -> String {
    let dimension = match &variable.dimension {
        None => String::new(),
        Some(Dimension::Index(index)) => format!("[{}]", index.text),
        Some(Dimension::Length(length)) => format!("[{}]", length.value),
    };
    format!("{} {}{dimension}", variable.ty.text, variable.name.text)
}

fn block(statements: &[Statement]) -> String {
    let texts: Vec<String> = statements.iter().map(statement).collect();
    format!("{{{}}}", texts.join(" "))
}

fn statement(whole: &Statement) -> String {
    match &whole.kind {
        StatementKind::Declare(declared, None) => format!("{};", variable(declared)),
        StatementKind::Declare(declared, Some(initial)) => {
            format!("{} = {};", variable(declared), expr(initial))
        }
        StatementKind::Assign(target, value) => format!("{} = {};", reference(target), expr(value)),
        StatementKind::Send(receiver, message, arguments) => {
            format!("{}.{}({});", expr(receiver), message.text, list(arguments, expr))
        }
        StatementKind::If(condition, then, otherwise) => {
            format!("if ({}) {} else {}", expr(condition), block(then), block(otherwise))
        }
        StatementKind::ForEach(index, body) => format!("each({}) {}", index.text, block(body)),
        StatementKind::Block(inner) => block(inner),
        StatementKind::Assert(asserted) => format!("assertion({});", expr(asserted)),
    }
}

fn known(known: &Known) -> String {
    let group = known.group.as_ref().map_or(String::new(), |group| {
        format!("[{}:{}..{}]", group.index.text, group.low.value, group.high.value)
    });
    format!("{} {}{group}", known.class.text, known.name.text)
}

fn class(class: &Class) -> String {
    let head = format!("{}({})", class.name.text, class.queue.value);
    let declared = format!("{} | {}", list(&class.known, known), list(&class.variables, variable));
    let servers = list(&class.servers, |server| {
        format!(
            "{}({}) {}",
            server.name.text,
            list(&server.parameters, variable),
            block(&server.body)
        )
    });
    format!("{head} {declared} | {servers}")
}

/// The body of a message server with the given text.
fn body(text: &str) -> String {
    let model = model(&format!("reactiveclass C(1) {{ msgsrv m() {{ {text} }} }} main {{ }}"));
    block(&model.classes[0].servers[0].body)
}

#[track_caller]
fn check_expr(text: &str, expected: &str) {
    assert_eq!(body(&format!("x = {text};")), format!("{{x = {expected};}}"));
}

#[test]
fn operators_bind_as_in_java() {
    check_expr("a || b && c == d", "(a || (b && (c == d)))");
    check_expr("a && b || c && d", "((a && b) || (c && d))");
    check_expr("a == b < c", "(a == (b < c))");
    check_expr("a != b >= c + 1", "(a != (b >= (c + 1)))");
    check_expr("a <= b == c > d", "((a <= b) == (c > d))");
    check_expr("a + b * c - d / e % f", "((a + (b * c)) - ((d / e) % f))");
    check_expr("i +% 1 +% 2", "((i +% 1) +% 2)");
    check_expr("i+%1 == j", "((i +% 1) == j)");
    check_expr("a - b - c", "((a - b) - c)");
    check_expr("!a == -b * c", "((!a) == ((-b) * c))");
    check_expr("!!a && - -b == 1", "((!(!a)) && ((-(-b)) == 1))");
    check_expr("(a || b) && !(c)", "((a || b) && (!c))");
    check_expr("(a) - 1", "(a - 1)");
}

#[test]
fn operands() {
    check_expr("self != sender || null == v", "((self != sender) || (null == v))");
    check_expr("v[i +% 1] && w[v[2]]", "(v[(i +% 1)] && w[v[2]])");
    check_expr("?(1, 2 + 3)", "?(1, (2 + 3))");
    check_expr("?{true, false} || ?(a)", "(?(true, false) || ?(a))");
    check_expr("new D(self, a):(?(1, 2), b)", "new D(self, a):(?(1, 2), b)");
    check_expr("2147483647", "2147483647");
}

#[test]
fn statements() {
    assert_eq!(body(";;"), "{}");
    assert_eq!(body("x = 1; v[2] = x;"), "{x = 1; v[2] = x;}");
    assert_eq!(
        body("self.m(); sender.m(1); a.m(b, c); g[i].m(self);"),
        "{self.m(); sender.m(1); a.m(b, c); g[i].m(self);}"
    );
    assert_eq!(body("assertion(x == 1);"), "{assertion((x == 1));}");
    assert_eq!(body("{ x = 1; { } }"), "{{x = 1; {}}}");
    assert_eq!(
        body("forEachValueOf(i) v[i] = 0; forEachValueOf (i) { a.m(); }"),
        "{each(i) {v[i] = 0;} each(i) {a.m();}}"
    );
}

#[test]
fn an_else_belongs_to_the_nearest_if() {
    assert_eq!(body("if (a) x = 1;"), "{if (a) {x = 1;} else {}}");
    assert_eq!(
        body("if (a) if (b) x = 1; else x = 2;"),
        "{if (a) {if (b) {x = 1;} else {x = 2;}} else {}}"
    );
    assert_eq!(
        body("if (a) { ; } else if (b) { } else x = 3;"),
        "{if (a) {} else {if (b) {} else {x = 3;}}}"
    );
}

#[test]
fn shorthands_are_assignments() {
    assert_eq!(body("x += 2 * y;"), "{x = (x + (2 * y));}");
    assert_eq!(body("x -= y - z;"), "{x = (x - (y - z));}");
    assert_eq!(body("v[i]++; x--;"), "{v[i] = (v[i] + 1); x = (x - 1);}");
}

#[test]
fn local_variables() {
    assert_eq!(body("int x; C y = self;"), "{int x; C y = self;}");
    assert_eq!(body("byte a = 1, b;"), "{byte a = 1; byte b;}");
    assert_eq!(body("boolean[i] v; int w[3];"), "{boolean v[i]; int w[3];}");
    assert_eq!(body("C c = new C(a):(1);"), "{C c = new C(a):(1);}");
}

#[test]
fn declarations() {
    let text = "reactiveclass C(3) {
            knownrebecs { C a, b; D g[i:1..4], h[j:0..1]; }
            statevars { boolean v, w[i]; int[j] x; byte[2] y, z; i s; }
            msgsrv m(int p, i q, boolean[j] r) { }
            msgsrv initial() { }
        }
        reactiveclass D (1) { knownobjects { C c[k:1,2,3]; } }
        reactiveclass E(2) { knownrebecs { } statevars { } }
        main { C c(c, d):(1, -2); D d():(), e(c):(true); }";
    let model = model(text);
    assert_eq!(
        list(&model.classes, class),
        "C(3) C a, C b, D g[i:1..4], D h[j:0..1] | boolean v, boolean w[i], int x[j], byte y[2], \
         byte z[2], i s | m(int p, i q, boolean r[j]) {}, initial() {}, D(1) C c[k:1..3] |  | , \
         E(2)  |  | "
    );
    let rebecs = list(&model.rebecs, |rebec| {
        let known = list(&rebec.known, |name| name.text.clone());
        let arguments = list(&rebec.arguments, expr);
        format!("{} {}({known}):({arguments})", rebec.class.text, rebec.name.text)
    });
    assert_eq!(rebecs, "C c(c, d):(1, (-2)), D d():(), D e(c):(true)");
    assert_eq!(model.end.start as usize, text.len());
}

#[test]
fn spans_hold_what_was_written() {
    let text = "reactiveclass C(1) { msgsrv m() { v[1] = (a + b) * 2; } } main { }";
    let model = model(text);
    let statement = &model.classes[0].servers[0].body[0];
    let slice = |span: diagnostics::Span| &text[span.start as usize..span.end as usize];
    assert_eq!(slice(statement.span), "v[1] = (a + b) * 2;");
    let StatementKind::Assign(target, value) = &statement.kind else { panic!("an assignment") };
    assert_eq!(slice(target.name.span), "v");
    assert_eq!(slice(value.span), "(a + b) * 2");
}
