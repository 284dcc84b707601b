//! How many states and transitions the classes stand for that a search met.

use std::ops::ControlFlow;

use groups::Patience;
use kernel::{Reporter, SearchOptions, Statistics, StopReason};
use model::{Model, Reduced};
use serde::Serialize;
use symmetry::{AuditPlan, OrbitSizes, Orbits, Pinned, Prepared, ReducedOutcome, Symmetric};

use crate::coverage::begins_alike;
use crate::failure::Failure;

/// How many states and transitions the classes of symmetric states have that a search met.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OrbitCounts {
    /// The states of all classes, in decimal.
    pub states: String,
    /// The transitions out of them that lead to a state, and one for each initial state, in decimal.
    pub transitions: String,
    /// Whether all classes were met. If not, the search ended before.
    pub complete: bool,
    /// Why a search without symmetry need not meet as many, as the end of a sentence; none if it meets just these.
    pub differs: Option<String>,
}

/// What keeps states of a class from being reached.
const UNLIKE_STARTS: &str = "runs begin in a state and not in those that are symmetric to it";

impl OrbitCounts {
    /// Each state by itself, as a search of all of them counts them.
    pub(crate) fn of_all(statistics: &Statistics, stop: StopReason) -> OrbitCounts {
        OrbitCounts {
            states: statistics.states.to_string(),
            transitions: statistics.transitions.to_string(),
            complete: stop == StopReason::Exhausted,
            differs: None,
        }
    }

    /// Those of the classes of a reduction.
    pub(crate) fn of_classes<M: Model>(
        model: &M,
        reduction: &M::Reduced,
        orbits: &Orbits,
        stop: StopReason,
    ) -> OrbitCounts {
        let unlike = (!begins_alike(reduction)).then_some(UNLIKE_STARTS);
        OrbitCounts {
            states: orbits.states.to_string(),
            transitions: orbits.transitions.to_string(),
            complete: stop == StopReason::Exhausted,
            differs: all_of(unlike.into_iter().chain(model.departure(reduction))),
        }
    }
}

/// All reasons, if there are any.
fn all_of(reasons: impl Iterator<Item = &'static str>) -> Option<String> {
    let reasons: Vec<_> = reasons.collect();
    (!reasons.is_empty()).then(|| reasons.join("; "))
}

/// Refuses a strategy that does not keep one state of each class.
///
/// # Errors
/// Why it does not serve.
pub(crate) fn refuse_uncountable(strategy: &Prepared<'_>) -> Result<(), Failure> {
    if strategy.has_countable_orbits() {
        return Ok(());
    }
    let name = strategy.name();
    let why = match strategy {
        Prepared::Representative(_) => format!(
            "`--orbits` needs one representative for each class, and `{name}` may keep several of this model"
        ),
        Prepared::Concrete(_) => {
            "`--orbits` counts the classes of representatives, and `concrete` searches the states themselves".to_owned()
        }
        Prepared::Marker(_) => {
            format!("`--orbits` counts the classes of representatives, and `{name}` gives none")
        }
    };
    Err(Failure::Input(format!("{why}\nhelp: `--representative auto` serves every model")))
}

/// Searches and adds up the sizes of the classes; none if getting ready for it takes longer than the budget allows.
pub(crate) fn search_counting<S: Symmetric>(
    strategy: &Prepared<'_>,
    system: &S,
    reduction: &impl Reduced,
    plan: AuditPlan,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Option<(ReducedOutcome<S>, Orbits)> {
    let symmetry = reduction.symmetry();
    let mut ask = |bytes| -> ControlFlow<()> { options.budget.go_on(bytes) };
    let pinned = Pinned::new(symmetry);
    let sizes = OrbitSizes::new_within(&pinned, &mut Patience::new(&mut ask)).ok()?;
    strategy.search_counting(system, symmetry, &sizes, plan, options, reporter)
}
