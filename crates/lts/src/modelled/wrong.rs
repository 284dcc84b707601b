//! What is wrong at the end of a run, in words.

use model::{Offers, RunStep, Wrong};

use crate::event::Event;
use crate::explicit::Acceptances;
use crate::refine::{Demand, Kind, ProductState, Refinement, Step, Violation};

impl Refinement {
    /// What is wrong with a transition that violates the specification.
    pub(super) fn what_is_wrong(
        &self,
        transition: &RunStep<ProductState, Step>,
    ) -> Option<Wrong<ProductState, Step>> {
        let before = &transition.before;
        let [step] = transition.steps[..] else { return None };
        let violation = Violation::of_step(self, before, step).ok()?;
        let nothing = Wrong {
            text: self.told(before, &violation),
            instead: Some(Vec::new()),
            again: None,
            waits: false,
            offers: Some(self.offers(before, &violation)),
        };
        Some(match violation {
            Violation::Event(_) => Wrong { instead: None, ..nothing },
            Violation::Acceptance { .. } | Violation::Missing(_) => {
                Wrong { waits: true, ..nothing }
            }
            Violation::Divergence { states, again } => {
                let instead = Some(self.round(before, &states, again));
                Wrong { instead, again: Some(again), ..nothing }
            }
        })
    }

    /// What the process accepts at the end of a run, and what the specification says of that.
    fn offers(&self, before: &[u32], violation: &Violation) -> Offers {
        let names = |events: &[Event]| -> Vec<String> {
            let seen = events.iter().filter(|&&event| event != Event::TAU);
            seen.map(|&event| self.names().event(event)).collect()
        };
        let accepted = match violation {
            Violation::Acceptance { accepted, .. } => names(accepted),
            _ => names(&self.implementation.events(&before[1..])),
        };
        let node = self.node(before);
        let acceptances = match self.specification.demand(node) {
            Demand::OneOf(sets) => sets.iter().map(|set| names(set)).collect(),
            _ => Vec::new(),
        };
        let allowed = self.specification.allowed(node).map(|events| names(&events));
        Offers { accepted, acceptances, allowed }
    }

    fn told(&self, before: &[u32], violation: &Violation) -> String {
        let names = self.names();
        match violation {
            Violation::Event(_) if self.kind == Kind::Sought => "it has the trace".to_owned(),
            Violation::Event(event) => {
                let nodes = self.specification.nodes();
                let allowed = nodes.of(self.node(before)).iter().map(|&(event, _)| event);
                let (event, allowed) = (names.event(*event), names.set(allowed));
                format!("`{event}` is not allowed here: the specification allows {allowed}")
            }
            Violation::Acceptance { accepted, demanded } => self.refusal(accepted, demanded),
            Violation::Missing(event) => {
                format!("`{}` cannot happen here, as it should", names.event(*event))
            }
            Violation::Divergence { .. } => {
                let text = "it diverges: nothing that can be seen happens any more";
                match self.specification.demand(self.node(before)) {
                    Demand::OneOf(sets) if self.kind == Kind::Compared => {
                        let sets = self.sets(sets);
                        format!("{text}, where the specification accepts all of {sets}")
                    }
                    _ => text.to_owned(),
                }
            }
        }
    }

    fn sets(&self, sets: &Acceptances) -> String {
        let sets = sets.iter().map(|set| self.names().set(set.iter().copied()));
        sets.collect::<Vec<_>>().join(" or of ")
    }

    fn refusal(&self, accepted: &[Event], demanded: &Demand) -> String {
        let names = self.names();
        match demanded {
            Demand::OneOf(sets) if self.kind == Kind::Deterministic => {
                let refused = sets.iter().flat_map(|set| set.iter().copied());
                let refused = refused.filter(|event| !accepted.contains(event));
                format!("all of {} may be refused here, and may happen", names.set(refused))
            }
            Demand::OneOf(sets) => {
                let offers = names.set(accepted.iter().copied());
                let sets = self.sets(sets);
                format!(
                    "only {offers} is accepted here, where the specification accepts all of {sets}"
                )
            }
            _ => "nothing can happen any more: a deadlock".to_owned(),
        }
    }

    /// The transitions of a divergence. A last state that diverges by a mark goes round by itself, which no rule tells.
    fn round(
        &self,
        before: &[u32],
        states: &[Vec<u32>],
        again: usize,
    ) -> Vec<RunStep<ProductState, Step>> {
        let whole = |state: &Vec<u32>| ProductState::from([&before[..1], state].concat());
        let next = states.iter().skip(1).chain(states.get(again));
        let step = |(from, to): (&Vec<u32>, &Vec<u32>)| {
            let from = whole(from);
            let by_mark = Step::Does { event: Event::TAU, number: u32::MAX };
            let step = self.step_between(&from, Event::TAU, to).unwrap_or(by_mark);
            RunStep { steps: vec![step], before: from, after: Some(whole(to)) }
        };
        states.iter().zip(next).map(step).collect()
    }
}
