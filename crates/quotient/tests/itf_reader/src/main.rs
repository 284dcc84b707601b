//! Reads a trace from standard input, and prints how many variables and states it has.

use std::io::{Read, stdin};

fn main() {
    let mut text = String::new();
    stdin().read_to_string(&mut text).expect("text");
    let trace: itf::Trace<itf::Value> = itf::trace_from_str(&text).expect("a trace");
    println!("{} {}", trace.vars.len(), trace.states.len());
}
