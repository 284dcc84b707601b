//! Whether one explicit transition system is another one with its events renamed, and which state is which.
//!
//! Leaves of a supercombinator are minimal up to strong bisimilarity. So the state of the one that is π-bisimilar to a state of
//! the other (Definition 9 of Gibson-Robinson and Lowe 2019, with marks Definition 56) is unique, and π-bisimilarity is isomorphism.
//! That is what is looked for, and what is tested before it is believed. It is decided by what states do and not by what they are
//! called: so it holds of compressed processes too (Section 7.4).

use groups::{Interrupted, Patience};

use super::conditions::{Condition, Conditions};
use super::values::Moved;
use crate::compress::{Watch, strong_classes};
use crate::event::Event;
use crate::explicit::{Acceptances, Explicit, Marks, State};

/// Not yet found.
const NONE: u32 = u32::MAX;

/// For each state of the one system the state of the other one that it becomes; none if there is no such correspondence.
///
/// # Errors
/// The caller lost patience.
pub(super) fn isomorphism(
    from: &Explicit,
    to: &Explicit,
    moved: &Moved,
    conditions: Conditions,
    patience: &mut Patience<'_>,
) -> Result<Option<Box<[u32]>>, Interrupted> {
    if from.len() != to.len() || from.transitions.len() != to.transitions.len() {
        return Ok(None);
    }
    let Some(renamed) = renamed(from, moved) else { return Ok(None) };
    if !conditions.keep(Condition::Transitions) {
        return Ok(Some((0..from.len() as u32).collect()));
    }
    patience.spend(2 * from.transitions.len())?;
    let found = match walked(&renamed, to) {
        Walk::Differs => None,
        Walk::Found(images) => Some(images),
        Walk::Undecided => classified(&renamed, to, patience)?,
    };
    Ok(found
        .filter(|images| is_isomorphism(&renamed, to, images, conditions))
        .map(Vec::into_boxed_slice))
}

/// The system with its events renamed; none if somebody has not met the image of one.
fn renamed(system: &Explicit, moved: &Moved) -> Option<Explicit> {
    let mut renamed = system.clone();
    for (event, _) in &mut renamed.transitions {
        *event = moved.image(*event)?;
    }
    for state in system.states() {
        let place = state.0 as usize;
        let row = system.starts[place] as usize..system.starts[place + 1] as usize;
        renamed.transitions[row].sort_unstable();
    }
    if let Some(marks) = &mut renamed.generalised {
        for marks in marks {
            marks.acceptances = image_of_acceptances(&marks.acceptances, moved)?;
        }
    }
    Some(renamed)
}

/// Acceptances with their events renamed, in the order that equal ones have.
pub(super) fn image_of_acceptances(sets: &Acceptances, moved: &Moved) -> Option<Acceptances> {
    if !sets.iter().flatten().any(|&event| moved.moves(event)) {
        return Some(sets.clone());
    }
    let image = |set: &[Event]| {
        let events: Option<Vec<Event>> = set.iter().map(|&event| moved.image(event)).collect();
        events.map(|mut events| {
            events.sort_unstable();
            events.into_boxed_slice()
        })
    };
    let mut sets: Vec<Box<[Event]>> = sets.iter().map(|set| image(set)).collect::<Option<_>>()?;
    sets.sort_by(|one, other| one.len().cmp(&other.len()).then_with(|| one.cmp(other)));
    Some(sets.into())
}

/// What a walk through both systems side by side shows.
enum Walk {
    /// They differ.
    Differs,
    /// Which state is which.
    Found(Vec<u32>),
    /// Some event leads from a state to several: who walks cannot tell which of them is which.
    Undecided,
}

