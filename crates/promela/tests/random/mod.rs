//! Random models and what is checked of them.

pub mod check;
mod expressions;
pub mod generator;
mod labels;
pub mod numbers;
pub mod spin;
mod statements;
pub mod symmetric;
pub mod text;
