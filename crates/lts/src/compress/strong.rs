//! `sbisim`: strongly bisimilar states are one (R. Milner, *Communication and concurrency*, 1989; with marks, Definition 56 of
//! Gibson-Robinson and Lowe).

use std::collections::HashMap;

use crate::compress::partition::strong_classes;
use crate::compress::quotient::{Factor, quotient};
use crate::compress::watch::Watch;
use crate::explicit::{Explicit, Marks, Unfinished};

/// The system with the fewest states that is strongly bisimilar, states with different marks being told apart. Without marks, the
/// transitions tell what is accepted and what diverges, and bisimilar states agree about it.
pub(crate) fn strong_bisimulation(
    system: &Explicit,
    watch: &mut Watch,
) -> Result<Factor, Unfinished> {
    let keys = match &system.generalised {
        Some(marks) => keys(marks.iter()),
        None => vec![0; system.len()],
    };
    let class_of = strong_classes(system, &keys, watch)?;
    quotient(system, &class_of, |_| true, watch)
}

/// Equal marks have equal numbers.
pub(crate) fn keys<'a>(marks: impl Iterator<Item = &'a Marks>) -> Vec<u32> {
    let mut numbers: HashMap<&Marks, u32, rapidhash::fast::RandomState> = HashMap::default();
    marks
        .map(|marks| {
            let next = numbers.len() as u32;
            *numbers.entry(marks).or_insert(next)
        })
        .collect()
}
