//! What classes declare.

use diagnostics::{Diagnostic, Span};
use syntax::{Mistake, Parse, Parsing};

use super::cursor::Parser;
use crate::ast::{
    Class, ClassKind, Dimension, Group, Known, Name, Number, Routine, RoutineKind, Variable,
};
use crate::lex::Kind;

/// More dimensions than these no array needs.
const MAX_DIMENSIONS: usize = 8;

impl Parser<'_> {
    pub fn member(&mut self, class: &mut Class) -> Parse<()> {
        self.annotations();
        self.access();
        let is_abstract = self.eat(Kind::Abstract).is_some() || class.kind == ClassKind::Interface;
        self.access();
        match self.peek() {
            Kind::KnownRebecs => self.block(|parser| parser.known(&mut class.known)),
            Kind::StateVars => self.block(|parser| parser.variables(&mut class.variables)),
            Kind::MsgSrv => {
                let start = self.bump().span;
                self.routine(RoutineKind::Server, is_abstract, start, &mut class.routines)
            }
            Kind::Name | Kind::Void => {
                let start = self.token().span;
                let kind = self.routine_kind(&class.name)?;
                self.routine(kind, is_abstract, start, &mut class.routines)
            }
            _ => {
                let what = "`knownrebecs`, `statevars`, `msgsrv` or `}`";
                Err(self.unexpected(what))
            }
        }
    }

    /// Goes past the words that say who may call a method: whoever inherits it may, here.
    fn access(&mut self) {
        while self.at(Kind::Name) && matches!(self.word(), "public" | "protected" | "private") {
            self.bump();
        }
    }

    /// Whether a constructor or a method stands here.
    fn routine_kind(&mut self, class: &Name) -> Parse<RoutineKind> {
        if self.eat(Kind::Void).is_some() {
            return Ok(RoutineKind::Method(None));
        }
        if self.peek_after(1) == Kind::LeftParen && self.word() == class.text {
            return Ok(RoutineKind::Constructor);
        }
        if self.peek_after(1) == Kind::Name && self.peek_after(2) == Kind::LeftParen {
            return Ok(RoutineKind::Method(Some(self.name_or_type("the type of a method")?)));
        }
        let help = "what a rebec does is written `msgsrv name(...) { ... }`, and its variables stand in \
                    `statevars { ... }`";
        Err(self.unexpected_because("`knownrebecs`, `statevars`, `msgsrv` or `}`", Some(help)))
    }

    /// A routine; of one whose body goes wrong what is understood before.
    fn routine(
        &mut self,
        kind: RoutineKind,
        is_abstract: bool,
        start: Span,
        routines: &mut Vec<Routine>,
    ) -> Parse<()> {
        let (name, body) = match kind {
            RoutineKind::Server => {
                ("the name of a message server", "the body of the message server")
            }
            RoutineKind::Method(_) => ("the name of a method", "the body of the method"),
            RoutineKind::Constructor => ("the name of the class", "the body of the constructor"),
        };
        let name = self.name(name)?;
        let close = "`,` or `)` after the parameter";
        let parameters = self.parenthesised("`(` and the parameters", close, |parser| {
            let (ty, shared) = parser.ty("the type of a parameter")?;
            parser.variable(&ty, shared)
        })?;
        let mut statements = Vec::new();
        let understood = match is_abstract {
            true => self.expect(Kind::Semicolon, "`;`, as no body is given here").map(|_| ()),
            false => self.braced_into(&mut statements, &format!("`{{` and {body}")),
        };
        let body = (!is_abstract).then_some(statements);
        routines.push(Routine { kind, name, parameters, body, span: self.since(start) });
        understood
    }

    /// The declarations of `knownrebecs` or `statevars`.
    fn block(&mut self, mut declaration: impl FnMut(&mut Self) -> Parse<()>) -> Parse<()> {
        self.bump();
        self.expect(Kind::LeftBrace, "`{` and declarations")?;
        while self.eat(Kind::RightBrace).is_none() {
            self.annotations();
            let declared = declaration(self).and_then(|()| self.end_of_declaration());
            if declared.is_err() {
                self.skip_within(|kind| matches!(kind, Kind::Semicolon | Kind::RightBrace));
                self.eat(Kind::Semicolon);
                if self.at_member() {
                    return Err(Mistake);
                }
            }
        }
        Ok(())
    }

    /// `C x, y[i:low..high]`.
    fn known(&mut self, known: &mut Vec<Known>) -> Parse<()> {
        let class = self.name("the class of a known rebec, or `}`")?;
        let declared = self.list(|parser| {
            let name = parser.name("the name of a known rebec")?;
            let group = if parser.at(Kind::LeftBracket) { Some(parser.group()?) } else { None };
            Ok(Known { class: class.clone(), name, group })
        })?;
        known.extend(declared);
        Ok(())
    }

    /// `[i:low..high]`, or all values of the set as in `[i:1,2,3]`.
    fn group(&mut self) -> Parse<Group> {
        self.bump();
        let index = self.name("a name for the scalar set")?;
        let help = "a scalar set is declared as in `[i:1..3]`";
        if !self.at(Kind::Colon) {
            return Err(self.unexpected_because("`:` and the values of the scalar set", Some(help)));
        }
        self.bump();
        let low = self.number("the first value of the scalar set")?;
        let high = match self.peek() {
            Kind::Range => {
                self.bump();
                self.number("the last value of the scalar set")?
            }
            Kind::Comma => self.enumerated(low)?,
            _ => return Err(self.unexpected_because("`..` and the last value", Some(help))),
        };
        self.expect(Kind::RightBracket, "`]` after the values of the scalar set")?;
        Ok(Group { index, low, high })
    }

    /// The last of some values. They must follow one another: whether `1,4` is two values or four would be a guess.
    fn enumerated(&mut self, first: Number) -> Parse<Number> {
        let mut last = first;
        while self.eat(Kind::Comma).is_some() {
            let next = self.number("the next value of the scalar set")?;
            if last.value.checked_add(1) != Some(next.value) {
                let message =
                    format!("{} does not follow {} in the scalar set", next.value, last.value);
                let gap = Diagnostic::error(next.span, message).label(last.span, "");
                return Err(
                    self.note(gap.help("write the first and the last value, as in `[i:1..4]`"))
                );
            }
            last = next;
        }
        Ok(last)
    }

    /// `T v, w[i]`.
    fn variables(&mut self, variables: &mut Vec<Variable>) -> Parse<()> {
        let (ty, shared) = self.ty("the type of a variable, or `}`")?;
        let declared = self.list(|parser| {
            let variable = parser.variable(&ty, shared.clone())?;
            if parser.at(Kind::Assign) {
                let help =
                    "a variable begins with 0, `false` or `null`: assign to it in the constructor";
                return Err(parser.unexpected_because("`,` or `;` after the variable", Some(help)));
            }
            Ok(variable)
        })?;
        variables.extend(declared);
        Ok(())
    }

    /// A type, perhaps with dimensions.
    pub fn ty(&mut self, what: &str) -> Parse<(Name, Vec<Dimension>)> {
        let ty = self.name_or_type(what)?;
        Ok((ty, self.dimensions()?))
    }

    /// The name of a variable, and dimensions beside those of its type.
    pub fn variable(&mut self, ty: &Name, mut dimensions: Vec<Dimension>) -> Parse<Variable> {
        let name = self.name("the name of the variable")?;
        dimensions.extend(self.dimensions()?);
        if dimensions.len() > MAX_DIMENSIONS {
            let message = format!("too complex: an array of more than {MAX_DIMENSIONS} dimensions");
            return Err(self.note(Diagnostic::error(name.span, message)));
        }
        Ok(Variable { ty: ty.clone(), name, dimensions })
    }

    fn dimensions(&mut self) -> Parse<Vec<Dimension>> {
        let mut dimensions = Vec::new();
        while self.eat(Kind::LeftBracket).is_some() {
            let what = "a scalar set or a number of elements";
            dimensions.push(if self.at(Kind::Number) {
                Dimension::Length(self.number(what)?)
            } else {
                Dimension::Index(self.name(what)?)
            });
            self.expect(Kind::RightBracket, "`]`")?;
        }
        Ok(dimensions)
    }
}
