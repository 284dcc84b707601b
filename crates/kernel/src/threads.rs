//! Threads that cannot be had.

/// What a panic carries where work cannot be done without a thread of its own, and there is no memory for one. Like memory itself
/// that is missed where nobody can do without; a program that knows it can say so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoThread;
