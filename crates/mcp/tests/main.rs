//! The tests of `mcp`, as one program: what they use is linked once.

mod ends;
mod guide;
mod handshake;
mod nonsense;
mod panics;
mod programs;
mod refusals;
mod sessions;
mod support;
