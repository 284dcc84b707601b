//! What a simplified machine rests on, in the graph of the program: variables and messages that hold certain values only. Symmetry
//! keeps that, so that what it maps states to does the same in the machine that was not simplified.

use machine::index::VariableId;

use super::class::Class;
use super::graph::{Builder, MEMBER, REFERS};
use super::vertex_kind::VertexKind;

impl Builder<'_> {
    /// Draws what variables and messages hold.
    pub(super) fn holdings(&mut self) {
        let Some(simplified) = self.machine.simplification() else { return };
        for (index, values) in simplified.variables.iter().enumerate() {
            let Some(values) = values else { continue };
            let class = self.classes.content(VariableId::new(index));
            let held = self.held(values, class);
            self.graph.add_edge(self.variables[index], held, REFERS);
        }
        for (place, &declared) in self.shape.channels.iter().enumerate() {
            let Some(fields) = &simplified.messages[declared.index()] else { continue };
            let fields: Vec<usize> = fields
                .iter()
                .enumerate()
                .map(|(field, values)| match values {
                    Some(values) => self.held(values, self.classes.field(declared, field)),
                    None => self.leaf(VertexKind::Any, &[]),
                })
                .collect();
            let messages = self.parent(VertexKind::Holdings, &[], &fields);
            self.graph.add_edge(self.channels[place], messages, REFERS);
        }
    }

    fn held(&mut self, values: &[i32], class: Class) -> usize {
        let values = values.iter().map(|&it| (self.literal(it, Some(class)), MEMBER)).collect();
        self.shared(VertexKind::Holdings, &[], values)
    }
}
