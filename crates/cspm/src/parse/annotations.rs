//! Types that are written down: `f :: Eq a => (a) -> Bool`.

use diagnostics::{Diagnostic, Span};
use syntax::{Parse, Parsing};

use super::cursor::Parser;
use crate::lex::Kind;
use crate::tree::{AnnotatedKind, AnnotatedType, Name, TypeScheme};

/// What variables may be asked to be.
const CONSTRAINTS: [&str; 6] = ["Complete", "Eq", "Inputable", "Ord", "Set", "Yieldable"];
/// The type of maps, if it is not written in brackets.
const MAP: &str = "Map";

impl Parser<'_> {
    pub fn type_scheme(&mut self) -> Parse<TypeScheme> {
        let constraints = if self.at_constraint(0) {
            vec![self.constraint()?]
        } else if self.at(Kind::LeftParen) && self.at_constraint(1) {
            self.bump();
            let constraints = self.list(Self::constraint)?;
            self.expect(Kind::RightParen, "`,` or `)` after the constraint")?;
            constraints
        } else {
            Vec::new()
        };
        if !constraints.is_empty() {
            self.expect(Kind::Dotable, "`=>` and the type")?;
        }
        Ok(TypeScheme { constraints, annotated: self.annotated()? })
    }

    /// Whether two names stand so many tokens after the current one, the first not being that of maps.
    fn at_constraint(&self, from: usize) -> bool {
        let first = self.token_after(from);
        first.kind == Kind::Name
            && self.peek_after(from + 1) == Kind::Name
            && self.slice(first.span) != MAP
    }

    fn constraint(&mut self) -> Parse<(Name, Name)> {
        let constraint = self.own_name("a constraint")?;
        if !CONSTRAINTS.contains(&&*constraint.text) {
            let message = format!("there is no constraint `{constraint}`");
            let help = format!("there are `{}`", CONSTRAINTS.join("`, `"));
            return Err(self.mistake(constraint.span, &message, &help));
        }
        Ok((constraint, self.own_name("a variable")?))
    }

    fn annotated(&mut self) -> Parse<AnnotatedType> {
        self.deeper(Self::function_type)
    }

    /// `(t, u) -> v`, or what binds more tightly.
    fn function_type(&mut self) -> Parse<AnnotatedType> {
        let start = self.token().span;
        let first = if self.at(Kind::LeftParen) {
            let parameters = self.types_in_parentheses()?;
            if self.eat(Kind::Arrow).is_some() {
                let kind = AnnotatedKind::Function(parameters, Box::new(self.annotated()?));
                return self.made_type(kind, start);
            }
            self.tuple_type(parameters, start)?
        } else {
            self.type_atom()?
        };
        let dotted = self.dotted_after(first, start)?;
        let from = self.dotable_after(dotted, start)?;
        if self.at(Kind::Arrow) {
            let help = "the parameters of a function stand in brackets: `(a) -> b`";
            return Err(self.mistake(from.span, "parameters without brackets", help));
        }
        Ok(from)
    }

    fn made_type(&mut self, kind: AnnotatedKind, start: Span) -> Parse<AnnotatedType> {
        self.grow()?;
        Ok(AnnotatedType { kind, span: self.since(start) })
    }

    fn types_in_parentheses(&mut self) -> Parse<Vec<AnnotatedType>> {
        self.bump();
        let is_empty = self.at(Kind::RightParen);
        let types = if is_empty { Vec::new() } else { self.list(Self::annotated)? };
        self.expect(Kind::RightParen, "`,` or `)` after the type")?;
        Ok(types)
    }

    /// What types in parentheses are if they are no parameters.
    fn tuple_type(&mut self, mut types: Vec<AnnotatedType>, start: Span) -> Parse<AnnotatedType> {
        match types.pop() {
            None => {
                let diagnostic = Diagnostic::error(self.since(start), "there are no empty tuples");
                Err(self.note(diagnostic.help("`()` is written before `->` only")))
            }
            Some(only) if types.is_empty() => Ok(only),
            last => {
                types.extend(last);
                self.made_type(AnnotatedKind::Tuple(types), start)
            }
        }
    }

    /// `t => u` or `t =>* u`, to the right, or what binds more tightly.
    fn dotable_type(&mut self) -> Parse<AnnotatedType> {
        let start = self.token().span;
        let from = self.dotted_type()?;
        self.dotable_after(from, start)
    }

    fn dotable_after(&mut self, from: AnnotatedType, start: Span) -> Parse<AnnotatedType> {
        let make: fn(_, _) -> AnnotatedKind = match self.peek() {
            Kind::Dotable => AnnotatedKind::Dotable,
            Kind::Extendable => AnnotatedKind::Extendable,
            _ => return Ok(from),
        };
        self.bump();
        let to = self.deeper(Self::dotable_type)?;
        self.made_type(make(Box::new(from), Box::new(to)), start)
    }

    /// `t.u`, to the right, or an atom.
    fn dotted_type(&mut self) -> Parse<AnnotatedType> {
        let start = self.token().span;
        let first = self.type_atom()?;
        self.dotted_after(first, start)
    }

    fn dotted_after(&mut self, first: AnnotatedType, start: Span) -> Parse<AnnotatedType> {
        if self.eat(Kind::Dot).is_none() {
            return Ok(first);
        }
        let rest = self.deeper(Self::dotted_type)?;
        self.made_type(AnnotatedKind::Dot(Box::new(first), Box::new(rest)), start)
    }

    fn type_atom(&mut self) -> Parse<AnnotatedType> {
        let start = self.token().span;
        let kind = match self.peek() {
            Kind::Name if self.slice(start) == MAP => {
                self.bump();
                let key = Box::new(self.deeper(Self::type_atom)?);
                AnnotatedKind::Map(key, Box::new(self.deeper(Self::type_atom)?))
            }
            Kind::Name => AnnotatedKind::Name(self.name("a type")?),
            Kind::LeftBrace => {
                self.bump();
                let element = Box::new(self.annotated()?);
                self.expect(Kind::RightBrace, "`}` after the type of the elements")?;
                AnnotatedKind::Set(element)
            }
            Kind::Less => {
                self.bump();
                let element = Box::new(self.annotated()?);
                self.expect(Kind::Greater, "`>` after the type of the elements")?;
                AnnotatedKind::Sequence(element)
            }
            Kind::LeftMap => {
                self.bump();
                let key = Box::new(self.deeper(Self::dotted_type)?);
                self.expect(Kind::Dotable, "`=>` and the type of the values")?;
                let value = Box::new(self.annotated()?);
                self.expect(Kind::RightMap, "`|)` after the type of the values")?;
                AnnotatedKind::Map(key, value)
            }
            Kind::LeftParen => {
                let types = self.types_in_parentheses()?;
                return self.tuple_type(types, start);
            }
            _ => return Err(self.unexpected("a type")),
        };
        self.made_type(kind, start)
    }
}
