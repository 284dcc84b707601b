//! What holds of every text, with mistakes or without.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use checking::Settings;
use diagnostics::{Sources, Span};
use model::Declared;
use testing::{Numbers, places, texts};

use super::{declared_in, declared_with};
use crate::fuzzing::words::WORDS;
use crate::support::model_files_or_skip;

/// Longer than an editor waits.
const PATIENCE: Duration = Duration::from_millis(100);

fn lies_in(place: Span, whole: Span) -> bool {
    place.file == whole.file && whole.start <= place.start && place.end <= whole.end
}

fn check(sources: &Sources, declared: &[Declared]) {
    let mut places = HashSet::new();
    for one in declared {
        let exact = |span: Span| {
            let text = sources.text(span.file).get(span.start as usize..span.end as usize);
            assert_eq!(text, Some(one.name.as_str()), "{one:?}");
        };
        exact(one.place);
        one.uses.iter().for_each(|span| exact(*span));
        assert!(lies_in(one.place, one.whole), "{one:?}");
        assert!(places.insert(one.place), "declared twice: {one:?}");
        let order: Vec<_> = one.uses.iter().map(|span| (span.file, span.start)).collect();
        assert!(order.is_sorted_by(|a, b| a < b), "{one:?}");
        assert!(!one.uses.contains(&one.place), "{one:?}");
        assert!(!one.text.is_empty() && !one.text.contains('\n'), "{one:?}");
        assert!(one.remarks.iter().all(|it| !it.is_empty() && !it.contains('\n')), "{one:?}");
        let mut around = one.within;
        for _ in declared {
            around = around.and_then(|number| declared[number].within);
        }
        assert_eq!(around, None, "a circle around {one:?}");
    }
}

fn check_text(text: &str) {
    let (sources, declared) = declared_with(text, &[], &Settings::default());
    check(&sources, &declared);
}

#[test]
fn examples_and_their_mutations() {
    let mut numbers = Numbers::new(7);
    for path in places::examples("promela") {
        let text = std::fs::read_to_string(&path).expect("text");
        check_text(&text);
        for _ in 0..30 {
            check_text(&texts::mutated(&text, WORDS, &mut numbers));
            let mut end = numbers.below(text.len());
            end -= (0..4).find(|back| text.is_char_boundary(end - back)).expect("a boundary");
            check_text(&text[..end]);
        }
    }
}

#[test]
fn models_of_other_people_and_their_mutations() {
    let Some(files) = model_files_or_skip() else { return };
    let mut numbers = Numbers::new(8);
    for path in files {
        let (sources, main, declared) = declared_in(&path);
        check(&sources, &declared);
        let text = sources.text(main);
        for _ in 0..5 {
            check_text(&texts::mutated(text, WORDS, &mut numbers));
        }
    }
}

#[test]
fn soups_of_words() {
    let mut numbers = Numbers::new(9);
    for _ in 0..3000 {
        let soup = texts::soup(WORDS, &mut numbers);
        check_text(&soup);
        check_text(&format!("#define N(a) a b\ninline f(a) {{ a }} proctype P() {{ {soup} }}"));
        check_text(&format!(
            "byte a; #define c(b) {}\n init {{ c(a); c(P) }}",
            soup.replace('\n', " ")
        ));
    }
}

#[test]
fn editors_need_not_wait() {
    for path in places::examples("promela") {
        let best = (0..3).map(|_| {
            let started = Instant::now();
            declared_in(&path);
            started.elapsed()
        });
        let best = best.min().expect("some");
        assert!(best < PATIENCE, "{best:?}: {}", path.display());
    }
}
