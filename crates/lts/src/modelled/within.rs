//! The parts of a component that is looked at as a whole because of priority, along a run.
//!
//! Such a component is explored and made smaller, so that its states do not say any more where its parts are. They are found again: by a
//! run of the parts that does the same events, and after each of them offers the same.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use model::{Action, Run, Waiting, Words};
use rapidhash::RapidHashSet;

use crate::event::Event;
use crate::explicit::State;
use crate::refine::{ProductState, Refinement, Step};
use crate::supercombinator::Supercombinator;
use crate::term::Priority;

/// Of more ways than this to do the same events, the parts are not looked for.
const MOST_WAYS: usize = 4096;

/// Nor where all ways have more states than this.
const MOST_MET: usize = 100_000;

/// A step of the implementation: where it is taken, the event, and where it leads if that is known.
#[derive(Clone, Debug)]
pub struct Made {
    /// The state before it.
    pub before: Vec<u32>,
    /// The event of the whole.
    pub event: Event,
    /// The state behind it.
    pub after: Option<Vec<u32>>,
}

/// For each state of the whole that of the parts, and the one after it if there is one.
type Along = HashMap<Vec<u32>, (Vec<u32>, Option<Vec<u32>>)>;

/// The parts of a component along a run.
pub struct Within {
    /// The parts, as a process of their own.
    model: Refinement,
    at: Along,
    /// The state of the whole before a last step that leads nowhere, as it is forbidden.
    last: Option<Vec<u32>>,
}

impl Refinement {
    /// The steps of a run that violates something. What it goes round for ever at its end is told of the whole.
    #[must_use]
    pub fn steps_of(&self, run: &Run<ProductState, Step>) -> Vec<Made> {
        let inner = |state: &ProductState| state[1..].to_vec();
        let made = run.transitions.iter().filter_map(|made| {
            let [Step::Does { event, .. }] = made.steps[..] else { return None };
            let after = made.after.as_ref().map(inner);
            Some(Made { before: inner(&made.before), event, after })
        });
        made.collect()
    }

    /// The parts of a component along these steps, given the process that priority is over; none if they cannot be followed.
    #[must_use]
    pub fn within(
        &self,
        component: u32,
        parts: Supercombinator,
        priority: &Priority,
        steps: &[Made],
    ) -> Option<Within> {
        if parts.is_generalised() {
            return None;
        }
        let own = self.own_steps(component, steps)?;
        let ways = ways(&parts, priority, &self.implementation, component, &own)?;
        let mut at = Along::new();
        for (place, made) in steps.iter().enumerate() {
            let known = (ways[place].clone(), made.after.as_ref().map(|_| ways[place + 1].clone()));
            let entry = at.entry(made.before.clone()).or_insert_with(|| known.clone());
            if *entry != known {
                return None;
            }
        }
        if let Some(Made { after: Some(after), .. }) = steps.last() {
            let last = ways.last().cloned().expect("there is a beginning");
            at.entry(after.clone()).or_insert((last, None));
        }
        let last = steps.last().filter(|made| made.after.is_none());
        let last = last.map(|made| made.before.clone());
        Some(Within { model: Refinement::walked(Arc::new(parts)), at, last })
    }

    /// What a component does in each step: its event if it takes part, and its state afterwards.
    fn own_steps(&self, component: u32, steps: &[Made]) -> Option<Vec<Own>> {
        let own = |made: &Made| {
            let Some(after) = &made.after else { return Some(Own::Unknown) };
            let rule = self.rule(made.event, &made.before, after)?;
            if rule.resets.contains(&component) {
                return Some(Own::Resets);
            }
            let event = rule.parts.iter().find(|(part, _)| *part == component);
            Some(match event {
                Some(&(_, event)) => Own::Does(event, State(after[component as usize])),
                None => Own::Stays,
            })
        };
        steps.iter().map(own).collect()
    }
}

/// What a component does in a step.
#[derive(Clone, Copy)]
enum Own {
    Does(Event, State),
    Stays,
    Resets,
    /// It is the last step, of which it is not known where it leads.
    Unknown,
}

