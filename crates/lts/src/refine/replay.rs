//! A run that was told, on the product again: it is one, and at its end is what was said to be wrong.

use std::collections::HashSet;
use std::ops::ControlFlow;

use kernel::{Trace, Transition, TransitionSystem, ViolatedBy};

use super::assertion::Prepared;
use super::confirm::Unconfirmed;
use super::counterexample::Counterexample;
use super::product::{Product, Step};
use crate::event::Event;

/// A state of the product, and the place of the one before it in the layer before.
type Reached = (Vec<u32>, usize);

impl Prepared {
    /// A counterexample whose run does these events, τ among them, the one included that is forbidden; a divergence is one
    /// that repeats the events from the place `again` on, counted from 0. None if there is none.
    ///
    /// That something is missing which should be possible is not seen from one run.
    ///
    /// # Errors
    /// What was found is none: a defect of this program.
    pub fn replay(
        &self,
        events: &[Event],
        again: Option<usize>,
    ) -> Result<Option<Counterexample>, Unconfirmed> {
        let Some(specification) = &self.specification else { return Ok(None) };
        let product = Product::new(specification, &self.implementation);
        let Some(trace) = replayed(&product, events, again) else { return Ok(None) };
        let found = Counterexample::new(&product, &trace)?;
        self.confirm(&found)?;
        Ok(Some(found))
    }
}

/// A run of the product that does these events, and ends in a violation.
fn replayed<'p>(
    product: &Product<'p>,
    events: &[Event],
    again: Option<usize>,
) -> Option<Trace<Product<'p>>> {
    if let Some(again) = again {
        let layers = follow(product, events.get(..again)?);
        return ending(product, &layers, |step| step == Step::Diverges);
    }
    if let Some((&last, before)) = events.split_last() {
        let layers = follow(product, before);
        let found = ending(product, &layers, |step| step == Step::Does(last));
        if found.is_some() {
            return found;
        }
    }
    let layers = follow(product, events);
    ending(product, &layers, |step| step == Step::Refuses)
}

/// The states that each of the events leads to, one event a layer.
fn follow(product: &Product<'_>, events: &[Event]) -> Vec<Vec<Reached>> {
    let mut scratch = product.scratch();
    let mut layers: Vec<Vec<Reached>> = vec![Vec::new()];
    let _ = product.initial_states(&mut scratch, &mut |state: &Vec<u32>| {
        layers[0].push((state.clone(), 0));
        ControlFlow::Continue(())
    });
    for &event in events {
        let mut layer: Vec<Reached> = Vec::new();
        let mut seen = HashSet::new();
        for (place, (state, _)) in layers[layers.len() - 1].iter().enumerate() {
            let mut look = |transition: Transition<'_, Product<'_>>| {
                if let (&[Step::Does(done)], Some(target)) = (transition.steps, transition.target)
                    && done == event
                    && seen.insert(target.clone())
                {
                    layer.push((target.clone(), place));
                }
                ControlFlow::Continue(())
            };
            let _ = product.successors(state, &mut scratch, &mut look);
        }
        layers.push(layer);
    }
    layers
}

/// The run that ends in a state of the last layer that violates the specification by such a step.
fn ending<'p>(
    product: &Product<'p>,
    layers: &[Vec<Reached>],
    violates: impl Fn(Step) -> bool,
) -> Option<Trace<Product<'p>>> {
    let mut scratch = product.scratch();
    let last = layers.last()?;
    let (place, step) = last.iter().enumerate().find_map(|(place, (state, _))| {
        let mut found = None;
        let mut look = |transition: Transition<'_, Product<'_>>| {
            match transition.steps {
                &[step] if transition.violation.is_some() && violates(step) => found = Some(step),
                _ => return ControlFlow::Continue(()),
            }
            ControlFlow::Break(())
        };
        let _ = product.successors(state, &mut scratch, &mut look);
        found.map(|step| (place, step))
    })?;
    let mut states = Vec::new();
    let mut place = place;
    for layer in layers.iter().rev() {
        let (state, before) = &layer[place];
        states.push(state.clone());
        place = *before;
    }
    states.reverse();
    Some(Trace { states, violated_by: ViolatedBy::Transition(vec![step]) })
}
