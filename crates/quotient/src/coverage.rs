//! Which edges a search has executed, seen from the original model.

use machine::Machine;
use machine::detect::Reduction;

/// What some worker has executed.
pub fn executed<'a>(machine: &Machine, workers: impl Iterator<Item = &'a [bool]>) -> Vec<bool> {
    let mut merged = vec![false; machine.code.edges.len()];
    for covered in workers {
        for (merged, covered) in merged.iter_mut().zip(covered) {
            *merged |= covered;
        }
    }
    merged
}

/// What some worker has executed in the quotient, and what symmetry maps it to.
pub fn executed_up_to_symmetry<'a>(
    machine: &Machine,
    reduction: &Reduction,
    workers: impl Iterator<Item = &'a [bool]>,
) -> Vec<bool> {
    reduction.covered(&executed(machine, workers))
}
