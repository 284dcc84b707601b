//! Which edges a search has executed, seen from the original model.

use machine::Machine;
use machine::detect::Reduction;
use machine::program::Action;

/// What some worker has executed. The end of a process counts once control arrives there.
pub fn executed<'a>(machine: &Machine, workers: impl Iterator<Item = &'a [bool]>) -> Vec<bool> {
    let mut merged = vec![false; machine.code.edges.len()];
    for covered in workers {
        for (merged, covered) in merged.iter_mut().zip(covered) {
            *merged |= covered;
        }
    }
    add_ends(machine, &mut merged);
    merged
}

/// What some worker has executed in the quotient, and what symmetry maps it to.
pub fn executed_up_to_symmetry<'a>(
    machine: &Machine,
    reduction: &Reduction,
    workers: impl Iterator<Item = &'a [bool]>,
) -> Vec<bool> {
    let mut covered = reduction.covered(&executed(machine, workers));
    add_ends(machine, &mut covered);
    covered
}

fn add_ends(machine: &Machine, covered: &mut [bool]) {
    let edges = &machine.code.edges;
    let mut reached = vec![false; machine.code.locations.len()];
    for entry in &machine.code.entries {
        reached[entry.index()] = true;
    }
    for (edge, _) in edges.iter().zip(&*covered).filter(|(_, covered)| **covered) {
        if let Some(to) = edge.to {
            reached[to.index()] = true;
        }
    }
    for (edge, covered) in edges.iter().zip(covered) {
        let ends = edge.operations.first().is_some_and(|o| o.action == Action::Terminate);
        *covered |= ends && reached[edge.from.index()];
    }
}
