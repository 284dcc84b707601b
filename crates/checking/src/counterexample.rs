//! A counterexample in the words of the model: who did what, at which line, and what changed by it.

use std::ffi::OsStr;
use std::path::Path;

use confirm::{Confirmed, RunOf};
use kernel::{Fairness, PropertyKind, TransitionSystem};
use model::{
    Blocked, Cell, CellKind, Change, Effects, EndlessRun, Offers, Performed, Place, RunProperty,
    RunStepOf, StateOf, StepOf, Words,
};
use serde::Serialize;

use crate::awaited::awaited;
use crate::blocked::blocked;
use crate::changes::{changes, course};
use crate::messages::InTransit;
use crate::propositions::{Proposition, along};
use crate::reach::reach_expression;

/// A counterexample in the words of the model.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The name of the property that it violates.
    pub property: String,
    /// The processes that run from the beginning; others start with an action.
    pub processes: Vec<String>,
    /// What the first state holds.
    pub start: Vec<Cell>,
    /// What happened.
    pub transitions: Vec<Transition>,
    /// Of a run that goes on for ever: the number of the step that comes again after the last one. If there is no step with that
    /// number, nothing can move any more.
    pub again: Option<usize>,
    /// Whether it is the beginning of a run, which violates the property whatever comes later.
    pub is_prefix: bool,
    /// Whether it leads to what was looked for, and is nothing that should not be.
    pub is_sought: bool,
    /// Whether its last step is what violates the property.
    pub is_violated_by_step: bool,
    /// What is wrong at the end, in one line.
    pub ending: String,
    /// The same without the name of the property.
    pub place: String,
    /// For a deadlock, where each process is.
    pub blocked: Vec<Blocked>,
    /// The events at the end, where it is compared with a specification.
    pub offers: Option<Offers>,
    /// What the claim that it violates looks at, state by state; nothing if it leads to what was looked for.
    pub propositions: Vec<Proposition>,
}

/// How much is told of a step, each with what comes before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What the components did, and what was printed.
    Actions,
    /// What changed.
    Changes,
    /// What each action read, wrote and communicated.
    Effects,
    /// The state that each step leads to.
    States,
}

/// One transition of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Transition {
    /// Its number, from 1.
    pub step: usize,
    /// What the processes did, in order.
    pub actions: Vec<Performed>,
    /// What the actions changed, in order.
    pub changes: Vec<Change>,
    /// What the state holds that it leads to: only in the [greatest detail](Detail::States).
    #[serde(skip)]
    pub cells: Vec<Cell>,
}

/// Describes a counterexample.
pub(crate) fn describe<M: Words>(
    model: &M,
    main: &str,
    run: &Confirmed<RunOf<M>>,
    detail: Detail,
) -> Counterexample {
    let last = run.transitions.split_last();
    let violates_by_step = matches!(
        model.system().properties()[run.property.index()].kind,
        PropertyKind::Assertion | PropertyKind::RuntimeError
    );
    let wrong = last.filter(|_| violates_by_step).and_then(|(last, _)| model.wrong(last));
    let (Some(wrong), Some((last, before))) = (wrong, last) else {
        return describe_run(model, main, run, detail);
    };
    let again = wrong.again.map(|again| before.len() + again + 1);
    let made = wrong.instead.map(|instead| [before, &instead].concat());
    let made = made.as_deref().unwrap_or(&run.transitions);
    Counterexample {
        property: model.system().properties()[run.property.index()].name.clone(),
        processes: beginners(model, made, &run.last),
        start: start(model, made, &run.last),
        transitions: transitions(model, made, detail),
        again,
        is_prefix: false,
        is_sought: false,
        is_violated_by_step: true,
        ending: wrong.text.clone(),
        place: wrong.text,
        blocked: if wrong.waits { blocked(model, &last.before) } else { Vec::new() },
        offers: wrong.offers,
        propositions: Vec::new(),
    }
}

