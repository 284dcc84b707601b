//! A counterexample in columns: step, process, line, statement, and beside each statement what it changed.
//!
//! On a terminal, long statements are shortened to their column. In a file, nothing is cut: they take several rows. Changes are
//! whole everywhere.

use std::fmt::Write;

use checking::quantities::plural;
use checking::{Counterexample, Transition, line_name, reach_expression};
use model::{Action, CellKind, Change, Flow, Value};

use crate::beside::Beside;
use crate::blocked_text::write_blocked;
use crate::call_rows::{ToldCalls, indent};
use crate::terminal::{Paint, cuts, pad, shorten, width};
use crate::wrap::{wrap, wrap_list};

/// The most steps that are shown of a long counterexample, its end; the most statements of a long step, its
/// beginning and its end.
const MOST: usize = 200;
/// What stands before the words of an ending.
const ENDING_INDENT: usize = 4;
const WIDEST_PROCESS: usize = 22;
const WIDEST_LINE: usize = 30;
const WIDEST_STATEMENT: usize = 48;
const NARROWEST_CHANGES: usize = 24;
/// What any column of statements or changes has, however narrow the terminal is.
const NARROWEST: usize = 12;
/// The longest contents of a channel that are shown with what came and went; of longer ones the messages are counted.
const LONGEST_CONTENTS: usize = 24;

/// What stands above a counterexample, or above a run to what was looked for.
pub fn title(run: &Counterexample) -> String {
    let steps = plural(run.transitions.len() as u64, "step");
    match run.is_sought {
        true => format!("run to where {} holds ({steps})", reach_expression(&run.property)),
        false => format!("counterexample for {} ({steps})", run.property),
    }
}

/// Writes a counterexample; a long one without its beginning unless `whole`. `main` is the file of the model. What the first state holds
/// stands before the steps.
pub fn write_counterexample(
    out: &mut String,
    main: &str,
    counterexample: &Counterexample,
    whole: bool,
    beside: &Beside<'_>,
    paint: Paint,
) {
    let length = counterexample.transitions.len();
    let skipped = if whole { 0 } else { length.saturating_sub(MOST) };
    if skipped > 0 {
        let text = format!("  … {skipped} steps left out: `--trace FILE` and `replay` show all");
        let _ = writeln!(out, "{}", paint.dim(&text));
    }
    let mut shown = counterexample.transitions[skipped..].to_vec();
    for transition in &mut shown {
        transition.changes.retain(|change| change.kind != CellKind::Component);
    }
    let columns = Columns { whole, again: counterexample.again, ..Columns::fit(main, &shown) };
    let values = beside.values(counterexample);
    let mut calls = ToldCalls::default();
    if skipped == 0 {
        beside.write_start(out, &counterexample.start, paint);
        for value in values.first().into_iter().flatten() {
            let _ = writeln!(out, "    {value}");
        }
    }
    for (transition, place) in shown.iter().zip(skipped + 1..) {
        let remarks = values.get(place).map_or(&[][..], Vec::as_slice);
        columns.write(out, main, transition, remarks, &mut calls, paint);
        beside.write_state(out, &transition.cells, paint);
    }
    if let Some(again) = counterexample.again {
        let what = match again <= length {
            true => format!("again from step {again}, for ever"),
            false => "nothing can move".to_owned(),
        };
        let _ = writeln!(out, "  {} {what}", paint.dim("↺"));
    }
    let mark = if counterexample.is_sought { paint.good("✓") } else { paint.bad("✗") };
    write_ending(out, &mark, &counterexample.ending, "", paint);
    write_blocked(out, main, &counterexample.blocked, paint);
}

/// Writes how a run ended: a mark, that in words, and a remark of less interest.
pub fn write_ending(out: &mut String, mark: &str, text: &str, remark: &str, paint: Paint) {
    let whole = format!("{text} {remark}");
    let rows = wrap(whole.trim_end(), width().saturating_sub(ENDING_INDENT));
    for (number, row) in rows.iter().enumerate() {
        let (bold, dim) = match row.strip_suffix(remark) {
            Some(bold) if number + 1 == rows.len() => (bold, remark),
            _ => (row.as_str(), ""),
        };
        let before = if number == 0 { format!("{mark} ") } else { String::new() };
        let _ = writeln!(out, "  {before}{}{}", paint.bold(bold), paint.dim(dim));
    }
}

/// Writes all that happened, without the ending.
pub fn write_transitions(out: &mut String, main: &str, transitions: &[Transition], paint: Paint) {
    Columns::fit(main, transitions).write_all(out, main, transitions, paint);
}

/// How wide the columns are.
pub struct Columns {
    step: usize,
    process: usize,
    line: usize,
    statement: usize,
    changes: usize,
    /// Whether what is too wide is shortened.
    cuts: bool,
    /// Whether all rows of a long step are shown.
    whole: bool,
    /// Whether the statements are left out.
    hides_statements: bool,
    /// The step that comes again after the last.
    again: Option<usize>,
}

/// What stands in a row, beside the number of the step.
#[derive(Default)]
struct Row {
    process: String,
    line: String,
    statement: String,
    change: String,
}

