//! What the tests share: a client, a program that stands for `quotient`, and models.

pub mod client;
pub mod models;
pub mod programs;
