//! From a violation back to an initial state.
//!
//! What was new in each round is kept: a ring. From a state of a ring there is a way back to the ring before, within this ring, for
//! a round may take several steps. That way is looked for forwards, step by step, and walked back; at each step the relations say
//! which states come before. The states in between in which nobody has control are those of a run that a search would find.
//!
//! Where few states stand for all that differ by exchanges of processes, a step leads to a state, and exchanges from there to the one
//! that stands for it. They are found by going back through the pass that made them, and undone in all that follows: so the run is one of
//! the machine.

use std::ops::ControlFlow;

use kernel::{Found, PropertyId, PropertyKind, StopReason, Trace, TransitionSystem, ViolatedBy};
use machine::explore::Step;
use machine::{Machine, State};

use crate::diagram::NodeId;
use crate::exploration::{Exploration, Violation};
use crate::learning::Halt;
use crate::sinc::Stage;

/// A way to a violation.
struct Way {
    /// Where it begins.
    first: Vec<i32>,
    /// Its steps, the last one first.
    steps: Vec<Arrival>,
}

/// Where a step leads or a run begins, and the exchanges of processes, one after the other, that make of this the vector that stands for it.
struct Arrival {
    vector: Vec<i32>,
    pairs: Vec<[usize; 2]>,
}

impl Exploration<'_, '_> {
    /// Finds a run for each violation that has none yet.
    ///
    /// # Errors
    /// It was interrupted, and some violations have no run yet; or one has none, though a search of states would find one.
    pub fn follow(&mut self) -> Result<(), Halt> {
        if self.diagrams.is_littered() && self.followed < self.violations.len() {
            self.collect(&mut []);
        }
        while let Some(violation) = self.violations.get(self.followed).cloned() {
            let run = self.run_to(violation)?;
            self.runs.push(run);
            self.followed += 1;
        }
        Ok(())
    }

    fn run_to(&mut self, violation: Violation) -> Result<Found<Machine>, Halt> {
        let property = violation.property;
        let mut way = Way { first: violation.vector, steps: Vec::new() };
        for ring in (1..=violation.ring).rev() {
            self.walk_back(ring, &mut way)?;
        }
        let beginning = self.arrival(self.initial, way.first)?;
        let states = self.followed(beginning, way.steps);
        let states: Vec<State> = states.iter().filter_map(|it| self.stored_state(it)).collect();
        let last = states.last().ok_or(Halt::Unforeseen)?;
        let violated_by = match self.machine.properties()[property.index()].kind {
            PropertyKind::Deadlock | PropertyKind::Invariant => ViolatedBy::State,
            PropertyKind::Assertion | PropertyKind::RuntimeError => {
                let steps = violating(self.machine, last, property);
                ViolatedBy::Transition(steps.ok_or(Halt::Unforeseen)?)
            }
        };
        Ok(Found { property, trace: Trace { states, violated_by } })
    }

    /// The vectors along a way, all exchanges undone. Its steps come the last one first.
    fn followed(&self, beginning: Arrival, steps: Vec<Arrival>) -> Vec<Vec<i32>> {
        let (mut states, mut exchanged) = (Vec::new(), Vec::new());
        for Arrival { mut vector, pairs } in
            std::iter::once(beginning).chain(steps.into_iter().rev())
        {
            for &pair in exchanged.iter().rev() {
                self.exchange_in(&mut vector, pair);
            }
            states.push(vector);
            exchanged.extend(pairs);
        }
        states
    }

    fn exchange_in(&self, vector: &mut [i32], pair: [usize; 2]) {
        if let Some(sinc) = &self.sinc {
            sinc.exchange_in(vector, pair);
        }
    }

