//! Random models and what is checked of them.

pub mod check;
mod communication;
mod declarations;
mod expressions;
mod features;
pub mod generator;
mod labels;
mod loops;
mod sequences;
mod starts;
mod statements;
pub mod symmetric;
mod symmetric_features;
mod symmetric_statements;
pub mod text;
