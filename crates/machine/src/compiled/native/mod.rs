//! Machine code made of [`code`](super::code): a WebAssembly module for each machine, which Cranelift compiles (wasmtime, Bytecode Alliance).
//! It says what the closures say, in the same order, faster.
//!
//! A worker has an instance of the module with a memory of its own. The record to be expanded is copied in, one call makes all moves, and
//! the records that these lead to are copied out. A function answers with a number below zero where the alarm is raised; then nothing of
//! what it did counts, as with closures.

mod blocks;
mod body;
mod cells;
mod changes;
mod channels;
mod instance;
mod meetings;
mod memory;
mod module;
mod nodes;
mod offers;
mod parts;
mod program;
mod queues;
mod sequences;
#[cfg(test)]
mod tests;
mod values;
mod worker;

pub(super) use instance::Instance;
pub(super) use worker::{Native, Worker};
