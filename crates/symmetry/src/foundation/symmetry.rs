//! A group of symmetries together with the states it acts on.

use std::error::Error;
use std::fmt;

use groups::{Group, Permutation};
use num_bigint::BigUint;

use crate::foundation::action::AdmissionError;
use crate::foundation::layout::Layout;

/// A group of permutations of the points, each of which acts on the states of a layout.
///
/// That the group consists of symmetries of a *system* is not known here: its maker checks it, and [`audit`](crate::audit)
/// tests it.
#[derive(Clone, Debug)]
pub struct SymmetryGroup {
    group: Group,
    layout: Layout,
}

/// A generator that does not act on the states of the layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetryError {
    /// The place of the generator among the group's generators.
    pub generator: usize,
    /// What is wrong with it.
    pub reason: AdmissionError,
}

impl fmt::Display for SymmetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "generator {} is not a symmetry: {}", self.generator, self.reason)
    }
}

impl Error for SymmetryError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.reason)
    }
}

impl SymmetryGroup {
    /// Checks that the layout admits every generator, and with them the whole group.
    pub fn new(group: Group, layout: Layout) -> Result<Self, SymmetryError> {
        for (generator, permutation) in group.generators().iter().enumerate() {
            layout.admits(permutation).map_err(|reason| SymmetryError { generator, reason })?;
        }
        let group = if group.degree() == layout.point_count() {
            group
        } else {
            Group::from_generators(layout.point_count(), group.generators().to_vec())
        };
        Ok(SymmetryGroup { group, layout })
    }

    /// The group that does nothing.
    pub fn trivial(layout: Layout) -> Self {
        SymmetryGroup { group: Group::trivial(layout.point_count()), layout }
    }

    /// The same group, which acts on so many references more: see [`Layout::with_references`].
    pub(crate) fn with_references(&self, count: usize) -> SymmetryGroup {
        SymmetryGroup { group: self.group.clone(), layout: self.layout.with_references(count) }
    }

    /// The group.
    pub fn group(&self) -> &Group {
        &self.group
    }

    /// The layout of the states.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The number of elements.
    pub fn order(&self) -> BigUint {
        self.group.order()
    }

    /// Whether only the identity belongs to it.
    pub fn is_trivial(&self) -> bool {
        self.group.is_trivial()
    }

    /// Permutations that generate it.
    pub fn generators(&self) -> &[Permutation] {
        self.group.generators()
    }

    /// The orbits on the points, fixed points included.
    pub fn orbits(&self) -> Vec<Vec<usize>> {
        self.group.orbits()
    }
}