/// The states of the parts before the first step and after each.
fn ways(
    parts: &Supercombinator,
    priority: &Priority,
    whole: &Supercombinator,
    component: u32,
    steps: &[Own],
) -> Option<Vec<Vec<u32>>> {
    let mut layers: Vec<Vec<(Vec<u32>, usize)>> = vec![vec![(parts.initial(), 0)]];
    let (mut firing, mut met_in_all) = (parts.firing(), 0);
    for step in steps {
        let layer = layers.last().expect("there is a beginning");
        let mut next: Vec<(Vec<u32>, usize)> = Vec::new();
        let mut met: RapidHashSet<Vec<u32>> = RapidHashSet::default();
        for (from, (state, _)) in layer.iter().enumerate() {
            let Own::Does(event, _) = *step else {
                let resets = matches!(step, Own::Resets);
                let stays = if resets { parts.initial() } else { state.clone() };
                next.extend(met.insert(stays.clone()).then_some((stays, from)));
                continue;
            };
            let events = parts.events(state);
            if priority.forbids(event, |other| events.binary_search(&other).is_ok()) {
                continue;
            }
            let _ = parts.successors(state, &mut firing, &mut |other, target| {
                if other == event && !met.contains(target) {
                    met.insert(target.to_vec());
                    next.push((target.to_vec(), from));
                }
                ControlFlow::Continue(())
            });
            if next.len() > MOST_WAYS {
                return None;
            }
        }
        if let Own::Does(_, to) = *step {
            let wanted = whole.components()[component as usize].of(to);
            let mut wanted: Vec<Event> = wanted.iter().map(|&(event, _)| event).collect();
            wanted.dedup();
            next.retain(|(target, _)| offered(parts, priority, target) == wanted);
        }
        met_in_all += next.len();
        if next.is_empty() || met_in_all > MOST_MET {
            return None;
        }
        layers.push(next);
    }
    Some(way(&layers))
}

/// The way to the first state of the last layer: each state has the place of the one before it.
fn way(layers: &[Vec<(Vec<u32>, usize)>]) -> Vec<Vec<u32>> {
    let mut place = 0;
    let mut states: Vec<Vec<u32>> = Vec::new();
    for layer in layers.iter().rev() {
        let (state, before) = &layer[place];
        states.push(state.clone());
        place = *before;
    }
    states.reverse();
    states
}

/// The events of a state under priority, in ascending order.
fn offered(parts: &Supercombinator, priority: &Priority, state: &[u32]) -> Vec<Event> {
    let events = parts.events(state);
    let enabled = |other: Event| events.binary_search(&other).is_ok();
    events.iter().copied().filter(|&event| !priority.forbids(event, enabled)).collect()
}

impl Within {
    /// The parts, to be told what they are called.
    #[must_use]
    pub fn model(&self) -> &Refinement {
        &self.model
    }

    /// The states of the parts.
    #[must_use]
    pub fn states(&self) -> Vec<Vec<u32>> {
        let states = self.at.values();
        states.flat_map(|(at, next)| [Some(at), next.as_ref()]).flatten().cloned().collect()
    }

    /// What the parts do when the component does an event in a state of the whole, which does another one then.
    pub(super) fn actions(&self, state: &[u32], own: Event, event: Event) -> Option<Vec<Action>> {
        let (at, next) = self.at.get(state)?;
        let next = match next {
            Some(next) => next.clone(),
            None if self.last.as_deref() == Some(state) => self.target(at, own)?,
            None => return None,
        };
        let rule = self.model.rule(own, at, &next)?;
        let part = |&(part, own): &(u32, Event)| self.model.part(part, own, event, at);
        Some(rule.parts.iter().map(part).collect()).filter(|parts: &Vec<Action>| !parts.is_empty())
    }

    /// A state of the parts that an event leads to.
    fn target(&self, at: &[u32], event: Event) -> Option<Vec<u32>> {
        let parts = &self.model.implementation;
        let mut found = None;
        let _ = parts.successors(at, &mut parts.firing(), &mut |other, target| {
            if other != event {
                return ControlFlow::Continue(());
            }
            found = Some(target.to_vec());
            ControlFlow::Break(())
        });
        found
    }

    /// The parts, and what each could do by itself in a state of the whole.
    pub(super) fn waiting(&self, state: &[u32]) -> Option<Vec<Waiting>> {
        let (at, _) = self.at.get(state)?;
        Some(self.model.processes(&ProductState::from([&[0], &at[..]].concat())))
    }
}
