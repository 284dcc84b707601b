//! Lines that somebody types: with editing, a history and completion on a terminal; as they come from anything else.

use std::io::{BufRead, ErrorKind, IsTerminal, Read};

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{CompletionType, Config, Editor};

use super::completion::Completion;
use crate::exit::Failure;
use crate::job::Job;
use crate::terminal::{Paint, fit, print, width};

/// The longest line that is read at once.
pub const LONGEST_LINE: u64 = 4096;
const PROMPT: &str = "> ";

/// Where lines come from.
pub enum LineInput {
    /// A terminal that can be written to.
    Terminal(Box<Editor<Completion, MemHistory>>),
    /// Anything else.
    Plain,
}

/// What was read.
pub enum Input {
    /// A line. Of a very long one only the beginning is kept.
    Line(String),
    /// Ctrl-C, which drops what was typed.
    Dropped,
    /// The end.
    End,
}

impl LineInput {
    /// Lines from standard input. Where the job is ended while a line is typed, the terminal becomes what it was.
    ///
    /// # Errors
    /// The terminal cannot be used.
    pub fn standard(job: &Job) -> Result<LineInput, Failure> {
        let (input, output) = (std::io::stdin(), std::io::stdout());
        let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        if !input.is_terminal() || !output.is_terminal() || is_dumb {
            return Ok(LineInput::Plain);
        }
        restore_at_end(job);
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .bracketed_paste(false)
            .auto_add_history(true)
            .build();
        let history = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, history).map_err(unreadable)?;
        editor.set_helper(Some(Completion::default()));
        Ok(LineInput::Terminal(Box::new(editor)))
    }

    /// The next line, typed after a prompt; `names` are those of cells that may stand in it.
    ///
    /// # Errors
    /// That standard input or output fails.
    pub fn next(
        &mut self,
        names: impl FnOnce() -> Vec<String>,
        paint: Paint,
    ) -> Result<Input, Failure> {
        match self {
            LineInput::Terminal(editor) => {
                editor.set_helper(Some(Completion { names: names() }));
                match editor.readline(PROMPT) {
                    Ok(line) => Ok(Input::Line(line)),
                    Err(ReadlineError::Interrupted) => Ok(Input::Dropped),
                    Err(ReadlineError::Eof) => Ok(Input::End),
                    // A byte that is no text is no command.
                    Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                        Ok(Input::Line(char::REPLACEMENT_CHARACTER.to_string()))
                    }
                    Err(error) => Err(unreadable(error)),
                }
            }
            LineInput::Plain => plain(paint),
        }
    }
}

/// A line that is read as it comes. Without a terminal it is repeated.
fn plain(paint: Paint) -> Result<Input, Failure> {
    print(&paint.bold(PROMPT))?;
    let Some(line) = read_line()? else {
        print("\n")?;
        return Ok(Input::End);
    };
    if !std::io::stdin().is_terminal() {
        print(&format!("{}\n", fit(line.trim(), width())))?;
    }
    Ok(Input::Line(line))
}

/// The next line; none at the end of the input. Of a very long one only the beginning is kept.
fn read_line() -> Result<Option<String>, Failure> {
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    loop {
        let mut bytes = Vec::new();
        let limited = &mut Read::by_ref(&mut input).take(LONGEST_LINE);
        let read = limited.read_until(b'\n', &mut bytes).map_err(unreadable)?;
        if line.is_empty() {
            line = bytes;
        } else if bytes.last() == Some(&b'\n') || read == 0 {
            break;
        }
        if line.last() == Some(&b'\n') || read == 0 {
            break;
        }
    }
    Ok((!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned()))
}

fn unreadable(error: impl std::fmt::Display) -> Failure {
    Failure::input(format!("cannot read standard input: {error}"))
}

/// Lets the terminal be what it is now, however the job ends: an editor takes each key as it is typed.
#[cfg(unix)]
fn restore_at_end(job: &Job) {
    use nix::sys::termios::{SetArg, tcgetattr, tcsetattr};

    if let Ok(known) = tcgetattr(std::io::stdin()) {
        job.at_end(move || {
            let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, &known);
        });
    }
}

#[cfg(not(unix))]
fn restore_at_end(_: &Job) {}
