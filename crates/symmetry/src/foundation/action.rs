//! How a permutation of the points acts on states.

use std::error::Error;
use std::fmt;

use groups::Permutation;

use crate::foundation::layout::{Layout, Multi, NONE};
use crate::foundation::point::{CellId, Point};
use crate::foundation::range::Range;

/// Why a permutation does not act on the states of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AdmissionError {
    /// The permutation is of more points than there are.
    Degree(usize),
    /// A point would become one of another sort.
    Sort(Point, Point),
    /// A point would become one that owns other families of cells.
    Record(Point, Point),
    /// The cell would go where no cell is.
    Cell(CellId),
    /// The first point can be referred to where the second, its image, cannot.
    Range(Point, Point),
}

impl fmt::Display for AdmissionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Degree(degree) => write!(f, "a permutation of {degree} points is of too many"),
            Self::Sort(from, to) => {
                write!(
                    f,
                    "point {} and its image {} are of different sorts",
                    from.index(),
                    to.index()
                )
            }
            Self::Record(from, to) => {
                write!(f, "point {} and its image {} own different cells", from.index(), to.index())
            }
            Self::Cell(cell) => write!(f, "the image of cell {} does not exist", cell.index()),
            Self::Range(from, to) => write!(
                f,
                "point {} can be referred to where its image {} cannot",
                from.index(),
                to.index()
            ),
        }
    }
}

impl Error for AdmissionError {}

impl Layout {
    /// Whether the permutation acts on the states of this layout: sorts are kept, the image of every cell exists, and what
    /// can be referred to somewhere still can.
    pub fn admits(&self, permutation: &Permutation) -> Result<(), AdmissionError> {
        let count = self.point_count();
        if permutation.support().last().is_some_and(|&last| last >= count) {
            return Err(AdmissionError::Degree(permutation.degree()));
        }
        for from in 0..count {
            let to = permutation.image(from);
            let (from, to) = (Point::new(from), Point::new(to));
            if self.sort(from) != self.sort(to) {
                return Err(AdmissionError::Sort(from, to));
            }
            if self.records[from.index()].shape != self.records[to.index()].shape {
                return Err(AdmissionError::Record(from, to));
            }
        }
        for range in &self.ranges {
            let points = range.points().start as usize..range.points().end as usize;
            if let Some(from) =
                points.clone().find(|&from| !points.contains(&permutation.image(from)))
            {
                return Err(AdmissionError::Range(
                    Point::new(from),
                    Point::new(permutation.image(from)),
                ));
            }
        }
        for multi in &self.multis {
            let mut place = multi.table as usize;
            for slot in 0..multi.arity as usize {
                let image = permutation.image(multi.coordinates[slot] as usize);
                match self.offsets[multi.rows[slot] as usize + image] {
                    NONE => return Err(AdmissionError::Cell(CellId::new(multi.cell as usize))),
                    offset => place += offset as usize,
                }
            }
            if self.table[place] == NONE {
                return Err(AdmissionError::Cell(CellId::new(multi.cell as usize)));
            }
        }
        Ok(())
    }

    /// Writes the image of `source` under a permutation to `target`. `image[p]` is the image of point `p`, as in
    /// [`Permutation::images`].
    ///
    /// # Panics
    ///
    /// May panic, or write a meaningless state, if the layout does not [admit](Self::admits) the permutation, or the slices
    /// are not as long as there are points and cells.
    #[inline]
    pub fn apply(&self, image: &[u32], source: &[i32], target: &mut [i32]) {
        target.copy_from_slice(source);
        if (0..).zip(image).all(|(point, &image)| image == point) {
            return;
        }
        for &from in &self.owners {
            let to = image[from as usize];
            if from != to {
                self.move_record(from as usize, to as usize, source, target);
            }
        }
        for reference in &self.owned_references {
            // What is not renamed is where it belongs.
            if let Some(point) = reference.range.point(source[reference.cell as usize])
                && image[point] != point as u32
            {
                let owner = self.records[image[reference.owner as usize] as usize];
                let at = &self.owned_references[(owner.references + reference.number) as usize];
                target[at.cell as usize] = reference.range.value(image[point]);
            }
        }
        for reference in &self.global_references {
            let cell = reference.cell as usize;
            target[cell] = reference.range.rename(source[cell], image);
        }
        for multi in &self.multis {
            target[self.image_cell(multi, image)] =
                multi.range.rename(source[multi.cell as usize], image);
        }
    }

