//! Expanding macros: the stack of contexts, and collecting arguments.

use std::rc::Rc;

use diagnostics::{Diagnostic, Span};

use super::macros::{Argument, Macro, Parameters};
use super::{Context, Preprocessor};
use crate::lex::{Kind, LINE_START, NEWLINE, NO_EXPAND, SPACE, Token};

/// How deep macro calls may be nested in the arguments of macro calls.
const MAX_NESTING: usize = 100;

impl Preprocessor<'_> {
    /// The next token with macros expanded. With a floor, only the contexts above it are read;
    /// without one, the files too.
    pub(super) fn next(&mut self, floor: Option<usize>) -> Option<Token> {
        loop {
            let mut token = self.read(floor)?;
            if token.kind == Kind::Identifier && !token.has(NO_EXPAND) {
                if let Some(definition) = self.macros.get(&token.symbol).cloned() {
                    if definition.active.get() > 0 {
                        token = token.with(NO_EXPAND);
                    } else if self.expand(&definition, token, floor) {
                        self.note_use(&definition, token.span);
                        self.pending |= token.flags & (NEWLINE | SPACE);
                        continue;
                    }
                } else if let Some(built_in) = self.built_in(token) {
                    token = built_in;
                }
            }
            return Some(token.with(std::mem::take(&mut self.pending)));
        }
    }

    /// The next token without expansion.
    pub(super) fn read(&mut self, floor: Option<usize>) -> Option<Token> {
        while self.contexts.len() > floor.unwrap_or(0) {
            if self.stopped {
                return None;
            }
            let context = self.contexts.last_mut()?;
            if let Some(&token) = context.tokens.get(context.position) {
                context.position += 1;
                return self.charge(1, token.span).then_some(token);
            }
            self.pop_context();
        }
        if floor.is_some() { None } else { self.read_files() }
    }

    fn push_context(&mut self, tokens: Rc<[Token]>, expansion_of: Option<Rc<Macro>>) {
        if let Some(definition) = &expansion_of {
            definition.active.set(definition.active.get() + 1);
        }
        self.contexts.push(Context { tokens, position: 0, expansion_of });
    }

    fn pop_context(&mut self) {
        if let Some(context) = self.contexts.pop()
            && let Some(definition) = context.expansion_of
        {
            definition.active.set(definition.active.get().saturating_sub(1));
        }
    }

    /// Expands these tokens on their own.
    pub(super) fn expand_all(&mut self, tokens: Vec<Token>) -> Vec<Token> {
        self.expand_apart(tokens, |_, token, _| token)
    }

    /// Expands these tokens on their own; each token of the result is handed through `finish`, which
    /// may read on above the floor that it is given.
    pub(super) fn expand_apart(
        &mut self,
        tokens: Vec<Token>,
        mut finish: impl FnMut(&mut Self, Token, usize) -> Token,
    ) -> Vec<Token> {
        let site = tokens.first().map(|t| t.span);
        if self.nesting >= MAX_NESTING {
            if let Some(site) = site {
                self.stop(Diagnostic::error(site, "macro calls are nested too deeply"));
            }
            return tokens;
        }
        self.nesting += 1;
        let pending = std::mem::take(&mut self.pending);
        let floor = self.contexts.len();
        self.push_context(tokens.into(), None);
        let mut result = Vec::new();
        while let Some(token) = self.next(Some(floor)) {
            result.push(finish(self, token, floor));
        }
        while self.contexts.len() > floor {
            self.pop_context();
        }
        self.pending = pending;
        self.nesting -= 1;
        result
    }

    /// Puts the expansion of a macro use on the stack; false if it is none, because the `(` of a
    /// function-like macro is missing.
    fn expand(&mut self, definition: &Rc<Macro>, name: Token, floor: Option<usize>) -> bool {
        let mut site = name.place;
        let mut arguments = Vec::new();
        if let Some(parameters) = &definition.parameters {
            let depth = self.files.len();
            let Some(open) = self.read(floor) else { return false };
            // A call does not begin at the end of an included file.
            if open.kind != Kind::LeftParen || self.files.len() < depth {
                self.push_context(Rc::from([open]), None);
                return false;
            }
            let Some((found, close)) = self.arguments(definition, name, open, floor) else {
                return true;
            };
            site = site.to(close);
            arguments = found;
            let expected = parameters.names.len();
            if parameters.is_variadic && arguments.len() + 1 == expected {
                arguments.push(Argument::omitted());
            }
            if parameters.is_variadic && expected == 1 && arguments[0].raw.is_empty() {
                arguments[0].is_omitted = true;
            }
            if expected == 0 && arguments.len() == 1 && arguments[0].raw.is_empty() {
                arguments.clear();
            }
            if arguments.len() != expected {
                let text = self.interner.text(definition.name).to_owned();
                let message = format!(
                    "macro `{text}` takes {}, {} given",
                    count(expected, "argument"),
                    arguments.len()
                );
                self.report(Diagnostic::error(site, message));
                return true;
            }
        }
        let tokens = self.substitute(definition, &mut arguments, site);
        self.push_context(tokens.into(), Some(Rc::clone(definition)));
        true
    }

    /// The arguments of a macro call, after its `(`; and where its `)` is.
    fn arguments(
        &mut self,
        definition: &Macro,
        name: Token,
        open: Token,
        floor: Option<usize>,
    ) -> Option<(Vec<Argument>, Span)> {
        let depth = self.files.len();
        let mut arguments = Vec::new();
        let mut current = Vec::new();
        let mut parens = 0_usize;
        // The last argument of a variadic macro keeps its commas.
        let variadic = definition.parameters.as_ref().and_then(Parameters::variadic);
        let separate = variadic.unwrap_or(usize::MAX);
        let mut several_lines = open.has(NEWLINE);
        loop {
            let token = self.read(floor);
            let Some(token) = token.filter(|_| floor.is_some() || self.files.len() >= depth) else {
                if !self.stopped {
                    let text = self.interner.text(definition.name).to_owned();
                    self.report(
                        Diagnostic::error(
                            name.span,
                            format!("the call of macro `{text}` is not closed"),
                        )
                        .help("add the missing `)`"),
                    );
                }
                if let Some(token) = token {
                    self.push_context(Rc::from([token]), None);
                }
                return None;
            };
            several_lines |= token.has(NEWLINE);
            match token.kind {
                Kind::LeftParen => parens += 1,
                Kind::RightParen if parens == 0 => {
                    arguments.push(Argument::new(current));
                    if several_lines {
                        self.pending_in_file |= NEWLINE;
                    }
                    return Some((arguments, token.place));
                }
                Kind::RightParen => parens -= 1,
                Kind::Comma if parens == 0 && arguments.len() < separate => {
                    arguments.push(Argument::new(std::mem::take(&mut current)));
                    continue;
                }
                _ => {}
            }
            let blank = if token.has(NEWLINE) { SPACE } else { 0 };
            current.push(token.without(LINE_START | NEWLINE).with(blank));
        }
    }

    /// `__LINE__` and `__FILE__`.
    fn built_in(&mut self, token: Token) -> Option<Token> {
        let (kind, text) = match self.interner.text(token.symbol) {
            "__LINE__" => (Kind::Number, self.presumed_line(token).to_string()),
            "__FILE__" => {
                let presumed = self.files.last().and_then(|file| file.presumed_name.as_deref());
                let name = presumed.unwrap_or(self.sources.name(token.place.file));
                (Kind::Text, format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\"")))
            }
            _ => return None,
        };
        let symbol = self.interner.intern(&text);
        Some(Token { kind, symbol, ..token })
    }
}

/// `1 argument`, `2 arguments`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
