//! Sequences of steps, and what separates them.

use diagnostics::{Diagnostic, Span};
use syntax::{Mistake, Parse};

use super::Parser;
use super::recovery::starts_unit;
use crate::ast::{Sequence, Step};
use crate::lex::Kind;

/// How many `if` and `do` are open around a place, to tell whose `fi` or `od` is met.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Open {
    pub(super) ifs: usize,
    pub(super) dos: usize,
}

impl Parser<'_> {
    /// `{ steps }`: the steps, and the place of the `}`.
    pub(super) fn braced(&mut self, owner: &str) -> Parse<(Sequence, Span)> {
        if !self.at(Kind::LeftBrace) {
            return Err(self.unexpected(&format!("`{{` after `{owner}`")));
        }
        self.nested(|p| p.braced_steps())
    }

    fn braced_steps(&mut self) -> Parse<(Sequence, Span)> {
        let open = self.bump();
        let mut steps = Vec::new();
        loop {
            self.sequence(&mut steps);
            let token = self.token();
            let stray = match token.kind {
                Kind::RightBrace => {
                    self.bump();
                    return Ok((steps, token.span));
                }
                Kind::Fi => self.open.ifs == 0,
                Kind::Od => self.open.dos == 0,
                Kind::DoubleColon => self.open.ifs == 0 && self.open.dos == 0,
                _ => false,
            };
            if !stray {
                let line = self.line(open.span);
                self.report(
                    Diagnostic::error(
                        token.span,
                        format!("missing `}}` for the `{{` at line {line}"),
                    )
                    .label(open.span, "opened here"),
                );
                return Ok((steps, token.span));
            }
            let text = self.text(token).to_owned();
            let opener = match token.kind {
                Kind::Fi => "an `if`",
                Kind::Od => "a `do`",
                _ => "an `if` or `do`",
            };
            self.report(Diagnostic::error(token.span, format!("`{text}` without {opener}")));
            self.bump();
            self.separators();
        }
    }

    /// Steps up to `}`, `::`, `fi`, `od` or the end; at least one is expected.
    pub(super) fn sequence(&mut self, steps: &mut Sequence) {
        let before = self.diagnostics.len();
        let start = steps.len();
        let is_option = self.previous() == Kind::DoubleColon;
        if matches!(self.peek(), Kind::Semicolon | Kind::Arrow) {
            let text = self.describe(self.token());
            let span = self.span();
            self.report(Diagnostic::error(span, format!("expected a statement before {text}")));
            self.separators();
        }
        while !self.at_end_of_sequence() {
            self.parens = 0;
            self.child_depth = 0;
            match self.step() {
                Ok(step) => {
                    if is_option && steps.len() == start && self.at(Kind::Arrow) {
                        self.doubt_guard(&step);
                    }
                    steps.push(step);
                }
                Err(Mistake) => self.skip_statement(),
            }
            if self.separators() || self.at_end_of_sequence() {
                continue;
            }
            // As SPIN does it: nothing is needed after a `}` and after `else`.
            if !matches!(self.previous(), Kind::RightBrace | Kind::Else) {
                self.missing_separator();
            }
        }
        if steps.len() == start && self.diagnostics.len() == before && !self.halted {
            let span = self.span();
            let found = self.describe(self.token());
            self.report(
                Diagnostic::error(span, format!("expected a statement, found {found}"))
                    .help("write `skip` where nothing is to be done"),
            );
        }
    }

    /// Takes `;`, `->` and line breaks; false if there were none.
    fn separators(&mut self) -> bool {
        let mut some = false;
        while matches!(self.peek(), Kind::Semicolon | Kind::Arrow) {
            self.bump();
            some = true;
        }
        some
    }

    /// Makes one separator of several, of which the last one counts: so does SPIN, anywhere.
    pub(super) fn join_separators(&mut self) {
        let separator = |kind| matches!(kind, Kind::Semicolon | Kind::Arrow);
        while separator(self.token().kind) && separator(self.ahead(1).kind) {
            self.bump();
        }
    }

    /// Drops separators before a `}`: so does SPIN, anywhere.
    pub(super) fn drop_separators_before_brace(&mut self) {
        self.join_separators();
        if matches!(self.token().kind, Kind::Semicolon | Kind::Arrow)
            && self.ahead(1).kind == Kind::RightBrace
        {
            self.bump();
        }
    }

    pub(super) fn at_end_of_sequence(&self) -> bool {
        let kind = self.token().kind;
        matches!(kind, Kind::RightBrace | Kind::DoubleColon | Kind::Fi | Kind::Od | Kind::Eof)
            || starts_unit(kind)
    }

    fn missing_separator(&mut self) {
        let token = self.token();
        let starts_statement = matches!(
            token.kind,
            Kind::Identifier
                | Kind::If
                | Kind::Do
                | Kind::For
                | Kind::Select
                | Kind::Goto
                | Kind::Break
                | Kind::Atomic
                | Kind::DStep
                | Kind::LeftBrace
                | Kind::Assert
                | Kind::Printf
                | Kind::Printm
                | Kind::Run
                | Kind::Skip
        ) || self.starts_declaration();
        let after_name_or_value =
            token.kind == Kind::LeftBrace && self.previous() == Kind::Identifier;
        if starts_statement && !after_name_or_value {
            let found = self.describe(token);
            self.report(
                Diagnostic::error(token.span, format!("missing `;` before {found}"))
                    .help("statements are separated by `;`, by `->` or by a line break"),
            );
        } else {
            self.unexpected("`;` or the end of the line");
            self.skip_statement();
            self.separators();
        }
    }

    /// One step: a declaration, `xr`, `xs` or a statement.
    fn step(&mut self) -> Parse<Step> {
        match self.peek() {
            Kind::Xr | Kind::Xs => self.exclusive(),
            Kind::Unless => Err(self.stray_unless()),
            Kind::Mtype if self.at_mtype_symbols() => {
                let span = self.span();
                self.mtype_symbols()?;
                Err(self.report(Diagnostic::error(
                    span,
                    "`mtype` symbols are declared outside of bodies",
                )))
            }
            _ if self.starts_declaration() => Ok(Step::Declare(self.declaration()?)),
            _ => self.labelled_step(),
        }
    }

    fn exclusive(&mut self) -> Parse<Step> {
        let mark = self.mark();
        let receive = self.bump().kind == Kind::Xr;
        let mut channels = Vec::new();
        loop {
            channels.push(self.lvalue()?);
            if self.eat(Kind::Comma).is_none() {
                break;
            }
        }
        Ok(Step::Exclusive { receive, channels, span: self.span_from(mark) })
    }

    fn labelled_step(&mut self) -> Parse<Step> {
        let labels = self.labels()?;
        if let Some(label) = labels.first()
            && (matches!(self.peek(), Kind::Xr | Kind::Xs) || self.starts_declaration())
        {
            let message = format!("label `{}` stands before a declaration", label.text);
            self.report(
                Diagnostic::error(label.span, message).help("put the label before a statement"),
            );
            return self.step();
        }
        let mut statement = self.statement(labels)?;
        if self.eat(Kind::Unless).is_some() {
            let labels = self.labels()?;
            statement.unless = Some(Box::new(self.statement(labels)?));
            if self.at(Kind::Unless) {
                let span = self.span();
                self.report(
                    Diagnostic::error(span, "a second `unless` after one statement")
                        .help("put the first `unless` and its statements in braces"),
                );
                self.bump();
                let labels = self.labels()?;
                self.statement(labels)?;
            }
        }
        Ok(Step::Statement(statement))
    }

    /// `unless` after a separator: belongs to nothing.
    fn stray_unless(&mut self) -> Mistake {
        let span = self.bump().span;
        let reported = self.report(
            Diagnostic::error(span, "`unless` must follow its statement directly")
                .help("no `;` stands before it"),
        );
        if let Ok(labels) = self.labels() {
            let _ = self.statement(labels);
        }
        reported
    }
}
