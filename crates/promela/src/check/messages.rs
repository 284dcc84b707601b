//! Messages and the channels that they go through: how many fields, and what is in them.

use std::collections::HashMap;

use diagnostics::{Diagnostic, Span};

use super::Checker;
use super::cells::{Cell, Range};
use super::names::Holds;
use super::signatures::{Field, SignatureId};
use super::values::{Kind, Value};
use crate::ast::{BinaryOperator, Expr, ExprKind, LValue, Name, ReceiveArgument, Type};

/// What becomes of a position of a message.
#[derive(Clone, Debug)]
enum Position {
    /// This value is sent.
    Sent(Value),
    /// It is stored in a variable with this name.
    Stored(Cell, String, Span),
    /// It must equal this value.
    Matched(Value),
    /// Anything.
    Any,
}

/// What the collecting walk found out about channels, to be judged once all of it is known.
#[derive(Clone, Debug)]
pub enum Fact {
    /// Two channels flow together here.
    Same(SignatureId, SignatureId, Span),
    /// A message is sent, received or asked for.
    Message(Message),
}

/// How a message is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usage {
    /// Sent.
    Send,
    /// Received.
    Receive,
    /// Received out of order, or copied.
    Pick,
    /// Asked for.
    Poll,
}

/// One use of a channel.
#[derive(Clone, Debug)]
pub struct Message {
    usage: Usage,
    channel: SignatureId,
    name: String,
    span: Span,
    positions: Vec<Position>,
}

/// What is sent in the fields of messages.
#[derive(Default)]
pub struct Traffic {
    /// A value that is sent in a field that no declaration describes, the widest one.
    pub guesses: HashMap<(SignatureId, usize), Value>,
    /// Everything that is sent in a field, whether declared or not.
    pub ranges: HashMap<(SignatureId, usize), Range>,
    /// The first variable that a field is stored in.
    pub received: HashMap<(SignatureId, usize), Cell>,
}

impl Message {
    /// What a wrong number of fields leads to, where messages have so many.
    fn consequence(&self, fields: usize) -> &'static str {
        let asks = |position: &Position| matches!(position, Position::Matched(_));
        let stores = !self.positions.iter().all(asks);
        let few = self.positions.len() < fields;
        match (self.usage, few) {
            (Usage::Send, true) => "what is missing is sent as 0",
            (Usage::Send, false) => "what is too much is not sent",
            (Usage::Receive, true) if self.positions.iter().all(asks) => {
                "a run-time error if it is executed outside of a `d_step`"
            }
            (Usage::Receive | Usage::Pick | Usage::Poll, true) => {
                "the fields that are not named may hold anything"
            }
            // Of one field; or nothing is stored, which is an error all the same.
            (Usage::Pick | Usage::Poll, false) if fields == 1 => "what is too much is read as 0",
            (Usage::Receive, false) if fields == 1 && stores => "what is too much is read as 0",
            (Usage::Poll, false) if !self.positions.iter().any(asks) => {
                "what is too much is not looked at"
            }
            (Usage::Receive | Usage::Pick | Usage::Poll, false) => {
                "a run-time error if a message matches as far as it goes"
            }
        }
    }
}

