//! Models compiled to code of their own against models interpreted, state by state.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use detection::{Reduction, ReductionScratch, detect};
use kernel::{
    Engine, Expand, Limits, SearchOptions, Silent, StateIdentity, Statistics, StopReason,
    TransitionSystem, search,
};
use machine::Blanks;
use model::ShortWay;
use symmetry::{AuditPlan, Strategy};
use testing::places::{absent, examples, files_below, shared};

use crate::hostile::parts::model::{Aim, model};
use crate::near_symmetric::{Style, numbered};
use crate::random::check::short_way::{Compared, compare, compare_with};
use crate::random::text::render;
use crate::support::corpus;
use crate::support::loading::machine;

/// So many states of each model are looked at.
const MOST_STATES: usize = 3_000;

/// Compares models, and says how many states were compared and went the short way.
fn compare_all(models: impl Iterator<Item = (String, String)>) -> Compared {
    let mut sum = Compared::default();
    for (name, text) in models {
        let Ok(machine) = machine(&text) else { continue };
        let compared = catch_unwind(AssertUnwindSafe(|| compare(&machine, MOST_STATES)));
        let compared = compared.unwrap_or_else(|_| panic!("{name}:\n{text}"));
        sum.states += compared.states;
        sum.short += compared.short;
    }
    sum
}

/// The same for the quotients of models, state by state and as wholes.
fn compare_quotients(models: impl Iterator<Item = (String, String)>) -> Compared {
    let mut sum = Compared::default();
    for (name, text) in models {
        let Ok(machine) = machine(&text) else { continue };
        let Some(reduction) = detect(&machine).reduction else { continue };
        let forget = |scratch: &mut ReductionScratch| scratch.machine.covered.fill(false);
        let compared = catch_unwind(AssertUnwindSafe(|| {
            quotients_agree(&reduction);
            compare_with(&reduction, MOST_STATES, forget)
        }));
        let compared = compared.unwrap_or_else(|_| panic!("{name}:\n{text}"));
        sum.states += compared.states;
        sum.short += compared.short;
    }
    sum
}

/// Searches of the quotient find the same by either way, with partial order reduction and without.
fn quotients_agree(reduction: &Reduction) {
    let symmetry = &reduction.symmetry;
    let strategy = Strategy::auto(symmetry).prepared;
    let expand: &Expand<'_, Reduction> = &|bytes, source, scratch, offers, demand| {
        reduction.expand(bytes, source, scratch, offers, demand)
    };
    for partial_order in [false, true] {
        let search = |engine, workers| {
            let limits = Limits { states: Some(20_000), ..Limits::default() };
            let options = SearchOptions {
                engine,
                workers,
                partial_order,
                limits,
                keep_going: true,
                ..SearchOptions::default()
            };
            let plan = AuditPlan { first: 3, every: 50 };
            let found = strategy.search_short(reduction, expand, symmetry, plan, &options, &Silent);
            let Statistics { states, transitions, depth, .. } = found.statistics;
            let violated = found.violations.iter().map(|it| (it.property, it.states.len()));
            let counts = (states, transitions, depth, found.violation_count);
            (found.stop, counts, violated.collect::<Vec<_>>())
        };
        let expected = search(Engine::Interpreted, 1);
        assert_eq!(search(Engine::Compiled, 1), expected);
        assert_eq!(search(Engine::Native, 1), expected);
        if expected.0 == StopReason::Exhausted {
            assert_eq!(search(Engine::Compiled, 2), expected);
        }
    }
}

#[test]
fn quotients_do_the_same() {
    let styles = [Style::Plain, Style::Idioms].into_iter().flat_map(|style| {
        (0..40).map(move |seed| (format!("{style:?} {seed}"), render(&numbered(seed, style).nodes)))
    });
    // Those before all processes have started do not.
    let Compared { states, short } = compare_quotients(styles);
    assert!(short * 4 > states, "{short} of {states} states went the short way");
    let text = |seed: u64| render(&model(seed, Aim::Reductions).nodes);
    compare_quotients((0..30).map(|seed| (format!("hostile {seed}"), text(seed))));
    let text = |path: std::path::PathBuf| {
        (path.display().to_string(), std::fs::read_to_string(&path).expect("an example"))
    };
    let Compared { states, short } = compare_quotients(examples("promela").into_iter().map(text));
    assert!(short * 4 > states * 3, "{short} of {states} states went the short way");
}

