//! Clauses that define one function.

use diagnostics::Diagnostic;
use syntax::Parsing;

use super::cursor::Parser;
use crate::tree::{Clause, Declaration, DeclarationKind, Name};

/// Something declared: clauses are gathered before they are a declaration.
pub(super) enum Declared {
    Clause(Name, Clause),
    Other(Declaration),
}

/// The declarations of a list, the clauses of each function together. They have to stand one after the other, in one file; types
/// may be said in between.
#[derive(Default)]
pub(super) struct Clauses {
    pub declarations: Vec<Declaration>,
    /// Where the function is of which more clauses may follow.
    function: Option<usize>,
}

impl Clauses {
    /// What follows belongs to no function before it.
    pub fn end_function(&mut self) {
        self.function = None;
    }

    pub fn add(&mut self, parser: &mut Parser<'_>, declared: Declared) {
        match declared {
            Declared::Clause(name, clause) => self.add_clause(parser, name, clause),
            Declared::Other(declaration) => {
                if !matches!(declaration.kind, DeclarationKind::Annotation { .. }) {
                    self.end_function();
                }
                self.declarations.push(declaration);
            }
        }
    }

    fn add_clause(&mut self, parser: &mut Parser<'_>, name: Name, clause: Clause) {
        if let Some(function) = self.function.and_then(|at| self.declarations.get_mut(at))
            && let DeclarationKind::Function { name: same, clauses } = &mut function.kind
            && same.text == name.text
        {
            refuse_other_shape(parser, &name, &clauses[0], &clause);
            function.span = function.span.to(clause.span);
            clauses.push(clause);
            return;
        }
        self.function = Some(self.declarations.len());
        let span = clause.span;
        let kind = DeclarationKind::Function { name, clauses: vec![clause] };
        self.declarations.push(Declaration { kind, span });
    }
}

/// All clauses take as many arguments.
fn refuse_other_shape(parser: &mut Parser<'_>, name: &Name, first: &Clause, clause: &Clause) {
    let shape = |clause: &Clause| clause.parameters.iter().map(Vec::len).collect::<Vec<_>>();
    if shape(first) == shape(clause) {
        return;
    }
    let message = format!("the clauses of `{name}` take different numbers of arguments");
    let diagnostic = Diagnostic::error(name.span, message).label(first.span, "the first clause");
    parser.note(diagnostic);
}
