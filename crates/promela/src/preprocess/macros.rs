//! Macro definitions, and putting arguments into a macro's body.

use std::cell::Cell;
use std::rc::Rc;

use diagnostics::{Diagnostic, Span};

use super::Preprocessor;
use crate::habits::COMMAND_LINE;
use crate::lex::{self, Kind, LINE_START, NEWLINE, SPACE, Symbol, Token};

/// The longest text that `#` and `##` may make.
const MAX_MADE_TEXT: usize = 1 << 20;

/// A macro.
#[derive(Debug)]
pub(super) struct Macro {
    pub(super) name: Symbol,
    /// The parameters of a function-like macro.
    pub(super) parameters: Option<Parameters>,
    body: Vec<Token>,
    /// How many of its expansions are being read.
    pub(super) active: Cell<u32>,
    pub(super) defined: Span,
}

/// The parameters of a function-like macro.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parameters {
    pub(super) names: Vec<Symbol>,
    /// Whether the last one takes all arguments that are left, with their commas.
    pub(super) is_variadic: bool,
}

impl Parameters {
    /// The place of the one that takes all arguments that are left.
    pub(super) fn variadic(&self) -> Option<usize> {
        self.names.len().checked_sub(1).filter(|_| self.is_variadic)
    }
}

/// An argument of a macro call.
pub(super) struct Argument {
    /// As written.
    pub(super) raw: Vec<Token>,
    /// With its macros expanded; made when first needed.
    expanded: Option<Rc<[Token]>>,
    /// Whether it is left out altogether: the last one of a variadic macro.
    pub(super) is_omitted: bool,
}

impl Argument {
    pub(super) fn new(raw: Vec<Token>) -> Self {
        Self { raw, expanded: None, is_omitted: false }
    }

    pub(super) fn omitted() -> Self {
        Self { is_omitted: true, ..Self::new(Vec::new()) }
    }
}

