//! How a simulated run ends.

use kernel::{PropertyId, PropertyKind, TransitionSystem};
use model::{Blocked, Simulated};
use serde::Serialize;

use crate::blocked::blocked;
use crate::counterexample::{stuck_text, what_went_wrong};
use crate::quantities::several;
use crate::walk::{Dead, TakenOf, Walk};

/// How a run ends.
#[derive(Clone, Debug, Serialize)]
pub struct Ending {
    /// What kind of end it is.
    pub kind: EndingKind,
    /// What is to be said of it.
    pub text: String,
    /// For a deadlock, where each process is.
    #[serde(rename = "stuck", skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<Blocked>,
    /// The name of the property that is violated; empty if none is.
    #[serde(skip)]
    pub property: String,
}

/// Kinds of ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndingKind {
    /// All processes have ended.
    Ended,
    /// All processes have ended or are at proper ends.
    ValidEnd,
    /// Some process waits for ever.
    Deadlock,
    /// An assertion failed.
    Assertion,
    /// A run-time error happened.
    RuntimeError,
    /// A state violates an invariant.
    Invariant,
    /// As many steps as were wanted.
    StepLimit,
    /// As much time or memory as may be.
    Limit,
    /// The stored run goes no further.
    TraceEnd,
    /// Ctrl-C.
    Interrupted,
}

impl Ending {
    /// How the run ends where a walk is, if it does; `last` is what led there.
    pub(crate) fn of<M: Simulated>(
        walk: &Walk<'_, M>,
        main: &str,
        last: Option<&TakenOf<M>>,
    ) -> Option<Ending> {
        let model = walk.model;
        let (kind, text) = match walk.dead(last)? {
            Dead::Ended => {
                let text = format!("all {} have ended", several(model.component()));
                (EndingKind::Ended, text)
            }
            Dead::ValidEnd => {
                let component = model.component();
                let text = format!(
                    "nothing can move any more; every {component} has reached an end state"
                );
                (EndingKind::ValidEnd, text)
            }
            Dead::Terminated => (EndingKind::Ended, "terminated successfully".to_owned()),
            Dead::Deadlock => (EndingKind::Deadlock, format!("deadlock: {}", stuck_text(model))),
            Dead::Failed => {
                let error = |step| model.violation(step).is_some_and(|it| it.error.is_some());
                let steps = last.map_or(&[][..], |last| &last.steps);
                let kind = match steps.iter().any(error) {
                    true => EndingKind::RuntimeError,
                    false => EndingKind::Assertion,
                };
                let told = last.and_then(|last| model.wrong(&last.failed(model)));
                let told = told
                    .map(|wrong| wrong.text)
                    .or_else(|| what_went_wrong(model, main, steps).map(|(text, _)| text));
                (kind, told.unwrap_or_else(|| "something went wrong".to_owned()))
            }
        };
        let blocked = match kind {
            EndingKind::Deadlock | EndingKind::ValidEnd => {
                blocked(model, model.state(&walk.standing().position))
            }
            _ => Vec::new(),
        };
        Some(Ending { kind, text, blocked, property: property(model, kind) })
    }

    /// That the run stands in a state which violates an invariant, the first of several. Steps may be possible there.
    pub(crate) fn excluded<M: Simulated>(walk: &Walk<'_, M>) -> Option<Ending> {
        let (model, system) = (walk.model, walk.model.system());
        let state = model.state(&walk.standing().position);
        let mut scratch = system.scratch();
        let properties = system.properties().iter().enumerate();
        let mut invariants = properties.filter(|(_, it)| it.kind == PropertyKind::Invariant);
        let (place, property) = invariants
            .find(|&(place, _)| system.violates(state, PropertyId::new(place), &mut scratch))?;
        let told = model.excluded(state, PropertyId::new(place));
        let told = told.unwrap_or_else(|| "does not hold in this state".to_owned());
        Some(Ending {
            kind: EndingKind::Invariant,
            text: format!("{}: {told}", property.name),
            blocked: Vec::new(),
            property: property.name.clone(),
        })
    }

    /// An end that the model does not decide.
    #[must_use]
    pub fn cut_off(kind: EndingKind, text: impl Into<String>) -> Ending {
        Ending { kind, text: text.into(), blocked: Vec::new(), property: String::new() }
    }
}

/// The name of the property that an end violates; empty if it violates none.
fn property<M: Simulated>(model: &M, kind: EndingKind) -> String {
    let violated = match kind {
        EndingKind::Deadlock => PropertyKind::Deadlock,
        EndingKind::Assertion => PropertyKind::Assertion,
        EndingKind::RuntimeError => PropertyKind::RuntimeError,
        _ => return String::new(),
    };
    let properties = model.system().properties();
    let found = properties.iter().find(|property| property.kind == violated);
    found.map_or_else(String::new, |property| property.name.clone())
}
