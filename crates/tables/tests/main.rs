//! The tests of `tables`, as one program: what they use is linked once.

mod common;
mod csp;
mod curves;
mod families;
mod rebeca;
mod red;
mod sorting;
mod strategies;
mod tables;
