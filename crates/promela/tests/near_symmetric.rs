//! Detection under attack: random models that are symmetric, or were until one thing in them was changed.
//!
//! - No generator that detection reports is wrong: on every reachable state and on its images, transitions of the
//!   image are the images of the transitions. The quotient has as many states as there are orbits, and its
//!   verdicts are those of the unreduced search.
//! - How many of the true symmetries are found? Which permutations of the instances are symmetries is decided by
//!   brute force, with an action on states that the model's generator knows, not detection.
//!
//! The long run takes as many models as asked for, and says which of them have symmetries that were missed:
//!
//!     QUOTIENT_RANDOM_MODELS=5000 QUOTIENT_RANDOM_SEED=0 cargo test --release -p promela \
//!         --test near_symmetric -- --ignored --nocapture long_near_symmetric
//!
//! `QUOTIENT_RANDOM_JOBS` is the number of threads (2). `QUOTIENT_SHOW_MISSED=5` shrinks and prints so many models
//! with a missed symmetry. The ignored test `show` prints the model with the number `QUOTIENT_RANDOM_SEED`.

#[path = "near_symmetric/mod.rs"]
mod near;
#[allow(dead_code)]
mod random;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use diagnostics::Sources;
use machine::Machine;
use machine::detect::detect;
use machine::program::Region;
use near::model::{Model, model};
use near::mutation::mutate;
use near::roles::Content;
use near::soundness::{Soundness, soundness};
use near::truth::{Truth, generated, truth};
use promela::{LoadOptions, ParseOptions, load};
use random::check::{Verdict, symmetry_is_right};
use random::numbers::Numbers;
use random::spin::Setting;
use random::text::{render, shrink};

/// Models with more states are skipped.
const MAX_STATES: usize = 6_000;
/// How often a model that fails may be run to make it smaller.
const SHRINKING: usize = 600;

/// The model number `seed`: two of three have a change.
fn numbered(seed: u64) -> Model {
    let mut model = model(seed / 3);
    if seed % 3 != 0 {
        mutate(&mut model, &mut Numbers::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d)));
    }
    model
}

fn machine(text: &str, options: LoadOptions) -> Result<Machine, String> {
    let mut sources = Sources::new();
    let file = sources.add("model.pml", text);
    let loaded = load(&mut sources, file, &ParseOptions::default(), options);
    loaded.model.map(|model| model.machine).ok_or_else(|| {
        let errors = loaded.diagnostics.iter().filter(|d| d.is_error());
        errors.map(|d| d.one_line(&sources)).collect::<Vec<_>>().join("\n")
    })
}

/// The model with processes that wait at their end for ever: removal of processes that have ended goes by their
/// numbers, which is nothing that a permutation could respect.
fn staying(text: &str) -> String {
    text.replace("\n}\n", "\n  endstay: false;\n}\n")
}

/// What came of a model.
enum Outcome {
    Refused(String),
    TooLarge,
    Wrong(String),
    /// The permutations of instances: those that are symmetries, if that could be decided, and those found. A
    /// variable that holds the same name for ever tells one instance from the others.
    Looked {
        truth: Option<Truth>,
        has_constant_names: bool,
        found: BTreeSet<Vec<usize>>,
        states: usize,
    },
}

fn look(text: &str, roles: &near::Roles) -> Outcome {
    catch_unwind(AssertUnwindSafe(|| look_unguarded(text, roles))).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().cloned();
        Outcome::Wrong(format!("panic: {}", message.unwrap_or_default()))
    })
}

fn look_unguarded(text: &str, roles: &near::Roles) -> Outcome {
    let machine = match machine(text, LoadOptions::default()) {
        Ok(machine) => machine,
        Err(message) => return Outcome::Refused(message),
    };
    if kernel::reachable(&machine, MAX_STATES).is_none() {
        return Outcome::TooLarge;
    }
    let mut found = BTreeSet::new();
    let mut states = 0;
    if let Some(reduction) = detect(&machine).reduction {
        match soundness(&reduction, MAX_STATES) {
            Soundness::Sound(count) => states = count,
            Soundness::TooLarge => return Outcome::TooLarge,
            Soundness::Wrong(message) => return Outcome::Wrong(message),
        }
        found = on_processes(reduction.symmetry.generators(), reduction.processes);
    }
    match symmetry_is_right(text, Setting::Default) {
        Verdict::Wrong(message) => return Outcome::Wrong(message),
        Verdict::TooLarge => return Outcome::TooLarge,
        _ => {}
    }
    let has_constant_names = machine.program.variables.iter().any(|variable| {
        variable.region == Region::Constant
            && matches!(roles.content(&variable.name), Content::Names(_))
    });
    Outcome::Looked { truth: true_symmetries(text, roles), has_constant_names, found, states }
}

