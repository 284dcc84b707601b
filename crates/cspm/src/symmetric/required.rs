//! What assertions ask for: to be symmetric in a datatype, or in what is left of it without some constructors.

use super::{Reason, Symmetry, TypeSymmetry, symmetry_of};
use crate::script::{Asserted, Script};
use crate::tree::{Binding, SymmetricType};

/// A type that is asked for, and in which an assertion is not symmetric.
pub(crate) struct Unmet<'a> {
    pub asked: &'a SymmetricType,
    /// In which part of it the assertion is symmetric, if in any.
    pub found: TypeSymmetry,
}

impl TypeSymmetry {
    /// Why expressions are not symmetric in a type without some constructors; nothing if they are.
    ///
    /// They are if all is left out that is named of the datatype. To leave out more does no harm; but where every constructor is named,
    /// there is no symmetry, whatever is left out.
    #[must_use]
    pub fn against(&self, left_out: &[Binding]) -> Vec<&Reason> {
        match &self.verdict {
            Symmetry::Full => Vec::new(),
            Symmetry::Subtype { without } => {
                let named = without.iter().filter(|one| !left_out.contains(&one.constructor));
                named.map(|one| &one.reason).collect()
            }
            Symmetry::None { reasons } => reasons.iter().collect(),
        }
    }
}

impl Unmet<'_> {
    /// Why it is not symmetric: for one reason, at least.
    pub fn reasons(&self) -> Vec<&Reason> {
        self.found.against(&left_out(self.asked))
    }
}

/// The types that are asked for, and in which an assertion is not symmetric.
pub(crate) fn unmet<'a>(
    script: &Script,
    asserted: &Asserted,
    asked: &'a [SymmetricType],
) -> Vec<Unmet<'a>> {
    let found = symmetry_of(script, &asserted.expressions());
    let of = |asked: &'a SymmetricType| {
        let found = found.iter().find(|one| asked.name.binding == Some(one.datatype));
        Some(Unmet { asked, found: found?.clone() })
    };
    asked.iter().filter_map(of).filter(|one| !one.reasons().is_empty()).collect()
}

fn left_out(asked: &SymmetricType) -> Vec<Binding> {
    asked.without.iter().filter_map(|name| name.binding).collect()
}
