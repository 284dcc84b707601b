//! `quotient replay`: a stored counterexample on the unreduced model, step by step.

use kernel::{PropertyId, TransitionSystem};
use machine::{Machine, Step, StepResult};
use serde::Serialize;

use crate::arguments::ReplayArgs;
use crate::exit::{Exit, Failure};
use crate::load::{Subject, read};
use crate::run::{Departure, Plan, PlannedStep, Run, replay};
use crate::settings::is_called;
use crate::story::{Chapter, Story, tell};
use crate::story_text::write_story;
use crate::terminal::{Paint, print};
use crate::trace_file::{StoredStep, TraceFile, statements};
use crate::trail_command::replay_trail;
use crate::trail_file::is_trail;
use crate::units::plural;

/// Runs the command.
///
/// # Errors
/// A trace or a model that cannot be read, or that do not fit each other.
pub fn replay_command(args: &ReplayArgs) -> Result<Exit, Failure> {
    let bytes = read(&args.trace)?;
    if is_trail(&bytes) {
        return replay_trail(args, &bytes);
    }
    let file = TraceFile::parse(&args.trace, &bytes)?;
    if file.property.is_empty() {
        let text = "the trace violates nothing: `quotient simulate MODEL --trace FILE` shows it";
        return Err(Failure::input(text));
    }
    let mut model = file.model_args(args.model.clone());
    if !args.define.is_empty() {
        model.define.clone_from(&args.define);
    }
    if !args.include.is_empty() {
        model.include.clone_from(&args.include);
    }
    let mut states = file.states();
    states.no_claims |= args.no_claims;
    let subject = Subject::load(&model, states)?;
    let run = run_stored(&subject, &file)?;
    let story = tell(&subject, &run);
    let text = if args.json {
        json(&subject, &file, &story)?
    } else {
        text(&subject, &file, &story, Paint::stdout())
    };
    print(&text)?;
    Ok(Exit::Violated)
}

/// Runs a stored counterexample and sees that it is real.
///
/// # Errors
/// Where it departs from the model.
pub fn run_stored(subject: &Subject, file: &TraceFile) -> Result<Run, Failure> {
    let property = property(&subject.model.machine, file)?;
    let plan = plan(subject, file)?;
    replay(&subject.model.machine, &plan, property).map_err(|departure| departs(file, departure))
}

fn property(machine: &Machine, file: &TraceFile) -> Result<PropertyId, Failure> {
    let place = machine.properties().iter().position(|p| is_called(p, &file.property));
    place.map(PropertyId::new).ok_or_else(|| {
        Failure::input(format!("the trace violates `{}`, which the model has not", file.property))
    })
}

fn departs(file: &TraceFile, departure: Departure) -> Failure {
    Failure::input(match departure {
        Departure::Move(index) => {
            let stored = file.steps.get(index).map_or(&[][..], |s| &s.moves);
            let text: Vec<String> = stored.iter().map(describe).collect();
            let step = index + 1;
            format!(
                "the trace does not fit the model: step {step} is not possible there: {}",
                text.join(", ")
            )
        }
        Departure::NoViolation => format!(
            "the trace does not fit the model: it can be run to its end, step {}, but does not \
             violate `{}` there",
            file.steps.len(),
            file.property
        ),
    })
}

fn describe(stored: &StoredStep) -> String {
    format!("{} at line {}: {}", stored.name, stored.line, stored.text)
}

/// The stored steps as a plan, each compared with the statement that the model has for it.
///
/// # Errors
/// The first step that the model does not have.
pub fn plan(subject: &Subject, file: &TraceFile) -> Result<Plan, Failure> {
    let mut plan = Plan::new();
    let machine = &subject.model.machine;
    for (index, stored) in file.steps.iter().enumerate() {
        let mut planned = Vec::with_capacity(stored.moves.len());
        for step in &stored.moves {
            let misfit = |has: &str| {
                let (step_number, wanted) = (index + 1, describe(step));
                Failure::input(format!(
                    "the trace does not fit the model: step {step_number} is {wanted}; {has}"
                ))
            };
            if step.edge as usize >= machine.code.edges.len() {
                return Err(misfit("the model has no such statement"));
            }
            let process = machine.program.semantics.process_with_number(i32::from(step.process));
            let Some(process) = process.and_then(|process| u16::try_from(process).ok()) else {
                return Err(misfit("the model has no such process"));
            };
            let edge = step.edge();
            let made = Step { process, edge, result: StepResult::Done };
            let text = subject.model.step_text(&subject.sources, &made);
            if statements(&text) != step.text || text.process != step.name {
                let has = format!("the model has {}: {} there", text.process, statements(&text));
                return Err(misfit(&has));
            }
            planned.push(PlannedStep { process, edge });
        }
        plan.push(planned);
    }
    Ok(plan)
}

fn text(subject: &Subject, file: &TraceFile, story: &Story, paint: Paint) -> String {
    let steps = plural(story.chapters.len() as u64, "step");
    let title = format!("counterexample for {} ({steps})", file.property);
    let mut out = format!("{}\n", paint.bold(&title));
    write_story(&mut out, subject, story, true, paint);
    out.push_str("replayed on the unreduced model: the violation is real\n");
    out
}

#[derive(Serialize)]
struct Object<'a> {
    tool: &'static str,
    version: &'static str,
    model: &'a str,
    property: &'a str,
    verdict: &'static str,
    reason: &'a str,
    trace: &'a [Chapter],
}

fn json(subject: &Subject, file: &TraceFile, story: &Story) -> Result<String, Failure> {
    let object = Object {
        tool: "quotient",
        version: env!("CARGO_PKG_VERSION"),
        model: &subject.path,
        property: &file.property,
        verdict: "violated",
        reason: &story.ending,
        trace: &story.chapters,
    };
    let text = serde_json::to_string(&object)
        .map_err(|error| Failure::internal(format!("the replay as JSON: {error}")))?;
    Ok(text + "\n")
}
