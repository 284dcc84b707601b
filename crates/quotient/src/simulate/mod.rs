//! `quotient simulate`: single runs of a model, at random, along a stored trace, or by hand.
//!
//! A run is watched statement by statement: the model is loaded without merged statements, without
//! resets of dead variables and with all variables, so that every value shown is true, and atomic
//! sequences are taken apart.

mod account;
pub mod arguments;
mod commands;
mod dice;
mod ending;
mod guided;
mod interactive;
mod random;
mod scene;
mod session;
mod text;
mod view;
mod walk;

use crate::arguments::{ModelArgs, StateArgs};
use crate::exit::{Exit, Failure};
use crate::load::{Subject, read};
use crate::output_file::check_harmless;
use crate::trace_file::{TraceFile, check_writable};

use arguments::SimulateArgs;

/// A model to simulate, and how it was loaded.
struct Stage {
    subject: Subject,
    model: ModelArgs,
    states: StateArgs,
}

impl Stage {
    fn load(model: ModelArgs, no_claims: bool, java_unless: bool) -> Result<Stage, Failure> {
        let states = StateArgs {
            keep_claims: false,
            no_merge: true,
            no_dataflow: true,
            keep_unread: true,
            keep_hidden: true,
            java_unless,
            no_claims,
        };
        let subject = Subject::load(&model, states)?;
        Ok(Stage { subject, model, states })
    }
}

/// Finds out early what stands in the way of storing the run.
///
/// # Errors
/// What does.
fn check_save(args: &SimulateArgs, stage: &Stage) -> Result<(), Failure> {
    let Some(path) = &args.save else { return Ok(()) };
    check_harmless(path, &stage.subject.sources)?;
    check_writable(path)
}

/// Runs the command.
///
/// # Errors
/// Why there is no run.
pub fn simulate(args: &SimulateArgs) -> Result<Exit, Failure> {
    let Some(path) = &args.trace else {
        let stage = Stage::load(args.model.clone(), args.no_claims, args.java_unless)?;
        check_save(args, &stage)?;
        return if args.interactive {
            interactive::play(args, &stage, Vec::new())
        } else {
            random::run(args, &stage)
        };
    };
    let file = TraceFile::parse(path, &read(path)?)?;
    let mut model = file.model_args(args.model.model.clone());
    if !args.model.define.is_empty() {
        model.define.clone_from(&args.model.define);
    }
    if !args.model.include.is_empty() {
        model.include.clone_from(&args.model.include);
    }
    let states = file.states();
    let no_claims = args.no_claims || states.no_claims;
    let stage = Stage::load(model, no_claims, args.java_unless || states.java_unless)?;
    check_save(args, &stage)?;
    if args.interactive {
        let taken = guided::follow(&stage, &file)?;
        interactive::play(args, &stage, taken)
    } else {
        guided::run(args, &stage, &file)
    }
}
