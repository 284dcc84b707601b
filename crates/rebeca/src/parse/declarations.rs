//! What stands beside classes, and `main`.

use diagnostics::{Diagnostic, Span};
use syntax::{Mistake, Parse, Parsing};

use super::cursor::Parser;
use crate::ast::{Class, ClassKind, Constant, Model, Name, Rebec};
use crate::lex::Kind;

impl Parser<'_> {
    pub fn model(&mut self) -> Model {
        let mut model = Model {
            constants: Vec::new(),
            classes: Vec::new(),
            rebecs: Vec::new(),
            asks_senders: false,
            created: Vec::new(),
            end: self.end_of_text(),
        };
        let mut main = None;
        while !self.at(Kind::End) {
            let before = self.mark();
            if self.unit(&mut model, &mut main).is_err() {
                while !self.at_unit() {
                    self.bump();
                }
                if !self.mark().is_after(before) {
                    self.bump();
                }
            }
        }
        model.asks_senders = self.asks_senders;
        model.created = std::mem::take(&mut self.created);
        model
    }

    fn unit(&mut self, model: &mut Model, main: &mut Option<Span>) -> Parse<()> {
        self.annotations();
        match self.peek() {
            Kind::ReactiveClass => self.class(ClassKind::Concrete, &mut model.classes)?,
            Kind::Abstract if self.peek_after(1) == Kind::ReactiveClass => {
                self.bump();
                self.class(ClassKind::Abstract, &mut model.classes)?;
            }
            Kind::Interface => self.class(ClassKind::Interface, &mut model.classes)?,
            Kind::Main => {
                let span = self.bump().span;
                if let Some(first) = main.replace(span) {
                    let twice = Diagnostic::error(span, "there are two `main`");
                    let twice = twice.label(first, "the first is here");
                    self.note(twice.help("declare all rebecs in one of them"));
                }
                self.main(&mut model.rebecs)?;
            }
            Kind::Name if self.word() == "env" => self.constant(&mut model.constants)?,
            _ if self.foreign_unit() => {}
            _ => return Err(self.unexpected("`reactiveclass` or `main`")),
        }
        Ok(())
    }

    /// `env T name = value, other = value;`.
    fn constant(&mut self, constants: &mut Vec<Constant>) -> Parse<()> {
        let start = self.bump().span;
        let ty = self.name_or_type("the type of the constant")?;
        let help = "a constant is a single value, as in `env int n = 3;`";
        if self.at(Kind::LeftBracket) {
            return Err(self.unexpected_because("the name of the constant", Some(help)));
        }
        let declared = self.list(|parser| {
            let name = parser.name("the name of the constant")?;
            parser.expect(Kind::Assign, "`=` and the value of the constant")?;
            let value = parser.expr()?;
            Ok(Constant { ty: ty.clone(), name, value, span: parser.since(start) })
        })?;
        constants.extend(declared);
        self.end_of_declaration()
    }

    /// A class; of one that goes wrong what is understood before.
    fn class(&mut self, kind: ClassKind, classes: &mut Vec<Class>) -> Parse<()> {
        let start = self.bump().span;
        let name = self.name("the name of a class")?;
        let mut class = Class {
            kind,
            name,
            queue: None,
            extends: None,
            implements: Vec::new(),
            known: Vec::new(),
            variables: Vec::new(),
            routines: Vec::new(),
            span: start,
        };
        let understood = self.heading_and_members(&mut class);
        class.span = self.since(start);
        classes.push(class);
        understood
    }

    fn heading_and_members(&mut self, class: &mut Class) -> Parse<()> {
        self.inheritance(class)?;
        if class.kind != ClassKind::Interface {
            self.expect(Kind::LeftParen, "`(` and the size of the queues")?;
            let what = "how many messages the queue of a rebec holds";
            class.queue = Some(self.number(what)?);
            self.expect(Kind::RightParen, "`)` after the size of the queues")?;
            self.inheritance(class)?;
        }
        self.expect(Kind::LeftBrace, "`{` and the declarations of the class")?;
        while self.eat(Kind::RightBrace).is_none() {
            if self.member(class).is_err() {
                self.skip_member();
                if self.at_unit() {
                    return Err(Mistake);
                }
            }
        }
        Ok(())
    }

    /// `extends C` and `implements I, J`, if they stand here.
    fn inheritance(&mut self, class: &mut Class) -> Parse<()> {
        loop {
            if self.eat(Kind::Extends).is_some() {
                let parents = self.list(|parser| parser.name("the class to extend"))?;
                let mut parents = parents.into_iter();
                if class.kind != ClassKind::Interface {
                    class.extends = class.extends.take().or(parents.next());
                }
                if class.kind == ClassKind::Interface {
                    class.implements.extend(parents);
                } else if let Some(second) = parents.next() {
                    let message = "a class extends one other";
                    let help = "write `implements` for interfaces";
                    self.note(Diagnostic::error(second.span, message).help(help));
                }
            } else if self.eat(Kind::Implements).is_some() {
                class.implements.extend(self.list(|parser| parser.name("an interface"))?);
            } else {
                return Ok(());
            }
        }
    }

    pub fn end_of_declaration(&mut self) -> Parse<()> {
        self.expect(Kind::Semicolon, "`;` after the declaration").map(|_| ())
    }

    fn main(&mut self, rebecs: &mut Vec<Rebec>) -> Parse<()> {
        self.expect(Kind::LeftBrace, "`{` and the rebecs")?;
        while self.eat(Kind::RightBrace).is_none() {
            self.annotations();
            if self.rebecs(rebecs).is_err() {
                self.skip_within(|kind| matches!(kind, Kind::Semicolon | Kind::RightBrace));
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
            let rebec = |parser: &mut Self| -> Parse<Name> {
                parser.annotations();
                parser.name("the name of a known rebec")
            };
            let known = parser.parenthesised("`(` and the known rebecs", close, rebec)?;
            let arguments = parser.initial_arguments()?;
            let span = parser.since(class.span);
            Ok(Rebec { class: class.clone(), name, known, arguments, span })
        })?;
        rebecs.extend(declared);
        self.expect(Kind::Semicolon, "`;` after the rebec").map(|_| ())
    }
}
