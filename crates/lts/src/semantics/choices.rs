//! Choices, sequence, interrupt and exception: operators of which some parts vanish.

use super::Semantics;
use super::parallel::{MOST_WAYS, combinations};
use super::step::Steps;
use crate::event::Event;
use crate::failure::Failure;
use crate::term::{SetId, Term, TermId};

impl Semantics<'_> {
    /// τ keeps the choice, everything else makes it.
    pub(super) fn external_choice(&mut self, parts: &[TermId]) -> Steps {
        let mut steps = Steps::new();
        for (place, &part) in parts.iter().enumerate() {
            for &(event, target) in &*self.of(part) {
                let target = match event {
                    Event::TICK => self.omega(),
                    Event::TAU => {
                        self.terms.intern(Term::ExternalChoice(with(parts, place, target)))
                    }
                    _ => target,
                };
                steps.push((event, target));
            }
        }
        steps
    }

    pub(super) fn sliding_choice(&mut self, one: TermId, other: TermId) -> Steps {
        let mut steps = vec![(Event::TAU, other)];
        for &(event, target) in &*self.of(one) {
            let target = match event {
                Event::TICK => self.omega(),
                Event::TAU => self.terms.intern(Term::SlidingChoice(target, other)),
                _ => target,
            };
            steps.push((event, target));
        }
        steps
    }

    pub(super) fn sequence(&mut self, one: TermId, other: TermId) -> Steps {
        let steps = self.of(one);
        let follow = |&(event, target): &(Event, TermId)| match event {
            Event::TICK => (Event::TAU, other),
            _ => (event, self.terms.intern(Term::Sequence(target, other))),
        };
        steps.iter().map(follow).collect()
    }

    pub(super) fn exception(&mut self, one: TermId, set: SetId, other: TermId) -> Steps {
        let mut steps = Steps::new();
        for &(event, target) in &*self.of(one) {
            let target = if self.terms.events(set).contains(event) {
                other
            } else {
                self.around(event, target, |target| Term::Exception(target, set, other))
            };
            steps.push((event, target));
        }
        steps
    }

    /// Both do the events of the set together; other events of the second discard the first.
    pub(super) fn interrupt(
        &mut self,
        one: TermId,
        set: SetId,
        other: TermId,
        wrap: impl Fn(TermId, SetId, TermId) -> Term,
    ) -> Steps {
        let (firsts, seconds) = (self.of(one), self.of(other));
        let mut steps = Steps::new();
        for &(event, target) in &*firsts {
            if !self.terms.events(set).contains(event) {
                let target = self.around(event, target, |target| wrap(target, set, other));
                steps.push((event, target));
                continue;
            }
            for &(_, second) in seconds.iter().filter(|&&(second, _)| second == event) {
                steps.push((event, self.terms.intern(wrap(target, set, second))));
            }
        }
        for &(event, target) in &*seconds {
            let target = match event {
                Event::TICK => self.omega(),
                Event::TAU => self.terms.intern(wrap(one, set, target)),
                _ if self.terms.events(set).contains(event) => continue,
                _ => target,
            };
            steps.push((event, target));
        }
        steps
    }

    /// Events of the set are done together and make no choice; τ keeps it, everything else makes it.
    pub(super) fn synchronising_choice(
        &mut self,
        set: SetId,
        parts: &[TermId],
    ) -> Result<Steps, Failure> {
        let mut steps = Steps::new();
        let choice = |parts| Term::SynchronisingChoice(set, parts);
        for (place, &part) in parts.iter().enumerate() {
            for &(event, target) in &*self.of(part) {
                let target = match event {
                    Event::TICK => self.omega(),
                    Event::TAU => self.terms.intern(choice(with(parts, place, target))),
                    _ if self.terms.events(set).contains(event) => continue,
                    _ => target,
                };
                steps.push((event, target));
            }
        }
        for event in self.events_of(parts.first().copied()) {
            if self.terms.events(set).contains(event) {
                let targets = parts.iter().map(|&part| self.after(part, event)).collect::<Vec<_>>();
                combinations(&targets, MOST_WAYS, |combined| {
                    steps.push((event, self.terms.intern(choice(combined.into()))));
                })?;
            }
        }
        Ok(steps)
    }
}

/// The parts with another one at a place.
pub(super) fn with(parts: &[TermId], place: usize, part: TermId) -> Box<[TermId]> {
    let mut parts: Box<[TermId]> = parts.into();
    parts[place] = part;
    parts
}
