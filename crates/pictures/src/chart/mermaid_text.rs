//! Text as Mermaid shows it, whatever it contains.

use crate::escape::{one_line, shown};

/// Words that Mermaid takes for its own where they stand alone.
const WORDS: [&str; 3] = ["end", "wrap", "nowrap"];

/// The first `most` characters of a text, on one line, with entities in place of what Mermaid would not take for text.
pub(super) fn mermaid_text(text: &str, most: usize) -> String {
    let mut short: Vec<char> = one_line(text).trim().chars().map(shown).collect();
    if short.len() > most {
        short.truncate(most.saturating_sub(1));
        short.push('…');
    }
    if short.is_empty() {
        // Mermaid wants text after every colon.
        return entity('\u{a0}');
    }
    let mut out = String::new();
    for (index, &character) in short.iter().enumerate() {
        let next = short.get(index + 1);
        let is_mark = match character {
            // A colon is text, but `style: x#` is taken for a style.
            ':' => next.is_some_and(|next| *next != ' '),
            _ => "#;<>{}%&$\"`\\@ﬂ¶°".contains(character) || begins_a_word(&short, index),
        };
        if is_mark { out.push_str(&entity(character)) } else { out.push(character) }
    }
    out
}

fn entity(character: char) -> String {
    format!("#{};", u32::from(character))
}

fn begins_a_word(text: &[char], index: usize) -> bool {
    let is_inside = |at: usize| text.get(at).is_some_and(|character| character.is_alphanumeric());
    let is_first = index.checked_sub(1).is_none_or(|before| !is_inside(before));
    is_first
        && WORDS.iter().any(|word| {
            let mut letters = word.chars().zip(text[index..].iter());
            letters.all(|(letter, other)| letter == other.to_ascii_lowercase())
                && text.len() >= index + word.len()
                && !is_inside(index + word.len())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_entities() {
        assert_eq!(mermaid_text("a; b # c", 99), "a#59; b #35; c");
        assert_eq!(mermaid_text("x < 1 {y} %% z", 99), "x #60; 1 #123;y#125; #37;#37; z");
        assert_eq!(mermaid_text("turn: 0 -> 1", 99), "turn: 0 -#62; 1");
        assert_eq!(mermaid_text("style:x", 99), "style#58;x");
    }

    #[test]
    fn words_of_mermaid_become_text() {
        assert_eq!(mermaid_text("end", 99), "#101;nd");
        assert_eq!(mermaid_text("the End, bend, ending", 99), "the #69;nd, bend, ending");
        assert_eq!(mermaid_text("en", 99), "en");
    }

    #[test]
    fn text_is_on_one_line_and_not_too_long() {
        assert_eq!(mermaid_text("a\nb\0", 99), "a b\u{fffd}");
        assert_eq!(mermaid_text("abcdef", 4), "abc…");
        assert_eq!(mermaid_text(" ", 4), "#160;");
    }
}
