//! Diagnostics with an excerpt of the source: the one place that renders them.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use diagnostics::{Diagnostic, Severity, Sources, Span};

use crate::visible::{COMMAND, visible};

/// The most diagnostics that are shown.
const MOST: usize = 12;
/// Longer lines are not excerpted.
const LONGEST_LINE: usize = 1000;

/// Renders diagnostics, errors first if not all can be shown.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources, colour: bool) -> String {
    let mut chosen: Vec<&Diagnostic> = diagnostics.iter().collect();
    if chosen.len() > MOST {
        chosen.sort_by_key(|d| d.severity);
    }
    let mut parts: Vec<String> =
        chosen.iter().take(MOST).map(|d| render_one(d, sources, colour)).collect();
    if chosen.len() > MOST {
        parts.push(format!("… and {} more", chosen.len() - MOST));
    }
    parts.join("\n")
}

fn render_one(diagnostic: &Diagnostic, sources: &Sources, colour: bool) -> String {
    let diagnostic = &without_controls(diagnostic);
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Limit => Level::ERROR.with_name("inconclusive"),
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let message = annotate_snippets::normalize_untrusted_str(&diagnostic.message);
    let mut group = Group::with_title(level.primary_title(message));
    for excerpt in excerpts(diagnostic, sources) {
        group = excerpt.add_to(group);
    }
    if let Some(story) = &diagnostic.story {
        group = group.element(Level::NOTE.message(story.as_str()));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let text = renderer.decor_style(DecorStyle::Ascii).term_width(120).render(&[group]);
    // The renderer writes none but its own: excerpts are shown without, and the rest is.
    text.replace('\x1b', &COMMAND.to_string())
}

/// A diagnostic that quotes no character which a terminal obeys.
fn without_controls(diagnostic: &Diagnostic) -> Diagnostic {
    let mut shown = diagnostic.clone();
    shown.message = visible(&shown.message);
    shown.story = shown.story.map(|story| visible(&story));
    shown.help = shown.help.map(|help| visible(&help));
    shown.labels.iter_mut().for_each(|(_, remark)| *remark = visible(remark));
    shown
}

/// One line of source with its labels; the first label of all is the primary one.
struct Excerpt<'a> {
    path: String,
    line: usize,
    column: usize,
    text: &'a str,
    labels: Vec<(std::ops::Range<usize>, &'a str, AnnotationKind)>,
}

impl<'a> Excerpt<'a> {
    fn add_to(self, group: Group<'a>) -> Group<'a> {
        if self.text.len() > LONGEST_LINE {
            let origin = Origin::path(self.path).line(self.line).char_column(self.column);
            return group.element(origin);
        }
        let mut snippet = Snippet::source(self.text).line_start(self.line).path(self.path);
        for (range, remark, kind) in self.labels {
            let annotation = kind.span(range);
            let remark = (!remark.is_empty()).then_some(remark);
            snippet = snippet.annotation(annotation.label(remark));
        }
        group.element(snippet)
    }
}

fn excerpts<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Vec<Excerpt<'a>> {
    let mut found: Vec<(Span, Excerpt<'a>)> = Vec::new();
    for (index, (span, remark)) in diagnostic.labels.iter().enumerate() {
        let (line, column) = sources.line_column(*span);
        let text = sources.line_text(span.file, line);
        let start = byte_of(text, column);
        let length = (span.end.saturating_sub(span.start) as usize).max(1);
        let end = boundary(text, (start + length).min(text.len().max(start)));
        let kind = if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        let label = (start..end, remark.as_str(), kind);
        match found.iter_mut().find(|(s, e)| s.file == span.file && e.line == line) {
            Some((_, excerpt)) => excerpt.labels.push(label),
            None => {
                let path = visible(sources.name(span.file));
                found.push((*span, Excerpt { path, line, column, text, labels: vec![label] }));
            }
        }
    }
    found.into_iter().map(|(_, excerpt)| excerpt).collect()
}

/// The byte at which a column, counted in characters from 1, starts.
fn byte_of(text: &str, column: usize) -> usize {
    text.char_indices().nth(column - 1).map_or(text.len(), |(byte, _)| byte)
}

/// The next character boundary.
fn boundary(text: &str, mut byte: usize) -> usize {
    while !text.is_char_boundary(byte) {
        byte += 1;
    }
    byte.min(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, start: u32, end: u32, expected: &[&str]) {
        let mut sources = Sources::new();
        let file = sources.add("m.pml", source);
        let span = Span { file, start, end };
        let diagnostic = Diagnostic::error(span, "wrong").help("mend it");
        let text = render(&[diagnostic], &sources, false);
        for line in expected {
            assert!(text.contains(line), "`{line}` in\n{text}");
        }
    }

    #[test]
    fn the_line_is_shown_with_its_place() {
        let expected =
            ["error: wrong", "m.pml:2:8", "2 | init { y = 1 }", "       ^", "help: mend it"];
        check("byte x;\ninit { y = 1 }\n", 15, 16, &expected);
    }

    #[test]
    fn spans_at_the_end_beyond_it_and_over_lines_are_cut() {
        check("ab", 2, 2, &["m.pml:1:3"]);
        check("ab", 70, 80, &["m.pml:1:3"]);
        check("é\nb", 0, 4, &["m.pml:1:1", "1 | é"]);
        check("", 0, 0, &["m.pml:1:1"]);
    }

    #[test]
    fn very_long_lines_are_only_pointed_at() {
        check(&"x".repeat(100_000), 5000, 5001, &["m.pml:1:5001"]);
    }

    #[test]
    fn only_so_many_are_shown() {
        let sources = Sources::new();
        let many = vec![Diagnostic::new(Severity::Error, "no"); 50];
        assert!(render(&many, &sources, false).ends_with("… and 38 more"));
    }
}
