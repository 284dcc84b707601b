//! Reading files: continued lines, tokens, the stack of included files.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use diagnostics::{Diagnostic, FileId, Span};

use super::directives::Conditional;
use super::{MAX_TOKENS, Preprocessor};
use crate::lex::{self, Annotation, Kind, LINE_START, LexError, Token};

/// How many files may include one another.
const MAX_INCLUDES: usize = 64;
/// How many files are read. One may have very many names: `a`, `../b/a`.
const MAX_FILES: usize = 1000;

/// A file as it is read: its tokens, and the annotations between them.
#[derive(Clone)]
pub(super) struct Text {
    pub(super) tokens: Rc<[Token]>,
    annotations: Rc<[Annotation]>,
}

/// A file that is being read.
pub(super) struct OpenFile {
    pub(super) tokens: Rc<[Token]>,
    pub(super) position: usize,
    annotations: Rc<[Annotation]>,
    /// How many annotations were read.
    annotated: usize,
    pub(super) path: PathBuf,
    pub(super) conditionals: Vec<Conditional>,
    /// What `#line` adds to the numbers of its lines, and the name it gives the file.
    pub(super) line_shift: i64,
    pub(super) presumed_name: Option<String>,
}

impl OpenFile {
    fn new(path: PathBuf, text: Text) -> Self {
        OpenFile {
            tokens: text.tokens,
            position: 0,
            annotations: text.annotations,
            annotated: 0,
            path,
            conditionals: Vec::new(),
            line_shift: 0,
            presumed_name: None,
        }
    }

    /// The next annotation that stands before the next token.
    fn annotation(&mut self) -> Option<Annotation> {
        let next = self.annotations.get(self.annotated).filter(|a| a.before <= self.position)?;
        self.annotated += 1;
        Some(next.clone())
    }
}

/// Joins continued lines. The second part says, for positions in the result from which on it
/// changes, how many bytes of the original have gone.
fn splice(text: &str) -> (Cow<'_, str>, Vec<(usize, usize)>) {
    if !text.contains('\\') {
        return (Cow::Borrowed(text), Vec::new());
    }
    let mut result = String::with_capacity(text.len());
    let mut shifts = Vec::new();
    let mut kept = 0;
    for (at, _) in text.match_indices('\\') {
        if at < kept {
            continue;
        }
        let rest = &text[at + 1..];
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let line_end = match rest.as_bytes().get(blanks..) {
            Some([b'\r', b'\n', ..]) => 2,
            Some([b'\r' | b'\n', ..]) => 1,
            _ => 0,
        };
        if line_end > 0 {
            result.push_str(&text[kept..at]);
            kept = at + 1 + blanks + line_end;
            shifts.push((result.len(), kept - result.len()));
        }
    }
    result.push_str(&text[kept..]);
    (Cow::Owned(result), shifts)
}

