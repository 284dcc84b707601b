//! Channels, variables, proctypes and `init`.

use diagnostics::Diagnostic;
use syntax::{Parse, Parsing};

use super::cursor::Parser;
use crate::ast::{Channel, Init, Model, Proctype, Run, Variable};
use crate::lex::Kind;
use crate::rules::Rule;

impl Parser<'_> {
    pub fn model(&mut self) -> Model {
        let mut model = Model {
            channels: Vec::new(),
            globals: Vec::new(),
            proctypes: Vec::new(),
            inits: Vec::new(),
            end: self.end_of_text(),
        };
        while !self.at(Kind::End) {
            let before = self.mark();
            if self.unit(&mut model).is_err() {
                self.skip_to(|kind| matches!(kind, Kind::Proctype | Kind::Init | Kind::Semicolon));
                while self.eat(Kind::Semicolon).is_some() {}
                if !self.mark().is_after(before) {
                    self.bump();
                }
            }
        }
        model
    }

    fn unit(&mut self, model: &mut Model) -> Parse<()> {
        match self.peek() {
            Kind::Proctype => model.proctypes.push(self.proctype()?),
            Kind::Init => model.inits.push(self.init()?),
            Kind::Chan if self.peek_after(1) == Kind::Name => {
                model.channels.push(self.channel()?);
                self.end_of_declaration()?;
            }
            _ if self.starts_type() => {
                model.globals.push(self.variable(true)?);
                self.end_of_declaration()?;
            }
            _ => {
                let what = "a channel, a variable, a `proctype` or `init`";
                return Err(self.unexpected(what));
            }
        }
        Ok(())
    }

    fn end_of_declaration(&mut self) -> Parse<()> {
        self.expect(Kind::Semicolon, "`;` after the declaration").map(|_| ())
    }

    fn channel(&mut self) -> Parse<Channel> {
        let start = self.bump();
        let name = self.name("the name of a channel")?;
        let help = "a channel is declared as in `chan c = [2] of {int, pid}`; a variable that holds \
                    channels has a type such as `chan{int, pid}`";
        if !self.at(Kind::Assign) {
            return Err(self.unexpected_because("`=` after the name of the channel", Some(help)));
        }
        self.bump();
        self.expect(Kind::LeftBracket, "`[` and the capacity of the channel")?;
        let capacity = self.number("the capacity of the channel")?;
        self.expect(Kind::RightBracket, "`]` after the capacity")?;
        self.expect(Kind::Of, "`of` and the types of the fields of a message")?;
        let fields = self.fields()?;
        Ok(Channel { name, capacity, fields, span: self.since(start.span) })
    }

    /// A variable, perhaps with an initial value.
    fn variable(&mut self, may_begin: bool) -> Parse<Variable> {
        let start = self.token();
        let ty = self.ty()?;
        let name = self.name("the name of the variable")?;
        let begins = may_begin && self.eat(Kind::Assign).is_some();
        let initial = if begins { Some(self.expr()?) } else { None };
        Ok(Variable { ty, name, initial, span: self.since(start.span) })
    }

    fn proctype(&mut self) -> Parse<Proctype> {
        let start = self.bump();
        let name = self.name("the name of the proctype")?;
        self.expect(Kind::LeftParen, "`(` and the parameters")?;
        let parameters = self.parameters()?;
        self.expect(Kind::RightParen, "`;` or `)` after the parameter")?;
        self.expect(Kind::LeftBrace, "`{` and the body of the proctype")?;
        while self.starts_type() {
            let name = self.variable(true)?.name;
            self.end_of_declaration()?;
            let what = format!("`{}` is not a parameter", name.text);
            let help = "make it one: its initial value is an argument of `run`";
            self.violated(Rule::Proctype, name.span, &what, help);
        }
        self.expect(Kind::Do, "`do` and the statements")?;
        let statements = self.statements()?;
        self.expect(Kind::Od, "`::` or `od`")?;
        self.eat(Kind::Semicolon);
        let what = "`}` after the `od`: a proctype ends with its loop";
        self.expect(Kind::RightBrace, what)?;
        Ok(Proctype { name, parameters, statements, span: self.since(start.span) })
    }

    fn parameters(&mut self) -> Parse<Vec<Variable>> {
        let mut parameters = Vec::new();
        if self.at(Kind::RightParen) {
            return Ok(parameters);
        }
        loop {
            parameters.push(self.variable(false)?);
            if self.at(Kind::Comma) {
                let help = "as in Promela, semicolons stand between parameters";
                return Err(self.unexpected_because("`;` or `)` after the parameter", Some(help)));
            }
            if self.eat(Kind::Semicolon).is_none() || self.at(Kind::RightParen) {
                return Ok(parameters);
            }
        }
    }

    fn init(&mut self) -> Parse<Init> {
        let start = self.bump();
        let braces = "`init { atomic { run ...; run ... } }`";
        self.expect(Kind::LeftBrace, &format!("`{{`, as in {braces}"))?;
        self.expect(Kind::Atomic, &format!("`atomic`, as in {braces}"))?;
        self.expect(Kind::LeftBrace, &format!("`{{`, as in {braces}"))?;
        let mut runs = Vec::new();
        while self.at(Kind::Run) {
            runs.push(self.run()?);
            if self.eat(Kind::Semicolon).is_none() {
                break;
            }
        }
        if runs.is_empty() {
            return Err(self.unexpected("`run` and a process"));
        }
        self.expect(Kind::RightBrace, "`;` and another `run`, or `}`")?;
        self.eat(Kind::Semicolon);
        self.expect(Kind::RightBrace, "`}` at the end of `init`")?;
        let span = self.since(start.span);
        if let Some(token) = self.eat(Kind::Semicolon) {
            let diagnostic = Diagnostic::error(token.span, "no `;` stands after `init`");
            self.note(diagnostic.help("leave it out"));
        }
        Ok(Init { runs, span })
    }

    fn run(&mut self) -> Parse<Run> {
        let start = self.bump();
        let proctype = self.name("the name of a proctype")?;
        self.expect(Kind::LeftParen, "`(` and the arguments")?;
        let arguments = if self.at(Kind::RightParen) { Vec::new() } else { self.list(Self::expr)? };
        self.expect(Kind::RightParen, "`,` or `)` after the argument")?;
        Ok(Run { proctype, arguments, span: self.since(start.span) })
    }
}
