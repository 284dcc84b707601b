//! A model on standard input, which is called `-`.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use diagnostics::{Files, MAX_FILE};

use crate::arguments::Command;
use crate::exit::Failure;
use crate::model_arguments::ModelArgs;

/// What it is called.
pub const NAME: &str = "-";

/// Reads the model of a command that names standard input.
///
/// # Errors
/// It cannot be read, or its language is not said.
pub fn read(command: &mut Command) -> Result<(), Failure> {
    let model = match command {
        Command::Check(args) if args.suite.is_wanted(&args.model.model) => {
            let others = args.suite.others.iter().map(PathBuf::as_path);
            return refuse_among(others.chain([args.model.model.as_path()]), "a suite");
        }
        Command::Replay(args) => return refuse_among([args.model.as_path()], "`replay`"),
        Command::Check(args) => &mut args.model,
        Command::Simulate(args) if args.interactive && args.model.model.as_os_str() == NAME => {
            let text =
                "`--interactive` reads commands from standard input: the model has to be in a file";
            return Err(Failure::input(text));
        }
        Command::Simulate(args) => &mut args.model,
        Command::Symmetry(args) => &mut args.model,
        Command::Explore(args) => &mut args.model,
        Command::Graph(args) => &mut args.model,
        Command::Translate(args) => &mut args.model,
        _ => return Ok(()),
    };
    if model.model.as_os_str() == NAME { read_model(model) } else { Ok(()) }
}

/// Refuses standard input among models that have to be in files.
fn refuse_among<'a>(
    models: impl IntoIterator<Item = &'a Path>,
    whose: &str,
) -> Result<(), Failure> {
    match models.into_iter().any(|model| model.as_os_str() == NAME) {
        true => Err(Failure::input(format!(
            "a model of {whose} has to be in a file: `-` is standard input"
        ))),
        false => Ok(()),
    }
}

fn read_model(model: &mut ModelArgs) -> Result<(), Failure> {
    if model.language.is_none() {
        let text =
            "standard input does not tell the language: say `--language promela`, or another";
        return Err(Failure::input(text));
    }
    let mut bytes = Vec::new();
    let input = std::io::stdin().lock();
    let read = input.take(MAX_FILE + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::input(format!("standard input: {error}")))?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(Failure::input("standard input: too large"));
    }
    model.files = Files::Beside(Arc::new((PathBuf::from(NAME), bytes)));
    Ok(())
}