impl Columns {
    fn fit(main: &str, transitions: &[Transition]) -> Columns {
        let actions: Vec<&Action> = transitions
            .iter()
            .flat_map(|it| &it.actions)
            .map(|performed| &performed.action)
            .collect();
        Columns::of(main, &actions, transitions.last().map_or(1, |last| last.step))
    }

    /// Columns for these actions and for steps up to a number.
    pub fn of(main: &str, actions: &[&Action], last_step: usize) -> Columns {
        Columns::with(main, actions, last_step, width(), cuts())
    }

    fn with(
        main: &str,
        actions: &[&Action],
        last_step: usize,
        width: usize,
        cuts: bool,
    ) -> Columns {
        let widest = |length: &dyn Fn(&Action) -> usize, most: usize| {
            // Of what is not known beforehand, half of the most is enough.
            actions.iter().map(|action| length(action)).max().unwrap_or(most / 2).clamp(1, most)
        };
        let step = last_step.to_string().len();
        let process = widest(&|a| a.process.chars().count(), WIDEST_PROCESS);
        let line = widest(&|a| widest_line(main, a), WIDEST_LINE);
        let statement = widest(&widest_statement, WIDEST_STATEMENT);
        let room = width.saturating_sub(2 + step + 2 + process + 2 + line + 2 + 2);
        let most = room.saturating_sub(NARROWEST_CHANGES).max(room / 2).max(NARROWEST);
        let statement = statement.min(most);
        let changes = room.saturating_sub(statement).max(NARROWEST);
        Columns {
            step,
            process,
            line,
            statement,
            changes,
            cuts,
            whole: true,
            hides_statements: false,
            again: None,
        }
    }

    /// The same columns for rows without statements.
    pub fn hiding_statements(self) -> Columns {
        Columns { hides_statements: true, ..self }
    }

    fn write_all(&self, out: &mut String, main: &str, transitions: &[Transition], paint: Paint) {
        let mut calls = ToldCalls::default();
        for transition in transitions {
            self.write(out, main, transition, &[], &mut calls, paint);
        }
    }

    /// Writes what happened in a transition, with remarks before what changed.
    pub fn write(
        &self,
        out: &mut String,
        main: &str,
        transition: &Transition,
        remarks: &[String],
        calls: &mut ToldCalls,
        paint: Paint,
    ) {
        let rows = self.rows(main, transition, remarks, calls);
        for (index, row) in rows.iter().enumerate() {
            if !self.whole
                && rows.len() > MOST
                && (MOST / 2..rows.len() - MOST / 2).contains(&index)
            {
                if index == MOST / 2 {
                    let text = format!(
                        "  … {} rows left out: `--trace FILE` and `replay` show all",
                        rows.len() - MOST
                    );
                    let _ = writeln!(out, "{}", paint.dim(&text));
                }
                continue;
            }
            let number = if index == 0 { transition.step.to_string() } else { String::new() };
            let is_again = index == 0 && self.again == Some(transition.step);
            let text = format!(
                "{} {}  {}  {}  {}  {}",
                if is_again { paint.dim("↻") } else { " ".to_owned() },
                paint.dim(&format!("{number:>width$}", width = self.step)),
                paint.bold(&pad(&row.process, self.process)),
                paint.dim(&format!("{:>width$}", row.line, width = self.line)),
                pad(&row.statement, self.statement),
                row.change,
            );
            let _ = writeln!(out, "{}", text.trim_end());
        }
    }

    /// Each action with what it changed. What belongs to no action that is shown comes at the end.
    fn rows(
        &self,
        main: &str,
        transition: &Transition,
        remarks: &[String],
        calls: &mut ToldCalls,
    ) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut process = "";
        let mut remarks = remarks.to_vec();
        let mut changes = transition.changes.iter().filter(|change| is_news(change)).peekable();
        let shown = if self.hides_statements { &[][..] } else { &transition.actions[..] };
        calls.begin(transition.step);
        for (index, performed) in shown.iter().enumerate() {
            let Action { process: name, statement, .. } = &performed.action;
            let mut texts = std::mem::take(&mut remarks);
            while let Some(change) = changes.next_if(|change| change.action <= index) {
                texts.push(change_text(change));
            }
            let first = rows.len();
            for (depth, call) in calls.news(&performed.action) {
                let at = rows.len();
                self.side_by_side(self.lines(&call.text, indent(depth)), Vec::new(), &mut rows);
                rows[at].line = line_name(main, &call.place);
            }
            let at = rows.len();
            let statement = self.lines(statement, indent(performed.action.calls.len()));
            self.side_by_side(statement, texts, &mut rows);
            rows[at].line = line_of(main, &performed.action);
            if process != name {
                process = name;
                let cut = self.cuts.then(|| shorten(name, self.process));
                rows[first].process = cut.unwrap_or_else(|| name.clone());
            }
        }
        let rest = remarks.into_iter().chain(changes.map(change_text)).collect();
        self.side_by_side(Vec::new(), rest, &mut rows);
        rows
    }

    /// A text in the column of statements.
    fn lines(&self, text: &str, indent: usize) -> Vec<String> {
        let room = self.statement.saturating_sub(indent).max(NARROWEST);
        let rows = if self.cuts { vec![shorten(text, room)] } else { wrap(text, room) };
        rows.into_iter().map(|row| format!("{:indent$}{row}", "")).collect()
    }

    fn side_by_side(&self, statement: Vec<String>, changes: Vec<String>, rows: &mut Vec<Row>) {
        let changes = wrap_list(changes.into_iter(), ", ", self.changes);
        let height = statement.len().max(changes.len());
        let (mut statement, mut changes) = (statement.into_iter(), changes.into_iter());
        for _ in 0..height {
            let (statement, change) = (statement.next(), changes.next());
            rows.push(Row {
                statement: statement.unwrap_or_default(),
                change: change.unwrap_or_default(),
                ..Row::default()
            });
        }
    }
}

