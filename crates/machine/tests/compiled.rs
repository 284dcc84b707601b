//! Compiled machines against interpreted ones.

use machine::Machine;
use machine::compile::CompileOptions;

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
