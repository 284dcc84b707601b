//! Expressions and places.

use diagnostics::{Diagnostic, Span, nearest};
use machine::index::VariableId;
use machine::program::{
    BinaryOperator, ChannelQuery, Expr, Pattern, Place, Reception, Region, UnaryOperator,
};
use machine::spin::SpinExpr;

use super::Lowering;
use super::names::{Entry, Shape};
use crate::ast::{self, ExprKind, LValue, ReceiveArgument};

/// What a path leads to, with the subscripts on the way.
struct Found {
    entry: Entry,
    subscripts: Vec<Expr>,
}

impl Lowering<'_> {
    /// An expression; 0 where something is wrong with it.
    pub(super) fn expr(&mut self, expr: &ast::Expr) -> Expr {
        match &expr.kind {
            ExprKind::Number(value) => match i32::try_from(*value) {
                Ok(value) => Expr::constant(value),
                Err(_) => {
                    self.error(expr.span, format!("{value} does not fit into 32 bits"));
                    Expr::constant(0)
                }
            },
            ExprKind::Variable(path) => self.variable(path),
            ExprKind::Unary(operator, operand) => {
                let operator = match operator {
                    ast::UnaryOperator::Negate => UnaryOperator::Negate,
                    ast::UnaryOperator::Not => UnaryOperator::Not,
                    ast::UnaryOperator::Complement => UnaryOperator::Complement,
                };
                let operand = self.expr(operand);
                match (operator, operand.number()) {
                    (UnaryOperator::Negate, Some(value)) => Expr::constant(value.wrapping_neg()),
                    _ => Expr::unary(operator, operand),
                }
            }
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.expr(left), self.expr(right));
                Expr::binary(binary(*operator), left, right)
            }
            ExprKind::Conditional(condition, a, b) => {
                let condition = self.expr(condition);
                let (a, b) = (self.expr(a), self.expr(b));
                Expr::conditional(condition, a, b)
            }
            ExprKind::Channel(query, channel) => {
                Expr::query(channel_query(*query), self.channel(channel))
            }
            ExprKind::Poll { channel, random, arguments } => {
                let reception = self.reception(channel, *random, true, arguments, false);
                Expr::poll(reception)
            }
            ExprKind::Pid => {
                if self.in_claim {
                    self.refuse_in_claim(expr.span, "`_pid`");
                }
                Expr::pid()
            }
            ExprKind::ProcessCount => Expr::from(SpinExpr::ProcessCount),
            ExprKind::Timeout => Expr::timeout(),
            ExprKind::Run { .. } => {
                let message = "`run` cannot be part of a larger expression";
                let help = "assign its result to a variable first, as in `p = run P()`";
                self.diagnostics.push(Diagnostic::error(expr.span, message).help(help));
                Expr::constant(0)
            }
            other => self.process_question(other, expr.span),
        }
    }

    fn variable(&mut self, path: &LValue) -> Expr {
        if let [part] = &path.path[..]
            && part.index.is_none()
            && self.scopes.find(&part.name.text).is_none()
            && let Some(symbol) = self.symbols.get(&part.name.text)
        {
            return symbol.clone();
        }
        match self.place(path) {
            Some(place) => self.load(place),
            None => Expr::constant(0),
        }
    }

    fn load(&self, place: Place) -> Expr {
        if let Some(channels) = self.channel_constants.get(&place.variable) {
            let cell = place.subscripts.iter().try_fold(0, |cell, s| {
                let index = u32::try_from(s.index.constant_value()?).ok()?;
                (index < s.length).then_some(cell + index * s.stride)
            });
            if let Some(channel) = cell.and_then(|cell| channels.get(cell as usize)) {
                return Expr::channel(*channel);
            }
        }
        Expr::load(place)
    }

    /// The cell that a path names; `None`, with a message, if it names none.
    pub(super) fn place(&mut self, path: &LValue) -> Option<Place> {
        let found = self.resolve(path)?;
        match found.entry.shape {
            Shape::Leaf(id) => Some(self.builder.program.place(id, found.subscripts)),
            Shape::Structure(_) => {
                let name = &path.path.last()?.name;
                let message = format!("`{}` is a structure: name one of its fields", name.text);
                self.error(name.span, message);
                None
            }
        }
    }

    fn resolve(&mut self, path: &LValue) -> Option<Found> {
        let first = path.path.first()?;
        let Some(entry) = self.scopes.find(&first.name.text).cloned() else {
            self.unknown(&first.name.text, first.name.span);
            return None;
        };
        let mut found = Found { entry, subscripts: Vec::new() };
        self.subscript(first, &mut found);
        for part in &path.path[1..] {
            let Shape::Structure(fields) = &found.entry.shape else {
                let message =
                    format!("there is no field `{}` here: not a structure", part.name.text);
                self.error(part.name.span, message);
                return None;
            };
            let Some((_, entry)) = fields.iter().find(|(name, _)| *name == part.name.text) else {
                let known = nearest(&part.name.text, fields.iter().map(|(name, _)| name.as_str()));
                let mut diagnostic = Diagnostic::error(
                    part.name.span,
                    format!("there is no field `{}`", part.name.text),
                );
                diagnostic.help = known.map(|known| format!("did you mean `{known}`?"));
                self.diagnostics.push(diagnostic);
                return None;
            };
            found.entry = entry.clone();
            self.subscript(part, &mut found);
        }
        Some(found)
    }

    fn unknown(&mut self, name: &str, span: Span) {
        if name.starts_with('_') && ["_pid", "_p", "_nr_pr", "_last", "_"].contains(&name) {
            let message = format!("`{name}` cannot be used as a variable here");
            let help = "to compare a received value with it, write `eval(…)` around it";
            self.diagnostics.push(Diagnostic::error(span, message).help(help));
            return;
        }
        let known = self.scopes.names().chain(self.symbols.keys().map(String::as_str));
        let meant = nearest(name, known).map(|known| format!("did you mean `{known}`?"));
        let mut diagnostic = Diagnostic::error(span, format!("`{name}` is not declared"));
        diagnostic.help = meant;
        self.diagnostics.push(diagnostic);
    }

    fn subscript(&mut self, part: &ast::PathPart, found: &mut Found) {
        match (&part.index, found.entry.length) {
            (Some(index), Some(_)) => {
                let index = self.expr(index);
                found.subscripts.push(index);
            }
            (None, None) => {}
            (None, Some(_)) => {
                let message = format!("`{}` is an array: which element?", part.name.text);
                self.diagnostics.push(
                    Diagnostic::warning(part.name.span, message)
                        .help("taken as element 0, as in SPIN"),
                );
                found.subscripts.push(Expr::constant(0));
            }
            (Some(index), None) => {
                // SPIN takes a scalar as an array of one.
                let span = index.span;
                if self.expr(index).constant_value() != Some(0) {
                    self.error(span, format!("`{}` is not an array", part.name.text));
                }
            }
        }
    }

    /// Whether a variable holds channels.
    pub(super) fn is_of_channels(&self, entry: &Entry) -> bool {
        match entry.shape {
            Shape::Leaf(id) => self.builder.program.variables[id.index()].holds_channels,
            Shape::Structure(_) => false,
        }
    }

    /// The channel variable that a path names, whichever element.
    pub(super) fn place_of_any(&mut self, path: &LValue) -> Option<VariableId> {
        let found = self.resolve(path)?;
        match found.entry.shape {
            Shape::Leaf(id) if self.is_of_channels(&found.entry) => Some(id),
            _ => {
                self.error(path.span, "`xr` and `xs` are said of channels");
                None
            }
        }
    }

    /// An expression that names a channel.
    pub(super) fn channel(&mut self, path: &LValue) -> Expr {
        let Some(place) = self.place(path) else { return Expr::constant(0) };
        if !self.builder.program.variables[place.variable.index()].holds_channels {
            let name = &self.builder.program.variables[place.variable.index()].name;
            let message = format!("`{name}` is not a channel");
            self.error(path.span, message);
            return Expr::constant(0);
        }
        self.load(place)
    }

    /// Values of a message or of a `run`: a structure stands for its fields.
    pub(super) fn arguments(&mut self, arguments: &[ast::Expr]) -> Vec<Expr> {
        let mut values = Vec::new();
        for argument in arguments {
            match self.leaves(argument) {
                Some(places) => values.extend(places.into_iter().map(Expr::load)),
                None => values.push(self.expr(argument)),
            }
        }
        values
    }

    /// The leaf fields, if the expression names a structure.
    fn leaves(&mut self, expr: &ast::Expr) -> Option<Vec<Place>> {
        let ExprKind::Variable(path) = &expr.kind else { return None };
        self.structure_leaves(path)
    }

    pub(super) fn structure_leaves(&mut self, path: &LValue) -> Option<Vec<Place>> {
        let root = self.scopes.find(&path.path.first()?.name.text)?;
        if matches!(root.shape, Shape::Leaf(_)) {
            return None;
        }
        let found = self.resolve(path)?;
        let Shape::Structure(fields) = &found.entry.shape else { return None };
        let mut leaves = Vec::new();
        collect_leaves(fields, &found.subscripts, &mut leaves);
        let places = leaves.into_iter();
        Some(places.map(|(id, subscripts)| self.builder.program.place(id, subscripts)).collect())
    }

    /// A receive or a poll.
    pub(super) fn reception(
        &mut self,
        channel: &LValue,
        random: bool,
        copy: bool,
        arguments: &[ReceiveArgument],
        stores: bool,
    ) -> Reception {
        let channel = self.channel(channel);
        let mut patterns = Vec::new();
        for argument in arguments {
            match argument {
                ReceiveArgument::Any(_) => patterns.push(Pattern::Any),
                ReceiveArgument::Match(expr) | ReceiveArgument::Eval(expr) => {
                    patterns.push(Pattern::Match(self.expr(expr)));
                }
                ReceiveArgument::Store(path) => self.store(path, stores, &mut patterns),
            }
        }
        Reception { channel, random, copy, patterns }
    }

    fn store(&mut self, path: &LValue, stores: bool, patterns: &mut Vec<Pattern>) {
        if let [part] = &path.path[..] {
            let name = &part.name.text;
            if name == "_pid" && stores {
                patterns.push(Pattern::OwnNumber);
                return;
            }
            if let (None, None, Some(symbol)) =
                (&part.index, self.scopes.find(name), self.symbols.get(name))
            {
                patterns.push(Pattern::Match(symbol.clone()));
                return;
            }
        }
        if let Some(places) = self.structure_leaves(path) {
            patterns.extend(places.into_iter().map(Pattern::Store));
        } else if let Some(place) = self.place(path) {
            // A poll looks only at the constants among its arguments.
            patterns.push(if stores { Pattern::Store(place) } else { Pattern::Any });
        }
    }

    /// Whether a place can be written at all: variables that are never written are constants.
    pub(super) fn target(&mut self, path: &LValue) -> Option<Place> {
        let place = self.place(path)?;
        debug_assert!(place.region != Region::Constant, "a written variable is no constant");
        Some(place)
    }
}

