//! Truncated and mutated scripts and soups of words: parsing never panics, and every message has a place in the text.

use std::path::Path;

use cspm::{add_script, parse};
use diagnostics::Sources;
use testing::Numbers;

/// A text that uses everything once.
pub const SEED: &str = r#"
include "other"
channel a, b : {0..3}.Bool
channel tock
datatype T = A.{0..1} | B.T.{1} | C
subtype S = A.{0} | C
nametype N = {0..}
external chase
transparent normal, sbisim
f :: (Eq a, Ord b) => (a, <b>, {Int}, (| Int => Bool |)) -> Map Int a =>* Event
f(0, <x>^xs^<y>, {}, -1)(A.z @@ w) = if x == y and not z < w then #xs + 1 else -2 * 3 / 4 % 5
f(n, <>, {q}, "s\"")('\'') = let g(x) = x.1.true
                                  h = \ p, (q, _) @ q^p
                              within g(h(<1, 2 | x <- s, (x > 1)>))
P = a?x:{0..1}?y -> STOP [] b$z!1 -> SKIP {- a {- nested -} comment -}
Q = (P [|{|a, b.1|}|] P \ {| a.x | x <- N |} ||| P) [[a <- b, b <- a | x : S]]
R = (P [{a} || {b}] Q [> P /\ Q ; (P |~| Q)) [| A |> R -- what
U = [] x : S, x != 1 @ (|| y : T @ [A] P [+{a}+] Q /+{b}+\ R) |\ A
V = (P [a <-> b, b <-> a | x <- s] Q) ||| (; x : <1..> @ Q) ||| |~| x : T @ true & P
W = (| 1 => 2, 3 => {4..5 | x <- s} |)
module M(x, y)
  X = M::N::x
exports
  Timed(\ _ @ 1) { Y = tock -> Y }
endmodule
instance I = M(1, 2)
assert not P [FD= Q :[tau priority]: {tock} :[partial order reduce [hybrid]]
assert P :[deadlock free [F]] :[symmetry reduce]: T, diff(T, {| A, B |})
assert P :[has trace]: <a.1, b>
print f(1)(2) <= 3
"#;

/// What mutations insert.
const PIECES: [&str; 40] = [
    "(", ")", "<", ">", "{", "}", "{|", "|}", "[|", "|]", "[[", "]]", "[", "]", "(| ", "|)", "->",
    "[]", "|||", "\\", ".", "..", "?", "!", "$", ":", "::", "<-", "<->", "@", "@@", "=", "\n",
    "let ", " within ", "if ", ":[", "{-", "\"", "-",
];

/// What is there of a text and has a place in it.
fn check(text: &str) -> bool {
    let mut sources = Sources::new();
    let file = add_script(&mut sources, "s", text.as_bytes()).expect("a text");
    let mut read = |_: &Path| Ok(b"other = 1".to_vec());
    let (script, diagnostics) = parse(&mut sources, file, &mut read);
    for diagnostic in &diagnostics {
        let span = diagnostic.primary().expect("a place");
        let length = sources.text(span.file).len();
        assert!(span.start <= span.end && span.end as usize <= length, "{text}");
    }
    for declaration in &script.declarations {
        let length = sources.text(declaration.span.file).len();
        let span = declaration.span;
        assert!(span.start < span.end && span.end as usize <= length, "{text}");
    }
    if text == SEED {
        let messages: Vec<_> = diagnostics.iter().map(|one| one.one_line(&sources)).collect();
        assert_eq!(messages, [""; 0]);
    }
    diagnostics.is_empty()
}

#[test]
fn the_text_itself_has_no_mistakes() {
    assert!(check(SEED));
    for length in (0..SEED.len()).filter(|&length| SEED.is_char_boundary(length)) {
        check(&SEED[..length]);
    }
}

#[test]
fn mutations_neither_panic_nor_hang() {
    let mut numbers = Numbers::new(1);
    let mut fine = 0;
    for _ in 0..20_000 {
        let mut text = SEED.to_owned();
        for _ in 0..numbers.between(1, 4) {
            mutate(&mut text, &mut numbers);
        }
        fine += usize::from(check(&text));
    }
    println!("{fine} of 20000 have no mistakes");
    assert!((100..15_000).contains(&fine), "{fine}");
}

/// Removes, repeats or inserts something.
pub fn mutate(text: &mut String, numbers: &mut Numbers) {
    let at = numbers.below(text.len() + 1);
    let start = text.floor_char_boundary(at);
    let end = text.floor_char_boundary((start + numbers.below(20)).min(text.len()));
    let to = text.floor_char_boundary(numbers.below(text.len() + 1));
    match numbers.below(3) {
        0 => text.replace_range(start..end, ""),
        1 => {
            let repeated = text[start..end].to_owned();
            text.insert_str(to, &repeated);
        }
        _ => {
            let piece: &str = numbers.pick::<&str>(&PIECES);
            text.insert_str(start, piece);
        }
    }
}

#[test]
fn soups_of_words_neither_panic_nor_hang() {
    let mut numbers = Numbers::new(2);
    let words: Vec<&str> = SEED.split_whitespace().chain(PIECES).collect();
    for _ in 0..5_000 {
        let length = numbers.between(1, 60);
        let soup: Vec<&str> = (0..length).map(|_| *numbers.pick(&words)).collect();
        check(&soup.join(" "));
    }
}
