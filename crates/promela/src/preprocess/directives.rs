//! Directives: `#define`, `#include`, `#if` and their like.

use diagnostics::{Diagnostic, Span};

use super::Preprocessor;
use super::files::OpenFile;
use super::macros::shorten;
use crate::lex::{Kind, NEWLINE, SPACE, Symbol, Token};

/// An open `#if`.
pub(super) struct Conditional {
    /// Where its `#if` is.
    opened: Span,
    /// The current group is read.
    pub(super) active: bool,
    /// A group has been read, or none may be: a later `#elif` or `#else` is skipped.
    taken: bool,
    /// `#else` was seen.
    last: bool,
}

impl Preprocessor<'_> {
    /// Defines what the options and the language predefine.
    pub(super) fn predefine(&mut self) {
        for define in &self.options.defines {
            let text = define.replacen('=', " ", 1).replace(['\n', '\r'], " ");
            let text = if define.contains('=') { text } else { format!("{text} 1") };
            let file = self.sources.add(crate::habits::COMMAND_LINE, text);
            let tokens = self.lex_file(file).tokens;
            let end = self.sources.text(file).len() as u32;
            let symbol = self.interner.intern("#");
            let span = Span { file, start: 0, end };
            let hash = Token { kind: Kind::Hash, symbol, span, place: span, flags: 0 };
            self.define(hash, &tokens);
        }
    }

    /// True if the current group of the innermost `#if` is skipped.
    fn skipping(&self) -> bool {
        self.files.last().and_then(|f| f.conditionals.last()).is_some_and(|c| !c.active)
    }

    /// Obeys a directive, given its `#` and the rest of its line.
    pub(super) fn directive(&mut self, hash: Token, line: &[Token]) {
        let Some((&name, rest)) = line.split_first() else { return };
        let word = if name.kind == Kind::Identifier { self.interner.text(name.symbol) } else { "" }
            .to_owned();
        match word.as_str() {
            "if" | "ifdef" | "ifndef" => self.open_conditional(&word, name, rest),
            "elif" | "elifdef" | "elifndef" => self.elif(&word, name, rest),
            "else" => self.else_group(name),
            "endif" => {
                if self.files.last_mut().and_then(|f| f.conditionals.pop()).is_none() {
                    self.report(Diagnostic::error(name.span, "`#endif` without an `#if`"));
                }
            }
            _ if self.skipping() => {}
            "define" => {
                self.define(hash, rest);
                self.note_definition(hash, rest);
            }
            "undef" => {
                if let Some(symbol) = self.macro_name(name, rest) {
                    self.macros.remove(&symbol);
                }
            }
            "include" => self.include_directive(name, rest),
            "error" | "warning" => {
                let text = self.line_text(rest);
                let message = format!("#{word} {text}");
                self.report(if word == "error" {
                    Diagnostic::error(name.span, message)
                } else {
                    Diagnostic::warning(name.span, message)
                });
            }
            "line" => self.line_directive(name, rest),
            // A line marker of another preprocessor: `# 1 "file"`.
            "" if name.kind == Kind::Number => self.line_directive(hash, line),
            "pragma" => self.pragma(rest),
            "ident" => {}
            _ => {
                let text = shorten(self.interner.text(name.symbol));
                self.report(Diagnostic::error(name.span, format!("unknown directive `#{text}`")));
            }
        }
    }

    /// The text of a line, for messages.
    fn line_text(&self, line: &[Token]) -> String {
        let mut text = String::new();
        for token in line.iter().take(100) {
            if !text.is_empty() && token.has(SPACE | NEWLINE) {
                text.push(' ');
            }
            text.push_str(&shorten(self.interner.text(token.symbol)));
        }
        text
    }

    fn macro_name(&mut self, directive: Token, line: &[Token]) -> Option<Symbol> {
        match line.first() {
            Some(token) if token.kind == Kind::Identifier => {
                self.note_asked(*token);
                Some(token.symbol)
            }
            _ => {
                let word = self.interner.text(directive.symbol).to_owned();
                self.report(Diagnostic::error(
                    directive.span,
                    format!("`#{word}` needs the name of a macro"),
                ));
                None
            }
        }
    }

    fn open_conditional(&mut self, word: &str, name: Token, line: &[Token]) {
        if self.skipping() {
            self.push_conditional(Conditional {
                opened: name.span,
                active: false,
                taken: true,
                last: false,
            });
            return;
        }
        let active = self.group_is_read(word, name, line);
        self.push_conditional(Conditional {
            opened: name.span,
            active,
            taken: active,
            last: false,
        });
    }

    /// Whether the group that this directive starts is read, if none before it was.
    fn group_is_read(&mut self, word: &str, name: Token, line: &[Token]) -> bool {
        if matches!(word, "if" | "elif") {
            return self.condition(name, line);
        }
        let Some(symbol) = self.macro_name(name, line) else { return false };
        self.is_defined(symbol) == matches!(word, "ifdef" | "elifdef")
    }

    fn push_conditional(&mut self, conditional: Conditional) {
        if let Some(file) = self.files.last_mut() {
            file.conditionals.push(conditional);
        }
    }

    /// True if this is the name of a macro.
    pub(super) fn is_defined(&self, symbol: Symbol) -> bool {
        self.macros.contains_key(&symbol)
            || matches!(self.interner.text(symbol), "__LINE__" | "__FILE__")
    }

    fn innermost(&mut self) -> Option<&mut Conditional> {
        self.files.last_mut().and_then(|f| f.conditionals.last_mut())
    }

    fn elif(&mut self, word: &str, name: Token, line: &[Token]) {
        let Some(conditional) = self.innermost() else {
            let message = format!("`#{word}` without an `#if`");
            self.report(Diagnostic::error(name.span, message));
            return;
        };
        let (last, taken) = (conditional.last, conditional.taken);
        conditional.active = false;
        if last {
            self.report(Diagnostic::error(name.span, format!("`#{word}` after `#else`")));
        } else if !taken
            && self.group_is_read(word, name, line)
            && let Some(conditional) = self.innermost()
        {
            conditional.active = true;
            conditional.taken = true;
        }
    }

    fn else_group(&mut self, name: Token) {
        let Some(conditional) = self.innermost() else {
            self.report(Diagnostic::error(name.span, "`#else` without an `#if`"));
            return;
        };
        let repeated = conditional.last;
        conditional.active = !conditional.taken && !repeated;
        conditional.taken = true;
        conditional.last = true;
        if repeated {
            self.report(Diagnostic::error(name.span, "a second `#else` for one `#if`"));
        }
    }

    /// Reports the `#if`s that a file leaves open.
    pub(super) fn unclosed_conditionals(&mut self, file: &mut OpenFile) {
        for conditional in file.conditionals.drain(..).take(super::MAX_MESSAGES) {
            self.report(Diagnostic::error(conditional.opened, "this `#if` has no `#endif`"));
        }
    }

    fn include_directive(&mut self, name: Token, line: &[Token]) {
        let expanded;
        let line = match line.first().map(|t| t.kind) {
            Some(Kind::Identifier) => {
                expanded = self.expand_all(line.to_vec());
                &expanded
            }
            _ => line,
        };
        let closed = line.iter().position(|token| token.kind == Kind::Greater);
        let rest = match (line, closed) {
            ([file, rest @ ..], _) if file.kind == Kind::Text => {
                let text = self.interner.text(file.symbol).trim_matches('"').to_owned();
                self.include(&text, true, file.span);
                rest
            }
            ([open, ..], Some(close)) if open.kind == Kind::Less => {
                let inner = line[1..close].iter().take(1000);
                let text: String = inner.map(|t| self.interner.text(t.symbol)).collect();
                self.include(&text, false, open.span.to(line[close].span));
                &line[close + 1..]
            }
            _ => {
                let message = "`#include` needs a file name";
                let help = "write `#include \"file\"` or `#include <file>`";
                self.report(Diagnostic::error(name.span, message).help(help));
                return;
            }
        };
        if let Some(first) = rest.first() {
            let message = "what follows the name of the file is ignored";
            self.report(Diagnostic::warning(first.span, message));
        }
    }

    /// `#pragma once` counts; the others are for compilers.
    fn pragma(&mut self, line: &[Token]) {
        let once = line.first().is_some_and(|word| self.interner.text(word.symbol) == "once");
        if once && let Some(file) = self.files.last() {
            self.once.insert(file.path.clone());
        }
    }
}
