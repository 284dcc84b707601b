//! Property files: definitions, assertions, formulas over runs.

use diagnostics::Diagnostic;
use syntax::{Parse, Parsing};

use super::cursor::Parser;
use crate::ast::{Expr, ExprKind, Properties, Property, Temporal};
use crate::lex::Kind;

impl Parser<'_> {
    /// `property { define { ... } Assertion { ... } LTL { ... } }`.
    pub fn properties(&mut self) -> Properties {
        let mut properties = Properties::default();
        if self.properties_within(&mut properties).is_ok() && !self.at(Kind::End) {
            self.unexpected("the end of the properties");
        }
        properties
    }

    fn properties_within(&mut self, properties: &mut Properties) -> Parse<()> {
        if !(self.at(Kind::Name) && self.word() == "property") {
            return Err(self.unexpected("`property`"));
        }
        self.bump();
        self.expect(Kind::LeftBrace, "`{` and properties")?;
        while self.eat(Kind::RightBrace).is_none() {
            self.section(properties)?;
        }
        Ok(())
    }

    fn section(&mut self, properties: &mut Properties) -> Parse<()> {
        let what = "`define`, `Assertion`, `LTL` or `}`";
        let word = if self.at(Kind::Name) { self.word() } else { "" };
        match word {
            "define" | "Assertion" | "LTL" => {}
            "TCTL" | "CTL" | "PCTL" => {
                let message = format!("`{word}` is not supported");
                let help = "properties are checked of single runs: formulas stand under `LTL`, invariants \
                            under `Assertion`";
                self.note(Diagnostic::error(self.token().span, message).help(help));
                self.bump();
                self.skip_group();
                return Ok(());
            }
            _ => return Err(self.unexpected(what)),
        }
        self.bump();
        self.expect(Kind::LeftBrace, "`{` after the kind of properties")?;
        while self.eat(Kind::RightBrace).is_none() {
            if self.at(Kind::End) {
                return Err(self.unexpected("a name or `}`"));
            }
            if self.entry(word, properties).is_err() {
                self.skip_to(|kind| matches!(kind, Kind::Semicolon | Kind::RightBrace));
                self.eat(Kind::Semicolon);
            }
        }
        Ok(())
    }

    /// `name = expression;` or `name: formula;`.
    fn entry(&mut self, section: &str, properties: &mut Properties) -> Parse<()> {
        let name = self.name("a name or `}`")?;
        if section == "define" {
            self.expect(Kind::Assign, "`=` and an expression")?;
            let value = self.expr()?;
            properties.definitions.push((name, value));
        } else {
            self.expect(Kind::Colon, "`:` and a formula")?;
            let invariant = section == "Assertion";
            let formula = self.expr()?;
            properties.properties.push(Property { name, invariant, formula });
        }
        self.expect(Kind::Semicolon, "`;` or an operator").map(|_| ())
    }

    /// An expression, and nothing after it.
    pub fn whole_expression(&mut self) -> Parse<Expr> {
        let expression = self.expr()?;
        match self.at(Kind::End) {
            true => Ok(expression),
            false => Err(self.unexpected("an operator or the end of the expression")),
        }
    }

    /// `G`, `F` or `X` and a formula, `rebec.variable`, or the name of a definition.
    pub fn named_in_property(&mut self) -> Parse<ExprKind> {
        let operator = match self.word() {
            "G" => Some(Temporal::Always),
            "F" => Some(Temporal::Eventually),
            "X" => Some(Temporal::Next),
            _ => None,
        };
        let operand = matches!(
            self.peek_after(1),
            Kind::LeftParen | Kind::Name | Kind::Bang | Kind::True | Kind::False
        );
        if let Some(operator) =
            operator.filter(|_| operand && self.slice(self.token_after(1).span) != "U")
        {
            self.count()?;
            self.bump();
            let operand: Expr = self.unary()?;
            return Ok(ExprKind::Temporal(operator, vec![operand]));
        }
        if self.peek_after(1) == Kind::LeftParen {
            let help = "operators over runs are `G`, `F`, `X` and `U`";
            let name = self.bump();
            let message = format!("there is no operator `{}`", self.slice(name.span));
            return Err(self.note(Diagnostic::error(name.span, message).help(help)));
        }
        let reference = self.reference("a formula")?;
        if self.eat(Kind::Dot).is_none() {
            return Ok(ExprKind::Reference(reference));
        }
        let variable = self.reference("a variable of the rebec")?;
        Ok(ExprKind::Field(reference.name, variable))
    }
}
