//! Where a graph is written to.

use std::io::{self, BufWriter, IntoInnerError, Write};
use std::ops::ControlFlow;
use std::path::Path;

use crate::exit::Failure;
use crate::new_file::NewFile;
use crate::visible::visible;

/// A file or standard output. After a failure nothing more is written.
pub struct Output {
    name: String,
    writer: BufWriter<Sink>,
    failure: Option<io::Error>,
}

/// Where it goes.
enum Sink {
    Standard(io::Stdout),
    File(NewFile),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Standard(output) => output.write(bytes),
            Sink::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Standard(output) => output.flush(),
            Sink::File(file) => file.flush(),
        }
    }
}

impl Output {
    /// Creates the file, or takes standard output.
    ///
    /// # Errors
    /// That the file cannot be written.
    pub fn open(path: Option<&Path>) -> Result<Output, Failure> {
        let (name, sink) = match path {
            None => ("standard output".to_owned(), Sink::Standard(io::stdout())),
            Some(path) => {
                let name = path.display().to_string();
                let file = NewFile::create(path).map_err(|error| cannot_write(&name, &error))?;
                (name, Sink::File(file))
            }
        };
        Ok(Output { name, writer: BufWriter::new(sink), failure: None })
    }

    /// Writes some text. `Break` if that failed, now or before.
    pub fn write(&mut self, text: &str) -> ControlFlow<()> {
        if self.failure.is_none() {
            self.failure = self.writer.write_all(visible(text).as_bytes()).err();
        }
        if self.failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Writes what is left. Says whether somebody reads it to the end: that nobody does (`| head`)
    /// is no failure.
    ///
    /// # Errors
    /// That something could not be written.
    pub fn finish(mut self) -> Result<bool, Failure> {
        let written = match self.failure.take() {
            Some(error) => Err(error),
            None => self.writer.into_inner().map_err(IntoInnerError::into_error).and_then(finish),
        };
        match written {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(cannot_write(&self.name, &error)),
        }
    }
}

fn finish(sink: Sink) -> io::Result<()> {
    match sink {
        Sink::Standard(mut output) => output.flush(),
        Sink::File(file) => file.finish(),
    }
}

fn cannot_write(name: &str, error: &io::Error) -> Failure {
    Failure::input(format!("{name}: cannot write: {error}"))
}