/// Walks through both from their initial states.
fn walked(from: &Explicit, to: &Explicit) -> Walk {
    let mut images = vec![NONE; from.len()];
    images[from.initial.0 as usize] = to.initial.0;
    let mut waiting = vec![from.initial];
    while let Some(state) = waiting.pop() {
        let steps = from.of(state);
        let others = to.of(State(images[state.0 as usize]));
        if steps.len() != others.len() {
            return Walk::Differs;
        }
        for (place, (&(event, target), &(other, image))) in steps.iter().zip(others).enumerate() {
            if event != other {
                return Walk::Differs;
            }
            let twice = |near: Option<&(Event, State)>| near.is_some_and(|near| near.0 == event);
            if twice(steps.get(place + 1)) || place > 0 && twice(steps.get(place - 1)) {
                continue;
            }
            match images[target.0 as usize] {
                NONE => {
                    images[target.0 as usize] = image.0;
                    waiting.push(target);
                }
                known if known != image.0 => return Walk::Differs,
                _ => {}
            }
        }
    }
    if images.contains(&NONE) { Walk::Undecided } else { Walk::Found(images) }
}

/// By the classes of strong bisimilarity of both together: each is to have one state of each.
fn classified(
    from: &Explicit,
    to: &Explicit,
    patience: &mut Patience<'_>,
) -> Result<Option<Vec<u32>>, Interrupted> {
    let both = side_by_side(from, to);
    let keys = match (&from.generalised, &to.generalised) {
        (Some(one), Some(other)) => crate::compress::keys(one.iter().chain(other)),
        (None, None) => vec![0; both.len()],
        _ => return Ok(None),
    };
    let mut lost = Ok(());
    let mut ask = || {
        lost = patience.question();
        lost.is_err()
    };
    let Ok(classes) = strong_classes(&both, &keys, &mut Watch::new(&mut ask)) else {
        return lost.and(Ok(None));
    };
    let (of_from, of_to) = classes.split_at(from.len());
    let mut members = vec![NONE; both.len()];
    for (state, &class) in of_to.iter().enumerate() {
        if std::mem::replace(&mut members[class as usize], state as u32) != NONE {
            return Ok(None);
        }
    }
    let images: Vec<u32> = of_from.iter().map(|&class| members[class as usize]).collect();
    Ok((!images.contains(&NONE)).then_some(images))
}

/// Both as one system, the states of the second behind those of the first.
fn side_by_side(from: &Explicit, to: &Explicit) -> Explicit {
    let count = from.len() as u32;
    let behind = from.transitions.len() as u32;
    let moved = |&(event, target): &(Event, State)| (event, State(target.0 + count));
    Explicit {
        initial: from.initial,
        starts: from
            .starts
            .iter()
            .copied()
            .chain(to.starts.iter().skip(1).map(|at| at + behind))
            .collect(),
        transitions: from
            .transitions
            .iter()
            .copied()
            .chain(to.transitions.iter().map(moved))
            .collect(),
        labels: [&from.labels[..], &to.labels].concat(),
        generalised: None,
    }
}

/// Whether a correspondence is one: no state is the image of two, and all have just the transitions and marks of what they are images
/// of. Nothing else is relied on.
fn is_isomorphism(from: &Explicit, to: &Explicit, images: &[u32], conditions: Conditions) -> bool {
    let mut is_image = vec![false; to.len()];
    let mut steps: Vec<(Event, State)> = Vec::new();
    let marks = |system: &Explicit, state: State| -> Option<Marks> {
        system.generalised.as_ref().map(|marks| marks[state.0 as usize].clone())
    };
    images[from.initial.0 as usize] == to.initial.0
        && from.states().all(|state| {
            let image = State(images[state.0 as usize]);
            steps.clear();
            steps.extend(
                from.of(state)
                    .iter()
                    .map(|&(event, target)| (event, State(images[target.0 as usize]))),
            );
            steps.sort_unstable();
            !std::mem::replace(&mut is_image[image.0 as usize], true)
                && steps == to.of(image)
                && (!conditions.keep(Condition::Marks) || marks(from, state) == marks(to, image))
        })
}
