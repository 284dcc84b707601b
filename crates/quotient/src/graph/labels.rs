//! What is said of states and transitions in a graph.

use checking::{StateText, TransitionText, line_name};
use model::{Action, Waiting};

use crate::graph::arguments::StateLabels;
use crate::terminal::shorten;

/// The most statements of an atomic sequence that a label shows.
const MOST_STATEMENTS: usize = 20;
/// The most characters of a statement that a label shows.
const LONGEST_STATEMENT: usize = 120;

/// The text of a state, one line each: its number, and as much more as is wanted. `main` is the file of the model.
pub fn state_lines(
    main: &str,
    number: u64,
    state: &dyn StateText,
    labels: StateLabels,
) -> Vec<String> {
    let mut lines = vec![number.to_string()];
    if labels != StateLabels::Numbers {
        lines.extend(state.processes().iter().map(|process| location(main, process)));
    }
    if labels == StateLabels::Full {
        lines.extend(values(state));
    }
    lines
}

/// The values of all variables and channels of a state.
pub fn values(state: &dyn StateText) -> Vec<String> {
    state.cells().into_iter().map(|cell| format!("{} = {}", cell.name, cell.text)).collect()
}

/// `user(3) 17`: at line 17; `user(3) end`: finished.
fn location(main: &str, waiting: &Waiting) -> String {
    let name = &waiting.process;
    match waiting.at.first() {
        Some(Action { place: Some(place), .. }) => format!("{name} {}", line_name(main, place)),
        Some(_) => name.clone(),
        None => format!("{name} end"),
    }
}

/// The text of a transition, one line for each statement: `user(3) 17: x = 1`, and without the
/// process where it is that of the line before.
pub fn transition_lines(main: &str, transition: &dyn TransitionText) -> Vec<String> {
    let mut lines = Vec::new();
    let mut last = None;
    for action in transition.actions() {
        if lines.len() == MOST_STATEMENTS {
            lines.push("…".to_owned());
            break;
        }
        let statement = shorten(&action.statement, LONGEST_STATEMENT);
        let process = (last.as_ref() != Some(&action.process)).then(|| action.process.clone());
        let at = action.place.as_ref().map(|place| line_name(main, place));
        let who: Vec<String> = process.into_iter().chain(at).collect();
        lines.push(match who.is_empty() {
            true => statement,
            false => format!("{}: {statement}", who.join(" ")),
        });
        last = Some(action.process);
    }
    lines
}

/// The text of a transition in one line: `user(3): x = 1; y = 2`, and of a rendezvous
/// `user(3): c!1 & server(0): c?x`; of an event `P: a.1`, whoever takes part.
pub fn transition_line(transition: &dyn TransitionText) -> String {
    if let Some(event) = transition.event() {
        return format!("{}: {}", event.process, event.statement);
    }
    let mut line = String::new();
    let mut last: Option<String> = None;
    for action in transition.actions() {
        if last.as_ref() == Some(&action.process) {
            line.push_str("; ");
        } else {
            if last.is_some() {
                line.push_str(" & ");
            }
            line.push_str(&action.process);
            line.push_str(": ");
        }
        line.push_str(&action.statement);
        last = Some(action.process);
    }
    line
}
