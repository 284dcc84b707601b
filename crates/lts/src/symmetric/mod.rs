//! Symmetry of a product: exchanges of values that leave it as it is (T. Gibson-Robinson and G. Lowe, *Symmetry reduction in CSP model
//! checking*, 2019).
//!
//! 1. [`values`]: a language says which datatypes have values that may be interchangeable, and how events are made of them.
//! 2. [`exchange`], [`families`], [`leaf`], [`roles`], [`switches`]: for two values, whether the product is itself once they are exchanged. Everything is tested on what was
//!    compiled; nothing rests on the text.
//! 3. [`detect`]: the largest sets of values of which any two may be exchanged.
//! 4. [`orbits`], [`mentioned`], [`describe`], [`forms`]: states as cells, on which the group of all these exchanges acts, so that every strategy of
//!    the crate `symmetry` serves.

mod action;
mod conditions;
mod describe;
mod detect;
mod exchange;
mod families;
mod forms;
mod leaf;
mod mentioned;
mod orbits;
mod roles;
mod switches;
mod values;

pub use conditions::Condition;
pub(crate) use conditions::Conditions;
pub(crate) use detect::{Apart, Detected, Difference, detect};
pub(crate) use forms::{Forms, Undescribed};
pub(crate) use orbits::MOST_VALUES;
pub use values::{Datum, SymmetricDatatype, SymmetricValues};
