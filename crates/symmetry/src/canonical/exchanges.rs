//! Exchanges of two blocks, together with what they are related to, to recognise twins.
//!
//! Where each process refers to a value of its own, or to a channel of its own, processes are alike only if what they refer to
//! changes places too. Two points are twins here if their blocks can be exchanged so: what corresponding cells of the two refer
//! to must be exchanged as well, and whatever that refers to in turn. Where this changes the state, blocks that alone refer to
//! one of two exchanged points are exchanged, too.
//!
//! Which exchanges are made depends on nothing that symmetric states disagree on: no choice is made on the way, and where one
//! would be needed, as between two blocks that refer to the same point, the points are no twins. Hence, if a point is a twin of all
//! others of a set that symmetries of the state keep, so is any other point of this set: its twins are the images of the twins
//! of the first under the exchange of the two. The search may let its course depend on that.

use crate::canonical::blocks::Blocks;
use crate::canonical::chain::Chain;
use crate::canonical::involutions::Involution;
use crate::foundation::action::Named;
use crate::foundation::layout::Layout;

/// Blocks that the group permutes in all ways, those of each family independently of the others: whatever exchanges whole blocks
/// of the same family is in the group.
pub(crate) struct Exchanges {
    /// For each point its block, or none if no element of the group moves it.
    homes: Vec<Option<Home>>,
}

/// The block of a point.
struct Home {
    family: usize,
    block: Box<[u32]>,
}

/// Working memory.
pub(crate) struct ExchangeScratch {
    /// The exchange: the identity when nothing is being tried.
    image: Vec<u32>,
    /// The points that it moves.
    moved: Vec<u32>,
    /// What refers to moved points and is not moved: the family of the cell, the point referred to, the owner.
    referrers: Vec<(u32, u32, u32)>,
}

/// There is no such exchange.
struct Impossible;

impl Exchanges {
    /// `blocks` are [flat](Blocks::are_flat).
    pub(crate) fn new(blocks: &Blocks, chain: &Chain) -> Self {
        let mut homes: Vec<Option<Home>> = chain.place.iter().map(|_| None).collect();
        for (number, family) in blocks.families().iter().enumerate() {
            for block in (0..family.count()).map(|block| family.block(block)) {
                for &point in block {
                    homes[point as usize] = Some(Home { family: number, block: block.into() });
                }
            }
        }
        Exchanges { homes }
    }

    /// Whether two points can be exchanged in one of these ways without changing the state or moving a point of `fixed`.
    pub(crate) fn are_twins(
        &self,
        layout: &Layout,
        state: &[i32],
        fixed: &[u32],
        (a, b): (u32, u32),
        (named, scratch): (&mut Named, &mut ExchangeScratch),
    ) -> bool {
        let mut exchange = Exchange { homes: &self.homes, layout, state, fixed, named, scratch };
        let twins = exchange.fixes_state(a, b).is_ok();
        exchange.undo();
        twins
    }
}

impl ExchangeScratch {
    pub(crate) fn new(layout: &Layout) -> Self {
        ExchangeScratch {
            image: (0..layout.point_count() as u32).collect(),
            moved: Vec::with_capacity(layout.point_count()),
            referrers: Vec::with_capacity(layout.owned_references.len()),
        }
    }

    /// Whether an involution moves no point of `fixed` and does not change the state.
    pub(crate) fn fixes(
        &mut self,
        layout: &Layout,
        state: &[i32],
        fixed: &[u32],
        involution: &Involution,
        named: &mut Named,
    ) -> bool {
        let ExchangeScratch { image, moved, .. } = self;
        for &(a, b) in involution.pairs() {
            image.swap(a as usize, b as usize);
            moved.extend([a, b]);
        }
        let fixes = fixed.iter().all(|&point| image[point as usize] == point)
            && layout.fixes(image, moved, state, named);
        moved.drain(..).for_each(|point| image[point as usize] = point);
        fixes
    }
}

/// An exchange that is being tried.
struct Exchange<'e> {
    homes: &'e [Option<Home>],
    layout: &'e Layout,
    state: &'e [i32],
    fixed: &'e [u32],
    named: &'e mut Named,
    scratch: &'e mut ExchangeScratch,
}

