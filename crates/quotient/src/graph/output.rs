//! Where a graph is written to.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;

use crate::exit::Failure;

/// A file or standard output. After a failure nothing more is written.
pub struct Output {
    name: String,
    writer: BufWriter<Box<dyn Write>>,
    failure: Option<io::Error>,
}

impl Output {
    /// Creates the file, or takes standard output.
    ///
    /// # Errors
    /// That the file cannot be written.
    pub fn open(path: Option<&Path>) -> Result<Output, Failure> {
        let (name, writer): (String, Box<dyn Write>) = match path {
            None => ("standard output".to_owned(), Box::new(io::stdout())),
            Some(path) => {
                let name = path.display().to_string();
                let file = File::create(path).map_err(|error| cannot_write(&name, &error))?;
                (name, Box::new(file))
            }
        };
        Ok(Output { name, writer: BufWriter::new(writer), failure: None })
    }

    /// Writes some text. `Break` if that failed, now or before.
    pub fn write(&mut self, text: &str) -> ControlFlow<()> {
        if self.failure.is_none() {
            self.failure = self.writer.write_all(text.as_bytes()).err();
        }
        if self.failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Writes what is left. Says whether somebody reads it to the end: that nobody does (`| head`)
    /// is no failure.
    ///
    /// # Errors
    /// That something could not be written.
    pub fn finish(mut self) -> Result<bool, Failure> {
        match self.failure.take().or_else(|| self.writer.flush().err()) {
            None => Ok(true),
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
            Some(error) => Err(cannot_write(&self.name, &error)),
        }
    }
}

fn cannot_write(name: &str, error: &io::Error) -> Failure {
    Failure::input(format!("{name}: cannot write: {error}"))
}