fn true_symmetries(text: &str, roles: &near::Roles) -> Option<Truth> {
    let mut options = LoadOptions::default();
    // Dead variables would name process 0.
    options.compile.reset_dead_variables = false;
    let machine = machine(&staying(text), options).ok()?;
    // A second name may as well be taken for data that its owner has.
    truth(&machine, &roles.readings(&["tag", "owner", "heard", "tq"]))
}

/// What a group does to processes, listed.
fn on_processes(generators: &[groups::Permutation], processes: usize) -> BTreeSet<Vec<usize>> {
    let restricted = |g: &groups::Permutation| (0..processes).map(|p| g.image(p)).collect();
    let generators: Vec<Vec<usize>> = generators.iter().map(restricted).collect();
    generated(generators.iter(), processes)
}

/// What came of all models.
#[derive(Default)]
struct Summary {
    models: u64,
    refused: BTreeMap<String, u64>,
    too_large: u64,
    undecided: u64,
    grouped: u64,
    states: usize,
    /// Of models without a change, and of those with one.
    shares: [Share; 2],
    /// Found although the roles do not say so: the number of models.
    beyond: Vec<u64>,
    /// Meant to be symmetric, and not.
    unexpected: Vec<u64>,
    /// For each feature: models with it, and those of them in which a symmetry was missed.
    features: BTreeMap<String, (u64, u64)>,
    missed: Vec<Missed>,
    wrong: Vec<String>,
}

#[derive(Default)]
struct Share {
    models: u64,
    complete: u64,
    /// Permutations other than the identity.
    symmetries: usize,
    found: usize,
    /// States that symmetry can save, and does.
    mergeable: usize,
    merged: usize,
}

struct Missed {
    seed: u64,
    symmetries: usize,
    found: usize,
    /// States, and orbits under what was found and under all symmetries.
    orbits: (usize, usize, usize),
    features: Vec<String>,
}

fn features(model: &Model) -> Vec<String> {
    let mut features: Vec<String> = model.features.iter().map(|f| (*f).to_owned()).collect();
    features.extend(model.mutation.iter().map(|kind| format!("changed: {kind}")));
    features
}

impl Summary {
    fn count(&mut self, seed: u64, model: &Model, outcome: &Outcome) {
        self.models += 1;
        match outcome {
            Outcome::Refused(message) => {
                let text: String = message
                    .lines()
                    .next()
                    .unwrap_or_default()
                    .chars()
                    .filter(|c| !c.is_ascii_digit())
                    .collect();
                *self.refused.entry(text).or_default() += 1;
            }
            Outcome::TooLarge => self.too_large += 1,
            Outcome::Wrong(_) => {}
            Outcome::Looked { truth, has_constant_names, found, states } => {
                self.grouped += u64::from(found.len() > 1);
                self.states += states;
                match truth {
                    Some(truth) => {
                        if truth.symmetries.len() == 1 && model.symmetric && !has_constant_names {
                            self.unexpected.push(seed);
                        }
                        self.compare(seed, model, truth, found);
                    }
                    None => self.undecided += 1,
                }
            }
        }
    }

    fn compare(&mut self, seed: u64, model: &Model, truth: &Truth, found: &BTreeSet<Vec<usize>>) {
        let symmetries = &truth.symmetries;
        let common = symmetries.intersection(found).count().max(1);
        if found.len() > 1 && !found.is_subset(symmetries) {
            self.beyond.push(seed);
        }
        let (best, reached) = (truth.orbits(symmetries), truth.orbits(found));
        let share = &mut self.shares[usize::from(model.mutation.is_some())];
        if symmetries.len() > 1 {
            share.models += 1;
            share.complete += u64::from(common == symmetries.len());
            share.symmetries += symmetries.len() - 1;
            share.found += common - 1;
            share.mergeable += truth.states - best;
            share.merged += truth.states - reached;
        }
        // A symmetry that leads to states that are never reached is of no use.
        let missed = best < reached;
        for feature in features(model) {
            let counts = self.features.entry(feature).or_default();
            counts.0 += u64::from(best < truth.states);
            counts.1 += u64::from(missed);
        }
        if missed {
            let (features, symmetries) = (features(model), symmetries.len());
            let orbits = (truth.states, reached, best);
            self.missed.push(Missed { seed, symmetries, found: common, orbits, features });
        }
    }

