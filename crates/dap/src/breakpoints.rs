//! Where the client wants a run to stop.

use std::collections::{BTreeMap, BTreeSet};

use checking::{Detail, Loaded};
use model::{Action, Place};
use serde_json::{Value, json};

use crate::arguments::{list, number, optional_text, text};
use crate::capabilities::VIOLATION;
use crate::places::Places;
use crate::run::Run;

/// The most breakpoints of a kind in a source.
const MOST: usize = 1000;

/// Where the client wants a run to stop.
pub(crate) struct Breakpoints {
    /// The lines on which there are statements, by the names of the sources; empty where that is not known beforehand.
    statements: BTreeMap<String, BTreeSet<usize>>,
    lines: Vec<OnLine>,
    cells: Vec<OnCell>,
    /// Whether it stops where something is violated.
    pub at_violations: bool,
    last: u64,
}

/// Stops after a step that does something on a line.
struct OnLine {
    id: u64,
    source: String,
    line: usize,
    condition: Option<String>,
}

/// Stops after a step that changes a cell.
struct OnCell {
    id: u64,
    cell: String,
    condition: Option<String>,
}

/// What is to be said of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hits {
    /// The breakpoints that it stops at.
    pub ids: Vec<u64>,
    /// Whether one of them is on a cell.
    pub is_of_cells: bool,
    /// The conditions that have no value, and why: who has set them is to see it.
    pub complaints: Vec<String>,
}

impl Breakpoints {
    /// None yet, in a model.
    pub fn new(loaded: &dyn Loaded) -> Breakpoints {
        let mut statements: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        for action in loaded.every_action() {
            for place in places_of(&action) {
                statements.entry(place.file.clone()).or_default().insert(place.line);
            }
        }
        let (lines, cells) = (Vec::new(), Vec::new());
        Breakpoints { statements, lines, cells, at_violations: true, last: 0 }
    }

    /// Sets those of a source in the place of what was set there before.
    ///
    /// # Errors
    /// What is wrong with the arguments.
    pub fn set_lines(&mut self, places: &Places<'_>, arguments: &Value) -> Result<Value, String> {
        let path = text(&arguments["source"], "path")?;
        let source = places.named(path).map(str::to_owned);
        let wanted = bounded(list(arguments, "breakpoints")?)?;
        let mut set = Vec::new();
        for it in wanted {
            let line = places.counting.line_from(number(it, "line")?);
            set.push((line, condition(it)?));
        }
        let Some(source) = source else {
            let refused = json!({ "verified": false, "message": "this is no source of the model" });
            return Ok(json!({ "breakpoints": vec![refused; set.len()] }));
        };
        self.lines.retain(|it| it.source != source);
        let told: Vec<Value> =
            set.into_iter().map(|(line, it)| self.set_line(places, &source, line, it)).collect();
        Ok(json!({ "breakpoints": told }))
    }

    /// Sets one, on the line or the next one with a statement.
    fn set_line(
        &mut self,
        places: &Places<'_>,
        source: &str,
        line: Option<usize>,
        condition: Option<String>,
    ) -> Value {
        let stands = line.and_then(|line| match self.statements.get(source) {
            Some(lines) => lines.range(line..).next().copied(),
            None => self.statements.is_empty().then_some(line),
        });
        self.last += 1;
        let id = self.last;
        let Some(line) = stands else {
            let text = "no statement stands here or below";
            return json!({ "id": id, "verified": false, "message": text });
        };
        self.lines.push(OnLine { id, source: source.to_owned(), line, condition });
        json!({ "id": id, "verified": true, "line": places.counting.line(line) })
    }

    /// Sets those on cells in the place of what was set before; `is_cell` knows the names of cells.
    ///
    /// # Errors
    /// What is wrong with the arguments.
    pub fn set_cells(
        &mut self,
        arguments: &Value,
        is_cell: &dyn Fn(&str) -> bool,
    ) -> Result<Value, String> {
        let mut set = Vec::new();
        let mut told = Vec::new();
        for it in bounded(list(arguments, "breakpoints")?)? {
            let (cell, condition) = (text(it, "dataId")?.to_owned(), condition(it)?);
            self.last += 1;
            let id = self.last;
            match is_cell(&cell) {
                true => {
                    told.push(json!({ "id": id, "verified": true }));
                    set.push(OnCell { id, cell, condition });
                }
                false => told.push(json!({
                    "id": id, "verified": false, "message": "nothing of this name is there now",
                })),
            }
        }
        self.cells = set;
        Ok(json!({ "breakpoints": told }))
    }

