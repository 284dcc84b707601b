//! `ltl` formulas: kept as text, for the temporal engine.

use diagnostics::{Diagnostic, Span};

use super::{Parser, Result};
use crate::ast::Unit;
use crate::lex::{Kind, NEWLINE, SPACE};

/// The longest formula.
const MAX_FORMULA: usize = 1 << 20;

impl Parser<'_> {
    /// `ltl name { formula }`. The text is the one after preprocessing, with its blanks.
    pub(super) fn ltl(&mut self) -> Result<Unit> {
        self.bump();
        let name = self.eat(Kind::Identifier).map(|t| self.name(t));
        let open = self.expect(Kind::LeftBrace, "`{` and a formula")?;
        let mut depth = 1_usize;
        let mut formula = String::new();
        let mut span: Option<Span> = None;
        loop {
            let token = self.token();
            match token.kind {
                Kind::LeftBrace => depth += 1,
                Kind::RightBrace => depth -= 1,
                Kind::Eof => {
                    let line = self.line(open.span);
                    return Err(self.unexpected(&format!("the `}}` for the `{{` at line {line}")));
                }
                Kind::CExpr => self.embedded_c_in_formula(token.span),
                _ => {}
            }
            self.bump();
            if depth == 0 {
                break;
            }
            if !formula.is_empty() && token.has(SPACE | NEWLINE) {
                formula.push(' ');
            }
            formula.push_str(self.text(token));
            span = Some(span.map_or(token.place, |s| s.to(token.place)));
            if formula.len() > MAX_FORMULA {
                return Err(self.halt(Diagnostic::error(open.span, "this formula is too long")));
            }
        }
        if formula.is_empty() {
            self.report(Diagnostic::error(open.span, "this formula is empty"));
        }
        Ok(Unit::Ltl { name, formula, span: span.unwrap_or(open.span) })
    }

    fn embedded_c_in_formula(&mut self, span: Span) {
        self.report(Diagnostic::error(span, "`c_expr`: embedded C is never executed by this tool"));
    }
}
