//! Which states can do τ for ever.

use crate::event::Event;
use crate::explicit::{Explicit, State};

impl Explicit {
    /// For each state whether it can do τ for ever: whether it comes by τ to a cycle of τ, or to a state that is marked as
    /// divergent.
    #[must_use]
    pub fn divergent(&self) -> Vec<bool> {
        // A state does not diverge exactly if it is removed by removing, again and again, states all of whose τ lead to removed
        // ones.
        let mut waits: Vec<u32> = vec![0; self.len()];
        let mut before: Vec<Vec<State>> = vec![Vec::new(); self.len()];
        for (source, waits) in (0..).map(State).zip(&mut waits) {
            for &(_, target) in self.silent(source) {
                *waits += 1;
                before[target.0 as usize].push(source);
            }
        }
        if let Some(marks) = &self.generalised {
            for (waits, marks) in waits.iter_mut().zip(marks) {
                *waits += u32::from(marks.diverges);
            }
        }
        let mut ready: Vec<usize> = (0..self.len()).filter(|&place| waits[place] == 0).collect();
        while let Some(place) = ready.pop() {
            for &State(source) in &before[place] {
                waits[source as usize] -= 1;
                if waits[source as usize] == 0 {
                    ready.push(source as usize);
                }
            }
        }
        waits.into_iter().map(|waits| waits > 0).collect()
    }

    /// The τ of a state.
    #[must_use]
    pub fn silent(&self, state: State) -> &[(Event, State)] {
        let transitions = self.of(state);
        &transitions[..transitions.partition_point(|&(event, _)| event == Event::TAU)]
    }
}
