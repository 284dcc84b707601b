//! The group of all permutations that `check` finds.

use groups::{Group, Interrupted, Patience, Permutation};

use super::check::check;
use super::introductions::Rebec;
use super::kind::RebecSymmetry;

/// The group of the permutations of the rebecs that preserve their classes, whom they know and what `initial` is given
/// (Definitions 9, 11 and 14; Lemmas 1 and 2).
///
/// Exact: from the last rebec to the first, one permutation is looked for that keeps the rebecs before it and maps it to each
/// other rebec which those that are known do not map it to. Cost: at most one [`check`] for each two rebecs.
///
/// # Errors
/// The caller has lost patience.
pub fn automorphisms(
    rebecs: &[Rebec],
    symmetry: RebecSymmetry,
    patience: &mut Patience<'_>,
) -> Result<Group, Interrupted> {
    let mut generators: Vec<Permutation> = Vec::new();
    for rebec in (0..rebecs.len()).rev() {
        let mut decided = orbit(rebec, &generators, rebecs.len());
        for other in rebec + 1..rebecs.len() {
            if decided[other] || !rebecs[rebec].is_like(&rebecs[other]) {
                continue;
            }
            let kept = (0..rebec).map(|before| (before, before));
            let pairs: Vec<(usize, usize)> = kept.chain([(rebec, other)]).collect();
            if let Some(found) = check(rebecs, symmetry, &pairs, patience)? {
                generators.push(found);
                join(&mut decided, &orbit(rebec, &generators, rebecs.len()));
            } else {
                // Nor can it go where the known ones take this rebec: they keep those before it as well.
                join(&mut decided, &orbit(other, &generators, rebecs.len()));
            }
        }
    }
    Group::from_generators_within(rebecs.len(), generators, patience)
}

/// Where permutations take a point.
fn orbit(point: usize, generators: &[Permutation], degree: usize) -> Vec<bool> {
    let mut reached = vec![false; degree];
    reached[point] = true;
    let mut waiting = vec![point];
    while let Some(point) = waiting.pop() {
        for image in generators.iter().map(|generator| generator.image(point)) {
            if !std::mem::replace(&mut reached[image], true) {
                waiting.push(image);
            }
        }
    }
    reached
}

fn join(all: &mut [bool], more: &[bool]) {
    for (entry, &more) in all.iter_mut().zip(more) {
        *entry |= more;
    }
}
