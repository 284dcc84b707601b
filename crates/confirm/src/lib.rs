//! Believes no counterexample that it has not replayed on the unreduced model.
//!
//! # What a confirmed counterexample guarantees
//!
//! [`confirm`] takes a plan, the names of the steps of each transition of an alleged run, and a property. What it returns is a
//! [`Run`] of [`Model::system`], the system that the user gave, for which each of these was *seen*, not concluded:
//!
//! - the run begins in an initial state of that system;
//! - each of its transitions was among those that the system listed as it was asked for the successors of the state before;
//! - the names of its steps are those of the plan, in its order. Between them may stand further transitions, of steps that the
//!   model says a reduced search leaves out ([`Model::may_be_missing`]), which the system listed as well;
//! - the end violates the property, as its [kind](PropertyKind) says. An assertion or a run-time error: the last transition
//!   is one that the system itself marks with the property. A deadlock: the system lists no transition out of the last state,
//!   gives none up as too long to be computed, and says that it may not halt there. An invariant: the system says that the last state violates it.
//!
//! [`confirm_endless`] does the same with a run that goes on for ever: after its last transition it is in the very state where the
//! round began, or in one out of which the system lists no transition and gives none up. What it violates by that is for the caller
//! to see, who is given the states; what a plan may leave out is done before the round, so that each round is the same.
//! [`confirm_prefix`] does it with the beginning of a run of which the rest does not matter.
//!
//! What can violate its property and still be no counterexample, because the property was made of something, is for the [`Judge`] to
//! say: of CSP, the reference semantics, which knows the specification as the user wrote it. [`Confirmed`] is what passed; nothing
//! else can be told as a counterexample.
//!
//! Nothing else is relied on: not the search, its order, its visited set or its workers; not the symmetry, its detection, the
//! strategy, or the lifting of traces; not a file that a trace was read from. An error in any of these can make a
//! counterexample fail to be confirmed, which is reported as a defect, and can never make a false one pass. What is relied on
//! is that the system is what the user meant: that is between a language and its tests.
//!
//! It guarantees nothing about what was *not* found: that no counterexample exists is what the search says.

mod interleavings;
mod switches;

use std::cell::RefCell;
use std::fmt;
use std::ops::{ControlFlow, Deref, Range};

use kernel::{
    Observable, PropertyId, PropertyKind, Transition, TransitionSystem, ViolatedBy, Ways, by_way,
    has_no_exit,
};
use model::{EndlessRun, Model, Plan, Run, RunStep, StateOf, StepId, StepOf};
pub use switches::{fewer_switches, switches};

/// A run of a model's system.
pub type RunOf<M> = Run<StateOf<M>, StepOf<M>>;

/// A run of a model's system that goes on for ever.
pub type EndlessRunOf<M> = EndlessRun<StateOf<M>, StepOf<M>>;

/// A run that was confirmed. Only this crate makes one.
#[derive(Clone, Debug)]
pub struct Confirmed<R>(R);

impl<R> Deref for Confirmed<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.0
    }
}

/// Who says of a run that the system has listed, and whose end it calls a violation, why it is no counterexample all the same.
pub type Judge<'j, M> = dyn FnMut(&RunOf<M>) -> Result<(), String> + 'j;

/// Who says of a run that goes on for ever, or of the beginning of one, why it is none that is looked for.
pub type JudgeOfEndless<'j, M> = dyn Fn(&EndlessRunOf<M>) -> Result<(), String> + 'j;

/// The judge of a model whose system is what the user gave: there is nobody else to ask.
///
/// # Errors
/// None.
pub fn the_system_decides<M: Model>(_: &RunOf<M>) -> Result<(), String> {
    Ok(())
}

/// Where a plan departs from what the system can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Departure {
    /// The system cannot make this transition of the plan, counted from 0.
    Transition(usize),
    /// The run is possible, and violates nothing at its end.
    NoViolation,
    /// The run is possible, and does not come back to where it should go on for ever.
    NotEndless,
    /// The run is possible, and the judge says why it is no counterexample.
    Refused(String),
}

impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Departure::Transition(index) => write!(f, "step {} is not possible", index + 1),
            Departure::NoViolation => write!(f, "nothing is violated at its end"),
            Departure::NotEndless => write!(f, "it does not come back to where it was"),
            Departure::Refused(why) => f.write_str(why),
        }
    }
}

/// Runs a plan on the system that the user gave, and sees that it ends in a violation of the property, and that the judge, who is shown it
/// from each initial state from which it is possible until one is accepted, has nothing against it.
///
/// # Errors
/// Where the plan departs from the system; of several initial states, from the one where it departs last. Or what the judge says.
pub fn confirm<M: Model>(
    model: &M,
    plan: &Plan,
    property: PropertyId,
    judge: &mut Judge<'_, M>,
) -> Result<Confirmed<RunOf<M>>, Departure> {
    let judge = RefCell::new(judge);
    let run = from_some_start(model, |replayer| {
        let run = replayer.replay(plan, property)?;
        (judge.borrow_mut())(&run).map_err(Departure::Refused)?;
        Ok(run)
    });
    run.map(Confirmed)
}

/// Runs a plan on the system that the user gave, and sees that it comes back to where the transition with number `again` begins, or
/// to an end if there is none with that number.
///
/// What the run violates for ever after is for the judge to see, who is shown it from each initial state from which it is possible, until
/// one is accepted.
///
/// # Errors
/// Where the plan departs from the system; of several initial states, from the one where it departs last. Or what the judge says.
pub fn confirm_endless<M: Model>(
    model: &M,
    plan: &Plan,
    again: usize,
    missing: Missing,
    judge: &JudgeOfEndless<'_, M>,
) -> Result<EndlessRunOf<M>, Departure> {
    from_some_start(model, |replayer| {
        accepted::<M>(judge, replayer.replay_endless(plan, again, missing)?)
    })
}

/// Runs a plan on the system that the user gave, of which it does not matter what comes later.
///
/// What is violated at its end is for the judge to see, as of runs that go on for ever.
///
/// # Errors
/// Where the plan departs from the system; of several initial states, from the one where it departs last. Or what the judge says.
pub fn confirm_prefix<M: Model>(
    model: &M,
    plan: &Plan,
    judge: &JudgeOfEndless<'_, M>,
) -> Result<EndlessRunOf<M>, Departure> {
    from_some_start(model, |mut replayer| {
        replayer.make_all(plan, 0..plan.len())?;
        let Replayer { transitions, last, .. } = replayer;
        accepted::<M>(judge, EndlessRun { transitions, last, again: None })
    })
}

/// A run that the judge has nothing against.
fn accepted<M: Model>(
    judge: &JudgeOfEndless<'_, M>,
    run: EndlessRunOf<M>,
) -> Result<EndlessRunOf<M>, Departure> {
    judge(&run).map_err(Departure::Refused)?;
    Ok(run)
}

/// So often a round is made, to see whether it comes back to where it was.
const MOST_ROUNDS: usize = 16;

/// Where a plan of a run that goes on for ever lacks steps that [may be missing](Model::may_be_missing).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missing {
    /// It has them all, as a plan along a run of the system itself has.
    Nowhere,
    /// A reduction left them out: all that can be made come before the round, so that nothing of it comes within, and nobody waits
    /// for them there for ever.
    BeforeRound,
}

/// The first replay that comes to its end, of those from each initial state.
fn from_some_start<'a, M: Model, T>(
    model: &'a M,
    replay: impl Fn(Replayer<'a, M>) -> Result<T, Departure>,
) -> Result<T, Departure> {
    let mut starts = Vec::new();
    let mut scratch = model.system().scratch();
    let _ = model.system().initial_states(&mut scratch, &mut |state: &StateOf<M>| {
        starts.push(state.clone());
        ControlFlow::Continue(())
    });
    let mut departure = Departure::Transition(0);
    for last in starts {
        let scratch = model.system().scratch();
        match replay(Replayer { model, scratch, transitions: Vec::new(), last }) {
            Ok(run) => return Ok(run),
            Err(found) => departure = later(departure, found),
        }
    }
    Err(departure)
}

