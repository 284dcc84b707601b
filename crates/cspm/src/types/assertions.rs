//! Assertions.

use diagnostics::Diagnostic;

use crate::names::BoundKind;
use crate::tree::{Assertion, AssertionKind, AssertionOption, SymmetricType};
use crate::types::store::{Form, Store};
use crate::types::{Checked, Checker};

impl Checker<'_> {
    pub fn assertion(&mut self, assertion: &Assertion) -> Checked<()> {
        match &assertion.kind {
            AssertionKind::Refinement { specification, implementation, .. } => {
                self.is_process(specification)?;
                self.is_process(implementation)?;
            }
            AssertionKind::Property { process, .. } => self.is_process(process)?,
            AssertionKind::Symmetric { process, types } => {
                self.evaluated_value(process)?;
                types.iter().try_for_each(|one| self.symmetric(one))?;
            }
            AssertionKind::HasTrace { process, trace, .. } => {
                self.is_process(process)?;
                self.expect_all(trace, Store::EVENT)?;
            }
        }
        for option in &assertion.options {
            match option {
                AssertionOption::TauPriority(events) => self.are_events(events)?,
                AssertionOption::SymmetryReduce(types) => {
                    types.iter().try_for_each(|one| self.symmetric(one))?;
                }
                AssertionOption::PartialOrderReduce => (),
            }
        }
        Ok(())
    }

    /// A datatype, of which constructors are left out.
    fn symmetric(&mut self, one: &SymmetricType) -> Checked<()> {
        let datatype = one.name.binding.filter(|binding| self.datatypes.contains(binding));
        let Some(datatype) = datatype else {
            let text = format!("`{}` is not a datatype", one.name);
            let help = "write `T`, or `diff(T, {| A, B |})`, of a datatype and its constructors";
            return Err(Box::new(Diagnostic::error(one.name.span, text).help(help)));
        };
        for name in &one.without {
            let of = self.use_of(name.span, name.binding)?;
            let (_, becomes) = self.store.spine(of);
            let is_one = match *self.store.form(becomes) {
                Form::Datatype(other) => other == datatype,
                Form::Unknown => true,
                _ => false,
            };
            let kind = name.binding.map(|binding| self.bindings.get(binding).kind);
            if !is_one || kind != Some(BoundKind::Constructor) {
                let text = format!("`{name}` is not a constructor of `{}`", one.name);
                return Err(Box::new(Diagnostic::error(name.span, text)));
            }
        }
        Ok(())
    }
}
