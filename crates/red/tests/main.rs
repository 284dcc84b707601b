//! The tests of `red`, as one program: what they use is linked once. Those of `reference` see syntax trees, and belong to the library.

mod fuzz_smoke;
mod mistakes;
mod semantics;
mod sets;
mod support;
mod symmetry;
