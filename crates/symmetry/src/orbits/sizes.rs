//! The size of the orbit of a state: how many states there are that the group takes it to.
//!
//! It is the order of the group divided by that of the stabiliser of the state, and the stabiliser is counted down the chain of the
//! group: with base points `b1, b2, …` its order is the product of the numbers of points to which `bi` is taken by those elements
//! that fix the state and `b1, …, bi-1`. Whether there is an element that takes `bi` to `c` is asked of the [canonical
//! representative](crate::Canonical): the state is given cells more, *pins*, that refer to `b1, …, bi-1` and `bi`, or to `b1, …, bi-1`
//! and `c`, and the two have one representative just if there is. The group acts on pins as on any reference.
//!
//! Few of the points are asked about: those that do not look like the base point are none, and elements that were found, of this level and
//! of those below, tell of others.
//!
//! Guarantee: exact, for every group, as far as the canonical representative is unique. It shares nothing with what else is known of
//! symmetries of states, as [twins](crate::Twins).
//!
//! Cost: where no two points look alike one look at the state, and else two canonical representatives or more. Of a state all of whose
//! `n` points can be exchanged it takes about `2 n`, of one whose points look alike and cannot be exchanged about `n² / 2`.

use groups::{BigUint, Interrupted, Partition, Patience, uninterrupted};

use crate::canonical::{Canonical, CanonicalScratch};
use crate::foundation::layout::Layout;
use crate::foundation::representative::{Permuting, Representative};
use crate::foundation::symmetry::SymmetryGroup;
use crate::orbits::looks::Looks;

/// A group that acts on states with a pin for each choice in its chain.
pub struct Pinned(SymmetryGroup);

impl Pinned {
    /// The group, with these pins behind the cells of its states.
    pub fn new(symmetry: &SymmetryGroup) -> Pinned {
        Pinned(symmetry.with_references(choices(symmetry).count()))
    }
}

/// The base points that the chain of a group has a choice of images for, each with these: it comes first.
fn choices(symmetry: &SymmetryGroup) -> impl Iterator<Item = &[u32]> {
    symmetry.group().levels().iter().map(|level| level.orbit()).filter(|orbit| orbit.len() > 1)
}

/// The sizes of the orbits of states.
pub struct OrbitSizes<'a> {
    canonical: Canonical<'a>,
    looks: Looks,
    order: BigUint,
    /// For each level with a choice the points that the base point can be taken to. It comes first.
    levels: Vec<&'a [u32]>,
}

/// Working memory of [`OrbitSizes`].
pub struct OrbitSizesScratch {
    canonical: CanonicalScratch,
    looks: Vec<u64>,
    /// The state with its pins.
    state: Vec<i32>,
    /// Orbits of those elements that are known to fix the state and the base points of the levels above.
    orbits: Partition,
    /// Points to which the base point is not taken.
    refused: Vec<u32>,
    /// Representatives, with the permutations that lead to them: that of the base point, and that of another.
    forms: [(Vec<i32>, Vec<u32>); 2],
    inverse: Vec<u32>,
}

/// A pin that refers to no point.
const NOWHERE: i32 = -1;

impl<'a> OrbitSizes<'a> {
    /// Prepares tables for a group.
    pub fn new(pinned: &'a Pinned) -> Self {
        uninterrupted(|patience| Self::new_within(pinned, patience))
    }

    /// The same, as long as the caller has patience.
    ///
    /// # Errors
    /// The caller lost it.
    pub fn new_within(
        Pinned(symmetry): &'a Pinned,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Interrupted> {
        let levels: Vec<&[u32]> = choices(symmetry).collect();
        // Pins would tell those points apart that are asked about.
        let cells = symmetry.layout().cell_count() - levels.len();
        Ok(OrbitSizes {
            canonical: Canonical::new_within(symmetry, patience)?,
            looks: Looks::new(symmetry.layout(), cells),
            order: symmetry.order(),
            levels,
        })
    }

