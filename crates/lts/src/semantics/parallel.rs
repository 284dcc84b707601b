//! Parallel composition.
//!
//! All parts terminate together: the whole does ✓ where every part can (as FDR4 does it; in the textbooks each part's ✓ becomes
//! τ). A part that could terminate stays as it is until then.

use rapidhash::RapidHashSet;

use super::Semantics;
use super::choices::with;
use super::step::Steps;
use crate::event::Event;
use crate::failure::Failure;
use crate::hashed::Hashed;
use crate::term::{SetId, Term, TermId};

/// Terms that can do an event together in more ways than this are refused.
pub(super) const MOST_WAYS: usize = 1 << 20;

impl Semantics<'_> {
    /// All do the events of the set together, and the others alone.
    pub(super) fn synchronised(&mut self, set: SetId, parts: &[TermId]) -> Result<Steps, Failure> {
        let mut steps = Steps::new();
        let parallel = |parts| Term::Synchronised(set, parts);
        for (place, &part) in parts.iter().enumerate() {
            for &(event, target) in &*self.of(part) {
                if event != Event::TICK && !self.terms.events(set).contains(event) {
                    steps.push((event, self.terms.intern(parallel(with(parts, place, target)))));
                }
            }
        }
        for event in self.events_of(parts.first().copied()) {
            if self.terms.events(set).contains(event) {
                let targets = parts.iter().map(|&part| self.after(part, event)).collect::<Vec<_>>();
                combinations(&targets, MOST_WAYS, |combined| {
                    steps.push((event, self.terms.intern(parallel(combined.into()))));
                })?;
            }
        }
        self.terminate(parts.iter().copied(), &mut steps);
        Ok(steps)
    }

    /// Those do an event together in whose alphabet it is; no others do it.
    pub(super) fn alphabetised(&mut self, parts: &[(TermId, SetId)]) -> Result<Steps, Failure> {
        let mut steps = Steps::new();
        let mut together = Vec::new();
        for (place, &(part, alphabet)) in parts.iter().enumerate() {
            for &(event, target) in &*self.of(part) {
                if event == Event::TAU {
                    let mut parts: Box<[_]> = parts.into();
                    parts[place].0 = target;
                    steps.push((event, self.terms.intern(Term::Alphabetised(parts))));
                } else if self.terms.events(alphabet).contains(event) {
                    together.push(event);
                }
            }
        }
        together.sort_unstable();
        together.dedup();
        for event in together {
            let mut targets = Vec::new();
            for &(part, alphabet) in parts {
                let takes_part = self.terms.events(alphabet).contains(event);
                targets.push(if takes_part { self.after(part, event) } else { vec![part] });
            }
            combinations(&targets, MOST_WAYS, |combined| {
                let alphabets = parts.iter().map(|&(_, alphabet)| alphabet);
                let parts = combined.iter().copied().zip(alphabets).collect();
                steps.push((event, self.terms.intern(Term::Alphabetised(parts))));
            })?;
        }
        self.terminate(parts.iter().map(|&(part, _)| part), &mut steps);
        Ok(steps)
    }

    /// Linked events are done together and become τ; the others are done alone.
    pub(super) fn linked(
        &mut self,
        one: TermId,
        other: TermId,
        pairs: &Hashed<[(Event, Event)]>,
    ) -> Result<Steps, Failure> {
        let (firsts, seconds) = (self.of(one), self.of(other));
        let (lefts, rights): (RapidHashSet<Event>, RapidHashSet<Event>) =
            pairs.iter().copied().unzip();
        let mut steps = Steps::new();
        let linked = |one, other| Term::Linked(one, other, pairs.clone());
        for &(event, target) in &*firsts {
            if event != Event::TICK && !lefts.contains(&event) {
                steps.push((event, self.terms.intern(linked(target, other))));
            }
        }
        for &(event, target) in &*seconds {
            if event != Event::TICK && !rights.contains(&event) {
                steps.push((event, self.terms.intern(linked(one, target))));
            }
        }
        for &(left, right) in pairs.iter() {
            let targets = [self.after(one, left), self.after(other, right)];
            combinations(&targets, MOST_WAYS, |combined| {
                steps.push((Event::TAU, self.terms.intern(linked(combined[0], combined[1]))));
            })?;
        }
        self.terminate([one, other], &mut steps);
        Ok(steps)
    }

    /// Adds ✓ if all parts can do it.
    fn terminate(&mut self, parts: impl IntoIterator<Item = TermId>, steps: &mut Steps) {
        if parts.into_iter().all(|part| !self.after(part, Event::TICK).is_empty()) {
            steps.push((Event::TICK, self.omega()));
        }
    }

    /// Where an event leads a part.
    pub(super) fn after(&self, part: TermId, event: Event) -> Vec<TermId> {
        let steps = &self.known[&part].transitions;
        let begin = steps.partition_point(|&(other, _)| other < event);
        let of_event = steps[begin..].iter().take_while(|&&(other, _)| other == event);
        of_event.map(|&(_, target)| target).collect()
    }

    /// The events of a part, each once.
    pub(super) fn events_of(&self, part: Option<TermId>) -> Vec<Event> {
        let Some(part) = part else { return Vec::new() };
        let mut events: Vec<Event> = self.of(part).iter().map(|&(event, _)| event).collect();
        events.dedup();
        events
    }
}

/// All ways to take one of each.
///
/// # Errors
/// There are more than so many.
pub(crate) fn combinations<T: Copy>(
    choices: &[Vec<T>],
    most: usize,
    mut visit: impl FnMut(&[T]),
) -> Result<(), Failure> {
    if choices.iter().any(Vec::is_empty) {
        return Ok(());
    }
    let ways = choices.iter().try_fold(1usize, |ways, choice| ways.checked_mul(choice.len()));
    if ways.is_none_or(|ways| ways > most) {
        return Err(Failure::TooLarge);
    }
    let mut places = vec![0; choices.len()];
    let mut combined: Vec<T> = choices.iter().map(|choice| choice[0]).collect();
    loop {
        visit(&combined);
        let mut place = 0;
        loop {
            let Some(choice) = choices.get(place) else { return Ok(()) };
            places[place] = (places[place] + 1) % choice.len();
            combined[place] = choice[places[place]];
            if places[place] > 0 {
                break;
            }
            place += 1;
        }
    }
}
