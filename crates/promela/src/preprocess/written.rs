//! What macros there are and where they are used, for editors.

use std::collections::HashMap;

use diagnostics::Span;

use super::Preprocessor;
use super::macros::Macro;
use crate::lex::{Kind, Token};

/// A macro as it is defined in a text.
#[derive(Debug)]
pub(crate) struct MacroText {
    /// Its name.
    pub(crate) name: String,
    /// Where that stands in the definition.
    pub(crate) place: Span,
    /// From the `#` to the end of the definition.
    pub(crate) whole: Span,
    /// Its parameters.
    pub(crate) parameters: Vec<ParameterText>,
    /// Where it is expanded, and where it is asked whether it is defined.
    pub(crate) uses: Vec<Span>,
}

/// A parameter of a macro or of an inline.
#[derive(Debug)]
pub(crate) struct ParameterText {
    /// Its name.
    pub(crate) name: String,
    /// Where it is declared.
    pub(crate) place: Span,
    /// Where it stands in the body.
    pub(crate) uses: Vec<Span>,
}

/// The macros that the texts define.
#[derive(Debug, Default)]
pub(crate) struct MacroTexts {
    macros: Vec<MacroText>,
    /// Their numbers by where they are defined.
    known: HashMap<Span, usize>,
    /// Names that were no macros when it was asked whether they are.
    asked: Vec<(String, Span)>,
}

impl MacroTexts {
    /// All macros. A name that was asked for before it was defined, as that of a file that is to be included once, is a use of its
    /// first definition.
    pub(crate) fn into_macros(mut self) -> Vec<MacroText> {
        let mut first: HashMap<&str, usize> = HashMap::new();
        for (number, defined) in self.macros.iter().enumerate() {
            first.entry(&defined.name).or_insert(number);
        }
        let of = |(name, span): &(String, Span)| Some((*first.get(name.as_str())?, *span));
        let uses: Vec<(usize, Span)> = self.asked.iter().filter_map(of).collect();
        for (number, span) in uses {
            self.macros[number].uses.push(span);
        }
        self.macros
    }
}

impl Preprocessor<'_> {
    /// Notes the macro that a `#define` has defined, given its `#` and what follows the word.
    pub(super) fn note_definition(&mut self, hash: Token, line: &[Token]) {
        let Some((name, rest)) = line.split_first() else { return };
        let Some(definition) = self.macros.get(&name.symbol) else { return };
        let Some(written) = &mut self.written else { return };
        if definition.defined != name.span || written.known.contains_key(&name.span) {
            return;
        }
        let has_parameters = definition.parameters.is_some();
        let end = rest.iter().position(|token| token.kind == Kind::RightParen);
        let end = end.filter(|_| has_parameters).unwrap_or(0);
        let (head, body) = rest.split_at(end);
        let mut parameters: Vec<ParameterText> = Vec::new();
        for parameter in head.iter().filter(|token| token.kind == Kind::Identifier) {
            let is_it = |token: &&Token| token.symbol == parameter.symbol;
            let uses = body.iter().filter(is_it).map(|token| token.span).collect();
            let name = self.interner.text(parameter.symbol).to_owned();
            parameters.push(ParameterText { name, place: parameter.span, uses });
        }
        written.known.insert(name.span, written.macros.len());
        written.macros.push(MacroText {
            name: self.interner.text(name.symbol).to_owned(),
            place: name.span,
            whole: hash.span.to(rest.last().unwrap_or(name).span),
            parameters,
            uses: Vec::new(),
        });
    }

    /// Notes that a macro is used at a place.
    pub(super) fn note_use(&mut self, definition: &Macro, span: Span) {
        let Some(written) = &mut self.written else { return };
        if let Some(&number) = written.known.get(&definition.defined) {
            written.macros[number].uses.push(span);
        }
    }

    /// Notes that it is asked whether a name is that of a macro, or that it shall be no longer.
    pub(super) fn note_asked(&mut self, name: Token) {
        if let Some(definition) = self.macros.get(&name.symbol).cloned() {
            return self.note_use(&definition, name.span);
        }
        let Some(written) = &mut self.written else { return };
        written.asked.push((self.interner.text(name.symbol).to_owned(), name.span));
    }
}
