//! Expressions: operators by strength on an explicit stack, operands by recursive descent.

use diagnostics::{Diagnostic, Span};
use syntax::{Mistake, Parse};

use super::cursor::Mark;
use super::operators::{binary, unary};
use super::{Known, MAX_EXPRESSION_DEPTH, Parser};
use crate::ast::{BinaryOperator, ChannelQuery, Expr, ExprKind, LValue, PathPart, UnaryOperator};
use crate::lex::{Kind, Token, character};

/// A part of an expression while it is being built.
pub(super) struct Term {
    pub(super) expr: Expr,
    /// How deep its tree is.
    pub(super) depth: usize,
    /// Where it asks `full`, `empty`, `nfull` or `nempty` of a channel, directly or below `&&` and
    /// `||`: SPIN allows nothing else around these.
    probe: Option<Span>,
    /// Its first token and the one after its last, parentheses included.
    pub(super) start: Mark,
    pub(super) end: Mark,
}

impl Parser<'_> {
    /// An expression in which no channel probe may stand at the top.
    pub(super) fn expression(&mut self) -> Parse<Expr> {
        let term = self.climb(None)?;
        let term = self.without_probe(term)?;
        self.child_depth = self.child_depth.max(term.depth);
        Ok(term.expr)
    }

    /// An expression in which channel probes may stand: a guard, a condition, an assigned value.
    pub(super) fn full_expression(&mut self) -> Parse<Expr> {
        let term = self.climb(None)?;
        self.child_depth = self.child_depth.max(term.depth);
        Ok(term.expr)
    }

    /// The rest of an expression that starts with a variable.
    pub(super) fn expression_from(&mut self, lvalue: LValue, start: Mark) -> Parse<Expr> {
        let depth = self.child_depth + 1;
        let expr = self.after_variable(lvalue, start)?;
        let first = Term {
            expr,
            depth: depth.max(self.child_depth + 1),
            probe: None,
            start,
            end: self.mark(),
        };
        Ok(self.climb(Some(first))?.expr)
    }

    /// A single operand: a number, a name, something in parentheses.
    pub(super) fn operand(&mut self) -> Parse<Expr> {
        let term = self.prefixed()?;
        Ok(self.without_probe(term)?.expr)
    }

    pub(super) fn without_probe(&mut self, term: Term) -> Parse<Term> {
        let Some(span) = term.probe else { return Ok(term) };
        let mut diagnostic = Diagnostic::error(
            span,
            "`full`, `empty`, `nfull` and `nempty` stand alone or with `&&` and `||` only",
        );
        if let ExprKind::Channel(query, _) = &term.expr.kind {
            let other = match query {
                ChannelQuery::Empty => "nempty",
                ChannelQuery::NotEmpty => "empty",
                ChannelQuery::Full => "nfull",
                _ => "full",
            };
            diagnostic = diagnostic
                .help(format!("the opposite is `{other}`; a number of messages is `len`"));
        }
        Err(self.report(diagnostic))
    }

    /// Operands and binary operators.
    fn climb(&mut self, first: Option<Term>) -> Parse<Term> {
        self.climb_above(0, first)
    }

    /// The same with operators above a strength only.
    pub(super) fn climb_above(&mut self, weaker: u8, first: Option<Term>) -> Parse<Term> {
        let mut operands = vec![match first {
            Some(term) => term,
            None => self.prefixed()?,
        }];
        let mut operators: Vec<(BinaryOperator, u8)> = Vec::new();
        while let Some((operator, strength)) = binary(self.peek()) {
            if strength <= weaker || self.at_equivalence() {
                break;
            }
            while operators.last().is_some_and(|&(_, s)| s >= strength) {
                self.reduce(&mut operands, &mut operators)?;
            }
            self.bump();
            operators.push((operator, strength));
            operands.push(self.prefixed()?);
        }
        while !operators.is_empty() {
            self.reduce(&mut operands, &mut operators)?;
        }
        match operands.pop() {
            Some(term) => Ok(term),
            None => Err(self.unexpected("an expression")),
        }
    }

    /// Applies the last operator to the last two operands.
    fn reduce(
        &mut self,
        operands: &mut Vec<Term>,
        operators: &mut Vec<(BinaryOperator, u8)>,
    ) -> Parse<()> {
        let (Some(right), Some(left), Some((operator, _))) =
            (operands.pop(), operands.pop(), operators.pop())
        else {
            return Err(self.unexpected("an operand"));
        };
        operands.push(self.joined_terms(operator, left, right)?);
        Ok(())
    }

    /// Two operands and the operator between them.
    pub(super) fn joined_terms(
        &mut self,
        operator: BinaryOperator,
        left: Term,
        right: Term,
    ) -> Parse<Term> {
        let logical = matches!(operator, BinaryOperator::And | BinaryOperator::Or);
        let (left, right) = if logical {
            (left, right)
        } else {
            (self.without_probe(left)?, self.without_probe(right)?)
        };
        let (start, end) = (left.start, right.end);
        let depth = self.deeper(left.depth.max(right.depth))?;
        let span = self.span_between(start, end);
        let probe = left.probe.or(right.probe);
        let kind = ExprKind::Binary(operator, Box::new(left.expr), Box::new(right.expr));
        Ok(Term { expr: Expr { kind, span }, depth, probe, start, end })
    }

    pub(super) fn deeper(&mut self, depth: usize) -> Parse<usize> {
        if depth < MAX_EXPRESSION_DEPTH {
            return Ok(depth + 1);
        }
        let span = self.span();
        Err(self.halt(
            Diagnostic::error(span, "this expression is nested too deeply or too long")
                .help(format!("at most {MAX_EXPRESSION_DEPTH} operators may follow one another")),
        ))
    }

    /// An operand with its unary operators.
    fn prefixed(&mut self) -> Parse<Term> {
        let mut prefixes: Vec<(UnaryOperator, Mark)> = Vec::new();
        while let Some(operator) = unary(self.peek()) {
            prefixes.push((operator, self.mark()));
            self.bump();
        }
        let mut term = self.primary()?;
        while let Some((operator, start)) = prefixes.pop() {
            term = self.prefixed_term(operator, term, start)?;
        }
        Ok(term)
    }

    /// An operand and the operator before it, which starts at `start`.
    pub(super) fn prefixed_term(
        &mut self,
        operator: UnaryOperator,
        term: Term,
        start: Mark,
    ) -> Parse<Term> {
        let term = self.without_probe(term)?;
        let depth = self.deeper(term.depth)?;
        let span = self.span_between(start, term.end);
        let kind = ExprKind::Unary(operator, Box::new(term.expr));
        Ok(Term { expr: Expr { kind, span }, depth, probe: None, start, end: term.end })
    }

    pub(super) fn primary(&mut self) -> Parse<Term> {
        if self.at(Kind::LeftParen) {
            return self.nested(Self::parenthesised);
        }
        let outer = std::mem::take(&mut self.child_depth);
        let start = self.mark();
        let expr = self.atom(start)?;
        let depth = self.deeper(self.child_depth)?;
        self.child_depth = outer;
        let probe = match &expr.kind {
            ExprKind::Channel(query, _) if *query != ChannelQuery::Length => Some(expr.span),
            _ => None,
        };
        Ok(Term { expr, depth, probe, start, end: self.mark() })
    }

    /// `(e)` or `(c -> a : b)`.
    fn parenthesised(&mut self) -> Parse<Term> {
        let start = self.mark();
        let open = self.bump().span;
        let mut term = self.climb(None)?;
        self.join_separators();
        if self.eat(Kind::Arrow).is_some() {
            let condition = self.without_probe(term)?;
            let yes = self.climb(None)?;
            let yes = self.without_probe(yes)?;
            self.expect(Kind::Colon, "`:` and the value otherwise")?;
            let no = self.climb(None)?;
            let no = self.without_probe(no)?;
            let depth = self.deeper(condition.depth.max(yes.depth).max(no.depth))?;
            let kind = ExprKind::Conditional(
                Box::new(condition.expr),
                Box::new(yes.expr),
                Box::new(no.expr),
            );
            term = Term { expr: Expr { kind, span: open }, depth, probe: None, start, end: start };
            self.close(open)?;
            term.expr.span = self.span_from(start);
        } else {
            self.close(open)?;
        }
        term.start = start;
        term.end = self.mark();
        Ok(term)
    }

    fn close(&mut self, open: Span) -> Parse<()> {
        if self.eat(Kind::RightParen).is_some() {
            return Ok(());
        }
        let line = self.line(open);
        Err(self.unexpected(&format!("an operator or the `)` for the `(` at line {line}")))
    }

    /// An operand without operators and parentheses.
    fn atom(&mut self, start: Mark) -> Parse<Expr> {
        let token = self.token();
        let span = token.span;
        let simple = |kind| Ok(Expr { kind, span });
        match self.peek() {
            Kind::Number | Kind::Character | Kind::True | Kind::False | Kind::Skip => {
                self.bump();
                let value = self.constant(token)?;
                simple(ExprKind::Number(value))
            }
            Kind::Timeout => {
                self.bump();
                simple(ExprKind::Timeout)
            }
            Kind::NonProgress => {
                self.bump();
                simple(ExprKind::NonProgress)
            }
            Kind::Run => self.run(),
            Kind::Len => self.channel_query(ChannelQuery::Length),
            Kind::Empty => self.channel_query(ChannelQuery::Empty),
            Kind::Nempty => self.channel_query(ChannelQuery::NotEmpty),
            Kind::Full => self.channel_query(ChannelQuery::Full),
            Kind::Nfull => self.channel_query(ChannelQuery::NotFull),
            Kind::Enabled => self.process_query(ExprKind::Enabled),
            Kind::PcValue => self.process_query(ExprKind::PcValue),
            Kind::GetPriority => self.process_query(ExprKind::GetPriority),
            Kind::CExpr => {
                self.embedded_c();
                Err(Mistake)
            }
            Kind::Identifier | Kind::Init if self.starts_remote_reference() => {
                self.remote_reference(start)
            }
            Kind::Identifier => {
                let lvalue = self.lvalue()?;
                self.after_variable(lvalue, start)
            }
            Kind::BangBang => Err(self.report(
                Diagnostic::error(span, "`!!` sends; it does not negate twice")
                    .help("write `! !x`"),
            )),
            _ => Err(self.no_operand(token)),
        }
    }

    fn no_operand(&mut self, token: Token) -> Mistake {
        let broken = token.has(crate::lex::NEWLINE)
            && self.in_body
            && self.previous() == Kind::Semicolon
            && (binary(token.kind).is_some() || token.kind == Kind::Assign);
        if !broken || self.line_ends_statement() {
            return self.unexpected("a statement or an expression");
        }
        let text = self.text(token).to_owned();
        self.report(
            Diagnostic::error(
                token.span,
                format!("a line starts with `{text}`, but a line break ends a statement"),
            )
            .help(format!("put `{text}` at the end of the line above")),
        )
    }

    /// The value of a number, a character, `true`, `false` or `skip`.
    pub(super) fn constant(&mut self, token: Token) -> Parse<i64> {
        let text = self.text(token);
        match token.kind {
            Kind::True | Kind::Skip => Ok(1),
            Kind::False => Ok(0),
            Kind::Character => match character(text) {
                Some(value) => Ok(value),
                None => {
                    let message =
                        format!("{} is not one character", crate::preprocess::shorten(text));
                    Err(self.report(Diagnostic::error(token.span, message)))
                }
            },
            _ => {
                let value: i64 = text.parse().unwrap_or(i64::MAX);
                // SPIN keeps 32 bits of what `strtol` gives.
                let kept = i64::from(value as i32);
                if kept != value {
                    let message = format!(
                        "`{}` does not fit into 32 bits: it is taken as {kept}",
                        crate::preprocess::shorten(text)
                    );
                    self.warn(Diagnostic::warning(token.span, message));
                }
                Ok(kept)
            }
        }
    }

    fn run(&mut self) -> Parse<Expr> {
        let mark = self.mark();
        self.bump();
        let token = self.expect(Kind::Identifier, "a proctype after `run`")?;
        if matches!(
            self.known.get(&token.symbol),
            Some(Known::Inline(_) | Known::Typedef | Known::Mtype)
        ) {
            let message = format!("`{}` is not a proctype", self.text(token));
            return Err(self.report(Diagnostic::error(token.span, message)));
        }
        let process = self.name(token);
        self.expect(Kind::LeftParen, "`(` and the arguments")?;
        let mut arguments = Vec::new();
        if !self.at(Kind::RightParen) {
            self.nested(|p| p.list(&mut arguments))?;
        }
        self.expect(Kind::RightParen, "`,` or `)` after an argument")?;
        let priority = self.priority()?.map(Box::new);
        Ok(Expr {
            kind: ExprKind::Run { process, arguments, priority },
            span: self.span_from(mark),
        })
    }

    fn channel_query(&mut self, query: ChannelQuery) -> Parse<Expr> {
        let mark = self.mark();
        let word = self.bump();
        let word = self.text(word).to_owned();
        self.expect(Kind::LeftParen, &format!("`(` after `{word}`"))?;
        let channel = self.lvalue()?;
        self.expect(Kind::RightParen, "`)` after the channel")?;
        Ok(Expr { kind: ExprKind::Channel(query, channel), span: self.span_from(mark) })
    }

    fn process_query(&mut self, kind: fn(Box<Expr>) -> ExprKind) -> Parse<Expr> {
        let mark = self.mark();
        let word = self.bump();
        let word = self.text(word).to_owned();
        self.expect(Kind::LeftParen, &format!("`(` after `{word}`"))?;
        let process = self.nested(Self::expression)?;
        self.expect(Kind::RightParen, "`)` after the process")?;
        Ok(Expr { kind: kind(Box::new(process)), span: self.span_from(mark) })
    }

    /// True where the name of a known proctype starts a reference to its processes. (That of a later
    /// one is taken for a variable, until there is an `@` after it.)
    pub(super) fn starts_remote_reference(&self) -> bool {
        let token = self.token();
        let is_told = self.in_formula && self.ahead(1).kind == Kind::LeftParen;
        match self.known(token.kind, token.symbol) {
            Some(Known::Proctype) => {
                is_told || matches!(self.ahead(1).kind, Kind::At | Kind::Colon | Kind::LeftBracket)
            }
            _ => is_told && token.kind == Kind::Init,
        }
    }

    fn remote_reference(&mut self, start: Mark) -> Parse<Expr> {
        let process = self.bump();
        let process = self.name(process);
        let mut instance = None;
        if self.eat(Kind::LeftBracket).is_some() {
            instance = Some(Box::new(self.nested(Self::expression)?));
            self.expect(Kind::RightBracket, "`]` after the process")?;
        } else if self.in_formula && self.eat(Kind::LeftParen).is_some() {
            // As runs are told: `P(1).x` is `P[1]:x`.
            instance = Some(Box::new(self.nested(Self::expression)?));
            self.expect(Kind::RightParen, "`)` after the process")?;
            if self.eat(Kind::Dot).is_some() {
                let variable = self.lvalue()?;
                let kind = ExprKind::RemoteVariable { process, instance, variable };
                return Ok(Expr { kind, span: self.span_from(start) });
            }
        }
        let kind = if self.eat(Kind::At).is_some() {
            let label = self.expect(Kind::Identifier, "a label after `@`")?;
            ExprKind::RemoteLabel { process, instance, label: self.name(label) }
        } else {
            self.expect(Kind::Colon, "`@` and a label, or `:` and a variable")?;
            ExprKind::RemoteVariable { process, instance, variable: self.lvalue()? }
        };
        Ok(Expr { kind, span: self.span_from(start) })
    }

    /// What a variable at the start of an operand is: itself, something predefined, `c?[...]`, or
    /// `P[...]@label` with a proctype that is not known yet.
    fn after_variable(&mut self, mut lvalue: LValue, start: Mark) -> Parse<Expr> {
        if lvalue.path.len() == 1
            && self.at(Kind::At)
            && let Some(PathPart { name: process, index }) = lvalue.path.pop()
        {
            self.bump();
            let label = self.expect(Kind::Identifier, "a label after `@`")?;
            let label = self.name(label);
            let kind = ExprKind::RemoteLabel { process, instance: index.map(Box::new), label };
            return Ok(Expr { kind, span: self.span_from(start) });
        }
        if matches!(self.peek(), Kind::Question | Kind::QuestionQuestion) {
            if self.ahead(1).kind != Kind::LeftBracket {
                let span = self.span();
                return Err(self.report(
                    Diagnostic::error(span, "receiving is a statement, not an expression")
                        .help("`c ? [x]` asks whether a message could be received"),
                ));
            }
            let random = self.bump().kind == Kind::QuestionQuestion;
            self.bump();
            let mut arguments = Vec::new();
            self.pattern(&mut arguments)?;
            self.expect(Kind::RightBracket, "`,` or `]` in the message pattern")?;
            let kind = ExprKind::Poll { channel: lvalue, random, arguments };
            return Ok(Expr { kind, span: self.span_from(start) });
        }
        let span = lvalue.span;
        let predefined = match lvalue.path.as_slice() {
            [part] if part.index.is_none() => match part.name.text.as_str() {
                "_pid" => Some(ExprKind::Pid),
                "_p" => Some(ExprKind::PcValue(Box::new(Expr { kind: ExprKind::Pid, span }))),
                "_nr_pr" => Some(ExprKind::ProcessCount),
                "_last" => Some(ExprKind::Last),
                "_priority" => Some(ExprKind::Priority),
                "_" => Some(ExprKind::Scratch),
                _ => None,
            },
            _ => None,
        };
        Ok(Expr { kind: predefined.unwrap_or(ExprKind::Variable(lvalue)), span })
    }
}
