//! Makes a transition system of what can be reached, its states numbered as breadth-first search meets them.

use crate::compress::watch::Watch;
use crate::event::Event;
use crate::explicit::{Explicit, Marks, State, Unfinished};
use crate::term::TermId;

/// The most transitions of a compressed system: 2 GB of them. To pull transitions back over τ can make many more than there were.
const MOST_TRANSITIONS: usize = 1 << 28;

/// A state to be, but for its transitions.
pub(super) struct Row {
    pub(super) label: TermId,
    /// What it is marked with; none if the system is to be plain.
    pub(super) marks: Option<Marks>,
}

/// The system of what is reachable from a first number, where all numbers are less than `count` and `row` tells of each what its
/// transitions are, in any order, and the rest. Also returns which state each number became.
///
/// The numbering depends on the structure alone if no state has two transitions with one event: such systems are isomorphic if
/// and only if they are equal but for their labels.
pub(super) fn reachable(
    initial: u32,
    count: usize,
    watch: &mut Watch,
    mut row: impl FnMut(u32, &mut Vec<(Event, u32)>, &mut Watch) -> Result<Row, Unfinished>,
) -> Result<(Explicit, Vec<Option<State>>), Unfinished> {
    let mut numbers = vec![None; count];
    let mut met = vec![initial];
    numbers[initial as usize] = Some(State(0));
    let mut transitions = Vec::new();
    let (mut starts, mut labels, mut all_marks) = (vec![0], Vec::new(), Vec::new());
    let mut found = Vec::new();
    let mut next = 0;
    while let Some(&number) = met.get(next) {
        next += 1;
        found.clear();
        let Row { label, marks } = row(number, &mut found, watch)?;
        watch.worked(1 + found.len())?;
        found.sort_unstable();
        found.dedup();
        let start = transitions.len();
        for &(event, target) in &found {
            let state = *numbers[target as usize].get_or_insert_with(|| {
                met.push(target);
                State(met.len() as u32 - 1)
            });
            transitions.push((event, state));
        }
        if transitions.len() > MOST_TRANSITIONS {
            return Err(Unfinished::TooLarge);
        }
        transitions[start..].sort_unstable();
        starts.push(transitions.len() as u32);
        labels.push(label);
        all_marks.extend(marks);
    }
    let generalised = (!all_marks.is_empty()).then_some(all_marks);
    Ok((Explicit { initial: State(0), starts, transitions, labels, generalised }, numbers))
}
