//! Two runs of one model, side by side.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::session::{Detail, Session, SimulatedStep};

/// How far two runs are the same, and how they differ.
#[derive(Clone, Debug, Serialize)]
pub struct RunComparison {
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
        common,
        first: first_step,
        second: second_step,
        cells: differences(first, second),
    }
}

fn differences(first: &dyn Session, second: &dyn Session) -> Vec<CellDifference> {
    let texts = |session: &dyn Session| -> Vec<(String, String)> {
        session.cells().into_iter().map(|cell| (cell.name, cell.text)).collect()
    };
    let (old, new) = (texts(first), texts(second));
    let others: BTreeMap<&str, &str> = new.iter().map(|(name, text)| (&**name, &**text)).collect();
    let known: BTreeMap<&str, &str> = old.iter().map(|(name, text)| (&**name, &**text)).collect();
    let names = old.iter().map(|(name, _)| &**name);
    let names = names.chain(new.iter().map(|(name, _)| &**name).filter(|n| !known.contains_key(n)));
    let differing = names.filter(|name| known.get(name) != others.get(name));
    let difference = |name: &str| CellDifference {
        cell: name.to_owned(),
        first: known.get(name).map(|&text| text.to_owned()),
        second: others.get(name).map(|&text| text.to_owned()),
    };
    differing.map(difference).collect()
}
