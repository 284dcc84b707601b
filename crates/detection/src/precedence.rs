//! The places of edges among those of their locations, as far as it matters which is tried first.

use std::collections::HashMap;

use machine::Machine;

/// For each edge: the place of its escape among those of its location, from 1, or 0 if it is of none; and how many `else`
/// of the same escape, or of none either, are listed before it.
///
/// In a deterministic process each edge has a place: of two possible ones, the second is an error.
pub(super) fn precedences(machine: &Machine) -> Vec<(i64, i64)> {
    let code = &machine.code;
    let mut found = vec![(0, 0); code.edges.len()];
    for location in &code.locations {
        let owner = &machine.program.process_types[location.process_type.index()];
        // The place of each escape, and how many `else` it has so far.
        let mut escapes: HashMap<_, (i64, i64)> = HashMap::new();
        let mut places = 0;
        for (place, id) in location.edges.iter().enumerate() {
            if owner.deterministic {
                found[id.index()] = (1 + place as i64, 0);
                continue;
            }
            let edge = &code.edges[id.index()];
            let known = escapes.entry(edge.escape).or_insert_with(|| {
                places += i64::from(edge.escape.is_some());
                (if edge.escape.is_some() { places } else { 0 }, 0)
            });
            found[id.index()] = *known;
            known.1 += i64::from(edge.is_else());
        }
    }
    found
}
