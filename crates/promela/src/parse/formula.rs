//! `ltl` formulas.
//!
//! Operators bind as in SPIN 6.5.2, from the weakest: `->` and `<->`; `||`; `&&`; `U`, `W` and `V`; then
//! those of expressions. All of them group to the left, `->` and `U` too. What stands before a formula
//! (`[]`, `<>`, `X`, `!`) binds most strongly of all: `[] x == 1` compares `[] x`, which makes no sense,
//! and is refused here.

use diagnostics::Diagnostic;
use syntax::{Mistake, Parse};

use super::cursor::Mark;
use super::expressions::Term;
use super::formulas_last::to_closing;
use super::operators::{binary, unary};
use super::recovery::starts_unit;
use super::{Claims, Parser};
use crate::ast::{
    BinaryOperator, Expr, ExprKind, Formula, FormulaJoin, FormulaKind, FormulaPrefix,
    UnaryOperator, Unit,
};
use crate::lex::{Kind, NEWLINE, SPACE};

/// The longest formula.
const MAX_FORMULA: usize = 1 << 20;
/// The strength of `&&`, in expressions too.
const AND: u8 = 2;

/// A part of a formula while it is being built.
pub(super) enum Part {
    /// An expression: it may become an operand of `==` or `+`.
    State(Term),
    Formula(FormulaTerm),
}

impl Part {
    /// The same with another beginning and end, as of parentheses.
    pub(super) fn between(mut self, start: Mark, end: Mark) -> Part {
        match &mut self {
            Part::State(term) => (term.start, term.end) = (start, end),
            Part::Formula(term) => (term.start, term.end) = (start, end),
        }
        self
    }
}

/// A formula with how deep it is, and where it starts and ends, parentheses included.
pub(super) struct FormulaTerm {
    formula: Formula,
    depth: usize,
    start: Mark,
    end: Mark,
}

/// What stands before an operand.
#[derive(Clone, Copy)]
enum Prefix {
    Temporal(FormulaPrefix),
    Plain(UnaryOperator),
}

