//! Declarations in one line, and what there is to know beside that.

use diagnostics::{Sources, Span};

use crate::ast::{
    ChannelInitialiser, Declaration, Expr, ExprKind, Initialiser, Proctype, Type, Variable,
    Visibility,
};

/// The longest text, in characters: of a longer one, the beginning.
const LONGEST: usize = 200;

/// A stretch of text in one line, without comments.
pub(super) fn one_line(text: &str) -> String {
    let mut line = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let skipped = match rest.as_bytes() {
            [b'/', b'*', ..] => {
                rest.get(2..).and_then(|it| it.find("*/")).map_or(rest.len(), |end| end + 4)
            }
            [b'/', b'/', ..] => rest.find('\n').unwrap_or(rest.len()),
            [b'\\', b'\n', ..] => 2,
            [b'\\', b'\r', b'\n', ..] => 3,
            _ if next.is_whitespace() => next.len_utf8(),
            _ => 0,
        };
        if skipped == 0 {
            line.push(next);
            rest = &rest[next.len_utf8()..];
        } else {
            rest = &rest[skipped..];
            if !line.is_empty() && !line.ends_with(' ') {
                line.push(' ');
            }
        }
        if line.len() > 4 * LONGEST {
            break;
        }
    }
    let line = line.trim_end();
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", line[..end].trim_end()),
        None => line.to_owned(),
    }
}

/// What stands before a body; `otherwise` if the body stands elsewhere.
pub(super) fn head(sources: &Sources, whole: Span, body: Span, otherwise: &str) -> String {
    let is_before = whole.file == body.file && whole.start < body.start;
    let text = one_line(sources.snippet(Span { end: body.start, ..whole }));
    if is_before && !text.is_empty() { text } else { otherwise.to_owned() }
}

/// A variable with its type, its length and its initial value.
pub(super) fn variable(
    sources: &Sources,
    declaration: &Declaration,
    variable: &Variable,
) -> String {
    let visibility = match declaration.visibility {
        Visibility::Plain => "",
        Visibility::Hidden => "hidden ",
        Visibility::Show => "show ",
        Visibility::Local => "local ",
    };
    let (span, name) = (variable.span, &variable.name);
    let is_written = span.file == name.span.file && span.start == name.span.start;
    let rest = if is_written { one_line(sources.snippet(span)) } else { name.text.clone() };
    format!("{visibility}{} {rest}", type_name(&declaration.ty))
}

/// What there is to know of a variable beside its text: the values of its type, how many elements an array has where that is no
/// number in the text, what goes through a channel.
pub(super) fn remarks(
    sources: &Sources,
    declaration: &Declaration,
    variable: &Variable,
    text: &str,
) -> Vec<String> {
    let mut remarks: Vec<String> = Vec::new();
    remarks.extend(range(&declaration.ty, variable.width.as_ref()));
    if let Some(Initialiser::Channel(channel)) = &variable.initial {
        remarks.push(messages(sources, channel));
    }
    if let Some(length) = variable.length.as_ref().and_then(number)
        && !text.contains(&format!("[{length}]"))
    {
        remarks.push(format!("{length} elements"));
    }
    remarks
}

/// The values of a type.
fn range(ty: &Type, width: Option<&Expr>) -> Option<String> {
    Some(match ty {
        Type::Bit | Type::Bool => "0 to 1".to_owned(),
        Type::Byte | Type::Pid => "0 to 255".to_owned(),
        Type::Short => format!("{} to {}", i16::MIN, i16::MAX),
        Type::Int => format!("{} to {}", i32::MIN, i32::MAX),
        Type::Unsigned => {
            let bits = width.and_then(number).filter(|bits| (1..=31).contains(bits))?;
            format!("0 to {}", (1_i64 << bits) - 1)
        }
        Type::Mtype(_) | Type::Chan | Type::User(_) => return None,
    })
}

/// How many messages a channel holds, and of what.
fn messages(sources: &Sources, channel: &ChannelInitialiser) -> String {
    let fields: Vec<String> = channel.fields.iter().map(|(ty, _)| type_name(ty)).collect();
    let fields = fields.join(", ");
    match number(&channel.capacity) {
        Some(0) => format!("rendezvous of {fields}"),
        Some(1) => format!("holds 1 message of {fields}"),
        Some(count) => format!("holds {count} messages of {fields}"),
        None => {
            let count = one_line(sources.snippet(channel.capacity.span));
            format!("holds {count} messages of {fields}")
        }
    }
}

/// What there is to know of a proctype: how many of its processes run from the beginning.
pub(super) fn of_proctype(proctype: &Proctype) -> Vec<String> {
    let count = match &proctype.active {
        None => None,
        Some(None) => Some(1),
        Some(Some(count)) => number(count),
    };
    let running = count.map(|count| match count {
        1 => "1 process from the beginning".to_owned(),
        count => format!("{count} processes from the beginning"),
    });
    running.into_iter().collect()
}

/// What a label means by its name.
pub(super) fn of_label(name: &str) -> Vec<String> {
    let meanings = [
        ("end", "a process may end here"),
        ("accept", "an acceptance label"),
        ("progress", "a progress label"),
    ];
    let meant = meanings.iter().filter(|(prefix, _)| name.starts_with(prefix));
    meant.map(|(_, meaning)| (*meaning).to_owned()).collect()
}

fn type_name(ty: &Type) -> String {
    match ty {
        Type::Bit => "bit".to_owned(),
        Type::Bool => "bool".to_owned(),
        Type::Byte => "byte".to_owned(),
        Type::Pid => "pid".to_owned(),
        Type::Short => "short".to_owned(),
        Type::Int => "int".to_owned(),
        Type::Unsigned => "unsigned".to_owned(),
        Type::Mtype(None) => "mtype".to_owned(),
        Type::Mtype(Some(kind)) => format!("mtype:{kind}"),
        Type::Chan => "chan".to_owned(),
        Type::User(name) => name.clone(),
    }
}

fn number(expr: &Expr) -> Option<i64> {
    match expr.kind {
        ExprKind::Number(number) => Some(number),
        _ => None,
    }
}
