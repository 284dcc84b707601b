//! The exchange of parts that makes one run of another, if there is one.
//!
//! State by state the elements are kept that take those of one run, so far, to those of the other: they are one of them, followed by any that
//! leaves the other's states as they are. The group of these becomes smaller at most as often as the chain of the group is long.

use groups::{Group, Interrupted, Patience, Permutation};
use kernel::TransitionSystem;
use model::{Reduced, StateOf, Words};
use symmetry::{
    Canonical, OrbitSizes, Permuting, Pinned, Representative, Symmetric, SymmetryGroup,
};

use super::{Classes, Transitions, within_a_moment};
use crate::symmetry_view::cycles;

/// The most elements of which it is tried whether they make of the steps what they make of the states.
const MOST_TRIED: usize = 10_000;

impl<M: Words> Classes<'_, M> {
    /// An element, as cycles of names, that takes one run to another, states and steps; none if there is none.
    ///
    /// # Errors
    /// Why that is not known.
    pub fn exchange(
        &self,
        first: &Transitions<StateOf<M>>,
        second: &Transitions<StateOf<M>>,
    ) -> Result<Option<String>, String> {
        if first.begun.or(second.begun).is_some() {
            return Err("one of them stands within a step that others cannot interrupt".to_owned());
        }
        if first.steps.len() != second.steps.len() {
            return Ok(None);
        }
        let states = within_a_moment(|patience| self.of_states(first, second, patience))?;
        let Some((element, fixing)) = states else { return Ok(None) };
        for other in fixing.elements().take(MOST_TRIED) {
            let element = element.then(&other);
            if self.takes_steps(first, second, &element) {
                return Ok(Some(cycles(self.reduction, &element)));
            }
        }
        match fixing.order() > MOST_TRIED.into() {
            true => {
                Err("too many exchanges take the states of one to those of the other".to_owned())
            }
            false => Ok(None),
        }
    }

    /// An element that takes the states of one run to those of another, and the group of those that fix the latter.
    fn of_states(
        &self,
        first: &Transitions<StateOf<M>>,
        second: &Transitions<StateOf<M>>,
        patience: &mut Patience<'_>,
    ) -> Result<Option<(Permutation, Group)>, Interrupted> {
        let system = self.reduction.system();
        let mut element = Permutation::identity(self.identity().len());
        let mut fixing = self.reduction.symmetry().group().clone();
        let mut refined = self.refining(fixing.clone());
        for (from, to) in states(first).zip(states(second)) {
            match (system.reducible(from), system.reducible(to)) {
                (true, true) => {}
                (false, false) if self.is_same(from, to) => continue,
                _ => return Ok(None),
            }
            let image = self.image(&element, system.cells(from));
            let to = system.cells(to);
            if image == to && fixing.is_trivial() {
                continue;
            }
            let Some(next) = between(&refined, &image, to, patience)? else { return Ok(None) };
            element = element.then(&next);
            let pinned = Pinned::new(&refined);
            let sizes = OrbitSizes::new_within(&pinned, patience)?;
            let smaller = sizes.stabiliser_within(to, &mut sizes.scratch(), patience)?;
            if smaller.order() != fixing.order() {
                fixing = smaller;
                refined = self.refining(fixing.clone());
            }
        }
        Ok(Some((element, fixing)))
    }

    fn is_same(&self, one: &StateOf<M>, other: &StateOf<M>) -> bool {
        let encoded = |state| {
            let mut bytes = Vec::new();
            self.reduction.system().encode(state, &mut bytes);
            bytes
        };
        encoded(one) == encoded(other)
    }

    /// A group on the states: one of those that the layout admits, since it is a part of the whole.
    fn refining(&self, group: Group) -> SymmetryGroup {
        let layout = self.reduction.symmetry().layout().clone();
        SymmetryGroup::new(group, layout).unwrap_or_else(|_| self.reduction.symmetry().clone())
    }

    fn takes_steps(
        &self,
        first: &Transitions<StateOf<M>>,
        second: &Transitions<StateOf<M>>,
        element: &Permutation,
    ) -> bool {
        let identity = Permutation::identity(element.degree());
        let befores = states(first).zip(states(second));
        let steps = first.steps.iter().zip(&second.steps);
        befores.zip(steps).all(|((from, to), ((names, _), (others, _)))| {
            match self.reduction.system().reducible(from) {
                true => self.label(from, names, element) == self.label(to, others, &identity),
                false => true,
            }
        })
    }
}

fn states<State>(run: &Transitions<State>) -> impl Iterator<Item = &State> {
    std::iter::once(&run.start).chain(run.steps.iter().map(|(_, state)| state))
}

/// An element of a group that takes one state to another.
fn between(
    symmetry: &SymmetryGroup,
    from: &[i32],
    to: &[i32],
    patience: &mut Patience<'_>,
) -> Result<Option<Permutation>, Interrupted> {
    let canonical = Canonical::new_within(symmetry, patience)?;
    let mut scratch = canonical.scratch();
    let mut form = |state: &[i32]| {
        let mut target = state.to_vec();
        let mut image = vec![0; symmetry.layout().point_count()];
        let replacement = (&mut target[..], &mut image[..]);
        canonical.represent_by_within(state, replacement, &mut scratch, patience)?;
        Ok((target, Permutation::from_images(image).map_err(|_| Interrupted)?))
    };
    let ((one, there), (other, back)) = (form(from)?, form(to)?);
    Ok((one == other).then(|| there.then(&back.inverse())))
}
