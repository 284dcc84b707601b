//! The least image of a state over all elements of the group.
//!
//! A. F. Donaldson, "Automatic techniques for detecting and exploiting symmetry in model checking" (PhD thesis, University of
//! Glasgow, 2007), Sect. 11, as in his tool TopSPIN: the representative is the lexicographically least of all images, here of
//! the vector of cells as numbers. There are two ways through the group:
//! - [`Elements`](EnumerateBy::Elements): all elements are listed beforehand, and each is applied to the state.
//! - [`Chain`](EnumerateBy::Chain): each element is a product of one coset representative for each level of a stabiliser chain
//!   (C. C. Sims, 1970). Walking all choices depth first, a partial product is applied once and its image serves all elements
//!   that begin with it. Nothing is listed.
//!
//! And two ways to carry an element out: as a whole, or as a sequence of [transpositions](Transposition) of points, done on
//! a copy of the state in place. A cycle `(c0 c1 c2 …)` is `(c0 c1)`, then `(c0 c2)`, and so on. That takes a layout that
//! admits each of them by itself; which points can be exchanged is an equivalence, so that no other choice of transpositions would
//! serve where this one does not.
//!
//! Each combination makes one image for each element but the identity: in the chain, since a level of `m` choices turns one
//! image into `m`, one of which it has. What the chain saves is the length of the sequences: for the symmetric group its
//! representatives are single transpositions (of any in their cosets, exchanges are taken). On 8 processes with references
//! this is the fastest combination; on rings, whose rotations are long cycles, applying wholes is.
//!
//! Guarantee: [`Unique`](Guarantee::Unique), the same state for all options. Cost: the order of the group, for each state. All
//! this is to compare with: [`Canonical`](crate::Canonical) answers without enumeration.
//!
//! Our choices: the order of the images is that of the cells in the layout, not of bytes in memory; levels come in the order in
//! which the group's chain has them; images are computed whole before they are compared.

use std::borrow::Cow;
use std::collections::HashMap;

use groups::{Group, Interrupted, Patience, Permutation, uninterrupted};
use num_bigint::BigUint;

use crate::foundation::layout::Layout;
use crate::foundation::point::Point;
use crate::foundation::refusal::{Refusal, Unready, patiently};
use crate::foundation::representative::{
    Guarantee, Permuting, Representative, then, write_identity,
};
use crate::foundation::symmetry::SymmetryGroup;
use crate::published::transposition::Transposition;

/// No more numbers than this are listed: the elements times the points (64 MiB).
pub const LARGEST_LISTING: u32 = 1 << 24;

/// How all elements are met.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EnumerateBy {
    /// They are listed beforehand.
    Elements,
    /// A stabiliser chain is walked, so that common prefixes are applied once.
    Chain,
}

/// How [`Enumerate`] works. The answers do not depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EnumerateOptions {
    /// How all elements are met.
    pub by: EnumerateBy,
    /// Whether elements are carried out as sequences of transpositions of points, not as wholes.
    pub transpositions: bool,
}

impl Default for EnumerateOptions {
    /// What serves every group.
    fn default() -> Self {
        EnumerateOptions { by: EnumerateBy::Chain, transpositions: false }
    }
}

/// The least image over all elements of the group.
pub struct Enumerate<'a> {
    symmetry: &'a SymmetryGroup,
    name: &'static str,
    factors: Factors<'a>,
}

/// Elements are products of one factor of each level, the first of which is the identity.
enum Factors<'a> {
    Whole(Vec<Cow<'a, [Permutation]>>),
    Transposed {
        transpositions: Vec<Transposition>,
        /// For each factor the numbers of its transpositions.
        levels: Vec<Vec<Box<[u32]>>>,
    },
}

/// Working memory of [`Enumerate`].
pub struct EnumerateScratch {
    /// For each level the number of the factor in use.
    choices: Vec<usize>,
    /// The state, and for each level its image under the factors in use up to there.
    images: Vec<i32>,
    /// For each level the number of the factor that led to the least image, if that was asked for.
    best: Vec<usize>,
}

impl<'a> Enumerate<'a> {
    /// Prepares the walk. Refuses to list what is longer than [`LARGEST_LISTING`], and transpositions that the layout does not
    /// admit.
    pub fn new(symmetry: &'a SymmetryGroup, options: EnumerateOptions) -> Result<Self, Refusal> {
        patiently(|patience| Self::named("enumerate", symmetry, options, patience))
    }

