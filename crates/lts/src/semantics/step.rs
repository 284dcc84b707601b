//! The transitions of a term, operator by operator.
//!
//! ✓ leads to [`Term::Omega`] whatever surrounds the process that terminates: nothing happens afterwards.

use super::Semantics;
use crate::event::{Event, EventSet};
use crate::failure::Failure;
use crate::hashed::Hashed;
use crate::term::{Compression, Priority, Term, TermId};

/// The transitions of a term, not yet in order.
pub(super) type Steps = Vec<(Event, TermId)>;

impl Semantics<'_> {
    pub(super) fn step(&mut self, id: TermId, term: &Term) -> Result<Steps, Failure> {
        Ok(match term {
            Term::Stop | Term::Omega => Steps::new(),
            Term::Skip => vec![(Event::TICK, self.omega())],
            Term::Div => vec![(Event::TAU, id)],
            Term::Chaos(set) => {
                let mut steps = loops(self.terms.events(*set), id)?;
                steps.push((Event::TAU, self.terms.intern(Term::Stop)));
                steps
            }
            Term::Run(set) => loops(self.terms.events(*set), id)?,
            Term::Prefix(steps) => steps.to_vec(),
            Term::Call(call) => {
                let body = self.unfold(*call);
                self.of(body).to_vec()
            }
            Term::Fault(fault) => return Err(Failure::Fault(*fault)),
            Term::InternalChoice(parts) => parts.iter().map(|&part| (Event::TAU, part)).collect(),
            Term::ExternalChoice(parts) => self.external_choice(parts),
            Term::SlidingChoice(one, other) => self.sliding_choice(*one, *other),
            Term::Sequence(one, other) => self.sequence(*one, *other),
            Term::Interrupt(one, other) => {
                let none = self.terms.set(EventSet::of([]));
                self.interrupt(*one, none, *other, |one, _, other| Term::Interrupt(one, other))
            }
            Term::SynchronisingInterrupt(one, set, other) => {
                self.interrupt(*one, *set, *other, Term::SynchronisingInterrupt)
            }
            Term::Exception(one, set, other) => self.exception(*one, *set, *other),
            Term::SynchronisingChoice(set, parts) => self.synchronising_choice(*set, parts)?,
            Term::Synchronised(set, parts) => self.synchronised(*set, parts)?,
            Term::Alphabetised(parts) => self.alphabetised(parts)?,
            Term::Linked(one, other, pairs) => self.linked(*one, *other, pairs)?,
            Term::Hide(part, set) => self.hide(*part, *set),
            Term::Rename(part, pairs) => self.rename(*part, pairs),
            Term::Prioritise(part, priority) => self.prioritise(*part, priority),
            Term::Compress(compression, part) if self.leaves_out(*compression) => {
                self.of(*part).to_vec()
            }
            Term::Compress(Compression::Chase | Compression::ChaseNoCache, part) => {
                self.chase(id, *part)?
            }
            Term::Compress(..) | Term::TraceWatchdog(..) => {
                let machine = self.machine(id)?;
                let initial = self.terms.machine(machine).initial;
                self.machine_steps(machine, initial)
            }
            Term::State(machine, state) => self.machine_steps(*machine, *state),
            Term::FailureWatchdog(..) => return Err(Failure::Unsupported("failure_watchdog")),
        })
    }

    pub(super) fn omega(&mut self) -> TermId {
        self.terms.intern(Term::Omega)
    }

    fn hide(&mut self, part: TermId, set: crate::term::SetId) -> Steps {
        let steps = self.of(part);
        let hidden = |semantics: &Self, event| semantics.terms.events(set).contains(event);
        steps
            .iter()
            .map(|&(event, target)| {
                let seen = if hidden(self, event) { Event::TAU } else { event };
                (seen, self.around(event, target, |target| Term::Hide(target, set)))
            })
            .collect()
    }

    fn rename(&mut self, part: TermId, pairs: &Hashed<[(Event, Event)]>) -> Steps {
        let mut steps = Steps::new();
        for &(event, target) in &*self.of(part) {
            let target = self.around(event, target, |target| Term::Rename(target, pairs.clone()));
            steps.extend(renamed(pairs, event).map(|event| (event, target)));
        }
        steps
    }

    fn prioritise(&mut self, part: TermId, priority: &Hashed<Priority>) -> Steps {
        let steps = self.of(part);
        let enabled = |event| steps.binary_search_by_key(&event, |&(other, _)| other).is_ok();
        let mut kept = Steps::new();
        for &(event, target) in &*steps {
            if !priority.forbids(event, enabled) {
                let wrap = |target| Term::Prioritise(target, priority.clone());
                kept.push((event, self.around(event, target, wrap)));
            }
        }
        kept
    }

    /// The target of an operator's transition whose part has one to `target`: nothing is around a process that has terminated.
    pub(super) fn around(
        &mut self,
        event: Event,
        target: TermId,
        wrap: impl FnOnce(TermId) -> Term,
    ) -> TermId {
        if event == Event::TICK { self.omega() } else { self.terms.intern(wrap(target)) }
    }
}

/// What an event becomes.
pub(crate) fn renamed(pairs: &[(Event, Event)], event: Event) -> impl Iterator<Item = Event> + '_ {
    let begin = pairs.partition_point(|&(from, _)| from < event);
    let of_event = &pairs[begin..];
    let images = &of_event[..of_event.partition_point(|&(from, _)| from == event)];
    let stays = images.is_empty().then_some(event);
    images.iter().map(|&(_, to)| to).chain(stays)
}

impl Priority {
    /// Whether something above an event is enabled.
    pub(crate) fn forbids(&self, event: Event, enabled: impl Fn(Event) -> bool) -> bool {
        match self.above.binary_search_by_key(&event, |(below, _)| *below) {
            Ok(place) => self.above[place].1.iter().any(|&above| enabled(above)),
            Err(_) => false,
        }
    }
}

fn loops(set: &EventSet, id: TermId) -> Result<Steps, Failure> {
    let events = set.listed().ok_or(Failure::Unlisted)?;
    Ok(events.iter().map(|&event| (event, id)).collect())
}
