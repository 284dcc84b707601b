//! The tests of `promela-lite`, as one program: what they use is linked once.

mod footprints;
mod fuzz_smoke;
mod semantics;
mod support;
mod syntax;
mod typing;