    /// The same under another name.
    pub(crate) fn named(
        name: &'static str,
        symmetry: &'a SymmetryGroup,
        options: EnumerateOptions,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Unready> {
        let refuse = |reason| Refusal { strategy: name, reason };
        let levels = match options.by {
            EnumerateBy::Elements => list(name, symmetry, patience)?,
            EnumerateBy::Chain => {
                let levels = symmetry.group().levels().iter().enumerate();
                let choices = levels.filter(|(_, level)| level.orbit().len() > 1);
                let factors = choices.map(|(number, level)| match options.transpositions {
                    true => Cow::Owned(shortened(symmetry.group(), number)),
                    false => Cow::Borrowed(level.to_base_elements()),
                });
                factors.collect()
            }
        };
        let factors = match options.transpositions {
            true => transpose(symmetry.layout(), &levels).map_err(refuse)?,
            false => Factors::Whole(levels),
        };
        Ok(Enumerate { symmetry, name, factors })
    }
}

impl Enumerate<'_> {
    /// Writes the least image to `target`, and calls `found` with the factors that lead to each that is less than those before.
    #[inline(always)]
    fn find(
        &self,
        state: &[i32],
        target: &mut [i32],
        (choices, images): (&mut [usize], &mut [i32]),
        mut found: impl FnMut(&[usize]),
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        let layout = self.symmetry.layout();
        let length = state.len();
        choices.fill(0);
        images[..length].copy_from_slice(state);
        target.copy_from_slice(state);
        let mut level = 0;
        loop {
            while level < choices.len() {
                patience.spend(length)?;
                let (before, after) = images.split_at_mut((level + 1) * length);
                let from = &before[level * length..];
                self.factors.apply(layout, level, choices[level], from, &mut after[..length]);
                level += 1;
            }
            let image = &images[level * length..];
            if image < &*target {
                target.copy_from_slice(image);
                found(choices);
            }
            // On to the next choice of the deepest level that has one left.
            loop {
                if level == 0 {
                    return Ok(());
                }
                level -= 1;
                choices[level] += 1;
                if choices[level] < self.factors.count(level) {
                    break;
                }
                choices[level] = 0;
            }
        }
    }
}

/// All elements, as the factors of a single level.
fn list<'a>(
    name: &'static str,
    symmetry: &'a SymmetryGroup,
    patience: &mut Patience<'_>,
) -> Result<Vec<Cow<'a, [Permutation]>>, Unready> {
    let (order, points) = (symmetry.order(), symmetry.layout().point_count());
    if &order * points > BigUint::from(LARGEST_LISTING) {
        let reason = format!(
            "its {order} symmetries of {points} points are too many to be listed beforehand"
        );
        return Err(Refusal { strategy: name, reason }.into());
    }
    let element = |element| patience.spend(2 * points).map(|()| element);
    let elements: Result<Vec<Permutation>, Interrupted> =
        symmetry.group().elements().map(element).collect();
    Ok(vec![Cow::Owned(elements?)])
}

/// The coset representatives of a level, exchanges where possible: of the points that the level settles with those that are
/// sent to them.
fn shortened(group: &Group, number: usize) -> Vec<Permutation> {
    let level = &group.levels()[number];
    let settled = settled(group, number);
    let shorten = |(&point, element): (&u32, &Permutation)| {
        let mut images: Vec<u32> = (0..group.degree() as u32).collect();
        for &to in &settled {
            let from = element.preimage(to);
            (images[from], images[to]) = (to as u32, from as u32);
        }
        let exchange = Permutation::from_images(images).ok();
        let serves = |exchange: &Permutation| {
            exchange.image(point as usize) == level.base() && group.contains(exchange)
        };
        exchange.filter(serves).unwrap_or_else(|| element.clone())
    };
    level.orbit().iter().zip(level.to_base_elements()).map(shorten).collect()
}

/// The points that are fixed if the base points up to this level are, but not if those before it are.
fn settled(group: &Group, number: usize) -> Vec<usize> {
    let base = group.base();
    let fixing = |bases: &[usize]| -> Vec<&Permutation> {
        let fixes = |element: &&Permutation| bases.iter().all(|&base| element.image(base) == base);
        group.strong_generators().iter().filter(fixes).collect()
    };
    let (before, after) = (fixing(&base[..number]), fixing(&base[..=number]));
    let fixed =
        |point: usize, by: &[&Permutation]| by.iter().all(|element| element.image(point) == point);
    (0..group.degree()).filter(|&point| fixed(point, &after) && !fixed(point, &before)).collect()
}

