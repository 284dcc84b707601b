//! How often statements are executed.

use std::collections::{BTreeMap, HashSet};

use diagnostics::Sources;
use machine::control::NodeKind;
use model::{Executed, Place};

use crate::words::NamedMachine;

impl NamedMachine {
    /// How often statements were executed, given how often each edge was, in the order of the text. What text stands for several
    /// statements, as that of a method, counts for all. Those that runs begin after are left out.
    #[must_use]
    pub fn executed(&self, sources: &Sources, executions: &[u64]) -> Vec<Executed> {
        let machine = &self.machine;
        let mut found = BTreeMap::new();
        let edges = machine.code.edges.iter().zip(executions).zip(&machine.executed_at_start);
        for ((edge, &count), &at_start) in edges {
            let owner = machine.code.locations[edge.from.index()].process_type;
            let graph = &machine.program.process_types[owner.index()].control;
            let mut told = HashSet::new();
            for operation in &edge.operations {
                let node = graph.node(operation.node);
                let span = node.span;
                let key = (span.file, span.start, span.end);
                let NodeKind::Action(action) = &node.kind else { continue };
                if at_start || node.untold || !told.insert(key) {
                    continue;
                }
                let executed = found.entry(key).or_insert_with(|| Executed {
                    statement: self.statement_in(graph, sources, action, span).text,
                    place: Place::of(span, sources),
                    count: 0,
                });
                executed.count = executed.count.wrapping_add(count);
            }
        }
        found.into_values().collect()
    }
}
