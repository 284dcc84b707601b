//! Loading a text, and what a language says of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use checking::{Language, Loading, Purpose};
use diagnostics::{Diagnostic, FileId, Severity, Sources, Span};
use lsp_types::{DiagnosticRelatedInformation, DiagnosticSeverity, Location, Range};

use crate::address::Address;
use crate::lines::{Encoding, Lines};
use crate::mend::{Mend, replacement};
use crate::model_options::ModelOptions;
use crate::remarks::{Note, Remarks};

/// A text and its language.
#[derive(Clone)]
pub(crate) struct Subject {
    /// Where it is.
    pub address: Address,
    /// Its language.
    pub language: &'static dyn Language,
    /// The text.
    pub text: Arc<str>,
    /// The options that it names.
    pub options: ModelOptions,
}

/// What a language says of a text.
pub(crate) struct Read {
    /// The texts that were read, and what is said of them.
    pub remarks: Remarks,
    /// Whether there is a model.
    pub is_model: bool,
}

/// What diagnostics name as their source.
pub(crate) const SOURCE: &str = "quotient";
/// So many things are said of a text.
const MOST_TOLD: usize = 1_000;

impl Subject {
    /// The name that the text has in messages: its path, for what it includes is looked for beside it.
    pub(crate) fn name(&self) -> String {
        let path = self.address.path();
        path.map_or_else(|| self.address.name(), |path| path.display().to_string())
    }

    /// Loads it. A defect of the language is told like a mistake, and ends nothing.
    pub(crate) fn read(&self, encoding: Encoding) -> Read {
        match catch_unwind(AssertUnwindSafe(|| self.sources())) {
            Ok((sources, diagnostics, is_model)) => {
                let mut remarks = self.told(&sources, &diagnostics, encoding);
                remarks.notes.extend(self.mistakes(encoding));
                Read { remarks, is_model }
            }
            Err(_) => {
                let defect = Diagnostic::new(
                    Severity::Error,
                    "Quotient failed at this text: please report it",
                );
                let mut sources = Sources::new();
                sources.add(self.name(), &*self.text);
                Read { remarks: self.told(&sources, &[defect], encoding), is_model: false }
            }
        }
    }

    /// What is read to load it, what is said of that, and whether there is a model.
    pub(crate) fn sources(&self) -> (Sources, Vec<Diagnostic>, bool) {
        let mut sources = Sources::new();
        let file = match sources.add_bytes(self.name(), self.text.as_bytes()) {
            Ok(file) => file,
            Err(reason) => {
                sources.add(self.name(), "");
                let diagnostic = Diagnostic::new(Severity::Error, reason.to_string());
                return (sources, vec![diagnostic], false);
            }
        };
        // Nothing is wrong with a text that is still to be written.
        if self.text.trim().is_empty() {
            return (sources, Vec::new(), false);
        }
        let Loading { model, sources, diagnostics } =
            self.language.load(sources, file, &self.options.settings, Purpose::Check);
        match model {
            Some(model) => (model.sources().clone(), diagnostics, true),
            None => (sources, diagnostics, false),
        }
    }

    /// What is wrong with the lines in which it names options and says what it expects.
    fn mistakes(&self, encoding: Encoding) -> Vec<Note> {
        let lines = Lines::of(&self.text, encoding);
        let starts = [0].into_iter().chain(self.text.match_indices('\n').map(|(at, _)| at + 1));
        let starts: Vec<usize> = starts.collect();
        let note = |(line, text): &(usize, String)| {
            let start = *starts.get(line - 1)?;
            let length = self.text[start..].find('\n').unwrap_or(self.text.len() - start);
            let diagnostic = lsp_types::Diagnostic {
                range: lines.range(start, start + length),
                severity: Some(DiagnosticSeverity::ERROR),
                source: Some(SOURCE.to_owned()),
                message: text.clone(),
                ..Default::default()
            };
            Some(Note::new(self.address.clone(), diagnostic))
        };
        self.options.mistakes.iter().filter_map(note).collect()
    }

