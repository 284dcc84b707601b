//! Going through states whose bytes stand in columns.

use std::cmp::Ordering;

use super::rows::{Columns, LAST, Shape, starts, unzigzag};
use super::{LONGEST_STATE, take_number};

/// Takes states out of columns, in order.
pub(super) struct RowReader {
    shapes: Vec<Shape>,
    /// No state has more bytes.
    longest: usize,
    /// The columns begin behind so many bytes of the block.
    start: usize,
    /// Where each begins.
    starts: Columns,
    /// The number of the state after the present one.
    next: usize,
    /// Where each column goes on behind the present state.
    places: Columns,
    state: Vec<u8>,
    /// How many more states that are passed have a byte in a column than in the one before: all 0 but while some are passed.
    passed: [i32; LAST + 1],
}

impl RowReader {
    /// No states.
    pub(super) fn new() -> Self {
        RowReader {
            shapes: Vec::new(),
            longest: 0,
            start: 0,
            starts: [0; LAST + 1],
            next: 0,
            places: [0; LAST + 1],
            state: Vec::new(),
            passed: [0; LAST + 1],
        }
    }

    /// Goes before the first of so many states, which were encoded so; none, and no states, if they were not.
    pub(super) fn begin(&mut self, block: &[u8], states: u32) -> Option<()> {
        self.clear();
        let begun = self.take_shapes(block, states);
        if begun.is_none() {
            self.clear();
        }
        self.starts = starts(&self.shapes);
        self.begin_again();
        begun
    }

    /// Forgets all states.
    pub(super) fn clear(&mut self) {
        self.shapes.clear();
        self.begin_again();
    }

    fn take_shapes(&mut self, block: &[u8], states: u32) -> Option<()> {
        let rest = &mut &*block;
        let length = take_number(rest)?.checked_sub(1).filter(|&it| it <= LONGEST_STATE as u64);
        // Each takes some of the bytes.
        self.shapes.reserve((states as usize).min(block.len()));
        for _ in 0..states {
            let common = u32::try_from(take_number(rest)?).ok()?;
            self.shapes.push(Shape { common, length: length.unwrap_or(0) as u32 });
        }
        if length.is_none() {
            let mut before = 0_i64;
            for shape in &mut self.shapes {
                before = before.checked_add(unzigzag(take_number(rest)?))?;
                shape.length =
                    u32::try_from(before).ok().filter(|&it| it <= LONGEST_STATE as u32)?;
            }
        }
        let (mut before, mut told) = (0, 0);
        self.longest = 0;
        for shape in &self.shapes {
            if shape.common > before || shape.common > shape.length {
                return None;
            }
            before = shape.length;
            told += shape.told();
            self.longest = self.longest.max(before as usize);
        }
        self.start = block.len() - rest.len();
        (told == rest.len()).then_some(())
    }

    /// Goes before the first state.
    pub(super) fn begin_again(&mut self) {
        self.next = 0;
        self.places = self.starts;
        self.state.clear();
    }

    /// How many states come after the present one.
    pub(super) fn left(&self) -> usize {
        self.shapes.len() - self.next
    }

    /// The state that it has come to.
    pub(super) fn state(&self) -> &[u8] {
        &self.state
    }

    /// Goes on to the next state of the block; no if there is none.
    #[inline]
    pub(super) fn advance(&mut self, block: &[u8]) -> bool {
        let Some(shape) = self.shapes.get(self.next) else { return false };
        self.next += 1;
        let columns = &block[self.start..];
        self.state.resize(shape.length as usize, 0);
        let own = shape.columns();
        let (_, told) = self.state.split_at_mut(shape.common as usize);
        let (short, long) = told.split_at_mut(own.len());
        for (byte, place) in short.iter_mut().zip(&mut self.places[own]) {
            *byte = columns[*place as usize];
            *place += 1;
        }
        if !long.is_empty() {
            let place = &mut self.places[LAST];
            long.copy_from_slice(&columns[*place as usize..][..long.len()]);
            *place += long.len() as u32;
        }
        true
    }

    /// Goes on to the first state of the block that is no smaller than this one, which is greater than the present state, and tells how it
    /// compares; to the last if there is none.
    pub(super) fn advance_to(&mut self, block: &[u8], wanted: &[u8]) -> Option<Ordering> {
        if self.longest.max(wanted.len()) >= LAST {
            while self.advance(block) {
                match self.state[..].cmp(wanted) {
                    Ordering::Less => {}
                    found => return Some(found),
                }
            }
            return None;
        }
        let before = self.next;
        let found = self.pass_smaller(&block[self.start..], wanted);
        if self.next > before {
            self.take_state(&block[self.start..]);
        }
        found
    }