    fn print(&self) {
        println!(
            "{} models: {} refused, {} too large, {} with a group ({} states compared), {} wrong",
            self.models,
            self.refused.values().sum::<u64>(),
            self.too_large,
            self.grouped,
            self.states,
            self.wrong.len()
        );
        for (share, name) in self.shares.iter().zip(["as made", "with a change"]) {
            println!(
                "{name}: {} models with a true symmetry, all of it found in {}; {} of {} permutations found \
                 ({:.1} %), {} of {} states merged ({:.1} %)",
                share.models,
                share.complete,
                share.found,
                share.symmetries,
                100.0 * share.found as f64 / share.symmetries.max(1) as f64,
                share.merged,
                share.mergeable,
                100.0 * share.merged as f64 / share.mergeable.max(1) as f64
            );
        }
        println!("{} not decided; found beyond the roles: {:?}", self.undecided, self.beyond);
        println!("meant to be symmetric, and not: {:?}", self.unexpected);
        self.refused.iter().for_each(|(message, count)| println!("  {count} {message}"));
        let mut features: Vec<_> = self.features.iter().filter(|(_, c)| c.1 > 0).collect();
        features.sort_by_key(|(_, (all, missed))| std::cmp::Reverse(1000 * missed / all.max(&1)));
        for (feature, (all, missed)) in features {
            println!("  missed in {missed:4} of {all:4} models with a symmetry: {feature}");
        }
    }

    fn print_missed(&self, most: usize) {
        let mut missed: Vec<&Missed> = self.missed.iter().collect();
        missed.sort_by_key(|m| m.features.len());
        for one in missed.into_iter().take(most) {
            let Missed { seed, symmetries, found, orbits, features } = one;
            let (states, reached, best) = orbits;
            println!(
                "  {seed}: {found} of {symmetries}, {states} states, {reached} orbits instead of {best}: {}",
                features.join(", ")
            );
        }
    }
}

/// Which models to look at.
struct Range {
    first: u64,
    count: u64,
    jobs: u64,
}

impl Range {
    fn asked() -> Range {
        Range {
            first: asked("QUOTIENT_RANDOM_SEED", 0),
            count: asked("QUOTIENT_RANDOM_MODELS", 5000),
            jobs: asked("QUOTIENT_RANDOM_JOBS", 2),
        }
    }
}

fn asked(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn run(range: &Range) -> Summary {
    let (next, end) = (AtomicU64::new(range.first), range.first + range.count);
    let summary = Mutex::new(Summary::default());
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end {
                return;
            }
            let model = numbered(seed);
            let start = Instant::now();
            let outcome = look(&render(&model.nodes), &model.roles);
            if start.elapsed().as_secs() > 5 {
                println!("model {seed}: {:.1} s", start.elapsed().as_secs_f64());
            }
            let wrong = match &outcome {
                Outcome::Wrong(message) => Some(report(seed, &model, message)),
                _ => None,
            };
            let mut summary = summary.lock().expect("no thread panics");
            summary.count(seed, &model, &outcome);
            summary.wrong.extend(wrong);
        }
    };
    std::thread::scope(|scope| {
        (0..range.jobs).for_each(|_| {
            scope.spawn(work);
        });
    });
    summary.into_inner().expect("no thread panics")
}

/// The kind of a defect.
fn class(message: &str) -> String {
    message
        .split([':', ';', '{'])
        .next()
        .unwrap_or_default()
        .chars()
        .filter(|c| !c.is_ascii_digit())
        .collect()
}

/// A defect with the model made smaller.
fn report(seed: u64, model: &Model, message: &str) -> String {
    let fails = |text: &str| match look(text, &model.roles) {
        Outcome::Wrong(other) => class(&other) == class(message),
        _ => false,
    };
    let text = render(&shrink(model.nodes.clone(), SHRINKING, &fails));
    let after = match look(&text, &model.roles) {
        Outcome::Wrong(message) => message,
        _ => message.to_owned(),
    };
    let report = format!("model {seed}: {message}\nsmaller: {after}\n{text}");
    println!("{report}\n");
    report
}

/// A model in which a symmetry is missed, made smaller.
fn show_missed(seed: u64) {
    let model = numbered(seed);
    let misses = |text: &str| match look(text, &model.roles) {
        Outcome::Looked { truth: Some(truth), found, .. } => {
            truth.orbits(&truth.symmetries) < truth.orbits(&found)
        }
        _ => false,
    };
    let text = render(&shrink(model.nodes.clone(), SHRINKING, &misses));
    println!(
        "----- model {seed}, made smaller, misses a symmetry ({}):\n{text}",
        features(&model).join(", ")
    );
}

#[test]
fn no_reported_generator_is_wrong() {
    let summary = run(&Range { first: 0, count: 300, jobs: 2 });
    summary.print();
    assert!(summary.wrong.is_empty(), "{}", summary.wrong.join("\n\n"));
    assert!(summary.grouped > 50, "hardly any model has a group");
    let found: usize = summary.shares.iter().map(|share| share.found).sum();
    assert!(found > 0, "no symmetry was found that is known to be true");
}

