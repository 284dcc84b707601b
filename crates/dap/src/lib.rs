//! `quotient dap`: the Debug Adapter Protocol on standard input and output: a run of a model, forwards and backwards.
//!
//! One thread reads what the client sends; one answers what needs no model, and is the only one that writes (`server`). A third owns the
//! model and the run through it (`debuggee`), and is asked for all else: so a check or a long way through the run can be ended while it goes
//! on.

mod arguments;
mod breakpoints;
mod capabilities;
mod cell_tree;
mod client;
mod console;
mod debuggee;
mod events;
mod frames;
mod launch;
mod loading;
mod message;
mod movement;
mod places;
mod program;
mod requests;
mod run;
mod scopes;
mod server;
mod violation;

use std::io::{self, BufRead, Write};
use std::sync::Arc;

pub use program::{Opened, Opening, Program, Verdict};

/// Answers messages until the client disconnects, or the input ends. The input is read by a thread of its own, which may outlast the answer.
///
/// # Errors
/// The input or the output fails, or the input has no messages in it.
pub fn serve(
    program: &Arc<dyn Program>,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> io::Result<()> {
    let (sender, events) = events::channel();
    events::read_all(input, sender.clone())?;
    server::Server::new(program, output, sender).serve(&events)
}
