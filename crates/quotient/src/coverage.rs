//! Which edges a search has executed, seen from the original model.

use machine::Machine;
use machine::compile::Edge;
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

/// What some worker has executed in the quotient, and what may be an image of it: what one
/// process does at an edge, its images under the symmetry do at the images of the edge. Edges
/// that look alike are taken for images of one another, so that nothing executed is ever called
/// unreached; something unreached may be missed.
pub fn executed_up_to_symmetry<'a>(
    machine: &Machine,
    reduction: &Reduction,
    workers: impl Iterator<Item = &'a [bool]>,
) -> Vec<bool> {
    let mut covered = executed(machine, workers);
    for locations in alike_locations(machine, reduction) {
        let mut edges: Vec<(Vec<String>, usize)> = locations
            .iter()
            .flat_map(|&location| &machine.code.locations[location].edges)
            .map(|edge| (shape(&machine.code.edges[edge.index()]), edge.index()))
            .collect();
        edges.sort();
        for alike in edges.chunk_by(|a, b| a.0 == b.0) {
            let any = alike.iter().any(|(_, edge)| covered[*edge]);
            alike.iter().for_each(|(_, edge)| covered[*edge] |= any);
        }
    }
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

/// What an edge does, without the numbers of things and without the order of operands: the same
/// for all images of the edge.
fn shape(edge: &Edge) -> Vec<String> {
    let actions: Vec<&Action> = edge.operations.iter().map(|o| &o.action).collect();
    let text = format!("{actions:?}");
    let words = text.split(|c: char| !c.is_alphabetic());
    let mut words: Vec<String> = words.filter(|w| !w.is_empty()).map(str::to_owned).collect();
    words.sort();
    words
}

/// The locations, those that symmetry exchanges together.
fn alike_locations(machine: &Machine, reduction: &Reduction) -> Vec<Vec<usize>> {
    // The points after processes and channels are locations.
    let first = reduction.processes + reduction.channels;
    let layout = reduction.symmetry.layout();
    let location = |point: usize| {
        let name = layout.name(symmetry::Point::new(point));
        name.strip_prefix("location ").and_then(|number| number.parse().ok())
    };
    let orbits = reduction.symmetry.orbits();
    let moved = orbits.into_iter().filter(|orbit| orbit.len() > 1 && orbit[0] >= first);
    let mut classes: Vec<Vec<usize>> =
        moved.map(|orbit| orbit.into_iter().filter_map(location).collect()).collect();
    let mut single = vec![true; machine.code.locations.len()];
    classes.iter().flatten().for_each(|&location: &usize| single[location] = false);
    classes.extend((0..single.len()).filter(|&l| single[l]).map(|l| vec![l]));
    classes
}
