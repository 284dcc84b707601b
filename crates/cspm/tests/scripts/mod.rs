//! Scripts, read and ready to be evaluated.

use std::path::Path;

use cspm::Stack;
use cspm::evaluate::Evaluator;
use cspm::names::resolve;
use cspm::tree::{
    Declaration, DeclarationKind, Expression, ExpressionKind, Name, PatternKind, Script,
};
use cspm::{add_script, parse};
use diagnostics::{Sources, read_file};

/// A script with its names resolved; what is wrong with it otherwise.
pub fn read(name: &str, text: &[u8]) -> Result<(Script, Sources), Vec<String>> {
    let mut sources = Sources::new();
    let file = add_script(&mut sources, name.to_owned(), text).expect("a text");
    let (mut script, mut said) = parse(&mut sources, file, &mut |path: &Path| read_file(path));
    if !said.iter().any(diagnostics::Diagnostic::is_error) {
        said.extend(resolve(&mut script).1);
    }
    let wrong: Vec<String> = said
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
        .map(|diagnostic| diagnostic.one_line(&sources))
        .collect();
    if wrong.is_empty() { Ok((script, sources)) } else { Err(wrong) }
}

/// An evaluator of a script that can be evaluated.
#[allow(dead_code, reason = "not all tests use it")]
pub fn evaluator(script: &Script, stack: Stack) -> Evaluator<'_> {
    Evaluator::new(script, stack, || false).expect("a script that can be evaluated")
}

/// The names of the values at the top and in timed sections there, as expressions.
#[allow(dead_code, reason = "not all tests use it")]
pub fn values(script: &Script) -> Vec<(String, Expression)> {
    let mut found = Vec::new();
    collect(&script.declarations, &mut found);
    found
}

fn collect(declarations: &[Declaration], found: &mut Vec<(String, Expression)>) {
    for declaration in declarations {
        match &declaration.kind {
            DeclarationKind::Timed { declarations, .. } => collect(declarations, found),
            DeclarationKind::Value { pattern, .. } => {
                if let PatternKind::Name(name) = &pattern.kind {
                    found.push((name.to_string(), named(name)));
                }
            }
            _ => {}
        }
    }
}

fn named(name: &Name) -> Expression {
    Expression { kind: ExpressionKind::Name(name.clone()), span: name.span }
}
