//! Random closures: passed to functions and processes, kept in sequences, pairs and maps, capturing what lets, patterns, generators and
//! inputs bind. Each is computed here as well, and stands in processes whose events tell what it is worth.
//!
//! `QUOTIENT_CLOSURES=5000 cargo test --release -p cspm closures::` for more of them.

#[path = "closures/expression.rs"]
mod expression;

use crate::decided::answers;
use checking::Answer;
use expression::{LIBRARY, Maker};
use testing::Numbers;

/// Processes that do `d.x` for some `x`, and then `c` with the value of an expression in `x`.
const PLACES: [&str; 14] = [
    "d?x -> c!(IT) -> STOP",
    "[] x:{0..2} @ d.x -> c!(IT) -> STOP",
    "let
    R(x) = c!(IT) -> STOP
  within [] y:{0..2} @ d.y -> R(y)",
    "d?x -> (let
    R = c!(IT) -> S
    S = STOP
  within R)",
    "d?x -> applied(\\ x @ IT, x)",
    "d?x -> applied(\\ unused @ IT, 0)",
    "d?x -> ((c?v -> STOP)[[ c.n <- c.(IT) | n <- {0..6} ]])",
    "d?x -> (c?v:{IT} -> STOP)",
    "d?x -> ((; s:<\\ unused @ IT> @ c!s(0) -> SKIP) ; STOP)",
    "let
    <s> = <\\ x @ IT>
  within d?x -> c!s(x) -> STOP",
    "d?x -> later(\\ unused @ IT, 0)",
    "d?x -> ((c!0 -> STOP) [| {c.0} |] (c!0 -> STOP))[[ c.0 <- c.n | n <- {IT} ]]",
    "let
    R(x, S) = if x == 3 then S else R(x + 1, S [] d.x -> c!(IT) -> STOP)
  within R(0, STOP)",
    "let
    made(x) = let
        R = c!(IT) -> STOP
      within \\ unused @ R
  within ; part:<made(y) | y <- <1>> @ [] y:{0..2} @ d.y -> (if y == 1 then part else made(y))(0)",
];

const PROCESSES: &str = "
channel c : {0..6}
channel d : {0..2}
applied(f, n) = c!f(n) -> STOP
later(f, n) = if n < 2 then later(f, n + 1) else c!f(n) -> STOP
";

/// A script that says of a random expression, in some places, what it is worth.
fn script(seed: u64) -> (String, usize) {
    let numbers = &mut Numbers::new(seed);
    let depth = numbers.between(1, 4);
    let mut maker = Maker { numbers, scope: vec![("x", false)] };
    let it = maker.number(depth);
    let mut text = format!("{PROCESSES}{LIBRARY}");
    let values: Vec<i64> = (0..3).map(|x| it.with(x)).collect();
    let branch = |(x, value): (usize, &i64)| format!("d.{x} -> c.{value} -> STOP");
    let branches: Vec<String> = values.iter().enumerate().map(branch).collect();
    text += &format!("E = {}\n", branches.join(" [] "));
    for (number, place) in PLACES.iter().enumerate() {
        text += &format!("Q{number} = {}\n", place.replace("IT", &it.text));
        text += &format!("assert E [FD= Q{number}\nassert Q{number} [FD= E\n");
    }
    (text, 2 * PLACES.len())
}

#[test]
fn closures_are_worth_what_they_are_anywhere() {
    let count = std::env::var("QUOTIENT_CLOSURES").ok();
    let count = count.map_or(60, |count| count.parse().expect("a number of scripts"));
    for seed in 0..count {
        let (text, count) = script(seed);
        assert_eq!(answers(&text), vec![Answer::Holds; count], "seed {seed}\n{text}");
    }
}
