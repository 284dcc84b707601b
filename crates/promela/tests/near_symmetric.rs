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
//!         near_symmetric::long_near_symmetric -- --ignored --nocapture
//!
//! `QUOTIENT_RANDOM_JOBS` is the number of threads (2), and `QUOTIENT_RANDOM_IDIOMS=1` takes models with what engineers write for
//! "each of them". `QUOTIENT_SHOW_MISSED=5` shrinks and prints so many models
//! with a missed symmetry. `long_idioms_with_spin` compares models with idioms with SPIN, and each reduction with the others. The ignored test `show` prints the model with the number `QUOTIENT_RANDOM_SEED`.

#[path = "near_symmetric/mod.rs"]
mod near;
#[allow(dead_code)]
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use crate::hostile::parts::oracles::{Verdict, agrees_with_spin, reductions_are_right};
use crate::hostile::parts::{self as hostile, campaign};
use crate::hostile::{agree, quotients};
use crate::random::check;
use crate::random::text::{render, shrink};
use near::look::{MAX_STATES, Outcome, is_plain, look, machine, true_symmetries};
pub use near::model::Style;
use near::model::{Model, model};
use near::mutation::mutate;
use near::roles::{Content, Domain, Members, Role, Roles};
use near::summary::{Missed, Summary, features};
use promela::LoadOptions;
use testing::Numbers;
use testing::peers::{VERIFIER, are_installed};
use testing::spin::{Setting, Workshop};

/// How often a model that fails may be run to make it smaller.
const SHRINKING: usize = 600;

/// The model number `seed`: two of three have a change.
pub fn numbered(seed: u64, style: Style) -> Model {
    let mut model = model(seed / 3, style);
    if !seed.is_multiple_of(3) {
        mutate(&mut model, &mut Numbers::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d)));
    }
    model
}

/// Which models to look at.
struct Range {
    first: u64,
    count: u64,
    jobs: u64,
    style: Style,
}