    /// Goes on from the beginning of a way, which is in a ring, back to a vector in the ring before.
    fn walk_back(&mut self, ring: usize, way: &mut Way) -> Result<(), StopReason> {
        let mut wanted = self.diagrams.set_of(vec![way.first.clone()])?;
        let mut layers = vec![self.rings[ring - 1]];
        let mut seen = NodeId::EMPTY;
        loop {
            if self.diagrams.is_littered() {
                let mut kept: Vec<&mut NodeId> = layers.iter_mut().collect();
                kept.extend([&mut wanted, &mut seen]);
                self.collect(&mut kept);
            }
            let from = layers[layers.len() - 1];
            let next = self.step_from(from, ring - 1)?;
            let next = self.reduced(next)?;
            let next = self.diagrams.intersection(next, self.rings[ring])?;
            let next = self.diagrams.minus(next, seen)?;
            if next.is_empty() {
                return Ok(());
            }
            if !self.diagrams.intersection(next, wanted)?.is_empty() {
                break;
            }
            seen = self.diagrams.union(seen, next)?;
            layers.push(next);
        }
        for &layer in layers.iter().rev() {
            let reached = self.step_from(layer, ring - 1)?;
            let arrival = self.arrival(reached, way.first.clone())?;
            if let Some(before) = self.one_before(layer, ring - 1, &arrival.vector)? {
                way.first = before;
                way.steps.push(arrival);
            }
        }
        Ok(())
    }

    /// A vector of a set for which another one stands.
    fn arrival(&mut self, set: NodeId, mut vector: Vec<i32>) -> Result<Arrival, StopReason> {
        let mut stages = Vec::new();
        if let Some(sinc) = &mut self.sinc {
            sinc.stages(set, &mut self.diagrams, &mut |stage| stages.push(stage))?;
        }
        let mut pairs = Vec::new();
        for Stage { pair, kept } in stages.into_iter().rev() {
            let only = self.diagrams.set_of(vec![vector.clone()])?;
            if self.diagrams.intersection(kept, only)?.is_empty() {
                self.exchange_in(&mut vector, pair);
                pairs.push(pair);
            }
        }
        pairs.reverse();
        Ok(Arrival { vector, pairs })
    }

    /// Where one step leads from a set of states.
    fn step_from(&mut self, set: NodeId, ring: usize) -> Result<NodeId, StopReason> {
        let mut following = NodeId::EMPTY;
        for relation in &self.learner.relations.all {
            let image = self.diagrams.image(set, relation)?;
            following = self.diagrams.union(following, image)?;
        }
        if let Some(timed) = &self.timed {
            let stuck = self.diagrams.intersection(set, self.stuck[ring])?;
            for relation in &timed.relations.all {
                let image = self.diagrams.image(stuck, relation)?;
                following = self.diagrams.union(following, image)?;
            }
        }
        Ok(following)
    }

    /// A state of a set from which one step leads to another.
    fn one_before(
        &mut self,
        set: NodeId,
        ring: usize,
        after: &[i32],
    ) -> Result<Option<Vec<i32>>, StopReason> {
        let untimed = self.learner.relations.all.iter().map(|relation| (set, relation));
        let stuck = self.stuck[ring];
        let timed = self.timed.iter().flat_map(|timed| &timed.relations.all);
        for (set, relation) in untimed.chain(timed.map(|relation| (stuck, relation))) {
            let before = self.diagrams.before(set, relation, after)?;
            if before.is_some() {
                return Ok(before);
            }
        }
        Ok(None)
    }

    /// The state of a vector, if nobody has control in it.
    fn stored_state(&self, vector: &[i32]) -> Option<State> {
        let (state, control) = self.layout.state(vector);
        control.is_none().then_some(state)
    }
}

/// The steps of a transition out of a state that violates a property.
pub fn violating(machine: &Machine, state: &State, property: PropertyId) -> Option<Vec<Step>> {
    let mut steps = None;
    let mut scratch = machine.scratch();
    let _ = machine.successors(state, &mut scratch, &mut |transition: kernel::Transition<
        '_,
        Machine,
    >| {
        if transition.violation != Some(property) {
            return ControlFlow::Continue(());
        }
        steps = Some(transition.steps.to_vec());
        ControlFlow::Break(())
    });
    steps
}
