//! A text that is open in the client.

use std::sync::Arc;

use checking::Language;
use lsp_types::{TextDocumentContentChangeEvent, Uri};

use crate::lines::{Encoding, Lines};

/// The largest text that is taken.
pub(crate) const LARGEST: usize = 16 << 20;

/// A text that is open in the client.
pub(crate) struct Document {
    /// Its URI, as the client writes it.
    pub uri: Uri,
    /// Its language, if it is one of those that are known.
    pub language: Option<&'static dyn Language>,
    /// Its version, which the client counts.
    pub version: i32,
    /// The text, or why it is not known.
    pub text: Result<Arc<str>, Unknown>,
}

/// Why the text of a document is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// It is too large.
    TooLarge,
    /// A change of it did not arrive.
    Missed,
}

impl Unknown {
    /// What the user is told.
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Unknown::TooLarge => "texts of more than 16 MB are not looked at",
            Unknown::Missed => "a change of this text was too large to be read: open it again",
        }
    }
}

impl Document {
    /// Takes changes, one after the other. A text that is not known is known again once all of it comes.
    pub(crate) fn change(
        &mut self,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) {
        let mut text = self.text.as_ref().map(|text| text.to_string()).map_err(|unknown| *unknown);
        for change in changes {
            text = changed(text, change, encoding);
        }
        self.text = text.map(Arc::from);
    }
}

/// A text as it is kept.
pub(crate) fn taken(text: String) -> Result<String, Unknown> {
    if text.len() > LARGEST { Err(Unknown::TooLarge) } else { Ok(text) }
}

fn changed(
    text: Result<String, Unknown>,
    change: TextDocumentContentChangeEvent,
    encoding: Encoding,
) -> Result<String, Unknown> {
    let Some(range) = change.range else { return taken(change.text) };
    let mut text = text?;
    let lines = Lines::of(&text, encoding);
    let (start, end) = (lines.offset(range.start), lines.offset(range.end));
    text.replace_range(start..end.max(start), &change.text);
    taken(text)
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use lsp_types::{Position, Range};

    use super::*;

    fn document(text: &str) -> Document {
        let uri = Uri::from_str("file:///a.pml").expect("a URI");
        Document { uri, language: None, version: 1, text: Ok(text.into()) }
    }

    fn change(from: (u32, u32), to: (u32, u32), text: &str) -> TextDocumentContentChangeEvent {
        let at = |(line, character)| Position { line, character };
        let range = Some(Range { start: at(from), end: at(to) });
        TextDocumentContentChangeEvent { range, range_length: None, text: text.to_owned() }
    }

    #[test]
    fn changes_follow_one_another() {
        let mut document = document("one\ntwo\n");
        let changes = vec![
            change((0, 1), (1, 1), "\u{e9}"),
            change((0, 2), (0, 3), ""),
            change((9, 9), (9, 9), "!"),
        ];
        document.change(changes, Encoding::Utf16);
        assert_eq!(document.text.as_deref(), Ok("o\u{e9}o\n!"));
        document.change(vec![change((1, 0), (0, 0), "x")], Encoding::Utf16);
        assert_eq!(
            document.text.as_deref(),
            Ok("o\u{e9}o\nx!"),
            "a range that ends before it begins"
        );
    }

    #[test]
    fn large_texts_are_refused_until_all_of_a_text_comes() {
        let mut document = document("x");
        let large = "y".repeat(LARGEST);
        document.change(vec![change((0, 0), (0, 0), &large)], Encoding::Utf8);
        assert_eq!(document.text, Err(Unknown::TooLarge));
        document.change(vec![change((0, 0), (0, 1), "")], Encoding::Utf8);
        assert_eq!(document.text, Err(Unknown::TooLarge));
        let whole =
            TextDocumentContentChangeEvent { range: None, range_length: None, text: large.clone() };
        document.change(vec![whole], Encoding::Utf8);
        assert_eq!(document.text.as_deref(), Ok(&large[..]));
    }
}
