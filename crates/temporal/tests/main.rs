//! The tests of `temporal`, as one program: what they use is linked once.

mod agreement;
mod common;
mod delays;
mod formats;
mod limits;
mod prefixes;
mod simplifications;
mod sizes;
mod stutter;
