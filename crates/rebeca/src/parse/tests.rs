//! Trees, written out with all parentheses.

use diagnostics::Sources;

use super::parse;
use crate::ast::{
    Call, Class, Dimension, Expr, ExprKind, Initial, Known, Model, Operator, Reference, Statement,
    StatementKind, Temporal, Unary, Variable,
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
        Operator::BitOr => "|",
        Operator::BitXor => "^",
        Operator::BitAnd => "&",
        Operator::ShiftLeft => "<<",
        Operator::ShiftRight => ">>",
    }
}

fn reference(reference: &Reference) -> String {
    let own = if reference.own { "self." } else { "" };
    let subscripts: String =
        reference.subscripts.iter().map(|index| format!("[{}]", expr(index))).collect();
    format!("{own}{}{subscripts}", reference.name.text)
}

fn call(call: &Call) -> String {
    let name = call.name.as_ref().map_or("", |name| &*name.text);
    let dot = if call.name.is_some() { "." } else { "" };
    let above = if call.upwards { format!("super{dot}") } else { String::new() };
    format!("{above}{name}({})", list(&call.arguments, expr))
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
        ExprKind::Unary(operator, inner) => {
            let sign = match operator {
                Unary::Not => "!",
                Unary::Negate => "-",
                Unary::Complement => "~",
            };
            format!("({sign}{})", expr(inner))
        }
        ExprKind::Field(rebec, inner) => format!("{}.{}", rebec.text, reference(inner)),
        ExprKind::Call(inner) => call(inner),
        ExprKind::Mathematics(name, arguments) => {
            format!("{}({})", name.text, list(arguments, expr))
        }
        ExprKind::Cast(ty, inner) => format!("(({}) {})", ty.text, expr(inner)),
        ExprKind::InstanceOf(inner, class) => {
            format!("({} instanceof {})", expr(inner), class.text)
        }
        ExprKind::Conditional(parts) => {
            format!("({} ? {} : {})", expr(&parts.0), expr(&parts.1), expr(&parts.2))
        }
        ExprKind::Temporal(operator, parts) => {
            let name = match operator {
                Temporal::Always => "G",
                Temporal::Eventually => "F",
                Temporal::Next => "X",
                Temporal::Until => "U",
                Temporal::Implies => "->",
            };
            match &parts[..] {
                [one] => format!("{name}({})", expr(one)),
                all => format!(
                    "({})",
                    all.iter().map(expr).collect::<Vec<_>>().join(&format!(" {name} "))
                ),
            }
        }
        ExprKind::Binary(operator, sides) => {
            format!("({} {} {})", expr(&sides.0), symbol(*operator), expr(&sides.1))
        }
    }
}

fn variable(variable: &Variable) -> String {
    let dimensions: String = variable
        .dimensions
        .iter()
        .map(|dimension| match dimension {
            Dimension::Index(index) => format!("[{}]", index.text),
            Dimension::Length(length) => format!("[{}]", length.value),
        })
        .collect();
    format!("{} {}{dimensions}", variable.ty.text, variable.name.text)
}

fn block(statements: &[Statement]) -> String {
    let texts: Vec<String> = statements.iter().map(statement).collect();
    format!("{{{}}}", texts.join(" "))
}

