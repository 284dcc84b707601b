//! States in order, each told by where it differs from the one before, and their bytes by columns.
//!
//! A byte is like those at the same place of other states, more than like those beside it: where all that is told of one place stands
//! together, half as much is left after compression.
//!
//! ```text
//! states  = length, common*, longer*, column*
//! length  = 0, or one more than the bytes of each state, if all have so many
//! common  = of each state, the bytes that are those of the one before
//! longer  = of each state, by how much it is longer than the one before, unless all are equally long
//! column  = what states tell of one place, for places from 0 on; the last column has the rest of each state
//! ```

use super::push_number;

/// Bytes from this place on are told state by state.
pub(super) const LAST: usize = 255;

/// For each column.
pub(super) type Columns = [u32; LAST + 1];

/// How a state is told.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// So many bytes are those of the state before.
    pub(super) common: u32,
    /// So many are there in all.
    pub(super) length: u32,
}

impl Shape {
    /// The columns that have a byte of the state.
    pub(super) fn columns(self) -> std::ops::Range<usize> {
        let end = LAST.min(self.length as usize);
        end.min(self.common as usize)..end
    }

    /// How many bytes are told of it.
    pub(super) fn told(self) -> usize {
        (self.length - self.common) as usize
    }
}

/// States in order that are to be written.
#[derive(Default)]
pub(super) struct Rows {
    shapes: Vec<Shape>,
    /// The bytes that each does not have in common with the one before.
    told: Vec<u8>,
}

impl Rows {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.shapes.len()
    }

    /// How many bytes are told of them.
    pub(super) fn bytes(&self) -> usize {
        self.told.len()
    }

    /// Removes all. The memory is kept.
    pub(super) fn clear(&mut self) {
        self.shapes.clear();
        self.told.clear();
    }

    /// Appends a state that has so many bytes in common with the one before.
    pub(super) fn push(&mut self, state: &[u8], common: usize) {
        self.shapes.push(Shape { common: common as u32, length: state.len() as u32 });
        self.told.extend_from_slice(&state[common..]);
    }

    /// Appends all to `out`.
    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        let length = self.shapes.first().map_or(0, |shape| shape.length);
        let are_of_one_length = self.shapes.iter().all(|shape| shape.length == length);
        push_number(if are_of_one_length { u64::from(length) + 1 } else { 0 }, out);
        for shape in &self.shapes {
            push_number(shape.common.into(), out);
        }
        if !are_of_one_length {
            let mut before = 0;
            for shape in &self.shapes {
                let length = i64::from(shape.length);
                push_number(zigzag(length - before), out);
                before = length;
            }
        }
        let start = out.len();
        out.resize(start + self.told.len(), 0);
        self.scatter(&mut out[start..]);
    }

    /// Puts what is told of all into columns.
    fn scatter(&self, columns: &mut [u8]) {
        let mut next = starts(&self.shapes);
        let mut rest = &*self.told;
        for shape in &self.shapes {
            let (told, later) = rest.split_at(shape.told());
            rest = later;
            let places = &mut next[shape.columns()];
            let (short, long) = told.split_at(places.len());
            for (byte, place) in short.iter().zip(places) {
                columns[*place as usize] = *byte;
                *place += 1;
            }
            if !long.is_empty() {
                columns[next[LAST] as usize..][..long.len()].copy_from_slice(long);
                next[LAST] += long.len() as u32;
            }
        }
    }
}

/// Where the columns of such states begin, one after the other.
pub(super) fn starts(shapes: &[Shape]) -> Columns {
    // First of each column: how many more states have a byte in it than in the one before.
    let mut more = [0_i32; LAST + 1];
    for shape in shapes {
        let columns = shape.columns();
        more[columns.start] += 1;
        more[columns.end] -= 1;
    }
    let (mut starts, mut start, mut height) = ([0; LAST + 1], 0, 0);
    for (column, more) in starts.iter_mut().zip(more) {
        *column = start;
        height += more;
        start += height as u32;
    }
    starts
}

/// Small numbers of either sign as small numbers.
fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

pub(super) fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

#[test]
fn numbers_of_either_sign_are_small() {
    for number in [0, 1, -1, 63, -64, i64::MAX, i64::MIN] {
        assert_eq!(unzigzag(zigzag(number)), number);
    }
    assert!(zigzag(-1) < 3);
}
