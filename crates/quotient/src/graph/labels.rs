//! What is said of states and transitions in a graph.

use machine::{State, Step, StepResult};

use crate::graph::arguments::StateLabels;
use crate::load::Subject;
use crate::run::is_end;
use crate::story::{Deed, deeds, line_name};

/// The most statements of an atomic sequence that a label shows.
const MOST_STATEMENTS: usize = 20;

/// The text of a state, one line each: its number, and as much more as is wanted.
pub fn state_lines(
    subject: &Subject,
    number: u64,
    state: &State,
    labels: StateLabels,
) -> Vec<String> {
    let mut lines = vec![number.to_string()];
    if labels != StateLabels::Numbers {
        lines.extend((0..state.processes()).map(|process| location(subject, state, process)));
    }
    if labels == StateLabels::Full {
        lines.extend(values(subject, state));
    }
    lines
}

/// The values of all variables and channels of a state.
pub fn values(subject: &Subject, state: &State) -> Vec<String> {
    let cells = subject.model.cells(state);
    cells.into_iter().map(|(cell, value)| format!("{cell} = {value}")).collect()
}

/// `user(3) 17`: at line 17; `user(3) end`: finished.
fn location(subject: &Subject, state: &State, process: usize) -> String {
    let machine = &subject.model.machine;
    let name = subject.model.process_name(state, process);
    let edges = &machine.code.locations[state.location(process).index()].edges;
    let first = edges.iter().copied().find(|&edge| !is_end(machine, edge));
    let step = first.map(|edge| Step { process: process as u16, edge, result: StepResult::Done });
    match step.and_then(|step| deeds(subject, &step).into_iter().next()) {
        Some(deed) => format!("{name} {}", line_name(subject, &deed)),
        None => format!("{name} end"),
    }
}

/// The text of a transition, one line for each statement: `user(3) 17: x = 1`, and without the
/// process where it is that of the line before.
pub fn step_lines(subject: &Subject, steps: &[Step]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut last = None;
    for deed in all_deeds(subject, steps) {
        if lines.len() == MOST_STATEMENTS {
            lines.push("…".to_owned());
            break;
        }
        let at = line_name(subject, &deed);
        lines.push(if last.as_ref() == Some(&deed.process) {
            format!("{at}: {}", deed.statement)
        } else {
            format!("{} {at}: {}", deed.process, deed.statement)
        });
        last = Some(deed.process);
    }
    lines
}

/// The text of a transition in one line: `user(3): x = 1; y = 2`, and of a rendezvous
/// `user(3): c!1 & server(0): c?x`.
pub fn step_line(subject: &Subject, steps: &[Step]) -> String {
    let mut line = String::new();
    let mut last: Option<String> = None;
    for deed in all_deeds(subject, steps) {
        if last.as_ref() == Some(&deed.process) {
            line.push_str("; ");
        } else {
            if last.is_some() {
                line.push_str(" & ");
            }
            line.push_str(&deed.process);
            line.push_str(": ");
        }
        line.push_str(&deed.statement);
        last = Some(deed.process);
    }
    line
}

fn all_deeds<'a>(subject: &'a Subject, steps: &'a [Step]) -> impl Iterator<Item = Deed> + 'a {
    steps.iter().flat_map(|step| deeds(subject, step))
}

/// What the last step that went wrong did wrong.
pub fn wrong(steps: &[Step]) -> Option<String> {
    steps.iter().rev().find_map(|step| match step.result {
        StepResult::Done => None,
        StepResult::AssertionFailed { .. } => Some("assertion violated".to_owned()),
        StepResult::Fault { fault, .. } => Some(format!("run-time error: {fault}")),
    })
}
