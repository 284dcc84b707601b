//! What a search asks of the set of states that it has visited.
//!
//! [`Visited`] is what a search by levels asks: states are offered in batches, and which of them are new may be answered as late
//! as at the end of the level, as a set on disk does that looks all of them up in one pass (delayed duplicate detection). A set that
//! answers at once is a [`Lookup`] as well; depth-first searches, graphs and the search for cycles need one. Both can be trait
//! objects: what a call costs is lost in that of a look-up. [`StateStore`](crate::StateStore) is a [`Lookup`] in memory.

use std::ops::Range;

use crate::store::{Inserted, StateId};

/// The states that a search by levels has visited. All methods may be called from several threads.
pub trait Visited: Send + Sync {
    /// Offers states. Of those that are new `new` is told, of each once, now and in their order, or by
    /// [`end_level`](Self::end_level): of at most `most`. One that comes again keeps its first parent.
    ///
    /// # Errors
    /// There is no room for one that is new. Those before it were stored.
    fn offer(&self, offers: &Offers, most: u64, new: &mut dyn FnMut(StateId))
    -> Result<(), NoRoom>;

    /// Ends a level: `new` is told of those that were offered and are new and were not yet told of, of at most `most`. Called while
    /// nobody offers.
    ///
    /// # Errors
    /// There is no room for one that is new.
    fn end_level(&self, most: u64, new: &mut dyn FnMut(StateId)) -> Result<(), NoRoom>;

    /// Whether a state may have been stored before the present level began. Of one that was the answer is yes, and otherwise it depends on
    /// nothing but the state and the levels before: it decides which transitions may be left out.
    fn may_be_older(&self, bytes: &[u8]) -> bool;

    /// Overwrites `out` with the bytes of a state.
    fn read(&self, id: StateId, out: &mut Vec<u8>);

    /// The state from which a state was first reached.
    fn parent(&self, id: StateId) -> Option<StateId>;

    /// The number of states.
    fn len(&self) -> u64;

    /// Whether there are no states.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Memory taken, in bytes, tables and slack included.
    fn bytes(&self) -> u64;
}

/// The visited states where a state can be looked up at any time.
pub trait Lookup: Visited {
    /// Inserts a state that was reached from `parent`, or finds that it is there.
    fn insert(&self, bytes: &[u8], parent: Option<StateId>) -> Inserted;

    /// A state, if it is there.
    fn find(&self, bytes: &[u8]) -> Option<StateId>;

    /// Whether a state is there.
    fn contains(&self, bytes: &[u8]) -> bool {
        self.find(bytes).is_some()
    }
}

/// Why a state could not be stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoRoom {
    /// So many were asked for, and one more is new.
    Enough,
    /// The set is full.
    Full,
}

/// States that are to be offered, each with the one that it was reached from (none for an initial state).
#[derive(Default, Debug)]
pub struct Offers {
    bytes: Vec<u8>,
    offers: Vec<(usize, Option<StateId>)>,
}

impl Offers {
    /// Appends a state.
    pub fn push(&mut self, bytes: &[u8], parent: Option<StateId>) {
        self.bytes.extend_from_slice(bytes);
        self.offers.push((self.bytes.len(), parent));
    }

    /// The states, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], Option<StateId>)> {
        self.offers
            .iter()
            .enumerate()
            .map(|(index, &(_, parent))| (&self.bytes[self.range(index)], parent))
    }

    fn range(&self, index: usize) -> Range<usize> {
        let start = index.checked_sub(1).map_or(0, |before| self.offers[before].0);
        start..self.offers[index].0
    }

    /// The number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offers.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.offers.is_empty()
    }

    /// The length of all states together.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Removes all. The memory is kept.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.offers.clear();
    }
}
