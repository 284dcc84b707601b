//! Declarations.

use diagnostics::Span;
use syntax::{Parse, Parsing};

use super::cursor::Parser;
use crate::ast::{Condition, Define, Expr, ExprKind, Model, Name, Variable, VariableKind};
use crate::lex::Kind;

impl Parser<'_> {
    /// A whole text.
    pub fn model(&mut self) -> Model {
        let mut model = Model {
            defines: Vec::new(),
            counts: Vec::new(),
            variables: Vec::new(),
            modes: Vec::new(),
            initially: Vec::new(),
            risks: Vec::new(),
            end: self.end_of_text(),
        };
        while !self.at(Kind::End) && !self.is_hopeless() {
            let start = self.mark();
            if self.declaration(&mut model).is_err() {
                if !self.mark().is_after(start) {
                    self.bump();
                }
                self.skip_declaration();
            }
        }
        model
    }

    fn declaration(&mut self, model: &mut Model) -> Parse<()> {
        let start = self.token().span;
        match self.peek() {
            Kind::Define => model.defines.push(self.define()?),
            Kind::Process => model.counts.push(self.process_count()?),
            Kind::Global | Kind::Local => model.variables.extend(self.variables()?),
            Kind::Mode => self.mode(&mut model.modes)?,
            Kind::Initially => model.initially.push(self.declared_condition(start)?),
            Kind::Risk => model.risks.push(self.declared_condition(start)?),
            _ => {
                if let Some(mistake) = self.refuse_declaration() {
                    return Err(mistake);
                }
                let help = (self.at(Kind::Pointer) || self.at(Kind::Discrete)).then_some(
                    "say whose it is, as in `global pointer L;` or `local pointer next;`",
                );
                let what = "a declaration: `#define`, `process count`, `global`, `local`, `mode`, \
                            `initially` or `risk`";
                return Err(self.unexpected_because(what, help));
            }
        }
        Ok(())
    }

    /// Goes on to the next declaration, behind the token at which the last one went wrong if that begins none.
    fn skip_declaration(&mut self) {
        while !self.at(Kind::End) && !self.begins_declaration() {
            self.bump();
        }
    }

    /// Whether a declaration begins here. What begins one stands nowhere else, but for `mode`.
    pub fn begins_declaration(&self) -> bool {
        match self.peek() {
            Kind::Define
            | Kind::Process
            | Kind::Global
            | Kind::Local
            | Kind::Initially
            | Kind::Risk => true,
            Kind::Mode => self.peek_after(1) == Kind::Name,
            _ => false,
        }
    }

    /// `#define N 3`: one operand, so that the end of the line need not be known.
    fn define(&mut self) -> Parse<Define> {
        self.bump();
        let name = self.name("a name for a number")?;
        self.restart_count();
        let value = self.operand()?;
        Ok(Define { name, value })
    }

    /// `process count = N;`
    fn process_count(&mut self) -> Parse<Expr> {
        let start = self.bump().span;
        if self.word() != "count" {
            let help = "how many processes there are is said as in `process count = 3;`";
            return Err(self.unexpected_because("`count`", Some(help)));
        }
        self.bump();
        self.expect(Kind::Assign, "`=` and the number of processes")?;
        let count = self.value()?;
        self.expect(Kind::Semicolon, "`;`")?;
        Ok(Expr { span: self.since(start), ..count })
    }

    /// `local pointer next, prev;`, `global discrete x, y: 0..3;`
    fn variables(&mut self) -> Parse<Vec<Variable>> {
        let start = self.token().span;
        let is_local = self.bump().kind == Kind::Local;
        let kind = match self.peek() {
            Kind::Pointer | Kind::Discrete => self.bump().kind,
            _ => {
                if let Some(mistake) = self.refuse_declaration() {
                    return Err(mistake);
                }
                return Err(self.unexpected("`pointer` or `discrete`"));
            }
        };
        let names: Vec<Name> = self.list(|parser| parser.name("the name of a variable"))?;
        let colon = self.eat(Kind::Colon);
        let range = match colon {
            Some(_) => Some(Box::new(self.range()?)),
            None => None,
        };
        if let (Kind::Pointer, Some(colon)) = (kind, colon) {
            let message = "a pointer has no range: it is NULL or any process";
            let diagnostic = diagnostics::Diagnostic::error(colon.span, message);
            self.note(diagnostic.help("leave the range out, or declare it `discrete`"));
        }
        self.expect(Kind::Semicolon, "`,` and another name, `:` and a range, or `;`")?;
        let of = |range: &Option<Box<(Expr, Expr)>>| match kind {
            Kind::Pointer => VariableKind::Pointer,
            _ => VariableKind::Discrete(range.clone()),
        };
        let span = self.since(start);
        let declared = names.into_iter();
        Ok(declared.map(|name| Variable { name, is_local, kind: of(&range), span }).collect())
    }

    /// `0..3`
    fn range(&mut self) -> Parse<(Expr, Expr)> {
        let lowest = self.value()?;
        self.expect(Kind::Range, "`..` and the largest number")?;
        Ok((lowest, self.value()?))
    }

    /// `initially CONDITION;`, `risk CONDITION;`
    fn declared_condition(&mut self, keyword: Span) -> Parse<Condition> {
        self.bump();
        let condition = self.expr()?;
        self.expect(Kind::Semicolon, "an operator, or `;` after the condition")?;
        Ok(Condition { keyword, condition })
    }
}

impl Expr {
    /// Whether it is just `true`.
    pub fn is_true(&self) -> bool {
        matches!(self.kind, ExprKind::Truth(true))
    }
}
