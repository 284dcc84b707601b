//! What machines tell each other outside of levels, in rounds of its own.

use std::ops::Range;

use crate::machines::{Lost, Machines};
use crate::outcome::StopReason;
use crate::visited::Offers;

/// What is told goes in pieces of so many bytes.
pub(super) const PIECE: usize = 512 << 10;

/// Ends a round with some numbers, and tells something to these machines in it. Answers with the sums of the numbers, and with what each
/// of the others has told this one, in the order of their numbers.
///
/// # Errors
/// A machine is lost.
pub(super) fn tell(
    machines: &dyn Machines,
    whom: Range<usize>,
    something: &[u8],
    numbers: &[u64],
) -> Result<(Vec<u64>, Vec<Vec<u8>>), Lost> {
    // What a machine sends another arrives in its order.
    let mut told = vec![Vec::new(); machines.count()];
    let mut show = |from: usize, pieces: &Offers| {
        pieces.iter().for_each(|(piece, _)| told[from].extend_from_slice(piece));
    };
    for piece in something.chunks(PIECE) {
        let mut offers = Offers::default();
        offers.push(piece, None);
        for to in whom.clone().filter(|&to| to != machines.own()) {
            send(machines, to, &offers, &mut show)?;
        }
    }
    let sums = machines.end_round(numbers, &mut show)?;
    told.remove(machines.own());
    Ok((sums, told))
}

/// The same, to all machines.
///
/// # Errors
/// A machine is lost.
pub(super) fn tell_all(
    machines: &dyn Machines,
    something: &[u8],
    numbers: &[u64],
) -> Result<(Vec<u64>, Vec<Vec<u8>>), Lost> {
    tell(machines, 0..machines.count(), something, numbers)
}

/// Sends something, and shows what others send until there is room for it.
///
/// # Errors
/// A machine is lost.
pub(super) fn send(
    machines: &dyn Machines,
    to: usize,
    offers: &Offers,
    show: &mut dyn FnMut(usize, &Offers),
) -> Result<(), Lost> {
    while !machines.send(to, offers)? {
        machines.receive(true, show)?;
    }
    Ok(())
}

/// Whether all machines go on.
///
/// # Errors
/// One does not.
pub(super) fn do_all(machines: &dyn Machines, goes_on: bool) -> Result<(), StopReason> {
    let failures = machines.end_round(&[u64::from(!goes_on)], &mut |_, _| {})?;
    if failures == [0] { Ok(()) } else { Err(StopReason::Disagreement) }
}
