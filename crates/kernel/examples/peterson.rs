//! Peterson's mutual exclusion, searched with any store: time, and bytes for each state.
//!
//! `cargo run --release -p kernel --example peterson -- 6 1 compressed 10000000 300` (processes, workers, store, most states,
//! memory in MB).

use std::ops::ControlFlow;

use kernel::{
    Limits, Property, PropertyId, PropertyKind, SearchOptions, Silent, Starts, StateIdentity,
    Store, Transition, TransitionSystem, Visitor, no_invariants, search,
};

/// A process climbs levels; at each it waits until all others are below, or another one has come to the level after it.
struct Peterson {
    processes: usize,
    properties: Vec<Property>,
}

/// The bytes of a process: where it stands, its level, and what it has found out. One is not used.
const OWN: usize = 4;

impl Peterson {
    /// Where the bytes of a process are: after those that say how high each is, who came last to each level, and how many are in
    /// the critical region.
    fn own(&self, process: usize) -> usize {
        2 * self.processes + process * OWN
    }
}

impl TransitionSystem for Peterson {
    type State = Vec<u8>;
    type Step = usize;
    type Scratch = Vec<u8>;

    fn scratch(&self) -> Vec<u8> {
        Vec::new()
    }
    fn initial_states(&self, _: &mut Vec<u8>, starts: &mut dyn Starts<Vec<u8>>) -> ControlFlow<()> {
        let mut state = vec![0; self.own(self.processes)];
        (0..self.processes).for_each(|process| state[self.own(process) + 1] = 1);
        starts.start(&state)
    }
    fn successors<V: Visitor<Self>>(
        &self,
        state: &Vec<u8>,
        target: &mut Vec<u8>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let count = self.processes;
        for process in 0..count {
            let own = self.own(process);
            target.clone_from(state);
            let level = state[own + 1];
            let last = count + usize::from(level);
            let mut violation = None;
            match state[own] {
                0 => {
                    target[process] = level;
                    target[own] = 1;
                }
                1 => {
                    target[last] = process as u8 + 1;
                    target[own] = 2;
                }
                2 => {
                    let others = (0..count).filter(|&other| other != process);
                    let is_above = others.into_iter().all(|other| state[other] < level);
                    target[own + 2] = u8::from(is_above);
                    if is_above || usize::from(state[last]) != process + 1 {
                        target[own + 1] += 1;
                        target[own] = if usize::from(level) + 1 < count { 0 } else { 3 };
                    }
                }
                3 => {
                    target[count] += 1;
                    target[own + 2] = 0;
                    target[own] = 4;
                    violation = (target[count] > 1).then_some(PropertyId::new(0));
                }
                4 => {
                    target[count] -= 1;
                    target[own] = 5;
                }
                _ => {
                    target[process] = 0;
                    target[own + 1] = 1;
                    target[own] = 0;
                }
            }
            visitor.transition(Transition {
                steps: &[process],
                target: Some(target),
                violation,
            })?;
        }
        ControlFlow::Continue(())
    }
    fn identity(&self) -> StateIdentity {
        StateIdentity::Fixed(self.own(self.processes))
    }
    fn encode(&self, state: &Vec<u8>, out: &mut Vec<u8>) {
        out.extend_from_slice(state);
    }
    fn decode(&self, bytes: &[u8], state: &mut Vec<u8>) {
        bytes.clone_into(state);
    }
    fn blank(&self) -> Vec<u8> {
        Vec::new()
    }
    fn properties(&self) -> &[Property] {
        &self.properties
    }
    fn violates(&self, _: &Vec<u8>, invariant: PropertyId, _: &mut Vec<u8>) -> bool {
        no_invariants(invariant)
    }
    fn may_halt(&self, _: &Vec<u8>) -> bool {
        false
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, default| match arguments.get(place) {
        Some(argument) => argument.parse().expect("a number"),
        None => default,
    };
    let system = Peterson {
        processes: number(0, 4),
        properties: vec![Property::new("exclusion", PropertyKind::Assertion)],
    };
    let store = match arguments.get(2).map(String::as_str) {
        Some("compressed") => Store::Compressed,
        Some("disk") => Store::Disk,
        Some("auto") => Store::Auto,
        Some("bitstate") => Store::Bitstate { functions: 8, bytes: 128 << 20 },
        Some("fingerprint") => Store::Fingerprint { bytes: 128 << 20 },
        _ => Store::Plain,
    };
    let states = Some(number(3, usize::MAX) as u64);
    let memory_bytes = arguments.get(4).map(|_| (number(4, 0) as u64) << 20);
    let limits = Limits { states, memory_bytes, ..Limits::default() };
    let options =
        SearchOptions { workers: number(1, 1), store, limits, ..SearchOptions::default() };
    let outcome = search(&system, &options, &Silent);
    let counted = outcome.statistics;
    println!(
        "{store:?}, {} bytes a state: {:?}, {counted:?}",
        system.own(system.processes),
        outcome.stop
    );
    let each = |bytes: u64| bytes as f64 / counted.states as f64;
    println!(
        "{:.2} bytes kept for each state, {:.2} more while they wait; {:.2} million transitions a second",
        each(counted.store_bytes),
        each(counted.frontier_bytes),
        counted.transitions as f64 / counted.elapsed.as_secs_f64() / 1e6,
    );
}
