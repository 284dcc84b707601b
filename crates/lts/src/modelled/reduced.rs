//! A product up to symmetry.

use model::Reduced;
use symmetry::SymmetryGroup;

use crate::event::Event;
use crate::refine::Refinement;

/// A product whose states hold cells, and the group that acts on these.
pub struct UpToSymmetry {
    pub(super) refinement: Refinement,
    pub(super) symmetry: SymmetryGroup,
    /// How many points are values.
    pub(super) values: usize,
    pub(super) moves_values_alone: bool,
}

impl Reduced for UpToSymmetry {
    type System = Refinement;

    fn system(&self) -> &Refinement {
        &self.refinement
    }

    fn symmetry(&self) -> &SymmetryGroup {
        &self.symmetry
    }

    fn leaves_out_steps(&self) -> bool {
        false
    }

    /// The values. Behind them come components that belong to none of them.
    fn components(&self) -> usize {
        self.values
    }

    fn moves_other_points_alone(&self) -> bool {
        self.moves_values_alone
    }

    fn sure_images(&self, executed: &[bool]) -> Vec<bool> {
        self.images(executed)
    }

    fn images(&self, executed: &[bool]) -> Vec<bool> {
        executed.to_vec()
    }
}

impl Refinement {
    /// An event, with each value in it replaced by its image under a permutation of the points.
    pub(super) fn renamed(&self, event: Event, images: &[u32]) -> Option<Event> {
        let (Some(forms), Some(values)) = (self.forms(), self.values()) else { return Some(event) };
        values.image(event, &forms.images_of_values(images))
    }
}
