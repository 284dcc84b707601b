//! One walk over what an action, or an expression, touches: cells, channels, processes, control points.
//!
//! It says, in the order of evaluation, which places, channels and processes are meant, as the text names them. What that is in
//! general tells [`crate::footprint`]; what it is in one state tells partial order reduction; which of it SPIN's statement
//! merging looks at tells [`crate::merging`].

use crate::action::Action;
use crate::expression::{ChannelQuery, Expr, ExprKind, Owner, Pattern, Place, Reception};
use crate::index::{ChannelId, LabelId, ProcessTypeId, VariableId};
use crate::spin::{SpinAction, SpinExpr};

/// One thing that is touched.
#[derive(Clone, Copy, Debug)]
pub enum Touch<'a> {
    /// A cell is read.
    Read(&'a Place),
    /// A cell is written.
    Write(&'a Place),
    /// A cell stands there that is neither read nor written: a variable in a poll.
    Name(&'a Place),
    /// A channel stands there by its name, and its number is the value.
    NameChannel(ChannelId),
    /// Something is done with the channel that the expression names.
    Channel(&'a Expr, Deed),
    /// A process of a type is started, whose initial values are evaluated.
    Start(ProcessTypeId),
    /// The process ends.
    End,
    /// It matters which processes there are.
    Count,
    /// It is asked whether a process is at a control point.
    At(LabelId),
    /// It is asked whether no process can move otherwise.
    Timeout,
    /// What only SPIN's languages ask, the process that is asked about aside.
    Ask(&'a SpinExpr),
    /// The priority of a process is set.
    SetPriority,
}

impl Touch<'_> {
    /// The variable that is read, written or named.
    #[must_use]
    pub fn variable(&self) -> Option<VariableId> {
        match self {
            Touch::Read(place) | Touch::Write(place) | Touch::Name(place) => Some(place.variable),
            _ => None,
        }
    }
}

/// What is done with a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deed {
    /// A message is sent.
    Send {
        /// Before the first message that is greater, and not to the end.
        sorted: bool,
    },
    /// A message is received.
    Receive {
        /// Any message that matches, not only the oldest.
        random: bool,
        /// It stays there.
        copy: bool,
    },
    /// It is asked how many messages there are.
    Query(ChannelQuery),
    /// It is asked whether a message could be received.
    Poll,
}

/// What something that is touched is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It counts by itself.
    Value,
    /// It only tells which cell or channel is meant.
    Choice,
    /// It is handed to a process that is started.
    Argument,
}

/// Calls `visit` for all that an action touches, deterministic blocks included.
pub fn of_action<'a>(action: &'a Action, visit: &mut dyn FnMut(Touch<'a>, Role)) {
    Walker { role: Role::Value, visit }.action(action);
}

/// Calls `visit` for all that an expression touches.
pub fn of_expression<'a>(expr: &'a Expr, visit: &mut dyn FnMut(Touch<'a>, Role)) {
    Walker { role: Role::Value, visit }.expression(expr);
}

/// Calls `visit` for all that the writing of a place touches.
pub(crate) fn of_write<'a>(place: &'a Place, visit: &mut dyn FnMut(Touch<'a>, Role)) {
    Walker { role: Role::Value, visit }.place(place, Touch::Write);
}

struct Walker<'v, 'a> {
    role: Role,
    visit: &'v mut dyn FnMut(Touch<'a>, Role),
}