    /// Sets the filters.
    ///
    /// # Errors
    /// What is wrong with the arguments.
    pub fn set_filters(&mut self, arguments: &Value) -> Result<Value, String> {
        let filters = list(arguments, "filters")?;
        if let Some(unknown) = filters.iter().find(|it| it.as_str() != Some(VIOLATION)) {
            let unknown: String = unknown.to_string().chars().take(40).collect();
            return Err(format!("there is no filter {unknown}, but `{VIOLATION}`"));
        }
        self.at_violations = !filters.is_empty();
        let told = filters.iter().map(|_| json!({ "verified": true }));
        Ok(json!({ "breakpoints": told.collect::<Vec<Value>>() }))
    }

    /// Which of them the step stops at that led to where a run stands.
    pub fn hits(&self, run: &Run<'_>) -> Hits {
        let mut hits = Hits::default();
        if !self.lines.is_empty() {
            let met = met(run);
            for it in &self.lines {
                let is_met = met.iter().any(|at| at.line == it.line && at.file == it.source);
                if is_met && hits.holds(run, it.condition.as_deref()) {
                    hits.ids.push(it.id);
                }
            }
        }
        if !self.cells.is_empty() {
            let changes = run.last(Detail::Changes).map(|step| step.transition.changes);
            let changes = changes.unwrap_or_default();
            for it in &self.cells {
                let is_changed = changes.iter().any(|change| change.cell == it.cell);
                if is_changed && hits.holds(run, it.condition.as_deref()) {
                    hits.ids.push(it.id);
                    hits.is_of_cells = true;
                }
            }
        }
        hits
    }
}

impl Hits {
    /// Whether a condition holds where a run stands. One without a value does: else nobody would learn of it.
    fn holds(&mut self, run: &Run<'_>, condition: Option<&str>) -> bool {
        let Some(condition) = condition else { return true };
        match run.session().evaluate(condition) {
            Ok(model::Value::Truth(truth)) => truth,
            Ok(model::Value::Number(number)) => number != 0,
            Ok(other) => {
                self.complaints.push(format!("{condition}: {other} is neither true nor false"));
                true
            }
            Err(why) => {
                self.complaints.push(format!("{condition}: {why}"));
                true
            }
        }
    }
}

/// So far back is looked for what a process has done before.
const FAR_BACK: usize = 1_000;

/// The places where the step that led here has done something: those of its statements, and the calls that it has entered.
fn met(run: &Run<'_>) -> Vec<Place> {
    let at = run.session().at();
    let actions = run.actions(at);
    let mut met = Vec::new();
    for (place, action) in actions.iter().enumerate() {
        let is_of_same = |other: &&Action| other.process == action.process;
        let before = actions[..place].iter().rev().find(is_of_same).cloned();
        let before = before.or_else(|| action_before(run, at, action));
        let entered = action.calls.iter().enumerate().filter(|(depth, _)| match &before {
            Some(before) => is_entered(action, before, *depth),
            None => true,
        });
        met.extend(entered.map(|(_, call)| call.place.clone()));
        met.extend(action.place.clone());
    }
    met
}

/// What the process of an action has done last before a step, where it is in a call.
fn action_before(run: &Run<'_>, step: usize, action: &Action) -> Option<Action> {
    if action.calls.is_empty() {
        return None;
    }
    let steps = (1..step).rev().take(FAR_BACK);
    let mut done = steps.flat_map(|step| run.actions(step).into_iter().rev());
    done.find(|other| other.process == action.process)
}

/// Whether an action begins a call that it stands in, given what its process has done before. Where that was in the same call, it begins
/// anew if what is done does not stand behind that: a loop within an inline is taken for a call each time.
fn is_entered(action: &Action, before: &Action, depth: usize) -> bool {
    if before.calls.len() <= depth || before.calls[..=depth] != action.calls[..=depth] {
        return true;
    }
    let stands = |action: &Action| {
        let place = action.calls.get(depth + 1).map(|call| &call.place).or(action.place.as_ref());
        place.map(|place| (place.line, place.column))
    };
    let is_same_call = action.calls.len() > depth + 1 && stands(action) == stands(before);
    !is_same_call && stands(action) <= stands(before)
}

fn places_of(action: &Action) -> impl Iterator<Item = &Place> {
    action.place.iter().chain(action.calls.iter().map(|call| &call.place))
}

fn condition(breakpoint: &Value) -> Result<Option<String>, String> {
    let condition = optional_text(breakpoint, "condition")?;
    let condition = condition.filter(|condition| !condition.trim().is_empty());
    Ok(condition.map(str::to_owned))
}

fn bounded(breakpoints: &[Value]) -> Result<&[Value], String> {
    match breakpoints.len() <= MOST {
        true => Ok(breakpoints),
        false => Err(format!("{MOST} breakpoints are the most that may be set at once")),
    }
}
