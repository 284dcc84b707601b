//! Where the options of a choice meet, and the ways out of a loop: the nearest place that all of them come past.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use super::control::{Control, Way};

/// The most places between a way out of a loop and where all of them meet.
const MAX_AFTER: usize = 16;
/// The most places between a choice and where its options meet, and the most that are looked at.
const MAX_BETWEEN: usize = 64;
const MAX_AROUND: usize = 128;

/// Where the options of a choice meet.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meeting {
    /// At a place, and no other process can look there.
    At(u32),
    /// At a place where other processes can look: control is given up on the way.
    GivingUp(u32),
    /// Where a deterministic block ends.
    End,
}

impl Meeting {
    /// Whether a way leads there.
    pub fn is_reached(self, way: &Way<'_>, target: Option<u32>) -> bool {
        match self {
            Meeting::At(place) => target == Some(place),
            Meeting::GivingUp(place) => !way.keeps && way.to == Some(place),
            Meeting::End => way.to.is_none(),
        }
    }
}

/// Where all ways out of a loop lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outlet {
    Place(u32),
    /// Out of the graph: to what follows a deterministic block.
    End,
}

impl Outlet {
    /// Where a way leads; none if some other process can look there.
    pub fn of(way: &Way<'_>) -> Option<Outlet> {
        way.keeps.then(|| way.to.map_or(Outlet::End, Outlet::Place))
    }

    /// The place, if it is one.
    pub fn place(self) -> Option<u32> {
        match self {
            Outlet::Place(place) => Some(place),
            Outlet::End => None,
        }
    }
}

/// What was found out of places, each once: a choice is met in each round of a loop, from wherever a sequence may begin.
#[derive(Default)]
pub(super) struct Meetings {
    of_choices: RefCell<HashMap<u32, Option<Meeting>>>,
    of_loops: RefCell<HashMap<u32, Option<Outlet>>>,
}

impl Meetings {
    /// Where the options of a choice meet; none if that is not known.
    pub fn of_choice(&self, control: &Control<'_>, at: u32) -> Option<Meeting> {
        *self.of_choices.borrow_mut().entry(at).or_insert_with(|| meeting(control, at))
    }

    /// Where all ways out of a loop lead to, if that is one place.
    pub fn of_loop(&self, control: &Control<'_>, around: u32) -> Option<Outlet> {
        *self.of_loops.borrow_mut().entry(around).or_insert_with(|| outlet(control, around))
    }
}

fn meeting(control: &Control<'_>, at: u32) -> Option<Meeting> {
    let kept = nearest(control, at).map(Meeting::At);
    let given_up = || given_up_at(control, at).map(Meeting::GivingUp);
    kept.or_else(given_up).or_else(|| ends(control, at).then_some(Meeting::End))
}

/// Whether a choice of a deterministic block is followed by its end, on every way.
fn ends(control: &Control<'_>, at: u32) -> bool {
    let (mut found, mut pending) = (HashSet::from([at]), vec![at]);
    while let Some(from) = pending.pop() {
        let ways = control.ways(from).unwrap_or_default();
        if ways.is_empty() || found.len() > MAX_BETWEEN {
            return false;
        }
        let targets = ways.iter().filter_map(|way| way.to);
        pending.extend(targets.filter(|&to| found.insert(to)));
    }
    control.is_block()
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
    let around = Around::of(control, at);
    let mut found: Option<(u32, u32)> = None;
    for (number, &candidate) in around.places.iter().enumerate() {
        if number == 0 && !around.comes_back() {
            continue;
        }
        let Some(before) = around.before(number) else { continue };
        // A loop may come back to the choice itself: that is the farthest.
        let distance = if candidate == at { u32::MAX } else { before };
        let is_nearer = found.is_none_or(|(least, _)| distance < least);
        if is_nearer && before as usize <= MAX_BETWEEN {
            found = Some((distance, candidate));
        }
    }
    found.map(|(_, place)| place)
}

/// The places around a choice, in the order of their distance; the choice itself is the first.
struct Around {
    places: Vec<u32>,
    /// For each, the numbers of those that follow; none if some way ends there, another process can look, or it is too far.
    next: Vec<Option<Vec<usize>>>,
}

impl Around {
    fn of(control: &Control<'_>, at: u32) -> Around {
        let mut around = Around { places: vec![at], next: Vec::new() };
        while let Some(&from) = around.places.get(around.next.len()) {
            let next = around.following(control, from);
            around.next.push(next);
        }
        around
    }

    fn following(&mut self, control: &Control<'_>, from: u32) -> Option<Vec<usize>> {
        let ways = control.ways(from).filter(|_| self.places.len() < MAX_AROUND)?;
        let kept = ways.iter().filter(|way| !control.leaves_loop(from, way));
        let targets: Vec<u32> =
            kept.map(|way| way.to.filter(|_| way.keeps)).collect::<Option<_>>()?;
        let mut next = Vec::with_capacity(targets.len());
        for to in targets {
            let known = self.places.iter().position(|&place| place == to);
            next.push(known.unwrap_or(self.places.len()));
            if known.is_none() {
                self.places.push(to);
            }
        }
        Some(next)
    }

    /// Whether a way leads back to the choice.
    fn comes_back(&self) -> bool {
        self.next.iter().flatten().any(|next| next.contains(&0))
    }

    /// How many places ways from the choice come past before they come to a place; none if some lead elsewhere, or back to the
    /// choice.
    fn before(&self, place: usize) -> Option<u32> {
        let mut found = vec![false; self.places.len()];
        let mut pending = vec![0];
        let mut count = 0;
        while let Some(from) = pending.pop() {
            for &to in self.next[from].as_ref()? {
                if to == place {
                    continue;
                }
                if to == 0 {
                    return None;
                }
                if !std::mem::replace(&mut found[to], true) {
                    count += 1;
                    pending.push(to);
                }
            }
        }
        Some(count)
    }
}

/// Where all ways out of a loop lead to: the first place that they come past by ways that are the only ones, or out of the graph;
/// none if some other process can look before.
fn outlet(control: &Control<'_>, around: u32) -> Option<Outlet> {
    let mut trails: Vec<Vec<Outlet>> = Vec::new();
    for at in (0..control.count()).filter(|&at| control.loop_of(at) == Some(around)) {
        for way in control.ways(at)?.iter().filter(|way| control.leaves_loop(at, way)) {
            trails.push(trail(control, way)?);
        }
    }
    let (first, others) = trails.split_first()?;
    first.iter().copied().find(|place| others.iter().all(|trail| trail.contains(place)))
}

/// Where a way leads, and what follows by ways that are the only ones; none if some other process can look there at once.
fn trail(control: &Control<'_>, way: &Way<'_>) -> Option<Vec<Outlet>> {
    let mut trail = vec![Outlet::of(way)?];
    while let (Some(&Outlet::Place(last)), true) = (trail.last(), trail.len() < MAX_AFTER) {
        let ways = control.ways(last).unwrap_or_default();
        let [only] = &ways[..] else { break };
        match Outlet::of(only).filter(|to| !trail.contains(to)) {
            Some(to) => trail.push(to),
            None => break,
        }
    }
    Some(trail)
}
