//! Counterexamples in the words of the script: which component did what, step by step, and what is wrong at the end.

use std::ops::ControlFlow;

use checking::{Counterexample, Detail, StoredRun, StoredStep, StoredTransition, Transition};
use lts::{
    Component, Demand, Event, Explicit, Prepared, Rule, State, Supercombinator, TermId, Terms,
    Unconfirmed, Violation,
};
use model::{Action, Blocked, CellKind, Change, Effects, Performed, Place};

use crate::evaluate::Evaluator;

/// Tells what a supercombinator did.
pub(crate) struct Teller<'a> {
    pub evaluator: &'a Evaluator<'a>,
    pub terms: &'a Terms,
    pub prepared: &'a Prepared,
    /// Whether the assertion is that there are no choices but the environment's.
    pub about_choices: bool,
}

/// Longer names of processes that do something are cut off.
const LONGEST_NAME: usize = 40;

/// More events of a set are not listed.
const MOST_LISTED: usize = 12;

impl Teller<'_> {
    /// A counterexample to an assertion, in words and to be stored.
    ///
    /// # Errors
    /// It is none.
    pub fn tell(
        &self,
        name: &str,
        found: &lts::Counterexample,
        detail: Detail,
    ) -> Result<(Counterexample, StoredRun), Unconfirmed> {
        let mut states = found.run.states.clone();
        let mut events = found.run.events.clone();
        let mut again = None;
        if let Violation::Divergence { states: round, again: place } = &found.violation {
            again = Some(events.len() + place + 1);
            states.extend(round.iter().skip(1).cloned());
            states.push(round[*place].clone());
            events.resize(states.len() - 1, Event::TAU);
        }
        let steps = events.iter().enumerate();
        let mut transitions: Vec<Transition> = steps
            .map(|(place, &event)| {
                self.transition(place + 1, event, &states[place], &states[place + 1], detail)
            })
            .collect();
        let last = states.last().ok_or(Unconfirmed::Start)?;
        let (place, blocked) = self.wrong(found, last);
        if let Violation::Event(event) = found.violation {
            let step = transitions.len() + 1;
            let next = self.after(last, event).ok_or(Unconfirmed::Event)?;
            transitions.push(self.transition(step, event, last, &next, detail));
            events.push(event);
        }
        let stored = self.stored(name, &place, &events, again);
        let counterexample = Counterexample {
            property: name.to_owned(),
            processes: self.components().collect(),
            transitions,
            again,
            is_prefix: false,
            ending: place.clone(),
            place,
            blocked,
        };
        Ok((counterexample, stored))
    }

    /// What is wrong at the end, and for a state that accepts too little, what each component waits for.
    fn wrong(&self, found: &lts::Counterexample, last: &[u32]) -> (String, Vec<Blocked>) {
        match &found.violation {
            Violation::Event(event) => {
                let allowed = self.nodes().of(found.node).iter().map(|&(e, _)| e);
                let allowed = self.set(allowed);
                let text = format!(
                    "`{}` is not allowed here: the specification allows {allowed}",
                    self.event(*event)
                );
                (text, Vec::new())
            }
            Violation::Acceptance { accepted, demanded } => {
                let offers = self.set(accepted.iter().copied());
                let text = match demanded {
                    Demand::Something => "nothing can happen any more: a deadlock".to_owned(),
                    Demand::OneOf(sets) if self.about_choices => {
                        let refused = sets.iter().flat_map(|set| set.iter().copied());
                        let refused = refused.filter(|event| !accepted.contains(event));
                        format!("all of {} may be refused here, and may happen", self.set(refused))
                    }
                    Demand::OneOf(sets) => {
                        let sets: Vec<String> =
                            sets.iter().map(|set| self.set(set.iter().copied())).collect();
                        format!(
                            "only {offers} is accepted here, where the specification accepts all of {}",
                            sets.join(" or of ")
                        )
                    }
                    _ => unreachable!("nothing is demanded"),
                };
                (text, self.waiting(last))
            }
            Violation::Missing(event) => {
                let text = format!("`{}` cannot happen here, as it should", self.event(*event));
                (text, self.waiting(last))
            }
            Violation::Divergence { .. } => {
                ("it diverges: nothing that can be seen happens any more".to_owned(), Vec::new())
            }
        }
    }

    fn system(&self) -> &Supercombinator {
        &self.prepared.implementation
    }

    fn nodes(&self) -> &Explicit {
        self.prepared.specification.as_ref().expect("something is violated").nodes()
    }

    fn set(&self, events: impl Iterator<Item = Event>) -> String {
        let mut names: Vec<String> = events.map(|event| self.event(event)).collect();
        let more = names.len().saturating_sub(MOST_LISTED);
        names.truncate(MOST_LISTED);
        if more > 0 {
            names.push(format!("and {more} more"));
        }
        format!("{{{}}}", names.join(", "))
    }

    fn event(&self, event: Event) -> String {
        self.evaluator.event_name(event)
    }

    /// What the components are called: as the processes that they begin as.
    fn components(&self) -> impl Iterator<Item = String> {
        (0..self.system().components().len()).map(|component| self.component(component))
    }

    fn component(&self, component: usize) -> String {
        let component = &self.system().components()[component];
        self.short(component.label(component.explicit.initial))
    }

    /// A process that does something, by a name that fits on a line.
    fn short(&self, process: TermId) -> String {
        let name = self.term(process);
        if name.chars().count() <= LONGEST_NAME {
            return name;
        }
        name.chars().take(LONGEST_NAME - 1).chain(['…']).collect()
    }

    fn term(&self, term: TermId) -> String {
        self.evaluator.term_text(self.terms, term)
    }

    /// One step of the whole.
    fn transition(
        &self,
        step: usize,
        event: Event,
        before: &[u32],
        after: &[u32],
        detail: Detail,
    ) -> Transition {
        let rule = self.rule(event, before, after);
        let parts = rule.map_or(&[][..], |rule| &rule.parts);
        let mut actions: Vec<Performed> = parts
            .iter()
            .map(|&(component, own)| self.performed(component as usize, own, event))
            .collect();
        if actions.is_empty() {
            // No component has begun: the operator around them does it.
            actions.push(performed(self.short(self.prepared.process), self.event(event)));
        }
        let changes = match detail {
            Detail::Effects => self.changes(before, after),
            Detail::Actions | Detail::Changes => Vec::new(),
        };
        Transition { step, actions, changes }
    }

    /// A state that an event leads to.
    fn after(&self, state: &[u32], event: Event) -> Option<Vec<u32>> {
        let mut found = None;
        let mut firing = self.system().firing();
        let _ = self.system().successors(state, &mut firing, &mut |other, target| {
            if other == event {
                found = Some(target.to_vec());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }

    /// What a component did when the whole did an event.
    fn performed(&self, component: usize, own: Event, event: Event) -> Performed {
        let statement = match (own, event) {
            _ if own == event => self.event(own),
            (_, Event::TAU) => format!("{} (hidden)", self.event(own)),
            _ => format!("{} (as {})", self.event(own), self.event(event)),
        };
        performed(self.component(component), statement)
    }

    /// The rule by which a state became another one.
    fn rule(&self, event: Event, before: &[u32], after: &[u32]) -> Option<&Rule> {
        let leads = |rule: &&Rule| rule.event == event && self.system().leads(rule, before, after);
        self.system().rules().iter().find(leads)
    }

    fn changes(&self, before: &[u32], after: &[u32]) -> Vec<Change> {
        let components = self.system().components().iter().enumerate();
        let changed = components.filter(|&(place, _)| before[place] != after[place]);
        changed
            .map(|(place, component)| {
                let text = |state: u32| self.term(component.label(State(state)));
                Change {
                    kind: CellKind::Process,
                    action: 0,
                    cell: self.component(place),
                    before: Some(text(before[place])),
                    after: text(after[place]),
                    before_value: None,
                    after_value: None,
                }
            })
            .collect()
    }

    /// What each component could do.
    fn waiting(&self, state: &[u32]) -> Vec<Blocked> {
        let components = self.system().components().iter().enumerate();
        let blocked = |(place, component): (usize, &Component)| {
            let offers = component.of(State(state[place]));
            let mut events: Vec<String> =
                offers.iter().map(|&(event, _)| self.event(event)).collect();
            events.dedup();
            let more = events.len().saturating_sub(MOST_LISTED);
            events.truncate(MOST_LISTED);
            if more > 0 {
                events.push(format!("{more} more"));
            }
            Blocked {
                number: place as u32,
                process: self.component(place),
                place: None,
                line: None,
                waits_at: events,
                may_end: false,
            }
        };
        components.map(blocked).collect()
    }

    fn stored(
        &self,
        name: &str,
        ending: &str,
        events: &[Event],
        again: Option<usize>,
    ) -> StoredRun {
        let steps = events.iter().enumerate().map(|(place, &event)| StoredTransition {
            step: place + 1,
            moves: vec![StoredStep {
                process: 0,
                edge: event.0,
                name: String::new(),
                line: 0,
                text: self.event(event),
            }],
        });
        StoredRun {
            property: name.to_owned(),
            ending: ending.to_owned(),
            steps: steps.collect(),
            again,
            prefix: false,
            fairness: None,
        }
    }
}

fn performed(process: String, statement: String) -> Performed {
    let place = Place { file: String::new(), line: 0, column: 0 };
    Performed { action: Action { process, statement, place }, effects: Effects::default() }
}
