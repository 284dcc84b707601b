//! The tests of `machine`, as one program: what they use is linked once.

mod compiled;
mod conditions;
mod edge_code;
mod identities;
mod many;
mod partial_order;
mod pointers;
mod programs;
mod support;
