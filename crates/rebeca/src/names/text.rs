//! Declarations in one line.

use diagnostics::{Sources, Span};
use logos::Logos;

use crate::ast::{Class, ClassKind, Dimension, Routine, RoutineKind, Variable};
use crate::lex::Kind;

/// A stretch of a text without its comments, in one line, which is cut off where it is long.
pub(super) fn one_line(sources: &Sources, span: Span) -> String {
    let text = sources.snippet(span);
    syntax::one_line(text, Kind::lexer(text).spanned().map(|(_, place)| place))
}

/// `byte[3] x`.
pub(super) fn of_variable(variable: &Variable) -> String {
    let dimensions: String = variable.dimensions.iter().map(of_dimension).collect();
    format!("{}{dimensions} {}", variable.ty.text, variable.name.text)
}

fn of_dimension(dimension: &Dimension) -> String {
    match dimension {
        Dimension::Index(name) => format!("[{}]", name.text),
        Dimension::Length(number) => format!("[{}]", number.value),
    }
}

/// `msgsrv name(byte x)`.
pub(super) fn of_routine(routine: &Routine) -> String {
    let before = match &routine.kind {
        RoutineKind::Server => "msgsrv ",
        RoutineKind::Method(Some(ty)) => &format!("{} ", ty.text),
        RoutineKind::Method(None) => "void ",
        RoutineKind::Constructor => "",
    };
    let parameters: Vec<String> = routine.parameters.iter().map(of_variable).collect();
    format!("{before}{}({})", routine.name.text, parameters.join(", "))
}

/// `reactiveclass C(3) extends D`.
pub(super) fn of_class(class: &Class) -> String {
    let before = match class.kind {
        ClassKind::Interface => "interface",
        ClassKind::Abstract => "abstract reactiveclass",
        ClassKind::Concrete => "reactiveclass",
    };
    let mut text = format!("{before} {}", class.name.text);
    if let Some(queue) = class.queue {
        text += &format!("({})", queue.value);
    }
    if let Some(parent) = &class.extends {
        text += &format!(" extends {}", parent.text);
    }
    let interfaces: Vec<&str> = class.implements.iter().map(|name| &*name.text).collect();
    match (class.kind, interfaces.is_empty()) {
        (_, true) => text,
        (ClassKind::Interface, _) => format!("{text} extends {}", interfaces.join(", ")),
        _ => format!("{text} implements {}", interfaces.join(", ")),
    }
}

/// The values that a type has which the language knows.
pub(super) fn values_of(ty: &str) -> Option<&'static str> {
    Some(match ty {
        "boolean" => "`false` or `true`",
        "byte" => "-128 to 127",
        "short" => "-32768 to 32767",
        "int" => "-2147483648 to 2147483647",
        _ => return None,
    })
}