    fn layout(&self) -> &'a Layout {
        self.canonical.symmetry().layout()
    }

    /// Working memory for one worker.
    pub fn scratch(&self) -> OrbitSizesScratch {
        let (points, cells) = (self.layout().point_count(), self.layout().cell_count());
        OrbitSizesScratch {
            canonical: self.canonical.scratch(),
            looks: vec![0; points],
            state: vec![NOWHERE; cells],
            orbits: Partition::singletons(points),
            refused: Vec::new(),
            forms: [0; 2].map(|_| (vec![0; cells], vec![0; points])),
            inverse: vec![0; points],
        }
    }

    /// How many states the group takes this one to, itself included.
    pub fn size(&self, state: &[i32], scratch: &mut OrbitSizesScratch) -> BigUint {
        uninterrupted(|patience| self.size_within(state, scratch, patience))
    }

    /// The same, as long as the caller has patience.
    ///
    /// # Errors
    /// The caller lost it.
    pub fn size_within(
        &self,
        state: &[i32],
        scratch: &mut OrbitSizesScratch,
        patience: &mut Patience<'_>,
    ) -> Result<BigUint, Interrupted> {
        patience.spend(self.layout().cell_count())?;
        scratch.state[..state.len()].copy_from_slice(state);
        for (pin, orbit) in scratch.state[state.len()..].iter_mut().zip(&self.levels) {
            *pin = orbit[0] as i32;
        }
        self.looks.see(state, &mut scratch.looks);
        scratch.orbits.reset(self.layout().point_count());
        let mut fixing = BigUint::from(1_u32);
        // The elements that are found from the last level on fix the base points of all levels before.
        for level in (0..self.levels.len()).rev() {
            fixing *= self.images(level, state.len() + level, scratch, patience)?;
            scratch.state[state.len() + level] = NOWHERE;
        }
        Ok(&self.order / fixing)
    }

    /// To how many points the base point of a level is taken by what fixes the state and the base points before. Its pin is the last one
    /// that refers to something.
    fn images(
        &self,
        level: usize,
        pin: usize,
        scratch: &mut OrbitSizesScratch,
        patience: &mut Patience<'_>,
    ) -> Result<usize, Interrupted> {
        let orbit = self.levels[level];
        let base = orbit[0];
        scratch.refused.clear();
        let mut is_begun = false;
        for &point in &orbit[1..] {
            if !scratch.is_open(base, point) {
                continue;
            }
            if !std::mem::replace(&mut is_begun, true) {
                self.represent(0, scratch, patience)?;
            }
            scratch.state[pin] = point as i32;
            self.represent(1, scratch, patience)?;
            match scratch.forms[0].0 == scratch.forms[1].0 {
                true => scratch.merge(),
                false => scratch.refused.push(point),
            }
        }
        let OrbitSizesScratch { orbits, .. } = scratch;
        let home = orbits.find(base as usize);
        Ok(orbit.iter().filter(|&&point| orbits.find(point as usize) == home).count())
    }

    /// Computes the representative of the state with its pins, one of two.
    fn represent(
        &self,
        which: usize,
        scratch: &mut OrbitSizesScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        let OrbitSizesScratch { canonical, state, forms, .. } = scratch;
        patience.spend(state.len())?;
        let (form, image) = &mut forms[which];
        self.canonical.represent_by_within(state, (form, image), canonical, patience)
    }
}

impl OrbitSizesScratch {
    /// Whether it is not known yet whether the base point is taken to this one.
    fn is_open(&mut self, base: u32, point: u32) -> bool {
        let OrbitSizesScratch { looks, orbits, refused, .. } = self;
        if looks[base as usize] != looks[point as usize] {
            return false;
        }
        let orbit = orbits.find(point as usize);
        orbit != orbits.find(base as usize)
            && refused.iter().all(|&refused| orbits.find(refused as usize) != orbit)
    }

    /// Merges what an element takes to one another: the one that leads to the first representative, followed by the inverse of the one that
    /// leads to the second, which is the same.
    fn merge(&mut self) {
        let OrbitSizesScratch { orbits, forms: [(_, there), (_, back)], inverse, .. } = self;
        (0..).zip(&*back).for_each(|(point, &image)| inverse[image as usize] = point);
        for (point, &image) in there.iter().enumerate() {
            orbits.merge(inverse[image as usize] as usize, point);
        }
    }
}