/// The same factors as transpositions.
fn transpose(
    layout: &Layout,
    levels: &[Cow<'_, [Permutation]>],
) -> Result<Factors<'static>, String> {
    let mut numbers: HashMap<(usize, usize), u32> = HashMap::new();
    let mut transpositions = Vec::new();
    let mut number = |a: usize, b: usize| -> Result<u32, String> {
        if let Some(&number) = numbers.get(&(a, b)) {
            return Ok(number);
        }
        let (from, to) = (Point::new(a), Point::new(b));
        let transposition = Transposition::new(layout, from, to).map_err(|error| {
            let (from, to) = (layout.name(from), layout.name(to));
            format!("transpositions are asked for, and `{from}` and `{to}` cannot be exchanged alone: {error}")
        })?;
        let next = transpositions.len() as u32;
        transpositions.push(transposition);
        numbers.insert((a, b), next);
        Ok(next)
    };
    let mut factor = |element: &Permutation| -> Result<Box<[u32]>, String> {
        let cycles = element.cycles();
        let pairs =
            cycles.iter().flat_map(|cycle| cycle[1..].iter().map(|&other| (cycle[0], other)));
        pairs.map(|(a, b)| number(a, b)).collect()
    };
    let levels: Result<_, String> =
        levels.iter().map(|level| level.iter().map(&mut factor).collect()).collect();
    let levels = levels?;
    Ok(Factors::Transposed { transpositions, levels })
}

impl Factors<'_> {
    fn level_count(&self) -> usize {
        match self {
            Self::Whole(levels) => levels.len(),
            Self::Transposed { levels, .. } => levels.len(),
        }
    }

    fn count(&self, level: usize) -> usize {
        match self {
            Self::Whole(levels) => levels[level].len(),
            Self::Transposed { levels, .. } => levels[level].len(),
        }
    }

    /// Lets a factor follow a permutation.
    fn follow(&self, level: usize, choice: usize, image: &mut [u32]) {
        match self {
            Self::Whole(levels) => then(image, levels[level][choice].images()),
            Self::Transposed { transpositions, levels } => {
                for &number in &levels[level][choice] {
                    let transposition = &transpositions[number as usize];
                    image.iter_mut().for_each(|image| *image = transposition.image(*image));
                }
            }
        }
    }

    /// Writes the image of a state under a factor.
    fn apply(&self, layout: &Layout, level: usize, choice: usize, from: &[i32], to: &mut [i32]) {
        match self {
            _ if choice == 0 => to.copy_from_slice(from),
            Self::Whole(levels) => layout.apply(levels[level][choice].images(), from, to),
            Self::Transposed { transpositions, levels } => {
                to.copy_from_slice(from);
                for &number in &levels[level][choice] {
                    transpositions[number as usize].apply(layout, to);
                }
            }
        }
    }
}

impl Representative for Enumerate<'_> {
    type Scratch = EnumerateScratch;

    fn scratch(&self) -> EnumerateScratch {
        let levels = self.factors.level_count();
        let cells = self.symmetry.layout().cell_count();
        EnumerateScratch {
            choices: vec![0; levels],
            images: vec![0; (levels + 1) * cells],
            best: vec![0; levels],
        }
    }

    fn representative(&self, state: &[i32], target: &mut [i32], scratch: &mut EnumerateScratch) {
        uninterrupted(|patience| self.representative_within(state, target, scratch, patience));
    }

    fn representative_within(
        &self,
        state: &[i32],
        target: &mut [i32],
        scratch: &mut EnumerateScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        let EnumerateScratch { choices, images, .. } = scratch;
        self.find(state, target, (choices, images), |_| (), patience)
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Unique
    }

    fn name(&self) -> &'static str {
        self.name
    }
}

impl Permuting for Enumerate<'_> {
    fn represent_by(
        &self,
        state: &[i32],
        target: &mut [i32],
        image: &mut [u32],
        scratch: &mut EnumerateScratch,
    ) {
        let replacement = (target, image);
        uninterrupted(|patience| self.represent_by_within(state, replacement, scratch, patience));
    }

    fn represent_by_within(
        &self,
        state: &[i32],
        (target, image): (&mut [i32], &mut [u32]),
        scratch: &mut EnumerateScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        let EnumerateScratch { choices, images, best } = scratch;
        best.fill(0);
        let found = |choices: &[usize]| best.copy_from_slice(choices);
        self.find(state, target, (choices, images), found, patience)?;
        write_identity(image);
        for (level, &choice) in best.iter().enumerate() {
            self.factors.follow(level, choice, image);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coset_representatives_of_symmetric_groups_are_exchanges() {
        // Processes 0 to 5, alone and with channels 6 to 11.
        for width in [1, 2] {
            let exchange = |i: usize| {
                let mut images: Vec<u32> = (0..6 * width as u32).collect();
                (0..width).for_each(|copy| images.swap(6 * copy + i - 1, 6 * copy + i));
                Permutation::from_images(images).unwrap()
            };
            let group = Group::from_generators(6 * width, (1..6).map(exchange).collect());
            for number in 0..group.levels().len() {
                let factors = shortened(&group, number);
                let moved = factors.iter().map(|factor| factor.support().len());
                let mut expected = vec![2 * width; factors.len()];
                expected[0] = 0;
                assert_eq!(moved.collect::<Vec<_>>(), expected, "level {number}");
            }
        }
    }
}