impl Exchange<'_> {
    fn fixes_state(&mut self, a: u32, b: u32) -> Result<(), Impossible> {
        self.pair(a, b)?;
        let mut followed = 0;
        loop {
            while let Some(&point) = self.scratch.moved.get(followed) {
                self.exchange_referents(point)?;
                followed += 1;
            }
            let ExchangeScratch { image, moved, .. } = &*self.scratch;
            if self.layout.fixes(image, moved, self.state, self.named) {
                return Ok(());
            }
            self.exchange_referrers()?;
            if self.scratch.moved.len() == followed {
                return Err(Impossible);
            }
        }
    }

    /// Exchanges the blocks of two points.
    fn pair(&mut self, a: u32, b: u32) -> Result<(), Impossible> {
        let ExchangeScratch { image, moved, .. } = &mut *self.scratch;
        if image[a as usize] == b {
            return Ok(());
        }
        if image[a as usize] != a || image[b as usize] != b {
            return Err(Impossible);
        }
        let homes = (&self.homes[a as usize], &self.homes[b as usize]);
        let (Some(home_a), Some(home_b)) = homes else { return Err(Impossible) };
        let place = |block: &[u32], point| block.iter().position(|&other| other == point);
        if home_a.family != home_b.family || place(&home_a.block, a) != place(&home_b.block, b) {
            return Err(Impossible);
        }
        if self
            .fixed
            .iter()
            .any(|point| home_a.block.contains(point) || home_b.block.contains(point))
        {
            return Err(Impossible);
        }
        for (&a, &b) in home_a.block.iter().zip(&home_b.block) {
            image.swap(a as usize, b as usize);
            moved.extend([a, b]);
        }
        Ok(())
    }

    /// Exchanges what a moved point refers to with what its image refers to.
    fn exchange_referents(&mut self, point: u32) -> Result<(), Impossible> {
        let layout = self.layout;
        let image = self.scratch.image[point as usize];
        let (from, to) = (layout.records[point as usize], layout.records[image as usize]);
        for (place, range) in &layout.shapes[from.shape as usize].references {
            let referent = |start: u32| {
                let cell = layout.record_cells[(start + place) as usize];
                range.point(self.state[cell as usize])
            };
            match (referent(from.start), referent(to.start)) {
                (None, None) => {}
                (Some(a), Some(b)) => self.pair(a as u32, b as u32)?,
                _ => return Err(Impossible),
            }
        }
        Ok(())
    }

    /// Exchanges what refers to a moved point with what refers to its image, if there is just one of each.
    fn exchange_referrers(&mut self) -> Result<(), Impossible> {
        let mut referrers = std::mem::take(&mut self.scratch.referrers);
        let found = self.find_referrers(&mut referrers).and_then(|()| {
            referrers.iter().try_for_each(|&(family, point, owner)| {
                let opposite = (family, self.scratch.image[point as usize]);
                let at = referrers.binary_search_by_key(&opposite, |entry| (entry.0, entry.1));
                self.pair(owner, referrers[at.map_err(|_| Impossible)?].2)
            })
        });
        self.scratch.referrers = referrers;
        found
    }

    /// Lists in order what is not moved and refers to moved points, if there is no more than one for each kind of cell and each
    /// point.
    fn find_referrers(&self, referrers: &mut Vec<(u32, u32, u32)>) -> Result<(), Impossible> {
        let image = &self.scratch.image;
        let moves = |point: u32| image[point as usize] != point;
        referrers.clear();
        for reference in self.layout.owned_references.iter().filter(|cell| !moves(cell.owner)) {
            let referent = reference.range.point(self.state[reference.cell as usize]);
            if let Some(point) = referent.filter(|&point| moves(point as u32)) {
                referrers.push((reference.family, point as u32, reference.owner));
            }
        }
        referrers.sort_unstable();
        let same = |pair: &[(u32, u32, u32)]| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1);
        if referrers.windows(2).any(same) { Err(Impossible) } else { Ok(()) }
    }

    /// Makes the exchange the identity again.
    fn undo(&mut self) {
        let ExchangeScratch { image, moved, .. } = &mut *self.scratch;
        moved.drain(..).for_each(|point| image[point as usize] = point);
    }
}
