//! Operators on processes that are written in brackets, and replicated ones.

use diagnostics::Span;
use syntax::{Parse, Parsing};

use super::cursor::Parser;
use super::expressions::level;
use crate::lex::Kind;
use crate::tree::{Expression, ExpressionKind, Relation, Replicated};

impl Parser<'_> {
    /// `[| A |] Q` or `[| A |> Q` after a process.
    pub fn interface(&mut self, left: Box<Expression>) -> Parse<ExpressionKind> {
        let events = Box::new(self.interface_events()?);
        if self.eat(Kind::RightException).is_some() {
            let right = self.operand_of(level::PARALLEL)?;
            return Ok(ExpressionKind::Exception(left, events, right));
        }
        self.expect(Kind::RightInterface, "`|]`, `|>` or an operator")?;
        Ok(ExpressionKind::Synchronised(left, events, self.operand_of(level::PARALLEL)?))
    }

    /// `[| A`.
    fn interface_events(&mut self) -> Parse<Expression> {
        self.bump();
        self.bracketed(Self::expression)
    }

    /// `[A || B] Q` or `[a <-> b, .. | ..] Q` after a process.
    pub fn alphabets_or_links(&mut self, left: Box<Expression>) -> Parse<ExpressionKind> {
        let start = self.bump().span;
        let first = self.expression()?;
        if self.at(Kind::Tie) {
            let links = self.links(first, start)?;
            let right = self.operand_of(level::PARALLEL)?;
            return Ok(ExpressionKind::Linked { left, right, links });
        }
        self.expect(Kind::Parallel, "`||`, `<->` or an operator")?;
        let second = self.expression()?;
        self.expect(Kind::RightBracket, "`]` or an operator")?;
        let right = *self.operand_of(level::PARALLEL)?;
        Ok(ExpressionKind::Alphabetised {
            left: Box::new((*left, first)),
            right: Box::new((right, second)),
        })
    }

    /// `<-> b, .. | ..]` after the first event.
    fn links(&mut self, first: Expression, start: Span) -> Parse<Relation> {
        let links = self.relation(first, Kind::Tie, "`<->` and the event it is linked to")?;
        self.expect(Kind::RightBracket, "`,`, `|` or `]` after the event")?;
        if self.is_timed {
            let span = self.since(start);
            let help = "synchronise on events that both processes have, and hide them";
            let message = "linked parallel is not supported in timed sections";
            return Err(self.mistake(span, message, help));
        }
        Ok(links)
    }

    /// `[+ A +] Q` after a process.
    pub fn synchronising_choice(&mut self, left: Box<Expression>) -> Parse<ExpressionKind> {
        let events = Box::new(self.choice_events()?);
        Ok(ExpressionKind::SynchronisingChoice(left, events, self.operand_of(level::EXTERNAL)?))
    }

    /// `[+ A +]`.
    fn choice_events(&mut self) -> Parse<Expression> {
        self.bump();
        let events = self.expression()?;
        self.expect(Kind::RightSynchronisingChoice, "`+]` or an operator")?;
        Ok(events)
    }

    /// `/+ A +\ Q` after a process.
    pub fn synchronising_interrupt(&mut self, left: Box<Expression>) -> Parse<ExpressionKind> {
        self.bump();
        let events = Box::new(self.expression()?);
        self.expect(Kind::RightSynchronisingInterrupt, "`+\\` or an operator")?;
        let right = self.operand_of(level::INTERRUPT)?;
        Ok(ExpressionKind::SynchronisingInterrupt(left, events, right))
    }

    /// `[] x : S @ P` and the like, if the symbol begins one.
    pub fn replicated(&mut self, kind: Kind) -> Parse<Option<ExpressionKind>> {
        let operator = match kind {
            Kind::ExternalChoice => Replicated::ExternalChoice,
            Kind::InternalChoice => Replicated::InternalChoice,
            Kind::Interleave => Replicated::Interleave,
            Kind::Semicolon => Replicated::Sequence,
            Kind::Parallel => return self.replicated_alphabetised().map(Some),
            Kind::LeftInterface => {
                let events = self.interface_events()?;
                self.expect(Kind::RightInterface, "`|]` or an operator")?;
                return self.indexed(Replicated::Synchronised(Box::new(events))).map(Some);
            }
            Kind::LeftBracket => {
                let start = self.bump().span;
                let first = self.expression()?;
                let links = self.links(first, start)?;
                return self.indexed(Replicated::Linked(links)).map(Some);
            }
            Kind::LeftSynchronisingChoice => {
                let events = self.choice_events()?;
                return self.indexed(Replicated::SynchronisingChoice(Box::new(events))).map(Some);
            }
            _ => return Ok(None),
        };
        self.bump();
        self.indexed(operator).map(Some)
    }

    /// `x : S @ P`; the process extends as far as it can.
    fn indexed(&mut self, operator: Replicated) -> Parse<ExpressionKind> {
        let statements = self.statements()?;
        self.expect(Kind::At, "`,` or `@` and the process")?;
        let body = Box::new(self.expression()?);
        Ok(ExpressionKind::Replicated { operator, statements, body })
    }

    /// `|| x : S @ [A] P`. The manual has the process extend as far as it can, as with all replicated operators; the parser of
    /// FDR takes the closing bracket for an operator of parallel composition, and ends it before those that bind as loosely. As
    /// the two disagree, brackets are asked for.
    fn replicated_alphabetised(&mut self) -> Parse<ExpressionKind> {
        self.bump();
        let statements = self.statements()?;
        self.expect(Kind::At, "`,` or `@`, the alphabet in brackets and the process")?;
        self.expect(Kind::LeftBracket, "`[` and the alphabet of the process")?;
        let alphabet = Box::new(self.expression()?);
        self.expect(Kind::RightBracket, "`]` or an operator")?;
        let body = Box::new(self.up_to(level::INTERNAL)?);
        if self.infix_level().is_some_and(|level| level >= level::PARALLEL) {
            let span = self.token().span;
            let message = format!(
                "`{}` is ambiguous here: it could belong to each of the processes, or to all of them",
                self.slice(span)
            );
            let help = "write `(|| x : S @ [A] P)` or `|| x : S @ [A] (P ..)`";
            return Err(self.mistake(span, &message, help));
        }
        Ok(ExpressionKind::Replicated {
            operator: Replicated::Alphabetised(alphabet),
            statements,
            body,
        })
    }
}
