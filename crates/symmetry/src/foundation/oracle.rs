//! The slow and simple way, to test the fast ones by: lists the whole group. For tests of this and other crates.

use std::collections::HashSet;
use std::error::Error;
use std::fmt;

use groups::{Group, Permutation};
use num_bigint::BigUint;

use crate::foundation::layout::Layout;

/// Groups with more elements are not listed.
pub const LARGEST_ORDER: u32 = 100_000;

/// The group is too large to be listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupTooLarge(pub BigUint);

impl fmt::Display for GroupTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a group of {} elements is too large to be listed", self.0)
    }
}

impl Error for GroupTooLarge {}

/// All elements of a group, listed.
pub struct Oracle<'a> {
    layout: &'a Layout,
    elements: Vec<Permutation>,
    image: Vec<i32>,
}

impl<'a> Oracle<'a> {
    /// Lists a group that acts on the states of `layout`.
    pub fn new(group: &Group, layout: &'a Layout) -> Result<Self, GroupTooLarge> {
        let order = group.order();
        if order > BigUint::from(LARGEST_ORDER) {
            return Err(GroupTooLarge(order));
        }
        let degree = layout.point_count();
        let elements = group.elements().map(|element| element.with_degree(degree)).collect();
        Ok(Oracle { layout, elements, image: vec![0; layout.cell_count()] })
    }

    /// The elements.
    pub fn elements(&self) -> &[Permutation] {
        &self.elements
    }

    /// The least image of a state.
    pub fn least_image(&mut self, state: &[i32]) -> Vec<i32> {
        let mut least = state.to_vec();
        for element in &self.elements {
            self.layout.apply(element.images(), state, &mut self.image);
            if self.image < least {
                least.copy_from_slice(&self.image);
            }
        }
        least
    }
}

/// The number of orbits that the states lie in.
pub fn orbit_count<C: AsRef<[i32]>>(
    states: impl IntoIterator<Item = C>,
    group: &Group,
    layout: &Layout,
) -> Result<usize, GroupTooLarge> {
    let mut oracle = Oracle::new(group, layout)?;
    let orbits: HashSet<_> =
        states.into_iter().map(|state| oracle.least_image(state.as_ref())).collect();
    Ok(orbits.len())
}
