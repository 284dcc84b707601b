//! Runs along a stored trace.
//!
//! A search may have merged statements, reset dead variables and dropped unread ones. A trace is therefore
//! first replayed on the model as it was searched, and then followed, statement by statement, on the
//! model as it is written, so that all values are true.

use confirm::the_system_decides;
use kernel::{PropertyId, PropertyKind, TransitionSystem};
use model::{Choice, Simulated, StatementId, StepOf};

use crate::counterexample::Detail;
use crate::failure::Failure;
use crate::trace_file::{StoredRun, is_called, plan, replay};
use crate::walk::{Standing, TakenOf, Walk};

/// A statement of a stored run.
#[derive(Clone, Copy, Debug)]
pub struct StoredStatement {
    statement: StatementId,
    /// The transition of the run, from 1.
    transition: usize,
}

/// The statements of a stored run, which is replayed first if it violates something.
///
/// # Errors
/// Where the run departs from the model.
pub(crate) fn statements<M: Simulated>(
    model: &M,
    main: &str,
    stored: &StoredRun,
) -> Result<Vec<StoredStatement>, Failure> {
    let plan = plan(model, stored)?;
    if !stored.property.is_empty() {
        replay(model, main, stored, Detail::Actions, &mut the_system_decides::<M>)?;
    }
    let ids =
        plan.iter().enumerate().flat_map(|(index, ids)| ids.iter().map(move |id| (index, *id)));
    let found = ids.flat_map(|(index, id)| {
        let statements = model.statements(id).into_iter();
        statements.map(move |statement| StoredStatement { statement, transition: index + 1 })
    });
    Ok(found.collect())
}

/// A stored run in the model as it is written.
pub(crate) struct Followed<'a, M: Simulated> {
    /// The walk at its beginning.
    pub walk: Walk<'a, M>,
    /// The steps that do what its statements say.
    pub steps: Vec<TakenOf<M>>,
    /// Of a run that goes on for ever: the number of the step that comes again after the last one, from 1.
    pub again: Option<usize>,
}

impl<M: Simulated> Followed<'_, M> {
    /// Whether it violates at its end the property of states that it is said to violate, or fails there, if it is said to.
    fn violates(&self, stored: &StoredRun) -> bool {
        let model = self.walk.model;
        let properties = model.system().properties();
        let place = properties.iter().position(|property| is_called(property, &stored.property));
        let Some(place) = place else { return true };
        let last = self.steps.last().map_or(self.walk.standing(), |taken| &taken.after);
        match properties[place].kind {
            PropertyKind::Assertion | PropertyKind::RuntimeError => last.failed,
            PropertyKind::Deadlock => model.arrive(last.position.clone()).1.is_empty(),
            PropertyKind::Invariant => {
                let (system, state) = (model.system(), model.state(&last.position));
                system.violates(state, PropertyId::new(place), &mut system.scratch())
            }
        }
    }
}

/// The steps that do what the statements of a stored run say, from the initial state in which it says that it begins. If it does not say,
/// from the first one from which that is possible and violates the property that the run is said to violate; if it violates none from
/// any, from the first from which it is possible.
///
/// # Errors
/// Where the run departs from the model, begun in the first of these; or that there is none.
pub(crate) fn follow<'a, M: Simulated>(
    model: &'a M,
    main: &str,
    stored: &StoredRun,
    wanted: &[StoredStatement],
) -> Result<Followed<'a, M>, Failure> {
    let (mut why, mut possible) = (None, None);
    let is_meant = |walk: &Walk<'_, M>| stored.start.is_none_or(|start| walk.start + 1 == start);
    for walk in Walk::from_starts(model).filter(is_meant) {
        match (Follower { walk, taken: Vec::new(), again: None }.follow(stored, wanted)) {
            Ok(followed) if followed.violates(stored) => return Ok(followed),
            Ok(followed) => possible = possible.or(Some(followed)),
            Err(departed) => why = why.or(Some(departed)),
        }
    }
    if let Some(followed) = possible {
        return Ok(followed);
    }
    Err(why.unwrap_or_else(|| {
        Failure::Input(match stored.start {
            None => format!("{main}: there is no initial state"),
            Some(start) => format!(
                "the trace does not fit the model: it begins in initial state {start}, which {main} does not have"
            ),
        })
    }))
}

