//! Where in a script it stands that a process does an event.

use std::collections::HashSet;

use diagnostics::Span;
use lts::{Call, Definitions, Event, Term, TermId, Terms};

use super::Evaluator;
use super::calls::Named;

/// A process is looked at no further than through so many operators and names.
const MOST_TERMS: usize = 1 << 10;

/// Nor where it is done by so many events within hiding and renaming operators.
const MOST_EVENTS: usize = 1 << 14;

/// Looks for the prefix by which a process does an event.
struct Search<'e, 's> {
    evaluator: &'e mut Evaluator<'s>,
    terms: &'e mut Terms,
    /// The processes that were looked at, or are.
    seen: HashSet<TermId>,
    /// How many events were wanted, within all operators.
    wanted: usize,
    /// The definition of the last name that was looked into.
    definition: Option<Span>,
}

impl Evaluator<'_> {
    /// Where it is written that a process does an event: its prefix. Of equal prefixes it is the one that was met first; where there is
    /// none, as of τ, it is the definition of the process.
    pub fn place_of(&mut self, terms: &mut Terms, term: TermId, event: Event) -> Option<Span> {
        let (seen, wanted) = (HashSet::new(), 0);
        let mut search = Search { evaluator: self, terms, seen, wanted, definition: None };
        search.prefix(term, &HashSet::from([event])).or(search.definition)
    }

    /// Where a named process is defined.
    pub fn defined(&self, terms: &Terms, term: TermId) -> Option<Span> {
        match terms.term(term) {
            Term::Call(call) => self.definition_of(*call),
            _ => None,
        }
    }

    fn definition_of(&self, call: Call) -> Option<Span> {
        match self.calls.name(call).named {
            Named::Definition(id) => Some(self.program.definitions[id.0 as usize].span),
            Named::Builtin(_) => None,
        }
    }
}

impl Search<'_, '_> {
    /// A prefix that does one of the events that are wanted.
    fn prefix(&mut self, term: TermId, wanted: &HashSet<Event>) -> Option<Span> {
        if self.seen.len() >= MOST_TERMS || !self.seen.insert(term) {
            return None;
        }
        match self.terms.term(term).clone() {
            Term::Prefix(offers) => {
                let offered = offers.iter().any(|(event, _)| wanted.contains(event));
                self.evaluator.prefixes.get(&term).copied().filter(|_| offered)
            }
            Term::Call(call) => {
                if self.definition.is_none() {
                    self.definition = self.evaluator.definition_of(call);
                }
                let unfolded = self.evaluator.unfold(self.terms, call);
                self.prefix(unfolded, wanted)
            }
            Term::ExternalChoice(parts)
            | Term::InternalChoice(parts)
            | Term::SynchronisingChoice(_, parts)
            | Term::Synchronised(_, parts) => {
                parts.iter().find_map(|&one| self.prefix(one, wanted))
            }
            Term::Alphabetised(parts) => {
                parts.iter().find_map(|&(one, _)| self.prefix(one, wanted))
            }
            Term::SlidingChoice(one, other)
            | Term::Sequence(one, other)
            | Term::Interrupt(one, other)
            | Term::Exception(one, _, other)
            | Term::SynchronisingInterrupt(one, _, other) => {
                self.prefix(one, wanted).or_else(|| self.prefix(other, wanted))
            }
            Term::Linked(one, other, pairs) => {
                let ends = pairs.iter().flat_map(|&(left, right)| [left, right]);
                let linked = self.seen_as_tau(wanted, ends.collect())?;
                self.prefix(one, &linked).or_else(|| self.prefix(other, &linked))
            }
            Term::Hide(process, set) => {
                // What is known by the events that it leaves out cannot be listed.
                let hidden = self.terms.events(set).listed()?.iter().copied().collect();
                let wanted = self.seen_as_tau(wanted, hidden)?;
                self.prefix(process, &wanted)
            }
            Term::Rename(process, pairs) => {
                let renamed: HashSet<Event> = pairs.iter().map(|&(old, _)| old).collect();
                let old = pairs.iter().filter(|(_, new)| wanted.contains(new)).map(|&(old, _)| old);
                let wanted = wanted.difference(&renamed).copied().chain(old).collect();
                let wanted = self.counted(wanted)?;
                self.prefix(process, &wanted)
            }
            Term::Prioritise(process, _)
            | Term::Compress(_, process)
            | Term::TraceWatchdog(process, ..)
            | Term::FailureWatchdog(process, ..) => self.prefix(process, wanted),
            Term::State(machine, state) => {
                let labels = &self.terms.machine(machine).labels;
                let label = labels.get(state.0 as usize).copied();
                label.and_then(|label| self.prefix(label, wanted))
            }
            Term::Stop
            | Term::Skip
            | Term::Omega
            | Term::Div
            | Term::Chaos(_)
            | Term::Run(_)
            | Term::Fault(_) => None,
        }
    }

    /// What is wanted within an operator outside which these events are τ.
    fn seen_as_tau(
        &mut self,
        wanted: &HashSet<Event>,
        hidden: HashSet<Event>,
    ) -> Option<HashSet<Event>> {
        let mut within: HashSet<Event> = wanted.difference(&hidden).copied().collect();
        if wanted.contains(&Event::TAU) {
            within.extend(hidden);
        }
        self.counted(within)
    }

    /// The same events, unless they were too many altogether.
    fn counted(&mut self, wanted: HashSet<Event>) -> Option<HashSet<Event>> {
        self.wanted += wanted.len();
        Some(wanted).filter(|_| self.wanted <= MOST_EVENTS)
    }
}
