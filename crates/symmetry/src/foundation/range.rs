//! Which values refer to which points.

use std::sync::Arc;

use crate::foundation::point::Point;

/// The values that refer to points: in ascending order, and to the points of a stretch one after the other.
///
/// Values mostly follow one another. Where they do not, they are listed, so that a range costs what its points do however far its
/// values lie apart.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Range {
    Dense { first_value: i32, first_point: u32, count: u32 },
    Listed(Arc<Listed>),
}

/// Values that do not follow one another.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(crate) struct Listed {
    values: Arc<[i32]>,
    first_point: u32,
}

impl Range {
    /// No values.
    pub(crate) const EMPTY: Range = Range::Dense { first_value: 0, first_point: 0, count: 0 };

    /// Values that follow one another.
    pub(crate) fn dense(first_value: i32, first_point: Point, count: u32) -> Self {
        Range::Dense { first_value, first_point: first_point.index() as u32, count }
    }

    /// These values, which ascend.
    pub(crate) fn listed(values: &Arc<[i32]>, first_point: Point) -> Self {
        let (Some(&first), Some(&last)) = (values.first(), values.last()) else {
            return Range::EMPTY;
        };
        if i64::from(last) - i64::from(first) < values.len() as i64 {
            return Range::dense(first, first_point, values.len() as u32);
        }
        let (values, first_point) = (values.clone(), first_point.index() as u32);
        Range::Listed(Arc::new(Listed { values, first_point }))
    }

    /// The points that can be referred to.
    pub(crate) fn points(&self) -> std::ops::Range<u32> {
        let (first_point, count) = match self {
            Range::Dense { first_point, count, .. } => (*first_point, *count),
            Range::Listed(listed) => (listed.first_point, listed.values.len() as u32),
        };
        first_point..first_point + count
    }

    /// The point that a value refers to.
    #[inline(always)]
    pub(crate) fn point(&self, value: i32) -> Option<usize> {
        match self {
            Range::Dense { first_value, first_point, count } => {
                let offset = value.wrapping_sub(*first_value) as u32;
                (offset < *count).then(|| (first_point + offset) as usize)
            }
            Range::Listed(listed) => listed.point(value),
        }
    }

    /// The value that refers to a point of the range.
    #[inline(always)]
    pub(crate) fn value(&self, point: u32) -> i32 {
        match self {
            Range::Dense { first_value, first_point, .. } => {
                first_value + (point - first_point) as i32
            }
            Range::Listed(listed) => listed.values[(point - listed.first_point) as usize],
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

impl Listed {
    /// Out of the way of what is met everywhere.
    #[cold]
    fn point(&self, value: i32) -> Option<usize> {
        let place = self.values.binary_search(&value).ok()?;
        Some(self.first_point as usize + place)
    }
}