/// The departure that comes later in the plan.
fn later(first: Departure, second: Departure) -> Departure {
    match (first, second) {
        (Departure::Transition(a), Departure::Transition(b)) => Departure::Transition(a.max(b)),
        (Departure::Transition(_), later) | (later, _) => later,
    }
}

/// The steps of a transition, and where it leads.
type Made<S> = (Vec<<S as TransitionSystem>::Step>, Option<<S as TransitionSystem>::State>);

struct Replayer<'a, M: Model> {
    model: &'a M,
    scratch: <M::System as TransitionSystem>::Scratch,
    transitions: Vec<RunStep<StateOf<M>, StepOf<M>>>,
    last: StateOf<M>,
}

impl<M: Model> Replayer<'_, M> {
    fn replay(mut self, plan: &Plan, property: PropertyId) -> Result<RunOf<M>, Departure> {
        let kind = self.model.system().properties()[property.index()].kind;
        let by_transition = match kind {
            PropertyKind::Assertion | PropertyKind::RuntimeError => true,
            PropertyKind::Deadlock | PropertyKind::Invariant => false,
        };
        let ordinary = if by_transition { plan.len().saturating_sub(1) } else { plan.len() };
        for (index, steps) in plan.iter().enumerate() {
            let wanted = (index >= ordinary).then_some(property);
            if !self.make(steps, wanted) {
                return Err(match wanted {
                    Some(_) if self.make(steps, None) => Departure::NoViolation,
                    _ => Departure::Transition(index),
                });
            }
        }
        let violated = match kind {
            PropertyKind::Assertion | PropertyKind::RuntimeError => !plan.is_empty(),
            PropertyKind::Deadlock => self.is_stuck(),
            PropertyKind::Invariant => self.violates(property),
        };
        let Replayer { transitions, last, .. } = self;
        if violated { Ok(Run { property, transitions, last }) } else { Err(Departure::NoViolation) }
    }

    fn replay_endless(
        mut self,
        plan: &Plan,
        again: usize,
        missing: Missing,
    ) -> Result<EndlessRunOf<M>, Departure> {
        let again = again.min(plan.len());
        self.make_all(plan, 0..again)?;
        self.begin_round(missing);
        if again == plan.len() {
            let Replayer { model, mut scratch, transitions, last } = self;
            let again = Some(transitions.len());
            return match has_no_exit(model.system(), &last, &mut scratch) {
                true => Ok(EndlessRun { transitions, last, again }),
                false => Err(Departure::NotEndless),
            };
        }
        // What a reduction does not look at may differ after the first rounds.
        let mut begun: Vec<usize> = Vec::new();
        while begun.len() < MOST_ROUNDS {
            begun.push(self.transitions.len());
            let made = self.make_all(plan, again..plan.len());
            // What can be made once, and not again, does not go on for ever.
            made.map_err(
                |departure| if begun.len() > 1 { Departure::NotEndless } else { departure },
            )?;
            let Replayer { transitions, last, .. } = &self;
            if let Some(&again) = begun.iter().find(|&&at| transitions[at].before == *last) {
                let Replayer { transitions, last, .. } = self;
                return Ok(EndlessRun { transitions, last, again: Some(again) });
            }
        }
        Err(Departure::NotEndless)
    }

    /// Makes the transitions of a part of a plan.
    fn make_all(&mut self, plan: &Plan, part: Range<usize>) -> Result<(), Departure> {
        for index in part {
            if !self.make(&plan[index], None) {
                return Err(Departure::Transition(index));
            }
        }
        Ok(())
    }

    /// Makes what is missing in a plan before a round begins.
    fn begin_round(&mut self, missing: Missing) {
        while missing == Missing::BeforeRound && self.make_missing() {}
    }

    /// Makes the transition with these steps, which violates the property if one is wanted, and leads somewhere otherwise. Steps
    /// that may be missing in a plan come first, if need be.
    fn make(&mut self, steps: &[StepId], wanted: Option<PropertyId>) -> bool {
        let already = self.transitions.len();
        loop {
            let Replayer { model, scratch, last, .. } = self;
            if let Some(found) = named(*model, last, scratch, steps, wanted) {
                self.push(found);
                return true;
            }
            if !self.make_missing() {
                self.take_back(already);
                return false;
            }
        }
    }

    /// Whether the run ends in a state without transitions, outside the proper ends.
    fn is_stuck(&mut self) -> bool {
        while self.make_missing() {}
        let Replayer { model, scratch, last, .. } = self;
        is_deadlock(model.system(), last, scratch)
    }

    /// Whether the last state violates an invariant, or one does that follows it by what may be missing.
    fn violates(&mut self, invariant: PropertyId) -> bool {
        loop {
            let Replayer { model, scratch, last, .. } = self;
            if model.system().violates(last, invariant, scratch) {
                return true;
            }
            if !self.make_missing() {
                return false;
            }
        }
    }

    /// Makes a transition that a plan need not have, if there is one.
    fn make_missing(&mut self) -> bool {
        let Replayer { model, scratch, last, .. } = self;
        let found = find(model.system(), last, scratch, |t| {
            t.target.is_some() && model.may_be_missing(t.steps)
        });
        found.map(|found| self.push(found)).is_some()
    }

    fn push(&mut self, (steps, after): Made<M::System>) {
        let before = self.last.clone();
        if let Some(state) = &after {
            self.last = state.clone();
        }
        self.transitions.push(RunStep { steps, before, after });
    }

    fn take_back(&mut self, transitions: usize) {
        if let Some(first) = self.transitions.get(transitions) {
            self.last = first.before.clone();
        }
        self.transitions.truncate(transitions);
    }
}