/// Deterministic blocks whose loops are unrolled: counters that start anywhere, leave by several ways, index arrays and beyond, are
/// received, cut off, or never end; fields of a message that name where later ones go.
#[test]
fn loops_of_d_steps_do_the_same() {
    let bodies = [
        "i = 0; do :: i < 4 -> a[i] = a[(i + 1) % 4] + i; i++ :: else -> break od; i = 0",
        "i = 0; do :: a[i] == 3 -> break :: a[i] != 3 && i < 3 -> i++ :: else -> break od; a[i] = i; i = 0",
        "i = n; do :: i < 4 -> a[i] = n; i++ :: else -> break od",
        "i = 0; do :: i <= 4 -> s = s + a[i]; i++ :: else -> break od",
        "c?i; do :: i > 0 -> a[i % 4] = i; i-- :: else -> break od; c!(n + 1)",
        "i = 3; k = i; do :: k != 0 -> k--; if :: a[k] > n -> a[k] = 0; i = k :: else fi :: else -> break od; n = i",
        "k = 1; do :: k -> k++; a[0] = a[0] ^ 1 :: !k -> break od",
        "i = 0; do :: a[1] = (a[1] + 1) % 3; if :: a[1] == 0 -> break :: else fi od",
        "a[1] = 0; i = 0; d!1,n; d?i,a[i]; s = a[1]; i = 0",
        "i = 2; a[2] = 1; d!0,n; d?i,a[i]; s = a[2] + 2 * a[0]; a[i] = 0; i = 0",
        "i = 1; d!2,n; d?a[i],i; s = a[1] + i; i = 0",
        "s = 250; do :: s > 200 -> s = s + 7 :: else -> break od; assert(s < 8); s = 0",
    ];
    let models = bodies.iter().flat_map(|body| {
        [1, 3].map(|processes| {
            let text = format!(
                "byte a[4]; byte n, s; chan c = [1] of {{ byte }}; chan d = [1] of {{ byte, byte }};
active [{processes}] proctype P() {{ byte i; bit k;
  do :: n = (n + 1) % 4 :: len(c) == 0 -> c!n :: d_step {{ {body} }} od }}"
            );
            (text.clone(), text)
        })
    });
    let Compared { states, short } = compare_all(models.clone());
    assert!(short * 10 > states * 7, "{short} of {states} states went the short way");
    compare_quotients(models);
}

/// Sequences in place are as long as those by which counterexamples are confirmed: fewer steps where states are large.
#[test]
fn atomic_sequences_that_are_too_long_are_given_up() {
    let text = |rounds: u32| {
        format!(
            "byte big[20000];
active proctype P() {{ int i;
  do :: atomic {{ i = 0; do :: i < {rounds} -> i++; big[0] = 1 :: else -> break od; i = 0; big[1] = 1 - big[1] }} od }}"
        )
    };
    let short = |rounds| compare(&machine(&text(rounds)).expect("a model"), MOST_STATES);
    let (few, many) = (short(400), short(3000));
    assert_eq!((few.states, few.short), (3, 3));
    assert_eq!((many.states, many.short), (1, 0));
}

