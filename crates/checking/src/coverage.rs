//! Which actions the runs of a model execute, as far as a search tells.
//!
//! A search of the model itself tells it of each. In the quotient, an action that is executed from a representative stands for
//! those that symmetry maps it to, one of which at least some run executes. That all are executed follows where the runs
//! begin alike: where the states that symmetry first applies to are, together, their own images. Elsewhere, actions are certain
//! that symmetry maps to no other, and those that a short search of the model itself meets.

use std::collections::HashSet;
use std::ops::ControlFlow;

use kernel::{
    Limits, PropertySet, SearchOptions, Silent, StopReason, Store, Transition, one_way, search,
};
use model::{Covering, Model, Reduced};
use symmetry::Symmetric;

/// The most states that are looked at, beyond the search, to know more of what is executed.
const MOST_STATES: u64 = 10_000;
/// The most bytes of states that are kept meanwhile.
const MOST_BYTES: usize = 32 << 20;

/// Which actions are executed in some run.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// Those that certainly are.
    pub certain: Vec<bool>,
    /// Those that may be, the certain ones included.
    pub possible: Vec<bool>,
}

impl Coverage {
    /// That of a search which saw every state.
    pub fn exact(executed: Vec<bool>) -> Coverage {
        Coverage { certain: executed.clone(), possible: executed }
    }

    /// That of a search which saw a state of each class, and executed these actions.
    pub fn up_to_symmetry<M: Model>(
        model: &M,
        reduction: &M::Reduced,
        executed: &[bool],
        options: &SearchOptions,
    ) -> Coverage {
        let possible = reduction.images(executed);
        let mut certain = both(&possible, &alone(reduction, possible.len()));
        if certain != possible && begins_alike(reduction) {
            certain = reduction.sure_images(executed);
        }
        if certain == possible {
            return Coverage::exact(possible);
        }
        let (met, complete) = executed_soon(model.system(), options);
        if complete {
            return Coverage::exact(met);
        }
        certain.iter_mut().zip(met).for_each(|(certain, met)| *certain |= met);
        Coverage { certain, possible }
    }
}

/// What some worker has executed.
pub fn executed<'a>(workers: impl Iterator<Item = &'a [bool]>) -> Vec<bool> {
    let mut merged = Vec::new();
    for covered in workers {
        merged.resize(covered.len(), false);
        for (merged, covered) in merged.iter_mut().zip(covered) {
            *merged |= covered;
        }
    }
    merged
}

/// How often workers have executed each action; none if one of them does not know.
pub fn executions<'a>(mut workers: impl Iterator<Item = Option<&'a [u64]>>) -> Option<Vec<u64>> {
    workers.try_fold(Vec::new(), |mut sums: Vec<u64>, counts| {
        let counts = counts?;
        sums.resize(counts.len(), 0);
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum = sum.wrapping_add(*count));
        Some(sums)
    })
}

fn both(first: &[bool], second: &[bool]) -> Vec<bool> {
    first.iter().zip(second).map(|(&first, &second)| first && second).collect()
}

/// For each action, whether symmetry maps it to no other. Two actions differ in some bit of their numbers: one is alone if all that
/// it is mapped to have its own bits.
fn alone(reduction: &impl Reduced, actions: usize) -> Vec<bool> {
    let mut alone = vec![true; actions];
    for bit in 0..usize::BITS - actions.leading_zeros() {
        let side = |wanted: usize| {
            let chosen: Vec<bool> =
                (0..actions).map(|action| action >> bit & 1 == wanted).collect();
            reduction.images(&chosen)
        };
        let (zeros, ones) = (side(0), side(1));
        for (alone, (zero, one)) in alone.iter_mut().zip(zeros.into_iter().zip(ones)) {
            *alone &= !(zero && one);
        }
    }
    alone
}

/// What a search of the model itself executes that stops soon, and whether it saw every state all the same. (One that leaves
/// transitions out executes the same actions in the end, but may put many of them off for long. With several workers it would depend
/// on these what was met when it stops.)
fn executed_soon<S: Covering>(system: &S, options: &SearchOptions) -> (Vec<bool>, bool) {
    let states = options.limits.states.map_or(MOST_STATES, |most| most.min(MOST_STATES));
    let limits = Limits { states: Some(states), ..options.limits };
    let check = PropertySet::Only(Vec::new());
    let outcome = search(
        system,
        &SearchOptions {
            check,
            limits,
            partial_order: false,
            workers: 1,
            store: Store::Plain,
            checkpoints: None,
            ..options.clone()
        },
        &Silent,
    );
    let workers = outcome.scratches.iter().map(|scratch| system.executed(scratch));
    (executed(workers), outcome.stop == StopReason::Exhausted)
}

/// Whether it is known that symmetry maps the states that it first applies to in each run to one another.
pub(crate) fn begins_alike<R: Reduced>(reduction: &R) -> bool {
    let system = reduction.system();
    let Some(first) = first_states(system) else { return false };
    let layout = reduction.symmetry().layout();
    let known: HashSet<&[i32]> = first.iter().map(|state| system.cells(state)).collect();
    let mut image = Vec::new();
    first.iter().all(|state| {
        let cells = system.cells(state);
        reduction.symmetry().generators().iter().all(|generator| {
            image.clear();
            image.extend_from_slice(cells);
            layout.apply(generator.images(), cells, &mut image);
            known.contains(&image[..])
        })
    })
}

/// The states that symmetry first applies to; none if there are too many before.
fn first_states<S: Symmetric>(system: &S) -> Option<Vec<S::State>> {
    let mut scratch = system.scratch();
    let (mut first, mut early) = (Vec::new(), Vec::new());
    let mut known = HashSet::new();
    let mut kept = 0;
    let mut meet = |state: &S::State, early: &mut Vec<S::State>| {
        let mut bytes = Vec::new();
        system.encode(state, &mut bytes);
        kept += bytes.len();
        if known.insert(bytes) {
            let met = if system.reducible(state) { &mut first } else { early };
            met.push(state.clone());
        }
        known.len() as u64 <= MOST_STATES && kept <= MOST_BYTES
    };
    let flow = system.initial_states(&mut scratch, &mut |state: &S::State| match meet(
        state, &mut early,
    ) {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    });
    if flow.is_break() {
        return None;
    }
    while let Some(state) = early.pop() {
        let see = |t: Transition<'_, S>| match t.target {
            Some(target) if !meet(target, &mut early) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let flow = system.successors(&state, &mut scratch, &mut one_way(see));
        if flow.is_break() {
            return None;
        }
    }
    Some(first)
}
