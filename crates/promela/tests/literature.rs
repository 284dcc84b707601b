//! Models after the literature on what goes wrong where reductions, fairness and formulas meet. Each has verdicts that were worked out
//! by hand, for each kind of fairness, and gets them in every way to search: with partial order and without, with symmetry and
//! without, on one worker and on two.

use checking::{
    Answer, CheckRequest, Detail, Language, Loading, Purpose, RepresentativeRequest, Settings,
    SymmetrySource,
};
use diagnostics::Sources;
use kernel::{Fairness, SearchOptions, Silent};
use promela::Promela;
use symmetry::AuditPlan;
use testing::peers::{Peer, are_installed};
use testing::spin::Workshop;

const FAIRNESS: [Fairness; 3] = [Fairness::None, Fairness::Weak, Fairness::Strong];

/// Whether a formula holds without fairness, under weak, and under strong fairness.
type Verdicts = (&'static str, [bool; 3]);

/// Asserts that each formula of a model has its verdicts in every combination, and for which the model has a symmetry.
fn decides(text: &str, expected: &[Verdicts], symmetric_formulas: &[&str]) {
    let mut sources = Sources::new();
    let file = sources.add("m.pml", text);
    let settings = Settings::default();
    let Loading { model, diagnostics, sources } =
        Promela.load(sources, file, &settings, Purpose::Check);
    assert!(!diagnostics.iter().any(|it| it.is_error()), "{}", diagnostics[0].one_line(&sources));
    let model = model.expect("a model");
    let names: Vec<&str> = expected.iter().map(|(name, _)| *name).collect();
    assert_eq!(model.claims(), names);
    let sources = [SymmetrySource::Off, SymmetrySource::Found];
    for (place, (name, holds)) in expected.iter().enumerate() {
        for (fairness, holds) in FAIRNESS.into_iter().zip(holds) {
            for (symmetry, symmetric) in sources.iter().zip([false, true]) {
                for (partial_order, workers) in [(false, 1), (false, 2), (true, 1), (true, 2)] {
                    let options =
                        SearchOptions { partial_order, workers, ..SearchOptions::default() };
                    let request = CheckRequest {
                        symmetry: *symmetry,
                        representative: RepresentativeRequest::default(),
                        audit: AuditPlan::one_in(1),
                        orbits: false,
                        fairness,
                        shortest: false,
                        options,
                        detail: Detail::Actions,
                        store: true,
                        export: false,
                    };
                    let found = model.check_claim(place, &request, &Silent).expect("an answer");
                    let answer = if *holds { Answer::Holds } else { Answer::Violated };
                    let case = format!(
                        "{name}, {fairness:?}, symmetry {symmetric}, partial order {partial_order}"
                    );
                    assert_eq!(found.verdict.answer, answer, "{case}: {:?}", found.verdict.reason);
                    let searched = found.searched;
                    // The symmetry was not given up on the way.
                    let abandoned = searched.audited.and_then(|it| it.abandoned);
                    assert_eq!(abandoned, None, "{case}");
                    if fairness == Fairness::None {
                        let leaves_out = partial_order && *name != "guess";
                        assert_eq!(searched.partial_order, leaves_out, "{case}");
                    }
                    let is_used = searched.representative.is_some();
                    assert_eq!(is_used, symmetric && symmetric_formulas.contains(name), "{case}");
                }
            }
        }
    }
    spin_agrees(text, expected);
}

/// SPIN finds the same, without fairness and with weak fairness.
fn spin_agrees(text: &str, expected: &[Verdicts]) {
    if !are_installed(&[Peer::Spin, Peer::Gcc]) {
        return;
    }
    let first: String = expected.iter().map(|(name, _)| *name).collect();
    let workshop = Workshop::new(&format!("literature-{first}"));
    let names: Vec<&str> = expected.iter().map(|(name, _)| *name).collect();
    for (place, options) in [(0, &[][..]), (1, &["-f"])] {
        let holds = workshop.satisfies(text, &names, options).expect("verdicts");
        let ours: Vec<bool> = expected.iter().map(|(_, holds)| holds[place]).collect();
        assert_eq!(holds, ours, "{options:?}");
    }
}

/// S. Siegel, *What's wrong with on-the-fly partial order reduction*, CAV 2019: a process goes round without being seen, another one
/// makes what is seen happen once; which of them may go first is decided at each node of the product with the automaton, and an
/// automaton that guesses how long nothing is seen can miss it. (`automata_that_guess_repetitions_lose_runs` among the tests of
/// the search has such an automaton.)
///
/// `until`: the run on which `seen` never becomes 1 keeps it from holding; a fair one does not exist. `never_`: it
/// becomes 1 on some run. `first`: that `seen` is 0 until it is 1 for ever, or 0 for ever, is so on each run. The
/// automaton of the contrary of `guess` guesses: nothing is left out for it.
#[test]
fn runs_are_not_lost_by_an_automaton_that_guesses() {
    decides(
        "bit seen, other;
        active proctype unseen() { bit l; do :: l = 1; l = 0 od }
        active proctype once() { seen = 1; other = 1; other = 0 }
        ltl until { (seen == 0) U (seen == 1) }
        ltl never_ { [] (seen == 0) }
        ltl first { (seen == 0) W ([] (seen == 1)) }
        ltl guess { ! (([] (other == 0)) U ([] (seen == 1))) }
        ltl answer { [] ((other == 1) -> <> (other == 0)) }",
        &[
            ("until", [false, true, true]),
            ("never_", [false, false, false]),
            ("first", [true, true, true]),
            // Without fairness `once` may stop when `seen` is 1: `other` was 0 and stays so. Else it becomes 1.
            ("guess", [false, true, true]),
            ("answer", [false, true, true]),
        ],
        &[],
    );
}

/// Partial order with strong fairness: what a process could do where a reduced search does not look still counts, so that no
/// transition may be left out (of the combination in PAT: J. Sun, Y. Liu, J. S. Dong and J. Pang, *PAT: Towards flexible verification
/// under fairness*, CAV 2009).
///
/// `waiter` can move again and again, whenever the gate is open, and nothing else tells that it is. Under strong fairness it goes
/// through; under weak fairness the gate may be shut whenever it would be asked. `unseen` goes round by itself. Where there are two
/// gates, all can take turns so that they are never open at once: then nobody is left out who could move.
#[test]
fn what_is_left_out_counts_for_strong_fairness() {
    decides(
        "bit gate, through;
        active proctype keeper() { do :: gate = 1; gate = 0 od }
        active proctype waiter() { gate == 1 -> through = 1 }
        active proctype unseen() { bit l; do :: l = 1; l = 0 od }
        ltl passes { <> (through == 1) }
        ltl stays { <> [] (through == 0) }",
        &[("passes", [false, false, true]), ("stays", [false, false, false])],
        &[],
    );
    decides(
        "bit gate, door, through;
        active proctype keeper() { do :: gate = 1; gate = 0 od }
        active proctype porter() { do :: door = 1; door = 0 od }
        active proctype waiter() { (gate == 1 && door == 1) -> through = 1 }
        active proctype unseen() { bit l; do :: l = 1; l = 0 od }
        ltl meets { <> (through == 1) }
        ltl misses { [] (through == 0) || [] <> (door == 1) }",
        &[("meets", [false, false, false]), ("misses", [false, true, true])],
        // Keeper and porter are mirror images of each other to what does not ask for one of them alone.
        &["meets"],
    );
}

/// D. Bošnački, *A light-weight algorithm for model checking with symmetry reduction and weak fairness*, SPIN 2003: representatives
/// exchange processes, so that a process which never moves seems to take turns with others. Each has its first step, and flips its bit
/// for ever after; the representative puts who has flipped at another place.
///
/// `all`: without fairness the others may flip for ever while one waits. `rests`: all bits may be 0 again and again, and need not:
/// while one is 1 another one is flipped, by turns, and all move.
#[test]
fn who_is_exchanged_does_not_seem_to_move() {
    decides(
        "byte started, ones;
        active [3] proctype P() {
          bit b;
          started++;
          do
          :: b == 0 -> d_step { b = 1; ones++ }
          :: b == 1 -> d_step { b = 0; ones-- }
          od
        }
        ltl all { <> (started == 3) }
        ltl rests { [] <> (ones == 0) }
        ltl bounded { [] (ones <= started) }",
        &[
            ("all", [false, true, true]),
            ("rests", [false, false, false]),
            ("bounded", [true, true, true]),
        ],
        &["all", "rests", "bounded"],
    );
}

/// Liveness under symmetry as TLC warns of it: with symmetric values it may miss violations (tlaplus issue 59), and report some that
/// are none (issue 644).
///
/// `settles` is missed by a search that makes the two values of the token one: where it goes round for ever they are one state. It is
/// violated, fair or not. `delivered` is the other kind: a value is sent and comes to all, each of which takes it once; while one
/// waits the idle process may go on for ever, unless it is treated fairly.
#[test]
fn symmetric_values_lose_no_liveness() {
    decides(
        "byte turn;
        active [2] proctype user() { do :: turn == _pid -> turn = 1 - _pid od }
        ltl settles { <> [] (turn == 0) || <> [] (turn == 1) }
        ltl either { [] <> (turn == 0) && [] <> (turn == 1) }",
        &[("settles", [false, false, false]), ("either", [true, true, true])],
        &[],
    );
    decides(
        "mtype = { red, green };
        mtype sent; byte delivered;
        active proctype sender() { if :: sent = red :: sent = green fi }
        active [2] proctype receiver() { mtype got; sent != 0 -> got = sent; delivered++ }
        active proctype idle() { bit l; do :: l = 1 - l od }
        ltl arrives { <> (delivered == 2) }
        ltl same { [] ((sent == red) -> [] (sent == red)) }",
        &[("arrives", [false, true, true]), ("same", [true, true, true])],
        &["arrives", "same"],
    );
}

/// A. Valmari's ignoring problem (*Stubborn sets for reduced state space generation*, 1989): a process that goes round unseen may go
/// first in every state, and nobody else ever would.
///
/// `safe`: a prefix shows the step that would be put off. `again`: so does a run on which `x` is 1 for ever, `rarely`: it need not
/// become 1 unless that is fair.
#[test]
fn nobody_is_ignored_for_ever() {
    decides(
        "bit x;
        active proctype round() { byte l; do :: l = 1; l = 2; l = 0 od }
        active proctype step() { byte k; k = 1; k = 2; x = 1 }
        ltl safe { [] (x == 0) }
        ltl again { [] <> (x == 0) }
        ltl rarely { <> (x == 1) }",
        &[
            ("safe", [false, false, false]),
            ("again", [false, false, false]),
            ("rarely", [false, true, true]),
        ],
        &[],
    );
}
