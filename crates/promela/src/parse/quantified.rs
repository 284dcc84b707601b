//! Quantified parts of formulas: `forall i: P (...)` and `exists i: 1..3 (...)`, which Quotient adds to SPIN's formulas.
//!
//! Such a part stands for the conjunction or disjunction of its body over the processes of a proctype, or over some numbers. So a
//! proposition speaks of all processes alike, and symmetry keeps it.

use std::rc::Rc;

use diagnostics::{Diagnostic, Span};
use syntax::Parse;

use super::cursor::Cursor;
use super::formula::Part;
use super::{Known, Parser};
use crate::ast::ExprKind;
use crate::lex::{Kind, NEWLINE, SPACE, Symbol, Token};

/// More numbers than that are no processes.
const MOST_VALUES: i64 = 256;

/// The processes that run from the beginning, in the order of their numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beginners {
    /// Their proctype; none for `init`.
    pub proctype: Option<Symbol>,
    /// How many there are, if that is written as a number.
    pub count: Option<i64>,
}

impl Beginners {
    /// Those that `active` before a proctype starts.
    pub fn of(proctype: Symbol, count: Option<&crate::ast::Expr>) -> Beginners {
        let count = match count.map(|count| &count.kind) {
            None => Some(1),
            Some(ExprKind::Number(count)) => Some(*count),
            Some(_) => None,
        };
        Beginners { proctype: Some(proctype), count }
    }
}

impl Parser<'_> {
    /// Whether a quantified part comes.
    pub(super) fn at_quantifier(&self) -> bool {
        let kinds = [self.ahead(0).kind, self.ahead(1).kind, self.ahead(2).kind];
        kinds == [Kind::Identifier, Kind::Identifier, Kind::Colon]
            && ["forall", "exists"].contains(&self.text(self.token()))
    }

    /// A quantified part, taken apart.
    pub(super) fn quantified(&mut self) -> Parse<Part> {
        let start = self.mark();
        let is_universal = self.text(self.token()) == "forall";
        self.bump();
        let name = self.bump();
        let variable = name.symbol;
        self.bump();
        let values = self.quantified_values()?;
        let open = self.token();
        let body = self.in_matching_parentheses()?;
        self.note_quantified(name, &body);
        let after = self.mark();
        let tokens = self.instances(is_universal, variable, &values, &body, open)?;
        let cursor = std::mem::replace(&mut self.cursor, Cursor::new(tokens));
        let parens = std::mem::take(&mut self.parens);
        let part = self.nested(Self::formula).and_then(|part| match self.at(Kind::Eof) {
            true => Ok(part),
            false => Err(self.unexpected("an operator or the `)` of the quantified part")),
        });
        self.cursor = cursor;
        self.parens = parens;
        part.map(|part| part.between(start, after))
    }

    /// What the variable stands for: the numbers of the processes of a proctype, or those from one to another.
    fn quantified_values(&mut self) -> Parse<Vec<i64>> {
        let token = self.token();
        if token.kind == Kind::Identifier
            && matches!(self.known.get(&token.symbol), Some(Known::Proctype))
        {
            self.bump();
            let name = self.name(token);
            self.beside.proctypes.push(name);
            return self.numbers_of(token);
        }
        let first = self.quantified_number()?;
        self.expect(Kind::DotDot, "`..` and the last number")?;
        let last = self.quantified_number()?;
        if last - first >= MOST_VALUES {
            let message = format!("more than {MOST_VALUES} numbers");
            return Err(self.report(Diagnostic::error(token.span, message)));
        }
        Ok((first..=last).collect())
    }

    fn quantified_number(&mut self) -> Parse<i64> {
        let token = self.expect(Kind::Number, "a proctype, or numbers as in `1..3`")?;
        self.text(token).parse().map_err(|_| {
            self.report(Diagnostic::error(token.span, "a number of a process is expected"))
        })
    }

    /// The numbers of the processes of a proctype, if all of them run from the beginning.
    fn numbers_of(&mut self, proctype: Token) -> Parse<Vec<i64>> {
        let mut next = 0;
        let mut numbers = Vec::new();
        let mut are_known = true;
        for beginners in &self.beginners {
            let is_it = beginners.proctype == Some(proctype.symbol);
            match beginners.count {
                Some(count) if is_it => numbers.extend(next..next + count.min(MOST_VALUES)),
                None => are_known &= !is_it && !numbers.is_empty(),
                Some(_) => {}
            }
            next += beginners.count.unwrap_or(0);
        }
        if are_known && !numbers.is_empty() && !self.started.contains(&proctype.symbol) {
            return Ok(numbers);
        }
        let name = self.text(proctype).to_owned();
        let message = format!("the numbers of the processes of `{name}` are not known here");
        let help = "name them, as in `forall i: 1..3`; they are known where all processes of a proctype are those of \
                    `active [n]`, with a number for n";
        Err(self.report(Diagnostic::error(proctype.span, message).help(help)))
    }

    /// The tokens between this `(` and its `)`, both taken.
    fn in_matching_parentheses(&mut self) -> Parse<Vec<Token>> {
        let open = self.expect(Kind::LeftParen, "`(` and what holds of each")?;
        let mut depth = 1_usize;
        let length = self.cursor.rest().iter().position(|token| {
            match token.kind {
                Kind::LeftParen => depth += 1,
                Kind::RightParen => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let Some(length) = length else {
            return Err(self.report(Diagnostic::error(open.span, "this `(` is not closed")));
        };
        let body = self.cursor.rest()[..length].to_vec();
        for _ in 0..=length {
            self.bump();
        }
        if body.is_empty() {
            return Err(self.report(Diagnostic::error(open.span, "nothing is said of each")));
        }
        Ok(body)
    }

    /// The body for each value, joined.
    fn instances(
        &mut self,
        is_universal: bool,
        variable: Symbol,
        values: &[i64],
        body: &[Token],
        open: Token,
    ) -> Parse<Rc<[Token]>> {
        let plain = |kind, symbol, span: Span| Token { kind, symbol, span, place: span, flags: 0 };
        let nothing = self.interner.intern("");
        let (join, neutral) = match is_universal {
            true => (Kind::And, Kind::True),
            false => (Kind::Or, Kind::False),
        };
        let mut tokens = Vec::new();
        for (place, value) in values.iter().enumerate() {
            if place > 0 {
                tokens.push(plain(join, nothing, open.span));
            }
            tokens.push(plain(Kind::LeftParen, nothing, open.span));
            let number = self.interner.intern(&value.to_string());
            let mut before = Kind::LeftParen;
            for &token in body {
                self.charge_expansion(1, self.text(token).len(), open.span)?;
                let is_it = is_variable(token, variable, before);
                before = token.kind;
                tokens.push(match is_it {
                    true => Token { kind: Kind::Number, symbol: number, ..token },
                    false => token,
                });
            }
            tokens.push(plain(Kind::RightParen, nothing, open.span));
        }
        if tokens.is_empty() {
            tokens.push(plain(neutral, nothing, open.span));
        }
        tokens.push(Token { flags: NEWLINE | SPACE, ..plain(Kind::Eof, nothing, open.span) });
        Ok(tokens.into())
    }
}

/// Whether a token is the variable of a quantified part: a field, or a variable of another process, may have the same name.
pub(super) fn is_variable(token: Token, variable: Symbol, before: Kind) -> bool {
    let is_member = matches!(before, Kind::Dot | Kind::Colon);
    token.kind == Kind::Identifier && token.symbol == variable && !is_member
}
