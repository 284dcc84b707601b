//! Where processes may end.

use kernel::StopReason;
use machine::Machine;

use crate::diagram::{Diagrams, NodeId, Projection};

/// The vectors of a set in which a process, whose location has this level, is where it may end.
///
/// # Errors
/// It was interrupted.
pub fn at_proper_ends(
    machine: &Machine,
    set: NodeId,
    level: u32,
    diagrams: &mut Diagrams<'_>,
) -> Result<NodeId, StopReason> {
    let locations = machine.code.locations.iter().enumerate();
    let ends = locations.filter(|(_, it)| it.valid_end).map(|(place, _)| vec![place as i32]);
    let ends = diagrams.set_of(ends.collect())?;
    let at = Projection::new(vec![level], diagrams);
    diagrams.restrict(set, &at, ends)
}
