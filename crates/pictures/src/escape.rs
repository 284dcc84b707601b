//! Text that is shown as it is, whatever it contains.

/// The character as it may be shown: what XML forbids, and what changes the direction of the text around it, is U+FFFD.
pub(crate) fn shown(character: char) -> char {
    match character {
        '\t' | '\n' | '\r' => character,
        '\u{fffe}' | '\u{ffff}' => char::REPLACEMENT_CHARACTER,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => char::REPLACEMENT_CHARACTER,
        '\u{200e}' | '\u{200f}' | '\u{61c}' => char::REPLACEMENT_CHARACTER,
        _ if character.is_control() => char::REPLACEMENT_CHARACTER,
        _ => character,
    }
}

/// Appends text so that XML reads it as text, between tags and between quotes.
pub(crate) fn push_escaped(out: &mut String, text: &str) {
    for character in text.chars() {
        match shown(character) {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            character => out.push(character),
        }
    }
}

/// The text on one line.
pub(crate) fn one_line(text: &str) -> String {
    text.chars().map(|character| if character.is_whitespace() { ' ' } else { character }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str) -> String {
        let mut out = String::new();
        push_escaped(&mut out, text);
        out
    }

    #[test]
    fn markup_becomes_text() {
        assert_eq!(escaped("a<b & \"c\" > 'd'"), "a&lt;b &amp; &quot;c&quot; &gt; &#39;d&#39;");
        assert_eq!(escaped("]]>"), "]]&gt;");
    }

    #[test]
    fn what_is_forbidden_or_turns_text_round_is_replaced() {
        for character in
            "\0\u{1}\u{1b}\u{7f}\u{85}\u{fffe}\u{ffff}\u{202e}\u{2066}\u{200f}\u{61c}".chars()
        {
            assert_eq!(escaped(&character.to_string()), "\u{fffd}", "{character:?}");
        }
        assert_eq!(escaped("a\tb\nc é 𝒳"), "a\tb\nc é 𝒳");
    }

    #[test]
    fn lines_are_joined() {
        assert_eq!(one_line("a\nb\tc"), "a b c");
    }
}
