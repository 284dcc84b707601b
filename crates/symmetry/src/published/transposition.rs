//! Exchanges of two points, done on states in place.

use groups::Permutation;

use crate::foundation::action::AdmissionError;
use crate::foundation::layout::Layout;
use crate::foundation::point::Point;

/// The exchange of two points, to be done on states in place: only what belongs to the two and what refers to them is touched.
#[derive(Clone, Debug)]
pub struct Transposition {
    a: u32,
    b: u32,
    /// Cells of several coordinates that become each other.
    cells: Vec<(u32, u32)>,
}

impl Transposition {
    /// Checks that the exchange alone acts on the states of a layout. It need not where it does together with others: if each
    /// process has a channel and a cell that both own, there is no cell for a process and the channel of another.
    ///
    /// # Panics
    ///
    /// If a point is none of the layout's.
    pub fn new(layout: &Layout, a: Point, b: Point) -> Result<Self, AdmissionError> {
        let mut images: Vec<u32> = (0..layout.point_count() as u32).collect();
        images.swap(a.index(), b.index());
        let exchange = Permutation::from_images(images).expect("an exchange is a permutation");
        layout.admits(&exchange)?;
        let pairs = layout.multis.iter().map(|multi| {
            let image = layout.image_cell(multi, exchange.images());
            (multi.cell, image as u32)
        });
        let cells = pairs.filter(|&(cell, image)| cell < image).collect();
        Ok(Transposition { a: a.index() as u32, b: b.index() as u32, cells })
    }

    /// The image of a point.
    pub(crate) fn image(&self, point: u32) -> u32 {
        match point {
            point if point == self.a => self.b,
            point if point == self.b => self.a,
            point => point,
        }
    }

    /// Turns a state of the layout into its image.
    ///
    /// # Panics
    ///
    /// May panic, or write a meaningless state, if the layout is another or the slice is not as long as it has cells.
    #[inline]
    pub fn apply(&self, layout: &Layout, state: &mut [i32]) {
        let (a, b) = (layout.records[self.a as usize], layout.records[self.b as usize]);
        for &(place, length) in &layout.shapes[a.shape as usize].runs {
            let a = layout.record_cells[(a.start + place) as usize] as usize;
            let b = layout.record_cells[(b.start + place) as usize] as usize;
            for offset in 0..length as usize {
                state.swap(a + offset, b + offset);
            }
        }
        for &(a, b) in &self.cells {
            state.swap(a as usize, b as usize);
        }
        for (range, cells) in layout.ranges.iter().zip(&layout.references) {
            if !range.points().contains(&self.a) {
                continue;
            }
            let (a, b) = (range.value(self.a), range.value(self.b));
            for &cell in cells {
                let value = &mut state[cell as usize];
                let renamed = if *value == b { a } else { *value };
                *value = if *value == a { b } else { renamed };
            }
        }
    }
}
