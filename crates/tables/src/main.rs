//! `tables`: prints a table beside the published figures.

mod arguments;

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::{fs, io};

use clap::Parser;
use tables::{CspSizes, Picture, families};

use arguments::{Arguments, Command};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // Panics in the libraries become rows.
    std::panic::set_hook(Box::new(|_| {}));
    match run(&arguments) {
        Ok(text) => match std::io::stdout().write_all(text.as_bytes()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(4),
        },
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<String, String> {
    let mut progress = progress();
    let table = match &arguments.command {
        Command::Detection { only } => tables::detection(only, &mut progress)?,
        Command::Reduction { topspin, only, limits } => {
            tables::reduction(&topspin.models, only, &limits.budget(), &mut progress)
        }
        Command::Peterson { only, max_n, limits } => {
            tables::peterson(only, *max_n, &limits.budget(), &mut progress)?
        }
        Command::Email { topspin, only, max_n, limits } => {
            tables::email(&topspin.models, only, *max_n, &limits.budget(), &mut progress)?
        }
        Command::Curves { topspin, out, max_n, limits } => {
            let curves = tables::curves(&topspin.models, *max_n, &limits.budget(), &mut progress)?;
            write(&curves.pictures, out)?;
            curves.table
        }
        Command::Structured { topspin, only, limits } => {
            tables::structured(&topspin.models, only, &limits.budget(), &mut progress)?
        }
        Command::Rebeca { only, long, limits } => {
            tables::rebeca(only, *long, &limits.budget(), &mut progress)?
        }
        Command::Csp { only, small, liststack, limits } => {
            let sizes = if *small { CspSizes::Small } else { CspSizes::Published };
            let other = liststack.as_deref();
            tables::csp(sizes, other, only, &limits.budget(), &mut |line| eprintln!("{line}"))?
        }
        Command::Red { only, processes, limits } => {
            tables::red(processes.0.clone(), only, &limits.budget(), &mut |line| {
                eprintln!("{line}")
            })
        }
        Command::Natural { models, verify, limits } => {
            let budget = verify.then(|| limits.budget());
            tables::natural(models, budget.as_ref(), &mut progress)?
        }
        Command::Model { family, configuration } => return families::text(family, configuration),
    };
    Ok(if arguments.csv { table.csv() } else { table.text() })
}

/// Writes pictures to a folder, which is made if it is not there.
fn write(pictures: &[Picture], folder: &Path) -> Result<(), String> {
    let failed = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    pictures.iter().try_for_each(|picture| {
        let path = folder.join(picture.name);
        fs::write(&path, &picture.svg).map_err(|error| failed(&path, error))
    })
}

/// Says on a terminal how far the table is.
fn progress() -> impl FnMut(&str) {
    let shown = std::io::stderr().is_terminal();
    move |name| {
        if shown {
            eprintln!("{name}");
        }
    }
}
