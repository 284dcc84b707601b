//! `diamond`: transitions are pulled back over τ, so that no τ is left.

use crate::compress::reachable::{Row, reachable};
use crate::compress::silent::eventual_acceptances;
use crate::compress::tau_loop_factor::tau_loop_factor;
use crate::compress::watch::Watch;
use crate::event::Event;
use crate::explicit::{Explicit, Marks, State, Unfinished};

/// A system without τ. Each state does what it did after τ, and is marked with what it accepted after τ and with whether it
/// diverged. Of two states that an event leads to, one of which reaches the other by τ, the other is left out: all that it does
/// the first does too.
pub(super) fn diamond(system: &Explicit, watch: &mut Watch) -> Result<Explicit, Unfinished> {
    let factored = tau_loop_factor(system, watch)?.system;
    let acceptances = eventual_acceptances(&factored, watch)?;
    let diverges = factored.divergent();
    let (count, initial) = (factored.len(), factored.initial);
    let mut later = Later { system: &factored, found: vec![0; count], searches: 0 };
    let mut states = Vec::new();
    let (new, _) = reachable(initial.0, count, watch, |number, found, watch| {
        states.clear();
        states.push(State(number));
        later.add(&mut states, watch)?;
        for &state in &states {
            let loud = &factored.of(state)[factored.silent(state).len()..];
            watch.worked(loud.len())?;
            found.extend(loud.iter().map(|&(event, target)| (event, target.0)));
        }
        found.sort_unstable();
        found.dedup();
        later.leave_out_dominated(found, watch)?;
        let place = number as usize;
        let marks = Marks { acceptances: acceptances[place].clone(), diverges: diverges[place] };
        Ok(Row { label: factored.labels[place], marks: Some(marks) })
    })?;
    Ok(new)
}

/// Searches along τ in a system whose only cycles of τ are loops.
struct Later<'a> {
    system: &'a Explicit,
    /// The search in which each state was found last.
    found: Vec<u32>,
    searches: u32,
}

impl Later<'_> {
    /// Adds what these states, which are all different, reach by τ.
    fn add(&mut self, states: &mut Vec<State>, watch: &mut Watch) -> Result<(), Unfinished> {
        self.searches += 1;
        for &state in &*states {
            self.found[state.0 as usize] = self.searches;
        }
        let mut next = 0;
        while let Some(&state) = states.get(next) {
            next += 1;
            self.step(state, states);
            watch.worked(1 + self.system.silent(state).len())?;
        }
        Ok(())
    }

    /// Adds what one τ leads to, but for a loop.
    fn step(&mut self, from: State, states: &mut Vec<State>) {
        for &(_, target) in self.system.silent(from) {
            let found = &mut self.found[target.0 as usize];
            if target != from && *found != self.searches {
                *found = self.searches;
                states.push(target);
            }
        }
    }

    /// Takes transitions away whose target is reached by τ from the target of another one with the same event. The transitions
    /// are in ascending order.
    fn leave_out_dominated(
        &mut self,
        transitions: &mut Vec<(Event, u32)>,
        watch: &mut Watch,
    ) -> Result<(), Unfinished> {
        let mut kept = Vec::with_capacity(transitions.len());
        let mut reached = Vec::new();
        for group in transitions.chunk_by(|one, other| one.0 == other.0) {
            if group.len() == 1 {
                kept.push(group[0]);
                continue;
            }
            self.searches += 1;
            reached.clear();
            for &(_, target) in group {
                self.step(State(target), &mut reached);
            }
            let mut next = 0;
            while let Some(&state) = reached.get(next) {
                next += 1;
                self.step(state, &mut reached);
                watch.worked(1 + self.system.silent(state).len())?;
            }
            let is_reached = |target: u32| self.found[target as usize] == self.searches;
            kept.extend(group.iter().filter(|&&(_, target)| !is_reached(target)));
        }
        *transitions = kept;
        Ok(())
    }
}
