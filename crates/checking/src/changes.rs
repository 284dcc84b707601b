//! What changes between two states, in the words of the model.

use std::collections::HashMap;

use model::{Cell, CellKind, Change, Flow, StateOf, StepOf, Words};

/// What the actions of a transition change, one after the other: each with the state that it leads to, by its place among the
/// actions.
pub(crate) fn changes<M: Words>(
    model: &M,
    before: &StateOf<M>,
    course: &[(usize, StateOf<M>)],
) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut before = before;
    for (action, state) in course {
        let (cells, cells_now) = model
            .differing_cells(before, state)
            .unwrap_or_else(|| (model.cells(before), model.cells(state)));
        let known = Contents::of(model, before, cells);
        changes.extend(known.changes(&Contents::of(model, state, cells_now), *action));
        before = state;
    }
    changes
}

/// The states that the actions of a transition lead to, by their places among the actions; of a model that tells only where the
/// transition leads, that one, by the last of so many actions.
pub(crate) fn course<M: Words>(
    model: &M,
    before: &StateOf<M>,
    steps: &[StepOf<M>],
    after: Option<&StateOf<M>>,
    actions: usize,
) -> Vec<(usize, StateOf<M>)> {
    let told: Vec<_> = model.course(before, steps).into_iter().flatten().enumerate().collect();
    match after {
        Some(after) if told.is_empty() => at_last(after, actions),
        _ => told,
    }
}

/// The state that a transition leads to, by the last of so many actions.
pub(crate) fn at_last<State: Clone>(after: &State, actions: usize) -> Vec<(usize, State)> {
    vec![(actions.saturating_sub(1), after.clone())]
}

/// What a state holds, as far as it is of interest.
struct Contents {
    processes: Vec<String>,
    cells: Vec<(CellIdentity, Cell)>,
}

impl Contents {
    fn of<M: Words>(model: &M, state: &StateOf<M>, cells: Vec<Cell>) -> Contents {
        let processes = model.processes(state).into_iter().map(|it| it.process).collect();
        Contents { processes, cells: identified(cells) }
    }

    /// The processes that start until a later state, the cells that differ there, in its order, and the processes that are gone.
    fn changes(&self, now: &Contents, action: usize) -> Vec<Change> {
        let process = |name: &String, before: Option<&str>, now: &str| Change {
            kind: CellKind::Process,
            action,
            cell: name.clone(),
            before: before.map(str::to_owned),
            after: now.to_owned(),
            before_value: None,
            after_value: None,
            flow: None,
        };
        let (old, new) = (&self.processes, &now.processes);
        let started = new.iter().skip(old.len()).map(|it| process(it, None, "running"));
        let gone = old.iter().skip(new.len()).map(|it| process(it, Some("running"), "gone"));
        let mut changes: Vec<Change> = started.collect();
        changes.extend(self.changed_cells(now, action));
        changes.extend(gone);
        changes
    }

    fn changed_cells<'a>(
        &'a self,
        now: &'a Contents,
        action: usize,
    ) -> impl Iterator<Item = Change> + 'a {
        let known: HashMap<&CellIdentity, &Cell> =
            self.cells.iter().map(|(id, cell)| (id, cell)).collect();
        now.cells.iter().filter_map(move |(id, cell)| {
            let before = known.get(&id).copied();
            let is_same = before.is_some_and(|before| before.text == cell.text);
            // What held no text did not exist.
            let before = before.filter(|before| !before.text.is_empty());
            (!is_same).then(|| Change {
                kind: cell.kind,
                action,
                cell: cell.name.clone(),
                before: before.map(|before| before.text.clone()),
                before_value: before.map(|before| before.value.clone()),
                after: cell.text.clone(),
                after_value: Some(cell.value.clone()),
                flow: before.and_then(|before| flow(before, cell)),
            })
        })
    }
}

/// What came to a channel or went from it, if a cell is one.
fn flow(before: &Cell, now: &Cell) -> Option<Flow> {
    Flow::between(before.messages.as_ref()?, now.messages.as_ref()?)
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