/// Describes a run, and its end by the property that it violates: the step before a deadlock may fail an assertion, too.
/// `main` is the file of the model, whose name goes without saying.
pub(crate) fn describe_run<M: Words>(
    model: &M,
    main: &str,
    run: &RunOf<M>,
    detail: Detail,
) -> Counterexample {
    let transitions = transitions(model, &run.transitions, detail);
    let property = &model.system().properties()[run.property.index()];
    let (ending, place, blocked) = match property.kind {
        PropertyKind::Assertion | PropertyKind::RuntimeError => {
            let last = run.transitions.last();
            let wrong = last.and_then(|last| what_went_wrong(model, main, &last.steps));
            let (ending, place) = wrong.unwrap_or_else(|| {
                (format!("{}: violated by this step", property.name), "violated".to_owned())
            });
            (ending, place, Vec::new())
        }
        PropertyKind::Deadlock => {
            let stuck = stuck_text(model);
            (format!("deadlock: {stuck}"), stuck, blocked(model, &run.last))
        }
        PropertyKind::Invariant => {
            let told = model.excluded(&run.last, run.property);
            let ending = match &told {
                Some(told) => format!("{}: {told}", property.name),
                None => format!("{}: does not hold in this state", property.name),
            };
            (ending, told.unwrap_or_else(|| "it does not hold".to_owned()), Vec::new())
        }
    };
    let is_violated_by_step =
        matches!(property.kind, PropertyKind::Assertion | PropertyKind::RuntimeError);
    let property = property.name.clone();
    Counterexample {
        property,
        processes: beginners(model, &run.transitions, &run.last),
        start: start(model, &run.transitions, &run.last),
        transitions,
        again: None,
        is_prefix: false,
        is_sought: false,
        is_violated_by_step,
        ending,
        place,
        blocked,
        offers: None,
        propositions: Vec::new(),
    }
}

/// What a deadlock is.
pub(crate) fn stuck_text<M: Words>(model: &M) -> String {
    let component = model.component();
    format!("no {component} can take a step, and not all have reached an end state")
}

/// Describes a run that goes on for ever, and violates a property by that, or by how it begins.
pub(crate) fn describe_endless<M: Words>(
    model: &M,
    property: &RunProperty,
    fairness: Fairness,
    run: &EndlessRun<StateOf<M>, StepOf<M>>,
    detail: Detail,
) -> Counterexample {
    let name = &property.name;
    let last = run.transitions.len();
    let fair = match fairness {
        Fairness::None => "",
        Fairness::Weak | Fairness::Strong => "fair ",
    };
    let first = run.again.map(|again| again + 1);
    let place = match (first, last) {
        _ if property.is_sought => String::new(),
        (None, 0) => "in the initial state, whatever comes later".to_owned(),
        (None, _) => format!("by step {last}, whatever comes later"),
        (Some(first), last) if first > last => {
            format!("nothing can move{}", awaited(property, model.sources()))
        }
        (Some(first), last) if first == last => {
            format!("by a {fair}run that repeats its step {last} for ever")
        }
        (Some(first), last) => {
            format!("by a {fair}run that repeats its steps {first} to {last} for ever")
        }
    };
    Counterexample {
        property: name.clone(),
        processes: beginners(model, &run.transitions, &run.last),
        start: start(model, &run.transitions, &run.last),
        transitions: transitions(model, &run.transitions, detail),
        again: first,
        is_prefix: first.is_none(),
        is_sought: property.is_sought,
        is_violated_by_step: false,
        ending: match (first, last) {
            (_, last) if property.is_sought => reached_text(name, last),
            (Some(1), 0) => format!("{name} is violated: in the initial state {place}"),
            (Some(first), last) if first > last => {
                format!("{name} is violated: after step {last} {place}")
            }
            _ => format!("{name} is violated {place}"),
        },
        place,
        blocked: Vec::new(),
        offers: None,
        propositions: if property.is_sought { Vec::new() } else { along(model, run) },
    }
}

/// That a run leads to where an expression holds, by the name of the claim that it never does.
fn reached_text(claim: &str, steps: usize) -> String {
    let expression = reach_expression(claim);
    match steps {
        0 => format!("{expression} holds in the initial state"),
        _ => format!("{expression} holds after step {steps}"),
    }
}

/// A run in words: the processes that run from its beginning, the contents of its first state, and what happens.
pub(crate) fn run_in_words<M: Words>(
    model: &M,
    made: &[RunStepOf<M>],
    last: &StateOf<M>,
    detail: Detail,
) -> (Vec<String>, Vec<Cell>, Vec<Transition>) {
    (beginners(model, made, last), start(model, made, last), transitions(model, made, detail))
}

/// The processes that run from the beginning.
fn beginners<M: Words>(model: &M, transitions: &[RunStepOf<M>], last: &StateOf<M>) -> Vec<String> {
    let start = transitions.first().map_or(last, |first| &first.before);
    model.processes(start).into_iter().map(|waiting| waiting.process).collect()
}

