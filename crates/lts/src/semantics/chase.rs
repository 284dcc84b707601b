//! States of transition systems that are there already, and chased processes.

use std::sync::Arc;

use super::step::Steps;
use super::{Behaviour, Semantics};
use crate::event::Event;
use crate::explicit::State;
use crate::failure::Failure;
use crate::term::{MachineId, Term, TermId};

impl Semantics<'_> {
    pub(super) fn machine_steps(&mut self, machine: MachineId, state: State) -> Steps {
        let explicit = Arc::clone(self.terms.machine(machine));
        let steps = explicit.of(state).iter();
        steps
            .map(|&(event, target)| {
                (event, self.around(event, TermId(0), |_| Term::State(machine, target)))
            })
            .collect()
    }

    /// What a chased process does: the first τ is followed, again and again, until there is none. Where that comes back, the
    /// process diverges.
    pub(super) fn chase(&mut self, id: TermId, process: TermId) -> Result<Steps, Failure> {
        let Term::Compress(compression, _) = *self.terms.term(id) else { unreachable!("chased") };
        let stable = self.inside(id, |semantics| semantics.end_of_chase(process))?;
        let Some(stable) = stable else { return Ok(vec![(Event::TAU, id)]) };
        let chased = stable.transitions.iter().map(|&(event, target)| {
            (event, self.around(event, target, |target| Term::Compress(compression, target)))
        });
        Ok(chased.collect())
    }

    /// The transitions of the first stable state on the way; `None` if there is none.
    fn end_of_chase(&mut self, process: TermId) -> Result<Option<Behaviour>, Failure> {
        let (mut at, mut seen) = (process, rapidhash::RapidHashSet::default());
        while seen.insert(at) {
            self.go_on()?;
            if seen.len() > self.most_states {
                return Err(Failure::TooLarge);
            }
            let behaviour = self.behaviour(at)?;
            if behaviour.marks.is_some() {
                return Err(Failure::Unsupported("chase of a compressed process"));
            }
            match behaviour.transitions.first() {
                Some(&(Event::TAU, target)) => at = target,
                _ => return Ok(Some(behaviour)),
            }
        }
        Ok(None)
    }
}
