//! What an interactive run shows of a position: what can be done and what cannot, and what the state
//! holds.

use std::fmt::Write;

use checking::{Session, place_name};
use model::{Action, Cell, CellKind};

use crate::blocked_text::write_blocked;
use crate::terminal::{Paint, fit, pad, width};
use crate::wrap::wrap_list;

/// The most possible steps that are listed.
const MOST_STEPS: usize = 60;

/// Said where a run has failed.
const FAILED: &str = "  the run has gone wrong here, and does not go on\n";

/// Shows positions.
#[derive(Clone, Copy)]
pub struct View<'s> {
    /// Where the run is.
    pub session: &'s dyn Session,
    /// The file of the model.
    pub main: &'s str,
    /// How it is coloured.
    pub paint: Paint,
}

impl View<'_> {
    fn action_text(&self, action: &Action) -> String {
        let (process, statement) = (self.paint.bold(&action.process), fit(&action.statement, 70));
        match &action.place {
            Some(place) => {
                let line = self.paint.dim(&place_name(self.main, place));
                format!("{process}  {line}  {statement}")
            }
            None => format!("{process}  {statement}"),
        }
    }

    /// The steps that are possible, numbered.
    pub fn steps(&self) -> String {
        let mut out = String::new();
        let choices = self.session.choices();
        let digits = choices.len().to_string().len();
        for (index, choice) in choices.iter().take(MOST_STEPS).enumerate() {
            let actions: Vec<String> =
                choice.iter().map(|action| self.action_text(action)).collect();
            let number = self.paint.good(&format!("{:>digits$}", index + 1));
            // It ends what was begun.
            let told = match actions.is_empty() {
                true => self.paint.dim("(no statement)"),
                false => actions.join("  →  "),
            };
            let _ = writeln!(out, "  {number}  {told}");
        }
        if choices.len() > MOST_STEPS {
            let more = choices.len() - MOST_STEPS;
            let _ = writeln!(out, "  … and {more} more, numbered on");
        }
        out
    }

    /// Of the statements that contain a text, which are possible, and what stands in the way of the others.
    pub fn why_not(&self, text: &str) -> String {
        if self.session.has_failed() {
            return FAILED.to_owned();
        }
        let is_meant = |action: &Action| action.statement.contains(text);
        let possible = self.session.choices().into_iter().flatten();
        let possible = possible.filter(is_meant).map(|action| {
            let text = self.action_text(&action);
            format!("  {}  {text}  — possible\n", self.paint.good("✓"))
        });
        let obstacles = self.session.obstacles(None).into_iter();
        let obstacles = obstacles.filter(|(action, _)| is_meant(action));
        let out: String = possible.chain(obstacles.map(|it| self.obstacle(&it))).collect();
        match out.is_empty() {
            true => format!("  nobody is at a statement with `{text}`\n"),
            false => out,
        }
    }

    fn obstacle(&self, (action, reason): &(Action, String)) -> String {
        format!("  {}  {}  — {reason}\n", self.paint.bad("✗"), self.action_text(action))
    }

    /// What stands in the way of the other steps, of all processes or of one.
    pub fn why(&self, of: Option<u32>) -> String {
        if self.session.has_failed() {
            return FAILED.to_owned();
        }
        let obstacles = self.session.obstacles(of);
        let out: String = obstacles.iter().map(|it| self.obstacle(it)).collect();
        if !out.is_empty() {
            return out;
        }
        let is_stuck = self.session.choice_count() == 0;
        let Some(process) = of else {
            let said =
                if is_stuck { "nobody stands before a step" } else { "every step is possible" };
            return format!("  {said}\n");
        };
        let processes = self.session.processes();
        match processes.iter().find(|waiting| waiting.number == process) {
            None => format!("  there is no {} {process}\n", self.session.component()),
            Some(named) if is_stuck => format!("  {} stands before no step\n", named.process),
            Some(named) => format!("  {} can take every step\n", named.process),
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
        let cells = self.session.cells().into_iter();
        let texts = cells.map(|cell| format!("{} = {}", cell.name, cell.text));
        let rows = wrap_list(texts, ", ", width().saturating_sub(2));
        let mut out = String::new();
        for row in rows.iter().take(most) {
            let _ = writeln!(out, "  {row}");
        }
        if rows.len() > most {
            let text = format!("… {} more lines", rows.len() - most);
            let _ = writeln!(out, "  {}", self.paint.dim(&text));
        }
        out
    }

    /// The variables whose names contain a text, and the constants.
    pub fn variables(&self, part: &str) -> String {
        let cells = self.session.cells().into_iter();
        let variables = cells.filter(|cell| cell.kind != CellKind::Channel);
        let mut found: Vec<(String, String)> =
            variables.map(|Cell { name, text, .. }| (name, text)).collect();
        let constants = self.session.constants().into_iter();
        found.extend(constants.map(|(name, value)| (name, format!("{value}  (never changes)"))));
        found.retain(|(name, _)| name.contains(part));
        self.table(&found, "no such variable")
    }

    /// The channels with their contents.
    pub fn channels(&self) -> String {
        self.table(&self.session.channels(), "there are no channels or queues")
    }

    /// Where the processes are.
    pub fn processes(&self) -> String {
        let mut out = String::new();
        write_blocked(&mut out, self.main, &self.session.processes(), self.paint);
        if let Some(name) = self.session.holder() {
            let _ = writeln!(out, "      {name} is in an atomic sequence and goes on first");
        }
        if out.is_empty() {
            let _ = writeln!(out, "  no {} is left", self.session.component());
        }
        out
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
