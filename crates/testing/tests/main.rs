//! The tests of `testing`, as one program: what they use is linked once.

mod browser;
mod invariants;
mod layering;
