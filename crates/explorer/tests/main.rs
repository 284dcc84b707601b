//! The tests of `explorer`, as one program: what they use is linked once.

mod answers;
mod door;
mod support;
