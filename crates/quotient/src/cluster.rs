//! `--cluster`: machines that share a search. The first is the program that the user has started; it has the others started, and says what all
//! have found. Each of them loads the model, finds the symmetry and prepares the search for itself; the search alone is shared.

pub mod arguments;
mod company;
mod job;
pub mod machine;
mod seat;
pub mod worker;

use std::time::Duration;

pub use company::Company;
pub use machine::wait_for_the_end;

/// Nobody waits longer for another one while machines come together.
const MEETING: Duration = Duration::from_secs(10);

/// A machine that has not met the others after so long ends: there may be many of them.
const COMING: Duration = Duration::from_secs(60);

/// The context in which a program and a worker meet.
const CONTROL: &[u8] = b"control";
