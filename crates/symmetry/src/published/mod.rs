//! Strategies and detection as others have published them, to compare with.

pub(crate) mod component_order;
pub(crate) mod enumerate;
pub(crate) mod flattened;
pub(crate) mod largest_valid;
pub(crate) mod local_states;
mod main_array;
pub(crate) mod markers;
pub(crate) mod naive;
pub(crate) mod on_the_fly;
mod rows;
pub(crate) mod segmented;
pub(crate) mod segmented_by_chain;
pub(crate) mod sinc;
pub(crate) mod sorted;
mod swaps;
pub(crate) mod transposition;
