//! What terms accept in which states of generalised transition systems are at work: Definition 63 of Gibson-Robinson and Lowe
//! 2019, operator by operator.
//!
//! Each part accepts one of its minimal acceptances; the operator says what the whole offers then. Where that has a τ the whole is
//! not stable and accepts nothing.

use std::rc::Rc;

use super::Semantics;
use super::parallel::{MOST_WAYS, combinations};
use super::step::renamed;
use crate::acceptances::{minimal, of_transitions};
use crate::event::Event;
use crate::explicit::{Acceptances, Marks};
use crate::failure::Failure;
use crate::term::{Compression, Term, TermId};

impl Semantics<'_> {
    /// The marks of a term whose parts are known, if a part or the term itself is a generalised state.
    pub(super) fn offers(&mut self, id: TermId, term: &Term) -> Result<Option<Rc<Marks>>, Failure> {
        let state = match *term {
            Term::State(machine, state) => Some((machine, state)),
            Term::Compress(Compression::Chase | Compression::ChaseNoCache, _) => None,
            Term::Compress(compression, _) if self.leaves_out(compression) => None,
            Term::Compress(..) | Term::TraceWatchdog(..) => {
                let machine = self.machine(id)?;
                Some((machine, self.terms.machine(machine).initial))
            }
            _ => None,
        };
        if let Some((machine, state)) = state {
            let marks = &self.terms.machine(machine).generalised;
            return Ok(marks.as_ref().map(|marks| Rc::new(marks[state.0 as usize].clone())));
        }
        let parts = self.parts(id)?;
        if parts.iter().all(|part| self.known[part].marks.is_none()) {
            return Ok(None);
        }
        if let Term::Prioritise(..) = term {
            return Err(Failure::PriorityOverCompressed);
        }
        let diverges =
            parts.iter().any(|part| self.known[part].marks.as_ref().is_some_and(|m| m.diverges));
        let of_parts: Vec<Acceptances> = parts.iter().map(|&part| self.accepted(part)).collect();
        let of_parts: Vec<Vec<&[Event]>> =
            of_parts.iter().map(|sets| sets.iter().map(|set| &**set).collect()).collect();
        let mut sets = Vec::new();
        combinations(&of_parts, MOST_WAYS, |offered| sets.extend(self.offered(term, offered)))?;
        Ok(Some(Rc::new(Marks { acceptances: minimal(sets), diverges })))
    }

    /// The minimal acceptances of a part.
    fn accepted(&self, part: TermId) -> Acceptances {
        let behaviour = &self.known[&part];
        match &behaviour.marks {
            Some(marks) => marks.acceptances.clone(),
            None => of_transitions(&behaviour.transitions),
        }
    }

    /// What the whole offers where each part offers these events; `None` if that has a τ.
    fn offered(&self, term: &Term, offered: &[&[Event]]) -> Option<Box<[Event]>> {
        let any = |event| offered.iter().any(|part| part.contains(&event));
        let all = |event| offered.iter().all(|part| part.contains(&event));
        let mut events: Vec<Event> = offered.iter().flat_map(|part| part.iter().copied()).collect();
        let is_in = |set, event| self.terms.events(set).contains(event);
        match term {
            Term::SlidingChoice(..) => return None,
            Term::Sequence(..) if any(Event::TICK) => return None,
            Term::Hide(_, set) if events.iter().any(|&event| is_in(*set, event)) => return None,
            Term::Rename(_, pairs) => {
                events = events.iter().flat_map(|&event| renamed(pairs, event)).collect();
            }
            Term::SynchronisingChoice(set, _) | Term::SynchronisingInterrupt(_, set, _) => {
                events.retain(|&event| !is_in(*set, event) || all(event));
            }
            Term::Synchronised(set, _) => {
                events.retain(|&event| event != Event::TICK && !is_in(*set, event) || all(event));
            }
            Term::Alphabetised(parts) => {
                let together = |event| {
                    let of_event =
                        || parts.iter().zip(offered).filter(|((_, set), _)| is_in(*set, event));
                    of_event().next().is_some() && of_event().all(|(_, part)| part.contains(&event))
                };
                events.retain(
                    |&event| if event == Event::TICK { all(event) } else { together(event) },
                );
            }
            Term::Linked(_, _, pairs) => {
                let (one, other) = (offered[0], offered[1]);
                let together =
                    |&(left, right): &(Event, Event)| one.contains(&left) && other.contains(&right);
                if pairs.iter().any(together) {
                    return None;
                }
                let alone = |event: &Event| {
                    one.contains(event) && !pairs.iter().any(|(left, _)| left == event)
                        || other.contains(event) && !pairs.iter().any(|(_, right)| right == event)
                };
                events
                    .retain(|event| if *event == Event::TICK { all(*event) } else { alone(event) });
            }
            _ => {}
        }
        events.sort_unstable();
        events.dedup();
        Some(events.into_boxed_slice())
    }
}
