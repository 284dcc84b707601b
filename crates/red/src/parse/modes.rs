//! Modes and their rules.

use diagnostics::{Diagnostic, Span};
use syntax::{Parse, Parsing};

use super::cursor::Parser;
use crate::ast::{Action, Expr, ExprKind, Mode, Name, Rule};
use crate::lex::Kind;

impl Parser<'_> {
    /// `mode NAME INVARIANT { RULES }`; of one that goes wrong what is understood before.
    pub fn mode(&mut self, modes: &mut Vec<Mode>) -> Parse<()> {
        let start = self.bump().span;
        let name = self.name("the name of a mode")?;
        let mut mode = Mode { name, invariant: None, rules: Vec::new(), span: start };
        let understood = self.invariant_and_rules(&mut mode);
        mode.span = self.since(start);
        modes.push(mode);
        understood
    }

    fn invariant_and_rules(&mut self, mode: &mut Mode) -> Parse<()> {
        if !self.at(Kind::LeftBrace) {
            mode.invariant = Some(self.expr()?);
        }
        self.expect(Kind::LeftBrace, "`{` and the rules of the mode")?;
        while !self.at(Kind::RightBrace) && !self.is_hopeless() {
            if !self.at(Kind::When) {
                let what = "`when` and a condition, or `}` at the end of the mode";
                return Err(self.unexpected(what));
            }
            match self.rule() {
                Ok(rule) => mode.rules.push(rule),
                Err(mistake) => {
                    while !self.ends_rule() && !self.begins_declaration() {
                        self.bump();
                    }
                    if self.at(Kind::End) || self.begins_declaration() {
                        return Err(mistake);
                    }
                }
            }
        }
        self.expect(Kind::RightBrace, "`}` at the end of the mode").map(|_| ())
    }

    /// `when CONDITION may ACTIONS goto MODE;`
    fn rule(&mut self) -> Parse<Rule> {
        let start = self.bump().span;
        let condition = self.expr()?;
        let head = self.since(start);
        self.expect(Kind::May, "an operator, or `may` and what is done")?;
        let mut whole = self.since(start);
        let mut actions: Vec<Action> = Vec::new();
        let mut target = None;
        while !self.ends_rule() {
            if self.eat(Kind::Semicolon).is_some() {
                continue;
            }
            self.is_last(target.as_ref())?;
            if self.eat(Kind::Goto).is_some() {
                target = Some(self.name("the name of a mode")?);
            } else {
                actions.push(self.action()?);
            }
            whole = self.since(start);
            self.expect(Kind::Semicolon, "an operator, or `;`")?;
        }
        if let Some(last) = actions.last_mut() {
            last.span = Span { end: whole.end, ..last.span };
        }
        let head = if actions.is_empty() { whole } else { head };
        Ok(Rule { condition, head, actions, target })
    }

    fn ends_rule(&self) -> bool {
        matches!(self.peek(), Kind::When | Kind::RightBrace | Kind::End)
    }

    /// Refuses what comes after `goto`.
    fn is_last(&mut self, target: Option<&Name>) -> Parse<()> {
        let Some(target) = target else { return Ok(()) };
        let message = "nothing is done after `goto`";
        let diagnostic = Diagnostic::error(self.token().span, message);
        let help = format!("put it before `goto {}`", target.text);
        Err(self.note(diagnostic.help(help)))
    }

    /// `TARGET = VALUE`
    fn action(&mut self) -> Parse<Action> {
        let start = self.token().span;
        let target = self.target()?;
        match self.peek() {
            Kind::Assign | Kind::Becomes => self.bump(),
            Kind::Equal => {
                let help = "`==` compares: an assignment is written with `=`";
                return Err(self.unexpected_because("`=`", Some(help)));
            }
            _ => return Err(self.unexpected("`=` and a value")),
        };
        let value = self.value()?;
        Ok(Action { target, value, span: self.since(start) })
    }

    /// What is assigned to: an expression by its form.
    fn target(&mut self) -> Parse<Expr> {
        self.restart_count();
        let target = self.operand()?;
        if matches!(target.kind, ExprKind::Name(_) | ExprKind::Of(..) | ExprKind::Arrow(..)) {
            return Ok(target);
        }
        let (message, help) = match target.kind {
            ExprKind::Mode => ("`mode` is not assigned", "a rule leads to a mode by `goto NAME;`"),
            ExprKind::Own => {
                ("`P` is not assigned: it is the process that acts", "assign to a variable")
            }
            _ => ("this is no variable", "assign to `x`, `x[i]`, or `y->x`"),
        };
        Err(self.note(Diagnostic::error(target.span, message).help(help)))
    }
}