/// Where something that stands for nobody takes more room than a variable's values, its values are cut off as before.
#[test]
fn values_are_cut_off_where_there_is_room_for_more() {
    let text = "bit b; bit a[3]; byte n; chan c = [2] of { bit };
active [2] proctype P() {
  do :: n = (n + 1) % 4 :: b = n :: a[n % 3] = n + b :: c!n :: c?b :: c?a[b] :: d_step { b = 2; a[b] = 3 } od
}";
    let machine = machine(text).expect("a model");
    let variables = vec![255; machine.program.variables.len()];
    let blanks = Blanks { fields: vec![vec![255]], variables, messages: Vec::new() };
    let machine = machine.with_blanks(false, Arc::new(blanks)).kept_in_records();
    let Compared { states, short } = compare(&machine, MOST_STATES);
    assert_eq!(short, states);
}

#[test]
fn hostile_models_do_the_same() {
    let text = |seed: u64| render(&model(seed, Aim::Reductions).nodes);
    let Compared { states, short } =
        compare_all((0..300).map(|seed| (format!("hostile {seed}"), text(seed))));
    assert!(short * 3 > states, "{short} of {states} states went the short way");
}

#[test]
fn nearly_symmetric_models_do_the_same() {
    for style in [Style::Plain, Style::Idioms] {
        let text = |seed: u64| render(&numbered(seed, style).nodes);
        let Compared { states, short } =
            compare_all((0..300).map(|seed| (format!("{style:?} {seed}"), text(seed))));
        assert!(short * 2 > states, "{short} of {states} states went the short way");
    }
}

#[test]
fn our_examples_go_the_short_way() {
    let text = |path: std::path::PathBuf| {
        (path.display().to_string(), std::fs::read_to_string(&path).expect("an example"))
    };
    let Compared { states, short } = compare_all(examples("promela").into_iter().map(text));
    assert!(short * 10 > states * 8, "{short} of {states} states went the short way");
}

#[test]
fn models_of_other_people_do_the_same() {
    let root = shared("models/promela");
    if !root.exists() {
        println!("skipped: {}", absent("models/promela"));
        return;
    }
    let models = files_below(&root)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|it| it == "pml"));
    let mut sum = Compared::default();
    for path in models {
        let Ok(machine) = corpus::machine(&path) else { continue };
        let compared = compare(&machine, MOST_STATES);
        sum.states += compared.states;
        sum.short += compared.short;
    }
    assert!(sum.short * 10 > sum.states * 7, "{sum:?}");
}

/// Which processes there are is asked before the search. Here are 2 to the 30 ways to one state in which one is started.
#[test]
fn processes_are_found_out_in_no_time() {
    let text = "byte g;
        proctype P(byte k) { g = k }
        init { byte i, x;
          atomic { do :: i < 30 -> if :: x = 0 :: x = 1 fi; assert(x < 2); x = 0; i++
                      :: else -> break od;
            run P(1) } }";
    let machine = machine(text).expect("a model");
    let found = search(&machine, &SearchOptions::default(), &Silent);
    assert!(found.violations.is_empty());
    assert_eq!(found.statistics.states, 5);
}

#[test]
fn long_queues_that_may_be_empty_are_packed() {
    let text = |capacity: u32| {
        format!("chan c = [{capacity}] of {{ int, bool, bool }}; active proctype A() {{ c!1,0,1 }}")
    };
    let identity = |capacity| machine(&text(capacity)).expect("a model").identity();
    assert!(matches!(identity(4), StateIdentity::Fixed(_)));
    assert_eq!(identity(200), StateIdentity::Whole);
}

/// What follows is found out for each of many channels, or by the interpreter.
#[test]
fn channels_that_are_found_out_at_run_time_are_few() {
    let text = |processes: u32| {
        format!(
            "chan pub = [1] of {{ chan }}; byte turn;
             active [{processes}] proctype P() {{ chan mine = [1] of {{ byte, byte }}; chan x; byte v;
               turn == _pid; if :: _pid == 0 -> x = mine :: else -> pub?x fi;
               x!v,1; x?v,_; turn++; pub!x }}"
        )
    };
    let share = |processes| {
        let compared = compare(&machine(&text(processes)).expect("a model"), MOST_STATES);
        compared.short as f64 / compared.states as f64
    };
    assert!(share(8) > 0.9);
    assert!(share(60) < 0.9);
}
