//! What is known where a sequence begins: the first values of counters, and how full channels are.

use std::rc::Rc;

use diagnostics::Span;
use machine::index::VariableId;
use machine::program::{Action, CellType};

use super::control::{Control, Way};
use super::filling::Filling;
use super::known::Known;
use super::touched::Reader;
use super::{writes, writes_channels};
use crate::constraint::{Constraint, Demands};

/// How far before a sequence its counters may be given their first values, in places.
const MAX_BEFORE: usize = 16;

/// The value that a counter has when control comes to a place from outside of a loop around it, whatever leads there. Nothing that
/// happens between may block, so that nobody sees it.
pub(super) fn first_value(
    control: &Control<'_>,
    head: u32,
    within: &dyn Fn(u32) -> bool,
    counter: VariableId,
    cell: CellType,
    demands: Demands,
) -> Option<i32> {
    let mut found: Option<i32> = None;
    let mut pending: Vec<(u32, usize)> = vec![(head, 0)];
    while let Some((at, before)) = pending.pop() {
        if before > MAX_BEFORE || control.is_entry(at) {
            return None;
        }
        for (from, way) in control.entries(at) {
            if at == head && within(from) {
                continue;
            }
            let keeps = way.keeps || !demands.make(Constraint::FoldUninterrupted);
            if !keeps || within(from) {
                return None;
            }
            let writes = |(action, _): &(&Action, Span)| writes(action, counter);
            let Some(last) = way.actions.iter().rposition(writes) else {
                if !passes(control, from) {
                    return None;
                }
                pending.push((from, before + 1));
                continue;
            };
            let (Action::Assign(_, value), _) = way.actions[last] else { return None };
            let value = value.constant_value()?;
            let value = cell.wrap(value);
            if found.is_some_and(|other| other != value) {
                return None;
            }
            found = Some(value);
        }
    }
    found
}

/// Whether there is one way on from a place, which never blocks.
fn passes(control: &Control<'_>, at: u32) -> bool {
    let Some([only]) = control.ways(at).and_then(|ways| <[Way<'_>; 1]>::try_from(ways).ok()) else {
        return false;
    };
    only.actions.iter().all(|(action, _)| {
        matches!(action, Action::Skip | Action::Assign(..) | Action::Print { .. })
    })
}

/// How full channels are when control comes to a place: by what was asked on the only way there, with nothing sent since, and
/// nothing that may wait.
pub(super) fn first_filling<'m>(
    control: &Control<'m>,
    head: u32,
    within: &dyn Fn(u32) -> bool,
    reader: &Reader<'m>,
) -> Filling<'m> {
    let mut filling = Filling::default();
    if !reader.buffered {
        return filling;
    }
    let nothing = Rc::new(Known::default());
    let mut at = head;
    for _ in 0..MAX_BEFORE {
        let outside = |(from, _): &(u32, Way<'m>)| at != head || !within(*from);
        let entries: Vec<(u32, Way<'m>)> = control.entries(at).filter(outside).collect();
        let ([(from, way)], false) = (&entries[..], control.is_entry(at)) else { break };
        if !way.keeps || way.actions.iter().any(|(action, _)| writes_channels(action)) {
            break;
        }
        for (action, _) in &way.actions {
            if let Action::Guard(condition) = action {
                filling.learn(condition, &nothing, reader);
            }
        }
        if !passes(control, *from) {
            break;
        }
        at = *from;
    }
    // The others may have been named by what has changed since.
    filling.keep_numbered();
    filling
}
