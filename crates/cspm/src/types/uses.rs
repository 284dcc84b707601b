//! Which bindings declarations use.

use crate::tree::{Binding, Declaration, Name};
use crate::walk::Visitor;

/// The bindings of all names that stand in a declaration, those that its patterns bind among them; nothing of the declarations in
/// a timed section.
pub(super) fn of_declaration(declaration: &Declaration) -> Vec<Binding> {
    let mut uses = Uses(Vec::new());
    uses.declaration(declaration);
    uses.0.sort_unstable();
    uses.0.dedup();
    uses.0
}

struct Uses(Vec<Binding>);

impl Visitor for Uses {
    fn name(&mut self, name: &Name) {
        self.0.extend(name.binding);
    }

    fn name_in_pattern(&mut self, name: &Name) {
        self.0.extend(name.binding);
    }
}
