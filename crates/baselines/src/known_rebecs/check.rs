//! The search for a permutation of the rebecs that extends some of its pairs.
//!
//! This is `check(i, j)` of Figures 6 and 7: whoever is mapped maps the rebecs that it knows to those that its image knows,
//! breadth first. Two things may be chosen, how far a list turns and where a rebec goes that nobody mapped; each choice can be
//! taken back.

use groups::{Interrupted, Patience, Permutation};

use super::introductions::{Given, Rebec};
use super::kind::RebecSymmetry;

/// A permutation of the rebecs that preserves their classes, whom they know and what `initial` is given, and maps `from` to
/// `to` for each of the pairs; none if there is none.
///
/// Exact. Cost: for each choice that has to be made, up to as many attempts as a list has turns or a class has rebecs; without
/// wrong choices quadratic in the number of rebecs, as in Section 5.1.2, and exponential at worst.
///
/// # Errors
/// The caller has lost patience.
///
/// # Panics
/// A pair names a rebec that is not there.
pub fn check(
    rebecs: &[Rebec],
    symmetry: RebecSymmetry,
    pairs: &[(usize, usize)],
    patience: &mut Patience<'_>,
) -> Result<Option<Permutation>, Interrupted> {
    let mut search = Search::new(rebecs, symmetry);
    if pairs.iter().all(|&(from, to)| search.map(from, to)) {
        search.complete(patience)
    } else {
        Ok(None)
    }
}

/// What is to be mapped next: a list of the rebec that was mapped as the `mapped`-th, or, beyond the last of these, a rebec.
#[derive(Clone, Copy, Default)]
struct Place {
    mapped: usize,
    list: usize,
}

/// A choice that can be taken back.
struct Choice {
    place: Place,
    /// How many rebecs were mapped before.
    mapped: usize,
    /// The alternative to try instead.
    next: usize,
}

struct Search<'a> {
    rebecs: &'a [Rebec],
    symmetry: RebecSymmetry,
    images: Vec<Option<usize>>,
    /// The inverse: no two rebecs may get one image, which the figures do not ask.
    preimages: Vec<Option<usize>>,
    /// The rebecs that are mapped, in this order.
    mapped: Vec<usize>,
    place: Place,
    choices: Vec<Choice>,
}

impl<'a> Search<'a> {
    fn new(rebecs: &'a [Rebec], symmetry: RebecSymmetry) -> Self {
        Search {
            rebecs,
            symmetry,
            images: vec![None; rebecs.len()],
            preimages: vec![None; rebecs.len()],
            mapped: Vec::new(),
            place: Place::default(),
            choices: Vec::new(),
        }
    }

    /// Maps all that is left.
    fn complete(
        &mut self,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Permutation>, Interrupted> {
        let mut first = 0;
        while let Some(count) = self.alternatives() {
            let (place, mapped) = (self.place, self.mapped.len());
            let mut taken = None;
            for alternative in first..count {
                patience.spend(1 + self.rebecs.len())?;
                if self.attempt(alternative) {
                    taken = Some(alternative);
                    break;
                }
                self.unmap(mapped);
            }
            if let Some(alternative) = taken {
                if alternative + 1 < count {
                    self.choices.push(Choice { place, mapped, next: alternative + 1 });
                }
                first = 0;
            } else {
                let Some(choice) = self.choices.pop() else { return Ok(None) };
                self.unmap(choice.mapped);
                (self.place, first) = (choice.place, choice.next);
            }
        }
        let images = self.images.iter().flatten().map(|&image| image as u32).collect();
        Ok(Permutation::from_images(images).ok())
    }

    /// How many ways there are to go on from here, some of them in vain; none if everything is mapped.
    fn alternatives(&mut self) -> Option<usize> {
        while let Some(&rebec) = self.mapped.get(self.place.mapped) {
            match self.rebecs[rebec].given.get(self.place.list) {
                Some(Given::Rebecs(known)) => return Some(self.turns(known.len())),
                Some(Given::Data(_)) => self.place.list += 1,
                None => self.place = Place { mapped: self.place.mapped + 1, list: 0 },
            }
        }
        self.unmapped().map(|_| self.rebecs.len())
    }

    /// In how many ways a list may turn: by none as well, and so may a list of nobody.
    fn turns(&self, length: usize) -> usize {
        match self.symmetry {
            RebecSymmetry::Inter => 1,
            RebecSymmetry::Intra => length.max(1),
        }
    }

    /// The first rebec that nobody mapped.
    fn unmapped(&self) -> Option<usize> {
        self.images.iter().position(Option::is_none)
    }

    /// Goes on in this way; what it maps on the way stays if it fails.
    fn attempt(&mut self, alternative: usize) -> bool {
        let Some(&rebec) = self.mapped.get(self.place.mapped) else {
            return self.unmapped().is_some_and(|rebec| self.map(rebec, alternative));
        };
        let Some(image) = self.images[rebec] else { return false };
        let rebecs = self.rebecs;
        let list = self.place.list;
        let (Given::Rebecs(from), Given::Rebecs(to)) =
            (&rebecs[rebec].given[list], &rebecs[image].given[list])
        else {
            return false;
        };
        let turned = to.iter().cycle().skip(alternative);
        let fits = from.iter().zip(turned).all(|(&from, &to)| self.map(from, to));
        self.place.list += usize::from(fits);
        fits
    }

    /// Maps one rebec, if it is not mapped otherwise and nobody else has this image.
    fn map(&mut self, from: usize, to: usize) -> bool {
        match (self.images[from], self.preimages[to]) {
            (None, None) if self.rebecs[from].is_like(&self.rebecs[to]) => {
                (self.images[from], self.preimages[to]) = (Some(to), Some(from));
                self.mapped.push(from);
                true
            }
            (image, _) => image == Some(to),
        }
    }

    /// Takes back what was mapped, but for the first ones.
    fn unmap(&mut self, kept: usize) {
        for rebec in self.mapped.drain(kept..) {
            if let Some(image) = self.images[rebec].take() {
                self.preimages[image] = None;
            }
        }
    }
}
