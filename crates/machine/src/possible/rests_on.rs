//! What a simplification rests on: variables and messages that may hold certain values only.

use std::collections::BTreeSet;

use super::flow::Flow;
use crate::index::{ChannelId, ProcessTypeId};
use crate::program::{Action, Expr, ExprKind, Pattern, Place, Region};
use crate::uses::walk_expr;

/// Variables, and channel declarations, by their indices.
#[derive(Clone, Debug, Default)]
pub(super) struct RestsOn {
    pub variables: BTreeSet<usize>,
    pub messages: BTreeSet<usize>,
}

impl RestsOn {
    /// The value of an expression is concluded.
    pub fn expression(&mut self, flow: &Flow<'_>, of: ProcessTypeId, expr: &Expr) {
        let mut channels = Vec::new();
        walk_expr(expr, &mut |part| match &part.kind {
            // What stands nowhere in a state is the same in all.
            ExprKind::Load(place)
                if !matches!(place.region, Region::Constant | Region::Discarded) =>
            {
                self.variables.insert(place.variable.index());
            }
            ExprKind::Poll(reception) => channels.push(&reception.channel),
            ExprKind::Query(_, channel) => channels.push(&**channel),
            _ => {}
        });
        channels.into_iter().for_each(|it| self.messages(flow, of, it));
    }

    /// What a place holds is concluded.
    pub fn place(&mut self, flow: &Flow<'_>, of: ProcessTypeId, place: &Place) {
        self.variables.insert(place.variable.index());
        place.subscripts.iter().for_each(|it| self.expression(flow, of, &it.index));
    }

    /// Whether an action can begin is concluded.
    pub fn beginning(&mut self, flow: &Flow<'_>, of: ProcessTypeId, action: &Action) {
        match action {
            Action::Guard(condition) => self.expression(flow, of, condition),
            Action::Receive(reception) => {
                let asked = reception.patterns.iter().filter_map(|pattern| match pattern {
                    Pattern::Match(expected) => Some(expected),
                    _ => None,
                });
                asked.for_each(|expected| self.expression(flow, of, expected));
                self.messages(flow, of, &reception.channel);
            }
            Action::Deterministic(block) => {
                block.beginnings().for_each(|it| self.beginning(flow, of, it));
            }
            _ => {}
        }
    }

    /// Which messages there are in the channel that an expression names is concluded.
    fn messages(&mut self, flow: &Flow<'_>, of: ProcessTypeId, channel: &Expr) {
        match flow.channels(of, channel) {
            Some(channels) => self.messages.extend(channels.iter().map(|it| it.index())),
            None => {
                let all = flow.machine.program.channels.len();
                self.messages.extend(ChannelId::below(all).map(ChannelId::index));
            }
        }
    }
}
