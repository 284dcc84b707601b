//! Whether a process at a location minds what another may do from its own location on, found out once for each two.

use super::minded::Minded;
use super::objects::{Deeds, meet};
use super::program::PartialOrder;
use super::resolved::Resolved;

/// What must happen so that a message is the oldest of its channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Awaited {
    Send,
    Receive,
}

/// What depends on the state in what a process minds: in the order of its parts, whether each waits for its message, and if not, whether
/// each of its conditions holds. (Those before tell which are asked.)
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outcomes {
    /// The last ones, two bits each.
    bits: u64,
    count: usize,
    /// Those before them.
    before: Vec<u64>,
}

impl Outcomes {
    pub(super) fn clear(&mut self) {
        (self.bits, self.count) = (0, 0);
        self.before.clear();
    }

    fn push_bits(&mut self, bits: u64) {
        if self.count > 0 && self.count.is_multiple_of(32) {
            self.before.push(self.bits);
        }
        self.bits = self.bits << 2 | bits;
        self.count += 1;
    }

    pub(super) fn push_head(&mut self, waits: Option<Awaited>) {
        self.push_bits(match waits {
            None => 0,
            Some(Awaited::Send) => 1,
            Some(Awaited::Receive) => 2,
        });
    }

    #[inline]
    pub(super) fn push(&mut self, holds: bool) {
        self.push_bits(holds.into());
    }

    #[inline]
    fn is(&self, other: &Outcomes) -> bool {
        self.count == other.count
            && self.bits == other.bits
            && (self.count <= 32 || self.before == other.before)
    }

    fn all(&self) -> impl Iterator<Item = u64> {
        (0..self.count).map(|place| {
            let block = place / 32;
            let (word, length) = match self.before.get(block) {
                Some(&word) => (word, 32),
                None => (self.bits, self.count - 32 * self.before.len()),
            };
            word >> (2 * (length - 1 - place % 32)) & 3
        })
    }
}

/// What one process minds at one location.
#[derive(Clone, Debug)]
pub(super) struct Mind {
    minded: Deeds,
    /// Whether others see what it does.
    is_visible: bool,
}

impl Mind {
    #[cold]
    pub(super) fn new(minded: &Minded, outcomes: &Outcomes, order: &PartialOrder) -> Mind {
        let mut all = Deeds::none(order.objects.words());
        let mut outcomes = outcomes.all();
        let mut next = || outcomes.next().unwrap_or_default();
        for part in &minded.parts {
            if let Some(head) = &part.head {
                let awaited = match next() {
                    0 => None,
                    1 => Some(head.send),
                    _ => Some(head.receive),
                };
                if let Some(deed) = awaited {
                    all.add(deed);
                    continue;
                }
            }
            all.add_all(part.always.words());
            for (_, deeds) in &part.sometimes {
                if next() != 0 {
                    deeds.iter().for_each(|&deed| all.add(deed));
                }
            }
        }
        let is_visible = meet(all.words(), order.observed.words());
        Mind { minded: all, is_visible }
    }
}

/// A [`Mind`] that is known.
pub(super) type MindId = usize;

/// What processes that are resolved mind of each other.
#[derive(Clone, Debug, Default)]
pub(super) struct Minds {
    /// For each process, for each of its locations, what it minds there.
    known: Vec<Vec<Vec<(Outcomes, MindId)>>>,
    minds: Vec<Mind>,
    /// For each mind, for each process, for its locations, whether it may do from there on what is minded.
    answers: Vec<Answers>,
    /// How many answers each mind has for a process.
    width: usize,
    /// For how many processes there is room.
    room: usize,
    /// How much memory the rest takes.
    words: usize,
}

/// Answers for 64 locations.
#[derive(Clone, Copy, Debug, Default)]
struct Answers {
    given: u64,
    yes: u64,
}

/// About so many words a mind takes besides its sets.
const ENTRY: usize = 16;

impl Minds {
    /// Adds a process of so many locations.
    pub(super) fn add(&mut self, locations: usize) {
        self.known.push(vec![Vec::new(); locations]);
        self.words += 3 * locations;
        let width = self.width.max(locations.div_ceil(64));
        if self.known.len() > self.room || width > self.width {
            self.width = width;
            self.room = self.known.len().next_power_of_two();
            self.answers.clear();
            self.answers.resize(self.minds.len() * self.room * width, Answers::default());
        }
    }

    /// How much memory it takes, in words.
    pub(super) fn words(&self) -> usize {
        self.words + 2 * self.answers.len()
    }

    /// Makes room. What is known is found out anew.
    pub(super) fn forget(&mut self) {
        self.known.iter_mut().flatten().for_each(Vec::clear);
        self.minds.clear();
        self.answers.clear();
        self.words = self.known.iter().map(|of| 3 * of.len()).sum();
    }

    /// What a process minds at a location, given what depends on the state.
    #[inline]
    pub(super) fn find(
        &mut self,
        process: usize,
        location: usize,
        outcomes: &Outcomes,
        make: impl FnOnce() -> Mind,
    ) -> MindId {
        let here = &mut self.known[process][location];
        if let Some(&(_, mind)) = here.iter().find(|(known, _)| known.is(outcomes)) {
            return mind;
        }
        let mind = make();
        self.words += mind.minded.words().len() + outcomes.before.len() + ENTRY;
        here.push((outcomes.clone(), self.minds.len()));
        self.minds.push(mind);
        self.answers.resize(self.minds.len() * self.room * self.width, Answers::default());
        self.minds.len() - 1
    }

    #[inline]
    pub(super) fn is_visible(&self, mind: MindId) -> bool {
        self.minds[mind].is_visible
    }

    /// Whether a process, at this location, may ever do what is minded.
    #[inline]
    pub(super) fn minds(
        &mut self,
        mind: MindId,
        process: usize,
        location: usize,
        resolved: &Resolved,
    ) -> bool {
        let bit = 1 << (location % 64);
        let place = (mind * self.room + process) * self.width + location / 64;
        let answers = &mut self.answers[place];
        if answers.given & bit == 0 {
            answers.given |= bit;
            if meet(self.minds[mind].minded.words(), resolved.future(location)) {
                answers.yes |= bit;
            }
        }
        answers.yes & bit != 0
    }
}