impl Preprocessor<'_> {
    /// Cuts a file into tokens.
    pub(super) fn lex_file(&mut self, file: FileId) -> Text {
        let text = self.sources.shared_text(file);
        let body = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let skipped = text.len() - body.len();
        let (spliced, shifts) = splice(body);
        let mut cursor = 0;
        let mut shift = skipped;
        let original = |at: usize| {
            let index = shifts.partition_point(|&(from, _)| from <= at);
            at + skipped + index.checked_sub(1).map_or(0, |i| shifts[i].1)
        };
        let limit = MAX_TOKENS.saturating_sub(self.lexed);
        let mut annotations = Vec::new();
        let place = |start: usize, end: usize| {
            while shifts.get(cursor).is_some_and(|&(from, _)| from <= start) {
                shift = skipped + shifts[cursor].1;
                cursor += 1;
            }
            // A continued line may end inside the token.
            let last = if shifts.get(cursor).is_some_and(|&(from, _)| from < end) {
                original(end - 1) + 1
            } else {
                end + shift
            };
            Span { file, start: (start + shift) as u32, end: last as u32 }
        };
        let interner = &mut self.interner;
        let (tokens, error) =
            lex::annotated_tokens(&spliced, interner, limit, place, &mut annotations);
        match error {
            Some(LexError::UnclosedComment(at)) => {
                let start = original(at) as u32;
                let span = Span { file, start, end: start + 2 };
                self.report(
                    Diagnostic::error(span, "this comment is not closed")
                        .help("add the missing `*/`"),
                );
            }
            Some(LexError::TooMany(at)) => {
                let start = original(at) as u32;
                self.stop(Diagnostic::error(
                    Span { file, start, end: start },
                    format!("the model is too large: more than {MAX_TOKENS} tokens"),
                ));
            }
            None => {}
        }
        self.lexed += tokens.len();
        // To read a file once costs nothing.
        self.budget = self.budget.saturating_add(tokens.len());
        Text { tokens: tokens.into(), annotations: annotations.into() }
    }

    /// Gets the texts ready that follow the model: what is opened after them is read before them.
    pub(super) fn open_appended(&mut self) {
        for (name, text) in self.options.appended.iter().rev() {
            let file = self.sources.add(name.clone(), text.clone());
            let text = self.lex_file(file);
            self.files.push(OpenFile::new(PathBuf::from(name), text));
        }
    }

    /// Starts reading the model itself.
    pub(super) fn open_main(&mut self, main: FileId) {
        let path = PathBuf::from(self.sources.name(main));
        let text = self.lex_file(main);
        self.loaded.insert(path.clone(), (main, text.clone()));
        self.files.push(OpenFile::new(path, text));
    }

    /// Starts reading an included file.
    pub(super) fn include(&mut self, name: &str, quoted: bool, span: Span) {
        if !self.charge(100, span) {
            return;
        }
        if self.files.len() > MAX_INCLUDES {
            let path = self.files.last().map(|f| f.path.clone()).unwrap_or_default();
            let cycle = self.files.iter().filter(|f| f.path == path).count() > 1;
            let message = if cycle {
                format!("`{}` includes itself", path.display())
            } else {
                format!("more than {MAX_INCLUDES} files include one another")
            };
            self.stop(Diagnostic::error(span, message));
            return;
        }
        let mut candidates: Vec<PathBuf> = Vec::new();
        if quoted {
            let here = self.files.last().and_then(|f| f.path.parent()).unwrap_or(Path::new(""));
            candidates.push(here.join(name));
        }
        candidates.extend(self.options.include_paths.iter().map(|p| p.join(name)));
        for path in candidates {
            match self.load(&path, span) {
                Some(Ok(_)) if self.once.contains(&path) => return,
                Some(Ok(text)) => {
                    self.files.push(OpenFile::new(path, text));
                    return;
                }
                Some(Err(problem)) => {
                    self.report(Diagnostic::error(
                        span,
                        format!("cannot include `{name}`: {problem}"),
                    ));
                    return;
                }
                None => {}
            }
        }
        let mut diagnostic = Diagnostic::error(span, format!("cannot find the file `{name}`"));
        if !quoted {
            diagnostic =
                diagnostic.help(format!("write `#include \"{name}\"` for a file beside the model"));
        }
        self.report(diagnostic);
    }

    /// The text of a file; `None` if there is no such file.
    fn load(&mut self, path: &Path, span: Span) -> Option<Result<Text, String>> {
        if let Some((_, text)) = self.loaded.get(path) {
            return Some(Ok(text.clone()));
        }
        if self.loaded.len() >= MAX_FILES {
            let message = format!("more than {MAX_FILES} files are included");
            self.stop(Diagnostic::error(span, message).help("or one under as many names"));
            return Some(Ok(Text { tokens: Rc::from([]), annotations: Rc::from([]) }));
        }
        let bytes = match (self.options.loader)(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
            Err(error) => return Some(Err(error.to_string())),
        };
        let file = match self.sources.add_bytes(path.display().to_string(), &bytes) {
            Ok(file) => file,
            Err(problem) => return Some(Err(problem.to_string())),
        };
        let text = self.lex_file(file);
        self.loaded.insert(path.to_path_buf(), (file, text.clone()));
        Some(Ok(text))
    }

    /// The next token of the files, after obeying the directives before it.
    pub(super) fn read_files(&mut self) -> Option<Token> {
        loop {
            if self.stopped {
                return None;
            }
            let file = self.files.last_mut()?;
            if let Some(annotation) = file.annotation() {
                if file.conditionals.last().is_none_or(|c| c.active) {
                    self.annotation(&annotation);
                }
                continue;
            }
            let Some(&token) = file.tokens.get(file.position) else {
                if let Some(mut file) = self.files.pop() {
                    self.unclosed_conditionals(&mut file);
                }
                continue;
            };
            if token.kind == Kind::Hash && token.has(LINE_START) {
                let start = file.position + 1;
                let length = file.tokens[start..].iter().position(|t| t.has(LINE_START));
                let end = length.map_or(file.tokens.len(), |l| start + l);
                file.position = end;
                let line = Rc::clone(&file.tokens);
                self.directive(token, &line[start..end]);
                continue;
            }
            if file.conditionals.last().is_some_and(|c| !c.active) {
                // Skip to the next directive.
                let rest = &file.tokens[file.position..];
                let next = rest.iter().position(|t| t.kind == Kind::Hash && t.has(LINE_START));
                file.position += next.unwrap_or(rest.len());
                continue;
            }
            file.position += 1;
            if !self.charge(1, token.span) {
                return None;
            }
            return Some(token.with(std::mem::take(&mut self.pending_in_file)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::splice;

    #[test]
    fn continued_lines_are_joined() {
        let (text, shifts) = splice("ab\\\ncd\\ \t\r\n\\x");
        assert_eq!(text, "abcd\\x");
        assert_eq!(shifts, [(2, 2), (4, 7)]);
        assert_eq!(splice("plain").0, "plain");
        assert_eq!(splice("a\\").0, "a\\");
        assert_eq!(splice("\\\\\n").0, "\\");
    }
}
