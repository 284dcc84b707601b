//! What processes hold for ever, in the graph of the program: with whom each is and stays acquainted, for instance.

use machine::program::Region;

use super::graph::{Builder, CHILD, REFERS};
use super::vertex_kind::VertexKind;

impl Builder<'_> {
    /// Draws what processes keep for ever.
    pub(super) fn frozen(&mut self) {
        let shape = self.shape;
        for &variable in &shape.frozen {
            let declared = &self.machine.program.variables[variable.index()];
            let Region::Local(owner) = declared.region else { continue };
            self.span = Some(declared.span);
            let class = self.classes.content(variable);
            for process in shape.processes_of(owner) {
                let held = self.literal(shape.frozen_value(declared, process), Some(class));
                let variable = self.variables[variable.index()];
                let cell =
                    self.shared(VertexKind::Frozen, &[], vec![(held, CHILD), (variable, REFERS)]);
                self.graph.add_edge(self.processes[process.index()], cell, REFERS);
            }
        }
        self.frozen_arrays();
    }

    fn frozen_arrays(&mut self) {
        let shape = self.shape;
        for &array in &shape.frozen_arrays {
            let declared = &self.machine.program.variables[array.index()];
            let Region::Local(owner) = declared.region else { continue };
            self.span = Some(declared.span);
            let (content, subscript) =
                (self.classes.content(array), self.classes.subscript(array, 0));
            for process in shape.processes_of(owner) {
                for (index, &held) in (0..).zip(shape.frozen_values(declared, process)) {
                    let held = self.literal(held, Some(content));
                    let index = self.literal(index, Some(subscript));
                    let variable = self.variables[array.index()];
                    let parts = vec![(held, CHILD), (index, CHILD + 1), (variable, REFERS)];
                    let cell = self.shared(VertexKind::Frozen, &[], parts);
                    self.graph.add_edge(self.processes[process.index()], cell, REFERS);
                }
            }
        }
    }
}
