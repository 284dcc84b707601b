//! Counterexamples, confirmed by the reference semantics: without rules, without compressions and without normal forms.
//!
//! A counterexample says that a process has a trace behind which it does, refuses or is something, and that the other process has not, or
//! lacks that, or that the assertion forbids it. Both are looked at here as terms: all that a trace leads to, τ included. Compressions
//! that keep the meaning of a process are left out ([`Semantics::without_compressions`]). That takes as many states as the traces lead to,
//! and so there is a bound; where it is reached, what was confirmed on the compiled process is all that is known.

use rapidhash::RapidHashMap;

use super::assertion::{Assertion, Prepared};
use super::confirm::Unconfirmed;
use super::counterexample::{Counterexample, Violation};
use crate::acceptances::{is_subset, of_transitions};
use crate::event::Event;
use crate::explicit::{Acceptances, Explicit, Marks, State};
use crate::failure::Failure;
use crate::normal::Model;
use crate::semantics::{Behaviour, Semantics};
use crate::term::TermId;

/// What a counterexample was confirmed by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grounds {
    /// The reference semantics, and the compiled process.
    Semantics,
    /// The compiled process alone: to ask the reference semantics takes more than was allowed, or it does not tell.
    Compiled,
}

/// No more states than this are looked at, of each process.
const MOST_STATES: usize = 1 << 14;

/// Nor more transitions.
const MOST_TRANSITIONS: usize = 1 << 18;

/// Nor is more done for them: transitions, and the parts of terms that are made.
const MOST_WORK: usize = 1 << 22;

impl Prepared {
    /// Confirms a counterexample by the reference semantics, which is one that leaves compressions out. It was confirmed on the
    /// compiled process before.
    ///
    /// # Errors
    /// It is none.
    pub fn confirm_by_semantics(
        &self,
        semantics: &mut Semantics<'_>,
        found: &Counterexample,
    ) -> Result<Grounds, Unconfirmed> {
        semantics.most_states = MOST_STATES;
        semantics.work_left = MOST_WORK;
        match self.ask(semantics, found) {
            Ok(()) => Ok(Grounds::Semantics),
            Err(NoAnswer::Unconfirmed(_)) if semantics.may_differ() => Ok(Grounds::Compiled),
            Err(NoAnswer::Unconfirmed(why)) => Err(why),
            Err(NoAnswer::TooMuch) => Ok(Grounds::Compiled),
        }
    }

    fn ask(&self, semantics: &mut Semantics<'_>, found: &Counterexample) -> Result<(), NoAnswer> {
        let trace: Vec<Event> = found.run.visible().collect();
        let process = after(semantics, self.process, &trace)?;
        let end = process.last().filter(|end| !end.states.is_empty());
        let end = end.ok_or(Unconfirmed::NoSuchTrace)?;
        let has_it = match &found.violation {
            Violation::Event(event) => end.can(*event),
            Violation::Acceptance { accepted, .. } => end.accepts(accepted),
            Violation::Divergence { .. } => end.diverges(),
            Violation::Missing(event) => !end.can(*event),
        };
        if !has_it {
            return Err(match found.violation {
                Violation::Event(_) => Unconfirmed::Event,
                Violation::Acceptance { .. } => Unconfirmed::Acceptance,
                Violation::Divergence { .. } => Unconfirmed::Divergence,
                Violation::Missing(_) => Unconfirmed::Missing,
            }
            .into());
        }
        let is_wrong = match (&self.assertion, &found.violation) {
            (Assertion::Refines(other, model), violation) => {
                let other = after(semantics, *other, &trace)?;
                is_no_refinement(&other, *model, violation)
            }
            (Assertion::DeadlockFree(_), Violation::Acceptance { accepted, .. }) => {
                accepted.is_empty()
            }
            (Assertion::Deterministic(_), Violation::Acceptance { accepted, .. }) => {
                end.events().any(|event| !accepted.contains(&event))
            }
            (Assertion::HasTrace(wanted, model), violation) => {
                lacks(wanted, *model, &trace, violation)
            }
            (Assertion::DivergenceFree, Violation::Divergence { .. }) => true,
            (
                Assertion::DeadlockFree(model) | Assertion::Deterministic(model),
                Violation::Divergence { .. },
            ) => *model == Model::FailuresDivergences,
            _ => false,
        };
        if is_wrong { Ok(()) } else { Err(Unconfirmed::Allowed.into()) }
    }
}

/// Whether a process that a trace leads through these layers has nothing like what another one does behind it.
fn is_no_refinement(other: &[Layer], model: Model, violation: &Violation) -> bool {
    let Some(end) = other.last().filter(|end| !end.states.is_empty()) else { return false };
    if model == Model::FailuresDivergences && other.iter().any(Layer::diverges) {
        return false;
    }
    match violation {
        Violation::Event(event) => !end.can(*event),
        Violation::Acceptance { accepted, .. } => {
            let sets = end.acceptances();
            model != Model::Traces
                && !sets.iter().any(|sets| sets.iter().any(|set| is_subset(set, accepted)))
        }
        Violation::Divergence { .. } => model == Model::FailuresDivergences,
        Violation::Missing(_) => false,
    }
}

