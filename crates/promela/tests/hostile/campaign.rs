//! Many models on several threads: what came of them, and what is wrong with which, made smaller.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use super::model::Model;
use super::oracles::Verdict;
use crate::random::text::{Node, render, shrink};

/// How many models are made smaller of those that show one kind of defect and have the same things in them.
const SHOWN: usize = 1;

/// Which models to look at.
pub struct Range {
    pub first: u64,
    pub count: u64,
    pub jobs: usize,
    /// How often a model that fails may be run to make it smaller.
    pub shrinking: usize,
    /// Only models with this feature.
    pub with: Option<String>,
}

impl Range {
    /// The first models.
    pub fn few(count: u64) -> Range {
        Range { first: 0, count, jobs: 2, shrinking: 500, with: None }
    }

    /// Those that the environment asks for, in variables of this prefix.
    pub fn asked(prefix: &str) -> Range {
        let number = |name: &str, default| {
            std::env::var(format!("{prefix}{name}"))
                .ok()
                .and_then(|text| text.parse().ok())
                .unwrap_or(default)
        };
        Range {
            first: number("SEED", 0),
            count: number("MODELS", 5000),
            jobs: number("JOBS", 2) as usize,
            shrinking: number("SHRINKING", 500) as usize,
            with: std::env::var(format!("{prefix}WITH")).ok(),
        }
    }
}

/// What came of all models.
#[derive(Default)]
pub struct Summary {
    pub fine: u64,
    pub symmetric: u64,
    /// Models whose quotients have more states than they have.
    pub larger: Vec<u64>,
    too_large: u64,
    /// By what is said: how many models, and the first of them.
    not_compared: BTreeMap<String, (u64, u64)>,
    refused: BTreeMap<String, (u64, u64)>,
    /// For each feature: the models with it, and those of them that have a symmetry and that are wrong.
    features: BTreeMap<&'static str, [u64; 3]>,
    /// For each kind of defect, the models that show it.
    kinds: BTreeMap<String, Vec<u64>>,
    /// The same, told apart by what is in them.
    shown: BTreeMap<(String, Vec<&'static str>), usize>,
    /// Some of them, made smaller.
    pub wrong: Vec<String>,
}

impl Summary {
    /// Says what came of all models.
    pub fn print(&self, name: &str) {
        let wrong: usize = self.kinds.values().map(Vec::len).sum();
        println!(
            "{name}: {} fine ({} with a symmetry, {} with larger quotients), {} too large, {} not compared, {} \
             refused, {wrong} wrong",
            self.fine,
            self.symmetric,
            self.larger.len(),
            self.too_large,
            sum(&self.not_compared),
            sum(&self.refused),
        );
        for (kind, seeds) in &self.kinds {
            println!(
                "  wrong, {kind}: {} models, {:?}",
                seeds.len(),
                &seeds[..seeds.len().min(12)]
            );
        }
        if !self.larger.is_empty() {
            println!("  larger: {:?}", &self.larger[..self.larger.len().min(12)]);
        }
        for (message, (count, seed)) in self.refused.iter().chain(&self.not_compared) {
            println!("  {count} {message} (model {seed})");
        }
        let features = self.features.iter();
        let features = features
            .map(|(name, [all, symmetric, wrong])| format!("{name} {wrong}/{symmetric}/{all}"));
        let features = features.collect::<Vec<_>>().join(", ");
        println!("  wrong, symmetric, and all with: {features}");
    }

