//! Classes, what they declare, and `main`.

use diagnostics::{Diagnostic, Span};

use super::cursor::{Mistake, Parse, Parser};
use super::foreign::Version;
use crate::ast::{Class, Dimension, Group, Known, Model, Name, Number, Rebec, Server, Variable};
use crate::lex::Kind;

impl Parser<'_> {
    pub fn model(&mut self) -> Model {
        let mut model = Model { classes: Vec::new(), rebecs: Vec::new(), end: self.last() };
        let mut main = None;
        while !self.at(Kind::End) {
            let before = self.position();
            if self.unit(&mut model, &mut main).is_err() {
                while !self.at_unit() {
                    self.bump();
                }
                if self.position() == before {
                    self.bump();
                }
            }
        }
        model
    }

    fn unit(&mut self, model: &mut Model, main: &mut Option<Span>) -> Parse<()> {
        self.annotations();
        match self.peek() {
            Kind::ReactiveClass => model.classes.push(self.class()?),
            Kind::Main => {
                let span = self.bump().span;
                if let Some(first) = main.replace(span) {
                    let twice = Diagnostic::error(span, "there are two `main`");
                    let twice = twice.label(first, "the first is here");
                    self.note(twice.help("declare all rebecs in one of them"));
                }
                self.main(&mut model.rebecs)?;
            }
            _ if self.foreign_unit() => {}
            _ => return Err(self.unexpected("`reactiveclass` or `main`", None)),
        }
        Ok(())
    }

    fn class(&mut self) -> Parse<Class> {
        self.bump();
        let name = self.name("the name of a class")?;
        self.inheritance();
        self.expect(Kind::LeftParen, "`(` and the size of the queues")?;
        let queue = self.number("how many messages the queue of a rebec holds")?;
        self.expect(Kind::RightParen, "`)` after the size of the queues")?;
        self.inheritance();
        self.expect(Kind::LeftBrace, "`{` and what the class declares")?;
        let mut class =
            Class { name, queue, known: Vec::new(), variables: Vec::new(), servers: Vec::new() };
        while self.eat(Kind::RightBrace).is_none() {
            if self.member(&mut class).is_err() {
                self.skip_member();
                if self.at_unit() {
                    return Err(Mistake);
                }
            }
        }
        Ok(class)
    }

    fn member(&mut self, class: &mut Class) -> Parse<()> {
        self.annotations();
        match self.peek() {
            Kind::KnownRebecs => self.block(|parser| parser.known(&mut class.known)),
            Kind::StateVars => self.block(|parser| parser.variables(&mut class.variables)),
            Kind::MsgSrv => {
                class.servers.push(self.server()?);
                Ok(())
            }
            Kind::Name => Err(self.method(&class.name)),
            _ => {
                let what = "`knownrebecs`, `statevars`, `msgsrv` or `}`";
                Err(self.unexpected(what, None))
            }
        }
    }

    /// Refuses a constructor or a method, whose name or type stands here.
    fn method(&mut self, class: &Name) -> Mistake {
        let start = self.token().span;
        if self.peek_after(1) == Kind::LeftParen && self.word() == class.text {
            let instead = "write `msgsrv initial(...)`, the first message of every rebec";
            self.refuse(start, "constructors are", Version::Core, Some(instead));
            return Mistake;
        }
        if self.peek_after(1) == Kind::Name && self.peek_after(2) == Kind::LeftParen {
            let instead = "write a message server, `msgsrv name(...) { ... }`";
            self.refuse(start, "methods are", Version::Core, Some(instead));
            return Mistake;
        }
        let help = "what a rebec does is written `msgsrv name(...) { ... }`, and its variables stand in \
                    `statevars { ... }`";
        self.unexpected("`knownrebecs`, `statevars`, `msgsrv` or `}`", Some(help))
    }

    /// The declarations of `knownrebecs` or `statevars`.
    fn block(&mut self, mut declaration: impl FnMut(&mut Self) -> Parse<()>) -> Parse<()> {
        self.bump();
        self.expect(Kind::LeftBrace, "`{` and declarations")?;
        while self.eat(Kind::RightBrace).is_none() {
            self.annotations();
            let declared = declaration(self).and_then(|()| self.end_of_declaration());
            if declared.is_err() {
                self.skip_to(&[Kind::Semicolon, Kind::RightBrace]);
                self.eat(Kind::Semicolon);
                if self.at_member() {
                    return Err(Mistake);
                }
            }
        }
        Ok(())
    }

    pub fn end_of_declaration(&mut self) -> Parse<()> {
        self.expect(Kind::Semicolon, "`;` after the declaration").map(|_| ())
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
            return Err(self.unexpected("`:` and the values of the scalar set", Some(help)));
        }
        self.bump();
        let low = self.number("the first value of the scalar set")?;
        let high = match self.peek() {
            Kind::Range => {
                self.bump();
                self.number("the last value of the scalar set")?
            }
            Kind::Comma => self.enumerated(low)?,
            _ => return Err(self.unexpected("`..` and the last value", Some(help))),
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
                self.note(gap.help("write the first and the last value, as in `[i:1..4]`"));
                return Err(Mistake);
            }
            last = next;
        }
        Ok(last)
    }

    /// `T v, w[i]`.
    pub fn variables(&mut self, variables: &mut Vec<Variable>) -> Parse<()> {
        let (ty, shared) = self.ty("the type of a variable, or `}`")?;
        let declared = self.list(|parser| parser.variable(&ty, shared.clone()))?;
        variables.extend(declared);
        Ok(())
    }

    /// A type, perhaps with a dimension.
    pub fn ty(&mut self, what: &str) -> Parse<(Name, Option<Dimension>)> {
        let ty = self.name_or_type(what)?;
        Ok((ty, self.dimension()?))
    }

    /// The name of a variable, and its dimension if its type has none.
    pub fn variable(&mut self, ty: &Name, shared: Option<Dimension>) -> Parse<Variable> {
        let name = self.name("the name of the variable")?;
        if shared.is_some() {
            self.no_second_dimension()?;
        }
        let dimension = if shared.is_some() { shared } else { self.dimension()? };
        Ok(Variable { ty: ty.clone(), name, dimension })
    }

    fn dimension(&mut self) -> Parse<Option<Dimension>> {
        if self.eat(Kind::LeftBracket).is_none() {
            return Ok(None);
        }
        let what = "a scalar set or a number of elements";
        let dimension = if self.at(Kind::Number) {
            Dimension::Length(self.number(what)?)
        } else {
            Dimension::Index(self.name(what)?)
        };
        self.expect(Kind::RightBracket, "`]`")?;
        self.no_second_dimension()?;
        Ok(Some(dimension))
    }

    /// Refuses what has elements, and these elements in their turn.
    pub fn no_second_dimension(&mut self) -> Parse<()> {
        if !self.at(Kind::LeftBracket) {
            return Ok(());
        }
        let span = self.token().span;
        self.refuse(span, "arrays of more than one dimension are", Version::Core, None);
        Err(Mistake)
    }

    fn server(&mut self) -> Parse<Server> {
        self.bump();
        let name = self.name("the name of a message server")?;
        let close = "`,` or `)` after the parameter";
        let parameters = self.parenthesised("`(` and the parameters", close, |parser| {
            let (ty, shared) = parser.ty("the type of a parameter")?;
            parser.variable(&ty, shared)
        })?;
        let body = self.braced("`{` and the body of the message server")?;
        Ok(Server { name, parameters, body })
    }

    fn main(&mut self, rebecs: &mut Vec<Rebec>) -> Parse<()> {
        self.expect(Kind::LeftBrace, "`{` and the rebecs")?;
        while self.eat(Kind::RightBrace).is_none() {
            self.annotations();
            if self.rebecs(rebecs).is_err() {
                self.skip_to(&[Kind::Semicolon, Kind::RightBrace]);
                self.eat(Kind::Semicolon);
                if self.at_member() {
                    return Err(Mistake);
                }
            }
        }
        Ok(())
    }

    /// `C name(known, ...):(arguments, ...);`, perhaps several with commas between them.
    fn rebecs(&mut self, rebecs: &mut Vec<Rebec>) -> Parse<()> {
        let class = self.name("the class of a rebec, or `}`")?;
        let declared = self.list(|parser| {
            let name = parser.name("the name of the rebec")?;
            let close = "`,` or `)` after the known rebec";
            let rebec = |parser: &mut Self| parser.name("the name of a known rebec");
            let known = parser.parenthesised("`(` and the known rebecs", close, rebec)?;
            let arguments = parser.initial_arguments()?;
            Ok(Rebec { class: class.clone(), name, known, arguments })
        })?;
        rebecs.extend(declared);
        self.expect(Kind::Semicolon, "`;` after the rebec").map(|_| ())
    }
}
