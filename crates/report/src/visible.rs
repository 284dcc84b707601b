//! Text as it may be shown. What a model prints, its strings and the names of files may hold any character: none reaches a terminal or a
//! page that does something else with it than to show it.

/// Whether a terminal or a page does something else with a character than to show it: controls, and what turns the direction of writing.
#[must_use]
pub fn is_obeyed(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Appends a character by its number, as `\x1b` or `\u{202e}`.
pub fn push_number(out: &mut String, character: char) {
    let number = u32::from(character);
    out.push_str(&match number {
        0..0x100 => format!("\\x{number:02x}"),
        _ => format!("\\u{{{number:x}}}"),
    });
}

/// The text of a page, with what it may not hold as text written out by its number.
#[must_use]
pub fn page_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\t' => out.push(character),
            _ if is_obeyed(character) || is_noncharacter(character) => {
                push_number(&mut out, character);
            }
            _ => out.push(character),
        }
    }
    out
}

/// Whether a number stands for no character, and never will.
fn is_noncharacter(character: char) -> bool {
    let number = u32::from(character);
    (0xfdd0..=0xfdef).contains(&number) || number & 0xfffe == 0xfffe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_is_written_out() {
        assert_eq!(page_text("a\tb\nc\r\u{7f}\u{85}"), "a\tb\nc\\x0d\\x7f\\x85");
        assert_eq!(
            page_text("\0é\u{202e}\u{fffe}\u{10ffff}"),
            "\\x00é\\u{202e}\\u{fffe}\\u{10ffff}"
        );
    }
}
