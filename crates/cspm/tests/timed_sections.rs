//! Random timed sections against the same processes written out with `tock`: all assertions agree.
//!
//! `QUOTIENT_TIMED_SECTIONS=2000 cargo test --release -p cspm timed_sections::` for more of them.

#[path = "timed_sections/durations.rs"]
mod durations;
#[path = "timed_sections/explicit.rs"]
mod explicit;
#[path = "timed_sections/process.rs"]
mod process;
#[path = "timed_sections/timed.rs"]
mod timed;

use std::time::Duration;

use crate::decided::decide_within;
use checking::Answer;
use durations::{Constants, Durations};
use explicit::Writer;
use process::{Maker, Process};
use testing::Numbers;

/// What stands before the processes.
const CHANNELS: &str = "channel tock, a, b\nchannel c : {0..2}\nchannel d : {0..1}.{0..2}\n";

/// Where a section stands.
#[derive(Clone, Copy)]
enum Place {
    Script,
    Let,
    Module,
}

/// A section, and a section inside it with a function of its own.
struct Sections {
    place: Place,
    constants: Constants,
    outer: Durations,
    inner: Durations,
    definitions: Vec<Process>,
    /// The definitions from this one on are in the inner section.
    inside: usize,
    whole: Process,
}

impl Sections {
    fn random(seed: u64) -> Sections {
        let numbers = &mut Numbers::new(seed);
        let place = *numbers.pick(&[Place::Script, Place::Let, Place::Module]);
        let mut constant = || numbers.below(3) as u32;
        let constants = Constants { k: constant(), x0: constant(), p: constant() };
        let outer = Durations::new(numbers, constants);
        let inner = Durations::new(numbers, constants);
        let count = numbers.between(1, 3);
        let inside = numbers.between(1, count);
        let mut maker = Maker { numbers, definitions: count };
        let definitions = (0..count).map(|_| maker.sequential(3, 1)).collect();
        let depth = if maker.numbers.one_in(8) { 2 } else { maker.numbers.below(2) };
        let whole = maker.composed(depth, 0);
        Sections { place, constants, outer, inner, definitions, inside, whole }
    }

    fn durations(&self, definition: usize) -> Durations {
        if definition < self.inside { self.outer } else { self.inner }
    }

    /// The script up to `Q`, the process of the sections.
    fn timed(&self) -> String {
        let Constants { k, x0, p } = self.constants;
        let definition = |(number, process): (usize, &Process)| {
            format!("P{number}(x0) = {}\n", timed::text(process, 1))
        };
        let texts: Vec<String> = self.definitions.iter().enumerate().map(definition).collect();
        let (outside, inside) = texts.split_at(self.inside);
        let section = format!(
            "{}{}Timed{} {{\n{}R = {}\nTimed{} {{\n{}}}\n}}\n",
            self.outer.declarations("1"),
            self.inner.declarations("2"),
            self.outer.argument("1"),
            outside.concat(),
            timed::text(&self.whole, 0),
            self.inner.argument("2"),
            inside.concat(),
        );
        let constants = format!("{CHANNELS}K = {k}\nx0 = {x0}\n");
        match self.place {
            Place::Script => format!("{constants}p = {p}\n{section}Q = R\n"),
            Place::Let => format!("{constants}made(p) = let\n{section}within R\nQ = made({p})\n"),
            Place::Module => format!(
                "{constants}module M(p)\n{section}exports\nS = R\nendmodule
instance J = M(3 - {p})\ninstance I = M({p})\nQ = I::S\n"
            ),
        }
    }

    /// The same process by the name `E`, written out.
    fn explicit(&self) -> String {
        let durations =
            |(number, process): (usize, &Process)| (process.clone(), self.durations(number));
        let definitions: Vec<_> = self.definitions.iter().enumerate().map(durations).collect();
        let mut writer = Writer::new(&definitions);
        writer.define("E", &self.whole, self.outer);
        // What both are compared with.
        writer.define("Other", &Process::Call(0, process::Value::Literal(1)), self.outer);
        writer.text += "external prioritise\nurgentE = prioritise(E, <{}, {tock}>)\n";
        writer.text + "Timed { urgentQ = timed_priority(Q) }\n"
    }
}

/// Asserted of `Q` and of `E`: the verdicts are the same.
const PAIRS: [&str; 7] = [
    "@ :[deadlock free [F]]",
    "@ :[divergence free]",
    "@ :[deterministic [F]]",
    "Other [T= @",
    "Other [F= @",
    "@ [T= Other",
    "@ [F= urgent@",
];

/// These hold.
const EQUALITIES: [&str; 6] =
    ["E [T= Q", "E [F= Q", "E [FD= Q", "Q [FD= E", "urgentE [F= urgentQ", "urgentQ [F= urgentE"];

/// More is not waited for.
const PATIENCE: Duration = Duration::from_secs(3);

/// How many assertions agree, if the processes are not too large.
fn agree(seed: u64) -> Option<usize> {
    let sections = Sections::random(seed);
    let mut text = sections.timed() + &sections.explicit();
    for equality in EQUALITIES {
        text += &format!("assert {equality}\n");
    }
    for pair in PAIRS {
        text += &format!("assert {}\nassert {}\n", pair.replace('@', "Q"), pair.replace('@', "E"));
    }
    let answer = |found: Result<checking::ClaimReport, checking::Failure>| match found {
        Ok(report) => report.verdict.answer,
        Err(failure) => panic!("seed {seed}: {failure:?}\n{text}"),
    };
    let answers: Vec<Answer> =
        decide_within(&text, Some(PATIENCE)).into_iter().map(answer).collect();
    if answers.last() == Some(&Answer::Inconclusive) {
        return None;
    }
    let (equalities, pairs) = answers.split_at(EQUALITIES.len());
    for (answer, asserted) in equalities.iter().zip(EQUALITIES) {
        assert_eq!(*answer, Answer::Holds, "seed {seed}: {asserted}\n{text}");
    }
    for (answers, asserted) in pairs.chunks(2).zip(PAIRS) {
        assert_eq!(answers[0], answers[1], "seed {seed}: {asserted}\n{text}");
    }
    Some(answers.len())
}

#[test]
fn timed_sections_are_what_they_are_written_out() {
    let count = std::env::var("QUOTIENT_TIMED_SECTIONS").ok();
    let count = count.map_or(60, |count| count.parse().expect("a number of sections"));
    let (mut agreed, mut open) = (0, 0);
    for seed in 0..count {
        match agree(seed) {
            Some(agree) => agreed += agree,
            None => open += 1,
        }
    }
    println!("{count} sections: {agreed} assertions agree, {open} sections are too large");
    assert!(open * 20 <= count, "{open} are too large");
}
