//! Going on after an error: where the next statement or the next unit may start.

use super::Parser;
use crate::lex::Kind;

/// True for the words that start a unit and never stand in a body.
pub(super) fn starts_unit(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Proctype
            | Kind::DProctype
            | Kind::Active
            | Kind::Init
            | Kind::Never
            | Kind::Trace
            | Kind::NotTrace
            | Kind::Typedef
            | Kind::Inline
            | Kind::Ltl
    )
}

impl Parser<'_> {
    /// Skips the rest of a statement: to a separator, `::`, `fi`, `od`, `}` or a new unit. What
    /// opens on the way is skipped as a whole.
    pub(super) fn skip_statement(&mut self) {
        let mut open: usize = 0;
        let mut closing = self.closing_in_line();
        loop {
            let kind = self.token().kind;
            if starts_unit(kind) || kind == Kind::Eof {
                break;
            }
            if closing > 0 {
                closing -= 1;
                self.parens = 1;
                self.bump();
                continue;
            }
            if open == 0 {
                self.parens = 0;
                if matches!(self.peek(), Kind::Semicolon | Kind::Arrow | Kind::DoubleColon)
                    || matches!(kind, Kind::Fi | Kind::Od | Kind::RightBrace)
                {
                    break;
                }
            }
            match kind {
                Kind::LeftBrace | Kind::If | Kind::Do => open += 1,
                Kind::RightBrace | Kind::Fi | Kind::Od => open = open.saturating_sub(1),
                _ => {}
            }
            // Within something that is skipped, a line break must not be taken for a token.
            self.parens = 1;
            self.bump();
        }
        self.parens = 0;
    }

    /// How many tokens there are to the end of the parentheses that are open, if that is near and
    /// in the same line.
    fn closing_in_line(&self) -> usize {
        let mut open = self.parens;
        for distance in 0..64 {
            if open == 0 {
                return distance;
            }
            let token = self.ahead(distance);
            match token.kind {
                Kind::LeftParen | Kind::LeftBracket => open += 1,
                Kind::RightParen | Kind::RightBracket => open -= 1,
                Kind::LeftBrace | Kind::RightBrace | Kind::DoubleColon | Kind::Eof => return 0,
                _ => {}
            }
            if token.has(crate::lex::NEWLINE) {
                return 0;
            }
        }
        0
    }

    /// Skips to the start of the next unit: one of its keywords, or a type at the start of a line
    /// outside braces.
    pub(super) fn skip_unit(&mut self) {
        let mut open: usize = 0;
        let mut first = true;
        loop {
            let token = self.token();
            // The keyword that was just refused, as in `byte init;`, starts no unit.
            let refused = std::mem::take(&mut first) && !token.has(crate::lex::NEWLINE);
            if (starts_unit(token.kind) && !refused) || token.kind == Kind::Eof {
                break;
            }
            match token.kind {
                Kind::LeftBrace => open += 1,
                Kind::RightBrace => {
                    open = open.saturating_sub(1);
                    if open == 0 {
                        self.bump();
                        break;
                    }
                }
                Kind::Semicolon if open == 0 => {
                    self.bump();
                    break;
                }
                _ if open == 0 && token.has(crate::lex::NEWLINE) && self.starts_declaration() => {
                    break;
                }
                _ => {}
            }
            self.bump();
        }
        self.parens = 0;
    }
}
