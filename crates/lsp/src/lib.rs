//! `quotient lsp`: the Language Server Protocol on standard input and output.
//!
//! One thread reads what the client sends, one answers it, and models are loaded and checked in others, whose results come
//! to the one that answers. It never waits for them.

mod address;
mod client;
mod completion;
mod document;
mod events;
mod files;
mod lane;
mod lifecycle;
mod lines;
mod loading;
mod lookups;
mod mend;
mod message;
mod model_options;
mod names;
mod notifications;
mod obstacles;
mod outline;
mod program;
mod progress;
mod publish;
mod remarks;
mod requests;
mod run;
mod server;
mod verdict;
mod waiting;
mod work;

use std::io::{self, BufRead, Write};
use std::sync::Arc;

use checking::Language;

pub use lifecycle::Ending;
pub use model_options::{ModelOptions, ReadOptions};
pub use program::{Installed, Printed, Program};

/// What the server works with.
pub struct Tools<'a> {
    /// The languages of models.
    pub languages: &'a [&'static dyn Language],
    /// The program, whose `check --json` and `symmetry --json` are run on files.
    pub program: Arc<dyn Program>,
    /// The options that models name for themselves.
    pub options: ReadOptions,
}

/// Answers messages until the client says that it ends, or the input does. The input is read by a thread of its own, which
/// may outlast the answer.
///
/// # Errors
/// The input or the output fails, or the input has no messages in it.
pub fn serve(
    tools: &Tools<'_>,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> io::Result<Ending> {
    let (sender, events) = events::channel();
    events::read_all(input, sender.clone())?;
    server::Server::new(tools, output, sender).serve(&events)
}
