//! The tests of `cluster`, as one program: what they use is linked once.

mod dataflow;
mod support;
