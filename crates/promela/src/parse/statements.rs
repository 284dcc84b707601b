//! Statements.

use diagnostics::{Diagnostic, Span};
use syntax::Parse;

use super::cursor::Mark;
use super::inlines::ReturnTarget;
use super::{Known, Parser};
use crate::ast::{Expr, ExprKind, LValue, Name, Sequence, Statement, StatementKind};
use crate::lex::{Kind, NEWLINE, Token};

impl Parser<'_> {
    /// Labels before a statement. A name of a proctype before a `:` is a remote reference instead.
    pub(super) fn labels(&mut self) -> Parse<Vec<Name>> {
        let mut labels = Vec::new();
        loop {
            let token = self.token();
            if token.kind != Kind::Identifier
                || self.ahead(1).kind != Kind::Colon
                || matches!(self.known(token.kind, token.symbol), Some(Known::Proctype))
            {
                return Ok(labels);
            }
            let name = self.new_name("a label")?;
            self.bump();
            labels.push(name);
            let colon = self.after_previous();
            if self.at(Kind::Assign) && self.span().start == colon.start {
                let span = self.span();
                return Err(self.report(
                    Diagnostic::error(span, "`:=` is not Promela")
                        .help("`=` assigns, `==` compares"),
                ));
            }
        }
    }

    /// A statement after its labels, without an `unless`.
    pub(super) fn statement(&mut self, labels: Vec<Name>) -> Parse<Statement> {
        if let Some(label) = labels.last()
            && (self.at_end_of_sequence() || matches!(self.peek(), Kind::Semicolon | Kind::Arrow))
        {
            // A label before nothing labels a `skip`.
            let span = label.span;
            let kind = StatementKind::Expression(Expr { kind: ExprKind::Number(1), span });
            return Ok(Statement { labels, kind, span, unless: None });
        }
        let mark = self.mark();
        let kind = self.nested(Self::statement_kind)?;
        Ok(Statement { labels, kind, span: self.span_from(mark), unless: None })
    }

    fn statement_kind(&mut self) -> Parse<StatementKind> {
        match self.peek() {
            Kind::If => Ok(StatementKind::If(self.nested(|p| p.options(Kind::Fi))?)),
            Kind::Do => Ok(StatementKind::Do(self.nested(|p| p.options(Kind::Od))?)),
            Kind::Atomic => {
                self.bump();
                Ok(StatementKind::Atomic(self.braced("atomic")?.0))
            }
            Kind::DStep => {
                self.bump();
                Ok(StatementKind::DStep(self.braced("d_step")?.0))
            }
            Kind::LeftBrace => Ok(StatementKind::Block(self.braced("")?.0)),
            Kind::For => self.for_loop(),
            Kind::Identifier => self.name_statement(),
            _ => self.simple_statement(),
        }
    }

    /// A statement that neither holds others nor starts with a name. (Apart from the rest, because
    /// the stack of a deeply nested model need not hold its variables.)
    #[inline(never)]
    fn simple_statement(&mut self) -> Parse<StatementKind> {
        match self.peek() {
            Kind::Select => self.select(),
            Kind::Break => {
                self.bump();
                Ok(StatementKind::Break)
            }
            Kind::Else => {
                self.bump();
                Ok(StatementKind::Else)
            }
            Kind::Goto => {
                self.bump();
                let label = self.expect(Kind::Identifier, "a label after `goto`")?;
                if let Some(what) = self.known.get(&label.symbol).map(Known::describe) {
                    let message = format!("`{}` is {what}, not a label", self.text(label));
                    return Err(self.report(Diagnostic::error(label.span, message)));
                }
                Ok(StatementKind::Goto(self.name(label)))
            }
            Kind::Assert => {
                self.bump();
                Ok(StatementKind::Assert(self.full_expression()?))
            }
            Kind::Printf => self.printf(),
            Kind::Printm => {
                self.bump();
                self.expect(Kind::LeftParen, "`(` after `printm`")?;
                let value = self.expression()?;
                self.expect(Kind::RightParen, "`)` after the value")?;
                Ok(StatementKind::Printm(value))
            }
            Kind::SetPriority => {
                self.bump();
                self.expect(Kind::LeftParen, "`(` after `set_priority`")?;
                let process = self.expression()?;
                self.expect(Kind::Comma, "`,` and a priority")?;
                let priority = self.expression()?;
                self.expect(Kind::RightParen, "`)` after the priority")?;
                Ok(StatementKind::SetPriority(process, priority))
            }
            Kind::Return => self.return_value(),
            Kind::CCode | Kind::CDecl | Kind::CState | Kind::CTrack => {
                let span = self.span();
                self.embedded_c();
                self.pretend_previous(Kind::RightBrace);
                Ok(StatementKind::Expression(Expr { kind: ExprKind::Number(1), span }))
            }
            _ => Ok(StatementKind::Expression(self.full_expression()?)),
        }
    }

    /// The options of `if` or `do`, with both its words.
    #[inline(never)]
    fn options(&mut self, close: Kind) -> Parse<Vec<Sequence>> {
        let open = self.bump();
        let outer = self.open;
        let (word, end) = if close == Kind::Fi { ("if", "fi") } else { ("do", "od") };
        if close == Kind::Fi {
            self.open.ifs += 1;
        } else {
            self.open.dos += 1;
        }
        let mut options = Vec::new();
        if !self.at(Kind::DoubleColon) && self.token().kind != close {
            self.unexpected(&format!("`::` after `{word}`"));
            let mut dropped = Vec::new();
            if !self.at_end_of_sequence() {
                self.sequence(&mut dropped);
            }
        }
        while self.token().kind == Kind::DoubleColon {
            self.bump();
            let mut option = Vec::new();
            self.sequence(&mut option);
            options.push(option);
        }
        self.open = outer;
        let token = self.token();
        if token.kind == close {
            if options.is_empty() {
                self.report(Diagnostic::error(token.span, format!("this `{word}` has no options")));
            }
            self.bump();
            return Ok(options);
        }
        let line = self.line(open.span);
        let wrong = match token.kind {
            Kind::Fi => outer.ifs == 0,
            Kind::Od => outer.dos == 0,
            _ => false,
        };
        let message = format!("missing `{end}` for the `{word}` at line {line}");
        let mut diagnostic = Diagnostic::error(token.span, message).label(open.span, "opened here");
        if wrong {
            let text = self.text(token);
            diagnostic = diagnostic.help(format!("write `{end}` instead of `{text}`"));
            self.bump();
        }
        self.report(diagnostic);
        Ok(options)
    }

    /// `(variable : from .. to)`, or for `for` also `(variable in collection)`.
    fn range(&mut self, word: &str) -> Parse<(LValue, Option<(Expr, Expr)>)> {
        self.expect(Kind::LeftParen, &format!("`(` after `{word}`"))?;
        let variable = self.lvalue()?;
        if word == "for" && self.at(Kind::Identifier) && self.text(self.token()) == "in" {
            self.bump();
            return Ok((variable, None));
        }
        let expected =
            if word == "for" { "`:` or `in` after the variable" } else { "`:` after the variable" };
        if word == "for" && self.at(Kind::Assign) {
            let message = format!("expected {expected}, found `=`");
            let diagnostic = Diagnostic::error(self.span(), message);
            return Err(self.report(diagnostic.help("write `for (i : 0 .. 2)` for 0, 1 and 2")));
        }
        self.expect(Kind::Colon, expected)?;
        let from = self.expression()?;
        self.expect(Kind::DotDot, "`..` and the last value")?;
        let to = self.expression()?;
        self.expect(Kind::RightParen, "`)` after the last value")?;
        Ok((variable, Some((from, to))))
    }

    #[inline(never)]
    fn for_loop(&mut self) -> Parse<StatementKind> {
        self.bump();
        let (variable, range) = self.range("for")?;
        if let Some((from, to)) = range {
            self.eat(Kind::Semicolon);
            let body = self.loop_body()?;
            return Ok(StatementKind::ForRange { variable, from, to, body });
        }
        let collection = self.lvalue()?;
        self.expect(Kind::RightParen, "`)` after the array or channel")?;
        self.eat(Kind::Semicolon);
        let body = self.loop_body()?;
        Ok(StatementKind::ForIn { variable, collection, body })
    }

    fn loop_body(&mut self) -> Parse<Sequence> {
        Ok(self.braced("for (...)")?.0)
    }

    fn select(&mut self) -> Parse<StatementKind> {
        self.bump();
        let mark = self.mark();
        match self.range("select")? {
            (variable, Some((from, to))) => {
                let spelled_out = self.spells_out_range(mark);
                Ok(StatementKind::Select { variable, from, to, spelled_out })
            }
            (_, None) => {
                let span = self.span_from(mark);
                Err(self.report(Diagnostic::error(span, "`select` needs a range")))
            }
        }
    }

    /// Whether SPIN's lexer spells out the range of a `select` from the mark on, as it does with numbers
    /// in one line, outside of inlines, for a name of letters and digits.
    fn spells_out_range(&self, mark: Mark) -> bool {
        use Kind::{Colon, DotDot, Identifier, LeftParen, Number, RightParen};
        let tokens = self.tokens_from(mark);
        let is_plain = |token: &Token| !self.text(*token).contains('_');
        self.calls.is_empty()
            && tokens
                .iter()
                .map(|token| token.kind)
                .eq([LeftParen, Identifier, Colon, Number, DotDot, Number, RightParen])
            && tokens.iter().skip(1).all(|token| !token.has(NEWLINE) && is_plain(token))
    }

    #[inline(never)]
    fn printf(&mut self) -> Parse<StatementKind> {
        self.bump();
        self.expect(Kind::LeftParen, "`(` after `printf`")?;
        let format = self.expect(Kind::Text, "a text in quotes")?;
        let text = self.text(format);
        let text = text.strip_prefix(['"', '$']).unwrap_or(text);
        let format = text.strip_suffix(['"', '$']).unwrap_or(text).to_owned();
        let mut arguments = Vec::new();
        while self.eat(Kind::Comma).is_some() {
            arguments.push(self.expression()?);
        }
        if self.at(Kind::Text) {
            let span = self.span();
            return Err(self.report(
                Diagnostic::error(span, "texts are not joined in Promela").help("write one text"),
            ));
        }
        self.expect(Kind::RightParen, "`,` or `)` after the arguments of `printf`")?;
        Ok(StatementKind::Printf { format, arguments })
    }

    /// `return value` in an inline that is called as `x = f()`.
    fn return_value(&mut self) -> Parse<StatementKind> {
        let word = self.bump();
        let value = self.full_expression()?;
        let Some(ReturnTarget { lvalue, tokens, text }) = &self.return_target else {
            return Err(self.report(
                Diagnostic::error(word.span, "`return` without a variable to return the value to")
                    .help("it stands in an inline that is called as `x = f()`"),
            ));
        };
        let (lvalue, tokens, text) = (lvalue.clone(), *tokens, *text);
        self.charge_expansion(tokens, text, word.span)?;
        Ok(StatementKind::Assign(lvalue, value))
    }

    /// A statement that starts with a name: a call, an assignment, a message, or an expression.
    #[inline(never)]
    fn name_statement(&mut self) -> Parse<StatementKind> {
        let first = self.token();
        if matches!(self.known(first.kind, first.symbol), Some(Known::Inline(_))) {
            return self.call(None);
        }
        let mark = self.mark();
        if self.ahead(1).kind == Kind::LeftParen {
            return Err(self.unknown_call(first.span, first.symbol));
        }
        if self.starts_remote_reference() {
            return Ok(StatementKind::Expression(self.full_expression()?));
        }
        let lvalue = self.lvalue()?;
        match self.peek() {
            Kind::Assign => {
                if matches!(self.known(first.kind, first.symbol), Some(Known::Mtype))
                    && lvalue.path.len() == 1
                {
                    let message = format!(
                        "`{}` is an mtype symbol: it cannot be assigned to",
                        self.text(first)
                    );
                    return Err(self.report(Diagnostic::error(first.span, message)));
                }
                self.bump();
                let next = self.token();
                if matches!(self.known(next.kind, next.symbol), Some(Known::Inline(_))) {
                    let tokens = self.tokens_from(mark);
                    let text = tokens.iter().map(|t| self.text(*t).len()).sum();
                    return self.call(Some(ReturnTarget { lvalue, tokens: tokens.len(), text }));
                }
                Ok(StatementKind::Assign(lvalue, self.full_expression()?))
            }
            Kind::Increment => {
                self.bump();
                Ok(StatementKind::Increment(lvalue))
            }
            Kind::Decrement => {
                self.bump();
                Ok(StatementKind::Decrement(lvalue))
            }
            Kind::Bang | Kind::BangBang => self.send(lvalue),
            Kind::Question | Kind::QuestionQuestion if self.ahead(1).kind != Kind::LeftBracket => {
                self.receive(lvalue)
            }
            _ => Ok(StatementKind::Expression(self.expression_from(lvalue, mark)?)),
        }
    }

    fn unknown_call(&mut self, span: Span, symbol: crate::lex::Symbol) -> syntax::Mistake {
        let text = self.interner.text(symbol).to_owned();
        let diagnostic = if matches!(self.known.get(&symbol), Some(Known::Proctype)) {
            Diagnostic::error(span, format!("proctype `{text}` is called like an inline"))
                .help(format!("start a process with `run {text}(...)`"))
        } else {
            Diagnostic::error(span, format!("no inline `{text}` is defined above"))
                .help(self.meant_by_call(&text))
        };
        self.report(diagnostic)
    }
}
