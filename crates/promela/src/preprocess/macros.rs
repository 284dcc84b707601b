//! Macro definitions, and putting arguments into a macro's body.

use std::cell::Cell;
use std::rc::Rc;

use diagnostics::{Diagnostic, Span};

use super::Preprocessor;
use crate::lex::{self, Kind, LINE_START, NEWLINE, SPACE, Symbol, Token};

/// The longest text that `#` and `##` may make.
const MAX_MADE_TEXT: usize = 1 << 20;

/// A macro.
#[derive(Debug)]
pub(super) struct Macro {
    pub(super) name: Symbol,
    /// The parameters of a function-like macro.
    pub(super) parameters: Option<Vec<Symbol>>,
    body: Vec<Token>,
    /// How many of its expansions are being read.
    pub(super) active: Cell<u32>,
    defined: Span,
}

/// An argument of a macro call.
pub(super) struct Argument {
    /// As written.
    pub(super) raw: Vec<Token>,
    /// With its macros expanded; made when first needed.
    expanded: Option<Rc<[Token]>>,
}

impl Argument {
    pub(super) fn new(raw: Vec<Token>) -> Self {
        Self { raw, expanded: None }
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
        if !self.check_body(&body, parameters.as_deref()) {
            return;
        }
        let new =
            Macro { name: name.symbol, parameters, body, active: Cell::new(0), defined: name.span };
        if let Some(old) = self.macros.get(&name.symbol)
            && !same(old, &new)
        {
            let text = self.interner.text(name.symbol).to_owned();
            let defined = old.defined;
            self.report(
                Diagnostic::warning(
                    name.span,
                    format!("macro `{text}` is defined again, differently"),
                )
                .label(defined, "first defined here"),
            );
        }
        self.macros.insert(name.symbol, Rc::new(new));
    }

    /// The parameters of a function-like macro, given the tokens after the `(`, and what follows.
    fn parameters<'t>(
        &mut self,
        name: Token,
        mut line: &'t [Token],
    ) -> Option<(Vec<Symbol>, &'t [Token])> {
        let mut parameters: Vec<Symbol> = Vec::new();
        if let Some((first, rest)) = line.split_first()
            && first.kind == Kind::RightParen
        {
            return Some((parameters, rest));
        }
        let macro_name = self.interner.text(name.symbol).to_owned();
        loop {
            let problem = match line.first() {
                Some(p) if p.kind == Kind::Identifier => {
                    if parameters.contains(&p.symbol) {
                        let text = self.interner.text(p.symbol).to_owned();
                        let message =
                            format!("macro `{macro_name}` has two parameters named `{text}`");
                        self.report(Diagnostic::error(p.span, message));
                        return None;
                    }
                    if parameters.len() >= 256 {
                        self.report(Diagnostic::error(
                            p.span,
                            "this macro has too many parameters",
                        ));
                        return None;
                    }
                    parameters.push(p.symbol);
                    match line.get(1).map(|t| t.kind) {
                        Some(Kind::Comma) => {
                            line = &line[2..];
                            continue;
                        }
                        Some(Kind::RightParen) => return Some((parameters, &line[2..])),
                        Some(Kind::DotDot) => "variadic",
                        _ => "unclosed",
                    }
                }
                Some(p) if p.kind == Kind::DotDot => "variadic",
                _ => "unclosed",
            };
            let diagnostic = if problem == "variadic" {
                Diagnostic::error(
                    name.span,
                    format!("macro `{macro_name}` is variadic (`...`): not supported"),
                )
                .help("give it a fixed number of parameters")
            } else {
                Diagnostic::error(
                    name.span,
                    format!("the parameter list of macro `{macro_name}` is malformed"),
                )
                .help("names with `,` between them, then `)`")
            };
            self.report(diagnostic);
            return None;
        }
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
        let parameters = definition.parameters.as_deref().unwrap_or(&[]);
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
                if let Some(first) = part.first_mut() {
                    *first = first.without(SPACE | NEWLINE | LINE_START).with(token.flags & SPACE);
                }
            } else {
                part = vec![token.at(site)];
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
