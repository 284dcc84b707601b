//! Text in rows of a limited width. Nothing is cut.

/// How far the rows after the first of one text are indented.
const INDENT: usize = 2;
/// What stands between the values before and after.
const ARROW: &str = "→";

/// A text in rows of at most `width` columns: broken at blanks, or after operators and commas. A word stays whole, however long it is.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut rows = Vec::new();
    let mut rest: Vec<char> = text.chars().collect();
    loop {
        let indent = if rows.is_empty() { 0 } else { INDENT };
        let room = width.saturating_sub(indent).max(1);
        let end = if rest.len() <= room { rest.len() } else { breaking_place(&rest, room) };
        let row: String = rest.drain(..end).collect();
        rows.push(format!("{}{}", " ".repeat(indent), row.trim_end()));
        let blanks = rest.iter().take_while(|c| c.is_whitespace()).count();
        rest.drain(..blanks);
        if rest.is_empty() {
            return rows;
        }
    }
}

/// How many of these characters, which are more than there is room for, a row has.
fn breaking_place(text: &[char], room: usize) -> usize {
    let is_blank = |place: &usize| text[*place].is_whitespace();
    let is_break = |place: &usize| {
        let before = text[place - 1];
        ",;|&".contains(before) && before != text[*place]
    };
    let fitting = || (1..=room).rev();
    let fits = fitting().find(is_blank).or_else(|| fitting().find(is_break));
    let next = || (room + 1..text.len()).find(|place| is_blank(place) || is_break(place));
    fits.or_else(next).unwrap_or(text.len())
}

/// Values in rows of at most `width` columns: broken before an arrow, and at blanks, so that a word stays whole, however long it
/// is.
fn wrap_words(text: &str, width: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match rows.last_mut() {
            Some(row) if row.ends_with(ARROW) => {
                row.push(' ');
                row.push_str(word);
            }
            Some(row)
                if word != ARROW && row.chars().count() + 1 + word.chars().count() <= width =>
            {
                row.push(' ');
                row.push_str(word);
            }
            Some(_) => rows.push(format!("{}{word}", " ".repeat(INDENT))),
            None => rows.push(word.to_owned()),
        }
    }
    rows
}

/// Texts with separators between them, as many to a row as fit; one that is wider has rows of its own.
pub fn wrap_list(
    texts: impl Iterator<Item = String>,
    separator: &str,
    width: usize,
) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    // Whether something may follow in the last row.
    let mut open = false;
    for text in texts {
        let used = text.chars().count();
        match rows.last_mut() {
            Some(row)
                if open && row.chars().count() + separator.chars().count() + used <= width =>
            {
                row.push_str(separator);
                row.push_str(&text);
            }
            _ => {
                open = used <= width;
                rows.extend(if open { vec![text] } else { wrap_words(&text, width) });
            }
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_broken_at_blanks_and_operators() {
        assert_eq!(wrap("a b", 10), ["a b"]);
        assert_eq!(wrap("", 10), [""]);
        assert_eq!(wrap("one two three", 9), ["one two", "  three"]);
        assert_eq!(wrap("one two", 3), ["one", "  two"]);
        assert_eq!(wrap("alpha&&beta&&gamma", 9), ["alpha&&", "  beta&&", "  gamma"]);
        assert_eq!(wrap("abcdefgh", 5), ["abcdefgh"]);
        assert_eq!(wrap("abcdefgh ij,klm", 5), ["abcdefgh", "  ij,", "  klm"]);
        assert_eq!(wrap("äöüäöü ä", 4), ["äöüäöü", "  ä"]);
    }

    #[test]
    fn values_stay_whole() {
        assert_eq!(wrap_words("c: <[1] [22222222]>", 8), ["c: <[1]", "  [22222222]>"]);
        assert_eq!(wrap_words("c: <> → <[1] [2]>", 12), ["c: <>", "  → <[1]", "  [2]>"]);
        let list =
            |width| wrap_list(["a = 1", "b = 22"].map(String::from).into_iter(), ", ", width);
        assert_eq!(list(20), ["a = 1, b = 22"]);
        assert_eq!(list(12), ["a = 1", "b = 22"]);
        assert_eq!(list(5), ["a = 1", "b =", "  22"]);
    }
}
