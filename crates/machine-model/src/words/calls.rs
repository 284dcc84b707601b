//! The calls whose expansions the statements of a model stand in, as those of an `inline`.

use std::collections::HashMap;

use diagnostics::{Sources, Span};
use machine::index::{NodeId, ProcessTypeId};
use model::{Call, Place};

use super::named::one_line;

/// The most calls around a statement that are told of.
const MOST: usize = 8;

/// A call, by its place among those of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallId(usize);

/// The calls of a model, and the nodes of their expansions.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    /// The text of each call, and the call whose expansion it stands in itself.
    calls: Vec<(Span, Option<CallId>)>,
    /// The innermost call around a node.
    nodes: HashMap<(ProcessTypeId, NodeId), CallId>,
}

impl Calls {
    /// Adds a call, which may stand in the expansion of another.
    pub fn add(&mut self, text: Span, within: Option<CallId>) -> CallId {
        self.calls.push((text, within));
        CallId(self.calls.len() - 1)
    }

    /// Lets a node of a process type stand in the expansion of a call.
    pub fn contain(&mut self, call: CallId, owner: ProcessTypeId, node: NodeId) {
        self.nodes.insert((owner, node), call);
    }

    /// The calls around a node, the outermost first; of very many the innermost.
    pub(crate) fn around(
        &self,
        owner: ProcessTypeId,
        node: NodeId,
        sources: &Sources,
    ) -> Vec<Call> {
        let innermost = self.nodes.get(&(owner, node)).copied();
        let outwards = std::iter::successors(innermost, |&CallId(call)| self.calls[call].1);
        let told = |CallId(call)| {
            let (span, _) = self.calls[call];
            Call { text: one_line(sources.snippet(span)), place: Place::of(span, sources) }
        };
        let mut around: Vec<Call> = outwards.take(MOST).map(told).collect();
        around.reverse();
        around
    }
}
