//! `quotient translate`: a model in the language that its own is translated to.

use std::path::PathBuf;

use clap::Args;
use diagnostics::Sources;

use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::files::{check_not_read, check_writable, open, write};
use crate::load::{refuse_foreign, refused};
use crate::model_arguments::ModelArgs;
use crate::terminal::print;

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
pub fn translate(args: &TranslateArgs, context: &Context) -> Result<Exit, Failure> {
    let language = context.languages.of(&args.model.model, args.model.language.as_deref())?;
    let mut sources = Sources::new();
    let (path, file) = open(&args.model.model, &mut sources)?;
    let Some(translation) = language.translation() else {
        let title = language.title();
        let text = format!("{path}: a model in {title} is not translated");
        return Err(Failure::input(text));
    };
    refuse_foreign(&path, language, &context.settings)?;
    let text = translation(&sources, file).map_err(|found| refused(&path, &found, &sources))?;
    match &args.output {
        Some(output) => {
            check_not_read(output, &sources)?;
            check_writable(output)?;
            write(output, &text)?;
        }
        None => print(&text)?,
    }
    Ok(Exit::Holds)
}