struct Follower<'a, M: Simulated> {
    walk: Walk<'a, M>,
    taken: Vec<TakenOf<M>>,
    again: Option<usize>,
}

impl<'a, M: Simulated> Follower<'a, M> {
    fn follow(
        mut self,
        stored: &StoredRun,
        wanted: &[StoredStatement],
    ) -> Result<Followed<'a, M>, Failure> {
        let beginning = self.walk.standing().clone();
        let mut rest = wanted;
        let ends_elsewhere = self.is_of_states(&stored.property);
        while let Some((first, others)) = rest.split_first() {
            if self.walk.standing().failed {
                // What was merged with the statement that failed.
                break;
            }
            if let Some((place, steps)) = self.find(rest) {
                let mut taken = self.walk.take(place);
                rest = &rest[steps..];
                let later = rest.iter().any(|other| other.transition > first.transition);
                if later || ends_elsewhere {
                    self.pass_over_failure(&mut taken);
                }
                self.taken.push(taken);
                if stored.again.is_some_and(|again| first.transition >= again) {
                    self.again.get_or_insert(self.taken.len());
                }
            } else if first.statement.is_jump {
                rest = others;
            } else {
                let text = format!(
                    "the trace does not fit the model: step {} of {} cannot be followed there",
                    first.transition,
                    stored.steps.len()
                );
                return Err(Failure::Input(text));
            }
        }
        self.walk.stand_at(beginning);
        Ok(Followed { walk: self.walk, steps: self.taken, again: self.again })
    }

    /// Whether a property is violated by a state, and not by the step that comes last.
    fn is_of_states(&self, name: &str) -> bool {
        let properties = self.walk.model.system().properties();
        let kind = properties.iter().find(|property| is_called(property, name)).map(|p| p.kind);
        matches!(kind, Some(PropertyKind::Deadlock | PropertyKind::Invariant))
    }

    /// Lets a run go on behind an assertion that failed, as the trace does.
    fn pass_over_failure(&mut self, taken: &mut TakenOf<M>) {
        let passable = |step: &StepOf<M>| self.walk.model.is_passable(step);
        if taken.after.failed && taken.steps.iter().all(passable) {
            self.walk.stand_at(Standing { failed: false, ..taken.after.clone() });
            taken.after = self.walk.standing().clone();
        }
    }

    /// The choice that does what comes first, and how many of the wanted statements it does.
    fn find(&self, wanted: &[StoredStatement]) -> Option<(usize, usize)> {
        let model = self.walk.model;
        let does = |step: &StepOf<M>, wanted: &StoredStatement| {
            let statements = model.statements(model.step_id(step));
            statements.first().is_some_and(|first| first.is(&wanted.statement))
        };
        let fits = |choice: &Choice<M::Position, StepOf<M>>| {
            choice.steps.len() <= wanted.len()
                && choice.steps.iter().zip(wanted).all(|(step, wanted)| does(step, wanted))
        };
        let place = self.walk.choices().iter().position(fits)?;
        let steps = &self.walk.choices()[place].steps;
        // What is one step in the model as it is written, too, is more than one of its statements.
        let all: Vec<StatementId> =
            steps.iter().flat_map(|step| model.statements(model.step_id(step))).collect();
        let does_all = all.len() <= wanted.len()
            && all.iter().zip(wanted).all(|(one, wanted)| one.is(&wanted.statement));
        Some((place, if does_all { all.len() } else { steps.len() }))
    }
}
