//! The transition system that a supercombinator induces (Definition 63), in full.

use std::ops::ControlFlow;
use std::sync::Arc;

use rapidhash::RapidHashMap;

use super::Supercombinator;
use crate::explicit::{Explicit, Marks, State, Unfinished};
use crate::failure::Failure;
use crate::normal::Limits;
use crate::semantics::Semantics;
use crate::term::{Priority, TermId};

impl Supercombinator {
    /// All reachable states and their transitions; what its only component has if that is all there is. `process` is what was
    /// compiled.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn explicit(
        &self,
        semantics: &mut Semantics<'_>,
        process: TermId,
    ) -> Result<Arc<Explicit>, Failure> {
        if let Some(only) = self.as_explicit() {
            return Ok(Arc::clone(only));
        }
        Ok(Arc::new(semantics.limited(|limits| self.induced(limits, process))?))
    }

    /// All reachable states and their transitions. Each state is labelled with the process.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn induced(
        &self,
        limits: &mut Limits<'_>,
        process: TermId,
    ) -> Result<Explicit, Unfinished> {
        self.induced_under(&Priority::default(), limits, process)
    }

    /// The same where events keep others from happening, in all states: which must not be generalised.
    pub(super) fn induced_under(
        &self,
        priority: &Priority,
        limits: &mut Limits<'_>,
        process: TermId,
    ) -> Result<Explicit, Unfinished> {
        let initial = self.initial();
        let mut states = vec![initial.clone()];
        let mut numbers = RapidHashMap::from_iter([(initial, State(0))]);
        let mut explicit = Explicit {
            initial: State(0),
            starts: vec![0],
            transitions: Vec::new(),
            labels: Vec::new(),
            generalised: None,
        };
        let (mut firing, mut steps) = (self.firing(), Vec::new());
        while let Some(state) = states.get(explicit.labels.len()).cloned() {
            limits.check(states.len(), explicit.labels.len())?;
            steps.clear();
            let events = if priority.above.is_empty() { [].into() } else { self.events(&state) };
            let _ = self.successors(&state, &mut firing, &mut |event, target| {
                if priority.forbids(event, |other| events.binary_search(&other).is_ok()) {
                    return ControlFlow::Continue(());
                }
                let number = *numbers.entry(target.to_vec()).or_insert_with(|| {
                    states.push(target.to_vec());
                    State(states.len() as u32 - 1)
                });
                steps.push((event, number));
                ControlFlow::Continue(())
            });
            steps.sort_unstable();
            steps.dedup();
            explicit.transitions.extend(&steps);
            let end = u32::try_from(explicit.transitions.len());
            explicit.starts.push(end.map_err(|_| Unfinished::TooLarge)?);
            explicit.labels.push(process);
        }
        if self.is_cut_short() {
            return Err(Unfinished::TooLarge);
        }
        if self.is_generalised() {
            let mut marks = Vec::new();
            for state in &states {
                let mut pause = || match limits.check(states.len(), 0) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                };
                let ControlFlow::Continue(acceptances) =
                    self.acceptances_with_pauses(state, &mut pause)
                else {
                    return Err(Unfinished::Interrupted);
                };
                marks.push(Marks { acceptances, diverges: self.diverges_at_once(state) });
            }
            explicit.generalised = Some(marks);
            // So far only states that diverge at once are marked; others reach them by τ.
            explicit.generalised = Some(explicit.marks());
        }
        Ok(explicit)
    }
}