fn statement(whole: &Statement) -> String {
    match &whole.kind {
        StatementKind::Declare(declared, None) => format!("{};", variable(declared)),
        StatementKind::Declare(declared, Some(value)) => {
            format!("{} = {};", variable(declared), initial(value))
        }
        StatementKind::Assign(target, operator, value) => {
            let operator = operator.map_or("", symbol);
            format!("{} {operator}= {};", reference(target), expr(value))
        }
        StatementKind::Call(inner) => format!("{};", call(inner)),
        StatementKind::Loop(whole) => {
            let condition = whole.condition.as_ref().map_or(String::new(), expr);
            let (first, next) = (block(&whole.first), block(&whole.next));
            format!("for ({first} {condition} {next}) {}", block(&whole.body))
        }
        StatementKind::Switch(subject, cases) => {
            let cases: Vec<String> = cases
                .iter()
                .map(|case| {
                    let value = case.value.as_ref().map_or("default".to_owned(), expr);
                    format!("{value}: {}", block(&case.body))
                })
                .collect();
            format!("switch ({}) {}", expr(subject), cases.join(" "))
        }
        StatementKind::Break => "break;".to_owned(),
        StatementKind::Continue => "continue;".to_owned(),
        StatementKind::Return(None) => "return;".to_owned(),
        StatementKind::Return(Some(value)) => format!("return {};", expr(value)),
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

fn initial(whole: &Initial) -> String {
    match whole {
        Initial::Value(value) => expr(value),
        Initial::Elements(elements, _) => format!("{{{}}}", list(elements, initial)),
    }
}

fn known(known: &Known) -> String {
    let group = known.group.as_ref().map_or(String::new(), |group| {
        format!("[{}:{}..{}]", group.index.text, group.low.value, group.high.value)
    });
    format!("{} {}{group}", known.class.text, known.name.text)
}

fn class(class: &Class) -> String {
    let head = format!("{}({})", class.name.text, class.queue.map_or(0, |queue| queue.value));
    let declared = format!("{} | {}", list(&class.known, known), list(&class.variables, variable));
    let servers = list(&class.routines, |server| {
        format!(
            "{}({}) {}",
            server.name.text,
            list(&server.parameters, variable),
            block(server.body.as_deref().unwrap_or(&[]))
        )
    });
    format!("{head} {declared} | {servers}")
}

/// The body of a message server with the given text.
fn body(text: &str) -> String {
    let model = model(&format!("reactiveclass C(1) {{ msgsrv m() {{ {text} }} }} main {{ }}"));
    block(model.classes[0].routines[0].body.as_deref().expect("a body"))
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
fn operators_may_stand_in_assignments() {
    assert_eq!(body("x += 2 * y;"), "{x += (2 * y);}");
    assert_eq!(body("x -= y - z; y <<= 2;"), "{x -= (y - z); y <<= 2;}");
    assert_eq!(body("v[i]++; x--; ++self.y;"), "{v[i] += 1; x -= 1; self.y += 1;}");
}

#[test]
fn local_variables() {
    assert_eq!(body("int x; C y = self;"), "{int x; C y = self;}");
    assert_eq!(body("byte a = 1, b;"), "{byte a = 1; byte b;}");
    assert_eq!(body("boolean[i] v; int w[3];"), "{boolean v[i]; int w[3];}");
    assert_eq!(body("int[2][3] w = {{1, 2}, {x}};"), "{int w[2][3] = {{1, 2}, {x}};}");
    assert_eq!(body("C c = new C(a):(1);"), "{C c = new C(a):(1);}");
}

#[test]
fn loops_and_jumps() {
    assert_eq!(
        body("for (int i = 0; i < 3; i++) { if (x) break; continue; }"),
        "{for ({int i = 0;} (i < 3) {i += 1;}) {if (x) {break;} else {} continue;}}"
    );
    assert_eq!(body("for (;;) ;"), "{for ({}  {}) {}}");
    assert_eq!(body("while (f(1)) self.g(x);"), "{for ({} f(1) {}) {self.g(x);}}");
    assert_eq!(
        body("switch (x) { case 1: case 2: y = 1; break; default: return; }"),
        "{switch (x) 1: {} 2: {y = 1; break;} default: {return;}}"
    );
}

#[test]
fn calls_casts_and_conditions() {
    check_expr("f() + self.g(1, x) * super.h(2)", "(f() + (g(1, x) * super.h(2)))");
    check_expr("(byte) x + (int) -1", "(((byte) x) + ((int) (-1)))");
    check_expr("(C) sender == self", "(((C) sender) == self)");
    check_expr("sender instanceof C && b", "((sender instanceof C) && b)");
    check_expr("a ? b : c ? d : e", "(a ? b : (c ? d : e))");
    check_expr("a | b & c ^ ~d", "(a | ((b & c) ^ (~d)))");
    check_expr("1 << x + 2 >> y < 3", "(((1 << (x + 2)) >> y) < 3)");
    check_expr("self.v[1][2] + pow(2, n)", "(self.v[1][2] + pow(2, n))");
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
    let statement = &model.classes[0].routines[0].body.as_ref().expect("a body")[0];
    let slice = |span: diagnostics::Span| &text[span.start as usize..span.end as usize];
    assert_eq!(slice(statement.span), "v[1] = (a + b) * 2;");
    let StatementKind::Assign(target, None, value) = &statement.kind else {
        panic!("an assignment")
    };
    assert_eq!(slice(target.name.span), "v");
    assert_eq!(slice(value.span), "(a + b) * 2");
}
