//! Loops over processes in one step whose order can be seen, each once taken for one in no order, or nearly so; and loops
//! whose order nobody sees, which must keep their group. Verdicts and states are SPIN 6.5.2's
//! (`pan -DNOREDUCE -DSAFETY -c0`), but where a run ends in an error that SPIN reports and then passes over (a channel that is none, a
//! subscript out of bounds: `NO_CHANNEL`, one of `FREE_CHOICE`): there they are the states before the error. Orders of groups
//! follow from what the models say.

mod models;
mod receives;

use std::time::Duration;

use detection::{Detected, detect};

use self::models::{FAMILIES, Model};
use super::alone::reductions_are_right_alone;
use super::oracles::Verdict;
use crate::hostile::verdicts::{Bounds, unreduced};
use crate::support::loading::machine;

/// No model here has more states.
const BOUNDS: Bounds = Bounds { states: 20_000, time: Duration::from_secs(60) };

/// What is said of a group that was found and is wrong.
const DEFECT: &str = "this is a defect of quotient";

/// What is wrong with our answers.
fn fault(violated: &[&str], model: &Model, text: &str) -> Option<String> {
    let machine = match machine(text) {
        Ok(machine) => machine,
        Err(message) => return Some(format!("refused: {message}")),
    };
    let found = match unreduced(&machine, BOUNDS) {
        Ok(found) => found,
        Err(unknown) => return Some(format!("unreduced: {unknown:?}")),
    };
    if !found.violated.iter().eq(violated) || found.states != model.2 {
        return Some(format!("unreduced: {found:?}, SPIN {violated:?}, {} states", model.2));
    }
    match reductions_are_right_alone(text) {
        Verdict::Fine { is_larger: false, .. } => {}
        other => return Some(format!("reduced: {other:?}")),
    }
    let Detected { reduction, remarks, .. } = detect(&machine);
    if let Some(remark) = remarks.iter().find(|remark| remark.text.contains(DEFECT)) {
        return Some(remark.text.clone());
    }
    let order = reduction.map_or(Some(1), |found| u128::try_from(found.symmetry.order()).ok());
    match order {
        Some(order) if model.3.contains(&order) => None,
        _ => Some(format!("a group of order {order:?}, not {:?}", model.3)),
    }
}

/// All that is wrong, a line each.
pub fn faults() -> Vec<String> {
    let families = FAMILIES.iter().chain(&receives::FAMILIES);
    let models = families.flat_map(|family| family.models.iter().map(move |m| (family, m)));
    let faults = models.map(|(family, model)| {
        Some(format!("{}: {}", model.1, fault(family.violated, model, &family.text(model))?))
    });
    faults.flatten().collect()
}