/// Whether a state is a deadlock: the system lists no transition out of it, gives none up, and says that it may not halt there.
pub fn is_deadlock<S: TransitionSystem>(
    system: &S,
    state: &S::State,
    scratch: &mut S::Scratch,
) -> bool {
    has_no_exit(system, state, scratch) && !system.may_halt(state)
}

/// The names of steps.
pub fn names<M: Model>(model: &M, steps: &[StepOf<M>]) -> Vec<StepId> {
    steps.iter().map(|step| model.step_id(step)).collect()
}

/// The names of the steps of a transition of a [joined](model::Words::joined) model, as those of transitions of the model.
pub fn names_apart<M: Model>(model: &M, steps: &[StepOf<M>]) -> Vec<Vec<StepId>> {
    model.apart(steps).into_iter().map(|steps| names(model, steps)).collect()
}

/// Whether names begin with those of these steps.
fn begin_with<M: Model>(model: &M, names: &[StepId], steps: &[StepOf<M>]) -> bool {
    let same = |(step, name): (&StepOf<M>, &StepId)| model.step_id(step) == *name;
    steps.len() <= names.len() && steps.iter().zip(names).all(same)
}

/// The transition out of a state whose steps have these names, which violates the property if one is wanted, and leads somewhere
/// otherwise. No way is gone that is named otherwise, and this one also where another was gone before it.
fn named<M: Model>(
    model: &M,
    state: &StateOf<M>,
    scratch: &mut <M::System as TransitionSystem>::Scratch,
    names: &[StepId],
    wanted: Option<PropertyId>,
) -> Option<Made<M::System>> {
    first_with(model, state, scratch, names, |t| match wanted {
        Some(property) => t.violation == Some(property),
        None => t.target.is_some(),
    })
}

/// Where the transition leads, out of a state, that violates nothing and whose steps have these names: to this state, if one is wanted.
fn first_named<M: Model>(
    model: &M,
    state: &StateOf<M>,
    scratch: &mut <M::System as TransitionSystem>::Scratch,
    names: &[StepId],
    wanted: Option<&StateOf<M>>,
) -> Option<StateOf<M>> {
    let is_meant = |t: &Transition<'_, M::System>| {
        t.violation.is_none() && t.target.is_some_and(|it| wanted.is_none_or(|wanted| it == wanted))
    };
    first_with(model, state, scratch, names, is_meant).and_then(|(_, target)| target)
}

