//! Promela-Lite to Promela: channel types, recursive ones too, become plain `chan`, and `null` is
//! declared. SPIN does not allow `!` around `nfull` and `nempty`: there `!` is carried inward, to `full`
//! and `empty`. All else means the same in Promela, and stays as it is written, with its comments.

use diagnostics::{FileId, Sources, Span};

use crate::ast::{Expr, ExprKind, Model, Operator, Query, TypeKind, TypeText, UpdateKind};

/// The text of a model in Promela.
pub(crate) fn translate(sources: &Sources, file: FileId, model: &Model) -> String {
    let types = types(model).filter_map(channel_span).map(|span| (span, "chan".to_owned()));
    let guards = expressions(model).flat_map(|expr| negations(sources, expr));
    let mut changes: Vec<(Span, String)> = types.chain(guards).collect();
    changes.sort_by_key(|(span, _)| span.start);
    let text = sources.text(file);
    let mut out = String::new();
    if expressions(model).any(|expr| contains(expr, &|kind| matches!(kind, ExprKind::Null))) {
        out.push_str("chan null; /* no channel */\n");
    }
    let mut at = 0;
    for (span, change) in changes {
        out.push_str(&text[at..span.start as usize]);
        out.push_str(&change);
        at = span.end as usize;
    }
    out.push_str(&text[at..]);
    out
}

/// All types as written, but for those within others.
fn types(model: &Model) -> impl Iterator<Item = &TypeText> {
    let channels = model.channels.iter().flat_map(|channel| &channel.fields);
    let globals = model.globals.iter().map(|variable| &variable.ty);
    let locals = model.proctypes.iter().flat_map(|p| p.parameters.iter().chain(&p.locals));
    channels.chain(globals).chain(locals.map(|variable| &variable.ty))
}

fn channel_span(ty: &TypeText) -> Option<Span> {
    match ty.kind {
        TypeKind::Int | TypeKind::Pid => None,
        TypeKind::Channel(_) | TypeKind::Recursive(..) | TypeKind::Bound(_) => Some(ty.span),
    }
}

/// All expressions, but for those within others.
fn expressions(model: &Model) -> impl Iterator<Item = &Expr> {
    let variables = model.proctypes.iter().flat_map(|p| &p.locals).chain(&model.globals);
    let initial = variables.filter_map(|variable| variable.initial.as_ref());
    let arguments = model.inits.iter().flat_map(|init| &init.runs).flat_map(|run| &run.arguments);
    let statements = model.proctypes.iter().flat_map(|proctype| &proctype.statements);
    let guards = statements.clone().map(|statement| &statement.guard);
    let updates = statements.flat_map(|statement| &statement.updates);
    let values = updates.flat_map(|update| match &update.kind {
        UpdateKind::Skip | UpdateKind::Receive(..) => &[][..],
        UpdateKind::Assign(_, value) => std::slice::from_ref(value),
        UpdateKind::Send(_, message) => message,
    });
    initial.chain(arguments).chain(guards).chain(values)
}

fn contains(expr: &Expr, wanted: &dyn Fn(&ExprKind) -> bool) -> bool {
    wanted(&expr.kind)
        || match &expr.kind {
            ExprKind::Not(operand) | ExprKind::Negate(operand) => contains(operand, wanted),
            ExprKind::Binary(_, operands) => {
                contains(&operands.0, wanted) || contains(&operands.1, wanted)
            }
            _ => false,
        }
}

fn asks_channel(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Query(Query::NotFull | Query::NotEmpty, _))
}

/// The outermost `!` around `nfull` or `nempty`, each with what to write instead.
fn negations(sources: &Sources, expr: &Expr) -> Vec<(Span, String)> {
    match &expr.kind {
        ExprKind::Not(operand) if contains(operand, &asks_channel) => {
            vec![(expr.span, format!("({})", carried(sources, operand, true)))]
        }
        ExprKind::Binary(_, operands) => {
            let mut found = negations(sources, &operands.0);
            found.extend(negations(sources, &operands.1));
            found
        }
        _ => Vec::new(),
    }
}

/// A guard, or its negation, with `!` only around comparisons. Operands are evaluated in the same order,
/// and as far as before.
fn carried(sources: &Sources, guard: &Expr, negated: bool) -> String {
    let text = sources.snippet(guard.span);
    match &guard.kind {
        ExprKind::Not(operand) => carried(sources, operand, !negated),
        ExprKind::Binary(operator @ (Operator::And | Operator::Or), operands) => {
            let (left, right) =
                (carried(sources, &operands.0, negated), carried(sources, &operands.1, negated));
            let operator = if (*operator == Operator::And) == negated { "||" } else { "&&" };
            format!("({left} {operator} {right})")
        }
        ExprKind::Query(Query::NotFull, channel) if negated => format!("full({})", channel.text),
        ExprKind::Query(Query::NotEmpty, channel) if negated => format!("empty({})", channel.text),
        _ if negated => format!("!({text})"),
        _ => text.to_owned(),
    }
}
