//! Machine code against closures, state by state.

use std::collections::HashSet;
use std::ops::ControlFlow;

use kernel::{Demand, Engine, Offers, Starts, StateId, Transition, TransitionSystem};
use machine::Machine;
use model::{Covering, ShortWay};

use super::short_way::{encoded, may_be_older};

/// Asks as a search does that may leave transitions out, or not.
struct Asks {
    engine: Engine,
    leaves_out: bool,
}

impl Demand for Asks {
    fn wants_all(&mut self, offers: &mut Offers, first: usize) -> bool {
        let mut targets = offers.iter().skip(first);
        !self.leaves_out || offers.len() > first && targets.all(|(bytes, _)| may_be_older(bytes))
    }

    fn engine(&self) -> Engine {
        self.engine
    }

    fn pause(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Compares what both offer for each of the first `most` states, and what they have executed at the end, in a machine of which no state is
/// left to the interpreter but those of which both leave it. Answers whether there was machine code.
///
/// # Panics
/// It differs.
pub fn compare(machine: &Machine, most: usize) -> bool {
    let (mut seen, mut waiting) = (HashSet::new(), Vec::new());
    let mut starts = |state: &_| {
        waiting.push(encoded(machine, state));
        ControlFlow::Continue(())
    };
    let _ = machine.initial_states(&mut machine.scratch(), &mut starts as &mut dyn Starts<_>);
    seen.extend(waiting.iter().cloned());
    let engines = [Engine::Compiled, Engine::Native];
    let mut scratches = engines.map(|_| machine.scratch());
    // Where the interpreter takes over it does not matter what was executed before.
    let mut must_be_executed = vec![false; machine.code.edges.len()];
    let mut may_be_executed = must_be_executed.clone();
    while let Some(bytes) = waiting.pop() {
        for leaves_out in [true, false] {
            let mut both = Vec::new();
            for (engine, scratch) in engines.into_iter().zip(&mut scratches) {
                let mut offers = Offers::default();
                offers.push(b"another state's", None);
                let (source, demand) = (StateId::from_number(7), &mut Asks { engine, leaves_out });
                let went = machine.expand(&bytes, source, scratch, &mut offers, demand);
                let offers: Vec<_> =
                    offers.iter().map(|(bytes, from)| (bytes.to_vec(), from)).collect();
                both.push((went, offers));
            }
            if both[0].0 {
                let executed = machine.executed(&scratches[0]).iter();
                must_be_executed.iter_mut().zip(executed).for_each(|(must, it)| *must |= it);
            }
            // What is given up is interpreted then, and machine code may have noted it before.
            let executed = match both[0].0 {
                true => machine.executed(&scratches[0]).to_vec(),
                false => interpreted(machine, &bytes),
            };
            may_be_executed.iter_mut().zip(executed).for_each(|(may, it)| *may |= it);
            scratches[0].covered.fill(false);
            assert_eq!(both[1], both[0], "what follows on {bytes:?}, machine code first");
            for (target, _) in both.swap_remove(0).1.split_off(1) {
                if seen.len() < most && seen.insert(target.clone()) {
                    waiting.push(target);
                }
            }
        }
    }
    let executed = machine.executed(&scratches[1]);
    for ((&it, must), may) in executed.iter().zip(must_be_executed).zip(may_be_executed) {
        assert!(it >= must && it <= may, "executed: {executed:?}");
    }
    format!("{:?}", scratches[1]).contains("native: Running")
}

/// The edges that are executed from a state.
fn interpreted(machine: &Machine, bytes: &[u8]) -> Vec<bool> {
    let (mut scratch, mut state) = (machine.scratch(), machine.blank());
    machine.decode(bytes, &mut state);
    let _ = machine.successors(&state, &mut scratch, &mut |_: Transition<'_, Machine>| {
        ControlFlow::Continue(())
    });
    machine.executed(&scratch).to_vec()
}