/// The line of an action; empty if it has none.
fn line_of(main: &str, action: &Action) -> String {
    action.place.as_ref().map_or_else(String::new, |place| line_name(main, place))
}

/// The longest line of an action, or of a call around it.
fn widest_line(main: &str, action: &Action) -> usize {
    let calls = action.calls.iter().map(|call| line_name(main, &call.place).chars().count());
    calls.chain([line_of(main, action).chars().count()]).max().unwrap_or(0)
}

/// The widest text of an action, or of a call around it.
fn widest_statement(action: &Action) -> usize {
    let calls = action.calls.iter().map(|call| &call.text).chain([&action.statement]);
    let widths = calls.enumerate().map(|(depth, text)| indent(depth) + text.chars().count());
    widths.max().unwrap_or(0)
}

/// That the variables of a new process are 0 goes without saying, but for what it was given.
fn is_news(change: &Change) -> bool {
    change.before.is_some()
        || change.kind == CellKind::Parameter
        || !matches!(change.after.as_str(), "0" | "false" | "null" | "no channel")
}

fn change_text(change: &Change) -> String {
    if let Some(flow) = &change.flow {
        let (sign, messages) = match flow {
            Flow::Came(messages) => ("+", messages),
            Flow::Went(messages) => ("−", messages),
        };
        let messages: Vec<String> = messages.iter().map(|text| format!("{sign}{text}")).collect();
        return format!("{}: {} → {}", change.cell, messages.join(" "), contents_text(change));
    }
    match &change.before {
        Some(before) => format!("{}: {before} → {}", change.cell, change.after),
        None if change.after == "running" => format!("{} starts", change.cell),
        None => format!("{} = {}", change.cell, change.after),
    }
}

/// What a channel holds after a change, or how much.
fn contents_text(change: &Change) -> String {
    match &change.after_value {
        Some(Value::Messages(messages)) if change.after.chars().count() > LONGEST_CONTENTS => {
            plural(messages.len() as u64, "message")
        }
        _ => change.after.clone(),
    }
}

#[cfg(test)]
mod tests {
    use model::{CellKind, Effects, Performed, Place};

    use super::*;

    fn text(cuts: bool) -> String {
        let action = |process: &str, statement: &str| Performed {
            action: Action {
                process: process.to_owned(),
                statement: statement.to_owned(),
                place: Some(Place { file: "m".to_owned(), line: 7, column: 1 }),
                calls: Vec::new(),
            },
            effects: Effects::default(),
        };
        let change = |action, cell: &str, after: &str| Change {
            kind: CellKind::Global,
            action,
            cell: cell.to_owned(),
            before: Some("<>".to_owned()),
            after: after.to_owned(),
            before_value: None,
            after_value: None,
            flow: None,
        };
        let long = "queue!first_of_all,second_of_all; and_then!third_of_all";
        let actions = vec![action("P(0)", "x = 1"), action("P(0)", long)];
        let changes = vec![
            change(0, "x", "1"),
            change(1, "queue", "<[first_of_all,second_of_all]>"),
            change(1, "y", "2"),
        ];
        let transition = Transition { step: 3, actions, changes, cells: Vec::new() };
        let shown: Vec<&Action> = transition.actions.iter().map(|it| &it.action).collect();
        let columns = Columns::with("m", &shown, 3, 64, cuts);
        let mut out = String::new();
        columns.write(&mut out, "m", &transition, &[], &mut ToldCalls::default(), Paint::plain());
        out
    }

    #[test]
    fn in_a_file_nothing_is_cut() {
        let expected = "  \
  3  P(0)  7  x = 1                     x: <> → 1
           7  queue!first_of_all,       queue: <>
                second_of_all;            → <[first_of_all,second_of_all]>
                and_then!third_of_all   y: <> → 2
";
        assert_eq!(text(false), expected);
    }

    #[test]
    fn on_a_terminal_values_are_whole() {
        let expected = "  \
  3  P(0)  7  x = 1                     x: <> → 1
           7  queue!first_of_all,seco…  queue: <>
                                          → <[first_of_all,second_of_all]>
                                        y: <> → 2
";
        assert_eq!(text(true), expected);
    }
}
