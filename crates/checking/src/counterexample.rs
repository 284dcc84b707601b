//! A counterexample in the words of the model: who did what, at which line, and what changed by it.

use kernel::{PropertyKind, TransitionSystem};
use model::{Action, Blocked, Change, Effects, Performed, Run, RunStep, StateOf, StepOf, Words};
use serde::Serialize;

use crate::changes::changes;
use crate::messages::InTransit;

/// A counterexample in the words of the model.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The name of the property that it violates.
    pub property: String,
    /// The processes that run from the beginning; others start with an action.
    pub processes: Vec<String>,
    /// What happened.
    pub transitions: Vec<Transition>,
    /// What is wrong at the end, in one line.
    pub ending: String,
    /// The same without the name of the property.
    pub place: String,
    /// For a deadlock, where each process is.
    pub blocked: Vec<Blocked>,
}

/// One transition of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Transition {
    /// Its number, from 1.
    pub step: usize,
    /// What the processes did, in order.
    pub actions: Vec<Performed>,
    /// The cells that changed.
    pub changes: Vec<Change>,
}

/// Describes a run, and its end by the property that it violates: the step before a deadlock may fail an assertion, too.
/// `main` is the file of the model, whose name goes without saying.
pub(crate) fn describe<M: Words>(
    model: &M,
    main: &str,
    run: &Run<StateOf<M>, StepOf<M>>,
) -> Counterexample {
    let mut in_transit = InTransit::default();
    let numbered = run.transitions.iter().enumerate();
    let described = numbered.map(|(index, made)| {
        let mut described = transition(model, index + 1, made);
        in_transit.follow(described.step, &mut described.actions);
        described
    });
    let transitions = described.collect();
    let property = &model.system().properties()[run.property.index()];
    let blocked = |model: &M| model.processes(&run.last).into_iter().map(Blocked::from).collect();
    let stuck = "no process can move, and not all are at a proper end";
    let (ending, place, blocked) = match property.kind {
        PropertyKind::Assertion | PropertyKind::RuntimeError => {
            let last = run.transitions.last().map_or(&[][..], |last| &last.steps);
            let (ending, place) = what_went_wrong(model, main, last).unwrap_or_else(|| {
                (format!("{}: violated by this step", property.name), "violated".to_owned())
            });
            (ending, place, Vec::new())
        }
        PropertyKind::Deadlock => (stuck.to_owned(), stuck.to_owned(), blocked(model)),
        PropertyKind::Invariant => {
            let ending = format!("{}: does not hold in this state", property.name);
            (ending, "it does not hold".to_owned(), Vec::new())
        }
    };
    let property = property.name.clone();
    Counterexample {
        property,
        processes: beginners(model, run),
        transitions,
        ending,
        place,
        blocked,
    }
}

/// The processes that run from the beginning.
fn beginners<M: Words>(model: &M, run: &Run<StateOf<M>, StepOf<M>>) -> Vec<String> {
    let start = run.transitions.first().map_or(&run.last, |first| &first.before);
    model.processes(start).into_iter().map(|waiting| waiting.process).collect()
}

fn transition<M: Words>(
    model: &M,
    step: usize,
    made: &RunStep<StateOf<M>, StepOf<M>>,
) -> Transition {
    let actions = performed(model, &made.before, &made.steps);
    let changes = made.after.as_ref().map(|after| changes(model, &made.before, after));
    Transition { step, actions, changes: changes.unwrap_or_default() }
}

/// What the components do in a transition, without what they touch.
pub(crate) fn actions<M: Words>(model: &M, steps: &[StepOf<M>]) -> Vec<Performed> {
    let actions = steps.iter().flat_map(|step| model.actions(step));
    actions.map(|action| Performed { action, effects: Effects::default() }).collect()
}

/// What the components do in a transition, and what they touch.
pub(crate) fn performed<M: Words>(
    model: &M,
    before: &StateOf<M>,
    steps: &[StepOf<M>],
) -> Vec<Performed> {
    let mut effects = model.effects(before, steps).into_iter();
    let of_step = |step: &StepOf<M>| {
        let mut effects = effects.next().unwrap_or_default().into_iter();
        let actions = model.actions(step).into_iter();
        let performed =
            actions.map(|action| Performed { action, effects: effects.next().unwrap_or_default() });
        performed.collect::<Vec<_>>()
    };
    steps.iter().flat_map(of_step).collect()
}

/// What a violating transition did wrong: in full, and in short for below the property's name.
pub(crate) fn what_went_wrong<M: Words>(
    model: &M,
    main: &str,
    steps: &[StepOf<M>],
) -> Option<(String, String)> {
    let violation = model.violation(steps.last()?)?;
    let action = violation.action?;
    let at = format!("{} at line {}", action.process, line_name(main, &action));
    let place = format!("{at}: {}", action.statement);
    Some(match violation.error {
        None => (format!("assertion violated: {place}"), place),
        Some(error) => (format!("run-time error: {error}: {place}"), format!("{at}: {error}")),
    })
}

/// The line of an action, with its file if that is not the main one; empty if it has none.
#[must_use]
pub fn line_name(main: &str, action: &Action) -> String {
    match (action.place.line, action.place.file == main) {
        (0, _) => String::new(),
        (line, true) => line.to_string(),
        (line, false) => format!("{}:{line}", action.place.file),
    }
}
