//! Top-level units: `proctype`, `init`, `never`, `trace`, `typedef`, `mtype`, `inline`, `ltl`.

use diagnostics::Diagnostic;
use syntax::Parse;

use super::beside::UnitPlace;
use super::quantified::Beginners;
use super::{Known, Parser};
use crate::ast::{Body, Declaration, Expr, Model, MtypeDeclaration, Proctype, Typedef, Unit};
use crate::lex::Kind;

impl Parser<'_> {
    /// The whole model.
    pub(super) fn model(&mut self) -> Model {
        let mut model = Model::default();
        while self.token().kind != Kind::Eof {
            let before = self.cursor.position();
            self.in_body = false;
            self.parens = 0;
            let (word, start) = (self.span(), self.mark());
            match self.unit() {
                Ok(Some(unit)) => {
                    let whole = self.span_from(start);
                    self.beside.units.push(UnitPlace { word, whole });
                    model.units.push(unit);
                }
                Ok(None) => {}
                Err(_) => {
                    self.in_body = false;
                    self.skip_unit();
                }
            }
            if self.cursor.position() == before && self.token().kind != Kind::Eof {
                self.bump();
            }
        }
        model
    }

    fn unit(&mut self) -> Parse<Option<Unit>> {
        Ok(Some(match self.peek() {
            Kind::Semicolon | Kind::Arrow => {
                self.bump();
                return Ok(None);
            }
            Kind::Active | Kind::Proctype | Kind::DProctype => Unit::Proctype(self.proctype()?),
            Kind::Init => {
                self.bump();
                let priority = self.priority()?.map(Box::new);
                self.beginners.push(Beginners { proctype: None, count: Some(1) });
                let mut body = self.body("init")?;
                body.priority = priority;
                Unit::Init(body)
            }
            Kind::Never => {
                self.bump();
                let name = self.eat(Kind::Identifier).map(|t| self.name(t));
                Unit::Never(name, self.body("never")?)
            }
            Kind::Trace | Kind::NotTrace => {
                let negated = self.bump().kind == Kind::NotTrace;
                Unit::Trace { negated, body: self.body(if negated { "notrace" } else { "trace" })? }
            }
            Kind::Typedef => Unit::Typedef(self.typedef()?),
            Kind::Inline => {
                self.inline_definition()?;
                return Ok(None);
            }
            Kind::Ltl => return self.ltl(),
            Kind::CCode | Kind::CDecl | Kind::CExpr | Kind::CState | Kind::CTrack => {
                self.embedded_c();
                return Ok(None);
            }
            Kind::Mtype if self.at_mtype_symbols() => Unit::Mtype(self.mtype_symbols()?),
            _ if self.starts_declaration() => Unit::Variables(self.declaration()?),
            Kind::RightBrace => {
                let span = self.bump().span;
                self.report(Diagnostic::error(span, "this `}` closes nothing"));
                return Ok(None);
            }
            _ => {
                let token = self.token();
                let found = self.describe(token);
                let mut diagnostic = Diagnostic::error(
                    token.span,
                    format!("expected a declaration, `proctype` or `init`, found {found}"),
                );
                if let Some(meant) = self.meant_by_declaration(token) {
                    diagnostic = diagnostic.help(meant);
                } else if matches!(
                    token.kind,
                    Kind::Identifier | Kind::If | Kind::Do | Kind::Atomic | Kind::Run
                ) {
                    diagnostic = diagnostic
                        .help("statements stand in the body of a `proctype` or of `init`");
                }
                return Err(self.report(diagnostic));
            }
        }))
    }

    fn proctype(&mut self) -> Parse<Proctype> {
        let mut active = None;
        if self.eat(Kind::Active).is_some() {
            active = Some(None);
            if self.eat(Kind::LeftBracket).is_some() {
                active = Some(Some(self.expression()?));
                self.expect(Kind::RightBracket, "`]` after the number of processes")?;
            }
        }
        let deterministic = self.at(Kind::DProctype);
        if !deterministic && !self.at(Kind::Proctype) {
            return Err(self.unexpected("`proctype` after `active`"));
        }
        self.bump();
        let name = self.new_name("a proctype")?;
        // As in SPIN, the name is that of a proctype from here on, also in its own body.
        let symbol = self.interner.intern(&name.text);
        self.known.insert(symbol, Known::Proctype);
        self.expect(Kind::LeftParen, "`(` and the parameters")?;
        let parameters = self.parameters()?;
        self.expect(Kind::RightParen, "`)` after the parameters")?;
        let (mut priority, mut provided) = (None, None);
        loop {
            if self.at(Kind::Priority) && priority.is_none() {
                priority = self.priority()?;
            } else if self.at(Kind::Provided) && provided.is_none() {
                self.bump();
                self.expect(Kind::LeftParen, "`(` after `provided`")?;
                provided = Some(self.full_expression()?);
                self.expect(Kind::RightParen, "`)` after the condition")?;
            } else {
                break;
            }
        }
        if let Some(count) = &active {
            self.beginners.push(Beginners::of(symbol, count.as_ref()));
        }
        let body = self.body(&format!("proctype {}", name.text))?;
        Ok(Proctype { name, deterministic, active, parameters, priority, provided, body })
    }

    /// The parameters of a proctype, without the parentheses.
    fn parameters(&mut self) -> Parse<Vec<Declaration>> {
        let mut parameters = Vec::new();
        while !self.at(Kind::RightParen) && !self.at(Kind::Eof) {
            let mark = self.mark();
            if !self.starts_declaration() {
                return Err(self.unexpected("a parameter"));
            }
            let declaration = self.declaration()?;
            if declaration.variables.iter().any(|v| v.initial.is_some()) {
                let span = self.span_from(mark);
                self.report(Diagnostic::error(span, "a parameter cannot have an initial value"));
            }
            parameters.push(declaration);
            self.join_separators();
            if self.eat(Kind::Semicolon).is_none() && !self.at(Kind::RightParen) {
                return Err(self.unexpected("`;` or `)` after a parameter"));
            }
        }
        Ok(parameters)
    }

    /// `priority n`, if it is there.
    pub(super) fn priority(&mut self) -> Parse<Option<Expr>> {
        if self.eat(Kind::Priority).is_none() {
            return Ok(None);
        }
        self.operand().map(Some)
    }

    /// A body in braces.
    fn body(&mut self, owner: &str) -> Parse<Body> {
        let mark = self.mark();
        if !self.at(Kind::LeftBrace) {
            return Err(self.unexpected(&format!("`{{` and the body of `{owner}`")));
        }
        // The `{` may stand on a line of its own.
        self.pretend_previous(Kind::Semicolon);
        self.in_body = true;
        let result = self.braced(owner);
        self.in_body = false;
        let (steps, end) = result?;
        Ok(Body { steps, span: self.span_from(mark), end, priority: None })
    }

    fn typedef(&mut self) -> Parse<Typedef> {
        self.bump();
        let name = self.new_name("a type")?;
        let symbol = self.interner.intern(&name.text);
        let open = self.expect(Kind::LeftBrace, "`{` and the fields")?;
        self.in_body = true;
        let mut fields = Vec::new();
        while !matches!(self.token().kind, Kind::RightBrace | Kind::Eof) {
            if self.eat(Kind::Semicolon).is_some() {
                continue;
            }
            if !self.starts_declaration() {
                self.in_body = false;
                return Err(self.unexpected("the declaration of a field"));
            }
            match self.declaration() {
                Ok(field) => fields.push(field),
                Err(reported) => {
                    self.in_body = false;
                    return Err(reported);
                }
            }
            self.drop_separators_before_brace();
            if !self.at(Kind::Semicolon) && !self.at(Kind::RightBrace) {
                self.unexpected("`;` after a field");
                self.skip_statement();
                if self.token().kind != Kind::Semicolon {
                    break;
                }
            }
        }
        self.in_body = false;
        if self.eat(Kind::RightBrace).is_none() {
            let line = self.line(open.span);
            return Err(self.unexpected(&format!("the `}}` for the `{{` at line {line}")));
        }
        if fields.is_empty() {
            let message = format!("type `{}` has no fields", name.text);
            self.report(Diagnostic::error(name.span, message));
        }
        self.known.insert(symbol, Known::Typedef);
        Ok(Typedef { name, fields })
    }

    /// True at `mtype {`, `mtype = {`, `mtype : kind = {`.
    pub(super) fn at_mtype_symbols(&self) -> bool {
        let kinds = [1, 2, 3, 4].map(|n| self.ahead(n).kind);
        matches!(
            kinds,
            [Kind::LeftBrace, ..]
                | [Kind::Assign, Kind::LeftBrace, ..]
                | [Kind::Colon, Kind::Identifier, Kind::Assign, Kind::LeftBrace]
        )
    }

    /// A declaration of symbols.
    pub(super) fn mtype_symbols(&mut self) -> Parse<MtypeDeclaration> {
        self.bump();
        let mut kind = None;
        if self.eat(Kind::Colon).is_some() {
            kind = self.eat(Kind::Identifier).map(|t| self.name(t));
        }
        self.eat(Kind::Assign);
        let open = self.expect(Kind::LeftBrace, "`{` and the symbols")?;
        self.parens += 1;
        let mut symbols = Vec::new();
        loop {
            self.drop_separators_before_brace();
            match self.peek() {
                Kind::Comma if !symbols.is_empty() => {
                    self.bump();
                }
                Kind::Identifier => {
                    let name = self.new_name("an mtype symbol")?;
                    let symbol = self.interner.intern(&name.text);
                    self.known.insert(symbol, Known::Mtype);
                    symbols.push(name);
                }
                Kind::RightBrace => {
                    self.bump();
                    break;
                }
                Kind::Eof => {
                    let line = self.line(open.span);
                    return Err(self.unexpected(&format!("the `}}` for the `{{` at line {line}")));
                }
                _ => return Err(self.unexpected("a symbol")),
            }
        }
        self.parens = self.parens.saturating_sub(1);
        if symbols.is_empty() {
            self.report(Diagnostic::error(open.span, "this `mtype` declares no symbols"));
        }
        Ok(MtypeDeclaration { kind, symbols })
    }

    /// Refuses embedded C and skips it.
    pub(super) fn embedded_c(&mut self) {
        let token = self.bump();
        let message = format!("`{}`: embedded C is never executed by this tool", self.text(token));
        self.report(
            Diagnostic::error(token.span, message)
                .help("express this part of the model in Promela itself"),
        );
        while self.token().kind == Kind::Text {
            self.bump();
        }
        for (open, close) in
            [(Kind::LeftBracket, Kind::RightBracket), (Kind::LeftBrace, Kind::RightBrace)]
        {
            if self.token().kind != open {
                continue;
            }
            let mut depth = 0_usize;
            self.parens = 1;
            loop {
                let kind = self.token().kind;
                if kind == Kind::Eof {
                    break;
                }
                depth += usize::from(kind == open);
                depth -= usize::from(kind == close);
                self.parens = 1;
                self.bump();
                if depth == 0 {
                    break;
                }
            }
            self.parens = 0;
        }
    }
}
