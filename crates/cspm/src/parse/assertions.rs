//! Assertions and their options.

use std::sync::Arc;

use diagnostics::{Diagnostic, Span};
use syntax::{Parse, Parsing};

use super::cursor::Parser;
use crate::lex::Kind;
use crate::tree::{
    Assertion, AssertionKind, AssertionOption, Collection, Declaration, DeclarationKind,
    Expression, ExpressionKind, Name, ProcessProperty, Script, SemanticModel, SymmetricType,
};

/// What stands in `:[..]`: its words, and what stands in brackets after them.
struct Property {
    words: String,
    model: Option<String>,
    span: Span,
}

fn semantic_model(text: &str) -> Option<SemanticModel> {
    Some(match text {
        "T" => SemanticModel::Traces,
        "F" => SemanticModel::Failures,
        "FD" => SemanticModel::FailuresDivergences,
        "V" => SemanticModel::Revivals,
        "VD" => SemanticModel::RevivalsDivergences,
        "R" => SemanticModel::Refusals,
        "RD" => SemanticModel::RefusalsDivergences,
        _ => return None,
    })
}

fn stop(span: Span) -> Expression {
    let name = Name { qualifiers: Vec::new(), text: Arc::from("STOP"), span, binding: None };
    Expression { kind: ExpressionKind::Name(name), span }
}

