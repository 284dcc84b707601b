//! Lines that are counted otherwise: `#line`, and the line markers of other preprocessors.

use diagnostics::Diagnostic;

use super::Preprocessor;
use super::macros::shorten;
use crate::lex::{Kind, Token};

impl Preprocessor<'_> {
    /// Obeys `#line number "file"`, given what follows the word. Only `__LINE__` and `__FILE__` change:
    /// messages name the places of the text as it is.
    pub(super) fn line_directive(&mut self, directive: Token, rest: &[Token]) {
        let rest = self.expand_all(rest.to_vec());
        let number = rest.first().filter(|token| token.kind == Kind::Number);
        let number = number.and_then(|token| self.interner.text(token.symbol).parse::<u32>().ok());
        let name = match rest.get(1) {
            None => Some(None),
            Some(name) if name.kind == Kind::Text => {
                Some(Some(self.interner.text(name.symbol).trim_matches('"').to_owned()))
            }
            Some(_) => None,
        };
        let (Some(number), Some(name)) = (number, name) else {
            let word = shorten(self.interner.text(directive.symbol));
            let message = format!("`{word}` needs the number of a line, and may have a file name");
            self.report(Diagnostic::error(directive.span, message));
            return;
        };
        let next_line = self.sources.line_column(directive.span).0 as i64 + 1;
        if let Some(file) = self.files.last_mut() {
            file.line_shift = i64::from(number) - next_line;
            if name.is_some() {
                file.presumed_name = name;
            }
        }
    }

    /// The line of a token, as `#line` counts.
    pub(super) fn presumed_line(&self, token: Token) -> i64 {
        let shift = self.files.last().map_or(0, |file| file.line_shift);
        self.sources.line_column(token.place).0 as i64 + shift
    }
}
