//! The tests of `cluster`, as one program: what they use is linked once.

mod channels;
mod dataflow;
mod ends;
mod exchange;
mod refusals;
mod strangers;
mod support;
