//! The columns of a table of steps: the cells that change in a run.

use std::collections::HashMap;

use model::{Cell, CellKind};

use crate::shown_run::ShownRun;

/// The cells that change anywhere in a run, in the order in which they do so first.
pub(super) struct Columns<'a> {
    /// Their kinds and names.
    pub cells: Vec<(CellKind, &'a str)>,
    places: HashMap<(CellKind, &'a str), usize>,
}

impl<'a> Columns<'a> {
    /// Those of a run: variables first, then processes, and last what components are that become another one with each step.
    pub(super) fn of(run: &ShownRun<'a>) -> Self {
        let changes = run.transitions.iter().flat_map(|made| &made.changes);
        let mut places = HashMap::new();
        let mut cells: Vec<_> = changes.map(|change| (change.kind, &change.cell[..])).collect();
        cells.retain(|&cell| places.insert(cell, 0).is_none());
        cells.sort_by_key(|(kind, _)| match kind {
            CellKind::Global | CellKind::Channel | CellKind::Local => 0,
            CellKind::Process => 1,
            CellKind::Component => 2,
        });
        places = cells.iter().enumerate().map(|(place, &cell)| (cell, place)).collect();
        Columns { cells, places }
    }

    /// Where a cell stands.
    pub(super) fn place(&self, kind: CellKind, name: &str) -> Option<usize> {
        self.places.get(&(kind, name)).copied()
    }

    /// The values of the cells in the first state. What does not exist there has none.
    pub(super) fn initial<'v>(&self, start: &'v [Cell]) -> Vec<(usize, &'v str)> {
        let mut values: Vec<(usize, &str)> = Vec::new();
        for cell in start {
            if let Some(place) = self.place(cell.kind, &cell.name)
                && values.iter().all(|&(known, _)| known != place)
            {
                values.push((place, &cell.text));
            }
        }
        values.sort_by_key(|&(place, _)| place);
        values
    }
}
