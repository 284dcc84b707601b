//! Steps backwards: relations from what they lead to, to what may be before.

use std::collections::{HashMap, HashSet};

use kernel::StopReason;

use crate::diagram::{Diagrams, NodeId, Relation, Touched};
use crate::tree::Known;

/// What a step does where some cells are known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Effect {
    /// The values that are known, at their levels, which are in order.
    pub read: Known,
    /// Those that are written, likewise.
    pub written: Known,
}

/// Steps backwards, in vectors that may have these values at each level: what is written becomes what was read, or, where nothing was,
/// any value.
///
/// # Errors
/// It was interrupted.
pub fn backwards(
    values: &[Vec<i32>],
    effects: HashSet<Effect>,
    diagrams: &mut Diagrams<'_>,
) -> Result<Vec<Relation>, StopReason> {
    let mut sets: HashMap<Vec<Touched>, Vec<NodeId>> = HashMap::new();
    for effect in effects {
        let (touched, values) = backward(values, &effect);
        let set = diagrams.all_of(&values)?;
        sets.entry(touched).or_default().push(set);
    }
    let relation = |(touched, sets)| {
        let mut relation = Relation::new(touched, diagrams);
        relation.vectors = diagrams.union_of(sets)?;
        Ok(relation)
    };
    sets.into_iter().map(relation).collect()
}

/// What a step touches, and the values that its vectors have, backwards. A level that it writes is read and written, one that it reads
/// alone is only read: by that, those that it writes are told.
fn backward(values: &[Vec<i32>], effect: &Effect) -> (Vec<Touched>, Vec<Vec<i32>>) {
    let mut levels: Vec<u32> =
        effect.read.iter().chain(&effect.written).map(|&(level, _)| level).collect();
    levels.sort_unstable();
    levels.dedup();
    let (mut touched, mut vectors) = (Vec::new(), Vec::new());
    for level in levels {
        let (read, written) = (at(&effect.read, level), at(&effect.written, level));
        touched.push(Touched { level, reads: true, writes: written.is_some() });
        vectors.extend(written.map(|value| vec![value]));
        vectors.push(read.map_or_else(|| values[level as usize].clone(), |value| vec![value]));
    }
    (touched, vectors)
}

fn at(known: &Known, level: u32) -> Option<i32> {
    let place = known.binary_search_by_key(&level, |&(level, _)| level).ok()?;
    Some(known[place].1)
}
