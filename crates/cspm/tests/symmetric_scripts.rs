//! Random scripts: where the text tells that they are symmetric in values of a datatype, a process is the same when two of these values
//! change places in its events. That is checked by refinement, which knows nothing of symmetry.
//!
//! `QUOTIENT_SYMMETRIC=5000 cargo test --release -p cspm symmetric_scripts::` for more of them.

use std::path::Path;
use std::time::Duration;

use crate::decided;
use checking::Answer;
use cspm::symmetric::{Symmetry, symmetry_of};
use cspm::{Script, add_script};
use diagnostics::Sources;
use testing::Numbers;

/// What the scripts share: functions of values of any type, some of which see an order.
const LIBRARY: &str = "
datatype T = A | B | C
channel c, d : T
same(x) = x
second(x, y) = y
single(x) = {x}
kept(s, p) = {x | x <- s, p(x)}
listed(s) = seq(s)
first(s) = head(listed(s))
less(x, y) = x < y
lower(x, y) = if less((x, 0), (y, 0)) then x else y
counted(s) = #mapToList(mapFromList(<(x, 0) | x <- <>, member(x, s)>))
";

/// Makes expressions with some variables, and now and then a constant or an order.
struct Maker<'n> {
    numbers: &'n mut Numbers,
    scope: Vec<String>,
    /// In how many of 100 cases a value is a constant, or one that depends on an order.
    bias: usize,
}

impl Maker<'_> {
    fn variable(&mut self) -> String {
        self.numbers.pick(&self.scope).clone()
    }

    fn value(&mut self, depth: usize) -> String {
        if self.numbers.chance(self.bias) {
            return match self.numbers.below(4) {
                0 => format!("first({})", self.set(depth.saturating_sub(1))),
                1 => format!("lower({}, {})", self.variable(), self.variable()),
                _ => (*self.numbers.pick(&["A", "B", "C"])).to_owned(),
            };
        }
        if depth == 0 {
            return self.variable();
        }
        let depth = depth - 1;
        match self.numbers.below(6) {
            0 => format!("same({})", self.value(depth)),
            1 => format!("second({}, {})", self.set(depth), self.value(depth)),
            2 => format!(
                "(if {} then {} else {})",
                self.condition(depth),
                self.value(depth),
                self.value(depth)
            ),
            3 => format!("(let v = {} within v)", self.value(depth)),
            4 => format!("head(<{}> ^ <{}>)", self.value(depth), self.value(depth)),
            _ => self.variable(),
        }
    }

    fn set(&mut self, depth: usize) -> String {
        if depth == 0 {
            return "T".to_owned();
        }
        let depth = depth - 1;
        match self.numbers.below(6) {
            0 => format!("single({})", self.value(depth)),
            1 => format!("union({}, {})", self.set(depth), self.set(depth)),
            2 => format!("diff({}, {{{}}})", self.set(depth), self.value(depth)),
            3 => format!("kept({}, \\ k @ {})", self.set(depth), self.within("k", depth)),
            4 => format!("set(<{}>)", self.value(depth)),
            _ => "T".to_owned(),
        }
    }

    fn within(&mut self, name: &str, depth: usize) -> String {
        self.scope.push(name.to_owned());
        let condition = self.condition(depth);
        self.scope.pop();
        condition
    }

    fn condition(&mut self, depth: usize) -> String {
        let depth = depth.saturating_sub(1);
        let kinds = if self.numbers.chance(self.bias) { 7 } else { 5 };
        match self.numbers.below(kinds) {
            0 => format!("{} == {}", self.value(depth), self.value(depth)),
            1 => format!("member({}, {})", self.value(depth), self.set(depth)),
            2 => format!("card({}) < {}", self.set(depth), self.numbers.between(1, 3)),
            3 => format!("less({}, {})", self.set(depth), self.set(depth)),
            4 => format!("not {} != {}", self.value(depth), self.value(depth)),
            5 => format!("({}, 0) <= ({}, 1)", self.value(depth), self.value(depth)),
            _ => format!("show({}) == show({})", self.value(depth), self.value(depth)),
        }
    }

    fn process(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.numbers.below(4) {
                0 => "STOP".to_owned(),
                called => format!("P{}({})", called - 1, self.value(1)),
            };
        }
        let depth = depth - 1;
        match self.numbers.below(8) {
            0 => format!("(c!{} -> {})", self.value(2), self.process(depth)),
            1 => format!(
                "(if {} then {} else {})",
                self.condition(2),
                self.process(depth),
                self.process(depth)
            ),
            2 => format!("({} [] {})", self.process(depth), self.process(depth)),
            3 => format!("({} |~| {})", self.process(depth), self.process(depth)),
            4 => self.with("x", |maker| format!("(c?x -> {})", maker.process(depth))),
            5 => {
                let set = self.set(2);
                self.with("y", |maker| format!("(d?y:{set} -> {})", maker.process(depth)))
            }
            6 => {
                let set = self.set(2);
                self.with("z", |maker| format!("([] z : {set} @ d!z -> {})", maker.process(depth)))
            }
            _ => format!("(d!{} -> {})", self.value(2), self.process(depth)),
        }
    }

    fn with(&mut self, name: &str, make: impl FnOnce(&mut Self) -> String) -> String {
        self.scope.push(name.to_owned());
        let made = make(self);
        self.scope.pop();
        made
    }
}

