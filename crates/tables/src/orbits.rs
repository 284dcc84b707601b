//! Counting orbits the slow and simple way: every image of every state, without any representative.

use detection::Reduction;
use kernel::reachable;
use symmetry::oracle::orbit_count;

/// No more images than this are computed.
const MOST_IMAGES: u64 = 100_000_000;

/// The number of orbits of reachable states, of which there are `states` or a few more; `None` if that
/// takes too many images. States that symmetry does not apply to count for themselves, as in the quotient.
pub fn count_orbits(reduction: &Reduction, states: u64) -> Option<u64> {
    let order = u64::try_from(reduction.symmetry.order()).ok()?;
    let most = MOST_IMAGES / order;
    if states > most {
        return None;
    }
    let states = reachable(reduction, usize::try_from(most).ok()?)?;
    let (reducible, others): (Vec<_>, Vec<_>) =
        states.into_iter().partition(|state| reduction.is_reducible(state));
    let (group, layout) = (reduction.symmetry.group(), reduction.symmetry.layout());
    let orbits = orbit_count(reducible.iter().map(|state| &state.cells), group, layout).ok()?;
    Some((orbits + others.len()) as u64)
}
