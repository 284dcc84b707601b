//! From a term to its transition system.

use std::collections::HashMap;

use crate::event::Event;
use crate::explicit::{Explicit, Marks, State};
use crate::failure::Failure;
use crate::semantics::Semantics;
use crate::term::TermId;

/// A process whose exploration ended before all its states were known: where a limit is the reason, it may have infinitely many.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// The process.
    pub process: TermId,
    /// How many states were met.
    pub states: usize,
    /// One of these, far from the beginning.
    pub example: TermId,
}

/// Explores a process breadth first. States are terms; they are numbered in the order in which they are met.
///
/// # Errors
/// The semantics cannot tell what some state does, there are too many of them, or the work was interrupted.
pub fn explore(semantics: &mut Semantics<'_>, process: TermId) -> Result<Explicit, Failure> {
    let mut states = States::default();
    let explored = explored(semantics, process, &mut states);
    if explored.is_err() {
        let example = states.terms.last().copied().unwrap_or(process);
        let growth = Growth { process, states: states.terms.len(), example };
        semantics.growth.get_or_insert(growth);
    }
    explored
}

fn explored(
    semantics: &mut Semantics<'_>,
    process: TermId,
    states: &mut States,
) -> Result<Explicit, Failure> {
    let initial = states.number(process);
    let (mut starts, mut transitions) = (vec![0], Vec::new());
    let mut offers = Vec::new();
    while let Some(&term) = states.terms.get(starts.len() - 1) {
        if starts.len() % 1024 == 0 {
            semantics.go_on()?;
        }
        let behaviour = semantics.behaviour(term)?;
        let begin = transitions.len();
        for &(event, target) in &*behaviour.transitions {
            transitions.push((event, states.number(target)));
        }
        if states.terms.len() > semantics.most_states
            || transitions.len() > semantics.most_transitions
        {
            return Err(Failure::TooLarge);
        }
        // Numbers are in another order than terms.
        transitions[begin..].sort_unstable();
        starts.push(u32::try_from(transitions.len()).map_err(|_| Failure::TooLarge)?);
        offers.push(behaviour.marks);
    }
    let labels = std::mem::take(&mut states.terms);
    let mut explicit = Explicit { initial, starts, transitions, labels, generalised: None };
    if offers.iter().any(Option::is_some) {
        let marks = offers.iter().zip(explicit.marks());
        let marks = marks.map(|(offers, plain)| match offers {
            Some(marks) => Marks::clone(marks),
            None => Marks { diverges: false, ..plain },
        });
        explicit.generalised = Some(marks.collect());
        // So far only states that diverge at once are marked; others reach them by τ.
        explicit.generalised = Some(explicit.marks());
    }
    Ok(explicit)
}

/// The states that were met.
#[derive(Default)]
struct States {
    terms: Vec<TermId>,
    numbers: HashMap<TermId, State, rapidhash::fast::RandomState>,
}

impl States {
    fn number(&mut self, term: TermId) -> State {
        *self.numbers.entry(term).or_insert_with(|| {
            self.terms.push(term);
            State(self.terms.len() as u32 - 1)
        })
    }
}

impl Explicit {
    /// Whether a state can do an event.
    #[must_use]
    pub fn can(&self, state: State, event: Event) -> bool {
        self.of(state).binary_search_by_key(&event, |&(other, _)| other).is_ok()
    }
}
