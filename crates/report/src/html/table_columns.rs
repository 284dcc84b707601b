//! The columns of a table of steps: the cells that change in a run.

use std::collections::HashMap;

use checking::line_name;
use maud::{Markup, html};
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
            CellKind::Global | CellKind::Channel | CellKind::Local | CellKind::Parameter => 0,
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

/// How wide the columns of a table are, in characters.
pub(super) struct Widths(Vec<usize>);

/// So wide are columns at most.
const WIDEST: usize = 32;
/// So wide is what stands beside a text in its column.
const EDGES: usize = 3;

impl Widths {
    /// As wide as what stands in the columns, of which values may take so many characters.
    pub(super) fn of(run: &ShownRun<'_>, columns: &Columns<'_>, longest: usize) -> Self {
        let mut widths = vec![4, 8, 14, 4];
        widths.extend(columns.cells.iter().map(|(_, name)| name.chars().count()));
        let mut widen = |column: usize, text: &str| {
            let width = text.chars().take(longest).count();
            widths[column] = widths[column].max(width);
        };
        columns.initial(run.start).into_iter().for_each(|(place, text)| widen(4 + place, text));
        for made in run.transitions {
            widen(0, &made.step.to_string());
            for action in made.actions.iter().map(|performed| &performed.action) {
                widen(1, &action.process);
                widen(2, &action.statement);
                if let Some(place) = &action.place {
                    widen(3, &line_name(run.model, place));
                }
            }
            for change in &made.changes {
                if let Some(place) = columns.place(change.kind, &change.cell) {
                    widen(4 + place, &change.after);
                }
            }
        }
        Widths(widths.into_iter().map(|width| width.min(WIDEST) + EDGES).collect())
    }

    /// How wide the table is.
    pub(super) fn sum(&self) -> usize {
        self.0.iter().sum()
    }

    /// The columns of the table.
    pub(super) fn colgroup(&self) -> Markup {
        html! { colgroup { @for width in &self.0 { col style={ "width:" (width) "ch" }; } } }
    }
}