impl Preprocessor<'_> {
    /// Obeys `#define`, given the tokens after it.
    pub(super) fn define(&mut self, hash: Token, line: &[Token]) {
        let Some((&name, rest)) = line.split_first() else {
            self.report(Diagnostic::error(hash.span, "`#define` needs the name of a macro"));
            return;
        };
        if name.kind != Kind::Identifier {
            let text = self.interner.text(name.symbol).to_owned();
            self.report(Diagnostic::error(
                name.span,
                format!("`{text}` cannot be the name of a macro"),
            ));
            return;
        }
        if self.interner.text(name.symbol) == "defined" {
            self.report(Diagnostic::error(name.span, "`defined` cannot be the name of a macro"));
            return;
        }
        let (parameters, body) = match rest.first() {
            Some(paren) if paren.kind == Kind::LeftParen && !paren.has(SPACE) => {
                let Some((parameters, body)) = self.parameters(name, &rest[1..]) else { return };
                (Some(parameters), body)
            }
            _ => (None, rest),
        };
        let mut body: Vec<Token> = body.iter().map(|t| t.without(LINE_START | NEWLINE)).collect();
        if let Some(first) = body.first_mut() {
            *first = first.without(SPACE);
        }
        if !self.check_body(&body, parameters.as_ref().map(|p| &p.names[..])) {
            return;
        }
        let new =
            Macro { name: name.symbol, parameters, body, active: Cell::new(0), defined: name.span };
        if let Some(old) = self.macros.get(&name.symbol)
            && !same(old, &new)
        {
            let text = self.interner.text(name.symbol).to_owned();
            let defined = old.defined;
            let message = format!("macro `{text}` is defined again, differently");
            let mut warning =
                Diagnostic::warning(name.span, message).label(defined, "first defined here");
            if self.sources.name(defined.file) == COMMAND_LINE {
                warning = warning.help(format!(
                    "this one holds, as with `cpp`; for `-D` to change it, put it between `#ifndef {text}` and `#endif`"
                ));
            }
            self.report(warning);
        }
        self.macros.insert(name.symbol, Rc::new(new));
    }

    /// The parameters of a function-like macro, given the tokens after the `(`, and what follows.
    fn parameters<'t>(
        &mut self,
        name: Token,
        mut line: &'t [Token],
    ) -> Option<(Parameters, &'t [Token])> {
        let mut names: Vec<Symbol> = Vec::new();
        if let Some((first, rest)) = line.split_first()
            && first.kind == Kind::RightParen
        {
            return Some((Parameters { names, is_variadic: false }, rest));
        }
        loop {
            if let Some(rest) = after_ellipsis(line) {
                names.push(self.interner.intern("__VA_ARGS__"));
                return Some((Parameters { names, is_variadic: true }, rest));
            }
            let Some((&parameter, rest)) = line.split_first() else { break };
            if parameter.kind != Kind::Identifier {
                break;
            }
            self.check_parameter(name, parameter, &names)?;
            names.push(parameter.symbol);
            if let Some(rest) = after_ellipsis(rest) {
                return Some((Parameters { names, is_variadic: true }, rest));
            }
            match rest.split_first() {
                Some((next, rest)) if next.kind == Kind::Comma => line = rest,
                Some((next, rest)) if next.kind == Kind::RightParen => {
                    return Some((Parameters { names, is_variadic: false }, rest));
                }
                _ => break,
            }
        }
        let text = self.interner.text(name.symbol);
        let message = format!("the parameter list of macro `{text}` is malformed");
        let help = "names with `,` between them, then `)`";
        self.report(Diagnostic::error(name.span, message).help(help));
        None
    }

    /// Refuses a parameter that there is already, and one too many.
    fn check_parameter(&mut self, name: Token, parameter: Token, before: &[Symbol]) -> Option<()> {
        if before.contains(&parameter.symbol) {
            let (owner, text) =
                (self.interner.text(name.symbol), self.interner.text(parameter.symbol));
            let message = format!("macro `{owner}` has two parameters named `{text}`");
            self.report(Diagnostic::error(parameter.span, message));
            return None;
        }
        if before.len() >= 256 {
            let message = "this macro has too many parameters";
            self.report(Diagnostic::error(parameter.span, message));
            return None;
        }
        Some(())
    }

    fn check_body(&mut self, body: &[Token], parameters: Option<&[Symbol]>) -> bool {
        if let (Some(first), Some(last)) = (body.first(), body.last())
            && let Some(end) = [first, last].into_iter().find(|t| t.kind == Kind::HashHash)
        {
            self.report(Diagnostic::error(end.span, "`##` needs a token on either side"));
            return false;
        }
        let Some(parameters) = parameters else { return true };
        for (index, token) in body.iter().enumerate() {
            let next = body.get(index + 1);
            if token.kind == Kind::Hash && !next.is_some_and(|n| parameters.contains(&n.symbol)) {
                self.report(Diagnostic::error(
                    token.span,
                    "`#` in a macro needs a parameter after it",
                ));
                return false;
            }
        }
        true
    }

    /// The body of a macro with the arguments in place; every token of the body moves to `site`.
    pub(super) fn substitute(
        &mut self,
        definition: &Macro,
        arguments: &mut [Argument],
        site: Span,
    ) -> Vec<Token> {
        let parameters = definition.parameters.as_ref().map_or(&[][..], |p| &p.names);
        let variadic = definition.parameters.as_ref().and_then(Parameters::variadic);
        let parameter = |token: &Token| {
            (token.kind == Kind::Identifier)
                .then(|| parameters.iter().position(|&p| p == token.symbol))
                .flatten()
        };
        let function = definition.parameters.is_some();
        let body = &definition.body;
        let mut result: Vec<Token> = Vec::new();
        // True after `##`: the next token is pasted to the last one, unless either side is empty.
        let mut paste = false;
        // True if the left side of the coming `##` was an empty argument.
        let mut left_empty = false;
        let mut index = 0;
        while let Some(&token) = body.get(index) {
            if !self.charge(1, site) {
                break;
            }
            let next_is_paste = body.get(index + 1).is_some_and(|t| t.kind == Kind::HashHash);
            let mut part: Vec<Token>;
            if token.kind == Kind::Hash && function {
                index += 1;
                let argument = body.get(index).and_then(&parameter).and_then(|p| arguments.get(p));
                part = match argument {
                    Some(argument) => vec![self.stringize(&argument.raw, site).with(token.flags)],
                    None => Vec::new(),
                };
            } else if token.kind == Kind::HashHash {
                paste = true;
                index += 1;
                continue;
            } else if let Some(p) = parameter(&token) {
                part = if paste || next_is_paste {
                    arguments[p].raw.clone()
                } else {
                    self.expanded(&mut arguments[p]).to_vec()
                };
                let joins_comma = paste
                    && variadic == Some(p)
                    && result.last().is_some_and(|last| last.kind == Kind::Comma);
                // `, ## __VA_ARGS__` joins nothing to the comma, but drops it if that is omitted.
                if joins_comma {
                    paste = false;
                    if arguments[p].is_omitted {
                        result.pop();
                    }
                }
                if let Some(first) = part.first_mut() {
                    *first = first.without(SPACE | NEWLINE | LINE_START).with(token.flags & SPACE);
                }
            } else {
                part = vec![self.moved(token, site)];
            }
            index += 1;
            if !self.charge(part.len(), site) {
                break;
            }
            let empty = part.is_empty();
            if paste && !left_empty && !empty && !result.is_empty() {
                let left = result.pop();
                let right = part[0];
                if let Some(left) = left {
                    self.paste(left, right, site, &mut result);
                }
                part.remove(0);
            }
            left_empty = if paste { left_empty && empty } else { empty };
            result.append(&mut part);
            paste = false;
        }
        result
    }

    /// A token of a macro's body at the place where the macro is used.
    fn moved(&self, token: Token, site: Span) -> Token {
        match self.written {
            Some(_) => Token { place: site, ..token },
            None => token.at(site),
        }
    }

    fn expanded(&mut self, argument: &mut Argument) -> Rc<[Token]> {
        if let Some(tokens) = &argument.expanded {
            return Rc::clone(tokens);
        }
        let tokens: Rc<[Token]> = self.expand_all(argument.raw.clone()).into();
        argument.expanded = Some(Rc::clone(&tokens));
        tokens
    }

    /// `#parameter`.
    fn stringize(&mut self, tokens: &[Token], site: Span) -> Token {
        let mut text = String::from("\"");
        for (index, token) in tokens.iter().enumerate() {
            if index > 0 && token.has(SPACE | NEWLINE) {
                text.push(' ');
            }
            let part = self.interner.text(token.symbol);
            if matches!(token.kind, Kind::Text | Kind::Character) {
                text.push_str(&part.replace('\\', "\\\\").replace('"', "\\\""));
            } else {
                text.push_str(part);
            }
            if text.len() > MAX_MADE_TEXT {
                self.stop(Diagnostic::error(site, "a text made by `#` is too long"));
                break;
            }
        }
        // A last `\` would make the closing quote part of the text.
        let backslashes = text.len() - text.trim_end_matches('\\').len();
        if backslashes % 2 == 1 {
            text.pop();
        }
        text.push('"');
        self.made(Kind::Text, &text, site)
    }

    /// `left ## right`.
    fn paste(&mut self, left: Token, right: Token, site: Span, result: &mut Vec<Token>) {
        let (l, r) = (self.interner.text(left.symbol), self.interner.text(right.symbol));
        if l.len() + r.len() > MAX_MADE_TEXT {
            self.stop(Diagnostic::error(site, "a token made by `##` is too long"));
            return;
        }
        let text = format!("{l}{r}");
        match lex::single(&text).filter(|&kind| is_token_of_c(kind)) {
            Some(kind) => result.push(self.made(kind, &text, site).with(left.flags & SPACE)),
            None => {
                let message =
                    format!("`##` joins `{}` and `{}`, which is no token", shorten(l), shorten(r));
                self.report(Diagnostic::error(site, message));
                result.extend([left, right]);
            }
        }
    }

    fn made(&mut self, kind: Kind, text: &str, site: Span) -> Token {
        self.charge(1 + text.len() / 16, site);
        let symbol = self.interner.intern(text);
        Token { kind, symbol, span: site, place: site, flags: 0 }
    }
}

/// What follows `...)` at the start of a line, if that is there.
fn after_ellipsis(line: &[Token]) -> Option<&[Token]> {
    match line {
        [two, one, close, rest @ ..]
            if [two.kind, one.kind, close.kind] == [Kind::DotDot, Kind::Dot, Kind::RightParen] =>
        {
            Some(rest)
        }
        _ => None,
    }
}

/// The preprocessor does not know the tokens that only Promela has.
fn is_token_of_c(kind: Kind) -> bool {
    !matches!(kind, Kind::DotDot | Kind::DoubleColon | Kind::BangBang | Kind::QuestionQuestion)
}

fn same(a: &Macro, b: &Macro) -> bool {
    a.parameters == b.parameters
        && a.body.len() == b.body.len()
        && a.body.iter().zip(&b.body).all(|(x, y)| {
            x.kind == y.kind && x.symbol == y.symbol && (x.has(SPACE) == y.has(SPACE))
        })
}

/// A text short enough for a message.
pub(crate) fn shorten(text: &str) -> String {
    if text.chars().nth(40).is_some() {
        format!("{}...", text.chars().take(37).collect::<String>())
    } else {
        text.to_owned()
    }
}
