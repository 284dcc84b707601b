//! The fuzz targets for a second: on the examples, on mutations of them, on soups of words, on
//! random bytes, and on what the fuzzer once found.

use std::fs;
use std::time::{Duration, Instant};

use crate::fuzzing::words::WORDS;
use crate::fuzzing::{SEPARATOR, load, load_tokens, parse, parse_tokens, preprocess};
use testing::{Numbers, places};

/// What once was wrong.
const FOUND: &[&str] = &[
    // Printed, the index of a proctype that is not declared before has more than 64 tokens.
    "trace { u[(_last ^ W[W[(((((((R[~x ? [_, _]]@end -> 1 : 1) -> 1 : 1) -> 1 : 1) -> 1 : 1) -> 1 : 1) \
     -> 1 : 1) -> 1 : 1)]@end + 1]@end + 1 + 1 + 1 + 1 -> 1 : 1)].f = 1; skip } init { skip }",
];

fn examples() -> Vec<Vec<u8>> {
    places::examples("promela").iter().map(|path| fs::read(path).expect("readable")).collect()
}

/// The text with some bytes or words added, left out or exchanged.
fn mutated(text: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..numbers.between(1, 4) {
        if text.is_empty() {
            break;
        }
        let at = numbers.below(text.len());
        match numbers.below(5) {
            0 => {
                text.remove(at);
            }
            1 => {
                text.splice(at..at, numbers.pick(WORDS).bytes());
            }
            2 => {
                let end = (at + numbers.below(40)).min(text.len());
                text.drain(at..end);
            }
            3 => text.insert(at, SEPARATOR),
            _ => {
                let other = numbers.below(text.len());
                text.swap(at, other);
            }
        }
    }
    text
}

#[test]
fn examples_and_their_mutations() {
    let mut numbers = Numbers::new(1);
    for text in &examples() {
        preprocess(text);
        parse(text);
        load(text);
        for _ in 0..20 {
            let text = mutated(text, &mut numbers);
            preprocess(&text);
            parse(&text);
            load(&text);
        }
    }
}

#[test]
fn soups_of_words() {
    let mut numbers = Numbers::new(2);
    for _ in 0..2000 {
        let mut text = String::new();
        for _ in 0..numbers.between(1, 60) {
            text.push_str(numbers.pick::<&str>(WORDS));
            text.push_str(numbers.pick::<&str>(&[" ", " ", " ", "", "\n"]));
        }
        parse(text.as_bytes());
        parse(format!("inline f(a) {{ a }} proctype P() {{ {text} }}").as_bytes());
        let files = text.replace('$', "\u{1e}").replace("##", "\n#include \"1\"\n");
        preprocess(files.as_bytes());
    }
}

#[test]
fn random_choices() {
    let mut numbers = Numbers::new(3);
    for _ in 0..1000 {
        let length = numbers.between(1, 300);
        let bytes: Vec<u8> = (0..length).map(|_| numbers.below(256) as u8).collect();
        preprocess(&bytes);
        parse(&bytes);
        parse_tokens(&bytes);
        load_tokens(&bytes);
    }
}

/// The grammar of random models is worth its while only if many of them are understood.
#[test]
fn many_random_choices_are_models() {
    let mut numbers = Numbers::new(4);
    let mut understood = 0;
    for _ in 0..200 {
        let length = numbers.between(1, 40);
        let bytes: Vec<u8> = (0..length).map(|_| numbers.below(256) as u8).collect();
        understood += usize::from(load_tokens(&bytes));
    }
    assert!(understood > 20, "{understood} of 200");
}

/// Short texts that mean much: each is refused, or understood in a time that is far more than needed.
#[test]
fn models_that_grow() {
    let doubled = |leaf: &str, levels: usize| {
        let twice = |level| format!("inline f{}() {{ f{level}(); f{level}() }}\n", level + 1);
        let levels: String = (0..levels).map(twice).collect();
        format!("byte x; inline f0() {{ {leaf} }}\n{levels}")
    };
    let nested = |levels: usize| {
        let pair = |level| format!("typedef T{} {{ T{level} a; T{level} b }};\n", level + 1);
        format!("typedef T0 {{ int x }};\n{}", (0..levels).map(pair).collect::<String>())
    };
    let escapes = format!(
        "byte x; inline f() {{ {} }} init {{ {{ {} }} unless {{ if {} fi }} }}",
        "x = 1; ".repeat(5000),
        "f(); ".repeat(10),
        ":: x == 1 ".repeat(1000)
    );
    let each = |form: fn(usize) -> String| (0..3000).map(form).collect::<String>();
    for (is_model, text) in [
        (true, doubled("byte y; y = 1; if :: y > 1 -> y = 2 :: else fi", 13) + "init { f13() }"),
        (false, doubled("x = y", 16) + "init { f16() }"),
        (false, doubled("x = 1; x = 2", 30) + "init { f30() }"),
        (false, escapes),
        (false, nested(40) + "T40 t; init { skip }"),
        (false, nested(40) + "chan q = [1] of { T40 }; init { skip }"),
        (false, format!("init {{ {} skip }}", each(|i| format!("L{i}: goto M{i};")))),
        (false, format!("init {{ {} skip }}", each(|i| format!("v{i} = 1;")))),
        (true, format!("init {{ {} }}", each(|i| format!("byte v{i}; v{i} = 1;")))),
    ] {
        let started = Instant::now();
        assert_eq!(load(text.as_bytes()), is_model, "{}", &text[..200]);
        let elapsed = started.elapsed();
        assert!(elapsed < Duration::from_secs(15), "{elapsed:?}: {}", &text[..200]);
    }
}

#[test]
fn what_was_found_once() {
    for text in FOUND {
        preprocess(text.as_bytes());
        parse(text.as_bytes());
        load(text.as_bytes());
    }
}
