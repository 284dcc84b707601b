//! Priority: which events keep others from happening.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use diagnostics::Span;
use lts::{Event, Priority, Term, TermId, Terms};

use super::Evaluator;
use super::failure::Outcome;
use crate::tree::Expression;
use crate::values::Lazy;

impl Evaluator<'_> {
    /// A process in which τ and ✓ come before some events, as `:[tau priority]: A` says.
    ///
    /// # Errors
    /// The set cannot be evaluated or is infinite.
    pub fn tau_priority(
        &mut self,
        process: TermId,
        events: &Expression,
        terms: &mut Terms,
    ) -> Result<TermId, diagnostics::Diagnostic> {
        self.outside(events, terms, |evaluator, code, env| {
            let set = evaluator.set(code, env)?;
            let events = evaluator.listed_events(&set, code.span)?;
            Ok(evaluator.below_all(process, &events))
        })
    }

    /// A process in which τ and ✓ come before these events.
    pub(super) fn below_all(&mut self, process: TermId, events: &[Event]) -> TermId {
        let hidden: Rc<[Event]> = Rc::new([Event::TAU, Event::TICK]);
        let above = events.iter().map(|&event| (event, Rc::clone(&hidden))).collect();
        self.prioritised_by(process, above)
    }

    fn prioritised_by(&mut self, process: TermId, above: BTreeMap<Event, Rc<[Event]>>) -> TermId {
        if above.is_empty() {
            return process;
        }
        let priority = Priority { above: above.into_iter().collect() };
        self.terms.intern(Term::Prioritise(process, priority.into()))
    }

    /// `prioritise(P, <S1, .., Sn>)`: τ and ✓ belong to the first set; an event that is in several sets, to the first of them.
    pub(super) fn prioritised(
        &mut self,
        process: TermId,
        sets: &Lazy,
        span: Span,
    ) -> Outcome<TermId> {
        let sets = self.sequence_argument(sets)?;
        let Some((first, lower)) = sets.split_first() else {
            return Err(self.error(span, "`prioritise` needs at least one set of events"));
        };
        let first = self.as_set(first, span)?;
        let mut highest: BTreeSet<Event> = self.priority_events(&first, lower.is_empty(), span)?;
        highest.extend([Event::TAU, Event::TICK]);
        let mut above = BTreeMap::new();
        for set in lower {
            let set = self.as_set(set, span)?;
            let events = self.listed_events(&set, span)?;
            let higher: Rc<[Event]> = highest.iter().copied().collect();
            for event in events {
                if highest.insert(event) {
                    above.insert(event, Rc::clone(&higher));
                }
            }
        }
        Ok(self.prioritised_by(process, above))
    }

    /// The events of the first set, which need not be known if nothing is below them.
    fn priority_events(
        &mut self,
        set: &crate::values::Set,
        alone: bool,
        span: Span,
    ) -> Outcome<BTreeSet<Event>> {
        if alone {
            return Ok(BTreeSet::new());
        }
        Ok(self.listed_events(set, span)?.into_iter().collect())
    }

    /// `prioritisepo(P, E, O, M)`: (u, l) in O says that u is above l; τ and ✓ are above all of E but those in M.
    pub(super) fn partially_prioritised(
        &mut self,
        process: TermId,
        [events, order, highest]: [&Lazy; 3],
        span: Span,
    ) -> Outcome<TermId> {
        let events = self.events_argument(events, span)?;
        let highest = self.events_argument(highest, span)?;
        let mut direct: BTreeMap<Event, BTreeSet<Event>> = BTreeMap::new();
        for (upper, lower) in self.relation(order, span)? {
            let (upper, lower) = (self.event_of(&upper, span)?, self.event_of(&lower, span)?);
            direct.entry(lower).or_default().insert(upper);
            for event in [upper, lower] {
                self.check_in_order(&events, event, span)?;
            }
        }
        let mut above: BTreeMap<Event, Rc<[Event]>> = BTreeMap::new();
        for &event in &events {
            let mut higher = self.all_above(&direct, event, span)?;
            if !highest.contains(&event) {
                higher.extend([Event::TAU, Event::TICK]);
            }
            if !higher.is_empty() {
                above.insert(event, higher.into_iter().collect());
            }
        }
        for &event in &highest {
            self.check_in_order(&events, event, span)?;
            if direct.contains_key(&event) {
                let name = self.event_name(event);
                let text = format!(
                    "`{name}` is to be one of the highest events, but another one is above it"
                );
                return Err(self.error(span, text));
            }
        }
        Ok(self.prioritised_by(process, above))
    }

    fn events_argument(&mut self, argument: &Lazy, span: Span) -> Outcome<BTreeSet<Event>> {
        let set = self.set_argument(argument, span)?;
        Ok(self.listed_events(&set, span)?.into_iter().collect())
    }

    fn check_in_order(&self, events: &BTreeSet<Event>, event: Event, span: Span) -> Outcome<()> {
        if events.contains(&event) {
            return Ok(());
        }
        let name = self.event_name(event);
        Err(self.error(
            span,
            format!("`{name}` is ordered, but not among the events that are prioritised"),
        ))
    }

    /// All events above one, by any number of pairs.
    fn all_above(
        &mut self,
        direct: &BTreeMap<Event, BTreeSet<Event>>,
        event: Event,
        span: Span,
    ) -> Outcome<BTreeSet<Event>> {
        let (mut found, mut open) = (BTreeSet::new(), vec![event]);
        while let Some(lower) = open.pop() {
            self.tick()?;
            for &upper in direct.get(&lower).into_iter().flatten() {
                if upper == event {
                    let name = self.event_name(event);
                    return Err(self.error(span, format!("`{name}` is above itself in the order")));
                }
                if found.insert(upper) {
                    open.push(upper);
                }
            }
        }
        Ok(found)
    }
}
