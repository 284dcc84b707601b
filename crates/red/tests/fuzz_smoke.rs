//! Truncated and mutated models and soups of words: nothing panics, and every diagnostic has a place in the text.

use std::time::{Duration, Instant};

use diagnostics::Sources;
use red::{LoadOptions, load_with};
use testing::{Numbers, texts};

/// How long each kind of text is tried.
const PATIENCE: Duration = Duration::from_millis(1500);

/// A model with everything that there is.
pub const MODEL: &str = "/* All of it. */
#define N 2
#define M (N + 1)
#define LOW -1
process count = M;
global pointer L, top;
local pointer next, prev;
local discrete locked, n: LOW..N * 2;
global discrete k: 0..3; // a number
mode idle true {
  when true may next = NULL; goto busy;
  when not (L == NULL) && next != P || 6 / k > 2 may ;
}
mode busy (n >= 0 and forall i, j: i != j => (idle[i] or mode[j] <= busy)) {
  when L->next->prev = P and !busy[2] may L->next->n := 3 * n + L->n - k; next[P] = prev; goto idle;
  when exists i: 0 <= mode[i] < 2 and next[i] == i may top = (P - 1); prev[1]->locked = 1; goto busy;
  when next->(prev == P and n > 3) may k = next->P; k = next->3; next->k = -k;
}
initially idle[1] and (forall i: next[i] == NULL) and L == NULL and k = 0;
risk exists i, j: i != j and busy[i] and busy[j];
";

pub const WORDS: &[&str] = &[
    "process",
    "count",
    "global",
    "local",
    "pointer",
    "discrete",
    "mode",
    "when",
    "may",
    "goto",
    "initially",
    "risk",
    "true",
    "false",
    "not",
    "and",
    "or",
    "forall",
    "exists",
    "NULL",
    "P",
    "next",
    "prev",
    "L",
    "k",
    "n",
    "idle",
    "busy",
    "i",
    "j",
    "N",
    "#define",
    "1",
    "2",
    "3",
    "99999999999",
    "=",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "=>",
    "->",
    "+",
    "-",
    "*",
    "/",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    ":",
    "..",
    ":=",
    "!",
    "&&",
    "||",
    "@",
    "?",
    "%",
    "/*",
    "*/",
    "//",
    "\n",
];

fn load(text: &str) {
    let mut sources = Sources::new();
    let file = sources.add("m.red", text);
    for options in
        [LoadOptions::default(), LoadOptions { processes: Some(2), ..LoadOptions::default() }]
    {
        let loaded = load_with(&sources, file, &options);
        for diagnostic in &loaded.diagnostics {
            if let Some(span) = diagnostic.primary() {
                assert!(
                    span.end as usize <= text.len() && span.start <= span.end,
                    "{diagnostic:?}"
                );
                let _ = diagnostic.one_line(&sources);
            }
        }
        assert!(loaded.model.is_some() || !loaded.diagnostics.is_empty(), "{text}");
    }
}

fn for_a_while(mut attempt: impl FnMut(&mut Numbers)) {
    let mut numbers = Numbers::new(7);
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        attempt(&mut numbers);
    }
}

#[test]
fn the_whole_model_is_read() {
    let mut sources = Sources::new();
    let file = sources.add("m.red", MODEL);
    assert_eq!(red::mistakes(&sources, file), []);
}

#[test]
fn truncated_models() {
    for end in 0..=MODEL.len() {
        load(&MODEL[..end]);
    }
}

#[test]
fn mutated_models() {
    for_a_while(|numbers| load(&texts::mutated(MODEL, WORDS, numbers)));
}

#[test]
fn soups_of_words() {
    for_a_while(|numbers| load(&texts::soup(WORDS, numbers)));
}

/// What stands in one another is bounded, and so is what quantifiers write out.
#[test]
fn deep_and_wide_texts() {
    let deep = |open: &str, close: &str| {
        let condition = format!("{}true{}", open.repeat(100_000), close.repeat(100_000));
        load(&format!("process count = 2; mode m {{ when {condition} may ; }}"));
    };
    deep("(", ")");
    deep("not ", "");
    deep("true => ", "");
    deep("forall i: ", "");
    let wide = vec!["x[1]"; 100_000].join(" + ");
    load(&format!("process count = 2; local discrete x; mode m {{ when {wide} == 1 may ; }}"));
    let far = format!("L{}", "->next".repeat(100_000));
    load(&format!(
        "process count = 2; global pointer L; local pointer next; mode m {{ when {far} == P may ; }}"
    ));
    let many = "forall a, b, c, d, e, f: a == b or c == d or next[e] == f";
    load(&format!("process count = 255; local pointer next; mode m {{ when {many} may ; }}"));
    let modes: Vec<String> = (0..5_000).map(|it| format!("mode m{it} {{ }}")).collect();
    let asked = "risk exists i, j: mode[i] * 2 == mode[j] + 1;";
    load(&format!("process count = 40; {} {asked}", modes.join(" ")));
    let several = vec!["true"; 100_000].join(" and ");
    load(&format!("process count = 2; mode m {{ when {several} may ; }}"));
}