    /// Passes all states that are smaller, and the one behind them, and tells how that compares.
    ///
    /// Where a state has more in common with the one before than that has with the one that is looked for it is smaller, too, and where it
    /// has less it is greater. So few bytes are looked at, and nothing is copied.
    fn pass_smaller(&mut self, columns: &[u8], wanted: &[u8]) -> Option<Ordering> {
        let mut alike = in_common(&self.state, wanted);
        // How many of those that were passed have a byte in the column of the first that is not alike.
        let mut told = 0_i32;
        while let Some(&Shape { common, length }) = self.shapes.get(self.next) {
            self.next += 1;
            let (common, length) = (common as usize, length as usize);
            if common > alike {
                self.passed[common] += 1;
                self.passed[length] -= 1;
                continue;
            }
            let mut found = Ordering::Greater;
            if common == alike {
                found = loop {
                    let (own, other) = (alike < length, wanted.get(alike));
                    let Some(other) = other.filter(|_| own) else {
                        break length.cmp(&wanted.len());
                    };
                    let byte = columns[(self.places[alike] as i32 + told) as usize];
                    if byte != *other {
                        break byte.cmp(other);
                    }
                    alike += 1;
                    told += self.passed[alike];
                };
            }
            self.passed[common] += 1;
            self.passed[length] -= 1;
            told += i32::from(common <= alike) - i32::from(length <= alike);
            if found != Ordering::Less {
                return Some(found);
            }
        }
        None
    }

    /// Takes the last state that was passed out of the columns: each of its bytes is the last that was told of its place.
    fn take_state(&mut self, columns: &[u8]) {
        let length = self.shapes[self.next - 1].length as usize;
        let mut told = 0;
        for (place, passed) in self.places.iter_mut().zip(&mut self.passed[..=self.longest]) {
            told += std::mem::take(passed);
            *place = place.wrapping_add_signed(told);
        }
        self.state.clear();
        self.state.extend(self.places[..length].iter().map(|place| columns[*place as usize - 1]));
    }
}

/// With how many bytes both begin.
pub(super) fn in_common(one: &[u8], other: &[u8]) -> usize {
    const WORD: usize = size_of::<u64>();
    let ((words, _), (others, _)) = (one.as_chunks::<WORD>(), other.as_chunks::<WORD>());
    let whole = words.iter().zip(others).take_while(|(one, other)| one == other).count() * WORD;
    let rest = one[whole..].iter().zip(&other[whole..]);
    whole + rest.take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use proptest::collection::{btree_set, vec};
    use proptest::prelude::*;

    use super::super::rows::Rows;
    use super::*;

    /// States in order, of one length or of several, of few bytes or of more than there are columns.
    fn states() -> impl Strategy<Value = Vec<Vec<u8>>> {
        let long = (0..3_u8, 0..600_usize, vec(any::<u8>(), 0..4))
            .prop_map(|(byte, length, end)| [vec![byte; length], end].concat());
        // About as many as there are columns.
        let wide = (250..260_usize, vec(0..3_u8, 4))
            .prop_map(|(length, end)| [vec![1; length - 4], end].concat());
        prop_oneof![
            btree_set(wide, 0..60),
            btree_set(vec(0..3_u8, 6), 0..200),
            btree_set(vec(0..3_u8, 0..7), 0..200),
            btree_set(long, 0..60),
        ]
        .prop_map(|states| states.into_iter().collect())
    }

    fn encoded(states: &[Vec<u8>]) -> Vec<u8> {
        let (mut rows, mut last, mut bytes) = (Rows::default(), &[][..], Vec::new());
        for state in states {
            rows.push(state, in_common(last, state));
            last = state;
        }
        rows.encode(&mut bytes);
        bytes
    }

    proptest! {
        #[test]
        fn what_is_encoded_is_read(states in states(), others in states(), from in 0..8_usize) {
            let block = encoded(&states);
            let mut reader = RowReader::new();
            prop_assert!(reader.begin(&block, states.len() as u32).is_some());
            for expected in &states {
                prop_assert!(reader.advance(&block));
                prop_assert_eq!(reader.state(), expected);
            }
            prop_assert!(!reader.advance(&block));

            // To each of the others, once from the beginning, after some steps, and after that from each to the next.
            reader.begin_again();
            let mut at = from.min(states.len());
            (0..at).for_each(|_| assert!(reader.advance(&block)));
            for wanted in &others {
                if at > 0 && *wanted <= states[at - 1] {
                    continue;
                }
                let rest = states[at..].iter();
                let found = rest.clone().position(|state| state >= wanted);
                let expected = found.map(|place| states[at + place].cmp(wanted));
                prop_assert_eq!(reader.advance_to(&block, wanted), expected);
                at = found.map_or(states.len(), |place| at + place + 1);
                prop_assert_eq!(reader.left(), states.len() - at);
                if at > 0 {
                    prop_assert_eq!(reader.state(), &states[at - 1]);
                }
            }
            for expected in &states[at..] {
                prop_assert!(reader.advance(&block));
                prop_assert_eq!(reader.state(), expected);
            }
        }

        /// Whatever bytes there are, they are refused or are states, in whatever order.
        #[test]
        fn what_was_not_encoded_is_refused(
            states in states(),
            changes in vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
            count in 0..200_u32,
            others in states(),
        ) {
            let mut block = encoded(&states);
            for (place, byte) in changes {
                let place = place.index(block.len());
                block[place] = byte;
            }
            let mut reader = RowReader::new();
            for count in [count, states.len() as u32] {
                let is_read = reader.begin(&block, count).is_some();
                prop_assert_eq!(reader.left(), if is_read { count as usize } else { 0 });
                while reader.advance(&block) {}
                reader.begin_again();
                others.iter().for_each(|wanted| {
                    reader.advance_to(&block, wanted);
                });
            }
        }
    }
}
