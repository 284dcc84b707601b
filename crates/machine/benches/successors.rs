//! Successors of states of machines, encoded as a search encodes them.

#[path = "../tests/support/mod.rs"]
mod support;

use std::collections::HashSet;
use std::ops::ControlFlow;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kernel::{Transition, TransitionSystem};
use machine::{Machine, State};
use support::{counters, token_ring};

/// The most states of a round.
const STATES: usize = 500;

/// The first states that are met.
fn first_states(machine: &Machine) -> Vec<State> {
    let (mut states, mut next) = (vec![machine.initial().clone()], 0);
    let mut seen: HashSet<State> = states.iter().cloned().collect();
    while let Some(state) = states.get(next).cloned().filter(|_| states.len() < STATES) {
        let mut visit = |transition: Transition<'_, Machine>| {
            states.extend(transition.target.filter(|&target| seen.insert(target.clone())).cloned());
            ControlFlow::Continue(())
        };
        let _ = machine.successors(&state, &mut machine.scratch(), &mut visit);
        next += 1;
    }
    states
}

fn successors(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("successors");
    for (name, machine) in [("token-ring-50", token_ring(50)), ("counters-8", counters(8, false))] {
        let states = first_states(&machine);
        let (mut scratch, mut bytes) = (machine.scratch(), Vec::new());
        group.throughput(Throughput::Elements(states.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for state in &states {
                    let mut visit = |transition: Transition<'_, Machine>| {
                        if let Some(target) = transition.target {
                            bytes.clear();
                            machine.encode(target, &mut bytes);
                        }
                        ControlFlow::Continue(())
                    };
                    let _ = machine.successors(state, &mut scratch, &mut visit);
                }
                bytes.len()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, successors);
criterion_main!(benches);
