//! The command `quotient`: the command line over the languages that there are.

use std::process::ExitCode;

mod languages;

fn main() -> ExitCode {
    quotient::run(languages::TABLE, std::env::args_os())
}
