//! Counting loops: `for` and `select`, as the assignments and loops that SPIN makes of them.

use diagnostics::Span;
use machine::index::NodeId;
use machine::program::{
    Action, BinaryOperator, ChannelQuery, Expr, Pattern, Place, Reception, Region,
};

use super::Lowering;
use super::flow::Chain;
use super::names::Shape;
use super::statements::{BodyWriter, compare, step_by};
use crate::ast::{ExprKind, LValue, Sequence, StatementKind};

impl BodyWriter<'_, '_> {
    /// `for`: start value; then a loop of body and increment while the bound holds.
    pub(super) fn for_loop(
        &mut self,
        place: Place,
        from: Expr,
        to: Expr,
        body: &Sequence,
        span: Span,
        chain: &mut Chain,
    ) -> NodeId {
        self.at_start = false;
        self.action(Action::Assign(place.clone(), from), span, chain);
        self.flow.open_loop();
        let mut main = Chain::default();
        let within = compare(BinaryOperator::LessEqual, &place, to);
        self.action(Action::Guard(within), span, &mut main);
        self.rest_of_loop(place, body, span, main, chain)
    }

    /// `for` over the elements of an array.
    pub(super) fn for_in(
        &mut self,
        variable: &LValue,
        collection: &LValue,
        body: &Sequence,
        span: Span,
        chain: &mut Chain,
    ) -> Option<NodeId> {
        let first = collection.path.first()?;
        let root = &first.name;
        let Some(entry) = self.lowering.scopes.find(&root.text) else {
            self.lowering.error(root.span, format!("`{}` is not declared", root.text));
            return None;
        };
        let names_channel = first.index.is_some() && self.lowering.is_of_channels(entry);
        let names_array = collection.path.len() == 1 && !names_channel;
        let Some(length) = entry.length.filter(|_| names_array) else {
            return self.for_messages(variable, collection, body, span, chain);
        };
        let place = self.lowering.target(variable)?;
        let last = Expr::constant(length as i32 - 1);
        Some(self.for_loop(place, Expr::constant(0), last, body, span, chain))
    }

    /// `for` over the messages of a channel: each is received into a structure and sent again.
    fn for_messages(
        &mut self,
        variable: &LValue,
        collection: &LValue,
        body: &Sequence,
        span: Span,
        chain: &mut Chain,
    ) -> Option<NodeId> {
        self.at_start = false;
        let channel = self.lowering.channel(collection);
        let Some(leaves) = self.lowering.structure_leaves(variable) else {
            let message = "a structure is needed to hold the messages of a channel";
            self.lowering.error(variable.span, message);
            return None;
        };
        let index = self.lowering.message_index(span);
        self.action(Action::Assign(index.clone(), Expr::constant(0)), span, chain);
        self.flow.open_loop();
        let mut main = Chain::default();
        let length = Expr::query(ChannelQuery::Length, channel.clone());
        let within = compare(BinaryOperator::Less, &index, length);
        self.action(Action::Guard(within), span, &mut main);
        let reception = Reception {
            channel: channel.clone(),
            random: false,
            copy: false,
            patterns: leaves.iter().cloned().map(Pattern::Store).collect(),
        };
        self.action(Action::Receive(reception), span, &mut main);
        let message = leaves.into_iter().map(Expr::load).collect();
        self.action(Action::Send { channel, sorted: false, message }, span, &mut main);
        Some(self.rest_of_loop(index, body, span, main, chain))
    }

    /// The body of a counting loop, the increment, and the way out.
    fn rest_of_loop(
        &mut self,
        place: Place,
        body: &Sequence,
        span: Span,
        mut main: Chain,
        chain: &mut Chain,
    ) -> NodeId {
        self.lowering.scopes.open();
        self.sequence(body, &mut main);
        self.lowering.scopes.close();
        self.action(step_by(place, BinaryOperator::Add), span, &mut main);
        let mut leave = Chain::default();
        self.action(Action::Else, span, &mut leave);
        self.close_loop(leave, main, span, chain)
    }

    /// `select` spelled out: a choice of assignments.
    pub(super) fn select_of(
        &mut self,
        place: &Place,
        values: std::ops::RangeInclusive<i64>,
        span: Span,
        chain: &mut Chain,
    ) -> NodeId {
        self.at_start = false;
        let mut options = Vec::new();
        for value in values {
            let mut option = Chain::default();
            let assign = Action::Assign(place.clone(), Expr::constant(value as i32));
            self.action(assign, span, &mut option);
            options.push(option);
        }
        self.flow.choice(options, false, span, chain)
    }

    /// `select`: count up from the first value, and stop anywhere.
    pub(super) fn select(
        &mut self,
        place: Place,
        from: Expr,
        to: Expr,
        span: Span,
        chain: &mut Chain,
    ) -> NodeId {
        self.at_start = false;
        self.action(Action::Assign(place.clone(), from), span, chain);
        self.flow.open_loop();
        let mut main = Chain::default();
        let below = compare(BinaryOperator::Less, &place, to);
        self.action(Action::Guard(below), span, &mut main);
        self.action(step_by(place, BinaryOperator::Add), span, &mut main);
        self.close_loop(Chain::default(), main, span, chain)
    }

    /// The loop of a main course and a way out, which ends in a `break`.
    fn close_loop(
        &mut self,
        mut leave: Chain,
        main: Chain,
        span: Span,
        chain: &mut Chain,
    ) -> NodeId {
        if let Some(jump) = self.flow.break_out(span) {
            self.flow.append(&mut leave, jump);
        }
        self.flow.choice(vec![leave, main], true, span, chain)
    }
}

impl Lowering<'_> {
    /// The variable that counts messages; as in SPIN, the loops of one scope share one.
    fn message_index(&mut self, span: Span) -> Place {
        const NAME: &str = "_message";
        let known = self.scopes.find_innermost(NAME).map(|entry| entry.shape.clone());
        let id = match (known, self.owner) {
            (Some(Shape::Leaf(id)), _) => id,
            (_, Some(owner)) => self.scratch(NAME, Region::Local(owner), span),
            (_, None) => self.scratch(NAME, Region::Global, span),
        };
        self.builder.program.place(id, Vec::new())
    }
}

/// The values of a `select` that SPIN spells out as a choice: one between a few numbers.
pub(super) fn few_values(select: &StatementKind) -> Option<std::ops::RangeInclusive<i64>> {
    const MOST: i64 = 32;
    let StatementKind::Select { from, to, spelled_out: true, .. } = select else { return None };
    match (&from.kind, &to.kind) {
        (ExprKind::Number(from), ExprKind::Number(to)) if from <= to && to - from <= MOST => {
            Some(*from..=*to)
        }
        _ => None,
    }
}
