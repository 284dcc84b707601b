//! Labels that nothing refers to, and statements that no run comes to.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use diagnostics::{Diagnostic, Span};

use super::Checker;
use crate::ast::{Name, Sequence, Statement, StatementKind, Step};

/// Prefixes of labels that mean something by themselves.
const MEANINGFUL: [&str; 3] = ["end", "accept", "progress"];

/// The labels of the model and the references to them.
#[derive(Debug, Default)]
pub struct Labels {
    /// Labels that remote references or formulas name.
    watched: HashSet<String>,
    /// The labels of the body at hand.
    defined: Vec<Name>,
    /// What its `goto`s name.
    targets: HashSet<String>,
    /// All labels, and whether something jumps there. A label in an inline is one label, however
    /// often it is expanded.
    used: HashMap<Span, bool>,
    all: Vec<Name>,
}

impl Labels {
    /// Something outside the process asks whether it is at this label.
    pub fn watch(&mut self, label: &str) {
        self.watched.insert(label.to_owned());
    }

    pub fn define(&mut self, label: &Name) {
        self.defined.push(label.clone());
    }

    pub fn jump(&mut self, label: &Name) {
        self.targets.insert(label.text.clone());
    }

    /// Ends a body: labels are local to it. Returns its labels.
    pub fn close_body(&mut self) -> Vec<Name> {
        let defined = std::mem::take(&mut self.defined);
        for label in &defined {
            let is_used = self.targets.contains(&label.text);
            match self.used.entry(label.span) {
                Entry::Occupied(mut used) => *used.get_mut() |= is_used,
                Entry::Vacant(used) => {
                    used.insert(is_used);
                    self.all.push(label.clone());
                }
            }
        }
        self.targets.clear();
        defined
    }
}

impl Checker<'_> {
    /// Warns of labels that nothing refers to and that look as if they meant something by themselves. Others document.
    pub fn unused_labels(&mut self) {
        let labels = std::mem::take(&mut self.labels);
        for label in &labels.all {
            let text = &label.text;
            if labels.used[&label.span]
                || labels.watched.contains(text)
                || MEANINGFUL.iter().any(|prefix| text.starts_with(prefix))
            {
                continue;
            }
            let message = format!("the label `{text}` is never used");
            let Some(prefix) = nearly_meaningful(text) else { continue };
            let help = format!("a label with a meaning starts with `{prefix}`, like this");
            self.report(Diagnostic::warning(label.span, message).help(help));
        }
    }

    /// Warns of a statement behind a jump that no label makes reachable.
    pub fn unreachable(&mut self, sequence: &Sequence) {
        let mut statements = sequence.iter().filter_map(|step| match step {
            Step::Statement(statement) => Some(statement),
            Step::Declare(_) | Step::Exclusive { .. } => None,
        });
        while let Some(statement) = statements.next() {
            let word = match &statement.kind {
                StatementKind::Goto(_) => "goto",
                StatementKind::Break => "break",
                _ => continue,
            };
            let Some(next) = statements.next() else { return };
            if statement.unless.is_none() && !has_label(next) {
                let message = format!("no run comes here: the `{word}` before it leaves");
                let help = "leave it out, or put a label before it";
                self.report(Diagnostic::warning(next.span, message).help(help));
            }
            return;
        }
    }
}

/// The prefix that a label has but for the case of its letters.
fn nearly_meaningful(label: &str) -> Option<&'static str> {
    let lower = label.to_lowercase();
    MEANINGFUL.into_iter().find(|prefix| lower.starts_with(prefix))
}

fn has_label(statement: &Statement) -> bool {
    let within = |sequence: &Sequence| {
        sequence.iter().any(|step| match step {
            Step::Statement(statement) => has_label(statement),
            Step::Declare(_) | Step::Exclusive { .. } => false,
        })
    };
    !statement.labels.is_empty()
        || statement.unless.as_deref().is_some_and(has_label)
        || match &statement.kind {
            StatementKind::If(options) | StatementKind::Do(options) => options.iter().any(within),
            StatementKind::ForRange { body, .. }
            | StatementKind::ForIn { body, .. }
            | StatementKind::Atomic(body)
            | StatementKind::DStep(body)
            | StatementKind::Block(body)
            | StatementKind::Inline { body, .. } => within(body),
            _ => false,
        }
}
