//! The names that texts declare, and where they use them, as editors are told.

use std::collections::HashSet;
use std::fs;

use checking::{Language, Settings};
use diagnostics::{Sources, Span};
use model::Declared;
use promela_lite::{PromelaLite, load};
use testing::{Numbers, places, texts};

use crate::fuzz_smoke::WORDS;

fn declared(text: &str) -> (Sources, Vec<Declared>) {
    let mut sources = Sources::new();
    let file = sources.add("m.prl", text);
    let declared = PromelaLite.declared(&mut sources, file, &Settings::default());
    (sources, declared)
}

fn examples() -> Vec<String> {
    let paths = places::examples("promela-lite");
    paths.iter().map(|path| fs::read_to_string(path).expect("text")).collect()
}

fn check_text(text: &str) {
    let (sources, declared) = declared(text);
    let mut places = HashSet::new();
    for one in &declared {
        for span in one.uses.iter().chain([&one.place]) {
            assert_eq!(sources.snippet(*span), one.name, "{one:?} in {text}");
        }
        assert!(one.whole.start <= one.place.start && one.place.end <= one.whole.end, "{one:?}");
        assert!(places.insert(one.place), "{one:?}");
        assert!(one.uses.is_sorted_by(|a, b| a.start < b.start), "{one:?}");
        assert!(!one.uses.contains(&one.place), "{one:?}");
        let around = one.within.map(|it| declared[it].within.map(|it| declared[it].within));
        assert!(matches!(around, None | Some(None | Some(None))), "{one:?}");
    }
}

#[test]
fn examples_and_their_mutations() {
    let mut numbers = Numbers::new(5);
    for text in examples() {
        check_text(&text);
        for _ in 0..200 {
            check_text(&texts::mutated(&text, WORDS, &mut numbers));
        }
    }
    for _ in 0..2000 {
        check_text(&texts::soup(WORDS, &mut numbers));
    }
}

/// The text with a name of the same length at some places.
fn renamed(text: &str, one: &Declared, name: &str) -> String {
    let mut text = text.to_owned();
    for Span { start, end, .. } in one.uses.iter().chain([&one.place]) {
        text.replace_range(*start as usize..*end as usize, name);
    }
    text
}

fn program(text: &str) -> Option<String> {
    let mut sources = Sources::new();
    let file = sources.add("m.prl", text);
    Some(format!("{:?}", load(&sources, file).model?.machine.program))
}

#[test]
fn examples_are_the_same_with_other_names() {
    for text in examples() {
        let before = program(&text).expect("a model");
        let (_, declared) = declared(&text);
        assert!(declared.len() > 3);
        for one in declared.iter().filter(|one| one.name != "init") {
            let name = "Q".repeat(one.name.len());
            let after = program(&renamed(&text, one, &name));
            let after = after.unwrap_or_else(|| panic!("{} is used elsewhere", one.name));
            let quoted = |name: &str| format!("\"{name}\"");
            assert_eq!(
                after.replace(&quoted(&name), &quoted(&one.name)),
                before.replace(&quoted(&name), &quoted(&one.name)),
                "{}",
                one.name
            );
        }
    }
}

#[test]
fn what_is_told() {
    let text = "chan c = [2] of {int, chan{pid}};\nint x = 1;\nrec X . chan{X, int} r;\n\
                proctype P(pid p; int x) { do :: atomic { len(c) == x && x != y -> c!x,r; p = _pid } od }\n\
                init { atomic { run P(x, x); run Q() } }";
    let (sources, declared) = declared(text);
    let at = |span: Span| {
        let (line, column) = sources.line_column(span);
        format!("{line}:{column}")
    };
    let line = |one: &Declared| {
        let within = one.within.map_or(String::new(), |it| format!(" in {}", declared[it].name));
        let uses: Vec<String> = one.uses.iter().map(|span| at(*span)).collect();
        let remarks = one.remarks.join(", ");
        let (kind, place) = (one.kind, at(one.place));
        format!("{kind:?} {place}{within} | {} | {remarks} | {}", one.text, uses.join(" "))
    };
    let told: Vec<String> = declared.iter().map(line).collect();
    assert_eq!(
        told,
        [
            "Channel 1:6 | chan c = [2] of {int, chan{pid}} | holds 2 messages of int, chan{pid} | 4:47 4:68",
            "Variable 2:5 | int x = 1 | -2147483648 to 2147483647 | 5:23 5:26",
            "Variable 3:22 | rec X . chan{X, int} r |  | 4:72",
            "Type 3:5 in r | rec X . chan{X, int} |  | 3:14",
            "Process 4:10 | proctype P(pid p; int x) |  | 5:21",
            "Parameter 4:16 in P | pid p | the number of a process, or 0 for none | 4:75",
            "Parameter 4:23 in P | int x | -2147483648 to 2147483647 | 4:53 4:58 4:70",
            "Process 5:1 | init |  | ",
        ]
    );
}
