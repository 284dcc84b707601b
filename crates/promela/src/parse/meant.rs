//! What was meant by who writes as other languages have it.

use diagnostics::{Diagnostic, nearest};

use super::{Known, Parser};
use crate::ast::{Statement, StatementKind, Step};
use crate::lex::{Kind, Token};

/// Statements that look like calls.
const CALLED: [&str; 3] = ["printf", "printm", "assert"];

impl Parser<'_> {
    /// What was meant by the call of something that nobody has defined.
    pub(super) fn meant_by_call(&self, name: &str) -> String {
        let help = match name {
            "while" => "Promela repeats with `do :: x < 3 -> x++ :: else -> break od`",
            "switch" => "Promela chooses with `if :: x == 1 -> skip :: x == 2 -> skip :: else fi`",
            "wait" | "await" => "a condition that stands alone waits: `x == 2`",
            _ => {
                let inlines = self.known.iter().filter(|(_, it)| matches!(it, Known::Inline(_)));
                let inlines = inlines.map(|(&symbol, _)| self.interner.text(symbol));
                return match nearest(name, CALLED.into_iter().chain(inlines)) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => {
                        "an inline is defined before its first use; a process is started with `run`"
                            .to_owned()
                    }
                };
            }
        };
        help.to_owned()
    }

    /// An option that begins with an assignment and `->` can always be chosen: mostly a comparison was meant.
    pub(super) fn doubt_guard(&mut self, step: &Step) {
        if let Step::Statement(Statement { kind: StatementKind::Assign(..), span, .. }) = step {
            let message = "this assigns, so that the option can always be chosen";
            let help = "compare with `==`; behind an assignment write `;`";
            self.report(Diagnostic::warning(*span, message).help(help));
        }
    }

    /// What was meant by a token that cannot stand behind the one before.
    pub(super) fn meant_behind(&self, token: Token) -> Option<&'static str> {
        let before = self.before_by(1)?;
        let word = self.text(before);
        if self.in_formula {
            return match (before.kind, word) {
                (Kind::Identifier, "G" | "F") => Some(
                    "write `[]` for `G`, \"in every state\", and `<>` for `F`, \"in some state later\"",
                ),
                _ if self.text(token) == "=" && self.text(self.ahead(1)) == ">" => {
                    Some("write `->` for \"implies\", `>=` for \"at least\"")
                }
                _ => None,
            };
        }
        match (before.kind, word, token.kind) {
            (Kind::If, _, Kind::LeftParen) => {
                Some("Promela chooses with `if :: x == 1 -> skip :: else -> skip fi`")
            }
            (Kind::Do, _, Kind::LeftBrace | Kind::LeftParen) => {
                Some("Promela repeats with `do :: x < 3 -> x++ :: else -> break od`")
            }
            _ => None,
        }
    }

    /// What was meant by a word that begins no declaration.
    pub(super) fn meant_by_declaration(&self, token: Token) -> Option<&'static str> {
        // `process P {` is a variable `P` of a type `process`, up to its brace.
        let is_inside = matches!(token.kind, Kind::LeftBrace | Kind::LeftParen);
        let word = if is_inside { self.before_by(2)? } else { token };
        match self.text(word) {
            "process" | "thread" | "proc" => {
                Some("a process is declared with `active proctype P() { … }`")
            }
            "void" | "function" | "def" => Some(
                "Promela has no functions: `inline f(a) { … }` is written out where it is called",
            ),
            "const" => Some("a constant is `#define N 3`"),
            "main" => Some("`init { … }` runs first"),
            _ => None,
        }
    }
}
