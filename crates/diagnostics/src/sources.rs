//! The source files of a run.

use std::fmt;
use std::sync::Arc;

use crate::{FileId, Files, Span};

/// Why some bytes are not a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotText {
    /// They hold NUL bytes, or are mostly not UTF-8.
    Binary,
    /// There are more of them than a [`Span`] can address.
    TooLarge,
}

impl fmt::Display for NotText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotText::Binary => "not a text file",
            NotText::TooLarge => "too large (4 gigabytes or more)",
        })
    }
}

impl std::error::Error for NotText {}

/// All source files that a run has read; a [`FileId`] is an index into them.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
    /// Where others are read.
    origin: Files,
}

#[derive(Clone, Debug)]
struct SourceFile {
    name: String,
    text: Arc<str>,
    /// The byte at which each line starts.
    lines: Vec<u32>,
}

impl Sources {
    /// No files.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// No files, where these are the ones that there are.
    #[must_use]
    pub fn among(origin: Files) -> Self {
        Sources { origin, ..Self::default() }
    }

    /// The files that there are, among which are those that are read beside a model.
    #[must_use]
    pub fn origin(&self) -> Files {
        self.origin.clone()
    }

    /// Adds a file. Text beyond 4 gigabytes is cut off ([`Sources::add_bytes`] refuses it instead).
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let mut text: String = text.into();
        if text.len() >= u32::MAX as usize {
            let mut end = u32::MAX as usize - 1;
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text.truncate(end);
        }
        let mut lines = vec![0];
        lines.extend(
            text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i as u32 + 1),
        );
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(SourceFile { name: name.into(), text: text.into(), lines });
        id
    }

    /// Adds a file from its bytes. Bytes that are not UTF-8 become replacement characters.
    ///
    /// # Errors
    /// Bytes that are no text (a NUL byte, or more than one byte in ten is not UTF-8), or too many.
    pub fn add_bytes(&mut self, name: impl Into<String>, bytes: &[u8]) -> Result<FileId, NotText> {
        if bytes.len() >= u32::MAX as usize / 4 {
            return Err(NotText::TooLarge);
        }
        if bytes.contains(&0) {
            return Err(NotText::Binary);
        }
        let text = String::from_utf8_lossy(bytes);
        let invalid: usize = bytes.utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
        if invalid * 10 > bytes.len() {
            return Err(NotText::Binary);
        }
        Ok(self.add(name, text))
    }

    /// How many files there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// True if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    fn file(&self, file: FileId) -> Option<&SourceFile> {
        self.files.get(file.0 as usize)
    }

    /// The name of a file, as it was added.
    #[must_use]
    pub fn name(&self, file: FileId) -> &str {
        self.file(file).map_or("?", |f| &f.name)
    }

    /// The text of a file.
    #[must_use]
    pub fn text(&self, file: FileId) -> &str {
        self.file(file).map_or("", |f| &f.text)
    }

    /// The text of a file, shared.
    #[must_use]
    pub fn shared_text(&self, file: FileId) -> Arc<str> {
        self.file(file).map_or_else(|| Arc::from(""), |f| Arc::clone(&f.text))
    }

    /// Line and column (in characters) of the start of a span, both counted from 1.
    #[must_use]
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let Some(file) = self.file(span.file) else { return (1, 1) };
        let start = floor_boundary(&file.text, span.start);
        let line = file.lines.partition_point(|&l| l as usize <= start).max(1);
        let column = file.text[file.lines[line - 1] as usize..start].chars().count() + 1;
        (line, column)
    }

    /// The text of a line, counted from 1, without its line end.
    #[must_use]
    pub fn line_text(&self, file: FileId, line: usize) -> &str {
        let Some(file) = self.file(file) else { return "" };
        let Some(&start) = line.checked_sub(1).and_then(|l| file.lines.get(l)) else { return "" };
        let end = file.lines.get(line).map_or(file.text.len(), |&e| e as usize);
        let text = &file.text[start as usize..end];
        let text = text.strip_suffix('\n').unwrap_or(text);
        text.strip_suffix('\r').unwrap_or(text)
    }

    /// The text under a span.
    #[must_use]
    pub fn snippet(&self, span: Span) -> &str {
        let Some(file) = self.file(span.file) else { return "" };
        let start = floor_boundary(&file.text, span.start);
        let end = floor_boundary(&file.text, span.end).max(start);
        &file.text[start..end]
    }
}

fn floor_boundary(text: &str, at: u32) -> usize {
    let mut at = (at as usize).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(start: u32, end: u32) -> Span {
        Span { file: FileId(0), start, end }
    }

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let mut sources = Sources::new();
        sources.add("a", "ab\r\n\u{e9}xy\n\nlast");
        assert_eq!(sources.line_column(at(0, 1)), (1, 1));
        assert_eq!(sources.line_column(at(3, 3)), (1, 4));
        assert_eq!(sources.line_column(at(4, 5)), (2, 1));
        assert_eq!(sources.line_column(at(6, 7)), (2, 2));
        assert_eq!(sources.line_column(at(5, 7)), (2, 1), "inside a character");
        assert_eq!(sources.line_column(at(9, 9)), (3, 1));
        assert_eq!(sources.line_column(at(12, 13)), (4, 3));
        assert_eq!(sources.line_column(at(999, 999)), (4, 5), "clamped");
        assert_eq!(sources.line_text(FileId(0), 1), "ab");
        assert_eq!(sources.line_text(FileId(0), 2), "\u{e9}xy");
        assert_eq!(sources.line_text(FileId(0), 3), "");
        assert_eq!(sources.line_text(FileId(0), 4), "last");
        assert_eq!(sources.line_text(FileId(0), 0), "");
        assert_eq!(sources.line_text(FileId(0), 5), "");
        assert_eq!(sources.snippet(at(4, 8)), "\u{e9}xy");
        assert_eq!(sources.snippet(at(8, 4)), "");
        assert_eq!(sources.snippet(at(10, 500)), "last");
    }

    #[test]
    fn unknown_files_are_empty() {
        let sources = Sources::new();
        assert_eq!(sources.text(FileId(3)), "");
        assert_eq!(sources.line_column(Span { file: FileId(3), start: 1, end: 2 }), (1, 1));
    }

    #[test]
    fn binary_data_is_no_text_but_a_stray_latin_1_letter_is() {
        let mut sources = Sources::new();
        assert_eq!(sources.add_bytes("a", b"x\0y"), Err(NotText::Binary));
        assert_eq!(sources.add_bytes("a", &[0xff; 100]), Err(NotText::Binary));
        let id = sources.add_bytes("a", b"/* caf\xe9, a longer remark */").unwrap();
        assert_eq!(sources.text(id), "/* caf\u{fffd}, a longer remark */");
        let empty = sources.add_bytes("b", b"").unwrap();
        assert_eq!(sources.text(empty), "");
    }
}
