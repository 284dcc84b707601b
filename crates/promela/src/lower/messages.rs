//! What lowering finds wrong: not twice, and not without end.

use diagnostics::{Diagnostic, Severity};

/// How many errors are kept, and how many warnings. An inline's body is lowered at each call, so
/// there may be millions.
const MAX_MESSAGES: usize = 20;

/// The messages so far.
#[derive(Debug, Default)]
pub struct Messages {
    list: Vec<Diagnostic>,
    errors: usize,
    others: usize,
}

impl Messages {
    /// Keeps a message, unless it is known or there are enough of its kind.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let error = diagnostic.is_error();
        let count = if error { &mut self.errors } else { &mut self.others };
        if *count >= MAX_MESSAGES || self.list.contains(&diagnostic) {
            return;
        }
        *count += 1;
        let place = diagnostic.primary();
        self.list.push(diagnostic);
        if error && self.are_enough() {
            let message =
                format!("{MAX_MESSAGES} errors found: the rest of the model was not looked at");
            let mut note = Diagnostic::new(Severity::Note, message);
            note.labels.extend(place.map(|place| (place, String::new())));
            self.list.push(note);
        }
    }

    /// Whether it is pointless to look for more errors.
    pub fn are_enough(&self) -> bool {
        self.errors >= MAX_MESSAGES
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    pub fn extend(&mut self, others: Messages) {
        others.list.into_iter().filter(|d| d.severity != Severity::Note).for_each(|d| self.push(d));
    }

    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.list
    }
}
