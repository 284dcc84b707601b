//! A client, and what a server works with in tests.

pub mod client;
pub mod models;
pub mod runners;
