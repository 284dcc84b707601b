//! What changes between two states, in the words of the model.

use std::collections::HashMap;

use model::{Cell, CellKind, Change, StateOf, Words};

/// The processes that start between two states, the cells that differ, and the processes that are gone.
pub(crate) fn changes<M: Words>(model: &M, before: &StateOf<M>, after: &StateOf<M>) -> Vec<Change> {
    let (old, new) = (model.processes(before), model.processes(after));
    let process = |name: &str, before: Option<&str>, now: &str| Change {
        kind: CellKind::Process,
        cell: name.to_owned(),
        before: before.map(str::to_owned),
        after: now.to_owned(),
        before_value: None,
        after_value: None,
    };
    let started = new.iter().skip(old.len()).map(|it| process(&it.process, None, "running"));
    let gone = old.iter().skip(new.len()).map(|it| process(&it.process, Some("running"), "gone"));
    let mut changes: Vec<Change> = started.collect();
    changes.extend(changed_cells(model, before, after));
    changes.extend(gone);
    changes
}

/// The cells that differ, in the order of the state.
fn changed_cells<M: Words>(model: &M, before: &StateOf<M>, after: &StateOf<M>) -> Vec<Change> {
    let old = model.cells(before);
    let known: HashMap<&str, &Cell> = old.iter().map(|cell| (cell.name.as_str(), cell)).collect();
    let cells = model.cells(after).into_iter();
    let changed = cells.filter_map(|cell| {
        let before = known.get(cell.name.as_str()).copied();
        let is_same = before.is_some_and(|before| before.text == cell.text);
        // What held no text did not exist.
        let before = before.filter(|before| !before.text.is_empty());
        (!is_same).then(|| Change {
            kind: cell.kind,
            cell: cell.name.clone(),
            before: before.map(|before| before.text.clone()),
            before_value: before.map(|before| before.value.clone()),
            after: cell.text,
            after_value: Some(cell.value),
        })
    });
    changed.collect()
}
