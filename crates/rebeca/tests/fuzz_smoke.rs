//! Truncated and mutated models and soups of words: parsing never panics, and every diagnostic has a place in the
//! text.

use std::time::{Duration, Instant};

use diagnostics::Sources;
use testing::Numbers;

/// How long each kind of text is tried.
const PATIENCE: Duration = Duration::from_millis(1500);

/// A model with everything that there is.
const MODEL: &str = "/* All of it. */
reactiveclass Desk(4) {
  knownrebecs { Clerk clerks[k:1..3]; Desk next, other; }
  statevars { boolean busy, seen[k]; int[3] counts; k turn; Clerk favourite; }
  msgsrv initial(int start) {
    turn = ?(1, 2, 3); // any
    counts[0] = start * 2 - 1 % 3;
    forEachValueOf(k) { seen[k] = false; clerks[k].work(self, ?{true, false}); }
  }
  msgsrv done(byte by) {
    Clerk fresh = new Clerk(self):(), spare;
    if (sender == clerks[turn +% 1] && !busy || by >= -1) favourite = null;
    else if (seen[turn]) { counts[2] += by; counts[1]--; } else ;
    { assertion(by != 3); sender.work(next, true); }
  }
}
reactiveclass Clerk (2) {
  knownobjects { Desk desk; }
  msgsrv initial() { }
  msgsrv work(Desk at, boolean fast) { at.done(1); self.rest(); }
}
main {
  Desk a(c1, c2, c3, a, b):(1), b(c3, c2, c1, b, a):(2);
  Clerk c1(a):();
}
";

const WORDS: &[&str] = &[
    "reactiveclass",
    "knownrebecs",
    "knownobjects",
    "statevars",
    "msgsrv",
    "main",
    "if",
    "else",
    "forEachValueOf",
    "assertion",
    "new",
    "self",
    "sender",
    "null",
    "true",
    "false",
    "boolean",
    "int",
    "C",
    "x",
    "i",
    "m",
    "0",
    "1",
    "0.5",
    "2147483647",
    "99999999999",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ":",
    ",",
    ".",
    "..",
    "=",
    "+=",
    "-=",
    "++",
    "--",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "+",
    "+%",
    "-",
    "*",
    "/",
    "%",
    "&&",
    "||",
    "!",
    "?",
    "@",
    "//",
    "/*",
    "*/",
    "\"",
    "\n",
    "é",
    "#",
    "while",
    "for",
    "switch",
    "return",
    "env",
    "extends",
    "interface",
    "abstract",
    "after",
    "delay",
    "pAlt",
    "instanceof",
];

/// Whether a text parses. Looks at everything that is wrong with it.
fn try_text(text: &str) -> bool {
    let mut sources = Sources::new();
    let file = sources.add("m.rebeca", text);
    let found = rebeca::mistakes(&sources, file);
    assert!(found.len() <= 21, "{text}");
    for diagnostic in &found {
        assert!(!diagnostic.message.is_empty() && !diagnostic.labels.is_empty(), "{text}");
        for (span, _) in &diagnostic.labels {
            assert!(span.start <= span.end && span.end as usize <= text.len(), "{text}");
            assert!(text.is_char_boundary(span.start as usize), "{text}");
            assert!(text.is_char_boundary(span.end as usize), "{text}");
        }
    }
    found.is_empty()
}

fn mutated(numbers: &mut Numbers) -> String {
    let mut characters: Vec<char> = MODEL.chars().collect();
    for _ in 0..numbers.between(1, 4) {
        let at = numbers.below(characters.len());
        match numbers.below(4) {
            0 => {
                characters.remove(at);
            }
            1 => {
                characters.splice(at..at, numbers.pick(WORDS).chars());
            }
            2 => {
                let end = (at + numbers.below(40)).min(characters.len());
                characters.drain(at..end);
            }
            _ => {
                let other = numbers.below(characters.len());
                characters.swap(at, other);
            }
        }
    }
    characters.into_iter().collect()
}

/// A soup, perhaps where statements or members are looked for.
fn soup(numbers: &mut Numbers) -> String {
    let before = *numbers.pick(&[
        "",
        "main { ",
        "reactiveclass C(1) { ",
        "reactiveclass C(1) { statevars { ",
        "reactiveclass C(1) { msgsrv m() { ",
        "reactiveclass C(1) { msgsrv m() { x = ",
    ]);
    let count = numbers.between(1, 60);
    let words: String = (0..count).map(|_| format!("{} ", numbers.pick(WORDS))).collect();
    format!("{before}{words}")
}

fn for_a_while(mut one: impl FnMut(&mut Numbers) -> String) -> (u32, u32) {
    let started = Instant::now();
    let (mut tried, mut parsed) = (0, 0);
    let mut numbers = Numbers::new(1);
    while started.elapsed() < PATIENCE {
        tried += 1;
        parsed += u32::from(try_text(&one(&mut numbers)));
    }
    (tried, parsed)
}

#[test]
fn mutated_models() {
    assert!(try_text(MODEL));
    let (tried, parsed) = for_a_while(mutated);
    println!("{parsed} of {tried} mutated texts parse");
    assert!(parsed > 0 && parsed < tried);
}

#[test]
fn truncated_models() {
    for end in 0..MODEL.len() {
        try_text(&MODEL[..end]);
        try_text(&MODEL[end..]);
    }
}

#[test]
fn soups_of_words() {
    let (tried, _) = for_a_while(soup);
    assert!(tried > 0);
}

/// Mistakes whose recovery passes over much must not make parsing quadratic.
#[test]
fn long_texts_end() {
    let started = Instant::now();
    for word in WORDS {
        for before in ["", "main { ", "reactiveclass C(1) { ", "reactiveclass C(1) { msgsrv m() { "]
        {
            try_text(&format!("{before}{}", format!("{word} ").repeat(10_000)));
        }
    }
    assert!(started.elapsed() < Duration::from_secs(60));
}
