//! On-the-fly symmetry reduction with `check` as it is printed.
//!
//! M. M. Jaghoori, M. Sirjani, M. R. Mousavi, E. Khamespanah and A. Movaghar, *Symmetry and partial order reduction techniques
//! in model checking Rebeca*, Acta Informatica 47, 2010, Section 5.1.1 with Figures 6 and 7: local states are sorted; the rebec with the
//! smallest that `check` can map to the first position is mapped there, with whatever `check` maps on the way; then the same for
//! the first position that is left, until the permutation is complete.
//!
//! Nothing is mended here, but for the loop that is one round too long. The printed `check` does not ask whether two rebecs get one
//! image, and its choice of a turn is not taken back. So a permutation may fail to be completed, or be no symmetry; then
//! the state is left as it is, as the authors' program leaves it. [`symmetry::OnTheFly`] is what is used otherwise.

use std::cmp::Ordering;
use std::collections::VecDeque;

use groups::{Group, Interrupted, Patience};
use symmetry::{Guarantee, LocalStates, Permuting, Representative, SymmetryGroup};

use super::introductions::{Given, Rebec};
use super::kind::RebecSymmetry;

/// No rebec.
const NOBODY: usize = usize::MAX;

/// Representatives by the printed algorithm.
pub struct PrintedOnTheFly<'a> {
    symmetry: &'a SymmetryGroup,
    /// The group, with the rebecs as the first points of its base.
    group: Group,
    rebecs: &'a [Rebec],
    /// The lists of whom each rebec knows.
    known: Vec<Vec<Vec<usize>>>,
    local: LocalStates,
}

/// Working memory of [`PrintedOnTheFly`].
pub struct PrintedOnTheFlyScratch {
    /// The rebecs by their local states.
    sorted: Vec<usize>,
    images: Vec<usize>,
    /// The rebecs that a call of `check` mapped.
    mapped: Vec<usize>,
    /// Pairs of rebecs whose lists are to be matched, and which.
    lists: VecDeque<(usize, usize, usize)>,
    image: Vec<u32>,
}