impl Parser<'_> {
    /// What follows `assert`.
    pub fn assertion(&mut self) -> Parse<Assertion> {
        let negated = self.eat(Kind::Not).is_some();
        let process = self.expression()?;
        let kind = match self.peek() {
            Kind::Refinement => self.refinement(process)?,
            Kind::Property => self.property_of(process)?,
            _ => {
                return Err(self.unexpected("`[T=`, `[F=`, `[FD=`, `:[deadlock free]` or the like"));
            }
        };
        Ok(Assertion { negated, kind, options: self.options()? })
    }

    fn refinement(&mut self, specification: Expression) -> Parse<AssertionKind> {
        let span = self.bump().span;
        let letters = self.slice(span).trim_matches(['[', '=']);
        let Some(model) = semantic_model(letters) else {
            return Err(self.unexpected("a refinement"));
        };
        Ok(AssertionKind::Refinement { specification, model, implementation: self.expression()? })
    }

    fn property_of(&mut self, process: Expression) -> Parse<AssertionKind> {
        let found = self.property();
        let property = match &*found.words {
            "deadlock free" => ProcessProperty::DeadlockFree,
            "livelock free" | "divergence free" => ProcessProperty::DivergenceFree,
            "deterministic" => ProcessProperty::Deterministic,
            "has trace" => {
                let model = self.model(&found)?;
                return Ok(AssertionKind::HasTrace { process, model, trace: self.trace()? });
            }
            "symmetric" => {
                self.skip_newlines();
                let types = self.list(Self::symmetric_type)?;
                return Ok(AssertionKind::Symmetric { process, types });
            }
            words => {
                let message = format!("`{words}` is not a property of processes");
                let help = "there are `deadlock free`, `divergence free`, `livelock free`, `deterministic`, `has trace` and `symmetric`; \
                    options follow these, or a refinement";
                return Err(self.mistake(found.span, &message, help));
            }
        };
        Ok(AssertionKind::Property { process, property, model: self.model(&found)? })
    }

    /// Takes `:[..]` to pieces. Words are separated by one blank, whatever stood between them.
    fn property(&mut self) -> Property {
        let span = self.bump().span;
        let inside = self.slice(span).trim_start_matches(":[").trim_end_matches(':');
        let inside = &inside[..inside.len() - 1];
        let (words, model) = match inside.split_once('[') {
            Some((words, rest)) => (words, Some(rest.trim_end().trim_end_matches(']'))),
            None => (inside, None),
        };
        let words: Vec<&str> = words
            .split(|c: char| c == '-' || c.is_whitespace())
            .filter(|w| !w.is_empty())
            .collect();
        Property { words: words.join(" "), model: model.map(|m| m.trim().to_owned()), span }
    }

    fn model(&mut self, property: &Property) -> Parse<Option<SemanticModel>> {
        let Some(text) = &property.model else { return Ok(None) };
        match semantic_model(text) {
            Some(model) => Ok(Some(model)),
            None => {
                let message = format!("there is no model `{text}`");
                Err(self.mistake(property.span, &message, "there are `[T]`, `[F]` and `[FD]`"))
            }
        }
    }

    /// `<a, b>` after `:[has trace]`.
    fn trace(&mut self) -> Parse<Vec<Expression>> {
        self.skip_newlines();
        self.eat(Kind::Colon);
        let start = self.token().span;
        if !self.at(Kind::Less) {
            return Err(self.unexpected("`<` and the events of the trace"));
        }
        match self.sequence()? {
            ExpressionKind::Sequence(Collection::Elements(events, statements))
                if statements.is_empty() =>
            {
                Ok(events)
            }
            _ => {
                let span = self.since(start);
                let help = "write `<a, b, c>`";
                Err(self.mistake(span, "the events of a trace are listed one by one", help))
            }
        }
    }

    fn options(&mut self) -> Parse<Vec<AssertionOption>> {
        let mut options: Vec<AssertionOption> = Vec::new();
        while self.at(Kind::Property) {
            let span = self.token().span;
            let option = self.option()?;
            let same = |other: &AssertionOption| {
                std::mem::discriminant(other) == std::mem::discriminant(&option)
            };
            if options.iter().any(same) {
                let diagnostic = Diagnostic::error(span, "the same option a second time");
                return Err(self.note(diagnostic));
            }
            options.push(option);
        }
        Ok(options)
    }

    fn option(&mut self) -> Parse<AssertionOption> {
        let found = self.property();
        match (&*found.words, found.model.as_deref()) {
            ("tau priority" | "tau priority over", None) => {
                self.skip_newlines();
                Ok(AssertionOption::TauPriority(self.expression()?))
            }
            ("partial order reduce", None | Some("precise" | "hybrid" | "fast")) => {
                Ok(AssertionOption::PartialOrderReduce)
            }
            ("symmetry reduce", None) => {
                let is_chosen = self.at(Kind::Name);
                let types = if is_chosen { self.list(Self::symmetric_type)? } else { Vec::new() };
                Ok(AssertionOption::SymmetryReduce(types))
            }
            (words, model) => {
                let in_brackets = model.map_or(String::new(), |model| format!(" [{model}]"));
                let message = format!("`{words}{in_brackets}` is not an option of assertions");
                let help = "there are `tau priority`, `partial order reduce` and `symmetry reduce`";
                Err(self.mistake(found.span, &message, help))
            }
        }
    }

    /// Datatypes and nothing else, as an assertion of which the rest is trivial.
    pub fn symmetric_types(&mut self) -> Script {
        let span = self.token().span;
        let declarations = self.only_types().map(|types| {
            let kind = AssertionKind::Refinement {
                specification: stop(span),
                model: SemanticModel::Traces,
                implementation: stop(span),
            };
            let options = vec![AssertionOption::SymmetryReduce(types)];
            let assertion = Assertion { negated: false, kind, options };
            vec![Declaration { kind: DeclarationKind::Assertion(assertion), span }]
        });
        Script { declarations: declarations.unwrap_or_default(), processes: Default::default() }
    }

    fn only_types(&mut self) -> Parse<Vec<SymmetricType>> {
        self.skip_newlines();
        let types = self.list(Self::symmetric_type)?;
        self.skip_newlines();
        match self.at(Kind::End) {
            true => Ok(types),
            false => Err(self.unexpected("`,` and another datatype, or the end of the text")),
        }
    }

    /// `T` or `diff(T, {| A, B |})`.
    fn symmetric_type(&mut self) -> Parse<SymmetricType> {
        let name = self.name("a datatype, or `diff(T, {| A, B |})`")?;
        if !self.at(Kind::LeftParen) {
            return Ok(SymmetricType { name, without: Vec::new() });
        }
        if name.qualifiers.is_empty() && &*name.text == "diff" {
            self.bump();
            return self.difference();
        }
        let help = "write `T`, or `diff(T, {| A, B |})` without some constructors";
        Err(self.mistake(name.span, "this is not a type to be reduced", help))
    }

    fn difference(&mut self) -> Parse<SymmetricType> {
        let name = self.name("a datatype")?;
        self.expect(Kind::Comma, "`,` and the constructors that are left out")?;
        self.expect(Kind::LeftProductions, "`{|` and the constructors that are left out")?;
        let without = self.list(|parser| parser.name("a constructor"))?;
        self.expect(Kind::RightProductions, "`,` or `|}` after the constructor")?;
        self.expect(Kind::RightParen, "`)`")?;
        Ok(SymmetricType { name, without })
    }
}
