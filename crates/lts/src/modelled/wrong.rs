//! What is wrong at the end of a run, in words.

use model::{RunStep, Wrong};

use crate::event::Event;
use crate::refine::{Demand, Kind, Refinement, Step, Violation};

impl Refinement {
    /// What is wrong with a transition that violates the specification.
    pub(super) fn what_is_wrong(
        &self,
        transition: &RunStep<Vec<u32>, Step>,
    ) -> Option<Wrong<Vec<u32>, Step>> {
        let before = &transition.before;
        let [step] = transition.steps[..] else { return None };
        let violation = Violation::of_step(self, before, step).ok()?;
        let text = self.told(before, &violation);
        let nothing = Wrong { text, instead: Some(Vec::new()), again: None, waiting: Vec::new() };
        Some(match violation {
            Violation::Event(_) => Wrong { instead: None, ..nothing },
            Violation::Acceptance { .. } | Violation::Missing(_) => {
                Wrong { waiting: model::Words::processes(self, before), ..nothing }
            }
            Violation::Divergence { states, again } => {
                let instead = Some(self.round(before, &states, again));
                Wrong { instead, again: Some(again), ..nothing }
            }
        })
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
                "it diverges: nothing that can be seen happens any more".to_owned()
            }
        }
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
                let sets = sets.iter().map(|set| names.set(set.iter().copied()));
                let sets = sets.collect::<Vec<_>>().join(" or of ");
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
    ) -> Vec<RunStep<Vec<u32>, Step>> {
        let whole = |state: &Vec<u32>| [&before[..1], state].concat();
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
