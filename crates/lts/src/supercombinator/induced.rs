//! The transition system that a supercombinator induces (Definition 63), in full.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::Supercombinator;
use crate::explicit::{Explicit, Marks, State, Unfinished};
use crate::normal::Limits;
use crate::term::TermId;

impl Supercombinator {
    /// All reachable states and their transitions. `label` names a state.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn induced(
        &self,
        limits: &mut Limits<'_>,
        mut label: impl FnMut(&[u32]) -> TermId,
    ) -> Result<Explicit, Unfinished> {
        let initial = self.initial();
        let mut states = vec![initial.clone()];
        let mut numbers = HashMap::from([(initial, State(0))]);
        let mut explicit = Explicit {
            initial: State(0),
            starts: vec![0],
            transitions: Vec::new(),
            labels: Vec::new(),
            generalised: None,
        };
        let (mut firing, mut steps) = (self.firing(), Vec::new());
        while let Some(state) = states.get(explicit.labels.len()).cloned() {
            limits.check(states.len())?;
            steps.clear();
            let _ = self.successors(&state, &mut firing, &mut |event, target| {
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
            explicit.labels.push(label(&state));
        }
        if self.is_generalised() {
            let marks = states.iter().map(|state| Marks {
                acceptances: self.acceptances(state),
                diverges: self.diverges_at_once(state),
            });
            explicit.generalised = Some(marks.collect());
            explicit.generalised = Some(explicit.marks());
        }
        Ok(explicit)
    }
}
