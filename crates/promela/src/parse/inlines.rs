//! Inlines: their definitions are kept as tokens, and every call is expanded on tokens.
//!
//! SPIN puts the text of each argument wherever the parameter's name stands in the body and reads
//! the result as if it had been written there. So an argument `x + 1` in `a * 2` gives `x + 1 * 2`,
//! and a parameter may be used as a label. (SPIN also forgets the blanks in arguments and refuses
//! some clashes of names; here the tokens stay apart and all parameters are replaced at once.)

use std::rc::Rc;

use diagnostics::{Diagnostic, Span};
use syntax::Parse;

use super::cursor::Cursor;

use super::{Known, Parser};
use crate::ast::{LValue, Name, StatementKind};
use crate::lex::{Kind, NEWLINE, SPACE, Symbol, Token};
use crate::preprocess::{MAX_TEXT, count};

/// How many tokens all inlines together may expand to.
const MAX_EXPANDED: usize = 500_000;

/// An inline, as defined.
#[derive(Debug)]
pub(super) struct InlineDefinition {
    name: Name,
    parameters: Vec<Symbol>,
    /// From `{` to `}`, and an `Eof`.
    body: Rc<[Token]>,
}

/// A call that is being expanded.
pub(super) struct Call {
    pub(super) span: Span,
    symbol: Symbol,
    pub(super) text: String,
}

/// The variable `x` of a call `x = f()`, and how long it is.
#[derive(Clone)]
pub(super) struct ReturnTarget {
    pub(super) lvalue: LValue,
    pub(super) tokens: usize,
    pub(super) text: usize,
}

