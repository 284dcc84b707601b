//! Every name in an example is declared, a use of what is declared, or a word of the language.

use std::collections::HashSet;

use diagnostics::{FileId, Sources};
use model::Declared;
use testing::places;

use super::declared_in;

/// Words that nobody declares: keywords, and names that the language declares by itself.
const KNOWN: &str = "active assert atomic bit bool break byte chan d_step D_proctype do else empty enabled eval false fi for full goto \
     hidden if init inline int len local ltl mtype nempty never nfull notrace np_ od of pc_value pid printf printm priority proctype \
     provided return run select short show skip timeout trace true typedef unless unsigned xr xs in forall exists U W V X always \
     eventually until next release get_priority set_priority _pid _nr_pr _last _priority _ define undef if ifdef ifndef else elif endif include defined";

/// The text with blanks in place of comments and strings.
fn without_comments(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let length = if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if next == '"' {
            rest[1..].find('"').map_or(rest.len(), |end| end + 2)
        } else {
            kept.push(next);
            rest = &rest[next.len_utf8()..];
            continue;
        };
        kept.extend(std::iter::repeat_n(' ', length));
        rest = &rest[length..];
    }
    kept
}

fn unexplained(sources: &Sources, file: FileId, declared: &[Declared]) -> Vec<String> {
    let spans = declared.iter().flat_map(|one| one.uses.iter().chain([&one.place]));
    let explained: HashSet<usize> =
        spans.filter(|span| span.file == file).map(|span| span.start as usize).collect();
    let known: HashSet<&str> = KNOWN.split_whitespace().collect();
    let text = without_comments(sources.text(file));
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(is_word).map(|start| at + start) {
        at = text[start..].find(|c| !is_word(c)).map_or(text.len(), |end| start + end);
        let word = &text[start..at];
        let is_name = !word.starts_with(|c: char| c.is_ascii_digit());
        if is_name && !known.contains(word) && !explained.contains(&start) {
            let line = text[..start].matches('\n').count() + 1;
            found.push(format!("{}:{line}: {word}", sources.name(file)));
        }
    }
    found
}

#[test]
fn every_name_in_the_examples_is_explained() {
    let mut found = Vec::new();
    for path in places::examples("promela") {
        let (sources, main, declared) = declared_in(&path);
        found.extend(unexplained(&sources, main, &declared));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
