//! Whether what was found is a counterexample: every part of it is looked at again on the compiled process before anybody sees it.
//!
//! Not relied on are the search, its store of states, and how a run was read off it. Relied on are the compiled process, which is
//! also what simulations walk, and the normal form of the specification. [`super::reference`] does without both.

use std::fmt;
use std::ops::ControlFlow;

use super::counterexample::{Counterexample, Run, Violation};
use super::specification::{After, Demand, Specification};
use crate::event::Event;
use crate::explicit::State;
use crate::supercombinator::Supercombinator;

/// Why something is no counterexample. That it was found all the same is a defect of this program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unconfirmed {
    /// The run does not begin where the process does, or does not have one state more than events.
    Start,
    /// The step of this number, counted from 1, is none of the process.
    Step(usize),
    /// Before the step of this number, or behind the last, the specification is violated already, or allows everything.
    Beyond(usize),
    /// The node of the specification is another one.
    Node,
    /// The last state cannot do the event, or may.
    Event,
    /// The last state does not accept just that, or that is enough.
    Acceptance,
    /// The last state does not diverge as told, or may.
    Divergence,
    /// The event is not the next one of the trace, or is possible.
    Missing,
    /// The reference semantics has no run with this trace.
    NoSuchTrace,
    /// The specification, by the reference semantics, has nothing against it.
    Allowed,
}

impl fmt::Display for Unconfirmed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Unconfirmed::Start => "it does not begin where the process does",
            Unconfirmed::Step(step) => {
                return write!(out, "its step {step} is none of the process");
            }
            Unconfirmed::Beyond(step) => {
                return write!(out, "the specification says nothing of its step {step}");
            }
            Unconfirmed::Node => "it leads to another node of the specification",
            Unconfirmed::Event => "the event at its end is impossible or allowed",
            Unconfirmed::Acceptance => "its last state accepts something else, or enough",
            Unconfirmed::Divergence => "its last state does not diverge so, or may",
            Unconfirmed::Missing => "what is missing at its end is possible, or not demanded",
            Unconfirmed::NoSuchTrace => "the reference semantics has no such run",
            Unconfirmed::Allowed => "the specification allows it, by the reference semantics",
        };
        out.write_str(text)
    }
}

/// Confirms a counterexample to a specification.
///
/// # Errors
/// It is none.
pub(super) fn confirm(
    specification: &Specification,
    implementation: &Supercombinator,
    found: &Counterexample,
) -> Result<(), Unconfirmed> {
    let last = is_run(implementation, &found.run)?;
    let node = follow(specification, &found.run.events)?;
    if node != found.node {
        return Err(Unconfirmed::Node);
    }
    match &found.violation {
        Violation::Event(event) => {
            let possible = leads(implementation, last, *event, None);
            let forbidden = specification.after(node, *event) == After::Forbidden;
            (possible && forbidden).then_some(()).ok_or(Unconfirmed::Event)
        }
        Violation::Acceptance { accepted, demanded } => {
            let demand = specification.demand(node);
            let is_wrong = demanded == demand && demand.is_missed_by(accepted);
            let so = is_wrong && accepts(implementation, last, accepted);
            so.then_some(()).ok_or(Unconfirmed::Acceptance)
        }
        Violation::Divergence { states, again } => {
            let so =
                specification.forbids_divergence && diverges(implementation, last, states, *again);
            so.then_some(()).ok_or(Unconfirmed::Divergence)
        }
        Violation::Missing(_) => Err(Unconfirmed::Missing),
    }
}

/// Confirms that a run does all but the rest of a trace, of which this event is the next. That no run goes on with it is not seen from
/// one run.
///
/// # Errors
/// It is none.
pub(super) fn confirm_missing(
    trace: &[Event],
    implementation: &Supercombinator,
    found: &Counterexample,
) -> Result<(), Unconfirmed> {
    let last = is_run(implementation, &found.run)?;
    let Violation::Missing(event) = found.violation else { return Err(Unconfirmed::Missing) };
    let seen: Vec<Event> = found.run.visible().collect();
    if found.node.0 as usize != seen.len() {
        return Err(Unconfirmed::Node);
    }
    let goes_on = leads(implementation, last, event, None);
    let is_next = trace.get(seen.len()) == Some(&event) && trace.starts_with(&seen);
    (is_next && !goes_on).then_some(()).ok_or(Unconfirmed::Missing)
}

/// The last state of a run of a process.
fn is_run<'r>(implementation: &Supercombinator, run: &'r Run) -> Result<&'r [u32], Unconfirmed> {
    let first = run.states.first().ok_or(Unconfirmed::Start)?;
    if run.states.len() != run.events.len() + 1 || *first != implementation.initial() {
        return Err(Unconfirmed::Start);
    }
    for (place, (&event, pair)) in run.events.iter().zip(run.states.windows(2)).enumerate() {
        if !leads(implementation, &pair[0], event, Some(&pair[1])) {
            return Err(Unconfirmed::Step(place + 1));
        }
    }
    run.states.last().map(Vec::as_slice).ok_or(Unconfirmed::Start)
}

/// The node that events lead to. Behind each of them the specification demands something yet.
fn follow(specification: &Specification, events: &[Event]) -> Result<State, Unconfirmed> {
    let mut node = specification.nodes().initial;
    let says_nothing = |node| matches!(specification.demand(node), Demand::NoMore);
    for (place, &event) in events.iter().enumerate() {
        let After::Node(next) = specification.after(node, event) else {
            return Err(Unconfirmed::Beyond(place + 1));
        };
        if says_nothing(node) {
            return Err(Unconfirmed::Beyond(place + 1));
        }
        node = next;
    }
    if says_nothing(node) { Err(Unconfirmed::Beyond(events.len() + 1)) } else { Ok(node) }
}

/// Whether an event leads from a state to another one, or to any.
fn leads(implementation: &Supercombinator, from: &[u32], event: Event, to: Option<&[u32]>) -> bool {
    let mut look = |other: Event, target: &[u32]| {
        if other == event && to.is_none_or(|to| target == to) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    implementation.is_state(from)
        && implementation.successors(from, &mut implementation.firing(), &mut look).is_break()
}

/// Whether a state is stable and accepts just these events.
fn accepts(implementation: &Supercombinator, state: &[u32], accepted: &[Event]) -> bool {
    match implementation.is_generalised() {
        true => implementation.may_accept(state, accepted),
        false => !accepted.contains(&Event::TAU) && *implementation.events(state) == *accepted,
    }
}

/// Whether τ leads from a state through these, and from the last back to one of them.
fn diverges(
    implementation: &Supercombinator,
    state: &[u32],
    states: &[Vec<u32>],
    again: usize,
) -> bool {
    let (Some(first), Some(last), Some(back)) = (states.first(), states.last(), states.get(again))
    else {
        return false;
    };
    let silent = |from: &[u32], to: &[u32]| leads(implementation, from, Event::TAU, Some(to));
    let comes_back = silent(last, back)
        || again + 1 == states.len()
            && implementation.is_state(last)
            && implementation.diverges_at_once(last);
    first == state && comes_back && states.windows(2).all(|pair| silent(&pair[0], &pair[1]))
}