    #[inline(always)]
    fn move_record(&self, from: usize, to: usize, source: &[i32], target: &mut [i32]) {
        let (from, to) = (self.records[from], self.records[to]);
        for &(place, length) in &self.shapes[from.shape as usize].runs {
            let from = self.record_cells[(from.start + place) as usize] as usize;
            let to = self.record_cells[(to.start + place) as usize] as usize;
            let length = length as usize;
            let (from, to) = (&source[from..from + length], &mut target[to..to + length]);
            copy(from, to);
        }
    }

    #[inline(always)]
    pub(crate) fn image_cell(&self, multi: &Multi, image: &[u32]) -> usize {
        let share = |slot: usize| {
            self.offsets[(multi.rows[slot] + image[multi.coordinates[slot] as usize]) as usize]
        };
        // The third coordinate of a pair is point 0 in row 0, which is all zeros.
        let place = share(0) + share(1) + share(2);
        self.table[(multi.table + place) as usize] as usize
    }

    /// Whether the permutation, which moves just the points `moved`, leaves the state as it is. Exact.
    ///
    /// A cell of one owner or none that stays where it is changes just if it names a moved point. How many cells name each point
    /// is counted [once for a state](Named), so that the cost is that of what the moved points own, and of the cells of several
    /// coordinates that can name points.
    pub(crate) fn fixes(
        &self,
        image: &[u32],
        moved: &[u32],
        state: &[i32],
        named: &mut Named,
    ) -> bool {
        let value = |place: u32| state[self.record_cells[place as usize] as usize];
        let named = named.counts(self, state);
        // So many cells of one owner or none name moved points, besides those of the records that were looked at.
        let mut others: u32 = moved.iter().map(|&point| named[point as usize]).sum();
        for &from in moved {
            let (from, to) =
                (self.records[from as usize], self.records[image[from as usize] as usize]);
            let shape = &self.shapes[from.shape as usize];
            let mut references = shape.references.iter().peekable();
            for place in 0..shape.families.len() as u32 {
                let mut renamed = value(from.start + place);
                if let Some((_, range)) = references.next_if(|&&(at, _)| at == place)
                    && let Some(point) = range.point(renamed)
                    && image[point] != point as u32
                {
                    renamed = range.value(image[point]);
                    others -= 1;
                }
                if renamed != value(to.start + place) {
                    return false;
                }
            }
        }
        let same_multi = |&index: &u32| {
            let multi = &self.multis[index as usize];
            multi.range.rename(state[multi.cell as usize], image)
                == state[self.image_cell(multi, image)]
        };
        others == 0
            && moved.iter().all(|&point| self.multis_of(point).iter().all(same_multi))
            && self.referring_multis.iter().all(same_multi)
    }

    /// Counts for each point the cells of one owner or none that name it.
    fn count_named(&self, state: &[i32], counts: &mut [u32]) {
        counts.fill(0);
        let mut count = |cell: u32, range: &Range| {
            if let Some(point) = range.point(state[cell as usize]) {
                counts[point] += 1;
            }
        };
        self.owned_references.iter().for_each(|owned| count(owned.cell, &owned.range));
        self.global_references.iter().for_each(|global| count(global.cell, &global.range));
    }
}

/// How many cells of a state name each point, counted when it is first asked for. Cells of several coordinates are left out.
pub(crate) struct Named {
    counts: Vec<u32>,
    known: bool,
}

impl Named {
    pub(crate) fn new(layout: &Layout) -> Self {
        Named { counts: vec![0; layout.point_count()], known: false }
    }

    /// What is asked from now on is asked of another state.
    #[inline(always)]
    pub(crate) fn forget(&mut self) {
        self.known = false;
    }

    #[inline(always)]
    fn counts(&mut self, layout: &Layout, state: &[i32]) -> &[u32] {
        if !self.known {
            layout.count_named(state, &mut self.counts);
            self.known = true;
        }
        &self.counts
    }
}

/// Copies by fours and ones: most runs are too short for more.
#[inline(always)]
fn copy(from: &[i32], to: &mut [i32]) {
    let (fours, ones) = from.as_chunks::<4>();
    let (fours_to, ones_to) = to.as_chunks_mut::<4>();
    for (to, from) in fours_to.iter_mut().zip(fours) {
        *to = *from;
    }
    for (to, from) in ones_to.iter_mut().zip(ones) {
        *to = *from;
    }
}
