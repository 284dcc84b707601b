//! Operators of which parts begin or end: each has a switch.

use super::draft::{Action, Draft};
use super::{
    Around, Compiler, MOST_PREFIXES, MOST_RULES_OF_PARTS, Part, Stop, Tail, Target, behind_event,
};
use crate::event::Event;
use crate::term::{SetId, TermId};

impl Compiler<'_, '_> {
    /// Value 0: nothing was done yet. Value n: the n-th event was done.
    pub(super) fn prefix(
        &mut self,
        steps: &[(Event, TermId)],
        around: &[Around],
    ) -> Result<Part, Stop> {
        self.prefixes += 1;
        if self.prefixes > MOST_PREFIXES {
            return Err(Stop::TooLarge);
        }
        self.branches(steps, &behind_event(around))
    }

    /// Value 0: no choice was made. Value n: the n-th part was chosen.
    pub(super) fn internal_choice(
        &mut self,
        parts: &[TermId],
        around: &[Around],
    ) -> Result<Part, Stop> {
        let steps: Vec<_> = parts.iter().map(|&part| (Event::TAU, part)).collect();
        self.branches(&steps, around)
    }

    fn branches(&mut self, steps: &[(Event, TermId)], around: &[Around]) -> Result<Part, Stop> {
        let begin = self.begin();
        let switch = self.switch(steps.len() + 1);
        let mut rules = Vec::new();
        for (&(event, term), value) in steps.iter().zip(1..) {
            let begins = Draft::alone(event).when(switch, 0);
            self.continued(begins, term, around, (switch, value), &mut rules)?;
        }
        Ok(Part { rules, span: self.since(begin) })
    }

    /// Behind `begins`, a term is at work on its own: then the switch has the value.
    fn continued(
        &mut self,
        begins: Draft,
        term: TermId,
        around: &[Around],
        (switch, value): (u32, u32),
        rules: &mut Vec<Draft>,
    ) -> Result<(), Stop> {
        match self.part(term, around)? {
            Target::Jump(number) => rules.push(Draft { jump: Some(number), ..begins }),
            Target::Part(part) => {
                rules.push(begins.then(Action::Switch(switch, value)));
                rules.extend(part.rules.iter().map(|rule| rule.when(switch, value)));
                self.only_while(part.span, switch, &[value]);
            }
        }
        Ok(())
    }

    /// Value 0: no choice was made. Value n: the n-th part was chosen. Events of the set, if there is one, are done together
    /// and choose nothing.
    pub(super) fn external_choice(
        &mut self,
        set: Option<SetId>,
        terms: &[TermId],
        around: &[Around],
    ) -> Result<Part, Stop> {
        let begin = self.begin();
        let switch = self.switch(terms.len() + 1);
        // What is done together leaves the choice as it is.
        let tail = if set.is_some() { Tail::Never } else { Tail::AfterEvent };
        let parts = self.wholes(terms, around, tail)?;
        let mut rules = Vec::new();
        for (place, part) in parts.iter().enumerate() {
            let chosen = place as u32 + 1;
            for rule in &part.rules {
                if self.is_in(set, rule.event) {
                    rules.push(rule.when(switch, chosen));
                    continue;
                }
                let mut goes_on = rule.when_either(switch, [0, chosen]);
                if rule.event != Event::TAU {
                    // Once the choice is made, that changes nothing.
                    let others = parts.iter().enumerate().filter(|&(other, _)| other != place);
                    let resets = others.map(|(_, part)| Action::Reset(part.span));
                    goes_on.actions.extend(resets.chain([Action::Switch(switch, chosen)]));
                }
                rules.push(goes_on);
            }
            self.only_while(part.span, switch, &[0, chosen]);
        }
        if set.is_some() {
            let events = parts[0].rules.iter().map(|rule| rule.event);
            let events = events.filter(|&event| self.is_in(set, event)).collect();
            let all: Vec<&Part> = parts.iter().collect();
            let together = self.together(events, |_| all.clone())?;
            rules.extend(together.iter().map(|rule| rule.when(switch, 0)));
        }
        Ok(Part { rules, span: self.since(begin) })
    }

    /// Value 0: no choice was made. Value 1: the first part was chosen. Value 2: the second.
    pub(super) fn sliding_choice(
        &mut self,
        one: TermId,
        other: TermId,
        around: &[Around],
    ) -> Result<Part, Stop> {
        let begin = self.begin();
        let switch = self.switch(3);
        let first = self.whole(one, around, Tail::AfterEvent)?;
        let mut rules = Vec::new();
        for rule in &first.rules {
            let mut goes_on = rule.when_either(switch, [0, 1]);
            if rule.event != Event::TAU {
                goes_on.actions.push(Action::Switch(switch, 1));
            }
            rules.push(goes_on);
        }
        self.only_while(first.span, switch, &[0, 1]);
        let slides = Draft::alone(Event::TAU).when(switch, 0).then(Action::Reset(first.span));
        self.continued(slides, other, around, (switch, 2), &mut rules)?;
        Ok(Part { rules, span: self.since(begin) })
    }