impl Checker<'_> {
    /// Notes that two channels flow together.
    pub fn same(&mut self, a: SignatureId, b: SignatureId, span: Span) {
        self.facts.push(Fact::Same(a, b, span));
    }

    /// The signature and the name of the channel that a path names.
    pub fn channel(&mut self, path: &LValue) -> Option<(SignatureId, String)> {
        let place = self.place(path)?;
        self.names.declared[place.root].read = true;
        let Holds::Cell(cell) = &place.holds else { return None };
        Some((cell.signature?, place.name))
    }

    /// `c ! values`.
    pub fn send(&mut self, path: &LValue, arguments: &[Expr]) {
        let channel = self.channel(path);
        let values = self.flattened(arguments);
        let positions = values.map(|values| values.into_iter().map(Position::Sent).collect());
        self.message(Usage::Send, channel, path.span, positions);
    }

    /// `c ? pattern`, also random or a copy, or `c ? [pattern]`.
    pub fn receive(&mut self, usage: Usage, path: &LValue, arguments: &[ReceiveArgument]) {
        let channel = self.channel(path);
        let positions = self.positions(arguments, usage != Usage::Poll);
        self.message(usage, channel, path.span, positions);
    }

    fn message(
        &mut self,
        usage: Usage,
        channel: Option<(SignatureId, String)>,
        span: Span,
        positions: Option<Vec<Position>>,
    ) {
        if let (Some((channel, name)), Some(positions)) = (channel, positions) {
            self.facts.push(Fact::Message(Message { usage, channel, name, span, positions }));
        }
    }

    /// Values of a message or a `run`: a structure stands for its fields; `None` if it cannot.
    fn flattened(&mut self, arguments: &[Expr]) -> Option<Vec<Value>> {
        let mut values = Some(Vec::new());
        for argument in arguments {
            let mut leaves = None;
            if let ExprKind::Variable(path) = &argument.kind {
                leaves = self.structure(path, false);
            }
            let more = match leaves {
                Some(leaves) => leaves.map(|leaves| {
                    let value = |(name, cell): (String, Cell)| {
                        Value::of_cell(&cell, &format!("`{name}`"), argument.span)
                    };
                    leaves.into_iter().map(value).collect()
                }),
                None => Some(vec![self.value(argument)]),
            };
            values = values.zip(more).map(|(mut all, more): (Vec<Value>, Vec<Value>)| {
                all.extend(more);
                all
            });
        }
        values
    }

    /// The named fields of a structure, if a path leads to one: `Some(None)` if they cannot be
    /// in a message.
    #[allow(clippy::option_option)] // No structure, or one that cannot be a message.
    fn structure(&mut self, path: &LValue, stored: bool) -> Option<Option<Vec<(String, Cell)>>> {
        if self.symbol(path).is_some() {
            return None;
        }
        self.names.find(&path.path.first()?.name.text)?;
        let facts = self.facts.len();
        let Some(place) = self.place(path) else { return Some(None) };
        let Holds::Structure(name) = &place.holds else {
            // It is looked at again, as a scalar.
            self.facts.truncate(facts);
            return None;
        };
        let declared = &mut self.names.declared[place.root];
        declared.read |= !stored;
        declared.written |= stored;
        let leaves = self.leaves(name)?;
        Some(Some(leaves.into_iter().map(|(p, c)| (format!("{}{p}", place.name), c)).collect()))
    }

    fn positions(&mut self, arguments: &[ReceiveArgument], stores: bool) -> Option<Vec<Position>> {
        let mut positions = Some(Vec::new());
        for argument in arguments {
            let more = match argument {
                ReceiveArgument::Any(_) => Some(vec![Position::Any]),
                ReceiveArgument::Match(value) | ReceiveArgument::Eval(value) => {
                    Some(vec![Position::Matched(self.value(value))])
                }
                ReceiveArgument::Store(path) => self.stored(path, stores),
            };
            positions = positions.zip(more).map(|(mut all, more): (Vec<_>, Vec<_>)| {
                all.extend(more);
                all
            });
        }
        positions
    }

    fn stored(&mut self, path: &LValue, stores: bool) -> Option<Vec<Position>> {
        if self.symbol(path).is_some() {
            let expr = Expr { kind: ExprKind::Variable(path.clone()), span: path.span };
            return Some(vec![Position::Matched(self.value(&expr))]);
        }
        let name_span = path.span;
        if let Some(leaves) = self.structure(path, true) {
            let position = |(name, cell)| match stores {
                true => Position::Stored(cell, format!("`{name}`"), name_span),
                false => Position::Any,
            };
            return Some(leaves?.into_iter().map(position).collect());
        }
        let Some(place) = self.place(path) else { return Some(vec![Position::Any]) };
        let declared = &mut self.names.declared[place.root];
        declared.written = true;
        // What a poll names is not stored, but nobody expects it to be assigned elsewhere.
        declared.read |= !stores;
        match place.holds {
            Holds::Cell(cell) if stores => {
                Some(vec![Position::Stored(cell, format!("`{}`", place.name), name_span)])
            }
            _ => Some(vec![Position::Any]),
        }
    }

    /// `run process(arguments)`.
    pub fn run(&mut self, process: &Name, arguments: &[Expr]) {
        let values = self.flattened(arguments);
        let Some(parameters) = self.processes.get(process.text.as_str()).cloned() else { return };
        for (value, (name, cell)) in values.unwrap_or_default().iter().zip(&parameters) {
            let target = format!("the parameter `{name}` of `{}`", process.text);
            self.flow(value, cell, &target);
        }
    }

    /// Joins the signatures of channels that flow together, directly or in messages, and judges
    /// the messages by what is known then.
    pub fn judge_facts(&mut self) {
        let facts = std::mem::take(&mut self.facts);
        for fact in &facts {
            if let Fact::Same(a, b, span) = fact {
                self.unify(*a, *b, *span);
            }
        }
        let messages: Vec<&Message> = facts
            .iter()
            .filter_map(|fact| match fact {
                Fact::Message(message) => Some(message),
                Fact::Same(..) => None,
            })
            .collect();
        messages.iter().for_each(|message| self.join_fields(message));
        let mut traffic = Traffic::default();
        messages.iter().for_each(|message| self.judge_sent(message, &mut traffic));
        messages.iter().for_each(|message| self.judge_received(message, &mut traffic));
        self.traffic = traffic;
    }

    fn unify(&mut self, a: SignatureId, b: SignatureId, span: Span) {
        for clash in self.signatures.unify(a, b) {
            let (left, right) = (clash.left, clash.right);
            let (left_text, right_text) =
                (self.signatures.describe(left), self.signatures.describe(right));
            let (left, right) =
                (self.signatures.get(left).clone(), self.signatures.get(right).clone());
            let message = format!(
                "channels with different messages meet here: {} has {left_text}, {} has {right_text}",
                left.name, right.name
            );
            let diagnostic = Diagnostic::warning(span, message)
                .label(left.span, format!("{left_text} here"))
                .label(right.span, format!("{right_text} here"))
                .help("give both the same fields, or use different variables for them");
            self.report(diagnostic);
        }
    }

    /// Joins the channels in a message with the channels that the fields hold.
    fn join_fields(&mut self, message: &Message) {
        let signature = self.signatures.get_mut(message.channel);
        if signature.fields.is_none() && !signature.unclear {
            signature.fields = Some(vec![Field::Open; message.positions.len()]);
            signature.span = message.span;
        }
        for (index, position) in message.positions.iter().enumerate() {
            let (channels, span) = match position {
                Position::Sent(value) | Position::Matched(value) => match value.kind {
                    Kind::Channel(signature) => (signature, value.span),
                    _ => continue,
                },
                Position::Stored(cell, _, span) => match cell.signature {
                    Some(signature) => (signature, *span),
                    None => continue,
                },
                Position::Any => continue,
            };
            self.signatures.channels_in(message.channel, index, channels);
            let field = self.field(message.channel, index);
            if let Some(cell) = field.and_then(|field| field.signature) {
                self.unify(cell, channels, span);
            }
        }
    }

    /// A field that is known.
    fn field(&mut self, channel: SignatureId, index: usize) -> Option<Cell> {
        match self.signatures.get(channel).fields.as_ref()?.get(index)? {
            Field::Open => None,
            Field::Declared(cell) => Some(cell.clone()),
            Field::Channels(channels) => Some(Cell::channel(*channels)),
        }
    }

    fn field_name(&mut self, message: &Message, index: usize) -> String {
        let name = &message.name;
        let single = message.positions.len() == 1;
        if single {
            format!("the message of `{name}`")
        } else {
            format!("field {} of the messages of `{name}`", index + 1)
        }
    }

    fn judge_sent(&mut self, message: &Message, traffic: &mut Traffic) {
        self.arity(message);
        let root = self.signatures.representative(message.channel);
        for (index, position) in message.positions.iter().enumerate() {
            let Position::Sent(value) = position else { continue };
            let range = traffic.ranges.entry((root, index)).or_insert(value.range);
            *range = range.hull(value.range);
            match self.field(message.channel, index) {
                Some(cell) => {
                    let target = self.field_name(message, index);
                    self.fit(value, &cell, &target);
                    self.mixed(value, &cell, (root, index), &target);
                }
                None => self.guess(value, (root, index), message, traffic),
            }
        }
    }

    fn arity(&mut self, message: &Message) {
        let signature = self.signatures.get(message.channel);
        let Some(fields) = &signature.fields else { return };
        let (expected, given) = (fields.len(), message.positions.len());
        if expected == given {
            return;
        }
        let remark = if signature.is_declared { "declared here" } else { "used here" };
        let declared = signature.span;
        let name = &message.name;
        let text = format!("the messages of `{name}` have {expected} fields, {given} given");
        let diagnostic = Diagnostic::warning(message.span, text)
            .label(declared, remark)
            .help(message.consequence(expected));
        self.report(diagnostic);
    }

    /// Notes what is sent in a field that no declaration describes.
    fn guess(
        &mut self,
        value: &Value,
        field: (SignatureId, usize),
        message: &Message,
        traffic: &mut Traffic,
    ) {
        let is_neutral = value.constant.is_some_and(|c| Range::BIT.holds(Range::only(c)));
        if value.kind == Kind::Unknown || is_neutral {
            return;
        }
        let Some(earlier) = traffic.guesses.get(&field) else {
            traffic.guesses.insert(field, value.clone());
            return;
        };
        if earlier.kind == value.kind {
            if value.range.holds(earlier.range) {
                traffic.guesses.insert(field, value.clone());
            }
            return;
        }
        let other = earlier.clone();
        let target = self.field_name(message, field.1);
        let text =
            format!("{target} is {} here and {} elsewhere", value.subject(), other.describe());
        let diagnostic = Diagnostic::warning(value.span, text)
            .label(other.span, "here")
            .help("send values of one type in one field");
        self.report(diagnostic);
    }

    /// Warns of symbols and numbers in one field of a number type.
    fn mixed(&mut self, value: &Value, cell: &Cell, field: (SignatureId, usize), target: &str) {
        if matches!(cell.ty, Type::Mtype(_) | Type::Chan) {
            return;
        }
        let is_symbol = match (&value.kind, value.constant) {
            (Kind::Symbol(_), _) => true,
            (Kind::Number, Some(constant)) if constant != 0 => false,
            _ => return,
        };
        let seen = self.mixtures.entry(field).or_default();
        let (own, other) = if is_symbol { (0, 1) } else { (1, 0) };
        seen[own].get_or_insert(value.span);
        if let Some(elsewhere) = seen[other] {
            let text = format!("{target} holds both symbols and numbers");
            let diagnostic = Diagnostic::warning(value.span, text)
                .label(elsewhere, if is_symbol { "a number here" } else { "a symbol here" })
                .help("a symbol is a number too, and the two cannot be told apart");
            self.report(diagnostic);
        }
    }

    fn judge_received(&mut self, message: &Message, traffic: &mut Traffic) {
        let root = self.signatures.representative(message.channel);
        for (index, position) in message.positions.iter().enumerate() {
            if matches!(position, Position::Sent(_) | Position::Any) {
                continue;
            }
            if let Position::Stored(cell, ..) = position {
                traffic.received.entry((root, index)).or_insert_with(|| cell.clone());
            }
            let target = self.field_name(message, index);
            let found = match self.field(message.channel, index) {
                Some(cell) => Value::of_cell(&cell, &target, message.span),
                None => match traffic.guesses.get(&(root, index)) {
                    Some(guess) => guess.clone(),
                    None => continue,
                },
            };
            match position {
                Position::Stored(cell, name, span) => {
                    // A field is often declared wider than what goes through it.
                    let sent = traffic.ranges.get(&(root, index)).copied();
                    let range = sent.filter(|sent| found.range.holds(*sent)).unwrap_or(found.range);
                    self.fit(&Value { span: *span, range, ..found }, cell, name);
                }
                Position::Matched(value) => {
                    self.compare(BinaryOperator::Equal, &found, value, value.span);
                }
                Position::Sent(_) | Position::Any => {}
            }
        }
    }
}
