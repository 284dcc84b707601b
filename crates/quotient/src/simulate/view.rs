//! What an interactive run shows of a position: what can be done and what cannot, and what the state
//! holds.

use std::fmt::Write;

use machine::{Step, StepResult};
use words::{Cell, CellKind};

use super::walk::Walk;
use crate::story::{Deed, deeds, line_name, stuck};
use crate::story_text::{wrapped, write_stuck};
use crate::terminal::{Paint, pad, shorten, width};

/// The most possible steps that are listed.
const MOST_STEPS: usize = 60;

/// Shows positions.
#[derive(Clone, Copy)]
pub struct View<'w, 'a> {
    /// Where the run is.
    pub walk: &'w Walk<'a>,
    /// How it is coloured.
    pub paint: Paint,
}

impl View<'_, '_> {
    fn deed(&self, step: Step) -> Option<Deed> {
        // The whole statement, whatever comes of it.
        let step = Step { result: StepResult::Done, ..step };
        deeds(self.walk.subject, &step).into_iter().next()
    }

    fn deed_text(&self, deed: &Deed) -> String {
        let line = self.paint.dim(&format!("line {}", line_name(self.walk.subject, deed)));
        format!("{}  {line}  {}", self.paint.bold(&deed.process), shorten(&deed.statement, 70))
    }

    /// The steps that are possible, numbered.
    pub fn steps(&self) -> String {
        let mut out = String::new();
        let choices = self.walk.choices();
        let digits = choices.len().to_string().len();
        for (index, choice) in choices.iter().take(MOST_STEPS).enumerate() {
            let deeds: Vec<String> = choice
                .steps
                .iter()
                .filter_map(|&step| self.deed(step).map(|deed| self.deed_text(&deed)))
                .collect();
            let number = self.paint.good(&format!("{:>digits$}", index + 1));
            let _ = writeln!(out, "  {number}  {}", deeds.join("  →  "));
        }
        if choices.len() > MOST_STEPS {
            let more = choices.len() - MOST_STEPS;
            let _ = writeln!(out, "  … and {more} more, numbered on");
        }
        out
    }

    /// What stands in the way of the other steps, of all processes or of one.
    pub fn why(&self, of: Option<usize>) -> String {
        if self.walk.position().failed {
            return "  the run has gone wrong here, and does not go on\n".to_owned();
        }
        let model = &self.walk.subject.model;
        let possible = self.walk.possible();
        let inspector = self.walk.inspector(&possible);
        let state = &self.walk.position().state;
        let statement = |edge| {
            let step = Step { process: 0, edge, result: StepResult::Done };
            self.deed(step).map_or(String::new(), |deed| shorten(&deed.statement, 40))
        };
        let mut out = String::new();
        let number = |process| model.machine.program.semantics.process_number(process) as usize;
        let wanted = |process| of.is_none_or(|of| of == number(process));
        for process in (0..state.processes()).filter(|&process| wanted(process)) {
            for &edge in inspector.edges(process) {
                if inspector.is_possible(process, edge) {
                    continue;
                }
                let step = Step { process: process as u16, edge, result: StepResult::Done };
                let Some(deed) = self.deed(step) else { continue };
                let obstacle = inspector.obstacle(process, edge);
                let reason = obstacle.map_or("not possible now".to_owned(), |obstacle| {
                    model.obstacle_text(state, process, &obstacle, &statement)
                });
                let text = self.deed_text(&deed);
                let _ = writeln!(out, "  {}  {text}  — {reason}", self.paint.bad("✗"));
            }
        }
        match (out.is_empty(), of) {
            (true, Some(of)) => match (0..state.processes()).find(|&p| number(p) == of) {
                Some(process) => {
                    format!("  {} can take every step\n", model.process_name(state, process))
                }
                None => format!("  there is no process {of}\n"),
            },
            (true, None) => "  every step is possible\n".to_owned(),
            _ => out,
        }
    }

    /// Everything that the state holds.
    pub fn state(&self) -> String {
        let mut out = self.short_state(usize::MAX);
        out.push_str(&self.processes());
        out
    }

    /// The variables and channels, in so many lines at most.
    pub fn short_state(&self, most: usize) -> String {
        let cells = self.cells(|_| true).into_iter();
        let texts = cells.map(|cell| format!("{} = {}", cell.name, cell.value));
        let rows = wrapped(texts, width().saturating_sub(2));
        let mut out = String::new();
        for row in rows.iter().take(most) {
            let _ = writeln!(out, "  {row}");
        }
        if rows.len() > most {
            let _ = writeln!(
                out,
                "  {}",
                self.paint.dim(&format!("… {} more lines", rows.len() - most))
            );
        }
        out
    }

    /// The variables whose names contain a text, and the constants.
    pub fn variables(&self, part: &str) -> String {
        let subject = self.walk.subject;
        let mut found: Vec<(String, String)> = Vec::new();
        for cell in self.cells(|kind| kind != CellKind::Channel) {
            found.push((cell.name, cell.value));
        }
        let constants = subject.model.constants().into_iter();
        found.extend(constants.map(|(name, value)| (name, format!("{value}  (never changes)"))));
        found.retain(|(name, _)| name.contains(part));
        self.table(&found, "no such variable")
    }

    /// The channels with their contents.
    pub fn channels(&self) -> String {
        let machine = &self.walk.subject.model.machine;
        let state = &self.walk.position().state;
        let contents = self.cells(|kind| kind == CellKind::Channel);
        let mut found = Vec::new();
        for channel in 0..machine.channel_count(state) {
            let (Some(name), Some((id, _))) =
                (machine.channel_name(state, channel), machine.channel_at(state, channel))
            else {
                continue;
            };
            let capacity = machine.program.channels[id.index()].capacity;
            let text = match contents.iter().find(|cell| cell.name == name) {
                Some(cell) => format!("{}  (room for {capacity})", cell.value),
                None => "rendezvous".to_owned(),
            };
            found.push((name, text));
        }
        self.table(&found, "there are no channels")
    }

    /// Where the processes are.
    pub fn processes(&self) -> String {
        let position = self.walk.position();
        let mut out = String::new();
        write_stuck(&mut out, &stuck(self.walk.subject, &position.state), self.paint);
        if let Some(holder) = position.control {
            let name = self.walk.subject.model.process_name(&position.state, holder);
            let _ = writeln!(out, "      {name} is in an atomic sequence and goes on first");
        }
        if out.is_empty() {
            out.push_str("  no process is left\n");
        }
        out
    }

    fn cells(&self, wanted: impl Fn(CellKind) -> bool) -> Vec<Cell> {
        let cells = self.walk.subject.model.all_cells(&self.walk.position().state);
        cells.into_iter().filter(|cell| wanted(cell.kind)).collect()
    }

    fn table(&self, rows: &[(String, String)], none: &str) -> String {
        if rows.is_empty() {
            return format!("  {none}\n");
        }
        let widest = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let line = |(name, value): &(String, String)| {
            format!("  {}  {value}\n", self.paint.bold(&pad(name, widest)))
        };
        rows.iter().map(line).collect()
    }
}
