//! Numbers, characters and strings.

use diagnostics::{Diagnostic, Span};
use syntax::{Parse, Parsing};

use super::cursor::Parser;

impl Parser<'_> {
    pub fn integer(&mut self) -> Parse<i64> {
        let span = self.bump().span;
        match self.slice(span).parse() {
            Ok(value) => Ok(value),
            Err(_) => {
                let message = format!("this number is too large: at most {} is one", i64::MAX);
                Err(self.note(Diagnostic::error(span, message)))
            }
        }
    }

    pub fn character(&mut self) -> Parse<char> {
        let span = self.bump().span;
        let text = self.unquoted(span)?;
        Ok(text.chars().next().unwrap_or_default())
    }

    pub fn text(&mut self) -> Parse<String> {
        let span = self.bump().span;
        self.unquoted(span)
    }

    /// What stands between quotes.
    fn unquoted(&mut self, span: Span) -> Parse<String> {
        let quoted = self.slice(span);
        let mut letters = quoted[1..quoted.len() - 1].chars();
        let mut text = String::new();
        while let Some(letter) = letters.next() {
            if letter != '\\' {
                text.push(letter);
                continue;
            }
            text.push(match letters.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some('t') => '\t',
                Some(itself @ ('\\' | '\'' | '"')) => itself,
                other => {
                    let other = other.map_or(String::new(), String::from);
                    let message = format!("`\\{other}` stands for no character");
                    let help = "there are `\\n`, `\\r`, `\\t`, `\\\\`, `\\'` and `\\\"`";
                    return Err(self.mistake(span, &message, help));
                }
            });
        }
        Ok(text)
    }
}
