//! A run as text: a row a step, and what is printed between the rows.

use std::collections::HashSet;

use machine::index::EdgeId;
use machine::{Step, StepResult};

use super::arguments::Show;
use super::ending::{Ending, EndingKind};
use super::scene::{Line, Scene};
use crate::exit::Exit;
use crate::load::Subject;
use crate::story::{Deed, deeds};
use crate::story_text::{Columns, write_stuck};
use crate::terminal::{Paint, complain};
use crate::units::plural;

/// Steps are numbered in a column that has room for this one.
const LAST_STEP: usize = 99_999;

/// Turns steps into text.
pub struct Telling<'a> {
    subject: &'a Subject,
    columns: Columns,
    show: Vec<Show>,
    /// Whether what is printed is not indented.
    flat: bool,
    paint: Paint,
    /// Whether the last line of what was printed is not finished.
    open_line: bool,
    /// What was already said to be wrong.
    said: HashSet<String>,
}

impl<'a> Telling<'a> {
    /// Tells with columns that fit every statement of the model.
    pub fn new(subject: &'a Subject, show: &[Show], flat: bool, paint: Paint) -> Telling<'a> {
        let deeds: Vec<Deed> = statements(subject);
        let columns = Columns::of(subject, &deeds.iter().collect::<Vec<_>>(), LAST_STEP);
        let (show, said) = (show.to_vec(), HashSet::new());
        Telling { subject, columns, show, flat, paint, open_line: false, said }
    }

    /// What is shown.
    pub fn show(&self) -> &[Show] {
        &self.show
    }

    /// The text of a step.
    pub fn scene(&mut self, scene: &Scene) -> String {
        let mut out = String::new();
        let steps = self.show.contains(&Show::Steps);
        let news = !scene.chapter.changes.is_empty() || scene.message.is_some();
        if steps || (news && !self.show.is_empty()) {
            out.push_str(self.end_line());
            let mut chapter = scene.chapter.clone();
            if !steps {
                chapter.actions.clear();
            }
            let remarks = scene.message.as_slice();
            self.columns.write_with(&mut out, self.subject, &chapter, remarks, self.paint);
        }
        for line in &scene.output {
            self.line(&mut out, line);
            self.complain(scene, line);
        }
        out
    }

    /// What one `printf` printed, indented by the number of its process, as SPIN does it.
    fn line(&mut self, out: &mut String, line: &Line) {
        if !self.flat {
            out.push_str(&" ".repeat(6 + 4 * line.process));
        }
        out.push_str(&line.text);
        self.open_line = match line.text.chars().last() {
            Some(last) => last != '\n',
            None => self.open_line || !self.flat,
        };
    }

    fn complain(&mut self, scene: &Scene, line: &Line) {
        let Some(problem) = &line.problem else { return };
        let deed = scene.chapter.actions.last();
        let place = deed.map_or(String::new(), |d| format!("{}:{}: ", d.file, d.line));
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

/// Everything that a process can do.
fn statements(subject: &Subject) -> Vec<Deed> {
    let machine = &subject.model.machine;
    let edges = 0..machine.code.edges.len();
    // The widest number of a process that the model is likely to have.
    let single_digits = 10 - usize::from(machine.program.semantics.first_process);
    let process = machine.initial().processes().max(single_digits) as u16 - 1;
    let step = |edge| Step { process, edge: EdgeId::new(edge), result: StepResult::Done };
    edges.flat_map(|edge| deeds(subject, &step(edge))).collect()
}

/// How a run ended.
pub fn ending_text(ending: &Ending, steps: usize, paint: Paint) -> String {
    let after = format!("({})", plural(steps as u64, "step"));
    let mark = match ending.exit() {
        Exit::Holds => paint.good("✓"),
        Exit::Violated => paint.bad("✗"),
        _ => paint.unsure("…"),
    };
    let mut out = format!("  {mark} {} {}\n", paint.bold(&ending.text), paint.dim(&after));
    if ending.kind == EndingKind::StepLimit || ending.kind == EndingKind::TraceEnd {
        out = format!("  {mark} {}\n", paint.bold(&ending.text));
    }
    write_stuck(&mut out, &ending.stuck, paint);
    out
}
