//! Words that may be meant: those that stand in a text and in what it includes. What they mean is not asked.

use std::collections::BTreeSet;

use lsp_types::{CompletionItem, CompletionItemKind, Position};

use crate::lines::{Encoding, Lines};

/// So many words are offered.
const MOST_OFFERED: usize = 1_000;

/// The words of some texts that begin as the one before a position does, without that one itself.
pub(crate) fn words(
    text: &str,
    position: Position,
    included: &[&str],
    encoding: Encoding,
) -> Vec<CompletionItem> {
    let at = Lines::of(text, encoding).offset(position);
    let begun = text[..at].rsplit(|it| !is_part(it)).next().unwrap_or_default();
    let start = at - begun.len();
    let end = text[at..].find(|it| !is_part(it)).map_or(text.len(), |length| at + length);
    let around = [&text[..start], &text[end..]];
    let all = around.iter().chain(included).flat_map(|text| text.split(|it| !is_part(it)));
    let fitting = all.filter(|word| word.starts_with(begun) && is_name(word));
    let fitting: BTreeSet<&str> = fitting.collect();
    let item = |word: &str| CompletionItem {
        label: word.to_owned(),
        kind: Some(CompletionItemKind::TEXT),
        ..Default::default()
    };
    fitting.into_iter().take(MOST_OFFERED).map(item).collect()
}

fn is_part(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn is_name(word: &str) -> bool {
    word.chars().next().is_some_and(|first| !first.is_numeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_that_stand_elsewhere() {
        let text = "byte count; cost = 1; co\nx = 7co";
        let position = Position { line: 0, character: 24 };
        let found = words(text, position, &["#define COUNT 3\nchan company;"], Encoding::Utf16);
        let labels: Vec<String> = found.into_iter().map(|item| item.label).collect();
        assert_eq!(labels, ["company", "cost", "count"]);
    }
}
