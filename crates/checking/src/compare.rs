//! Two runs of one model, side by side.

use std::collections::HashMap;

use model::Cell;
use serde::Serialize;

use crate::changes::{CellIdentity, identified};
use crate::counterexample::Detail;
use crate::session::{Session, SimulatedStep};

/// How far two runs are the same, and how they differ.
#[derive(Clone, Debug, Serialize)]
pub struct RunComparison {
    /// Whether they begin in the same initial state.
    pub begin_alike: bool,
    /// How many steps they begin with alike: the same statements of the same processes, with the same effect.
    pub common: usize,
    /// What the first does then; none if it ends there.
    pub first: Option<SimulatedStep>,
    /// What the second does then; none if it ends there.
    pub second: Option<SimulatedStep>,
    /// The cells that differ where the runs stand.
    pub cells: Vec<CellDifference>,
}

/// A cell that holds one thing in one run, and another in another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CellDifference {
    /// The cell, as in `flag[3]`.
    pub cell: String,
    /// Its value in the first run; none if it does not exist there.
    pub first: Option<String>,
    /// Its value in the second run.
    pub second: Option<String>,
}

/// Compares two runs up to where they stand. Both keep their history.
#[must_use]
pub fn compare(first: &dyn Session, second: &dyn Session) -> RunComparison {
    let most = first.at().min(second.at());
    let step = |session: &dyn Session, number| session.step(number, Detail::Changes);
    let is_common = |&number: &usize| step(first, number) == step(second, number);
    let common = (1..=most).take_while(is_common).count();
    // Beyond where a run stands there may be steps that were undone.
    let next = |session: &dyn Session| {
        (session.at() > common).then(|| step(session, common + 1)).flatten()
    };
    let (first_step, second_step) = (next(first), next(second));
    RunComparison {
        begin_alike: first.start() == second.start(),
        common,
        first: first_step,
        second: second_step,
        cells: differences(first, second),
    }
}

fn differences(first: &dyn Session, second: &dyn Session) -> Vec<CellDifference> {
    let (first, second) = (identified(first.cells()), identified(second.cells()));
    let texts = |cells: &[(CellIdentity, Cell)]| -> HashMap<CellIdentity, String> {
        cells.iter().map(|(id, cell)| (id.clone(), cell.text.clone())).collect()
    };
    let (one, two) = (texts(&first), texts(&second));
    let added = second.iter().filter(|(id, _)| !one.contains_key(id));
    let all = first.iter().chain(added);
    let differing = all.filter(|(id, _)| one.get(id) != two.get(id));
    let difference = |(id, cell): &(CellIdentity, Cell)| CellDifference {
        cell: cell.name.clone(),
        first: one.get(id).cloned(),
        second: two.get(id).cloned(),
    };
    differing.map(difference).collect()
}
