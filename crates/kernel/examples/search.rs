//! Measures what a search costs beside the system: counters that turn independently, whose successors cost next to nothing.
//!
//!     cargo run --release -p kernel --example search [-- COUNTERS MODULUS]
//!
//! Each counter is a byte; COUNTERS of them have MODULUS to the power of COUNTERS states (by default 7^8, five million).

use std::ops::ControlFlow;

use kernel::{
    Order, Property, PropertyId, SearchOptions, Silent, Starts, StateIdentity, Transition,
    TransitionSystem, Visitor, no_invariants, search,
};

struct Counters {
    count: usize,
    modulus: u8,
}

impl TransitionSystem for Counters {
    type State = Vec<u8>;
    type Step = ();
    type Scratch = Vec<u8>;

    fn scratch(&self) -> Vec<u8> {
        Vec::new()
    }
    fn initial_states(&self, _: &mut Vec<u8>, starts: &mut dyn Starts<Vec<u8>>) -> ControlFlow<()> {
        starts.start(&vec![0; self.count])
    }
    fn successors<V: Visitor<Self>>(
        &self,
        state: &Vec<u8>,
        target: &mut Vec<u8>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        target.clone_from(state);
        for index in 0..self.count {
            target[index] = (state[index] + 1) % self.modulus;
            visitor.transition(Transition { steps: &[], target: Some(target), violation: None })?;
            target[index] = state[index];
        }
        ControlFlow::Continue(())
    }
    fn identity(&self) -> StateIdentity {
        StateIdentity::Fixed(self.count)
    }
    fn encode(&self, state: &Vec<u8>, out: &mut Vec<u8>) {
        out.extend_from_slice(state);
    }
    fn decode(&self, bytes: &[u8], state: &mut Vec<u8>) {
        state.clear();
        state.extend_from_slice(bytes);
    }
    fn blank(&self) -> Vec<u8> {
        Vec::new()
    }
    fn properties(&self) -> &[Property] {
        &[]
    }
    fn violates(&self, _: &Vec<u8>, invariant: PropertyId, _: &mut Vec<u8>) -> bool {
        no_invariants(invariant)
    }
    fn may_halt(&self, _: &Vec<u8>) -> bool {
        true
    }
}

fn main() {
    let numbers: Vec<usize> =
        std::env::args().skip(1).map(|a| a.parse().expect("a number")).collect();
    let number = |index: usize, default| numbers.get(index).copied().unwrap_or(default);
    let system = Counters { count: number(0, 8), modulus: number(1, 7) as u8 };
    for (name, order, workers) in [
        ("breadth first, 1 worker", Order::BreadthFirst, 1),
        ("breadth first, 2 workers", Order::BreadthFirst, 2),
        ("depth first", Order::DepthFirst, 1),
    ] {
        let options = SearchOptions { order, workers, ..SearchOptions::default() };
        let found = search(&system, &options, &Silent).statistics;
        let seconds = found.elapsed.as_secs_f64();
        println!(
            "{name}: {} states, {} transitions, depth {}, {seconds:.2} s, {:.2} million transitions a second; \
             store {:.1} bytes a state, frontier {:.1}",
            found.states,
            found.transitions,
            found.depth,
            found.transitions as f64 / seconds / 1e6,
            found.store_bytes as f64 / found.states as f64,
            found.frontier_bytes as f64 / found.states as f64,
        );
    }
}
