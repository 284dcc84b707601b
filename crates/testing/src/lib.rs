//! What tests of several crates share: random numbers, the programs that results are compared with, a browser, places on
//! the disk, tests with a case for each model, and texts that are nearly right.
//!
//! Only tests use this crate, and it uses no other of the house.

pub mod browser;
pub mod cases;
pub mod framed;
mod numbers;
pub mod peers;
pub mod places;
pub mod spin;
pub mod texts;

pub use numbers::Numbers;