impl<'a> Walker<'_, 'a> {
    fn meet(&mut self, touch: Touch<'a>) {
        (self.visit)(touch, self.role);
    }

    /// The same for what has another role, unless all of this only makes a choice.
    fn with(&mut self, role: Role, walk: impl FnOnce(&mut Self)) {
        let before = self.role;
        if before != Role::Choice {
            self.role = role;
        }
        walk(self);
        self.role = before;
    }

    fn action(&mut self, action: &'a Action) {
        match action {
            Action::Skip | Action::Else | Action::OutOfRoom => {}
            Action::Guard(expr) | Action::Assert(expr) => self.expression(expr),
            Action::Assign(place, value) => {
                self.expression(value);
                self.place(place, Touch::Write);
            }
            Action::Send { channel, sorted, message } => {
                self.chooses(channel);
                message.iter().for_each(|value| self.expression(value));
                self.meet(Touch::Channel(channel, Deed::Send { sorted: *sorted }));
            }
            Action::Receive(reception) => {
                self.reception(reception, Touch::Write);
                let deed = Deed::Receive { random: reception.random, copy: reception.copy };
                self.meet(Touch::Channel(&reception.channel, deed));
            }
            Action::Print { arguments, .. } => arguments.iter().for_each(|it| self.expression(it)),
            Action::Run { process_type, arguments, result, .. } => {
                self.with(Role::Argument, |walker| {
                    arguments.iter().for_each(|argument| walker.expression(argument));
                });
                self.meet(Touch::Start(*process_type));
                result.iter().for_each(|place| self.place(place, Touch::Write));
            }
            Action::Deterministic(block) => {
                let inner = block.points.iter().flat_map(|point| &point.options);
                inner.for_each(|(action, _)| self.action(action));
            }
            Action::Terminate => self.meet(Touch::End),
            Action::Spin(done @ SpinAction::SetPriority { .. }) => {
                done.operands().into_iter().for_each(|part| self.expression(part));
                self.meet(Touch::SetPriority);
            }
        }
    }

    fn expression(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Constant(_) | ExprKind::OwnChannel(_) | ExprKind::Pid => {}
            ExprKind::Channel(channel) => self.meet(Touch::NameChannel(*channel)),
            ExprKind::Timeout => self.meet(Touch::Timeout),
            ExprKind::Load(place) => self.place(place, Touch::Read),
            ExprKind::ProcessOf(_) => self.meet(Touch::Count),
            ExprKind::Existing(process) => {
                self.expression(process);
                self.meet(Touch::Count);
            }
            ExprKind::Within(value, ..) => self.expression(value),
            ExprKind::At(process, label) => {
                self.expression(process);
                self.meet(Touch::Count);
                self.meet(Touch::At(*label));
            }
            ExprKind::Unary(_, operand) => self.expression(operand),
            ExprKind::Binary(_, operands) => {
                self.expression(&operands.0);
                self.expression(&operands.1);
            }
            ExprKind::Conditional(parts) => {
                [&parts.0, &parts.1, &parts.2].into_iter().for_each(|part| self.expression(part));
            }
            ExprKind::Query(query, channel) => {
                self.chooses(channel);
                self.meet(Touch::Channel(channel, Deed::Query(*query)));
            }
            ExprKind::Poll(reception) => {
                self.reception(reception, Touch::Name);
                self.meet(Touch::Channel(&reception.channel, Deed::Poll));
            }
            ExprKind::Spin(asked) => {
                asked.process().into_iter().for_each(|process| self.expression(process));
                self.meet(Touch::Ask(asked));
            }
        }
    }

    fn reception(&mut self, reception: &'a Reception, stored: fn(&'a Place) -> Touch<'a>) {
        self.chooses(&reception.channel);
        for pattern in &reception.patterns {
            match pattern {
                Pattern::Store(place) => self.place(place, stored),
                Pattern::Match(value) => self.expression(value),
                Pattern::Any | Pattern::OwnNumber => {}
            }
        }
    }

    fn place(&mut self, place: &'a Place, touch: fn(&'a Place) -> Touch<'a>) {
        if let Owner::Process(process) = &place.owner {
            self.expression(process);
            self.meet(Touch::Count);
        }
        place.subscripts.iter().for_each(|subscript| self.chooses(&subscript.index));
        self.meet(touch(place));
    }

    /// An expression that only tells which cell or channel is meant.
    fn chooses(&mut self, expr: &'a Expr) {
        self.with(Role::Choice, |walker| walker.expression(expr));
    }
}
