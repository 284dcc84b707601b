//! Words that may be meant: those that stand in a text and in what it includes. What is declared comes first, as what it is.

use std::collections::{BTreeMap, BTreeSet};

use lsp_types::{CompletionItem, CompletionItemKind, Position};

use model::{Declared, DeclaredKind};

use crate::lines::{Encoding, Lines};
use crate::names::Names;

/// So many words are offered.
const MOST_OFFERED: usize = 1_000;

/// The words of some texts that begin as the one before a position does, without that one itself.
pub(crate) fn words(
    text: &str,
    position: Position,
    included: &[&str],
    names: Option<&Names>,
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
    let mut declared: BTreeMap<&str, &Declared> = BTreeMap::new();
    for one in
        names.into_iter().flat_map(|names| names.declared.iter().filter(|it| names.is_seen(it, at)))
    {
        declared.insert(&one.name, one);
    }
    let item = |word: &str| match declared.get(word) {
        Some(declared) => known(declared),
        None => unknown(word),
    };
    let (names, others): (Vec<&str>, Vec<&str>) =
        fitting.into_iter().partition(|word| declared.contains_key(word));
    names.into_iter().chain(others).take(MOST_OFFERED).map(item).collect()
}

/// A word that is declared: before all others.
fn known(declared: &Declared) -> CompletionItem {
    CompletionItem {
        label: declared.name.clone(),
        kind: Some(item_kind(declared.kind)),
        detail: Some(declared.text.clone()),
        sort_text: Some(format!("0 {}", declared.name)),
        ..Default::default()
    }
}

/// A word of which nothing is known but that it stands somewhere.
fn unknown(word: &str) -> CompletionItem {
    CompletionItem {
        label: word.to_owned(),
        kind: Some(CompletionItemKind::TEXT),
        sort_text: Some(format!("1 {word}")),
        ..Default::default()
    }
}

/// The nearest of the kinds that the protocol knows.
fn item_kind(kind: DeclaredKind) -> CompletionItemKind {
    match kind {
        DeclaredKind::Process => CompletionItemKind::CLASS,
        DeclaredKind::Event | DeclaredKind::Channel => CompletionItemKind::EVENT,
        DeclaredKind::Variable | DeclaredKind::Parameter => CompletionItemKind::VARIABLE,
        DeclaredKind::Constant | DeclaredKind::Macro => CompletionItemKind::CONSTANT,
        DeclaredKind::Function => CompletionItemKind::FUNCTION,
        DeclaredKind::Type => CompletionItemKind::STRUCT,
        DeclaredKind::Field => CompletionItemKind::FIELD,
        DeclaredKind::Member => CompletionItemKind::ENUM_MEMBER,
        DeclaredKind::Label | DeclaredKind::Claim => CompletionItemKind::REFERENCE,
        DeclaredKind::Module => CompletionItemKind::MODULE,
    }
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
        let found =
            words(text, position, &["#define COUNT 3\nchan company;"], None, Encoding::Utf16);
        let labels: Vec<String> = found.into_iter().map(|item| item.label).collect();
        assert_eq!(labels, ["company", "cost", "count"]);
    }
}
