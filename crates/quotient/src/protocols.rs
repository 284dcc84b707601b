//! `quotient lsp`, `quotient dap` and `quotient mcp`: programs that ask, on standard input and output.

use std::env::current_exe;
use std::io::{self, BufReader, stdin, stdout};
use std::path::PathBuf;
use std::sync::Arc;

use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::table::Languages;

/// Serves an editor.
///
/// # Errors
/// The input or the output fails.
pub fn lsp(languages: Languages) -> Result<Exit, Failure> {
    let program = Arc::new(lsp::Installed(program()?));
    let tools = lsp::Tools { languages: languages.known, program };
    match lsp::serve(&tools, BufReader::new(stdin()), &mut stdout().lock()) {
        // The protocol's own status for a client that leaves without a word.
        Ok(lsp::Ending::Abrupt) => Ok(Exit::Violated),
        served => ended(served.map(drop)),
    }
}

/// Serves a debugger.
///
/// # Errors
/// The input or the output fails.
pub fn dap(_: &Context) -> Result<Exit, Failure> {
    ended(dap::serve(BufReader::new(stdin()), &mut stdout().lock()))
}

/// Serves a program.
///
/// # Errors
/// The input or the output fails; or a session has panicked, which has ended that alone.
pub fn mcp(context: &Context) -> Result<Exit, Failure> {
    let program = program()?;
    let tools = mcp::Tools { languages: context.languages.known, program: &program };
    let served = context
        .panics
        .contain(|| mcp::serve(&tools, BufReader::new(stdin()), &mut stdout().lock()));
    ended(served.map_err(Failure::internal)?)
}

/// This program, which is run for checks: they have their own memory and end alone.
fn program() -> Result<PathBuf, Failure> {
    current_exe()
        .map_err(|error| Failure::input(format!("the program does not find itself: {error}")))
}

fn ended(served: io::Result<()>) -> Result<Exit, Failure> {
    served.map(|()| Exit::Holds).map_err(|error| Failure::input(error.to_string()))
}
