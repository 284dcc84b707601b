//! Places in a text: bytes, and lines with columns as clients count them.

use lsp_types::{Position, PositionEncodingKind, Range};

/// What columns count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16, of which some characters have two.
    Utf16,
}

impl Encoding {
    /// The one that suits best of those that a client offers.
    pub(crate) fn among(offered: &[PositionEncodingKind]) -> Encoding {
        if offered.contains(&PositionEncodingKind::UTF8) { Encoding::Utf8 } else { Encoding::Utf16 }
    }

    /// What the protocol calls it.
    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    fn width(self, character: char) -> usize {
        match self {
            Encoding::Utf8 => character.len_utf8(),
            Encoding::Utf16 => character.len_utf16(),
        }
    }
}

/// A text whose lines are known.
pub(crate) struct Lines<'t> {
    text: &'t str,
    encoding: Encoding,
    /// The byte at which each line starts.
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    /// The lines of a text, which end with `\n`, `\r\n` or `\r`.
    pub(crate) fn of(text: &'t str, encoding: Encoding) -> Lines<'t> {
        let bytes = text.as_bytes();
        let ends = |at: usize| {
            bytes[at] == b'\n' || (bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'))
        };
        let after = (0..bytes.len()).filter(|&at| ends(at)).map(|at| at + 1);
        Lines { text, encoding, starts: [0].into_iter().chain(after).collect() }
    }

    /// The bytes of a line without its end, counted from 0.
    fn line(&self, line: usize) -> (usize, &'t str) {
        let start = self.starts[line];
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        (start, self.text[start..end].trim_end_matches(['\r', '\n']))
    }

    /// Where a byte is.
    pub(crate) fn position(&self, at: usize) -> Position {
        let line = self.starts.partition_point(|&start| start <= at) - 1;
        let (start, content) = self.line(line);
        let before = content.char_indices().take_while(|(offset, _)| start + offset < at);
        // A place within a character is where that begins.
        let whole = before.filter(|(offset, it)| start + offset + it.len_utf8() <= at);
        let column: usize = whole.map(|(_, it)| self.encoding.width(it)).sum();
        Position { line: line as u32, character: column as u32 }
    }

    /// The byte of a position; what lies outside of a line is its end, and what lies outside of the text is the end of that.
    pub(crate) fn offset(&self, position: Position) -> usize {
        let line = position.line as usize;
        if line >= self.starts.len() {
            return self.text.len();
        }
        let (start, content) = self.line(line);
        let mut left = position.character as usize;
        for (offset, character) in content.char_indices() {
            let width = self.encoding.width(character);
            if left < width {
                return start + offset;
            }
            left -= width;
        }
        start + content.len()
    }

    /// The range of some bytes.
    pub(crate) fn range(&self, start: usize, end: usize) -> Range {
        Range { start: self.position(start), end: self.position(end.max(start)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a\u{1f600}b\r\n\u{e9}\rx\n";

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    fn round(encoding: Encoding, byte: usize, position: Position) {
        let lines = Lines::of(TEXT, encoding);
        assert_eq!(lines.position(byte), position, "{encoding:?} {byte}");
        assert_eq!(lines.offset(position), byte, "{encoding:?} {position:?}");
    }

    #[test]
    fn columns_count_what_the_client_counts() {
        round(Encoding::Utf16, 5, at(0, 3));
        round(Encoding::Utf8, 5, at(0, 5));
        round(Encoding::Utf16, 10, at(1, 1));
        round(Encoding::Utf8, 10, at(1, 2));
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            round(encoding, 0, at(0, 0));
            round(encoding, 8, at(1, 0));
            round(encoding, 11, at(2, 0));
            round(encoding, 13, at(3, 0));
        }
    }

    #[test]
    fn places_that_are_none_are_the_next_ones_before() {
        let lines = Lines::of(TEXT, Encoding::Utf16);
        assert_eq!(lines.offset(at(0, 2)), 1, "within a character");
        assert_eq!(lines.offset(at(0, 99)), 6, "behind a line");
        assert_eq!(lines.offset(at(99, 0)), TEXT.len());
        assert_eq!(lines.position(3), at(0, 1), "within a character");
        assert_eq!(lines.position(7), at(0, 4), "within the end of a line");
        assert_eq!(lines.position(999), at(3, 0));
        assert_eq!(Lines::of("", Encoding::Utf8).offset(at(0, 1)), 0);
    }

    #[test]
    fn bytes_are_taken_where_they_are_offered() {
        let [utf8, utf16] = [PositionEncodingKind::UTF8, PositionEncodingKind::UTF16];
        assert_eq!(Encoding::among(&[utf16.clone(), utf8]), Encoding::Utf8);
        assert_eq!(Encoding::among(&[utf16]), Encoding::Utf16);
        assert_eq!(Encoding::among(&[]), Encoding::Utf16);
    }
}