/// Whether this, behind a trace, is not as it is to be with a process that has another one.
fn lacks(wanted: &[Event], model: Model, trace: &[Event], violation: &Violation) -> bool {
    let Some(next) = wanted.get(trace.len()).filter(|_| wanted.starts_with(trace)) else {
        return false;
    };
    match violation {
        Violation::Missing(event) => event == next,
        Violation::Acceptance { accepted, .. } => {
            model != Model::Traces && !accepted.contains(next)
        }
        Violation::Divergence { .. } => model == Model::FailuresDivergences,
        // A run that has the whole of it: what was looked for.
        Violation::Event(event) => event == next && trace.len() + 1 == wanted.len(),
    }
}

/// Why it is not confirmed.
enum NoAnswer {
    Unconfirmed(Unconfirmed),
    /// That is not known.
    TooMuch,
}

impl From<Unconfirmed> for NoAnswer {
    fn from(why: Unconfirmed) -> NoAnswer {
        NoAnswer::Unconfirmed(why)
    }
}

impl From<Failure> for NoAnswer {
    fn from(_: Failure) -> NoAnswer {
        NoAnswer::TooMuch
    }
}

/// All that a trace leads to, with what τ leads to from there.
struct Layer {
    states: RapidHashMap<TermId, Behaviour>,
}

/// What each part of a trace leads to, from the empty one to the whole.
fn after(
    semantics: &mut Semantics<'_>,
    process: TermId,
    trace: &[Event],
) -> Result<Vec<Layer>, NoAnswer> {
    let mut left = (MOST_STATES, MOST_TRANSITIONS);
    let mut layers = vec![Layer::of(semantics, vec![process], &mut left)?];
    for &event in trace {
        let last = &layers[layers.len() - 1];
        let steps = last.steps().filter(|&(other, _)| other == event);
        let next = steps.map(|(_, target)| target).collect();
        layers.push(Layer::of(semantics, next, &mut left)?);
    }
    Ok(layers)
}

impl Layer {
    fn of(
        semantics: &mut Semantics<'_>,
        mut begin: Vec<TermId>,
        left: &mut (usize, usize),
    ) -> Result<Layer, NoAnswer> {
        let mut states = RapidHashMap::default();
        while let Some(term) = begin.pop() {
            if states.contains_key(&term) {
                continue;
            }
            semantics.go_on()?;
            let behaviour = semantics.behaviour(term)?;
            let steps = &behaviour.transitions;
            let count = |left: usize, amount| left.checked_sub(amount).ok_or(NoAnswer::TooMuch);
            *left = (count(left.0, 1)?, count(left.1, steps.len())?);
            begin.extend(steps.iter().filter(|step| step.0 == Event::TAU).map(|step| step.1));
            states.insert(term, behaviour);
        }
        Ok(Layer { states })
    }

    fn steps(&self) -> impl Iterator<Item = (Event, TermId)> {
        self.states.values().flat_map(|behaviour| behaviour.transitions.iter().copied())
    }

    /// What can be seen to happen.
    fn events(&self) -> impl Iterator<Item = Event> {
        self.steps().map(|(event, _)| event).filter(|&event| event != Event::TAU)
    }

    fn can(&self, event: Event) -> bool {
        self.events().any(|other| other == event)
    }

    /// What its stable states accept.
    fn acceptances(&self) -> Vec<Acceptances> {
        let accepted = |behaviour: &Behaviour| match &behaviour.marks {
            Some(marks) => marks.acceptances.clone(),
            None => of_transitions(&behaviour.transitions),
        };
        self.states.values().map(accepted).collect()
    }

    fn accepts(&self, accepted: &[Event]) -> bool {
        self.acceptances().iter().any(|sets| sets.iter().any(|set| **set == *accepted))
    }

    /// Whether some of its states can do τ for ever.
    fn diverges(&self) -> bool {
        let numbers: RapidHashMap<TermId, u32> = self.states.keys().copied().zip(0..).collect();
        let (mut starts, mut transitions, mut marks) = (vec![0], Vec::new(), Vec::new());
        for behaviour in self.states.values() {
            let silent = behaviour.transitions.iter().filter(|step| step.0 == Event::TAU);
            transitions.extend(silent.map(|(event, to)| (*event, State(numbers[to]))));
            starts.push(transitions.len() as u32);
            let diverges = behaviour.marks.as_ref().is_some_and(|marks| marks.diverges);
            marks.push(Marks { acceptances: Acceptances::from([]), diverges });
        }
        let labels = self.states.keys().copied().collect();
        let generalised = Some(marks);
        let silent = Explicit { initial: State(0), starts, transitions, labels, generalised };
        silent.divergent().contains(&true)
    }
}
