//! A counterexample as a story: who did what, at which line, and what changed by it.

use kernel::{PropertyKind, TransitionSystem};
use machine::{State, Step, StepResult};
use serde::Serialize;
use words::{Change, StatementText};

use crate::load::Subject;
use crate::run::{Move, Run, is_end};

/// A counterexample in the words of the model.
#[derive(Clone, Debug)]
pub struct Story {
    /// What happened.
    pub chapters: Vec<Chapter>,
    /// What is wrong at the end, in one line.
    pub ending: String,
    /// The same without the name of the property.
    pub place: String,
    /// For a deadlock, where each process is.
    pub stuck: Vec<Stuck>,
}

/// One transition.
#[derive(Clone, Debug, Serialize)]
pub struct Chapter {
    /// Its number, from 1.
    pub step: usize,
    /// What the processes did, in order.
    pub actions: Vec<Deed>,
    /// The cells that changed.
    pub changes: Vec<Changed>,
}

/// A statement that a process executed.
#[derive(Clone, Debug, Serialize)]
pub struct Deed {
    /// The process, as in `user(3)`.
    pub process: String,
    /// The statement as in the source.
    pub statement: String,
    /// Its file.
    pub file: String,
    /// Its line.
    pub line: usize,
}

/// A cell that changed.
#[derive(Clone, Debug, Serialize)]
pub struct Changed {
    /// The cell, as in `flag[3]`.
    pub cell: String,
    /// Its value before; none if it did not exist.
    pub before: Option<String>,
    /// Its value after.
    pub after: String,
}

/// Where a process is that cannot move.
#[derive(Clone, Debug, Serialize)]
pub struct Stuck {
    /// The process.
    pub process: String,
    /// The line; none if it has finished.
    pub line: Option<usize>,
    /// The statements it waits at, as in the source.
    pub waits_at: Vec<String>,
    /// Whether it may properly end here.
    pub may_end: bool,
}

/// Tells a run, and its end by the property that it violates: the step before a deadlock may fail an assertion, too.
pub fn tell(subject: &Subject, run: &Run) -> Story {
    let chapters = run.moves.iter().enumerate().map(|(i, m)| chapter(subject, i + 1, m)).collect();
    let fault = match subject.model.machine.properties()[run.property.index()].kind {
        PropertyKind::Assertion | PropertyKind::RuntimeError => {
            run.moves.last().and_then(|last| went_wrong(subject, &last.steps))
        }
        PropertyKind::Deadlock | PropertyKind::Invariant => None,
    };
    match fault {
        Some((ending, place)) => Story { chapters, ending, place, stuck: Vec::new() },
        None => {
            let ending = "no process can move, and not all are at a proper end".to_owned();
            Story { chapters, place: ending.clone(), ending, stuck: stuck(subject, &run.last) }
        }
    }
}

fn chapter(subject: &Subject, step: usize, made: &Move) -> Chapter {
    let actions = made.steps.iter().flat_map(|step| deeds(subject, step)).collect();
    let changes = made.after.as_ref().map(|after| {
        let mut changes = started(subject, &made.before, after);
        changes.extend(subject.model.changes(&made.before, after).into_iter().map(changed));
        changes
    });
    Chapter { step, actions, changes: changes.unwrap_or_default() }
}

/// The processes that a transition starts.
pub fn started(subject: &Subject, before: &State, after: &State) -> Vec<Changed> {
    let names = before.processes()..after.processes();
    names
        .map(|process| Changed {
            cell: subject.model.process_name(after, process),
            before: None,
            after: "running".to_owned(),
        })
        .collect()
}

/// A change as it is told.
pub fn changed(change: Change) -> Changed {
    let before = (!change.before.is_empty()).then_some(change.before);
    Changed { cell: change.cell, before, after: change.after }
}

/// What a process did in a step.
pub fn deeds(subject: &Subject, step: &Step) -> Vec<Deed> {
    let text = subject.model.step_text(&subject.sources, step);
    let process = text.process;
    text.statements.into_iter().map(|s| deed(subject, process.clone(), s)).collect()
}

fn deed(subject: &Subject, process: String, statement: StatementText) -> Deed {
    let file = subject.sources.name(statement.span.file).to_owned();
    Deed { process, statement: statement.text, file, line: statement.line }
}

/// What a violating transition did wrong: in full, and in short for below the property's name.
pub fn went_wrong(subject: &Subject, steps: &[Step]) -> Option<(String, String)> {
    let step = steps.last()?;
    let text = subject.model.step_text(&subject.sources, step);
    let culprit = deed(subject, text.process, text.culprit?);
    let at = format!("{} at line {}", culprit.process, line_name(subject, &culprit));
    let place = format!("{at}: {}", culprit.statement);
    match step.result {
        StepResult::Done => None,
        StepResult::AssertionFailed { .. } => Some((format!("assertion violated: {place}"), place)),
        StepResult::Fault { fault, .. } => {
            Some((format!("run-time error: {fault}: {place}"), format!("{at}: {fault}")))
        }
    }
}

/// The line, with its file if that is an included one.
pub fn line_name(subject: &Subject, deed: &Deed) -> String {
    if deed.file == subject.path {
        deed.line.to_string()
    } else {
        format!("{}:{}", deed.file, deed.line)
    }
}

/// Where each process is.
pub fn stuck(subject: &Subject, state: &State) -> Vec<Stuck> {
    let machine = &subject.model.machine;
    let one = |process: usize| {
        let location = &machine.code.locations[state.location(process).index()];
        let waiting = location.edges.iter().filter(|&&edge| !is_end(machine, edge));
        let firsts = waiting.filter_map(|&edge| {
            let step = Step { process: process as u16, edge, result: StepResult::Done };
            deeds(subject, &step).into_iter().next()
        });
        let deeds: Vec<Deed> = firsts.collect();
        Stuck {
            process: subject.model.process_name(state, process),
            line: deeds.first().map(|deed| deed.line),
            waits_at: deeds.into_iter().map(|deed| deed.statement).collect(),
            may_end: location.valid_end,
        }
    };
    (0..state.processes()).map(one).collect()
}
