//! One message about a source text.

use std::fmt;

use crate::{Sources, Span};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The input cannot be used.
    Error,
    /// Nor can this: there may be nothing wrong with it, but it is too large, or would take too long.
    Limit,
    /// The input can be used, but probably does not mean what its author thinks.
    Warning,
    /// Something worth knowing.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Limit => "inconclusive",
            Severity::Warning => "warning",
            Severity::Note => "note",
        })
    }
}

/// A message with the places it speaks of and, where known, the mend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one line and in the user's terms.
    pub message: String,
    /// Places with a remark each (perhaps an empty one); the first is the primary place.
    pub labels: Vec<(Span, String)>,
    /// How it came to that.
    pub story: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A message of the given severity without a place.
    #[must_use]
    pub fn new(severity: Severity, message: impl Into<String>) -> Self {
        Self { severity, message: message.into(), labels: Vec::new(), story: None, help: None }
    }

    /// An error at `span`.
    #[must_use]
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, message).label(span, "")
    }

    /// A warning at `span`.
    #[must_use]
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, message).label(span, "")
    }

    /// A note at `span`.
    #[must_use]
    pub fn note(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, message).label(span, "")
    }

    /// Adds a place; the first one added is the primary place.
    #[must_use]
    pub fn label(mut self, span: Span, remark: impl Into<String>) -> Self {
        self.labels.push((span, remark.into()));
        self
    }

    /// Says how it came to that.
    #[must_use]
    pub fn story(mut self, story: impl Into<String>) -> Self {
        self.story = Some(story.into());
        self
    }

    /// Says what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The primary place.
    #[must_use]
    pub fn primary(&self) -> Option<Span> {
        self.labels.first().map(|(span, _)| *span)
    }

    /// True for what keeps the input from being used.
    #[must_use]
    pub fn is_error(&self) -> bool {
        matches!(self.severity, Severity::Error | Severity::Limit)
    }

    /// `file:line:column: error: message`, in one line; without a place, `error: message`.
    #[must_use]
    pub fn one_line(&self, sources: &Sources) -> String {
        match self.primary() {
            Some(span) => {
                let (line, column) = sources.line_column(span);
                let name = sources.name(span.file);
                format!("{name}:{line}:{column}: {}: {}", self.severity, self.message)
            }
            None => format!("{}: {}", self.severity, self.message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FileId;

    fn check(diagnostic: &Diagnostic, expected: &str) {
        let mut sources = Sources::new();
        sources.add("model.pml", "byte x;\ninit { y = 1 }\n");
        assert_eq!(diagnostic.one_line(&sources), expected);
    }

    fn span(start: u32, end: u32) -> Span {
        Span { file: FileId(0), start, end }
    }

    #[test]
    fn one_line_names_file_line_and_column() {
        check(&Diagnostic::error(span(15, 16), "no `y`"), "model.pml:2:8: error: no `y`");
        check(&Diagnostic::warning(span(0, 4), "hm"), "model.pml:1:1: warning: hm");
        check(&Diagnostic::note(span(5, 6), "so"), "model.pml:1:6: note: so");
        check(&Diagnostic::new(Severity::Error, "lost"), "error: lost");
    }

    #[test]
    fn the_first_label_is_the_primary_place() {
        let diagnostic = Diagnostic::error(span(3, 4), "a").label(span(9, 9), "b").help("c");
        assert_eq!(diagnostic.primary(), Some(span(3, 4)));
        assert_eq!(diagnostic.labels[1], (span(9, 9), "b".to_owned()));
        assert_eq!(diagnostic.help.as_deref(), Some("c"));
        assert!(diagnostic.is_error());
    }
}
