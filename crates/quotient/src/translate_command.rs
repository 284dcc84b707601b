//! `quotient translate`: a model in Promela.

use std::path::PathBuf;

use clap::Args;
use diagnostics::Sources;

use crate::arguments::ModelArgs;
use crate::exit::{Exit, Failure};
use crate::language::Language;
use crate::load::{no_preprocessor, open, refused};
use crate::output_file::check_not_read;
use crate::terminal::{Paint, print};
use crate::trace_file::{cannot_write, check_writable};

/// Examples for the help.
pub const EXAMPLES: &str = "\
Examples:
  quotient translate model.prl                      to standard output
  quotient translate model.prl -o model.pml; spin -a model.pml";

/// The arguments of `translate`.
#[derive(Args, Debug)]
pub struct TranslateArgs {
    /// The model.
    #[command(flatten)]
    pub model: ModelArgs,
    /// Write the translation here [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// Why there is no translation.
pub fn translate(args: &TranslateArgs) -> Result<Exit, Failure> {
    let language = Language::of(&args.model.model, args.model.language.as_deref())?;
    let mut sources = Sources::new();
    let (path, file) = open(&args.model.model, &mut sources)?;
    let text = match language {
        Language::PromelaLite => {
            no_preprocessor(&args.model, language)?;
            promela_lite::to_promela(&sources, file)
        }
        Language::Promela => {
            let text =
                format!("{path}: a model in Promela is not translated, others are to Promela");
            return Err(Failure::input(text));
        }
    };
    let text = text.map_err(|found| refused(&path, &found, &sources, Paint::stderr().is_on()))?;
    match &args.output {
        Some(output) => {
            check_not_read(output, &sources)?;
            check_writable(output)?;
            std::fs::write(output, text).map_err(|error| cannot_write(output, &error))?;
        }
        None => print(&text)?,
    }
    Ok(Exit::Holds)
}
