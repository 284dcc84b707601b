//! What a search asks of other machines that it shares its states with.

use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use crate::visited::Offers;

/// The machine with this number is lost: it ended without leave, cannot be reached, or has said nothing for too long.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lost(pub usize);

/// The machines that search one system together, as one of them sees them. Each state has one owner among them.
///
/// What they do together is divided into rounds, in which all take part in the same order. What is sent belongs to the round of its
/// sender. All methods may be called from several threads, but for the end of a round, which belongs to one.
pub trait Machines: Debug + Send + Sync {
    /// The number of this machine, from 0 on.
    fn own(&self) -> usize;

    /// How many machines there are.
    fn count(&self) -> usize;

    /// Sends states of this round to another machine; no if too much is on its way there, and then this machine is to
    /// [receive](Self::receive) until there is room: the other may be waiting for it.
    ///
    /// # Errors
    /// A machine is lost.
    fn send(&self, to: usize, states: &Offers) -> Result<bool, Lost>;

    /// Shows states of this round that others have sent and that were not shown yet, as far as they are here, with the number of the
    /// machine that they come from. If it `waits` it returns when something has arrived, or been taken by another machine.
    ///
    /// # Errors
    /// A machine is lost.
    fn receive(&self, waits: bool, show: &mut dyn FnMut(usize, &Offers)) -> Result<(), Lost>;

    /// Ends a round with some numbers: waits until all have ended it, shows the states that were not shown yet, and answers with the sums
    /// of the numbers of all. Each machine gives as many.
    ///
    /// # Errors
    /// A machine is lost.
    fn end_round(
        &self,
        numbers: &[u64],
        show: &mut dyn FnMut(usize, &Offers),
    ) -> Result<Vec<u64>, Lost>;

    /// Tells the others that this machine stops: they need not go on with their round. It ends the round as they do.
    fn stop(&self);

    /// Whether another machine stops.
    fn is_stopping(&self) -> bool;
}

/// Machines that share one search. A second one of the same program is its own alone.
#[derive(Clone, Debug)]
pub struct Team {
    machines: Arc<dyn Machines>,
    has_begun: Arc<AtomicBool>,
    /// A hash of what is searched, as it was told.
    search: Arc<Mutex<blake3::Hasher>>,
}

impl Team {
    /// Machines that share a search, which begins when all have come to it.
    #[must_use]
    pub fn new(machines: Arc<dyn Machines>) -> Team {
        Team { machines, has_begun: Arc::default(), search: Arc::default() }
    }

    /// Tells what is searched: all that decides which states stand for which. The search begins only where all machines were told the same.
    pub fn tell(&self, search: &str) {
        let mut hasher = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        hasher.update(&(search.len() as u64).to_le_bytes());
        hasher.update(search.as_bytes());
    }

    /// A hash of what was told.
    pub(crate) fn told(&self) -> String {
        self.search.lock().unwrap_or_else(PoisonError::into_inner).finalize().to_string()
    }

    /// The machines.
    #[must_use]
    pub fn machines(&self) -> &dyn Machines {
        &*self.machines
    }

    /// Begins the search, if it has not begun.
    pub(crate) fn begins_search(&self) -> Option<&dyn Machines> {
        (!self.has_begun.swap(true, Relaxed)).then_some(&*self.machines)
    }
}