    /// The texts that were read, by the numbers of files.
    pub(crate) fn texts(&self, sources: &Sources) -> Vec<(Address, Arc<str>)> {
        let files = (0..sources.len()).map(|file| FileId(file as u32));
        let named = |file| Address::of_path(Path::new(sources.name(file)));
        let texts = files.map(|file| (named(file), sources.shared_text(file)));
        let mut texts: Vec<_> = texts.collect();
        // That of the document is known by its address and not by its name, and as the client has it.
        let own = (self.address.clone(), Arc::clone(&self.text));
        match texts.first_mut() {
            Some(first) => *first = own,
            None => texts.push(own),
        }
        texts
    }

    fn told(&self, sources: &Sources, diagnostics: &[Diagnostic], encoding: Encoding) -> Remarks {
        let mut texts = self.texts(sources);
        let lines = texts.iter().map(|(_, text)| Lines::of(text, encoding)).collect();
        let teller = Teller { sources, texts: &texts, lines };
        let notes = the_worst(diagnostics).into_iter().map(|it| teller.note(it)).collect();
        // What is no file cannot change by itself, and holds no model that is open.
        let is_file = |address: &Address| address.path().is_some_and(|path| path.is_file());
        texts.retain(|(address, _)| *address == self.address || is_file(address));
        Remarks { texts, notes }
    }
}

/// Diagnostics, each once; of very many those that matter most.
fn the_worst(diagnostics: &[Diagnostic]) -> Vec<&Diagnostic> {
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| diagnostic.severity);
    sorted.truncate(MOST_TOLD);
    let mut worst: Vec<&Diagnostic> = Vec::new();
    for diagnostic in sorted {
        if !worst.contains(&diagnostic) {
            worst.push(diagnostic);
        }
    }
    worst
}

/// Puts diagnostics into the words of the protocol.
struct Teller<'s> {
    sources: &'s Sources,
    /// By the numbers of files.
    texts: &'s [(Address, Arc<str>)],
    lines: Vec<Lines<'s>>,
}

impl Teller<'_> {
    fn note(&self, diagnostic: &Diagnostic) -> Note {
        let primary = diagnostic.primary();
        let (address, range) = match primary.and_then(|span| self.place(span)) {
            Some(place) => place,
            None => (self.texts[0].0.clone(), Range::default()),
        };
        let told = lsp_types::Diagnostic {
            range,
            severity: Some(severity(diagnostic.severity)),
            source: Some(SOURCE.to_owned()),
            message: message(diagnostic),
            related_information: self.related(diagnostic),
            ..Default::default()
        };
        let there = primary.map_or("", |span| self.sources.snippet(span));
        let title = diagnostic.help.clone().unwrap_or_default();
        let mend = replacement(diagnostic, there).map(|text| Mend { range, text, title });
        Note { address, diagnostic: told, mend }
    }

    fn place(&self, span: Span) -> Option<(Address, Range)> {
        let file = span.file.0 as usize;
        let (address, _) = self.texts.get(file)?;
        Some((address.clone(), self.lines[file].range(span.start as usize, span.end as usize)))
    }

    /// The other places that a diagnostic speaks of.
    fn related(&self, diagnostic: &Diagnostic) -> Option<Vec<DiagnosticRelatedInformation>> {
        let others = diagnostic.labels.iter().skip(1);
        let related = others.filter_map(|(span, remark)| {
            let (address, range) = self.place(*span)?;
            let message = if remark.is_empty() { "here".to_owned() } else { remark.clone() };
            let location = Location { uri: address.uri()?, range };
            Some(DiagnosticRelatedInformation { location, message })
        });
        let related: Vec<_> = related.collect();
        (!related.is_empty()).then_some(related)
    }
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Limit | Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    }
}

/// All that a diagnostic says of its primary place.
fn message(diagnostic: &Diagnostic) -> String {
    let mut message = diagnostic.message.clone();
    let remark = diagnostic.labels.first().map(|(_, remark)| remark.as_str());
    let further = [remark, diagnostic.story.as_deref()].into_iter().flatten();
    for text in further.filter(|text| !text.is_empty()) {
        message.push('\n');
        message.push_str(text);
    }
    if let Some(help) = &diagnostic.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    message
}