    fn count(&mut self, seed: u64, features: impl Iterator<Item = &'static str>, found: &Verdict) {
        let is_wrong = matches!(found, Verdict::Wrong(_));
        let is_symmetric = matches!(found, Verdict::Fine { order: 2.., .. });
        match found {
            Verdict::Fine { is_larger, .. } => {
                self.fine += 1;
                self.symmetric += u64::from(is_symmetric);
                self.larger.extend(is_larger.then_some(seed));
            }
            Verdict::TooLarge => self.too_large += 1,
            Verdict::Refused(message) => {
                let message = format!("refused: {}", general(message));
                self.refused.entry(message).or_insert((0, seed)).0 += 1;
            }
            Verdict::NotCompared(message) => {
                let message = format!("not compared: {}", general(message));
                self.not_compared.entry(message).or_insert((0, seed)).0 += 1;
            }
            Verdict::Wrong(message) => {
                self.kinds.entry(kind(message)).or_default().push(seed);
            }
        }
        for feature in features {
            let count = self.features.entry(feature).or_default();
            count[0] += 1;
            count[1] += u64::from(is_symmetric);
            count[2] += u64::from(is_wrong);
        }
    }
}

/// Checks models on several threads, and makes some of those that are wrong smaller.
pub fn run<W>(
    name: &str,
    range: &Range,
    model: impl Fn(u64) -> Model + Sync,
    worker: impl Fn(usize) -> W + Sync,
    check: impl Fn(&str, &W) -> Verdict + Sync,
) -> Summary {
    let next = AtomicU64::new(range.first);
    let end = range.first + range.count;
    let summary = Mutex::new(Summary::default());
    let work = |job| {
        let worker = worker(job);
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end {
                return;
            }
            let model = model(seed);
            if range.with.as_ref().is_some_and(|with| !model.features.contains(&with[..])) {
                continue;
            }
            let start = Instant::now();
            let found = check(&render(&model.nodes), &worker);
            if start.elapsed().as_secs() > 10 {
                println!("{name}, model {seed}: {:.1} s", start.elapsed().as_secs_f64());
            }
            let is_new = {
                let mut summary = summary.lock().expect("no thread panics");
                summary.count(seed, model.features.iter().copied(), &found);
                match &found {
                    Verdict::Wrong(message) => {
                        let features = model.features.iter().copied().collect();
                        let shown = summary.shown.entry((kind(message), features)).or_default();
                        *shown += 1;
                        *shown <= SHOWN
                    }
                    _ => false,
                }
            };
            if let (true, Verdict::Wrong(message)) = (is_new, &found) {
                let check = |text: &str| check(text, &worker);
                let report = report(seed, message, model.nodes, range.shrinking, &check);
                println!("{name}, {report}\n");
                summary.lock().expect("no thread panics").wrong.push(report);
            }
        }
    };
    std::thread::scope(|scope| {
        let work = &work;
        let handles: Vec<_> = (0..range.jobs).map(|job| scope.spawn(move || work(job))).collect();
        handles.into_iter().for_each(|handle| handle.join().expect("no thread panics"));
    });
    let summary = summary.into_inner().expect("no thread panics");
    summary.print(name);
    summary
}

/// A defect with the model made smaller.
fn report(
    seed: u64,
    message: &str,
    nodes: Vec<Node>,
    tries: usize,
    check: &dyn Fn(&str) -> Verdict,
) -> String {
    let fails = |text: &str| match check(text) {
        Verdict::Wrong(other) => kind(&other) == kind(message),
        _ => false,
    };
    let text = render(&shrink(nodes, tries, &fails));
    let after = match check(&text) {
        Verdict::Wrong(message) => message,
        _ => message.to_owned(),
    };
    format!("model {seed}: {message}\nsmaller: {after}\n{text}")
}

fn sum(counts: &BTreeMap<String, (u64, u64)>) -> u64 {
    counts.values().map(|(count, _)| count).sum()
}

/// The kind of a defect: what stands before its colon, without numbers.
fn kind(message: &str) -> String {
    let text = message.split([':', ';', '{']).next().unwrap_or_default();
    text.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// The first line of a message that says what is wrong, without numbers.
fn general(message: &str) -> String {
    let line = message.lines().find(|l| l.to_lowercase().contains("error")).unwrap_or(message);
    let line = line.lines().next().unwrap_or_default();
    line.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect()
}
