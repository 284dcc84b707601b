//! Compiled machines against interpreted ones.

#[cfg(feature = "native")]
use kernel::{Engine, Expand, SearchOptions, Silent, Statistics, search_short};
use machine::Machine;
use machine::compile::CompileOptions;
use machine::program::Condition;
#[cfg(feature = "native")]
use model::ShortWay;

use crate::support::SPAN;
use crate::support::code::{Code, otherwise};
use crate::support::draft::{Draft, differ, modulo, number, plus};
use crate::support::random::{Members, family};
use crate::support::short_way::{Compared, compare};
use crate::support::{counters, token_ring};

#[test]
fn small_machines_go_the_short_way() {
    for machine in [token_ring(5), counters(4, true), counters(3, false)] {
        let Compared { states, short } = compare(&machine, 10_000);
        assert_eq!(short, states);
    }
}

/// [`compare`] compares it.
#[cfg(feature = "native")]
#[test]
fn there_is_machine_code() {
    assert!(crate::support::native::compare(&token_ring(5), 10));
}

/// A search goes over to machine code where it is, or begins with it, and finds the same.
#[cfg(feature = "native")]
#[test]
fn searches_by_machine_code_find_the_same() {
    let machine = counters(10, false);
    let found = |engine, workers| {
        let options = SearchOptions { engine, workers, ..SearchOptions::default() };
        let expand: &Expand<'_, Machine> = &|bytes, source, scratch, offers, demand| {
            machine.expand(bytes, source, scratch, offers, demand)
        };
        let outcome = search_short(&machine, expand, &options, &Silent);
        let Statistics { states, transitions, depth, .. } = outcome.statistics;
        (states, transitions, depth)
    };
    let expected = found(Engine::Interpreted, 1);
    assert_eq!(expected.0, 3u64.pow(10));
    for (engine, workers) in [(Engine::Compiled, 1), (Engine::Compiled, 2), (Engine::Native, 2)] {
        assert_eq!(found(engine, workers), expected, "{engine:?}, {workers} workers");
    }
}

#[test]
fn random_machines_agree() {
    let (mut states, mut short) = (0, 0);
    for seed in 0..400 {
        let members = if seed % 2 == 0 { Members::Alike } else { Members::Unlike };
        let program = family(seed, members).draft.program();
        let Ok(machine) = Machine::new(program, CompileOptions::default()) else { continue };
        let compared = compare(&machine, 500);
        states += compared.states;
        short += compared.short;
    }
    assert!(short * 4 > states * 3, "{short} of {states} states went the short way");
}

/// Within an atomic sequence, where the only way on leads out of it and to what is no state, an `else` beside it is taken; without one the
/// sequence is interrupted. (No language says so: only programs of RED have a condition on states, and these have nothing atomic.)
///
/// `y` counts up to 2, and begins anew by the `else`: (x, y) is (0, 0), (1, 1), (2, 2), (3, 0), and (1, 1) again. Without it the last is
/// (3, 2) within the sequence, where nothing is possible, and the long way has to say so.
#[test]
fn what_leads_to_no_state_is_no_way() {
    for (has_else, expected) in [(true, (4, 4)), (false, (4, 3))] {
        let mut draft = Draft::new();
        let (x, y) = (draft.global("x"), draft.global("y"));
        let one_more = modulo(plus(draft.get(y, &[]), number(1)), 4);
        let out = vec![draft.set(y, &[], draft.get(x, &[]))];
        let anew = has_else.then(|| vec![otherwise(), draft.set(y, &[], number(0))]);
        let options = [out].into_iter().chain(anew).collect();
        let sequence = Code::Atomic(vec![draft.set(x, &[], one_more), Code::If(options)]);
        draft.processes("P", 1, vec![Code::Loop(vec![vec![sequence]])]);
        let mut program = draft.program();
        let expr = differ(draft.get(y, &[]), number(3));
        program.state_condition = Some(Condition { expr, span: SPAN });
        let machine = Machine::new(program, CompileOptions::default()).expect("an initial state");
        let Compared { states, short } = compare(&machine, 100);
        assert_eq!((states, short), expected, "with an else: {has_else}");
    }
}