impl Range {
    fn asked() -> Range {
        Range {
            first: asked("QUOTIENT_RANDOM_SEED", 0),
            count: asked("QUOTIENT_RANDOM_MODELS", 5000),
            jobs: asked("QUOTIENT_RANDOM_JOBS", 2),
            style: if asked("QUOTIENT_RANDOM_IDIOMS", 0) > 0 {
                Style::Idioms
            } else {
                Style::Plain
            },
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
            let model = numbered(seed, range.style);
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

/// Models in which a symmetry is missed, each made smaller: those with few features first, one of those that are
/// changes of one another.
fn show_missed(missed: &[Missed], most: usize, style: Style) {
    let mut missed: Vec<&Missed> = missed.iter().collect();
    missed.sort_by_key(|m| (m.features.len(), m.seed));
    let mut shown = BTreeSet::new();
    for Missed { seed, .. } in missed {
        let model = numbered(*seed, style);
        let text = render(&model.nodes);
        if shown.len() < most && shown.insert(seed / 3) {
            // Of a plain model what is left is plain.
            let is_plain = is_plain_text(&text);
            let misses =
                |text: &str| (!is_plain || is_plain_text(text)) && misses(text, &model.roles);
            let text = render(&shrink(model.nodes.clone(), SHRINKING, &misses));
            let features = features(&model).join(", ");
            println!("----- model {seed}, made smaller, misses a symmetry ({features}):\n{text}");
        }
    }
}

/// Whether a symmetry is missed that merges states.
fn misses(text: &str, roles: &Roles) -> bool {
    match look(text, roles) {
        Outcome::Looked { truth: Some(truth), found, .. } => {
            truth.orbits(&truth.symmetries) < truth.orbits(&found)
        }
        _ => false,
    }
}

fn is_plain_text(text: &str) -> bool {
    machine(text, LoadOptions::default()).is_ok_and(|machine| is_plain(&machine))
}

fn no_reported_generator_is_wrong(style: Style) {
    let summary = run(&Range { first: 0, count: 150, jobs: 2, style });
    summary.print();
    assert!(summary.wrong.is_empty(), "{}", summary.wrong.join("\n\n"));
    assert!(summary.grouped > 50, "hardly any model has a group");
    let found: usize = summary.shares.iter().map(|share| share.found).sum();
    assert!(found > 0, "no symmetry was found that is known to be true");
}

#[test]
fn no_reported_generator_of_a_plain_model_is_wrong() {
    no_reported_generator_is_wrong(Style::Plain);
}

#[test]
fn no_reported_generator_of_idioms_is_wrong() {
    no_reported_generator_is_wrong(Style::Idioms);
}

/// SPIN counts the states and transitions of a model as we do and finds the same errors; reductions by symmetry, by partial order and by
/// both violate the same.
fn agrees_everywhere(text: &str, workshop: &Workshop) -> Verdict {
    match agrees_with_spin(text, workshop) {
        Verdict::Fine { .. } => {}
        // A name that hides a global one, an array that indexes itself.
        Verdict::Wrong(why) if why.starts_with("accepted, SPIN says") => {
            return Verdict::Refused(why);
        }
        // SPIN counts attempts at a rendezvous that a deterministic step rules out.
        Verdict::Wrong(why)
            if why.starts_with("states and transitions")
                && text.contains("= [0] of")
                && text.contains("d_step") =>
        {
            return Verdict::NotCompared(why);
        }
        // SPIN takes an element of a local array for local, whatever its subscript, and merges more.
        Verdict::Wrong(why) if why.starts_with("states and transitions") => {
            let unmerged = check::agrees_with_spin(text, Setting::Unmerged, workshop);
            if !matches!(unmerged, check::Verdict::Fine(_)) {
                return Verdict::Wrong(format!("{why}; unmerged: {unmerged:?}"));
            }
        }
        other => return other,
    }
    let machine = machine(text, LoadOptions::default()).expect("it was searched");
    let by_order = agree::agrees(&machine, MAX_STATES as u64)
        .and_then(|_| quotients::quotient_agrees(&machine, MAX_STATES as u64));
    match by_order {
        Ok(_) => reductions_are_right(text),
        Err(why) => Verdict::Wrong(format!("partial order: {why}")),
    }
}

fn idioms_agree_everywhere(range: &campaign::Range) {
    if !are_installed(&VERIFIER) {
        return;
    }
    let workshop = |job: usize| Workshop::new(&format!("idioms-{}-{job}", range.first));
    let model = |seed: u64| {
        let Model { nodes, features, .. } = numbered(seed, Style::Idioms);
        hostile::model::Model { nodes, features }
    };
    let summary = campaign::run("idioms, SPIN", range, model, workshop, agrees_everywhere);
    assert!(summary.wrong.is_empty(), "{}", summary.wrong.join("\n\n"));
    assert!(summary.symmetric > 0, "no model with a symmetry was compared");
}

#[test]
fn spin_finds_the_same_of_idioms() {
    idioms_agree_everywhere(&campaign::Range::few(12));
}

#[test]
#[ignore = "long"]
fn long_idioms_with_spin() {
    idioms_agree_everywhere(&campaign::Range::asked("QUOTIENT_RANDOM_"));
}

#[test]
#[ignore = "long"]
fn long_near_symmetric() {
    let range = Range::asked();
    let summary = run(&range);
    summary.print();
    summary.print_missed(200);
    show_missed(&summary.missed, asked("QUOTIENT_SHOW_MISSED", 0) as usize, range.style);
    assert!(summary.wrong.is_empty(), "{}", summary.wrong.join("\n\n"));
}

/// Prints a model.
#[test]
#[ignore = "prints"]
fn show() {
    let range = Range::asked();
    let model = numbered(range.first, range.style);
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
        let mut roles = Roles::default();
        let domain = Domain::numbers(3);
        for &(name, dimensions, holds_names) in names {
            let dimensions = vec![Some(domain.clone()); dimensions];
            let content = match holds_names {
                true => Content::Names(domain.clone()),
                false => Content::Data,
            };
            roles.variables.insert(name.to_owned(), Role { dimensions, content });
        }
        roles
    };
    let count = |body: &str, globals: &str, roles: &Roles| {
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
    own.members.push(Members { first: 0, names });
    let body = "if :: _pid == 0 -> a = 1 :: _pid == 1 -> b = 1 :: _pid == 2 -> c = 1 fi; assert(a + b + c < 3);";
    assert_eq!(count(body, "bit a, b, c;", &own), 6);
    assert_eq!(count(&body.replace("+ c", ""), "bit a, b, c;", &own), 2);
}
