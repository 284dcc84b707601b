//! The terminal: colour, width, and writing to standard output without a panic.

use std::io::{IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use checking::quantities::GROUP;
use console::Term;
use serde::Serialize;

use crate::arguments::Color;
use crate::exit::Failure;
use crate::visible::{COMMAND, visible, visible_json};

/// Decides on colours for the whole program: the library that asks terminals about them keeps that.
pub fn colour(color: Color) {
    let choice = match color {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    };
    choice.write_global();
}

/// Whether and how text is coloured.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    on: bool,
}

impl Paint {
    /// Colour as `--color` says, or else if standard output is a terminal and nobody objects (`NO_COLOR`, `TERM=dumb`).
    pub fn stdout() -> Paint {
        Paint { on: AutoStream::choice(&std::io::stdout()) != ColorChoice::Never }
    }

    /// The same for standard error.
    pub fn stderr() -> Paint {
        Paint { on: AutoStream::choice(&std::io::stderr()) != ColorChoice::Never }
    }

    /// No colour.
    #[cfg(test)]
    pub fn plain() -> Paint {
        Paint { on: false }
    }

    /// Whether there is colour.
    pub fn is_on(self) -> bool {
        self.on
    }

    fn style(self, code: &str, text: &str) -> String {
        if self.on && !text.is_empty() {
            format!("{COMMAND}[{code}m{text}{COMMAND}[0m")
        } else {
            text.to_owned()
        }
    }

    /// Emphasis.
    pub fn bold(self, text: &str) -> String {
        self.style("1", text)
    }

    /// Of less interest.
    pub fn dim(self, text: &str) -> String {
        self.style("2", text)
    }

    /// Good.
    pub fn good(self, text: &str) -> String {
        self.style("1;32", text)
    }

    /// Bad.
    pub fn bad(self, text: &str) -> String {
        self.style("1;31", text)
    }

    /// Neither.
    pub fn unsure(self, text: &str) -> String {
        self.style("1;33", text)
    }
}

/// How many columns lines of standard output may have: those of the terminal, and of a file or a pipe what the environment says.
pub fn width() -> usize {
    const DEFAULT: usize = 100;
    let of_terminal = || Term::stdout().size_checked().map(|(_, columns)| usize::from(columns));
    let of_environment = || std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    let columns = of_terminal().or_else(of_environment);
    columns.filter(|columns| (40..=400).contains(columns)).unwrap_or(DEFAULT)
}

/// Writes to standard output. That nobody reads it to the end (`| head`) is no failure.
///
/// # Errors
/// Other failures to write.
pub fn print(text: &str) -> Result<(), Failure> {
    let text = visible(text);
    print_exactly(&if cuts() { spaced(&text) } else { unspaced(&text) })
}

/// Writes a document as JSON to standard output.
///
/// # Errors
/// It cannot be written.
pub fn print_document(document: &impl Serialize) -> Result<(), Failure> {
    let line = report::line(document);
    let line = line.map_err(|error| Failure::internal(format!("the report as JSON: {error}")))?;
    print_exactly(&visible_json(&line))
}

/// Numbers as people read them.
fn spaced(text: &str) -> String {
    between_digits(text, " ")
}

/// Numbers as programs read them: in one piece.
pub fn unspaced(text: &str) -> String {
    between_digits(text, "")
}

/// The text with something else between groups of digits. What a model calls so elsewhere stays.
fn between_digits(text: &str, other: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut parts = text.split(GROUP);
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let has_three = part.bytes().take_while(u8::is_ascii_digit).count() == 3;
        let is_number = has_three && out.ends_with(|it: char| it.is_ascii_digit());
        if is_number {
            out.push_str(other);
        } else {
            out.push(GROUP);
        }
        out.push_str(part);
    }
    out
}

fn print_exactly(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::input(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes a line to standard error, as far as possible.
pub fn complain(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", spaced(&visible(text)));
}

/// Whether standard output is a terminal: only there a text may be shortened to fit its place. In a file nothing is cut.
pub fn cuts() -> bool {
    std::io::stdout().is_terminal()
}

/// The text in at most `width` columns on a terminal, and whole elsewhere.
pub fn fit(text: &str, width: usize) -> String {
    if cuts() { shorten(text, width) } else { text.to_owned() }
}

/// The text in at most `width` columns, shortened at its end.
pub fn shorten(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let head: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", head.trim_end())
}

/// The text followed by spaces up to `width` columns.
pub fn pad(text: &str, width: usize) -> String {
    let used = text.chars().count();
    format!("{text}{}", " ".repeat(width.saturating_sub(used)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_text_is_shortened() {
        assert_eq!(shorten("abc", 3), "abc");
        assert_eq!(shorten("abcd", 3), "ab…");
        assert_eq!(pad("é", 3), "é  ");
    }

    #[test]
    fn groups_of_digits_are_joined() {
        let number = "1\u{202f}557\u{202f}370 states (12\u{202f}000/s)";
        assert_eq!(unspaced(number), "1557370 states (12000/s)");
        assert_eq!(spaced(number), "1 557 370 states (12 000/s)");
        for text in ["a\u{202f}b", "1\u{202f}2", "\u{202f}123", "1\u{202f}1234", "1\u{202f}"] {
            assert_eq!(unspaced(text), text);
        }
    }

    #[test]
    fn plain_paint_leaves_text_alone() {
        assert_eq!(Paint::plain().bad("x"), "x");
        assert_eq!(visible(&Paint { on: true }.bold("x")), "\x1b[1mx\x1b[0m");
        assert_eq!(Paint { on: true }.bold(""), "");
    }
}