impl<'a> PrintedOnTheFly<'a> {
    /// Prepares to represent states of a reduction whose first points are these rebecs.
    ///
    /// # Errors
    /// The caller has lost patience.
    pub fn new(
        symmetry: &'a SymmetryGroup,
        rebecs: &'a [Rebec],
        kind: RebecSymmetry,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Interrupted> {
        let base: Vec<usize> = (0..rebecs.len()).collect();
        let group = symmetry.group().rebased_within(&base, patience)?;
        let local = LocalStates::of(symmetry, patience)?;
        let known = rebecs.iter().map(|rebec| known(rebec, kind)).collect();
        Ok(PrintedOnTheFly { symmetry, group, rebecs, known, local })
    }

    /// Finds a permutation of the rebecs. Returns whether it is complete.
    fn find(&self, state: &[i32], scratch: &mut PrintedOnTheFlyScratch) -> bool {
        let compare = |&a: &usize, &b: &usize| -> Ordering {
            self.local.compare(state, a as u32, b as u32).then(a.cmp(&b))
        };
        scratch.sorted.sort_unstable_by(compare);
        scratch.images.fill(NOBODY);
        for position in 0..self.rebecs.len() {
            if scratch.images.contains(&position) {
                continue;
            }
            let found = (0..self.rebecs.len()).any(|place| {
                let rebec = scratch.sorted[place];
                scratch.images[rebec] == NOBODY && self.check(rebec, position, scratch)
            });
            if !found {
                return false;
            }
        }
        true
    }

    /// Figure 7; with lists of one rebec each, Figure 6. What it mapped in vain is taken back.
    fn check(&self, from: usize, to: usize, scratch: &mut PrintedOnTheFlyScratch) -> bool {
        scratch.mapped.clear();
        scratch.lists.clear();
        let fits = self.rebecs[from].class == self.rebecs[to].class && {
            self.map(from, to, scratch);
            loop {
                let Some((x, y, list)) = scratch.lists.pop_front() else { break true };
                if !self.match_lists(&self.known[x][list], &self.known[y][list], scratch) {
                    break false;
                }
            }
        };
        if !fits {
            let PrintedOnTheFlyScratch { images, mapped, .. } = scratch;
            mapped.iter().for_each(|&rebec| images[rebec] = NOBODY);
        }
        fits
    }

    fn map(&self, from: usize, to: usize, scratch: &mut PrintedOnTheFlyScratch) {
        scratch.images[from] = to;
        scratch.mapped.push(from);
        let lists = self.known[from].len().min(self.known[to].len());
        scratch.lists.extend((0..lists).map(|list| (from, to, list)));
    }

    /// Lines 7.1 to 12.1 of Figure 7.
    fn match_lists(&self, x: &[usize], y: &[usize], scratch: &mut PrintedOnTheFlyScratch) -> bool {
        if x.len() != y.len() {
            return false;
        }
        let mapped = x.iter().position(|&rebec| scratch.images[rebec] != NOBODY);
        let turn = match mapped {
            None => 0,
            Some(u) => match y.iter().position(|&rebec| rebec == scratch.images[x[u]]) {
                Some(v) => v + x.len() - u,
                None => return false,
            },
        };
        for (m, &from) in x.iter().enumerate() {
            let to = y[(m + turn) % y.len()];
            if scratch.images[from] == NOBODY {
                self.map(from, to, scratch);
            } else if scratch.images[from] != to {
                return false;
            }
        }
        true
    }

    /// Writes the element of the group that permutes the rebecs like `images`, or the identity if there is none.
    fn complete(&self, images: &mut [usize], image: &mut [u32]) {
        (0..).zip(&mut *image).for_each(|(point, image)| *image = point);
        // The element is a product of one for each level, the first of which is the last to be applied.
        for level in self.group.levels() {
            let base = level.base();
            if base >= images.len() {
                break;
            }
            let to = images[base];
            let (Some(there), Some(back)) = (level.from_base(to), level.to_base(to)) else {
                break;
            };
            images.iter_mut().for_each(|it| *it = back.image(*it));
            let before: Vec<u32> = image.to_vec();
            for (point, entry) in image.iter_mut().enumerate() {
                *entry = before[there.image(point)];
            }
        }
        if images.iter().enumerate().any(|(rebec, &rest)| rest != rebec) {
            (0..).zip(image).for_each(|(point, image)| *image = point);
        }
    }
}

/// Whom a rebec knows, in lists that are to be matched: in inter-rebec symmetry one by one.
fn known(rebec: &Rebec, kind: RebecSymmetry) -> Vec<Vec<usize>> {
    let lists = rebec.given.iter().filter_map(|given| match given {
        Given::Rebecs(list) => Some(list.clone()),
        Given::Data(_) => None,
    });
    match kind {
        RebecSymmetry::Inter => lists.flatten().map(|rebec| vec![rebec]).collect(),
        RebecSymmetry::Intra => lists.collect(),
    }
}

impl Representative for PrintedOnTheFly<'_> {
    type Scratch = PrintedOnTheFlyScratch;

    fn scratch(&self) -> PrintedOnTheFlyScratch {
        let count = self.rebecs.len();
        PrintedOnTheFlyScratch {
            sorted: (0..count).collect(),
            images: vec![NOBODY; count],
            mapped: Vec::new(),
            lists: VecDeque::new(),
            image: vec![0; self.symmetry.layout().point_count()],
        }
    }

    fn representative(
        &self,
        state: &[i32],
        target: &mut [i32],
        scratch: &mut PrintedOnTheFlyScratch,
    ) {
        if self.find(state, scratch) {
            let PrintedOnTheFlyScratch { images, image, .. } = scratch;
            self.complete(images, image);
            self.symmetry.layout().apply(image, state, target);
        } else {
            (0..).zip(&mut scratch.image).for_each(|(point, image)| *image = point);
            target.copy_from_slice(state);
        }
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Complete
    }

    fn name(&self) -> &'static str {
        "on-the-fly, as printed"
    }
}

impl Permuting for PrintedOnTheFly<'_> {
    fn represent_by(
        &self,
        state: &[i32],
        target: &mut [i32],
        image: &mut [u32],
        scratch: &mut PrintedOnTheFlyScratch,
    ) {
        self.representative(state, target, scratch);
        image.copy_from_slice(&scratch.image);
    }
}
