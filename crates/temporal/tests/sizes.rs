//! How large automata are, beside those of other programs.

mod common;

use std::time::{Duration, Instant};

use common::patterns::{PATTERNS, SCOPES};
use common::{lbt, reader, spin};
use temporal::{Formula, Limits, translate};
use testing::peers::{Peer, are_installed};

#[test]
fn patterns() {
    let has_spin = are_installed(&[Peer::Spin]);
    let has_lbt = are_installed(&[Peer::Lbt]);
    let mut totals = [0usize; 10];
    let mut all = Duration::ZERO;
    for (name, formulas) in PATTERNS {
        for (scope, text) in SCOPES.iter().zip(formulas) {
            let formula = reader::read(text);
            for (sign, formula) in [(" ", formula.clone()), ("!", formula.negated())] {
                let start = Instant::now();
                let general = translate(&formula, &Limits::default()).expect("small");
                let one = general.degeneralised();
                let states = general.state_based();
                let time = start.elapsed();
                all += time;
                totals[6] += one.state_count();
                totals[7] += one.edge_count();
                totals[8] += states.edge_count();
                totals[9] += general.edge_count();
                let mut line = format!(
                    "{sign} {name:28} {scope:9} tgba {:3} {:3} {}; tba {:3} {:3}; ba {:3} {:3}",
                    general.state_count(),
                    general.edge_count(),
                    general.sets(),
                    one.state_count(),
                    one.edge_count(),
                    states.state_count(),
                    states.edge_count()
                );
                let of = states.state_count();
                totals[0] += of;
                totals[1] += general.state_count();
                if has_lbt {
                    let other = lbt::translated(&formula).expect("there").size();
                    totals[2] += of;
                    totals[3] += other;
                    line += &format!(" lbt {other}");
                }
                if has_spin {
                    match spin::translated(&formula, Duration::from_millis(300)) {
                        spin::Asked::Automaton(other) => {
                            let other = other.size();
                            totals[4] += of;
                            totals[5] += other;
                            line +=
                                &format!(" spin {other} {}", if other < of { "WORSE" } else { "" });
                        }
                        spin::Asked::Refused => line += " spin refuses",
                        spin::Asked::TooSlow => line += " spin slow",
                    }
                }
                println!("{line} {time:?}");
            }
        }
    }
    println!("{totals:?} {all:?}");
}
