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

/// Machines come together within this time, or not at all.
const MEETING: Duration = Duration::from_secs(20);

/// The context in which a program and a worker meet.
const CONTROL: &[u8] = b"control";