/// The leaves of a structure, with their subscripts: those of the structure, and those of arrays
/// within it, element after element.
fn collect_leaves(
    fields: &[(String, Entry)],
    subscripts: &[Expr],
    leaves: &mut Vec<(VariableId, Vec<Expr>)>,
) {
    for (_, entry) in fields {
        for element in 0..entry.length.unwrap_or(1) {
            let mut here = subscripts.to_vec();
            here.extend(entry.length.map(|_| Expr::constant(element as i32)));
            match &entry.shape {
                Shape::Leaf(id) => leaves.push((*id, here)),
                Shape::Structure(fields) => collect_leaves(fields, &here, leaves),
            }
        }
    }
}

fn binary(operator: ast::BinaryOperator) -> BinaryOperator {
    match operator {
        ast::BinaryOperator::Multiply => BinaryOperator::Multiply,
        ast::BinaryOperator::Divide => BinaryOperator::Divide,
        ast::BinaryOperator::Modulo => BinaryOperator::Modulo,
        ast::BinaryOperator::Add => BinaryOperator::Add,
        ast::BinaryOperator::Subtract => BinaryOperator::Subtract,
        ast::BinaryOperator::ShiftLeft => BinaryOperator::ShiftLeft,
        ast::BinaryOperator::ShiftRight => BinaryOperator::ShiftRight,
        ast::BinaryOperator::Less => BinaryOperator::Less,
        ast::BinaryOperator::LessEqual => BinaryOperator::LessEqual,
        ast::BinaryOperator::Greater => BinaryOperator::Greater,
        ast::BinaryOperator::GreaterEqual => BinaryOperator::GreaterEqual,
        ast::BinaryOperator::Equal => BinaryOperator::Equal,
        ast::BinaryOperator::NotEqual => BinaryOperator::NotEqual,
        ast::BinaryOperator::BitAnd => BinaryOperator::BitAnd,
        ast::BinaryOperator::BitXor => BinaryOperator::BitXor,
        ast::BinaryOperator::BitOr => BinaryOperator::BitOr,
        ast::BinaryOperator::And => BinaryOperator::And,
        ast::BinaryOperator::Or => BinaryOperator::Or,
    }
}

fn channel_query(query: ast::ChannelQuery) -> ChannelQuery {
    match query {
        ast::ChannelQuery::Length => ChannelQuery::Length,
        ast::ChannelQuery::Empty => ChannelQuery::Empty,
        ast::ChannelQuery::NotEmpty => ChannelQuery::NotEmpty,
        ast::ChannelQuery::Full => ChannelQuery::Full,
        ast::ChannelQuery::NotFull => ChannelQuery::NotFull,
    }
}