#[test]
#[ignore = "long"]
fn long_near_symmetric() {
    let range = Range::asked();
    let summary = run(&range);
    summary.print();
    summary.print_missed(200);
    let mut missed: Vec<&Missed> = summary.missed.iter().collect();
    missed.sort_by_key(|m| m.features.len());
    let most = asked("QUOTIENT_SHOW_MISSED", 0) as usize;
    missed.iter().take(most).for_each(|missed| show_missed(missed.seed));
    assert!(summary.wrong.is_empty(), "{}", summary.wrong.join("\n\n"));
}

/// Prints a model.
#[test]
#[ignore = "prints"]
fn show() {
    let seed = asked("QUOTIENT_RANDOM_SEED", 0);
    let model = numbered(seed);
    println!("{}\n{:?}\n{:?}", render(&model.nodes), model.mutation, model.features);
    if let Outcome::Looked { truth, found, states, .. } = look(&render(&model.nodes), &model.roles)
    {
        println!("true {:?}\nfound {found:?}\n{states} states", truth.map(|t| t.symmetries));
    }
}

/// Symmetries by brute force, of models whose symmetries are plain to see.
#[test]
fn the_truth_is_known_by_hand() {
    let by_number = |names: &[(&str, usize, bool)]| {
        let mut roles = near::Roles::default();
        let domain = near::roles::Domain::numbers(3);
        for &(name, dimensions, holds_names) in names {
            let dimensions = vec![Some(domain.clone()); dimensions];
            let content = match holds_names {
                true => Content::Names(domain.clone()),
                false => Content::Data,
            };
            roles.variables.insert(name.to_owned(), near::roles::Role { dimensions, content });
        }
        roles
    };
    let count = |body: &str, globals: &str, roles: &near::Roles| {
        let text = format!("{globals}\nactive [3] proctype P() {{\n{body}\n}}\n");
        true_symmetries(&text, roles).expect("a small model").symmetries.len()
    };
    let turn = by_number(&[("turn", 0, true), ("st", 1, false)]);
    let globals = "byte turn; bit st[3];";
    assert_eq!(count("turn = _pid; st[turn] = 1 - st[turn];", globals, &turn), 6);
    assert_eq!(count("(turn == _pid); turn = (_pid + 1) % 3;", globals, &turn), 3);
    assert_eq!(count("turn = _pid; (_pid > 0); st[turn] = 1;", globals, &turn), 2);
    assert_eq!(
        count("do :: turn = _pid :: (_pid < turn); st[_pid] = 1 :: st[0] > 1 od", globals, &turn),
        1
    );
    // An option for each process: it leads to a place of its own, which moves with the process.
    let options = "if :: _pid == 0 -> st[0] = 1 :: _pid == 1 -> st[1] = 1 :: _pid == 2 -> st[2] = 1 fi; assert(st[_pid] < 2)";
    assert_eq!(count(options, globals, &turn), 6);
    let unlike = "if :: _pid == 0 -> st[0] = 1 :: _pid == 1 -> st[1] = 1 :: _pid == 2 -> st[1] = 1 fi; assert(st[_pid] < 2)";
    assert_eq!(count(unlike, globals, &turn), 1);
    let mut own = by_number(&[]);
    let names = ["a", "b", "c"].map(str::to_owned).to_vec();
    own.members.push(near::roles::Members { first: 0, names });
    let body = "if :: _pid == 0 -> a = 1 :: _pid == 1 -> b = 1 :: _pid == 2 -> c = 1 fi; assert(a + b + c < 3);";
    assert_eq!(count(body, "bit a, b, c;", &own), 6);
    assert_eq!(count(&body.replace("+ c", ""), "bit a, b, c;", &own), 2);
}

/// A group that is too large is noticed.
#[test]
fn a_wrong_generator_is_noticed() {
    let text = "byte st[3]; active [3] proctype P() { st[_pid] = 1; assert(_pid != 2 || st[0] == st[1]) }\n";
    let machine = machine(text, LoadOptions::default()).expect("a model");
    let mut reduction = detect(&machine).reduction.expect("two processes are alike");
    assert!(matches!(soundness(&reduction, MAX_STATES), Soundness::Sound(_)));
    let layout = reduction.symmetry.layout().clone();
    let wrong =
        groups::Permutation::from_cycles(layout.point_count(), &[vec![1, 2]]).expect("a cycle");
    let group = groups::Group::from_generators(layout.point_count(), vec![wrong]);
    reduction.symmetry = symmetry::SymmetryGroup::new(group, layout).expect("it acts on states");
    assert!(matches!(soundness(&reduction, MAX_STATES), Soundness::Wrong(_)));
}
