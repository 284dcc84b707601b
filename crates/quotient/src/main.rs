//! The command `quotient`: the command line over the languages that there are.

use std::process::ExitCode;

mod languages;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    quotient::run(languages::TABLE, std::env::args_os())
}
