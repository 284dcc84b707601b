//! Assertions.

use crate::tree::{Assertion, AssertionKind, AssertionOption};
use crate::types::store::Store;
use crate::types::{Checked, Checker};

impl Checker<'_> {
    pub fn assertion(&mut self, assertion: &Assertion) -> Checked<()> {
        match &assertion.kind {
            AssertionKind::Refinement { specification, implementation, .. } => {
                self.is_process(specification)?;
                self.is_process(implementation)?;
            }
            AssertionKind::Property { process, .. } => self.is_process(process)?,
            AssertionKind::HasTrace { process, trace, .. } => {
                self.is_process(process)?;
                self.expect_all(trace, Store::EVENT)?;
            }
        }
        for option in &assertion.options {
            match option {
                AssertionOption::TauPriority(events) => self.are_events(events)?,
                // Their types are named.
                AssertionOption::PartialOrderReduce | AssertionOption::SymmetryReduce(_) => (),
            }
        }
        Ok(())
    }
}
