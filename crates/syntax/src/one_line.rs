//! Stretches of a text in one line, as editors show them.

use std::ops::Range;

/// A line longer than this, in bytes, is cut off.
const MAX_LENGTH: usize = 160;

/// The tokens of a text, by their places, in one line: a blank wherever something stands between two. It is cut off where it is long.
#[must_use]
pub fn one_line(text: &str, tokens: impl IntoIterator<Item = Range<usize>>) -> String {
    let (mut line, mut end) = (String::new(), 0);
    for place in tokens {
        let token = &text[place.clone()];
        if line.len() + token.len() > MAX_LENGTH {
            line.push_str(" ..");
            break;
        }
        line.push_str(if place.start > end && end > 0 { " " } else { "" });
        line.push_str(token);
        end = place.end;
    }
    line
}
