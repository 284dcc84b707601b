//! What is said of some texts.

use std::sync::Arc;

use lsp_types::{Diagnostic, Range};

use crate::address::Address;
use crate::lines::{Encoding, Lines};
use crate::mend::Mend;

/// What is said of some texts, and of no others: who shows it compares them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Remarks {
    /// All texts that it rests on, that of the document first.
    pub texts: Vec<(Address, Arc<str>)>,
    /// What is said.
    pub notes: Vec<Note>,
}

/// One remark on a text.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    /// Where the text is.
    pub address: Address,
    /// The remark.
    pub diagnostic: Diagnostic,
    /// What mends it, if that is known.
    pub mend: Option<Mend>,
}

impl Note {
    /// A remark that no mend is known for.
    pub(crate) fn new(address: Address, diagnostic: Diagnostic) -> Note {
        Note { address, diagnostic, mend: None }
    }
}

impl Remarks {
    /// The text at an address, if it is one of these.
    pub(crate) fn text(&self, address: &Address) -> Option<&Arc<str>> {
        self.texts.iter().find(|(known, _)| known == address).map(|(_, text)| text)
    }

    /// The range of what stands in a line of a file, as documents in JSON name it: from a column, in characters from 1, or
    /// else the words that are given, or else the whole line.
    pub(crate) fn range(&self, place: &Place<'_>, encoding: Encoding) -> Option<(Address, Range)> {
        let address = Address::of_path(place.file.as_ref());
        let text = self.text(&address)?;
        let (start, line) = line(text, place.line)?;
        let indented = line.len() - line.trim_start().len();
        let from = match place.column {
            Some(column) => line.char_indices().nth(column - 1).map(|(at, _)| at),
            None => place.words.and_then(|words| line.find(words)),
        };
        let from = from.unwrap_or(indented);
        let words = place.words.filter(|words| line[from..].starts_with(words));
        let end = words.map_or(line.trim_end().len().max(from), |words| from + words.len());
        Some((address, Lines::of(text, encoding).range(start + from, start + end)))
    }
}

/// A place as documents in JSON name it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'v> {
    /// The file.
    pub file: &'v str,
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1, where it is known.
    pub column: Option<usize>,
    /// What stands there, as far as the text has it like that.
    pub words: Option<&'v str>,
}

/// A line, counted from 1 by its `\n`, and the byte at which it starts.
fn line(text: &str, number: usize) -> Option<(usize, &str)> {
    let mut start = 0;
    for (at, line) in text.split('\n').enumerate() {
        if at + 1 == number {
            return Some((start, line));
        }
        start += line.len() + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const TEXT: &str = "byte x;\r\n\tx = \u{1f600}; y++ \n";

    fn check(line: usize, column: Option<usize>, words: &str, expected: Option<(u32, u32, u32)>) {
        let texts = vec![(Address::of_path(Path::new("/a.pml")), TEXT.into())];
        let remarks = Remarks { texts, notes: Vec::new() };
        let place = Place { file: "/a.pml", line, column, words: Some(words) };
        let found = remarks.range(&place, Encoding::Utf16).map(|(_, range)| range);
        let found = found.map(|it| (it.start.line, it.start.character, it.end.character));
        assert_eq!(found, expected, "{line} {column:?} {words}");
    }

    #[test]
    fn places_are_what_stands_there() {
        check(1, Some(1), "byte", Some((0, 0, 4)));
        check(1, None, "-end-", Some((0, 0, 7)));
        check(2, Some(9), "y++", Some((1, 9, 12)));
        check(2, None, "y++", Some((1, 9, 12)));
        check(2, Some(9), "y = y + 1", Some((1, 9, 12)));
        check(2, Some(99), "y++", Some((1, 1, 12)));
        check(3, None, "", Some((2, 0, 0)));
        check(4, None, "", None);
    }
}
