//! Strategies that map a state into its orbit.

use groups::{Interrupted, Patience};

use crate::foundation::twins::Twins;

/// What a strategy promises.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Guarantee {
    /// One state for each orbit: the smallest quotient.
    Unique,
    /// Stays in the orbit, perhaps with several states for an orbit: sound, but larger.
    Complete,
    /// May merge orbits: finds errors, proves nothing.
    Approximate,
}

/// Maps each state into its orbit.
///
/// The answer is a function of the state: it depends neither on the scratch's past nor on the thread.
pub trait Representative: Sync {
    /// Working memory of one worker.
    type Scratch: Send;

    /// Working memory for one worker. Afterwards nothing is allocated.
    fn scratch(&self) -> Self::Scratch;

    /// Writes the representative of `state` to `target`. Both have the length of the layout.
    fn representative(&self, state: &[i32], target: &mut [i32], scratch: &mut Self::Scratch);

    /// The same, as long as the caller has patience: if it was lost, `target` means nothing. A strategy that can take long for
    /// one state asks for it on the way; the others do not need to.
    fn representative_within(
        &self,
        state: &[i32],
        target: &mut [i32],
        scratch: &mut Self::Scratch,
        _patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        self.representative(state, target, scratch);
        Ok(())
    }

    /// What the strategy promises.
    fn guarantee(&self) -> Guarantee;

    /// The name of the strategy, as on the command line.
    fn name(&self) -> &'static str;

    /// What can be left out of a search where exchanges keep a state, without another representative being met or not: none unless the
    /// strategy is [`Unique`](Guarantee::Unique).
    fn twins(&self) -> Option<&Twins<'_>> {
        None
    }
}

/// A strategy that can say which permutation takes a state to its representative.
///
/// What works along the runs of a quotient needs it, such as fairness: who moves in a representative is who moves in the state up
/// to that permutation. A [`Marker`] has none to tell, as it gives no state.
pub trait Permuting: Representative {
    /// Writes the representative of `state` to `target`, as [`representative`](Representative::representative) does, and an
    /// element of the group that takes the one to the other to `image`, which is as long as there are points: `image[p]` is the
    /// image of point `p`.
    fn represent_by(
        &self,
        state: &[i32],
        target: &mut [i32],
        image: &mut [u32],
        scratch: &mut Self::Scratch,
    );

    /// The same, as long as the caller has patience: see [`representative_within`](Representative::representative_within).
    fn represent_by_within(
        &self,
        state: &[i32],
        (target, image): (&mut [i32], &mut [u32]),
        scratch: &mut Self::Scratch,
        _patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        self.represent_by(state, target, image, scratch);
        Ok(())
    }
}

/// Writes the permutation that moves nothing.
pub(crate) fn write_identity(image: &mut [u32]) {
    (0..).zip(image).for_each(|(point, image)| *image = point);
}

/// Lets another permutation follow.
pub(crate) fn then(image: &mut [u32], next: &[u32]) {
    image.iter_mut().for_each(|image| *image = next[*image as usize]);
}

/// Names the class of a state, without being a state of it: what the approximate strategies do.
///
/// States of one orbit have equal markers. Whether states of different orbits have different ones is what the
/// [guarantee](Self::guarantee) says: [`Unique`](Guarantee::Unique) if they do, [`Approximate`](Guarantee::Approximate)
/// if they need not.
pub trait Marker: Sync {
    /// Working memory of one worker.
    type Scratch: Send;

    /// Working memory for one worker. Afterwards nothing is allocated.
    fn scratch(&self) -> Self::Scratch;

    /// Appends the marker of `state`, which has the length of the layout. All markers of a strategy have the same length.
    fn mark(&self, state: &[i32], marker: &mut Vec<i32>, scratch: &mut Self::Scratch);

    /// The same, as long as the caller has patience: if it was lost, what was appended means nothing.
    fn mark_within(
        &self,
        state: &[i32],
        marker: &mut Vec<i32>,
        scratch: &mut Self::Scratch,
        _patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        self.mark(state, marker, scratch);
        Ok(())
    }

    /// What the strategy promises.
    fn guarantee(&self) -> Guarantee;

    /// The name of the strategy, as on the command line.
    fn name(&self) -> &'static str;
}

impl<R: Representative> Representative for &R {
    type Scratch = R::Scratch;

    fn scratch(&self) -> Self::Scratch {
        R::scratch(self)
    }

    fn representative(&self, state: &[i32], target: &mut [i32], scratch: &mut Self::Scratch) {
        R::representative(self, state, target, scratch);
    }

    fn representative_within(
        &self,
        state: &[i32],
        target: &mut [i32],
        scratch: &mut Self::Scratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        R::representative_within(self, state, target, scratch, patience)
    }

    fn guarantee(&self) -> Guarantee {
        R::guarantee(self)
    }

    fn name(&self) -> &'static str {
        R::name(self)
    }

    fn twins(&self) -> Option<&Twins<'_>> {
        R::twins(self)
    }
}

impl<R: Permuting> Permuting for &R {
    fn represent_by(
        &self,
        state: &[i32],
        target: &mut [i32],
        image: &mut [u32],
        scratch: &mut Self::Scratch,
    ) {
        R::represent_by(self, state, target, image, scratch);
    }

    fn represent_by_within(
        &self,
        state: &[i32],
        replacement: (&mut [i32], &mut [u32]),
        scratch: &mut Self::Scratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        R::represent_by_within(self, state, replacement, scratch, patience)
    }
}

/// Every state represents itself: no reduction. Unique for the trivial group, complete for any other.
#[derive(Clone, Copy, Default, Debug)]
pub struct Identity;

impl Representative for Identity {
    type Scratch = ();

    fn scratch(&self) {}

    fn representative(&self, state: &[i32], target: &mut [i32], (): &mut ()) {
        target.copy_from_slice(state);
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Complete
    }

    fn name(&self) -> &'static str {
        "off"
    }
}

impl Permuting for Identity {
    fn represent_by(&self, state: &[i32], target: &mut [i32], image: &mut [u32], (): &mut ()) {
        target.copy_from_slice(state);
        write_identity(image);
    }
}
