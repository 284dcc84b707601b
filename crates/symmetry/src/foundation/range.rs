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
    /// For each value from the first to the last its place in the list or `ABSENT`, if they do not lie far apart.
    places: Option<Box<[u32]>>,
}

/// The place of what is not in the list.
const ABSENT: u32 = u32::MAX;

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
        let places = places(&values);
        Range::Listed(Arc::new(Listed { values, first_point, places }))
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
        let place = match &self.places {
            Some(places) => {
                let offset = value.wrapping_sub(self.values[0]) as u32;
                *places.get(offset as usize).filter(|&&place| place != ABSENT)? as usize
            }
            None => self.values.binary_search(&value).ok()?,
        };
        Some(self.first_point as usize + place)
    }
}

/// The places of values that ascend, from the first to the last, unless most would be absent.
fn places(values: &[i32]) -> Option<Box<[u32]>> {
    let first = i64::from(*values.first()?);
    let span = (i64::from(*values.last()?) - first + 1) as usize;
    if span > 4 * values.len() {
        return None;
    }
    let mut places = vec![ABSENT; span];
    for (place, &value) in (0..).zip(values) {
        places[(i64::from(value) - first) as usize] = place;
    }
    Some(places.into())
}
