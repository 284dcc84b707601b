//! The files of a script: their encoding, and those that they include.

use std::collections::HashMap;
use std::io;
use std::path::{Component, Path, PathBuf};

use diagnostics::{Diagnostic, FileId, NotText, Sources, Span};

use crate::lex::{self, Kind, Token};

/// More tokens than this no script needs.
const MAX_TOKENS: usize = 1 << 22;
/// How many files may include one another.
const MAX_INCLUDING: usize = 64;
/// How often files are included.
const MAX_INCLUDES: usize = 1000;
/// What begins a document of a word processor.
const RICH_TEXT: &str = "{\\rtf";

/// Gives the bytes of an included file.
pub type Reader<'a> = dyn FnMut(&Path) -> io::Result<Vec<u8>> + 'a;

/// Adds a file of a script from its bytes. Any encoding of which ASCII is a part will do, as only comments and quoted texts hold
/// anything else: what is not UTF-8 is read as Windows-1252.
///
/// # Errors
/// Bytes that are no text (a NUL byte), or too many.
pub fn add_script(
    sources: &mut Sources,
    name: impl Into<String>,
    bytes: &[u8],
) -> Result<FileId, NotText> {
    match std::str::from_utf8(bytes) {
        Ok(_) => sources.add_bytes(name, bytes),
        Err(_) => {
            let text: String = bytes.iter().map(|&byte| windows_1252(byte)).collect();
            sources.add_bytes(name, text.as_bytes())
        }
    }
}

/// The letter of a byte; the five bytes that have none stay control characters.
fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '\u{20ac}', '\u{81}', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}',
        '\u{2021}', '\u{2c6}', '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8d}', '\u{17d}',
        '\u{8f}', '\u{90}', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}',
        '\u{2014}', '\u{2dc}', '\u{2122}', '\u{161}', '\u{203a}', '\u{153}', '\u{9d}', '\u{17e}',
        '\u{178}',
    ];
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// The tokens of a script and of all files that it includes, without one for its end.
pub(crate) fn script_tokens(
    sources: &mut Sources,
    file: FileId,
    read: &mut Reader<'_>,
) -> (Vec<Token>, Vec<Diagnostic>) {
    let known = HashMap::from([(plain_path(Path::new(sources.name(file))), file)]);
    let mut includes = Includes {
        sources,
        read,
        known,
        including: Vec::new(),
        count: 0,
        tokens: Vec::new(),
        diagnostics: Vec::new(),
    };
    includes.file(file);
    (lex::without_idle_newlines(&includes.tokens), includes.diagnostics)
}

/// What is read of a script so far.
struct Includes<'a, 'r> {
    sources: &'a mut Sources,
    read: &'a mut Reader<'r>,
    /// The files that were read, by their paths.
    known: HashMap<PathBuf, FileId>,
    /// Those of which each includes the next.
    including: Vec<FileId>,
    /// How many were included, again and again.
    count: usize,
    tokens: Vec<Token>,
    diagnostics: Vec<Diagnostic>,
}

impl Includes<'_, '_> {
    fn file(&mut self, file: FileId) {
        if self.sources.text(file).trim_start().starts_with(RICH_TEXT) {
            let span = Span { file, start: 0, end: RICH_TEXT.len() as u32 };
            let message = "this is a document of a word processor (RTF)";
            self.diagnostics
                .push(Diagnostic::error(span, message).help("save the script as plain text"));
            return;
        }
        let left = MAX_TOKENS.saturating_sub(self.tokens.len());
        let (tokens, wrong) = lex::tokens(self.sources, file, left);
        self.diagnostics.extend(wrong);
        self.including.push(file);
        for token in tokens {
            if token.kind == Kind::Include {
                let boundary = Token { kind: Kind::FileBoundary, span: token.span };
                self.tokens.push(boundary);
                if let Err(message) = self.include(token.span) {
                    self.diagnostics.push(Diagnostic::error(token.span, message));
                }
                self.tokens.push(boundary);
            } else {
                self.tokens.push(token);
            }
        }
        self.including.pop();
    }

    /// Reads the file whose name stands somewhere; or says why not.
    fn include(&mut self, span: Span) -> Result<(), String> {
        let name = self.sources.snippet(span).to_owned();
        self.count += 1;
        if self.count > MAX_INCLUDES {
            return Err(format!("more than {MAX_INCLUDES} files are included"));
        }
        if self.including.len() > MAX_INCLUDING {
            return Err(format!("more than {MAX_INCLUDING} files include one another"));
        }
        let file = self.found(&name, span.file)?;
        if self.including.contains(&file) {
            return Err(format!("`{name}` includes itself"));
        }
        self.file(file);
        Ok(())
    }

    /// The file of that name beside the one that includes it, or else beside the script.
    fn found(&mut self, name: &str, including: FileId) -> Result<FileId, String> {
        let beside = self.beside(including, name);
        let from_script = self.including.first().map(|&script| self.beside(script, name));
        let wrong = match self.file_at(&beside, name) {
            Err(Unread { is_missing: true, message }) => message,
            found => return found.map_err(|wrong| wrong.message),
        };
        match from_script.filter(|path| *path != beside).map(|path| self.file_at(&path, name)) {
            None | Some(Err(Unread { is_missing: true, .. })) => Err(wrong),
            Some(found) => found.map_err(|wrong| wrong.message),
        }
    }

    fn beside(&self, file: FileId, name: &str) -> PathBuf {
        let folder = Path::new(self.sources.name(file)).parent().unwrap_or(Path::new(""));
        plain_path(&folder.join(name))
    }

    fn file_at(&mut self, path: &Path, name: &str) -> Result<FileId, Unread> {
        if let Some(&file) = self.known.get(path) {
            return Ok(file);
        }
        let bytes = (self.read)(path).map_err(|error| Unread {
            is_missing: error.kind() == io::ErrorKind::NotFound,
            message: format!("cannot include `{name}`: {error}"),
        })?;
        let file = add_script(self.sources, path.display().to_string(), &bytes);
        let file = file.map_err(|problem| Unread {
            is_missing: false,
            message: format!("cannot include `{name}`: {problem}"),
        })?;
        self.known.insert(path.to_owned(), file);
        Ok(file)
    }
}

/// Why a file was not included.
struct Unread {
    is_missing: bool,
    message: String,
}

/// The path without the dots that stand for the folder itself.
fn plain_path(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
}
