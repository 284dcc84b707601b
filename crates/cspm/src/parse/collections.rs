//! Sequences, sets, maps, and the statements of comprehensions.

use syntax::{Parse, Parsing};

use super::cursor::Parser;
use crate::lex::Kind;
use crate::tree::{Collection, Expression, ExpressionKind, Statement};

impl Parser<'_> {
    /// `<a, b>` and the like. Until it is closed, `>` in it is no comparison, if not in brackets.
    pub fn sequence(&mut self) -> Parse<ExpressionKind> {
        self.bump();
        let outside = std::mem::replace(&mut self.in_sequence, true);
        let parsed = self.collection(Kind::Greater, "`,`, `|`, `..` or `>` after the element");
        self.in_sequence = outside;
        parsed.map(ExpressionKind::Sequence)
    }

    /// `{a, b}` and the like.
    pub fn set(&mut self) -> Parse<ExpressionKind> {
        self.bump();
        let what = "`,`, `|`, `..` or `}` after the element";
        self.bracketed(|parser| parser.collection(Kind::RightBrace, what)).map(ExpressionKind::Set)
    }

    fn collection(&mut self, close: Kind, what: &str) -> Parse<Collection> {
        if self.eat(close).is_some() {
            return Ok(Collection::Elements(Vec::new(), Vec::new()));
        }
        if self.at(Kind::Bar) {
            // A comprehension without a head, which has no elements.
            let statements = self.statements_after_bar()?;
            self.expect(close, what)?;
            return Ok(Collection::Elements(Vec::new(), statements));
        }
        let first = self.expression()?;
        let collection = if self.eat(Kind::Range).is_some() {
            let open = self.at(close) || self.at(Kind::Bar);
            let to = if open { None } else { Some(Box::new(self.expression()?)) };
            let statements = self.statements_after_bar()?;
            Collection::Range { from: Box::new(first), to, statements }
        } else {
            let elements = self.more(first)?;
            Collection::Elements(elements, self.statements_after_bar()?)
        };
        self.expect(close, what)?;
        Ok(collection)
    }

    /// The elements after the first one.
    fn more(&mut self, first: Expression) -> Parse<Vec<Expression>> {
        let mut elements = vec![first];
        if self.eat(Kind::Comma).is_some() {
            elements.extend(self.list(Self::expression)?);
        }
        Ok(elements)
    }

    /// `{| a, b |}` and the like.
    pub fn productions(&mut self) -> Parse<ExpressionKind> {
        self.bump();
        self.bracketed(|parser| {
            let is_headless = matches!(parser.peek(), Kind::RightProductions | Kind::Bar);
            let elements = if is_headless { Vec::new() } else { parser.list(Self::expression)? };
            let statements = parser.statements_after_bar()?;
            parser.expect(Kind::RightProductions, "`,`, `|` or `|}` after the element")?;
            Ok(ExpressionKind::Productions { elements, statements })
        })
    }

    /// `(| a => b |)`.
    pub fn map(&mut self) -> Parse<ExpressionKind> {
        self.bump();
        self.bracketed(|parser| {
            let pairs = if parser.at(Kind::RightMap) {
                Vec::new()
            } else {
                parser.list(|parser| {
                    let key = parser.expression()?;
                    parser.expect(Kind::Dotable, "`=>` and the value of the key")?;
                    Ok((key, parser.expression()?))
                })?
            };
            parser.expect(Kind::RightMap, "`,` or `|)` after the value")?;
            Ok(ExpressionKind::Map(pairs))
        })
    }

    /// `| ..`, if there is a bar.
    pub fn statements_after_bar(&mut self) -> Parse<Vec<Statement>> {
        if self.eat(Kind::Bar).is_none() {
            return Ok(Vec::new());
        }
        self.statements()
    }

    /// Generators and conditions.
    pub fn statements(&mut self) -> Parse<Vec<Statement>> {
        self.list(Self::statement)
    }

    /// A generator if a pattern and its symbol stand here, else a condition. Only after the pattern is it clear which.
    fn statement(&mut self) -> Parse<Statement> {
        let start = self.place();
        let pattern = self.pattern();
        if let Ok(pattern) = pattern
            && self.eat_generator()
        {
            return Ok(Statement::Generator(pattern, self.expression()?));
        }
        let as_pattern = self.place();
        self.restore(&start);
        match self.expression() {
            Ok(_) if self.at_generator() => {}
            Ok(condition) => return Ok(Statement::Condition(condition)),
            // What is neither is what more was understood of.
            Err(_) if as_pattern.mark.is_after(self.mark()) => {}
            Err(mistake) => return Err(mistake),
        }
        self.restore(&start);
        self.pattern()?;
        Err(self.unexpected("`<-` or `:` after the pattern"))
    }

    fn at_generator(&self) -> bool {
        matches!(self.peek(), Kind::DrawnFrom | Kind::Colon)
    }

    fn eat_generator(&mut self) -> bool {
        let is_there = self.at_generator();
        if is_there {
            self.bump();
        }
        is_there
    }
}
