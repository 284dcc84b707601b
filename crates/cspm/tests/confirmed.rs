//! Counterexamples of random assertions: each passes its judge, and replays as it was stored; with one step changed it is another run, or none.
//!
//! `QUOTIENT_RANDOM_COUNTEREXAMPLES=3000 cargo test --release -p cspm confirmed:: -- --nocapture` for more of them.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::decided::{load, request};
use checking::{Answer, Detail, StoredRun};
use kernel::{Phase, Progress, Reporter};
use testing::Numbers;

const SETS: [&str; 4] = ["{a}", "{b, c}", "{|d|}", "{a, d.0}"];
const PREFIXES: [&str; 8] =
    ["a -> ", "b -> ", "c -> ", "d?x -> ", "d!1 -> ", "d?x -> d!x -> ", "b -> c -> ", "a -> "];

/// A process. What calls definitions without an event before is `P0`, if anything: its own definition begins with an event.
fn process(numbers: &mut Numbers, depth: usize) -> String {
    let Some(depth) = depth.checked_sub(1) else {
        let leaves = ["STOP", "SKIP", "P0", "P1", "a -> P0", "b -> SKIP"];
        return (*numbers.pick(&leaves)).to_owned();
    };
    let set = *numbers.pick(&SETS);
    let operator = match numbers.below(16) {
        0 => "[]".to_owned(),
        1 => "|~|".to_owned(),
        2 => "[>".to_owned(),
        3 => ";".to_owned(),
        4 => "|||".to_owned(),
        5 => format!("[| {set} |]"),
        6 => "/\\".to_owned(),
        7 => format!("[| {set} |>"),
        8 => return format!("({} \\ {set})", process(numbers, depth)),
        9 => return format!("({} [[ a <- b, c <- a ]])", process(numbers, depth)),
        10 => return format!("(|~| n : {{0, 1}} @ d!n -> {})", process(numbers, depth)),
        _ => return format!("({}{})", numbers.pick(&PREFIXES), process(numbers, depth)),
    };
    format!("({} {operator} {})", process(numbers, depth), process(numbers, depth))
}

/// A script with some assertions.
fn script(seed: u64) -> String {
    let numbers = &mut Numbers::new(seed);
    // What calls itself does so behind an event and in no parallel process: there are finitely many states.
    let mut text = "channel a, b, c\nchannel d : {0, 1}\n".to_owned();
    text += &format!("P0 = a -> (b -> P1 [] {} -> P0)\n", numbers.pick(&["a", "c", "d!0"]));
    text += &format!("P1 = c -> P0 |~| {} -> P1\n", numbers.pick(&["a", "d?x", "b"]));
    for name in ["Q", "R"] {
        let depth = numbers.between(1, 4);
        text += &format!("{name} = {}\n", process(numbers, depth));
    }
    text += "assert Q [T= R\nassert R [F= Q\nassert Q [FD= R\nassert R [FD= P0\nassert P0 [T= Q
assert Q :[deadlock free [F]]\nassert R :[divergence free]\nassert Q :[deterministic [FD]]
assert R :[has trace [T]]: <a, b>\nassert Q :[has trace [F]]: <c>\n";
    text
}

/// How long each phase took.
struct Phases(Mutex<(Instant, Phase, Duration)>);

impl Reporter for Phases {
    fn progress(&self, _: &Progress) {}

    fn phase(&self, phase: Phase) {
        let mut at = self.0.lock().expect("one thread");
        if at.1 == Phase::Confirmation {
            let took = at.0.elapsed();
            at.2 += took;
        }
        (at.0, at.1) = (Instant::now(), phase);
    }
}

/// Another run, one number of one step being changed.
fn changed(run: &StoredRun, numbers: &mut Numbers) -> Option<StoredRun> {
    let mut run = run.clone();
    let place = numbers.below(run.steps.len().max(1));
    let step = run.steps.get_mut(place)?.moves.first_mut()?;
    step.edge = step.edge.wrapping_add(1 + numbers.below(3) as u32);
    Some(run)
}

#[test]
fn random_counterexamples_pass_their_judge_and_replay() {
    let wanted = std::env::var("QUOTIENT_RANDOM_COUNTEREXAMPLES").ok();
    let wanted = wanted.map_or(120, |wanted| wanted.parse().expect("a number"));
    let phases = Phases(Mutex::new((Instant::now(), Phase::Search, Duration::ZERO)));
    let start = Instant::now();
    let (mut passed, mut others, mut refused, mut open, mut seed) = (0, 0, 0, 0, 0);
    let mut replaying = Duration::ZERO;
    while passed < wanted {
        let text = script(seed);
        let numbers = &mut Numbers::new(seed);
        seed += 1;
        let model = load(&text);
        for place in 0..model.claims().len() {
            let report = model.check_claim(place, &request(Some(Duration::from_secs(2))), &phases);
            phases.phase(Phase::Search);
            let report = report.unwrap_or_else(|why| panic!("{why:?}\n{text}"));
            if report.verdict.answer == Answer::Inconclusive {
                open += 1;
            }
            let (Some(run), Some(told)) = (report.stored, report.counterexample) else { continue };
            passed += 1;
            let again = Instant::now();
            let replayed = model.replay(&run, Detail::Actions);
            replaying += again.elapsed();
            let replayed = replayed.unwrap_or_else(|why| panic!("{why:?}\n{text}"));
            assert_eq!(replayed.ending, told.ending, "{text}");
            let Some(other) = changed(&run, numbers) else { continue };
            match model.replay(&other, Detail::Actions) {
                // Another run of the process that violates the same.
                Ok(_) => others += 1,
                Err(_) => refused += 1,
            }
        }
    }
    let (all, confirming) = (start.elapsed(), phases.0.lock().expect("one thread").2);
    println!(
        "{passed} counterexamples of {seed} scripts pass and replay, {open} assertions open; with a step changed {refused} are refused, \
         {others} are other runs; {all:.2?} in all, {confirming:.2?} confirming, {replaying:.2?} replaying"
    );
    assert!(refused > others && open * 20 < passed, "{refused} {others} {open}");
}
