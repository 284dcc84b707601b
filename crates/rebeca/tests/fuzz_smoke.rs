//! Truncated and mutated models and soups of words: parsing never panics, and every diagnostic has a place in the
//! text.

use std::time::{Duration, Instant};

use diagnostics::Sources;
use testing::{Numbers, texts};

/// How long each kind of text is tried.
const PATIENCE: Duration = Duration::from_millis(1500);

/// A model with everything that there is.
pub const MODEL: &str = "/* All of it. */
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
env int limit = 2 + 1; env boolean eager = true;
interface Hearer extends Other { msgsrv hear(int x); }
interface Other { }
abstract reactiveclass Base(3) implements Hearer, Other {
  statevars { int[2][limit] table; }
  Base(int first, boolean second) { super(); this_is(first); }
  abstract int weight(int of);
  void this_is(int x) { if (x > 1) return; }
}
reactiveclass Heavy extends Base(3) {
  Heavy(int x) { super(x, eager); self.go(); }
  int weight(int of) { return of * (byte) super.weight(~of) << 1; }
  msgsrv go() {
    for (int i = 0, j = 1; i < limit && j != 4; i++, j += 2) { if (i == 1) continue; table[i][j] *= pow(2, i); }
    while (true) { --table[0][1]; break; }
    switch (weight(3)) { case 1: case -2: self.table[1][0] = sender instanceof Base ? 1 : 0; break; default: ; }
    int[2] v = {1, ?(2, 3)};
    ((Heavy) sender).go(); go();
    assertion(v[0] == 1, \"one\");
  }
}
main {
  Heavy h():(3);
  Desk a(c1, c2, c3, a, b):(1), b(c3, c2, c1, b, a):(2);
  Clerk c1(a):();
}
";

pub const WORDS: &[&str] = &[
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
    "switch",
    "case",
    "default",
    "break",
    "continue",
    "super",
    "implements",
    "void",
    "pow",
    "->",
    "<<",
    ">>>",
    "&",
    "~",
    "'",
    "property",
    "define",
    "LTL",
    "G",
    "U",
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

/// A property file with everything that there is.
const PROPERTIES: &str = "property {
  define { a = h.table[1] == 2 && !b; b = x.v < -1 + 2; }
  Assertion { safe: a || x.w; }
  LTL { live: G(a -> F(b)) && X b U (F G(a)); }
}
";

/// Looks at everything that is wrong with a property file.
fn try_properties(text: &str) {
    let mut sources = Sources::new();
    let file = sources.add("m.property", text);
    let found = rebeca::mistakes_of_properties(&sources, file);
    assert!(found.len() <= 21, "{text}");
    for (span, _) in found.iter().flat_map(|diagnostic| &diagnostic.labels) {
        assert!(span.start <= span.end && span.end as usize <= text.len(), "{text}");
    }
}

/// A text is lowered, too, whatever becomes of it.
fn try_model(text: &str) {
    let mut sources = Sources::new();
    let file = sources.add("m.rebeca", text);
    let loaded = rebeca::load(&sources, file);
    assert!(loaded.model.is_some() || !loaded.diagnostics.is_empty(), "{text}");
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
    format!("{before}{}", texts::soup(WORDS, numbers))
}

fn for_a_while(mut one: impl FnMut(&mut Numbers) -> String) -> (u32, u32) {
    let started = Instant::now();
    let (mut tried, mut parsed) = (0, 0);
    let mut numbers = Numbers::new(1);
    while started.elapsed() < PATIENCE {
        tried += 1;
        let text = one(&mut numbers);
        let parses = try_text(&text);
        parsed += u32::from(parses);
        if parses {
            try_model(&text);
        }
    }
    (tried, parsed)
}

#[test]
fn mutated_models() {
    assert!(try_text(MODEL));
    let (tried, parsed) = for_a_while(|numbers| texts::mutated(MODEL, WORDS, numbers));
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
fn property_files() {
    let mut numbers = Numbers::new(2);
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        try_properties(&texts::mutated(PROPERTIES, WORDS, &mut numbers));
    }
    for word in WORDS {
        try_properties(&format!("property {{ LTL {{ a: {}", format!("{word} ").repeat(10_000)));
        try_properties(&format!("{word} ").repeat(10_000));
    }
}

/// As deep as the text may be, on the small stack of a test.
#[test]
fn deep_models() {
    let value = format!("{}1", "~".repeat(250));
    let body = format!("{}x = {value};{}", "if (true) {".repeat(190), "}".repeat(190));
    try_model(&format!(
        "reactiveclass C(1) {{ statevars {{ int x; }} msgsrv initial() {{ {body} }} }} main {{ C c():(); }}"
    ));
    let calls: String = (0..300)
        .map(|n| format!("int f{n}(int x) {{ return {}f{}(x); }} ", "~".repeat(5), n + 1))
        .collect();
    try_model(&format!(
        "reactiveclass C(1) {{ statevars {{ int x; }} {calls} int f300(int x) {{ return x; }} C() {{ x = f0(1); }} }} main {{ C c():(); }}"
    ));
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
