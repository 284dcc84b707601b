//! Answers of a size that can be read: long lists and texts are cut, and say so.

use serde_json::Value;

/// The most elements of a list.
pub(crate) const MOST: usize = 200;
/// The most characters of a text.
const LONGEST: usize = 2000;
/// Lists of what happens, of which the end is told, where it matters most.
const RUNS: [&str; 2] = ["trace", "taken"];

/// The same value with lists of at most [`MOST`] elements: beside a list that was cut stands how many elements were left out, under its
/// name with `_left_out` after it.
pub(crate) fn bounded(mut value: Value) -> Value {
    cut(&mut value, false);
    value
}

/// A text that is cut where it is long.
pub(crate) fn shortened(text: &str) -> String {
    cut_after(text, LONGEST)
}

/// A text that is cut after so many characters.
pub(crate) fn cut_after(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Cuts a value; how many elements that are not told of beside it were left out.
fn cut(value: &mut Value, keeps_end: bool) -> usize {
    match value {
        Value::String(text) => {
            if text.len() > LONGEST {
                *text = shortened(text);
            }
            0
        }
        Value::Array(elements) => {
            let left_out = elements.len().saturating_sub(MOST);
            match keeps_end {
                true => drop(elements.drain(..left_out)),
                false => elements.truncate(MOST),
            }
            left_out + elements.iter_mut().map(|element| cut(element, false)).sum::<usize>()
        }
        Value::Object(parts) => {
            let mut remarks = Vec::new();
            for (name, part) in parts.iter_mut() {
                let left_out = cut(part, RUNS.contains(&name.as_str()));
                if left_out > 0 {
                    remarks.push((format!("{name}_left_out"), Value::from(left_out)));
                }
            }
            parts.extend(remarks);
            0
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    }
}

/// Rows of a text, the first [`MOST`] of them, and how many are left out.
pub(crate) fn rows(all: impl ExactSizeIterator<Item = String>) -> String {
    let left_out = all.len().saturating_sub(MOST);
    let mut out: String = all.take(MOST).map(|row| shortened(&row) + "\n").collect();
    if left_out > 0 {
        out.push_str(&format!("… and {left_out} more\n"));
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_short_stays_as_it_is() {
        let value = json!({"trace": [1, 2], "a": {"b": [[], "x"]}, "c": null});
        assert_eq!(bounded(value.clone()), value);
    }

    #[test]
    fn lists_are_cut_and_say_so() {
        let long: Vec<usize> = (0..MOST + 5).collect();
        let cut = bounded(json!({"a": {"trace": long, "cells": long}, "sets": [long, [1]]}));
        assert_eq!(cut["a"]["trace"][0], 5);
        assert_eq!(cut["a"]["trace_left_out"], 5);
        assert_eq!(cut["a"]["cells"][0], 0);
        assert_eq!(cut["a"]["cells_left_out"], 5);
        assert_eq!(cut["sets_left_out"], 5);
        assert_eq!(cut["sets"][0].as_array().map(Vec::len), Some(MOST));
    }

    #[test]
    fn texts_are_cut_between_characters() {
        let text = "é".repeat(LONGEST + 1);
        assert_eq!(bounded(json!(text)), json!("é".repeat(LONGEST) + "…"));
        assert_eq!(rows(vec!["a".to_owned(); MOST + 1].into_iter()).lines().count(), MOST + 1);
    }
}
