//! The states on the way through an atomic sequence, to see when it goes round in circles, or comes by another way to where it was.

use std::collections::{HashMap, HashSet};

use super::Frame;
use crate::index::ProcessId;
use crate::state::State;

/// Short sequences are not worth watching for loops: a loop grows past any bound.
const PATIENCE: usize = 16;
/// How many cells the states on the way may have together.
const MOST_CELLS: usize = 1 << 25;
/// So many moves are made within the sequences that begin with one move before where they lead is remembered: most are short, and
/// each of their ways is a transition that SPIN counts.
const PATIENT_MOVES: usize = 1 << 14;
/// How many cells the states that are remembered may have together.
const MOST_REMEMBERED: usize = 1 << 22;

/// How many steps an atomic sequence may have in states of so many cells: a longer one is given up.
pub(crate) fn longest(cells: usize) -> usize {
    (MOST_CELLS / cells.max(1)).clamp(1000, 100_000)
}

/// Hashes of the states on the way, from frame number [`PATIENCE`] on.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    hashes: Vec<u64>,
    /// How often each of them is there.
    counts: HashMap<u64, u32>,
    /// How many moves were made within sequences.
    moves: usize,
    /// The states to which later ones led, by who had control; and how many cells these have.
    known: HashMap<ProcessId, HashSet<State>>,
    remembered: usize,
}

/// What is known of a state within an atomic sequence.
pub(super) enum Met {
    /// Nothing.
    First,
    /// The sequence came from it.
    OnTheWay,
    /// It was gone on from before.
    Before,
}

impl Path {
    /// Forgets all.
    pub fn begin(&mut self) {
        self.moves = 0;
        if self.remembered > 0 {
            self.known.clear();
            self.remembered = 0;
        }
    }

    /// What is known of the state of the last frame, which is noted. With `every_way`, states are gone on from again if they are
    /// come to by another way.
    pub fn meet(&mut self, frames: &[Frame], control: ProcessId, every_way: bool) -> Met {
        if self.comes_back(frames, control) {
            return Met::OnTheWay;
        }
        self.moves += 1;
        if every_way || self.moves < PATIENT_MOVES {
            return Met::First;
        }
        let Some((last, before)) = frames.split_last() else { return Met::First };
        let known = self.known.entry(control).or_default();
        if known.contains(&last.state) {
            let is_last = |frame: &Frame| frame.only == Some(control) && frame.state == last.state;
            let on_the_way = before.iter().take(PATIENCE).any(is_last);
            return if on_the_way { Met::OnTheWay } else { Met::Before };
        }
        if self.remembered < MOST_REMEMBERED {
            self.remembered += last.state.cells.len();
            known.insert(last.state.clone());
        }
        Met::First
    }

    /// Whether the state of the last frame is also that of an earlier one in the same atomic
    /// sequence; notes it otherwise.
    fn comes_back(&mut self, frames: &[Frame], control: ProcessId) -> bool {
        let Some((last, before)) = frames.split_last() else { return false };
        let Some(watched) = before.get(PATIENCE..) else { return false };
        self.shorten(watched.len());
        let hash = hash(&last.state.cells);
        let repeated = self.counts.contains_key(&hash)
            && self.hashes.iter().zip(watched).any(|(&known, frame)| {
                known == hash && frame.only == Some(control) && frame.state == last.state
            });
        self.hashes.push(hash);
        *self.counts.entry(hash).or_default() += 1;
        repeated
    }

    fn shorten(&mut self, length: usize) {
        while self.hashes.len() > length {
            let Some(hash) = self.hashes.pop() else { return };
            if let Some(count) = self.counts.get_mut(&hash) {
                *count -= 1;
                if *count == 0 {
                    self.counts.remove(&hash);
                }
            }
        }
    }
}

/// A quick hash, to spare most comparisons.
fn hash(cells: &[i32]) -> u64 {
    cells.iter().fold(0, |hash: u64, &cell| {
        (hash.rotate_left(5) ^ u64::from(cell as u32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}
