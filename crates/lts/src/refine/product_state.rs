//! States of a product.

use std::ops::Deref;

/// A state of a product: the node of the specification, then the state of the implementation. As a slice it is these numbers.
///
/// Where the product is searched up to symmetry it holds the same once more, as the cells of a layout (`crate::symmetric`). They
/// follow from the numbers: states are equal if these are.
#[derive(Clone, Default, Debug)]
pub struct ProductState {
    pub(crate) numbers: Vec<u32>,
    pub(crate) cells: Vec<i32>,
}

impl ProductState {
    /// The state of the implementation.
    #[must_use]
    pub fn inner(&self) -> &[u32] {
        &self.numbers[1..]
    }
}

impl Deref for ProductState {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        &self.numbers
    }
}

impl From<Vec<u32>> for ProductState {
    fn from(numbers: Vec<u32>) -> Self {
        ProductState { numbers, cells: Vec::new() }
    }
}

impl PartialEq for ProductState {
    fn eq(&self, other: &Self) -> bool {
        self.numbers == other.numbers
    }
}

impl Eq for ProductState {}
