//! What is said about mistakes.

use diagnostics::{Diagnostic, Span};

use crate::types::Checker;
use crate::types::constraint::Constraint;
use crate::types::print::Printer;
use crate::types::store::{Form, Mismatch, TypeId};

impl Checker<'_> {
    /// Types as they are printed; variables have the same names in all of them.
    pub fn printed<const N: usize>(&mut self, types: [TypeId; N]) -> [String; N] {
        // Dots are shown as what they come to; where that makes no sense, as they are.
        let types = types.map(|of| self.store.evaluated(of).unwrap_or(of));
        let mut printer = Printer::new(&mut self.store, self.bindings);
        types.map(|of| printer.of(of))
    }

    /// Two types cannot be one.
    pub fn mismatch(
        &mut self,
        span: Span,
        expected: TypeId,
        found: TypeId,
        why: Mismatch,
    ) -> Box<Diagnostic> {
        match why {
            Mismatch::Different(inner, other) => {
                let [text, other_text] = self.printed([expected, found]);
                let message = format!("expected `{text}`, found `{other_text}`");
                let diagnostic = Diagnostic::error(span, message);
                Box::new(match self.mend(expected, found, inner, other) {
                    Some(help) => diagnostic.help(help),
                    None => diagnostic,
                })
            }
            Mismatch::Split => {
                let [expected, found] = self.printed([expected, found]);
                let message = format!("expected `{expected}`, found `{found}`");
                let help =
                    "a pattern `c.x` takes a value apart if `c` is a channel or a constructor";
                Box::new(Diagnostic::error(span, message).help(help))
            }
            why => self.lacking(span, found, why),
        }
    }

    /// What may be meant instead.
    fn mend(
        &mut self,
        expected: TypeId,
        found: TypeId,
        inner: TypeId,
        other: TypeId,
    ) -> Option<String> {
        for rigid in [inner, other] {
            if let Form::Rigid(rigid) = self.store.resolved(rigid) {
                let name = &self.store.rigid(rigid).name;
                return Some(format!(
                    "`{name}` stands for any type: the definition is not as general as its type says"
                ));
            }
        }
        let found = self.store.evaluated(found).ok()?;
        let expected = self.store.evaluated(expected).ok()?;
        match (self.store.resolved(expected), self.store.resolved(found)) {
            (Form::Event | Form::Datatype(_), Form::Dotable(..)) => self.needs_fields(found),
            (Form::Set(expected), Form::Set(found)) => {
                let whole =
                    matches!(self.store.resolved(expected), Form::Event | Form::Datatype(_));
                let part = matches!(self.store.resolved(found), Form::Dotable(..));
                let help = "`{| c |}` is the set of all events or values that begin with `c`";
                (whole && part).then(|| help.to_owned())
            }
            (Form::Proc, Form::Event) => Some("a process does an event: `e -> P`".to_owned()),
            (Form::Function(..), _) => None,
            (_, Form::Function(parameters, _)) => {
                let count = parameters.len();
                let arguments = if count == 1 { "argument" } else { "arguments" };
                Some(format!("this function still needs {count} {arguments}"))
            }
            (Form::Set(_), Form::Sequence(_)) => {
                Some("`set(s)` is the set of the elements of a sequence".to_owned())
            }
            (Form::Sequence(_), Form::Set(_)) => {
                Some("`seq(s)` is a sequence of the elements of a set".to_owned())
            }
            _ => None,
        }
    }

    /// What has to be dotted on to something.
    fn needs_fields(&mut self, of: TypeId) -> Option<String> {
        let (fields, _) = self.store.spine(of);
        let dots = self.store.dots(&fields);
        let [fields] = self.printed([dots]);
        Some(format!("a value of type `{fields}` has to be dotted on to it"))
    }

    /// A type is not what is demanded of it.
    pub fn lacking(&mut self, span: Span, of: TypeId, why: Mismatch) -> Box<Diagnostic> {
        Box::new(match why {
            Mismatch::Different(a, b) => {
                let [a, b] = self.printed([a, b]);
                Diagnostic::error(span, format!("expected `{a}`, found `{b}`"))
            }
            Mismatch::Lacks { constraint, part } => self.lacks(span, of, constraint, part),
            Mismatch::Infinite(part) => {
                let [part] = self.printed([part]);
                let message =
                    format!("the type of this would be a part of itself, as in `a` = `{part}`");
                Diagnostic::error(span, message)
            }
            Mismatch::Escapes(rigid) => {
                let name = &self.store.rigid(rigid).name;
                let message = format!(
                    "`{name}` stands for any type, so this cannot be that of something defined outside"
                );
                Diagnostic::error(span, message)
            }
            Mismatch::Split => {
                let [of] = self.printed([of]);
                Diagnostic::error(span, format!("a pattern does not take a `{of}` apart"))
            }
            Mismatch::TooLarge => {
                Diagnostic::error(span, "the type of this is too large, or nested too deeply")
            }
        })
    }

    fn lacks(
        &mut self,
        span: Span,
        of: TypeId,
        constraint: Constraint,
        part: TypeId,
    ) -> Diagnostic {
        if let Form::Rigid(rigid) = self.store.resolved(part) {
            let name = &self.store.rigid(rigid).name;
            let message =
                format!("`{name}` stands for any type, but here it has to be {constraint}");
            let help = format!("write `{constraint} {name} =>` before the type");
            return Diagnostic::error(span, message).help(help);
        }
        let [of, part_text] = self.printed([of, part]);
        let what = match constraint {
            Constraint::Eq => "cannot be compared",
            Constraint::Ord => "cannot be ordered",
            Constraint::Set => "cannot be put in sets",
            Constraint::Complete => "are not whole",
            Constraint::Yieldable => "are neither events nor values of a datatype",
        };
        let because =
            if of == part_text { String::new() } else { format!(", because of `{part_text}`") };
        let message = format!("values of type `{of}` {what}{because}");
        let diagnostic = Diagnostic::error(span, message);
        let part = self.store.resolve(part);
        let help = match (constraint, self.store.form(part).clone()) {
            (Constraint::Eq, Form::Proc) => Some("processes cannot be compared".to_owned()),
            (Constraint::Eq, Form::Datatype(_)) => {
                Some("a constructor of it carries values that cannot be compared".to_owned())
            }
            (Constraint::Complete, Form::Dotable(..)) => self.needs_fields(part),
            _ => None,
        };
        match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }
}