    /// Value 0: the first part is at work. Value 1: the second.
    pub(super) fn sequence(
        &mut self,
        one: TermId,
        other: TermId,
        around: &[Around],
    ) -> Result<Part, Stop> {
        self.followed(one, other, around, around, |event| {
            (event == Event::TICK).then_some(Event::TAU)
        })
    }

    /// Value 0: the first part is at work. Value 1: the second.
    pub(super) fn exception(
        &mut self,
        one: TermId,
        set: SetId,
        other: TermId,
        around: &[Around],
    ) -> Result<Part, Stop> {
        let set = self.semantics.terms.events(set).clone();
        self.followed(one, other, around, &behind_event(around), |event| {
            set.contains(event).then_some(event)
        })
    }

    /// Where `ends` has an answer, the first part gives way to the second.
    fn followed(
        &mut self,
        one: TermId,
        other: TermId,
        around: &[Around],
        around_other: &[Around],
        ends: impl Fn(Event) -> Option<Event>,
    ) -> Result<Part, Stop> {
        let begin = self.begin();
        let switch = self.switch(2);
        let first = self.whole(one, around, Tail::Never)?;
        self.only_while(first.span, switch, &[0]);
        let mut rules = Vec::new();
        let mut last = Vec::new();
        for rule in &first.rules {
            match ends(rule.event) {
                None => rules.push(rule.when(switch, 0)),
                Some(event) => {
                    let ends = Draft { event, ..rule.when(switch, 0) };
                    last.push(ends.then(Action::Reset(first.span)));
                }
            }
        }
        match self.part(other, around_other)? {
            Target::Jump(number) => {
                rules.extend(last.into_iter().map(|rule| Draft { jump: Some(number), ..rule }));
            }
            Target::Part(part) => {
                rules.extend(last.into_iter().map(|rule| rule.then(Action::Switch(switch, 1))));
                rules.extend(part.rules.iter().map(|rule| rule.when(switch, 1)));
                self.only_while(part.span, switch, &[1]);
            }
        }
        Ok(Part { rules, span: self.since(begin) })
    }

    /// Value 0: both parts are at work. Value 1: the second alone. Value 2: the first has terminated, and the whole with it.
    /// Events of the set, if there is one, are done together.
    pub(super) fn interrupt(
        &mut self,
        one: TermId,
        set: Option<SetId>,
        other: TermId,
        around: &[Around],
    ) -> Result<Part, Stop> {
        let begin = self.begin();
        let switch = self.switch(3);
        let tail = if set.is_some() { Tail::Never } else { Tail::AfterEvent };
        let first = self.whole(one, around, Tail::Never)?;
        let second = self.whole(other, around, tail)?;
        let mut rules = Vec::new();
        for rule in first.rules.iter().filter(|rule| !self.is_in(set, rule.event)) {
            let mut goes_on = rule.when(switch, 0);
            if rule.event == Event::TICK {
                let ends = [Action::Reset(first.span), Action::Reset(second.span)];
                goes_on.actions.extend(ends.into_iter().chain([Action::Switch(switch, 2)]));
            }
            rules.push(goes_on);
        }
        for rule in &second.rules {
            if self.is_in(set, rule.event) {
                rules.push(rule.when(switch, 1));
                continue;
            }
            let mut goes_on = rule.when_either(switch, [0, 1]);
            if rule.event != Event::TAU {
                goes_on.actions.extend([Action::Reset(first.span), Action::Switch(switch, 1)]);
            }
            rules.push(goes_on);
        }
        if set.is_some() {
            let events = first.rules.iter().map(|rule| rule.event);
            let events = events.filter(|&event| self.is_in(set, event)).collect();
            let together = self.together(events, |_| vec![&first, &second])?;
            rules.extend(together.iter().map(|rule| rule.when(switch, 0)));
        }
        self.only_while(first.span, switch, &[0]);
        self.only_while(second.span, switch, &[0, 1]);
        Ok(Part { rules, span: self.since(begin) })
    }

    /// Several terms that are at work together.
    pub(super) fn wholes(
        &mut self,
        terms: &[TermId],
        around: &[Around],
        at_most: Tail,
    ) -> Result<Vec<Part>, Stop> {
        let (mut parts, mut rules) = (Vec::new(), 0);
        for (&term, place) in terms.iter().zip(0..) {
            if let Some((_, operand)) = self.operands.last_mut() {
                *operand = place;
            }
            let part = self.whole(term, around, at_most)?;
            rules += part.rules.len();
            if rules > MOST_RULES_OF_PARTS {
                return Err(Stop::TooLarge);
            }
            parts.push(part);
        }
        Ok(parts)
    }

    pub(super) fn is_in(&self, set: Option<SetId>, event: Event) -> bool {
        set.is_some_and(|set| self.semantics.terms.events(set).contains(event))
    }
}
