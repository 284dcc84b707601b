//! What a search asks of other machines that it shares its states with.

use std::io::ErrorKind;

use crate::visited::Offers;

/// The machines that search one system together, as one of them sees them. Each state has one owner among them.
///
/// What they do together is divided into rounds, in which all take part in the same order.
pub trait Machines: Send + Sync {
    /// The number of this machine, from 0 on.
    fn own(&self) -> usize;

    /// How many machines there are.
    fn count(&self) -> usize;

    /// Sends states of this round to another machine. May be called from several threads.
    ///
    /// # Errors
    /// A machine is lost.
    fn send(&self, to: usize, states: &Offers) -> Result<(), ErrorKind>;

    /// Shows states of this round that others have sent and that were not shown yet, as far as they are here. May be called from
    /// several threads.
    ///
    /// # Errors
    /// A machine is lost.
    fn receive(&self, show: &mut dyn FnMut(&Offers)) -> Result<(), ErrorKind>;

    /// Ends a round with some numbers: waits until all have ended it, shows the states that were not shown yet, and answers with the sums
    /// of the numbers of all. Each machine gives as many.
    ///
    /// # Errors
    /// A machine is lost.
    fn end_round(
        &self,
        numbers: &[u64],
        show: &mut dyn FnMut(&Offers),
    ) -> Result<Vec<u64>, ErrorKind>;
}
