//! What later versions of RED and other languages write, and this one does not: refused by its name, with what to write instead.

use diagnostics::{Diagnostic, Span};
use syntax::{Mistake, Parsing};

use super::cursor::Parser;
use crate::lex::Kind;

/// Words with which declarations begin in later versions, and why they do not here.
const DECLARATIONS: [(&str, &str); 9] = [
    (
        "clock",
        "clocks belong to timed automata, which are not read here: leave time out of the model",
    ),
    ("dense", "dense variables belong to hybrid automata, which are not read here"),
    (
        "parameter",
        "symbolic parameters are not read here: give a number a name, as in `#define N 3`",
    ),
    ("formula", "formulas over runs are not read here: write `risk CONDITION;`"),
    (
        "synchronizer",
        "processes do not synchronize here: they read and write variables of one another",
    ),
    ("inline", "write the condition where it is used; a number has a name by `#define N 3`"),
    ("stream", "streams are not read here"),
    ("role", "roles are not read here: every process runs the same modes"),
    ("tctl", "formulas of TCTL are not read here: write `risk CONDITION;`"),
];

impl Parser<'_> {
    /// Notes that the current token is of another language, if it is.
    pub fn refuse_foreign(&mut self) -> Option<Mistake> {
        let token = self.token();
        let (message, help) = match token.kind {
            Kind::At => (
                "`@` is how later versions of RED follow a pointer".to_owned(),
                "write `prev->next` for `next@(prev)`, and `next[1]` for `next@(1)`".to_owned(),
            ),
            Kind::Question => (
                "processes do not synchronize here".to_owned(),
                "let them read and write variables of one another".to_owned(),
            ),
            Kind::Foreign => self.foreign_operator(token.span),
            _ => return None,
        };
        Some(self.note(Diagnostic::error(token.span, message).help(help)))
    }

    fn foreign_operator(&self, span: Span) -> (String, String) {
        let sign = self.slice(span);
        let help = match sign {
            "%" => "`a - a / b * b` is what is left of `a` when it is divided by `b`",
            "&" => "write `and`, or `&&`",
            "|" => "write `or`, or `||`",
            "." => "a variable of the process that `y` points to is `y->x`, a range `0..3`",
            _ => "write it out, as in `x = x + 1`",
        };
        (format!("there is no `{sign}` here"), help.to_owned())
    }

    /// Notes that a declaration of later versions begins here, if one does.
    pub fn refuse_declaration(&mut self) -> Option<Mistake> {
        let (word, span) = (self.word(), self.token().span);
        let (_, help) = DECLARATIONS.into_iter().find(|(known, _)| *known == word)?;
        let message = format!("`{word}` is a declaration of later versions of RED");
        Some(self.note(Diagnostic::error(span, message).help(help)))
    }
}
