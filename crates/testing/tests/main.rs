//! The tests of `testing`, as one program: what they use is linked once.

mod invariants;
mod layering;
