//! Timed sections: how long events take, and the event that tells the time.

use diagnostics::{Diagnostic, Span};

use crate::tree::{Declaration, DeclarationKind, Expression};
use crate::types::declarations::flatten;
use crate::types::store::{Form, Store};
use crate::types::{Checked, Checker};

/// What the script declares as `tock`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tock {
    /// Nothing.
    Absent,
    /// An event.
    Event,
    /// A channel with fields, here.
    Channel(Span),
}

impl Tock {
    /// What it is among the declarations at the top.
    pub fn among(declarations: &[Declaration]) -> Tock {
        let mut all = Vec::new();
        flatten(declarations, &mut all);
        for declaration in all {
            let DeclarationKind::Channel { names, fields } = &declaration.kind else { continue };
            let tock =
                names.iter().find(|name| name.qualifiers.is_empty() && *name.text == *"tock");
            match (tock, fields) {
                (Some(name), Some(_)) => return Tock::Channel(name.span),
                (Some(_), None) => return Tock::Event,
                (None, _) => (),
            }
        }
        Tock::Absent
    }
}

impl Checker<'_> {
    pub fn timed(&mut self, section: Span, durations: Option<&Expression>) -> Checked<()> {
        if let Some(durations) = durations {
            let expected = self.store.add(Form::Function([Store::EVENT].into(), Store::INT));
            self.expect(durations, expected)?;
        }
        let diagnostic = match self.tock {
            Tock::Event => return Ok(()),
            Tock::Absent => {
                let message = "a timed section needs the event `tock`";
                let help = "declare it at the top of the script: `channel tock`";
                Diagnostic::error(section, message).help(help)
            }
            Tock::Channel(span) => {
                let message = "`tock` carries something, but it is the event that tells the time";
                Diagnostic::error(span, message).help("declare it as `channel tock`")
            }
        };
        Err(Box::new(diagnostic))
    }
}
