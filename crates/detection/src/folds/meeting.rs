//! Where the options of a choice meet, and the ways out of a loop: the nearest place that all of them come past.

use std::collections::HashSet;

use super::control::{Control, Way};

/// The most places between a way out of a loop and where all of them meet.
const MAX_AFTER: usize = 16;
/// The most places between a choice and where its options meet.
const MAX_BETWEEN: usize = 64;

/// Where the options of a choice meet.
#[derive(Clone, Copy)]
pub(super) struct Meeting {
    pub place: u32,
    /// Whether other processes can look there: control is given up on the way.
    pub gives_up: bool,
}

impl Meeting {
    /// Whether a way leads there.
    pub fn is_reached(self, way: &Way<'_>, target: Option<u32>) -> bool {
        match self.gives_up {
            true => !way.keeps && way.to == Some(self.place),
            false => target == Some(self.place),
        }
    }
}

/// Where the options of a choice meet; none if that is not known.
pub(super) fn meeting(control: &Control<'_>, at: u32) -> Option<Meeting> {
    let kept = nearest(control, at).map(|place| Meeting { place, gives_up: false });
    kept.or_else(|| Some(Meeting { place: given_up_at(control, at)?, gives_up: true }))
}

/// The only place at which control is given up after a choice.
fn given_up_at(control: &Control<'_>, at: u32) -> Option<u32> {
    let (mut found, mut only) = (HashSet::from([at]), None);
    let mut pending = vec![at];
    while let Some(from) = pending.pop() {
        for way in control.ways(from)? {
            let to = way.to?;
            if way.keeps {
                pending.extend(found.insert(to).then_some(to));
            } else if *only.get_or_insert(to) != to {
                return None;
            }
        }
        if found.len() > MAX_BETWEEN {
            return None;
        }
    }
    only
}

/// The nearest place past which all ways from a choice lead, but those that leave the loop that they are in; none if there is none
/// nearby. A way that goes round and round is none.
fn nearest(control: &Control<'_>, at: u32) -> Option<u32> {
    let around = reached(control, at, None).0;
    let mut found: Option<(usize, u32)> = None;
    for candidate in around {
        let (before, escapes) = reached(control, at, Some(candidate));
        // A loop may come back to the choice itself: that is the farthest.
        let distance = if candidate == at { usize::MAX } else { before.len() };
        let is_nearer = found.is_none_or(|(count, _)| distance < count);
        if !escapes && is_nearer {
            found = Some((distance, candidate));
        }
    }
    found.map(|(_, place)| place)
}

/// The places that ways from a place come to before they come to another, and whether some way ends, or another process can look,
/// or it is too far.
fn reached(control: &Control<'_>, at: u32, but: Option<u32>) -> (HashSet<u32>, bool) {
    let (mut found, mut escapes) = (HashSet::new(), false);
    let mut pending = vec![at];
    while let Some(from) = pending.pop() {
        let Some(ways) = control.ways(from).filter(|_| found.len() <= MAX_BETWEEN) else {
            return (found, true);
        };
        for way in ways.iter().filter(|way| !control.leaves_loop(from, way)) {
            match way.to.filter(|_| way.keeps) {
                Some(to) if Some(to) == but => {}
                // Round and round past the candidate, which is not where it goes on.
                Some(to) if to == at && but.is_some() => escapes = true,
                Some(to) if found.insert(to) => pending.push(to),
                Some(_) => {}
                None => escapes = true,
            }
        }
    }
    (found, escapes)
}

/// Where all ways out of a loop lead to: the first place that they come past by ways that are the only ones; none if some
/// other process can look before.
pub(super) fn outlet(control: &Control<'_>, around: u32) -> Option<u32> {
    let mut trails: Vec<Vec<u32>> = Vec::new();
    for at in (0..control.count()).filter(|&at| control.loop_of(at) == Some(around)) {
        for way in control.ways(at)?.iter().filter(|way| control.leaves_loop(at, way)) {
            trails.push(trail(control, way.to.filter(|_| way.keeps)?));
        }
    }
    let (first, others) = trails.split_first()?;
    first.iter().copied().find(|place| others.iter().all(|trail| trail.contains(place)))
}

/// A place, and those that follow by ways that are the only ones.
fn trail(control: &Control<'_>, first: u32) -> Vec<u32> {
    let mut trail = vec![first];
    while let (Some(&last), true) = (trail.last(), trail.len() < MAX_AFTER) {
        let ways = control.ways(last).unwrap_or_default();
        let [only] = &ways[..] else { break };
        match only.to.filter(|to| only.keeps && !trail.contains(to)) {
            Some(to) => trail.push(to),
            None => break,
        }
    }
    trail
}