/// What the first state holds.
fn start<M: Words>(model: &M, transitions: &[RunStepOf<M>], last: &StateOf<M>) -> Vec<Cell> {
    model.cells(transitions.first().map_or(last, |first| &first.before))
}

/// What happens, with the values that the text says: where the run has dropped what nobody reads, it goes on here with what was
/// there.
fn transitions<M: Words>(model: &M, made: &[RunStepOf<M>], detail: Detail) -> Vec<Transition> {
    let mut in_transit = InTransit::default();
    let mut state = made.first().map(|first| first.before.clone());
    let mut transitions = Vec::new();
    for (index, made) in made.iter().enumerate() {
        let step = index + 1;
        let mut actions = match detail {
            Detail::Effects | Detail::States => performed(model, &made.before, &made.steps),
            Detail::Actions | Detail::Changes => actions(model, &made.before, &made.steps),
        };
        in_transit.follow(step, &mut actions);
        let mut changed = Vec::new();
        if detail != Detail::Actions
            && let Some(before) = state.take()
        {
            let after = made.after.as_ref();
            let mut course = course(model, &before, &made.steps, after, actions.len());
            changed = changes(model, &before, &course);
            if detail == Detail::Changes {
                changed.retain(|change| change.kind != CellKind::Component);
            }
            state = course.pop().map(|(_, last)| last).or(Some(before));
        }
        let cells = match &state {
            Some(state) if detail == Detail::States => model.cells(state),
            _ => Vec::new(),
        };
        transitions.push(Transition { step, actions, changes: changed, cells });
    }
    transitions
}

/// What the components do in a transition, without what they touch.
pub(crate) fn actions<M: Words>(
    model: &M,
    before: &StateOf<M>,
    steps: &[StepOf<M>],
) -> Vec<Performed> {
    let actions = steps.iter().flat_map(|step| model.actions(before, step));
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
        let actions = model.actions(before, step).into_iter();
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
    let at = match &action.place {
        Some(place) => format!("{} at {}", action.process, place_name(main, place)),
        None => action.process,
    };
    let place = format!("{at}: {}", action.statement);
    Some(match violation.error {
        None => (format!("assertion violated: {place}"), place),
        Some(error) => (format!("run-time error: {error}: {place}"), format!("{at}: {error}")),
    })
}

/// The line of a place, as in `12`; in another file than the main one with its name, as in `inc.pml:12`.
#[must_use]
pub fn line_name(main: &str, place: &Place) -> String {
    match place.file == main {
        true => place.line.to_string(),
        false => format!("{}:{}", file_name(main, &place.file), place.line),
    }
}

/// A place within a sentence: `line 12`, or `inc.pml:12` in another file than the main one.
#[must_use]
pub fn place_name(main: &str, place: &Place) -> String {
    let word = if place.file == main { "line " } else { "" };
    format!("{word}{}", line_name(main, place))
}

/// The longest path that is told.
const LONGEST_PATH: usize = 24;

/// What a file is called beside the main one: its path from there if that leads down and is short, and its name without folders
/// otherwise.
fn file_name<'a>(main: &str, file: &'a str) -> &'a str {
    let folder = Path::new(main).parent().unwrap_or(Path::new(""));
    let below = Path::new(file).strip_prefix(folder).ok().and_then(Path::to_str);
    let last = Path::new(file).file_name().and_then(OsStr::to_str).unwrap_or(file);
    let leads_down = |path: &&str| !path.starts_with("..") && !Path::new(path).is_absolute();
    below.filter(leads_down).filter(|path| path.chars().count() <= LONGEST_PATH).unwrap_or(last)
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn files_are_called_by_the_path_from_the_main_one() {
        for (main, file, name) in [
            ("m.pml", "inc.pml", "inc.pml"),
            ("a/b/m.pml", "a/b/inc.pml", "inc.pml"),
            ("a/b/m.pml", "a/b/parts/inc.pml", "parts/inc.pml"),
            ("a/b/m.pml", "a/b/../inc.pml", "inc.pml"),
            ("a/b/m.pml", "/usr/include/inc.pml", "inc.pml"),
            ("m.pml", "/usr/include/inc.pml", "inc.pml"),
            ("m.pml", "a/very/long/path/that/leads/down/inc.pml", "inc.pml"),
            ("m.pml", "", ""),
        ] {
            assert_eq!(file_name(main, file), name, "{file} beside {main}");
        }
    }
}