impl Parser<'_> {
    /// `ltl name { formula }`; none if it is left out.
    pub(super) fn ltl(&mut self) -> Parse<Option<Unit>> {
        self.in_formula = true;
        let result = self.named_formula();
        let is_left_out = self.in_formula && self.claims == Claims::LeftOut;
        self.in_formula = false;
        match result {
            Err(Mistake) if is_left_out => Ok(None),
            result => result.map(Some),
        }
    }

    fn named_formula(&mut self) -> Parse<Unit> {
        self.bump();
        let name = self.eat(Kind::Identifier).map(|t| self.name(t));
        let open = self.expect(Kind::LeftBrace, "`{` and a formula")?;
        // Where the block ends must be known to leave it out.
        self.in_formula = to_closing(self.cursor.rest()).is_some();
        let start = self.mark();
        if self.at(Kind::RightBrace) {
            self.bump();
            return Err(self.report(Diagnostic::error(open.span, "this formula is empty")));
        }
        let part = self.formula();
        let Ok(tree) = part.and_then(|part| self.as_formula(part)) else {
            self.skip_formula();
            return Err(Mistake);
        };
        let span = self.span_from(start);
        let formula = self.formula_text(start)?;
        while self.eat(Kind::Semicolon).is_some() {}
        let line = self.line(open.span);
        let what = match self.peek() {
            Kind::Eof => format!("the `}}` for the `{{` at line {line}"),
            _ => format!("an operator or the `}}` for the `{{` at line {line}"),
        };
        if self.eat(Kind::RightBrace).is_none() {
            let reported = self.unexpected(&what);
            self.skip_formula();
            return Err(reported);
        }
        Ok(Unit::Ltl { name, formula, tree: tree.formula, span })
    }

    /// Skips the rest of a formula that was not understood: to its `}`, or to the next unit.
    fn skip_formula(&mut self) {
        if let Some(tokens) = to_closing(self.cursor.rest()) {
            for _ in 0..tokens {
                self.bump();
            }
        } else {
            while !starts_unit(self.token().kind) && self.token().kind != Kind::Eof {
                self.bump();
            }
        }
        self.parens = 0;
    }

    /// The text after preprocessing, with its blanks.
    fn formula_text(&mut self, start: Mark) -> Parse<String> {
        let mut text = String::new();
        for token in self.tokens_from(start) {
            if !text.is_empty() && token.has(SPACE | NEWLINE) {
                text.push(' ');
            }
            text.push_str(self.text(token));
            if text.len() > MAX_FORMULA {
                return Err(self.halt(Diagnostic::error(token.span, "this formula is too long")));
            }
        }
        Ok(text)
    }

    /// Operands and what joins them.
    pub(super) fn formula(&mut self) -> Parse<Part> {
        let mut operands = vec![self.formula_operand()?];
        let mut joins: Vec<(FormulaJoin, u8)> = Vec::new();
        while let Some((join, strength)) = self.formula_join() {
            while joins.last().is_some_and(|&(_, s)| s >= strength) {
                self.reduce_formula(&mut operands, &mut joins)?;
            }
            if self.at_equivalence() {
                self.bump();
            }
            self.bump();
            joins.push((join, strength));
            operands.push(self.formula_operand()?);
        }
        while !joins.is_empty() {
            self.reduce_formula(&mut operands, &mut joins)?;
        }
        operands.pop().ok_or_else(|| self.unexpected("a formula"))
    }

    /// What joins the formula before with the one that follows, and how strongly.
    fn formula_join(&self) -> Option<(FormulaJoin, u8)> {
        if self.at_equivalence() {
            return Some((FormulaJoin::Equivalent, 0));
        }
        Some(match self.peek() {
            Kind::Arrow => (FormulaJoin::Implies, 0),
            Kind::Or => (FormulaJoin::Or, 1),
            Kind::And => (FormulaJoin::And, AND),
            Kind::Identifier => match self.text(self.token()) {
                "implies" => (FormulaJoin::Implies, 0),
                "equivalent" => (FormulaJoin::Equivalent, 0),
                "U" | "until" | "stronguntil" => (FormulaJoin::Until, 3),
                "W" | "weakuntil" => (FormulaJoin::WeakUntil, 3),
                "V" | "release" => (FormulaJoin::Release, 3),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Whether `<->` comes, which the lexer takes for `<` and `->`.
    pub(super) fn at_equivalence(&self) -> bool {
        let (less, arrow) = (self.token(), self.ahead(1));
        (less.kind, arrow.kind) == (Kind::Less, Kind::Arrow) && !arrow.has(SPACE | NEWLINE)
    }

    fn reduce_formula(
        &mut self,
        operands: &mut Vec<Part>,
        joins: &mut Vec<(FormulaJoin, u8)>,
    ) -> Parse<()> {
        let (Some(right), Some(left), Some((join, _))) =
            (operands.pop(), operands.pop(), joins.pop())
        else {
            return Err(self.unexpected("a formula"));
        };
        let part = match (join, left, right) {
            (FormulaJoin::And, Part::State(left), Part::State(right)) => {
                Part::State(self.joined_terms(BinaryOperator::And, left, right)?)
            }
            (FormulaJoin::Or, Part::State(left), Part::State(right)) => {
                Part::State(self.joined_terms(BinaryOperator::Or, left, right)?)
            }
            (_, left, right) => {
                let (left, right) = (self.as_formula(left)?, self.as_formula(right)?);
                let depth = self.deeper(left.depth.max(right.depth))?;
                let (start, end) = (left.start, right.end);
                let kind =
                    FormulaKind::Binary(join, Box::new(left.formula), Box::new(right.formula));
                let span = self.span_between(start, end);
                Part::Formula(FormulaTerm { formula: Formula { kind, span }, depth, start, end })
            }
        };
        operands.push(part);
        Ok(())
    }

    /// An operand with what stands before it, and the operators of expressions after it.
    fn formula_operand(&mut self) -> Parse<Part> {
        let mut prefixes: Vec<(Prefix, Mark)> = Vec::new();
        while let Some((prefix, tokens)) = self.formula_prefix() {
            prefixes.push((prefix, self.mark()));
            for _ in 0..tokens {
                self.bump();
            }
        }
        let mut part = match self.at(Kind::LeftParen) {
            true => self.nested(Self::formula_in_parentheses)?,
            false if self.at_quantifier() => self.quantified()?,
            false => Part::State(self.primary()?),
        };
        while let Some((prefix, start)) = prefixes.pop() {
            part = self.prefixed_formula(prefix, part, start)?;
        }
        match part {
            Part::State(term) => Ok(Part::State(self.climb_above(AND, Some(term))?)),
            Part::Formula(_) if binary(self.peek()).is_some_and(|(_, s)| s > AND) => {
                if self.at_equivalence() {
                    return Ok(part);
                }
                let token = self.token();
                let message =
                    format!("{} is applied to a formula, not to a value", self.describe(token));
                let help = "what stands before a formula binds most strongly: write `[] (x == 1)`";
                Err(self.report(Diagnostic::error(token.span, message).help(help)))
            }
            Part::Formula(_) => Ok(part),
        }
    }

    /// What stands before an operand here, and how many tokens it is.
    fn formula_prefix(&self) -> Option<(Prefix, usize)> {
        let token = self.token();
        let (prefix, tokens) = match (token.kind, self.ahead(1).kind) {
            (Kind::LeftBracket, Kind::RightBracket) => (FormulaPrefix::Always, 2),
            (Kind::Less, Kind::Greater) => (FormulaPrefix::Eventually, 2),
            (Kind::Identifier, _) => match self.text(token) {
                "X" | "next" => (FormulaPrefix::Next, 1),
                "always" => (FormulaPrefix::Always, 1),
                "eventually" => (FormulaPrefix::Eventually, 1),
                _ => return None,
            },
            (kind, _) => return unary(kind).map(|operator| (Prefix::Plain(operator), 1)),
        };
        Some((Prefix::Temporal(prefix), tokens))
    }

    fn formula_in_parentheses(&mut self) -> Parse<Part> {
        let start = self.mark();
        let open = self.bump();
        let part = self.formula()?;
        let line = self.line(open.span);
        self.expect(
            Kind::RightParen,
            &format!("an operator or the `)` for the `(` at line {line}"),
        )?;
        Ok(part.between(start, self.mark()))
    }

    fn prefixed_formula(&mut self, prefix: Prefix, part: Part, start: Mark) -> Parse<Part> {
        let prefix = match (prefix, part) {
            (Prefix::Plain(operator), Part::State(term)) => {
                return Ok(Part::State(self.prefixed_term(operator, term, start)?));
            }
            (Prefix::Plain(UnaryOperator::Not), part) => (FormulaPrefix::Not, part),
            (Prefix::Plain(_), Part::Formula(term)) => {
                let message = "`-` and `~` are applied to a formula, not to a value";
                return Err(self.report(Diagnostic::error(term.formula.span, message)));
            }
            (Prefix::Temporal(prefix), part) => (prefix, part),
        };
        let (prefix, part) = prefix;
        let term = self.as_formula(part)?;
        let depth = self.deeper(term.depth)?;
        let span = self.span_between(start, term.end);
        let kind = FormulaKind::Unary(prefix, Box::new(term.formula));
        let formula = Formula { kind, span };
        Ok(Part::Formula(FormulaTerm { formula, depth, start, end: term.end }))
    }

    /// A part as a formula; `!`, `&&` and `||` of an expression are those of the formula.
    fn as_formula(&mut self, part: Part) -> Parse<FormulaTerm> {
        match part {
            Part::Formula(term) => Ok(term),
            Part::State(term) => {
                let term = self.without_probe(term)?;
                let (depth, start, end) = (term.depth, term.start, term.end);
                Ok(FormulaTerm { formula: taken_apart(term.expr), depth, start, end })
            }
        }
    }
}

fn taken_apart(expr: Expr) -> Formula {
    let span = expr.span;
    let kind = match expr.kind {
        ExprKind::Unary(UnaryOperator::Not, operand) => {
            FormulaKind::Unary(FormulaPrefix::Not, Box::new(taken_apart(*operand)))
        }
        ExprKind::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), left, right) => {
            let join = match operator {
                BinaryOperator::And => FormulaJoin::And,
                _ => FormulaJoin::Or,
            };
            let (left, right) = (taken_apart(*left), taken_apart(*right));
            FormulaKind::Binary(join, Box::new(left), Box::new(right))
        }
        kind => FormulaKind::Atom(Expr { kind, span }),
    };
    Formula { kind, span }
}
