//! Which values refer to which points.

use std::sync::Arc;

use crate::point::Point;

/// The values that refer to points: in ascending order, and to the points of a stretch one after the other.
///
/// Values mostly follow one another. Where they do not, they are listed, so that a range costs what its points do however far its
/// values lie apart.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Range {
    first_value: i32,
    first_point: u32,
    count: u32,
    /// The values, if they do not follow one another.
    listed: Option<Arc<Vec<i32>>>,
}

impl Range {
    /// No values.
    pub(crate) const EMPTY: Range =
        Range { first_value: 0, first_point: 0, count: 0, listed: None };

    /// Values that follow one another.
    pub(crate) fn dense(first_value: i32, first_point: Point, count: u32) -> Self {
        Range { first_value, first_point: first_point.index() as u32, count, listed: None }
    }

    /// These values, which ascend.
    pub(crate) fn listed(values: &Arc<Vec<i32>>, first_point: Point) -> Self {
        let (Some(&first), Some(&last)) = (values.first(), values.last()) else {
            return Range::EMPTY;
        };
        let count = values.len() as u32;
        let gapless = i64::from(last) - i64::from(first) + 1 == i64::from(count);
        let listed = (!gapless).then(|| values.clone());
        Range { first_value: first, first_point: first_point.index() as u32, count, listed }
    }

    /// The points that can be referred to.
    pub(crate) fn points(&self) -> std::ops::Range<u32> {
        self.first_point..self.first_point + self.count
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The point that a value refers to.
    #[inline(always)]
    pub(crate) fn point(&self, value: i32) -> Option<usize> {
        let offset = match &self.listed {
            None => value.wrapping_sub(self.first_value) as u32,
            Some(values) => place(values, value),
        };
        (offset < self.count).then(|| (self.first_point + offset) as usize)
    }

    /// The value that refers to a point of the range.
    #[inline(always)]
    pub(crate) fn value(&self, point: u32) -> i32 {
        let offset = point - self.first_point;
        match &self.listed {
            None => self.first_value + offset as i32,
            Some(values) => values[offset as usize],
        }
    }

    /// The value after the points are renamed.
    #[inline(always)]
    pub(crate) fn rename(&self, value: i32, image: &[u32]) -> i32 {
        match self.point(value) {
            Some(point) => self.value(image[point]),
            None => value,
        }
    }
}

/// The place of a value in a list, or one beyond all.
#[inline(never)]
fn place(values: &[i32], value: i32) -> u32 {
    values.binary_search(&value).map_or(u32::MAX, |place| place as u32)
}
