//! What the tree does not keep of a text, for editors: inlines, which are expanded, and names of which only the text matters.

use diagnostics::Span;

use super::Parser;
use super::quantified::is_variable;
use crate::ast::Name;
use crate::lex::{Kind, Token};
use crate::preprocess::ParameterText;

/// What the tree does not keep.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    /// The inlines that are defined.
    pub(crate) inlines: Vec<InlineText>,
    /// Where the name of an inline stands in its definition, and where in a call.
    pub(crate) calls: Vec<(Span, Span)>,
    /// Names where a type is expected.
    pub(crate) types: Vec<Name>,
    /// Kinds of `mtype` where a type is expected.
    pub(crate) kinds: Vec<Name>,
    /// The variables of quantified parts of formulas.
    pub(crate) quantified: Vec<ParameterText>,
    /// The proctypes that these range over.
    pub(crate) proctypes: Vec<Name>,
    /// Where the units of the tree stand.
    pub(crate) units: Vec<UnitPlace>,
}

/// Where a unit stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitPlace {
    /// Its first word.
    pub(crate) word: Span,
    /// All of it.
    pub(crate) whole: Span,
}

/// An inline as it is written.
#[derive(Debug)]
pub(crate) struct InlineText {
    /// Its name.
    pub(crate) name: Name,
    /// What it is given.
    pub(crate) parameters: Vec<ParameterText>,
    /// From `inline` to the `)` behind the parameters.
    pub(crate) head: Span,
    /// All of it.
    pub(crate) whole: Span,
}

impl Parser<'_> {
    /// Notes the definition of an inline, with the tokens of its parameters and of its body.
    pub(super) fn note_inline(
        &mut self,
        name: &Name,
        declared: &[Token],
        body: &[Token],
        head: Span,
        whole: Span,
    ) {
        let parameter = |(place, parameter): (usize, &Token)| {
            // Of two of one name, the first is meant.
            let is_hidden = declared[..place].iter().any(|it| it.symbol == parameter.symbol);
            let is_it =
                |token: &&Token| token.kind == Kind::Identifier && token.symbol == parameter.symbol;
            let body = if is_hidden { &[] } else { body };
            let uses = body.iter().filter(is_it).map(|token| token.span).collect();
            let name = self.text(*parameter).to_owned();
            ParameterText { name, place: parameter.span, uses }
        };
        let parameters = declared.iter().enumerate().map(parameter).collect();
        self.beside.inlines.push(InlineText { name: name.clone(), parameters, head, whole });
    }

    /// Notes the variable of a quantified part with this body.
    pub(super) fn note_quantified(&mut self, variable: Token, body: &[Token]) {
        let mut before = Kind::LeftParen;
        let mut uses = Vec::new();
        for &token in body {
            if is_variable(token, variable.symbol, before) {
                uses.push(token.span);
            }
            before = token.kind;
        }
        let name = self.text(variable).to_owned();
        self.beside.quantified.push(ParameterText { name, place: variable.span, uses });
    }
}