fn script(seed: u64) -> String {
    let numbers = &mut Numbers::new(seed);
    let bias = *numbers.pick(&[0, 1, 3, 10]);
    let mut maker = Maker { numbers, scope: vec!["p".to_owned()], bias };
    let processes: Vec<String> =
        (0..3).map(|number| format!("P{number}(p) = c?q -> {}\n", maker.process(3))).collect();
    format!("{LIBRARY}{}MAIN = c?x -> P0(x)\n", processes.concat())
}

/// The values that may change places, as far as the text tells.
fn free(text: &str) -> Vec<&'static str> {
    let mut sources = Sources::new();
    let text = format!("{text}assert MAIN :[symmetric]: T");
    let file = add_script(&mut sources, "script.csp", text.as_bytes()).expect("a text");
    let nothing = |_: &Path| Err(std::io::ErrorKind::NotFound.into());
    let read = Script::load(&mut sources, file, &[], &mut { nothing });
    let (script, _) = read.unwrap_or_else(|wrong| panic!("{wrong:?}\n{text}"));
    let found = symmetry_of(&script, &script.asserted[0].expressions());
    let all = ["A", "B", "C"];
    match &found[0].verdict {
        Symmetry::Full => all.to_vec(),
        Symmetry::Subtype { without } => {
            all.into_iter().filter(|name| without.iter().all(|one| *one.name != **name)).collect()
        }
        Symmetry::None { .. } => Vec::new(),
    }
}

/// Whether a process is the same when two values change places; none where that cannot be told.
fn is_same(text: &str, one: &str, other: &str) -> Option<bool> {
    let swapped: Vec<String> = ["c", "d"]
        .iter()
        .map(|channel| {
            format!("{channel}.{one} <- {channel}.{other}, {channel}.{other} <- {channel}.{one}")
        })
        .collect();
    let text = format!(
        "{text}SWAPPED = MAIN [[ {} ]]\nassert MAIN [F= SWAPPED\nassert SWAPPED [F= MAIN",
        swapped.join(", ")
    );
    let found = decided::decide_within(&text, Some(Duration::from_secs(2)));
    let answers: Option<Vec<Answer>> =
        found.into_iter().map(|found| found.ok().map(|report| report.verdict.answer)).collect();
    let answers = answers?;
    let is_known = answers.iter().all(|answer| *answer != Answer::Inconclusive);
    is_known.then(|| answers.iter().all(|answer| *answer == Answer::Holds))
}

#[test]
fn values_that_may_change_places_do() {
    let count = std::env::var("QUOTIENT_SYMMETRIC").ok().and_then(|count| count.parse().ok());
    let count: u64 = count.unwrap_or(400);
    let (mut alike, mut different, mut in_vain, mut unknown) = (0, 0, 0, 0);
    for seed in 0..count {
        let text = script(seed);
        let free = free(&text);
        for (one, other) in [("A", "B"), ("B", "C"), ("A", "C")] {
            let may_change = free.contains(&one) && free.contains(&other);
            match (may_change, is_same(&text, one, other)) {
                (true, Some(is_same)) => {
                    assert!(is_same, "seed {seed}: {one} and {other} do not change places\n{text}");
                    alike += 1;
                }
                (false, Some(false)) => different += 1,
                (false, Some(true)) => in_vain += 1,
                (_, None) => unknown += 1,
            }
        }
    }
    println!(
        "{alike} pairs of values that may change places do so; of the others {different} do not, and {in_vain} could have; \
         {unknown} are unknown"
    );
    // Were there no asymmetric processes among them, nothing would be tested.
    assert!(alike >= count / 3 && different >= count / 10 && unknown < count);
}