/// The transition out of a state whose steps have these names, and that is meant.
fn first_with<M: Model>(
    model: &M,
    state: &StateOf<M>,
    scratch: &mut <M::System as TransitionSystem>::Scratch,
    names: &[StepId],
    is_meant: impl Fn(&Transition<'_, M::System>) -> bool,
) -> Option<Made<M::System>> {
    let ways = |begun: &[StepOf<M>]| match begin_with(model, names, begun) {
        true => Ways::Every,
        false => Ways::None,
    };
    let is_named = |t: &Transition<'_, M::System>| {
        is_meant(t) && t.steps.len() == names.len() && begin_with(model, names, t.steps)
    };
    first(model.system(), state, scratch, ways, is_named)
}

/// The first transition out of a state that satisfies the condition, of one way to each target.
fn find<S: TransitionSystem>(
    system: &S,
    state: &S::State,
    scratch: &mut S::Scratch,
    wanted: impl FnMut(&Transition<'_, S>) -> bool,
) -> Option<Made<S>> {
    first(system, state, scratch, |_| Ways::One, wanted)
}

/// The first transition out of a state that satisfies the condition, of those ways. What the system gives up is none that it lists.
fn first<S: TransitionSystem>(
    system: &S,
    state: &S::State,
    scratch: &mut S::Scratch,
    ways: impl Fn(&[S::Step]) -> Ways,
    mut wanted: impl FnMut(&Transition<'_, S>) -> bool,
) -> Option<Made<S>> {
    let mut found = None;
    let see = |t: Transition<'_, S>| {
        if !wanted(&t) {
            return ControlFlow::Continue(());
        }
        found = Some((t.steps.to_vec(), t.target.cloned()));
        ControlFlow::Break(())
    };
    let _ = system.successors(state, scratch, &mut by_way(ways, see));
    found
}

/// The plan that follows the states of a trace of the system itself, or of that of the [joined](model::Words::joined) model, then takes
/// the transition that violates the property, if one does.
///
/// # Errors
/// The place of a state that is no successor of the one before.
pub fn plan_along<M: Model>(
    model: &M,
    system: &M::System,
    states: &[StateOf<M>],
    violated_by: &ViolatedBy<StepOf<M>>,
) -> Result<Plan, usize> {
    let mut scratch = system.scratch();
    let mut plan = Plan::new();
    for (index, pair) in states.windows(2).enumerate() {
        let found = find(system, &pair[0], &mut scratch, |t| t.target == Some(&pair[1]));
        let (steps, _) = found.ok_or(index)?;
        plan.extend(names_apart(model, &steps));
    }
    if let ViolatedBy::Transition(last) = violated_by {
        plan.extend(names_apart(model, last));
    }
    Ok(plan)
}

/// The plan that follows a run of a system that goes on for ever: its states, each with the thread that moves then, from the last of
/// which it comes to the one with number `again`; and the number of the transition that comes again after the last. If the run comes to
/// a state without transitions, and stays, there is none with that number. Without `again` it does not matter what follows on the
/// last state, and nothing comes again, unless the run stays in a state before.
///
/// The system is that of the model, or one that was made of it and has the same steps.
///
/// # Errors
/// The place of a state that the next one does not follow, or not by that thread.
pub fn plan_endless<M: Model, S>(
    model: &M,
    system: &S,
    run: &[(StateOf<M>, Option<u32>)],
    again: Option<usize>,
) -> Result<(Plan, Option<usize>), usize>
where
    S: Observable<State = StateOf<M>, Step = StepOf<M>>,
{
    let mut scratch = system.scratch();
    let mut plan = Plan::new();
    for (place, (state, actor)) in run.iter().enumerate() {
        let next = run.get(place + 1).or_else(|| run.get(again?));
        let Some((next, _)) = next else { return Ok((plan, None)) };
        // A state without transitions is followed by itself, for ever, whoever watches the run.
        if actor.is_none() && has_no_exit(system, state, &mut scratch) {
            return Ok((plan, Some(place)));
        }
        let found = find(system, state, &mut scratch, |t| {
            t.target == Some(next) && system.actor(t.steps) == *actor
        });
        let (steps, _) = found.ok_or(place)?;
        plan.push(names(model, &steps));
    }
    Ok((plan, again))
}
