//! Parallel composition: rules of the parts alone, and rules that they make together.

use std::collections::BTreeSet;

use rapidhash::{RapidHashMap, RapidHashSet};

use super::draft::Draft;
use super::{Around, Compiler, MOST_RULES, Part, Stop, Tail};
use crate::event::Event;
use crate::semantics::combinations;
use crate::term::{SetId, TermId};

impl Compiler<'_, '_> {
    pub(super) fn synchronised(
        &mut self,
        set: SetId,
        terms: &[TermId],
        around: &[Around],
    ) -> Result<Part, Stop> {
        let begin = self.begin();
        let parts = self.wholes(terms, around, Tail::Never)?;
        let set = self.semantics.terms.events(set).clone();
        let alone = |event| event != Event::TICK && !set.contains(event);
        let mut rules: Vec<Draft> = parts
            .iter()
            .flat_map(|part| &part.rules)
            .filter(|rule| alone(rule.event))
            .cloned()
            .collect();
        let events = parts.iter().take(1).flat_map(|part| &part.rules).map(|rule| rule.event);
        let events = events.filter(|&event| !alone(event)).collect();
        rules.extend(self.together(events, |_| parts.iter().collect())?);
        Ok(Part { rules, span: self.since(begin) })
    }

    pub(super) fn alphabetised(
        &mut self,
        terms: &[(TermId, SetId)],
        around: &[Around],
    ) -> Result<Part, Stop> {
        let begin = self.begin();
        let alphabets: Vec<_> =
            terms.iter().map(|&(_, set)| self.semantics.terms.events(set).clone()).collect();
        let terms: Vec<TermId> = terms.iter().map(|&(term, _)| term).collect();
        let parts = self.wholes(&terms, around, Tail::Never)?;
        let silent = |rule: &&Draft| rule.event == Event::TAU;
        let mut rules: Vec<Draft> =
            parts.iter().flat_map(|part| &part.rules).filter(silent).cloned().collect();
        let events = parts.iter().flat_map(|part| &part.rules).map(|rule| rule.event);
        let events = events.filter(|&event| event != Event::TAU).collect();
        let together = self.together(events, |event| {
            let takes_part =
                |place: usize| event == Event::TICK || alphabets[place].contains(event);
            parts
                .iter()
                .enumerate()
                .filter(|&(place, _)| takes_part(place))
                .map(|(_, part)| part)
                .collect()
        })?;
        rules.extend(together);
        Ok(Part { rules, span: self.since(begin) })
    }

    pub(super) fn linked(
        &mut self,
        one: TermId,
        other: TermId,
        pairs: &[(Event, Event)],
        around: &[Around],
    ) -> Result<Part, Stop> {
        let begin = self.begin();
        let parts = self.wholes(&[one, other], around, Tail::Never)?;
        let (first, second) = (&parts[0].rules, &parts[1].rules);
        let (lefts, rights): (RapidHashSet<Event>, RapidHashSet<Event>) =
            pairs.iter().copied().unzip();
        let is_left = |event| event == Event::TICK || lefts.contains(&event);
        let is_right = |event| event == Event::TICK || rights.contains(&event);
        let mut rules: Vec<Draft> =
            first.iter().filter(|rule| !is_left(rule.event)).cloned().collect();
        rules.extend(second.iter().filter(|rule| !is_right(rule.event)).cloned());
        let ticks = [(Event::TICK, Event::TICK, Event::TICK)];
        let linked = pairs.iter().map(|&(left, right)| (left, right, Event::TAU)).chain(ticks);
        let (of_first, of_second) = (by_event(&parts[0]), by_event(&parts[1]));
        for (left, right, event) in linked {
            for one in of_first.get(&left).into_iter().flatten() {
                for other in of_second.get(&right).into_iter().flatten() {
                    rules.push(Draft { event, ..one.with(other) });
                }
            }
        }
        Ok(Part { rules, span: self.since(begin) })
    }

    /// For each event, the rules that all who take part in it make together. Nobody takes part in an event that no rule is
    /// made of.
    pub(super) fn together<'p>(
        &mut self,
        events: BTreeSet<Event>,
        taking_part: impl Fn(Event) -> Vec<&'p Part>,
    ) -> Result<Vec<Draft>, Stop> {
        let mut of_parts: RapidHashMap<*const Part, RapidHashMap<Event, Vec<&'p Draft>>> =
            RapidHashMap::default();
        let mut rules = Vec::new();
        for event in events {
            self.semantics.go_on()?;
            let mut choices: Vec<Vec<&Draft>> = Vec::new();
            for part in taking_part(event) {
                let by_event = of_parts.entry(part).or_insert_with(|| by_event(part));
                choices.push(by_event.get(&event).cloned().unwrap_or_default());
            }
            if choices.is_empty() {
                continue;
            }
            let most = MOST_RULES - rules.len().min(MOST_RULES);
            combinations(&choices, most, |combined| {
                let (first, others) = combined.split_first().expect("somebody takes part");
                rules.push(others.iter().fold(Draft::clone(first), |rule, other| rule.with(other)));
            })?;
        }
        Ok(rules)
    }
}

fn by_event(part: &Part) -> RapidHashMap<Event, Vec<&Draft>> {
    let mut by_event: RapidHashMap<Event, Vec<&Draft>> = RapidHashMap::default();
    for rule in &part.rules {
        by_event.entry(rule.event).or_default().push(rule);
    }
    by_event
}
