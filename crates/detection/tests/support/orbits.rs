//! Counting orbits the slow and simple ways, which share nothing with representatives.
//!
//! States that are not reducible are left as they are by the quotient: each counts for itself.

use std::collections::HashMap;

use detection::Reduction;
use kernel::reachable;
use machine::State;
use symmetry::oracle::{LARGEST_ORDER, orbit_count};

/// The reachable states to which symmetry applies, and how many there are besides.
fn states(reduction: &Reduction, most: u64) -> Option<(Vec<State>, u64)> {
    let states = reachable(reduction, usize::try_from(most).ok()?)?;
    let (reducible, others): (Vec<_>, Vec<_>) =
        states.into_iter().partition(|state| reduction.is_reducible(state));
    Some((reducible, others.len() as u64))
}

/// The number of orbits, by the least image of each state under every element of the group; `None`
/// if that takes more than `most_images` images.
pub fn by_listing(reduction: &Reduction, most_images: u64) -> Option<u64> {
    let order = u64::try_from(reduction.symmetry.order()).ok()?;
    if order > u64::from(LARGEST_ORDER) {
        return None;
    }
    let (reducible, others) = states(reduction, most_images / order)?;
    let (group, layout) = (reduction.symmetry.group(), reduction.symmetry.layout());
    let orbits = orbit_count(reducible.iter().map(|state| &state.cells), group, layout).ok()?;
    Some(orbits as u64 + others)
}

/// The number of orbits, by joining each state with its images under the generators; `None` if there
/// are more than `most` states, or the image of a reachable state is not reachable (the group need
/// not keep the initial state).
pub fn by_joining(reduction: &Reduction, most: u64) -> Option<u64> {
    let (reducible, others) = states(reduction, most)?;
    let layout = reduction.symmetry.layout();
    let places: HashMap<&[i32], usize> =
        reducible.iter().enumerate().map(|(place, state)| (&state.cells[..], place)).collect();
    let mut parents: Vec<usize> = (0..reducible.len()).collect();
    let mut orbits = reducible.len() as u64;
    let mut image = vec![0; layout.cell_count()];
    for generator in reduction.symmetry.generators() {
        for (place, state) in reducible.iter().enumerate() {
            layout.apply(generator.images(), &state.cells, &mut image);
            let other = *places.get(&image[..])?;
            let (a, b) = (root(&mut parents, place), root(&mut parents, other));
            if a != b {
                parents[a] = b;
                orbits -= 1;
            }
        }
    }
    Some(orbits + others)
}

fn root(parents: &mut [usize], mut place: usize) -> usize {
    while parents[place] != place {
        parents[place] = parents[parents[place]];
        place = parents[place];
    }
    place
}
