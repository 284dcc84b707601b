//! Text as a terminal may be given it. What a model prints, its strings and the names of files may hold any character: none that a
//! terminal obeys reaches it.

use report::{is_obeyed, push_number};

/// What [`Paint`](crate::terminal::Paint) writes for the character that begins a command to the terminal. No text of a model and
/// no name of a file holds it.
pub const COMMAND: char = '\0';

/// The text with its control characters written out, as `\x1b`, but for ends of lines and tabs. Commands of
/// [`Paint`](crate::terminal::Paint) become what a terminal obeys.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        match character {
            '\n' | '\t' => out.push(character),
            COMMAND if is_style(rest.as_str()) => out.push('\x1b'),
            _ if !is_obeyed(character) => out.push(character),
            _ => push_number(&mut out, character),
        }
    }
    out
}

/// The text without ends of lines, which are written out as `\x0a`.
pub fn one_line(text: &str) -> String {
    text.replace('\n', "\\x0a").replace('\r', "\\x0d")
}

/// The same for JSON, where nothing of it is lost: its strings are the same when they are read.
pub fn visible_json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\t' => out.push(character),
            _ if is_obeyed(character) => {
                out.push_str(&format!("\\u{:04x}", u32::from(character)));
            }
            _ => out.push(character),
        }
    }
    out
}

/// Whether a command only sets colour or weight.
fn is_style(rest: &str) -> bool {
    let parameters = rest.strip_prefix('[').unwrap_or_default();
    parameters.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';').starts_with('m')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_written_out() {
        assert_eq!(
            visible("a\x1b[31mx\x07\u{9b}1m\r\n\ty\x7f"),
            "a\\x1b[31mx\\x07\\x9b1m\\x0d\n\ty\\x7f"
        );
        assert_eq!(visible("é\u{202e}z"), "é\\u{202e}z");
        assert_eq!(visible("\0]0;x"), "\\x00]0;x");
    }

    #[test]
    fn styles_of_our_own_become_commands() {
        assert_eq!(visible("\0[1;31mno\0[0m"), "\x1b[1;31mno\x1b[0m");
    }

    #[test]
    fn json_says_the_same() {
        let text = "a\u{7f}\u{9b}\u{202e}\x1b";
        let written = visible_json(&serde_json::to_string(text).unwrap());
        assert!(written.chars().all(|c| !is_obeyed(c)), "{written:?}");
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
    }
}
