//! Tests of the reader of pages itself.

use std::collections::BTreeSet;

use crate::sessions::PAGES;
use crate::sessions::likeness::{agree, elide};
use crate::sessions::page::{Part, parts};
use crate::sessions::running::root;

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

fn read(page: &str) -> Vec<Part> {
    let text = std::fs::read_to_string(root().join(page)).unwrap();
    parts(&text).unwrap_or_else(|error| panic!("{page}:{error}"))
}

#[test]
fn every_page_has_a_test() {
    let mut pages = BTreeSet::new();
    let mut folders = vec![(root(), String::new()), (root().join("docs"), "docs/".to_owned())];
    while let Some((folder, prefix)) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            if name.ends_with(".md") {
                pages.insert(name);
            } else if !prefix.is_empty() && entry.path().is_dir() {
                folders.push((entry.path(), format!("{name}/")));
            }
        }
    }
    assert_eq!(pages, PAGES.iter().map(|&page| page.to_owned()).collect());
}

#[test]
fn a_page_is_read_into_parts() {
    let page = "\
        text\n```promela\ninit { skip }\n```\n```text\nm:1:1: warning: it\n```\n\n\
        ```console\n$ one\n1\n\n$ two\n```\n<!-- not run: it takes hours -->\n```console\n$ three\n```\n\
        ```text\nnothing\n```\n";
    let command = |line, command: &str, shown| Part::Command {
        block: 9,
        line,
        command: command.to_owned(),
        shown: lines(shown),
    };
    let expected = [
        Part::Model { text: "init { skip }\n".to_owned() },
        Part::Said { line: 5, shown: lines("m:1:1: warning: it") },
        command(10, "one", "1\n\n"),
        command(13, "two", ""),
        Part::LeftOut { line: 16, reason: "it takes hours".to_owned() },
    ];
    assert_eq!(parts(page).unwrap(), expected);
}

#[test]
fn nothing_that_looks_like_a_session_is_passed_over() {
    for (page, error) in [
        ("```text\n$ quotient\n```\n", "1: a session that is no console block"),
        ("```\n$ quotient\n```\n", "1: a session that is no console block"),
        ("- a\n  ```console\n  $ quotient\n  ```\n", "2: an indented block"),
        ("```console\n$ quotient\n", "1: a block that does not end"),
        ("```console\nquotient\n```\n", "2: a command must come first"),
        ("```console\n```\n", "1: an empty session"),
        ("```promela\n```\n\n```text\nm:1:1: it\n```\n", "4: no model right above"),
        ("<!-- not run:  -->\n```console\n$ quotient\n```\n", "1: no reason"),
        ("<!-- not run: long -->\n\n```console\n$ quotient\n```\n", "1: no console block follows"),
    ] {
        assert_eq!(parts(page), Err(error.to_owned()), "{page}");
    }
}

#[test]
fn only_times_and_sizes_may_differ() {
    let counts = "3 106 states · depth 80 · 5.2 ms (601 000/s) · 4.8 MB · 1 state not reduced";
    assert_eq!(elide(counts), "3 106 states · depth 80 · (time) · (size) · 1 state not reduced");
    assert_eq!(elide("  1.0 ms"), "  (time)");
    assert_eq!(
        elide("7 states · 1 m 03 s (1.20 million/s) · 1.1 GB"),
        "7 states · (time) · (size)"
    );
    for line in ["seed 7 · 4 s passed", "  7 permutations tested", "5 MB, 3 s", "", "  > run 3"] {
        assert_eq!(elide(line), line);
    }
}

#[test]
fn an_ellipsis_stands_for_lines_and_nothing_else() {
    let printed = lines("a\nb\nc");
    for shown in ["a\nb\nc", "...\nc", "a\n...", "a\n...\nb\nc", "...\nb\n..."] {
        assert!(agree(&lines(shown), &printed), "{shown}");
    }
    for shown in ["", "a", "a\nb", "a\n...\nd", "...\nb", "b\n...", "a...\nb\nc"] {
        assert!(!agree(&lines(shown), &printed), "{shown}");
    }
}

/// The lines that a page shows where something is printed.
fn shown(page: &str) -> Vec<Vec<String>> {
    let shown = read(page).into_iter().filter_map(|part| match part {
        Part::Said { shown, .. } | Part::Command { shown, .. } => Some(shown),
        Part::Model { .. } | Part::LeftOut { .. } => None,
    });
    shown.collect()
}

/// What the line would be with another digit at some place.
fn with_other_digit(line: &str, at: usize) -> String {
    let digit = if line.as_bytes()[at] == b'7' { "3" } else { "7" };
    format!("{}{digit}{}", &line[..at], &line[at + 1..])
}

/// Where the part of a line ends in which every digit counts. Times and sizes stand behind it.
fn compared(line: &str) -> usize {
    let shown = elide(line);
    match shown.find("(time)") {
        Some(time) => shown[..time].len(),
        None => line.len(),
    }
}

#[test]
fn another_digit_anywhere_on_any_page_is_noticed() {
    let mut digits = 0;
    for printed in PAGES.iter().flat_map(|page| shown(page)) {
        for (index, line) in printed.iter().enumerate() {
            for (at, _) in line[..compared(line)].match_indices(|c: char| c.is_ascii_digit()) {
                let mut changed = printed.clone();
                changed[index] = with_other_digit(line, at);
                assert!(!agree(&changed, &printed), "{}", changed[index]);
                digits += 1;
            }
        }
    }
    assert!(digits > 500, "{digits}");
}
