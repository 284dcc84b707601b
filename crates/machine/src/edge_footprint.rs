//! The [footprints](crate::footprint) of edges.

use crate::compile::{Edge, Operation};
use crate::footprint::{Cells, Footprint, Holder};
use crate::index::EdgeId;
use crate::machine::Machine;
use crate::program::Program;

impl Footprint {
    /// That of one operation: what it resets is written.
    #[must_use]
    pub fn of_operation(program: &Program, operation: &Operation) -> Footprint {
        let mut footprint = Footprint::of_action(program, &operation.action);
        for reset in &operation.resets {
            let cells = Cells { variable: reset.variable, holder: Holder::Actor, first: 0, end: 1 };
            footprint.may_write.insert(cells);
            footprint.must_write.insert(cells);
        }
        footprint
    }
}

impl Machine {
    /// What an edge touches: with its operations, and by being possible or not.
    #[must_use]
    pub fn footprint(&self, edge: EdgeId) -> Footprint {
        let program = &self.program;
        let edge_itself = &self.code.edges[edge.index()];
        let mut footprint = Footprint::default();
        for operation in &edge_itself.operations {
            footprint.add(Footprint::of_operation(program, operation));
        }
        if let Some(last) = program.last {
            let cells = Cells::all(program, last, Holder::Nobody);
            footprint.may_write.insert(cells);
            footprint.must_write.insert(cells);
        }
        self.add_conditions(edge, edge_itself, &mut footprint);
        footprint
    }

    /// What decides that it is this edge which is taken, besides its first operation.
    fn add_conditions(&self, id: EdgeId, edge: &Edge, footprint: &mut Footprint) {
        let program = &self.program;
        let location = &self.code.locations[edge.from.index()];
        let declared = &program.process_types[location.process_type.index()];
        if let Some(condition) = &declared.provided {
            footprint.add_question(Footprint::of_expression(program, condition));
        }
        footprint.asks_everything |= program.process_types.iter().any(|it| it.priority.is_some());
        let others = || location.edges.iter().filter(|&&other| other != id);
        let of = |id: &EdgeId| &self.code.edges[id.index()];
        let escapes = others().any(|other| of(other).escape.is_some());
        if edge.is_else() || escapes || declared.deterministic {
            let first = others().filter_map(|other| of(other).operations.first());
            first.for_each(|first| {
                footprint.add_question(Footprint::of_action(program, &first.action));
            });
        }
    }
}
