//! Declarations of variables and channels.

use diagnostics::Diagnostic;
use syntax::Parse;

use super::{Known, Parser};
use crate::ast::{ChannelInitialiser, Declaration, Initialiser, Name, Type, Variable, Visibility};
use crate::lex::Kind;

impl Parser<'_> {
    /// True if a declaration starts here.
    pub(super) fn starts_declaration(&self) -> bool {
        let token = self.token();
        match token.kind {
            Kind::Hidden | Kind::Show | Kind::Local => true,
            Kind::Identifier => match self.known.get(&token.symbol) {
                Some(Known::Typedef) => true,
                Some(_) => false,
                // An unknown type: two names in one line cannot be anything else.
                None => {
                    let next = self.ahead(1);
                    next.kind == Kind::Identifier && !next.has(crate::lex::NEWLINE)
                }
            },
            kind => basic_type(kind).is_some(),
        }
    }

    /// One declaration, without the separator after it.
    pub(super) fn declaration(&mut self) -> Parse<Declaration> {
        let start = self.mark();
        let mut visibility = Visibility::Plain;
        match self.peek() {
            Kind::Hidden => visibility = Visibility::Hidden,
            Kind::Show => visibility = Visibility::Show,
            Kind::Local => visibility = Visibility::Local,
            _ => {}
        }
        if visibility != Visibility::Plain {
            self.bump();
        }
        let mark = self.mark();
        let ty = self.type_name()?;
        let ty_span = self.span_from(mark);
        let mut variables = Vec::new();
        loop {
            variables.push(self.variable(&ty)?);
            if self.eat(Kind::Comma).is_none() {
                break;
            }
            if basic_type(self.peek()).is_some() {
                let span = self.span();
                return Err(self.report(
                    Diagnostic::error(span, "a type after `,`")
                        .help("declarations are separated by `;`, variables of one type by `,`"),
                ));
            }
        }
        let span = self.span_from(start);
        Ok(Declaration { visibility, ty, ty_span, variables, span })
    }

    /// A type, with the kind of an `mtype`.
    pub(super) fn type_name(&mut self) -> Parse<Type> {
        let token = self.token();
        if token.kind == Kind::Identifier {
            self.bump();
            let name = self.name(token);
            self.beside.types.push(name.clone());
            return Ok(Type::User(name.text));
        }
        let Some(ty) = basic_type(token.kind) else {
            return Err(self.unexpected("a type"));
        };
        self.bump();
        if ty == Type::Mtype(None) && self.eat(Kind::Colon).is_some() {
            let kind = self.expect(Kind::Identifier, "the kind of the `mtype`")?;
            let name = self.name(kind);
            self.beside.kinds.push(name.clone());
            return Ok(Type::Mtype(Some(name.text)));
        }
        if ty == Type::Chan && self.at(Kind::LeftBrace) {
            let span = self.span();
            return Err(self.report(
                Diagnostic::error(span, "message types stand with the initial value of a channel")
                    .help("write `chan c = [2] of { byte }`"),
            ));
        }
        Ok(ty)
    }

    /// A name that is being declared. SPIN's lexer does not let one name be two things.
    pub(super) fn new_name(&mut self, what: &str) -> Parse<Name> {
        if self.peek() != Kind::Identifier {
            return Err(self.unexpected(&format!("the name of {what}")));
        }
        let token = self.bump();
        let Some(taken) = self.known.get(&token.symbol).map(Known::describe) else {
            return Ok(self.name(token));
        };
        let name = self.name(token);
        self.report(Diagnostic::error(
            name.span,
            format!("`{}` is already the name of {taken}", name.text),
        ));
        Ok(name)
    }

    fn variable(&mut self, ty: &Type) -> Parse<Variable> {
        let start = self.mark();
        let name = self.new_name("a variable")?;
        let span = name.span;
        let mut variable = Variable { name, width: None, length: None, initial: None, span };
        if self.eat(Kind::Colon).is_some() {
            variable.width = Some(self.operand()?);
        } else if self.eat(Kind::LeftBracket).is_some() {
            if self.at(Kind::RightBracket) {
                let span = self.span();
                return Err(self.report(
                    Diagnostic::error(
                        span,
                        format!("array `{}` needs a length", variable.name.text),
                    )
                    .help("a constant, as in `byte a[3]`"),
                ));
            }
            variable.length = Some(self.expression()?);
            self.expect(Kind::RightBracket, "`]` after the length of the array")?;
            if self.at(Kind::LeftBracket) {
                let span = self.span();
                return Err(self.report(
                    Diagnostic::error(span, "arrays have one dimension only")
                        .help("make an array of a `typedef` that holds an array"),
                ));
            }
        }
        if self.eat(Kind::Assign).is_some() {
            variable.initial = Some(self.initialiser(ty)?);
        }
        variable.span = self.span_from(start);
        Ok(variable)
    }

    fn initialiser(&mut self, ty: &Type) -> Parse<Initialiser> {
        let mark = self.mark();
        if self.eat(Kind::LeftBrace).is_some() {
            self.parens += 1;
            let mut values = Vec::new();
            loop {
                values.push(self.expression()?);
                if self.eat(Kind::Comma).is_none() {
                    break;
                }
            }
            self.parens = self.parens.saturating_sub(1);
            self.drop_separators_before_brace();
            if self.token().kind == Kind::RightBrace {
                self.bump();
            } else {
                return Err(self.unexpected("`,` or `}` in the list of initial values"));
            }
            return Ok(Initialiser::List(values, self.span_from(mark)));
        }
        if !self.at(Kind::LeftBracket) {
            return Ok(Initialiser::Value(self.expression()?));
        }
        if *ty != Type::Chan {
            let span = self.span();
            return Err(self.report(Diagnostic::error(
                span,
                "only a `chan` has a capacity and message types",
            )));
        }
        self.bump();
        let capacity = self.expression()?;
        self.expect(Kind::RightBracket, "`]` after the capacity")?;
        self.expect(Kind::Of, "`of { ... }`")?;
        self.expect(Kind::LeftBrace, "`{` and the message types")?;
        self.parens += 1;
        let mut fields = Vec::new();
        loop {
            let field = self.mark();
            if self.at(Kind::RightBrace) {
                return Err(self.unexpected("a message type"));
            }
            let ty = self.type_name()?;
            let span = self.span_from(field);
            if ty == Type::Unsigned {
                self.report(
                    Diagnostic::error(span, "`unsigned` cannot be a message type")
                        .help("use `byte` or `int`"),
                );
            }
            fields.push((ty, span));
            if self.eat(Kind::Comma).is_none() {
                break;
            }
        }
        self.parens = self.parens.saturating_sub(1);
        self.drop_separators_before_brace();
        if self.token().kind == Kind::RightBrace {
            self.bump();
        } else {
            return Err(self.unexpected("`,` or `}` in the message types"));
        }
        Ok(Initialiser::Channel(ChannelInitialiser {
            capacity,
            fields,
            span: self.span_from(mark),
        }))
    }
}

/// The basic type that a keyword names.
pub(crate) fn basic_type(kind: Kind) -> Option<Type> {
    Some(match kind {
        Kind::Bit => Type::Bit,
        Kind::Bool => Type::Bool,
        Kind::Byte => Type::Byte,
        Kind::PidType => Type::Pid,
        Kind::Short => Type::Short,
        Kind::Int => Type::Int,
        Kind::Unsigned => Type::Unsigned,
        Kind::Mtype => Type::Mtype(None),
        Kind::Chan => Type::Chan,
        _ => return None,
    })
}
