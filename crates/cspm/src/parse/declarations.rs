//! Declarations.

use std::sync::Arc;

use super::clauses::Declared;
use syntax::{Mistake, Parse, Parsing};

use super::cursor::Parser;
use super::script::Scope;
use crate::lex::{Kind, Token};
use crate::tree::{
    Clause, Constructor, Declaration, DeclarationKind, Import, Module, Name, PatternKind,
};

impl Parser<'_> {
    /// A declaration without the end of its line.
    pub fn declaration(&mut self, scope: Scope) -> Parse<Declared> {
        let first = self.token();
        self.refuse_out_of_place(first, scope)?;
        let kind = match first.kind {
            Kind::Channel => self.channels()?,
            Kind::Datatype | Kind::Subtype => self.datatype()?,
            Kind::Nametype => self.nametype()?,
            Kind::External => self.imports(Import::External)?,
            Kind::Transparent => self.imports(Import::Transparent)?,
            Kind::Assert => {
                self.bump();
                DeclarationKind::Assertion(self.assertion()?)
            }
            Kind::Print => self.printed()?,
            Kind::Module => self.module()?,
            Kind::Instance => self.instance()?,
            Kind::Timed => self.timed(scope)?,
            Kind::Name if self.at_annotation() => self.annotation()?,
            _ => return self.definition(),
        };
        Ok(Declared::Other(Declaration { kind, span: self.since(first.span) }))
    }

    fn refuse_out_of_place(&mut self, first: Token, scope: Scope) -> Parse<()> {
        let allowed = match first.kind {
            Kind::Print => scope == Scope::Script,
            Kind::Assert => matches!(scope, Scope::Script | Scope::TimedScript),
            Kind::Channel
            | Kind::Datatype
            | Kind::Subtype
            | Kind::Nametype
            | Kind::Module
            | Kind::Instance => scope != Scope::Let,
            _ => true,
        };
        if allowed {
            return Ok(());
        }
        let place = match scope {
            Scope::Let => "between `let` and `within`",
            Scope::Module => "in a module",
            Scope::Script | Scope::TimedScript => "in a timed section",
        };
        let message = format!("`{}` cannot stand {place}", self.slice(first.span));
        Err(self.mistake(first.span, &message, "move it to the script itself"))
    }

    /// `f(p)(q) = e`, or `p = e`.
    fn definition(&mut self) -> Parse<Declared> {
        let start = self.token().span;
        if self.at(Kind::Name) && self.peek_after(1) == Kind::LeftParen {
            let name = self.own_name("a name")?;
            let mut parameters = Vec::new();
            while self.at(Kind::LeftParen) {
                parameters.push(self.parameters()?);
            }
            self.expect(Kind::Define, "`=` and the value of the function")?;
            let body = self.expression()?;
            let clause = Clause { parameters, body, span: self.since(start) };
            return Ok(Declared::Clause(name, clause));
        }
        if !self.begins_pattern() {
            return Err(self.no_declaration());
        }
        let pattern = self.pattern()?;
        if let PatternKind::Name(name) = &pattern.kind
            && !name.qualifiers.is_empty()
        {
            return Err(self.foreign_name(name));
        }
        self.expect(Kind::Define, "`=` and the value")?;
        let value = self.expression()?;
        let kind = DeclarationKind::Value { pattern, value };
        Ok(Declared::Other(Declaration { kind, span: self.since(start) }))
    }

    fn begins_pattern(&self) -> bool {
        matches!(
            self.peek(),
            Kind::Name
                | Kind::Integer
                | Kind::Minus
                | Kind::True
                | Kind::False
                | Kind::Character
                | Kind::Text
                | Kind::LeftParen
                | Kind::Less
                | Kind::LeftBrace
                | Kind::Wildcard
        )
    }

    fn no_declaration(&mut self) -> Mistake {
        let closes = match self.peek() {
            Kind::Exports | Kind::EndModule => "no module is open here",
            Kind::RightBrace | Kind::RightParen => "nothing is open here that this would close",
            _ => return self.unexpected("a declaration"),
        };
        let span = self.token().span;
        let message = format!("`{}` without its beginning", self.slice(span));
        self.mistake(span, &message, closes)
    }

    /// `(p, q)`, of a function perhaps `()`.
    fn parameters(&mut self) -> Parse<Vec<crate::tree::Pattern>> {
        self.bump();
        let is_empty = self.at(Kind::RightParen);
        let parameters = if is_empty { Vec::new() } else { self.list(Self::pattern)? };
        self.expect(Kind::RightParen, "`,` or `)` after the parameter")?;
        Ok(parameters)
    }

    /// Names, one at least.
    fn own_names(&mut self, what: &str) -> Parse<Vec<Name>> {
        self.list(|parser| parser.own_name(what))
    }

    /// Whether names and `::` stand here.
    fn at_annotation(&self) -> bool {
        let mut after = 1;
        while self.peek_after(after) == Kind::Comma && self.peek_after(after + 1) == Kind::Name {
            after += 2;
        }
        let (last, scope) = (self.token_after(after - 1), self.token_after(after));
        let next = self.token_after(after + 1);
        let qualifies = last.span.end == scope.span.start && scope.span.end == next.span.start;
        scope.kind == Kind::Scope && !(qualifies && next.kind == Kind::Name)
    }

    fn annotation(&mut self) -> Parse<DeclarationKind> {
        let names = self.own_names("a name")?;
        self.expect(Kind::Scope, "`::` and the type")?;
        Ok(DeclarationKind::Annotation { names, scheme: self.type_scheme()? })
    }

    fn channels(&mut self) -> Parse<DeclarationKind> {
        self.bump();
        let names = self.own_names("the name of a channel")?;
        let has_fields = self.eat(Kind::Colon).is_some();
        let fields = if has_fields { Some(self.expression()?) } else { None };
        Ok(DeclarationKind::Channel { names, fields })
    }

    fn datatype(&mut self) -> Parse<DeclarationKind> {
        let is_subtype = self.bump().kind == Kind::Subtype;
        let name = self.own_name("the name of the type")?;
        self.expect(Kind::Define, "`=` and the constructors")?;
        let mut constructors = vec![self.constructor(is_subtype)?];
        while self.eat(Kind::Bar).is_some() {
            constructors.push(self.constructor(is_subtype)?);
        }
        Ok(if is_subtype {
            DeclarationKind::Subtype { name, constructors }
        } else {
            DeclarationKind::Datatype { name, constructors }
        })
    }

    /// Those of a datatype are declared here, those of a subtype only used.
    fn constructor(&mut self, is_used: bool) -> Parse<Constructor> {
        let what = "a constructor";
        let name = if is_used { self.name(what)? } else { self.own_name(what)? };
        let has_fields = self.eat(Kind::Dot).is_some();
        let fields = if has_fields { Some(self.expression()?) } else { None };
        Ok(Constructor { name, fields })
    }

    fn nametype(&mut self) -> Parse<DeclarationKind> {
        self.bump();
        let name = self.own_name("the name of the set")?;
        self.expect(Kind::Define, "`=` and the set")?;
        Ok(DeclarationKind::Nametype { name, set: self.expression()? })
    }

    fn imports(&mut self, import: Import) -> Parse<DeclarationKind> {
        self.bump();
        let names = self.own_names("the name of a built-in function")?;
        Ok(DeclarationKind::Import { import, names })
    }

    fn printed(&mut self) -> Parse<DeclarationKind> {
        self.bump();
        let start = self.token().span;
        let value = self.expression()?;
        let text = self.slice(self.since(start)).to_owned();
        Ok(DeclarationKind::Print { text, value })
    }

    fn module(&mut self) -> Parse<DeclarationKind> {
        self.bump();
        let name = self.own_name("the name of the module")?;
        let parameters = if self.at(Kind::LeftParen) {
            let start = self.token().span;
            let parameters = self.parameters()?;
            if parameters.is_empty() {
                let help = "a module without parameters has no brackets";
                self.mistake(self.since(start), "no parameters", help);
            }
            parameters
        } else {
            Vec::new()
        };
        let ends_private = |kind| matches!(kind, Kind::Exports | Kind::EndModule);
        let private = self.declarations(Scope::Module, ends_private)?;
        if self.eat(Kind::Exports).is_none() {
            let mistake = self.unexpected("a declaration of the module, or `exports`");
            // The module is over, and no further mistake is due to what is missing.
            self.eat(Kind::EndModule).ok_or(mistake)?;
            let exported = Vec::new();
            let module = Module { name, parameters, private, exported };
            return Ok(DeclarationKind::Module(Arc::new(module)));
        }
        let exported = self.declarations(Scope::Module, |kind| kind == Kind::EndModule)?;
        self.expect(Kind::EndModule, "a declaration of the module, or `endmodule`")?;
        Ok(DeclarationKind::Module(Arc::new(Module { name, parameters, private, exported })))
    }

    fn instance(&mut self) -> Parse<DeclarationKind> {
        self.bump();
        let name = self.own_name("the name of the instance")?;
        self.expect(Kind::Define, "`=` and the module")?;
        let module = self.name("the name of a module")?;
        let mut arguments = Vec::new();
        if self.at(Kind::LeftParen) {
            let start = self.token().span;
            arguments = self.arguments()?;
            if arguments.is_empty() {
                let help = "an instance of a module without parameters has no brackets";
                self.mistake(self.since(start), "no arguments", help);
            }
        }
        Ok(DeclarationKind::Instance { name, module, arguments })
    }

    /// A timed section: what may stand in it is what may stand around it, but what is printed.
    fn timed(&mut self, scope: Scope) -> Parse<DeclarationKind> {
        self.bump();
        let durations = if self.at(Kind::LeftParen) {
            self.bump();
            let durations = self.bracketed(Self::expression)?;
            self.expect(Kind::RightParen, "`)` after how long events take")?;
            Some(durations)
        } else {
            None
        };
        self.skip_newlines();
        self.expect(Kind::LeftBrace, "`{` and the declarations of the timed section")?;
        let scope = if scope == Scope::Script { Scope::TimedScript } else { scope };
        let outside = std::mem::replace(&mut self.is_timed, true);
        let declarations = self.declarations(scope, |kind| kind == Kind::RightBrace)?;
        self.is_timed = outside;
        self.expect(Kind::RightBrace, "a declaration of the timed section, or `}`")?;
        Ok(DeclarationKind::Timed { durations, declarations })
    }
}
