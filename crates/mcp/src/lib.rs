//! `quotient mcp`: the Model Context Protocol on standard input and output.
//!
//! A thread reads lines; what it reads, and what is answered, are events, which the server takes one after the other.
//! Checks are processes of their own (`runner`). A session is a thread that owns a model and a run through it (`session`,
//! `walker`). Whoever is to answer a call has its ticket, and cannot lose it without an answer.

mod answer;
mod arguments;
mod ask;
mod bounded;
mod command;
mod handshake;
mod line_reader;
mod message;
mod position;
mod program_answer;
mod report_text;
mod runner;
mod running;
mod server;
mod session;
mod sessions;
mod ticket;
mod tool;
mod tool_table;
mod walker;

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Sender, SyncSender, channel, sync_channel};
use std::thread;

use checking::Language;

use line_reader::{LONGEST, next};
use runner::Program;
pub use runner::{Ran, Runner};
use server::Server;
use ticket::Event;

/// How many lines are read ahead of those that were taken.
const AHEAD: usize = 4;

/// What the server works with.
pub struct Tools<'a> {
    /// The languages of models.
    pub languages: &'a [&'static dyn Language],
    /// The program, whose `check --json` and `symmetry --json` are run on files.
    pub program: &'a Path,
}

/// Answers messages until the input ends. A thread of its own reads it, which may still wait when this is over.
///
/// # Errors
/// The input or the output fails.
pub fn serve(
    tools: &Tools<'_>,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> io::Result<()> {
    serve_running(tools.languages, Arc::new(Program::new(tools.program)), input, output)
}

/// The same, where something else runs the program.
///
/// # Errors
/// The input or the output fails.
pub fn serve_running(
    languages: &[&'static dyn Language],
    runner: Arc<dyn Runner>,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> io::Result<()> {
    let (events, arrived) = channel();
    let (room, rooms) = sync_channel(AHEAD);
    let server = Server::new(languages.to_vec(), runner, output, events.clone());
    // It may wait for a line when the server has ended, and is left behind then.
    thread::Builder::new().name("input".to_owned()).spawn(move || read(input, &room, &events))?;
    server.serve(&arrived, &|| {
        // A line was taken: there is room for one more.
        let _ = rooms.try_recv();
    })
}

/// Reads lines until there are no more, or nobody takes them.
fn read(mut input: impl BufRead, room: &SyncSender<()>, events: &Sender<Event>) {
    loop {
        if room.send(()).is_err() {
            return;
        }
        let event = match next(&mut input, LONGEST) {
            Ok(Some(line)) => Event::Line(line),
            Ok(None) => Event::End(Ok(())),
            Err(error) => Event::End(Err(error)),
        };
        let is_end = matches!(event, Event::End(_));
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}
