//! The names that models declare, as editors are told of them.

#[path = "../../cspm/tests/declared/invariants.rs"]
mod invariants;

use std::path::Path;
use std::time::{Duration, Instant};

use checking::Settings;
use invariants::{Texts, line, rename};
use model::Declared;
use red::Red;
use testing::places::{examples, files_below, shared_or_skip};
use testing::{Numbers, texts::mutated};

use crate::fuzz_smoke::{MODEL, WORDS};

fn told(text: &str) -> Vec<String> {
    let texts = Texts::one(Path::new("m.red"), text);
    let (declared, _) = texts.declared(&Red, &Settings::default());
    declared.iter().map(|one| line(&declared, one)).collect()
}

fn other(_: &Declared, at: usize) -> Option<String> {
    Some(format!("zzq{at}"))
}

#[test]
fn declarations_are_told_with_what_they_lie_in_and_where_they_are_used() {
    let text = "#define N 2\n#define M (N + 1)\nprocess count = M;\nglobal pointer L;\n\
                local discrete n, k: 0..M * 2;\n\
                mode idle (n >= 0) {\n  when exists i, n: busy[i] and n[i] == (n) may L->k = (k); goto busy;\n}\n\
                mode busy { }\nrisk exists i: idle[i];\n";
    let expected = [
        "N: Constant `#define N 2` (it is 2) 23",
        "M: Constant `#define M (N + 1)` (it is 3) 46 91",
        "L: Variable `global pointer L` (`NULL` or one of 3 processes) (of all processes) 167",
        "n: Variable `local discrete n: 0..M * 2` (0 to 6) (each process has its own) 109 151",
        "k: Variable `local discrete k: 0..M * 2` (0 to 6) (each process has its own) 170 175",
        "idle: Label `mode idle (n >= 0)` 221",
        "idle/i: Parameter `exists i` 144 153",
        "idle/n: Parameter `exists n` 160",
        "busy: Label `mode busy` 139 184",
        "i: Parameter `exists i` 226",
    ];
    assert_eq!(told(text), expected);
}

#[test]
fn of_a_model_with_mistakes_the_rest_is_told() {
    let text = "process count = 2;\nlocal discrete x: 0..;\nlocal pointer y;\nmode a { when y == may ; when y == NULL may goto b;\n\
                mode b { when y == P may y = z; goto a; }";
    let expected = [
        "y: Variable `local pointer y` (`NULL` or one of 2 processes) (each process has its own) 125 136",
        "a: Label `mode a` 148",
        "b: Label `mode b`",
    ];
    assert_eq!(told(text), expected);
}

#[test]
fn models_mean_the_same_under_other_names() {
    let (mut models, mut names, mut longest) = (0, 0, Duration::ZERO);
    let shared = shared_or_skip("models/red").map_or(Vec::new(), |folder| files_below(&folder));
    for path in examples("red").into_iter().chain(shared) {
        let text = std::fs::read_to_string(&path).expect("a text");
        let texts = Texts::one(&path, &text);
        let began = Instant::now();
        texts.declared(&Red, &Settings::default());
        longest = longest.max(began.elapsed());
        names += rename(&Red, &Settings::default(), &texts, other, usize::MAX);
        models += 1;
    }
    println!("{names} names of {models} models, read in {longest:?} at most");
    assert!(names > 50, "{names}");
}

#[test]
fn what_is_nearly_a_model_is_told_of_without_panic() {
    let mut numbers = Numbers::new(7);
    let mut found = 0;
    let examples = examples("red").into_iter();
    let texts = examples.map(|path| std::fs::read_to_string(&path).expect("a text"));
    for text in texts.chain([MODEL.to_owned()]) {
        for _ in 0..200 {
            let mut cut = mutated(&text, WORDS, &mut numbers);
            if numbers.below(3) == 0 {
                cut.truncate(cut.floor_char_boundary(numbers.below(cut.len() + 1)));
            }
            let model = Texts::one(Path::new("m.red"), &cut);
            found += model.declared(&Red, &Settings::default()).0.len();
        }
    }
    assert!(found > 1000, "{found}");
}
