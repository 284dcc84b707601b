//! The command line of Quotient.
fn main() {}
