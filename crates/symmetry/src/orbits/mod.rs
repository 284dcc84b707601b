//! How many states each representative stands for: the sizes of orbits, and their sums over a search.

mod counted;
mod looks;
mod sizes;

pub(crate) use counted::Counted;
pub use counted::Orbits;
pub use sizes::{OrbitSizes, OrbitSizesScratch, Pinned};
