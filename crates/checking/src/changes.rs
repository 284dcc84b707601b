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
    let old = identified(model.cells(before));
    let known: HashMap<&CellIdentity, &Cell> = old.iter().map(|(id, cell)| (id, cell)).collect();
    let changed = identified(model.cells(after)).into_iter().filter_map(|(id, cell)| {
        let before = known.get(&id).copied();
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

/// What a cell is known by in two states of one model: its kind, its name, and how many such cells come before it, for variables of
/// different blocks may have one name.
pub(crate) type CellIdentity = (CellKind, String, usize);

/// The cells of a state, each with what it is known by.
pub(crate) fn identified(cells: Vec<Cell>) -> Vec<(CellIdentity, Cell)> {
    let mut seen: HashMap<(CellKind, String), usize> = HashMap::new();
    let identify = |cell: Cell| {
        let earlier = seen.entry((cell.kind, cell.name.clone())).or_insert(0);
        let identity = (cell.kind, cell.name.clone(), *earlier);
        *earlier += 1;
        (identity, cell)
    };
    cells.into_iter().map(identify).collect()
}
