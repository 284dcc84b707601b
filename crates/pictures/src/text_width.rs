//! How wide text is, about: the fonts are those of whoever looks at the picture.

use crate::escape::one_line;

/// How much wider bold text is.
pub(crate) const BOLD: f64 = 1.14;

/// A kind of font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Font {
    /// For names and remarks.
    Sans,
    /// For code.
    Mono,
}

impl Font {
    /// The width of a character, in parts of the size of the font.
    fn of(self, character: char) -> f64 {
        match (self, character) {
            (_, '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200d}' | '\u{fe00}'..='\u{fe0f}') => 0.0,
            (_, '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{ffdc}' | '\u{1f000}'..) => 1.05,
            (Self::Mono, _) => 0.605,
            (Self::Sans, 'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!') => 0.3,
            (Self::Sans, ' ' | 'f' | 't' | 'r' | 'I' | '(' | ')' | '[' | ']' | '/' | '-') => 0.38,
            (Self::Sans, 'm' | 'w' | 'M' | 'W' | '@' | '%' | '—' | '…') => 0.95,
            (Self::Sans, 'A'..='Z' | '+' | '=' | '<' | '>' | '~' | '→' | '×') => 0.74,
            (Self::Sans, _) => 0.61,
        }
    }

    /// The width of a text in a size of this font.
    pub(crate) fn width(self, text: &str, size: f64) -> f64 {
        text.chars().map(|character| self.of(character)).sum::<f64>() * size
    }

    /// The text on one line, with `…` in place of what goes beyond a width.
    pub(crate) fn shortened(self, text: &str, size: f64, width: f64) -> String {
        let text = one_line(text);
        if self.width(&text, size) <= width {
            return text;
        }
        let room = width - self.of('…') * size;
        let mut used = 0.0;
        let fits = |character: &char| {
            used += self.of(*character) * size;
            used <= room
        };
        let mut short: String = text.chars().take_while(fits).collect();
        short.truncate(short.trim_end().len());
        short.push('…');
        short
    }

    /// The words of a text in lines of at most a width, as far as single words are no longer.
    pub(crate) fn wrapped(self, text: &str, size: f64, width: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            let word = self.shortened(word, size, width);
            match lines.last_mut() {
                Some(line) if self.width(&format!("{line} {word}"), size) <= width => {
                    line.push(' ');
                    line.push_str(&word);
                }
                _ => lines.push(word),
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_text_stays() {
        assert_eq!(Font::Mono.shortened("x = 1", 10.0, 100.0), "x = 1");
    }

    #[test]
    fn long_text_is_cut_between_characters_and_fits() {
        for text in
            ["a long statement of a program", "日本語日本語日本語日本語", "ééééééééééééééééé"]
        {
            let short = Font::Sans.shortened(text, 10.0, 60.0);
            assert!(short.ends_with('…') && Font::Sans.width(&short, 10.0) <= 60.0, "{short}");
        }
        assert_eq!(Font::Sans.shortened("abc", 10.0, 0.0), "…");
    }

    #[test]
    fn words_are_wrapped() {
        let lines = Font::Mono.wrapped("one two three", 10.0, 45.0);
        assert_eq!(lines, ["one two", "three"]);
    }
}
