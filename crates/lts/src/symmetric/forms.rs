//! States as cells: what symmetry strategies permute.
//!
//! A part of a state (the node, a component, a switch) is in one of its numbered states. Which values such a state mentions is not read
//! from its text, which compression has thrown away, but from what exchanges of values make of it: it mentions the values that not
//! every exchange which leaves it as it is leaves in their place. So its *form* (the label of Definition 22 of Gibson-Robinson and Lowe
//! 2019, without the names of variables) is a shape, which is the orbit that it is in, the values that it mentions one by one, as
//! references, and those that it mentions as a set, as a mark for each. Components are told apart in the same way: one that mentions one
//! or two values by its place belongs to these.
//!
//! A form says all that there is to say if there are as many states in an orbit as forms; that is counted. It is not so where a state
//! says which values belong together, such as a function from one type to another, or who sits beside whom: then pairs of values are
//! marked as well. Where not even that tells states apart, the values are not exchanged ([`Undescribed`]).

use rapidhash::RapidHashMap;
use symmetry::Point;

use crate::refine::ProductState;

/// States as cells.
pub(crate) struct Forms {
    pub(super) parts: Vec<Part>,
    pub(super) cells: usize,
    /// For each value its point, if it is interchangeable with others; and the other way round.
    pub(super) points: Vec<Option<Point>>,
    pub(super) values: Vec<u32>,
}

/// A part of a state.
pub(super) struct Part {
    /// Where its cells begin, and how many there are.
    pub(super) start: usize,
    pub(super) count: usize,
    /// The cells of each of its numbers, and the number that cells stand for. Empty of a part that no exchange moves or changes: it has one cell, with the
    /// number itself.
    pub(super) cells: Box<[i32]>,
    pub(super) numbers: RapidHashMap<Box<[i32]>, u32>,
}

/// Why states have no cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Undescribed {
    /// There are too many values.
    TooManyValues,
    /// Components such as this one belong to several values together, and the group is so large that it takes long to tell states apart.
    Shared(u32),
    /// The states of this part say which values belong together.
    Relation(u32),
    /// The cells are no layout, or do not say what they should: a defect.
    Defect,
}

impl Forms {
    /// Writes the cells of a state.
    pub(crate) fn write_cells(&self, state: &mut ProductState) {
        let ProductState { numbers, cells } = state;
        cells.clear();
        for (part, &number) in self.parts.iter().zip(&*numbers) {
            match part.cells.len() {
                0 if part.count == 1 => cells.push(number as i32),
                _ => cells.extend_from_slice(part.of(number)),
            }
        }
    }

    /// Makes the numbers of a state those that its cells stand for.
    ///
    /// # Panics
    /// They stand for no state: the cells are none that a symmetry makes of cells.
    pub(crate) fn write_numbers(&self, state: &mut ProductState) {
        let ProductState { numbers, cells } = state;
        for (part, number) in self.parts.iter().zip(numbers) {
            let form = &cells[part.start..part.start + part.count];
            if part.cells.is_empty() {
                if let [only] = form {
                    *number = *only as u32;
                }
            } else if part.of(*number) != form {
                *number = part.numbers[form];
            }
        }
    }

    /// How many points are values: they come first.
    pub(crate) fn value_count(&self) -> usize {
        self.values.len()
    }

    /// What becomes of each value, given what becomes of each point.
    pub(crate) fn images_of_values(&self, images: &[u32]) -> Vec<u32> {
        let image = |(value, point): (u32, &Option<Point>)| {
            point.map_or(value, |point| self.values[images[point.index()] as usize])
        };
        (0..).zip(&self.points).map(image).collect()
    }
}

impl Part {
    pub(super) fn of(&self, number: u32) -> &[i32] {
        &self.cells[number as usize * self.count..][..self.count]
    }
}
