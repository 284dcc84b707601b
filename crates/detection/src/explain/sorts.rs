//! Components of one sort, in orbits: what is compared.

use std::collections::HashMap;

use crate::classes::{Class, Classes};
use crate::graph::ProgramGraph;
use crate::shape::Shape;

/// The orbits of one sort.
type Orbits = Vec<Vec<usize>>;

/// The orbits of processes, values and channels, those of one sort together: processes of one type, values of one kind,
/// channels of one kind.
pub(super) fn sorts(
    classes: &Classes<'_>,
    shape: &Shape,
    program: &ProgramGraph,
    orbit_of: &[usize],
) -> Vec<Orbits> {
    let mut sorts = processes_and_channels(shape, program, orbit_of);
    sorts.extend(values(classes, program, orbit_of));
    sorts
}

fn processes_and_channels(
    shape: &Shape,
    program: &ProgramGraph,
    orbit_of: &[usize],
) -> Vec<Orbits> {
    let mut sorts: Vec<Orbits> = Vec::new();
    let mut sort_of_colour = HashMap::new();
    let mut place_of_orbit: HashMap<usize, (usize, usize)> = HashMap::new();
    let types = shape.types.iter().copied().map(Some).chain(std::iter::repeat(None));
    for (&component, of) in program.processes.iter().chain(&program.channels).zip(types) {
        if let Some(&(sort, place)) = place_of_orbit.get(&orbit_of[component]) {
            sorts[sort][place].push(component);
            continue;
        }
        let colour = program.graph.colours()[component];
        let sort = *sort_of_colour.entry((colour, of)).or_insert(sorts.len());
        if sort == sorts.len() {
            sorts.push(Vec::new());
        }
        place_of_orbit.insert(orbit_of[component], (sort, sorts[sort].len()));
        sorts[sort].push(vec![component]);
    }
    sorts
}

/// The values of each kind that cells hold. Kinds of which no two values are alike are nearly always names for places in the
/// program, which nobody takes to be alike.
fn values(classes: &Classes<'_>, program: &ProgramGraph, orbit_of: &[usize]) -> Vec<Orbits> {
    let present = classes.present();
    let mut kinds: Vec<Orbits> = Vec::new();
    for (Class(kind), values) in classes.value_classes() {
        let held = present.get(&classes.root(Class(kind)));
        let mut orbits: Orbits = Vec::new();
        for &value in values.iter().filter(|value| held.is_some_and(|held| held.contains(value))) {
            let Some(&vertex) = program.values.get(&(kind, value)) else { continue };
            match orbits.iter_mut().find(|orbit| orbit_of[orbit[0]] == orbit_of[vertex]) {
                Some(orbit) => orbit.push(vertex),
                None => orbits.push(vec![vertex]),
            }
        }
        if orbits.iter().any(|orbit| orbit.len() > 1) {
            kinds.push(orbits);
        }
    }
    kinds
}
