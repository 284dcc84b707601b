//! Looking up many states of the archive together.

use super::pauses::{Ended, Pauses};
use super::sorted::Sorted;
use super::{Ascending, Contents};
use crate::store::{Inserted, StateStore};
use crate::visited::{Lookup, NotStored, Offers, Visited};

/// States that were looked up.
pub(super) struct LookedUp {
    archived: StateStore,
    others: StateStore,
}

impl LookedUp {
    /// None yet, with tables that are empty.
    pub(super) fn new(archived: StateStore, others: StateStore) -> Self {
        LookedUp { archived, others }
    }

    /// Memory taken, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.archived.bytes() + self.others.bytes()
    }

    /// Whether a state is in the archive, if it was looked up.
    pub(super) fn is_archived(&self, state: &[u8]) -> Option<bool> {
        if self.archived.contains(state) {
            return Some(true);
        }
        self.others.contains(state).then_some(false)
    }
}

impl Contents<'_> {
    /// Looks states up in the archive, and notes the answers.
    pub(super) fn look_up(
        &self,
        states: &[&Offers],
        answers: &LookedUp,
        pauses: &mut Pauses<'_>,
    ) -> Result<(), Ended> {
        let mut sorted = Sorted::default();
        states.iter().flat_map(|states| states.iter()).for_each(|(state, _)| sorted.push(state));
        sorted.sort();
        let mut inquiry = self.archive.inquiry();
        let mut last = None;
        while sorted.advance()? {
            pauses.breathe()?;
            let state = sorted.state();
            if last.as_deref() == Some(state) {
                continue;
            }
            let table = if inquiry.has(state)? { &answers.archived } else { &answers.others };
            if let Inserted::Full = table.insert(state, None) {
                return Err(Ended::By(NotStored::Full));
            }
            let last = last.get_or_insert_with(Vec::new);
            last.clear();
            last.extend_from_slice(state);
        }
        Ok(())
    }
}
