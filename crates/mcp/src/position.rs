//! Where a run stands, in words and as an object.

use std::collections::HashMap;

use checking::quantities::plural;
use checking::{Detail, Session, SimulatedStep, place_name};
use model::{Action, Blocked, Cell};
use serde_json::{Value, json};

use crate::bounded::{MOST, rows};

/// Where a run stands, and how it came there.
pub(crate) struct Position<'s> {
    session: &'s dyn Session,
    /// The file of the model.
    main: &'s str,
    /// The number of the first step that is told.
    first: usize,
    /// How many are left out before it.
    left_out: usize,
    changed: Vec<Changed>,
}

/// A cell that holds something else than before.
struct Changed {
    cell: String,
    before: Option<String>,
    after: Option<String>,
}

impl<'s> Position<'s> {
    /// Where a run stands that stood after `from` steps before, where the state held these cells. The last steps since are told.
    pub fn new(session: &'s dyn Session, main: &'s str, from: usize, before: Vec<Cell>) -> Self {
        let first = (from + 1).max((session.at() + 1).saturating_sub(MOST));
        let changed = changed(before, session.cells());
        Position { session, main, first, left_out: first - from - 1, changed }
    }

    /// In words.
    pub fn text(&self) -> String {
        let mut out = self.taken_text();
        out.push_str(&rows(self.changed.iter().map(|Changed { cell, before, after }| {
            let told = |text: &Option<String>| text.clone().unwrap_or_else(|| "nothing".to_owned());
            format!("{cell}: {} → {}", told(before), told(after))
        })));
        out.push_str(&self.end_text());
        let choices = self.session.choices();
        let told = choices.iter().enumerate().map(|(place, actions)| {
            format!("  {}  {}", place + 1, actions_text(self.main, actions))
        });
        out + &rows(told)
    }

    /// As an object.
    pub fn structured(&self) -> Value {
        let choices = self.session.choices();
        let possible = (1_usize..).zip(&choices);
        let possible = possible.map(|(number, it)| json!({"choice": number, "actions": it}));
        let possible: Vec<Value> = possible.collect();
        let changed = self.changed.iter();
        let changed: Vec<Value> = changed
            .map(|it| json!({"cell": it.cell, "before": it.before, "after": it.after}))
            .collect();
        let mut told = json!({
            "at": self.session.at(),
            "known": self.session.known(),
            "taken": self.taken(),
            "changed": changed,
            "possible": possible,
            "ending": self.session.ending(),
            "invariant": self.session.excluded().map(|excluded| excluded.text),
            "goes_first": self.session.holder(),
        });
        if self.left_out > 0 {
            told["taken_left_out"] = self.left_out.into();
        }
        told
    }

    fn steps(&self) -> impl Iterator<Item = SimulatedStep> {
        let step = |number| self.session.step(number, Detail::Actions);
        (self.first..=self.session.at()).filter_map(step)
    }

    fn taken(&self) -> Vec<Value> {
        let told = |step: SimulatedStep| {
            let (number, output) = (step.transition.step, &step.output);
            json!({"step": number, "actions": actions_of(&step), "output": output})
        };
        self.steps().map(told).collect()
    }

    fn taken_text(&self) -> String {
        let mut out = String::new();
        if self.left_out > 0 {
            out.push_str(&format!("… {} before\n", plural(self.left_out as u64, "step")));
        }
        for step in self.steps() {
            let (number, actions) = (step.transition.step, actions_of(&step));
            out.push_str(&format!("step {number}: {}\n", actions_text(self.main, &actions)));
            for output in step.output {
                out.push_str(&format!("  prints: {}\n", output.text.trim_end()));
            }
        }
        out
    }

    fn end_text(&self) -> String {
        let (session, at) = (self.session, self.session.at());
        let mut out = String::new();
        if let Some(excluded) = session.excluded() {
            out.push_str(&format!("the state violates an invariant: {}\n", excluded.text));
        }
        if let Some(holder) = session.holder() {
            out.push_str(&format!("{holder} is in an atomic sequence and goes on first\n"));
        }
        match session.ending() {
            Some(ending) => {
                let steps = plural(at as u64, "step");
                out.push_str(&format!("the run ends after {steps}: {}\n", ending.text));
                out.push_str(&processes_text(self.main, &ending.blocked));
            }
            None => {
                let possible = plural(session.choice_count() as u64, "step");
                let ahead = match session.known() - at {
                    0 => String::new(),
                    ahead => format!(", {} known ahead", plural(ahead as u64, "step")),
                };
                out.push_str(&format!("at step {at}: {possible} possible{ahead}\n"));
            }
        }
        out
    }
}

fn actions_of(step: &SimulatedStep) -> Vec<Action> {
    step.transition.actions.iter().map(|performed| performed.action.clone()).collect()
}

fn changed(before: Vec<Cell>, after: Vec<Cell>) -> Vec<Changed> {
    let mut held: HashMap<String, String> =
        before.into_iter().map(|cell| (cell.name, cell.text)).collect();
    let mut changed = Vec::new();
    for Cell { name: cell, text, .. } in after {
        let before = held.remove(&cell);
        if before.as_ref() != Some(&text) {
            changed.push(Changed { cell, before, after: Some(text) });
        }
    }
    let mut gone: Vec<(String, String)> = held.into_iter().collect();
    gone.sort();
    let gone = gone.into_iter();
    changed.extend(gone.map(|(cell, text)| Changed { cell, before: Some(text), after: None }));
    changed
}

/// Where processes are, and what they wait for.
pub(crate) fn processes_text(main: &str, processes: &[Blocked]) -> String {
    rows(processes.iter().map(|process| {
        let waits = process.waits_at.join(", ");
        let place = process.place.as_ref().map(|place| format!(" at {}", place_name(main, place)));
        match waits.is_empty() {
            true => format!("  {} has ended", process.process),
            false => format!("  {}{}: {waits}", process.process, place.unwrap_or_default()),
        }
    }))
}

/// Who does what, and where.
pub(crate) fn actions_text(main: &str, actions: &[Action]) -> String {
    if actions.is_empty() {
        return "(no statement)".to_owned();
    }
    let told: Vec<String> = actions.iter().map(|action| action_text(main, action)).collect();
    told.join(" → ")
}

/// Who does something, and where.
pub(crate) fn action_text(main: &str, action: &Action) -> String {
    let (process, statement) = (&action.process, &action.statement);
    match &action.place {
        Some(place) => format!("{process} at {}: {statement}", place_name(main, place)),
        None => format!("{process}: {statement}"),
    }
}