impl Parser<'_> {
    /// `inline f(a, b) { ... }`.
    pub(super) fn inline_definition(&mut self) -> Parse<()> {
        let start = self.mark();
        self.bump();
        let token = self.token();
        let name = if let Some(Known::Inline(old)) = self.known(token.kind, token.symbol) {
            let old = old.name.span;
            self.bump();
            let name = self.name(token);
            self.report(
                Diagnostic::error(name.span, format!("inline `{}` is defined twice", name.text))
                    .label(old, "first defined here"),
            );
            name
        } else {
            self.new_name("an inline")?
        };
        self.expect(Kind::LeftParen, "`(` and the parameters")?;
        let mut parameters: Vec<Symbol> = Vec::new();
        let mut declared: Vec<Token> = Vec::new();
        while !self.at(Kind::RightParen) {
            if super::declarations::basic_type(self.peek()).is_some() {
                let span = self.bump().span;
                self.report(
                    Diagnostic::error(span, "the parameters of an inline have no types")
                        .help("write their names only, with `,` between them"),
                );
            }
            let parameter = self.expect(Kind::Identifier, "the name of a parameter")?;
            if parameters.len() >= 256 {
                let span = parameter.span;
                return Err(
                    self.report(Diagnostic::error(span, "this inline has too many parameters"))
                );
            }
            if parameters.contains(&parameter.symbol) {
                let text = self.text(parameter).to_owned();
                let message = format!("inline `{}` has two parameters named `{text}`", name.text);
                self.warn(Diagnostic::warning(parameter.span, message));
            }
            parameters.push(parameter.symbol);
            declared.push(parameter);
            if self.eat(Kind::Comma).is_none() && !self.at(Kind::RightParen) {
                return Err(self.unexpected("`,` or `)` after a parameter"));
            }
        }
        self.bump();
        let head = self.span_from(start);
        let open = self.token();
        if open.kind != Kind::LeftBrace {
            return Err(self.unexpected(&format!("`{{` and the body of inline `{}`", name.text)));
        }
        let mark = self.mark();
        let mut depth = 0_usize;
        loop {
            match self.token().kind {
                Kind::LeftBrace => depth += 1,
                Kind::RightBrace => depth -= 1,
                Kind::Eof => {
                    let line = self.line(open.span);
                    let span = self.span();
                    return Err(self.report(
                        Diagnostic::error(
                            span,
                            format!("missing `}}` for the `{{` at line {line}"),
                        )
                        .label(open.span, format!("the body of inline `{}`", name.text)),
                    ));
                }
                _ => {}
            }
            self.bump();
            if depth == 0 {
                break;
            }
        }
        let mut body = self.tokens_from(mark);
        let whole = self.span_from(start);
        self.note_inline(&name, &declared, &body, head, whole);
        let end = self.after_previous();
        let symbol = self.interner.intern("");
        body.push(Token { kind: Kind::Eof, symbol, span: end, place: end, flags: NEWLINE });
        let definition = InlineDefinition { name, parameters, body: body.into() };
        self.known.insert(token.symbol, Known::Inline(Rc::new(definition)));
        Ok(())
    }

    /// A call, with the variable that takes its value if there is one.
    pub(super) fn call(&mut self, target: Option<ReturnTarget>) -> Parse<StatementKind> {
        let mark = self.mark();
        let token = self.bump();
        let name = self.name(token);
        let Some(Known::Inline(definition)) = self.known.get(&token.symbol).cloned() else {
            return Err(self.unexpected("an inline"));
        };
        self.beside.calls.push((definition.name.span, name.span));
        if !self.at(Kind::LeftParen) {
            return Err(
                self.unexpected(&format!("`(` and the arguments of inline `{}`", name.text))
            );
        }
        self.bump();
        let mut arguments: Vec<Vec<Token>> = Vec::new();
        let mut values = Vec::new();
        while !self.at(Kind::RightParen) {
            let start = self.mark();
            values.push(self.nested(Self::expression)?);
            arguments.push(self.tokens_from(start));
            if self.eat(Kind::Comma).is_none() && !self.at(Kind::RightParen) {
                return Err(self.unexpected("`,` or `)` after an argument"));
            }
        }
        self.bump();
        let span = self.span_from(mark);
        let expected = definition.parameters.len();
        if arguments.len() != expected {
            let message = format!(
                "inline `{}` takes {}, {} given",
                name.text,
                count(expected, "argument"),
                arguments.len()
            );
            return Err(self.report(
                Diagnostic::error(span, message).label(definition.name.span, "defined here"),
            ));
        }
        if self.calls.iter().any(|call| call.symbol == token.symbol) {
            return Err(self.report(
                Diagnostic::error(span, format!("inline `{}` calls itself", name.text))
                    .help("an inline is expanded where it is called: it cannot be recursive"),
            ));
        }
        let tokens = self.expand(&definition, &arguments, span)?;
        let body = self.expanded_body(tokens, token.symbol, span, target)?;
        // As after a `}`: no separator is needed.
        self.pretend_previous(Kind::RightBrace);
        Ok(StatementKind::Inline { name, arguments: values, body })
    }

    /// The body with the arguments in place.
    fn expand(
        &mut self,
        definition: &InlineDefinition,
        arguments: &[Vec<Token>],
        site: Span,
    ) -> Parse<Rc<[Token]>> {
        let mut tokens = Vec::with_capacity(definition.body.len());
        for &token in definition.body.iter() {
            let position = (token.kind == Kind::Identifier)
                .then(|| definition.parameters.iter().position(|&p| p == token.symbol))
                .flatten();
            let Some(argument) = position.and_then(|p| arguments.get(p)) else {
                self.charge_expansion(1, self.text(token).len(), site)?;
                tokens.push(token);
                continue;
            };
            for (index, &part) in argument.iter().enumerate() {
                self.charge_expansion(1, self.text(part).len(), site)?;
                let part = part.without(NEWLINE);
                let part = if index == 0 { part.without(SPACE).with(token.flags) } else { part };
                tokens.push(Token { place: token.place, ..part });
            }
        }
        Ok(tokens.into())
    }

    /// Parses an expanded body.
    fn expanded_body(
        &mut self,
        tokens: Rc<[Token]>,
        symbol: Symbol,
        span: Span,
        target: Option<ReturnTarget>,
    ) -> Parse<Vec<crate::ast::Step>> {
        let text = self.interner.text(symbol).to_owned();
        let cursor = std::mem::replace(&mut self.cursor, Cursor::new(tokens));
        let return_target = std::mem::replace(&mut self.return_target, target);
        let open = std::mem::take(&mut self.open);
        let parens = std::mem::take(&mut self.parens);
        self.calls.push(Call { span, symbol, text });
        let result = self.braced("inline");
        self.calls.pop();
        self.cursor = cursor;
        self.return_target = return_target;
        self.open = open;
        self.parens = parens;
        Ok(result?.0)
    }

    /// Charges text that an expansion makes to the limits on the size of a model.
    pub(super) fn charge_expansion(&mut self, tokens: usize, text: usize, site: Span) -> Parse<()> {
        self.expanded += tokens;
        self.expanded_text += text;
        if self.expanded > MAX_EXPANDED || self.expanded_text > MAX_TEXT {
            return Err(self.halt(Diagnostic::error(
                site,
                "the inlines of this model expand to too much text",
            )));
        }
        Ok(())
    }
}
