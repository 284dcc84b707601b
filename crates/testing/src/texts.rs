//! Texts that are nearly right, for parsers.

use crate::Numbers;

/// A text with up to four changes: a character or a stretch less, a word more, two characters exchanged.
pub fn mutated(text: &str, words: &[&str], numbers: &mut Numbers) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..numbers.between(1, 4) {
        if characters.is_empty() {
            break;
        }
        let at = numbers.below(characters.len());
        match numbers.below(4) {
            0 => {
                characters.remove(at);
            }
            1 => {
                characters.splice(at..at, numbers.pick(words).chars());
            }
            2 => {
                let end = (at + numbers.below(40)).min(characters.len());
                characters.drain(at..end);
            }
            _ => {
                let other = numbers.below(characters.len());
                characters.swap(at, other);
            }
        }
    }
    characters.into_iter().collect()
}

/// Up to 60 words.
pub fn soup(words: &[&str], numbers: &mut Numbers) -> String {
    let count = numbers.between(1, 60);
    (0..count).map(|_| format!("{} ", numbers.pick(words))).collect()
}
