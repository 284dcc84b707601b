//! A run as text: a row a step, and what is printed between the rows.

use std::collections::HashSet;

use checking::{Detail, Output, SimulatedStep};
use model::{Action, CellKind, Change};

use super::arguments::Show;
use super::plan::RunPlan;
use crate::call_rows::ToldCalls;
use crate::counterexample_text::Columns;
use crate::load::Subject;
use crate::terminal::{Paint, complain};

/// Steps are numbered in a column that has room for this one.
const LAST_STEP: usize = 99_999;

/// Turns steps into text.
pub struct RunText<'a> {
    subject: &'a Subject,
    columns: Columns,
    show: Vec<Show>,
    /// Whether what is printed is not indented.
    flat: bool,
    paint: Paint,
    calls: ToldCalls,
    /// Whether the last line of what was printed is not finished.
    open_line: bool,
    /// What was already said to be wrong.
    said: HashSet<String>,
}

impl<'a> RunText<'a> {
    /// Text with columns that fit every statement of the model.
    pub fn new(subject: &'a Subject, plan: &RunPlan, paint: Paint) -> RunText<'a> {
        let actions: Vec<Action> = subject.model.every_action();
        let actions: Vec<&Action> = actions.iter().collect();
        let columns = Columns::of(&subject.path, &actions, LAST_STEP);
        let (show, calls, said) = (plan.show.clone(), ToldCalls::default(), HashSet::new());
        let columns = match show.contains(&Show::Steps) {
            true => columns,
            false => columns.hiding_statements(),
        };
        RunText { subject, columns, show, flat: plan.flat, paint, calls, open_line: false, said }
    }

    /// How much of a step is needed for what is shown.
    pub fn detail(&self) -> Detail {
        if self.show.is_empty() { Detail::Actions } else { Detail::Changes }
    }

    /// The text of a step.
    pub fn step(&mut self, mut step: SimulatedStep) -> String {
        let mut out = String::new();
        let last = step.transition.actions.last().map(|performed| performed.action.clone());
        step.transition.changes.retain(|change| self.is_shown(change));
        let message = step.message.as_ref().filter(|_| self.show.contains(&Show::Messages));
        let steps = self.show.contains(&Show::Steps);
        let news = !step.transition.changes.is_empty() || message.is_some();
        if steps || (news && !self.show.is_empty()) {
            out.push_str(self.end_line());
            let remarks: Vec<String> = message.into_iter().cloned().collect();
            let (main, paint) = (&self.subject.path, self.paint);
            self.columns.write(&mut out, main, &step.transition, &remarks, &mut self.calls, paint);
        }
        for output in &step.output {
            self.output(&mut out, output);
            self.complain(last.as_ref(), output);
        }
        out
    }

    /// That a process starts is shown with whatever is shown.
    fn is_shown(&self, change: &Change) -> bool {
        let wanted = match change.kind {
            CellKind::Global | CellKind::Component => Show::Globals,
            CellKind::Local | CellKind::Parameter => Show::Locals,
            CellKind::Channel => Show::Messages,
            CellKind::Process if change.before.is_none() => return !self.show.is_empty(),
            CellKind::Process => Show::Steps,
        };
        self.show.contains(&wanted)
    }

    /// What one statement printed, indented by the number of its process, as SPIN does it.
    fn output(&mut self, out: &mut String, output: &Output) {
        if !self.flat {
            out.push_str(&" ".repeat(6 + 4 * output.process as usize));
        }
        out.push_str(&output.text);
        self.open_line = match output.text.chars().last() {
            Some(last) => last != '\n',
            None => self.open_line || !self.flat,
        };
    }

    fn complain(&mut self, action: Option<&Action>, output: &Output) {
        let Some(problem) = &output.problem else { return };
        let place = action.and_then(|action| action.place.as_ref());
        let place = place.map_or(String::new(), |place| format!("{}:{}: ", place.file, place.line));
        let text = format!("warning: {place}printf: {problem}");
        if self.said.insert(text.clone()) {
            complain(&text);
        }
    }

    /// What ends the line that is being printed.
    pub fn end_line(&mut self) -> &'static str {
        if std::mem::take(&mut self.open_line) { "\n" } else { "" }
    }
}
