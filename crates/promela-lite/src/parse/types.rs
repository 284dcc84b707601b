//! Types.

use syntax::{Parse, Parsing};

use super::cursor::Parser;
use crate::ast::{TypeKind, TypeText};
use crate::lex::Kind;

/// How deep types may be nested.
const MAX_NESTING: usize = 64;

impl Parser<'_> {
    pub fn starts_type(&self) -> bool {
        matches!(self.peek(), Kind::Int | Kind::Pid | Kind::Chan | Kind::Rec)
    }

    pub fn ty(&mut self) -> Parse<TypeText> {
        self.nested("types", MAX_NESTING, Self::nested_type)
    }

    fn nested_type(&mut self) -> Parse<TypeText> {
        let start = self.token();
        let kind = match start.kind {
            Kind::Int => {
                self.bump();
                TypeKind::Int
            }
            Kind::Pid => {
                self.bump();
                TypeKind::Pid
            }
            Kind::Chan => {
                self.bump();
                TypeKind::Channel(self.fields()?)
            }
            Kind::Rec => {
                self.bump();
                let name = self.name("a name for the type after `rec`")?;
                self.expect(Kind::Dot, "`.` after the name of the type")?;
                TypeKind::Recursive(name, Box::new(self.ty()?))
            }
            Kind::Name => TypeKind::Bound(self.name("a type")?),
            _ => {
                let help = "types are `int`, `pid`, `chan{...}` and `rec X . chan{...}`";
                return Err(self.unexpected_because("a type", Some(help)));
            }
        };
        Ok(TypeText { kind, span: self.since(start.span) })
    }

    /// `{T, ...}`.
    pub fn fields(&mut self) -> Parse<Vec<TypeText>> {
        self.expect(Kind::LeftBrace, "`{` and the types of the fields of a message")?;
        let fields = self.list(Self::ty)?;
        self.expect(Kind::RightBrace, "`,` or `}` after the type of a field")?;
        Ok(fields)
    }
}
