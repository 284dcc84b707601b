//! Points, layouts, actions of groups on states, representatives, and quotients of systems.
//!
//! The crate knows no language: a language describes the cells of its states to a [`LayoutBuilder`] and gives a group of
//! permutations of its points; a [`SymmetryGroup`] is the two together, checked against each other. A [`Representative`] maps
//! each state into its orbit, and the [`Quotient`] of a system is the system of the representatives, to be searched like any
//! other. What the search finds, [`lift`] turns back into a run of the original; [`audit`] tests that a group is right.
//!
//! ```
//! use groups::Group;
//! use symmetry::{Canonical, Content, LayoutBuilder, Representative, SymmetryGroup};
//!
//! // Three processes with a program counter each, and a global that says whose turn it is.
//! let mut builder = LayoutBuilder::new();
//! let processes = [0, 1, 2].map(|i| builder.point(0, format!("process({i})")));
//! let (counter, turn) = (builder.family(), builder.family());
//! for process in processes {
//!     builder.cell(counter, &[process], Content::Data);
//! }
//! builder.cell(turn, &[], Content::Reference { first_value: 0, first_point: processes[0], count: 3 });
//! let symmetry = SymmetryGroup::new(Group::symmetric(3), builder.build().unwrap()).unwrap();
//!
//! let canonical = Canonical::new(&symmetry);
//! let mut scratch = canonical.scratch();
//! let mut represent = |state: [i32; 4]| {
//!     let mut target = [0; 4];
//!     canonical.representative(&state, &mut target, &mut scratch);
//!     target
//! };
//! // Whoever is at 7 has the turn.
//! assert_eq!(represent([5, 7, 5, 1]), represent([7, 5, 5, 0]));
//! assert_ne!(represent([5, 7, 5, 1]), represent([7, 5, 5, 1]));
//! ```

mod action;
mod audit;
mod blocks;
mod canonical;
mod chain;
mod channel_diagram;
mod colour;
mod flattened;
mod involutions;
mod largest_valid;
mod layout;
mod lift;
mod main_array;
mod markers;
mod mix;
pub mod oracle;
mod orbitals;
mod order;
mod parts;
mod point;
mod quotient;
mod refusal;
mod representative;
mod rows;
mod segmented;
mod sorted;
mod swaps;
mod symmetry;
mod tree;

pub use action::AdmissionError;
pub use audit::{AuditOptions, AuditedTransition, Difference, DifferenceKind, audit};
pub use canonical::{Canonical, CanonicalCounters, CanonicalScratch};
pub use channel_diagram::ChannelDiagram;
pub use flattened::{Flattened, FlattenedScratch};
pub use largest_valid::{LargestValid, largest_valid};
pub use layout::{Cell, Content, Layout, LayoutBuilder, LayoutError};
pub use lift::{LiftError, LiftedRun, ViolatingTransition, lift};
pub use markers::{
    ApproximateMarkers, ApproximateMarkersScratch, ExactMarkers, ExactMarkersScratch,
};
pub use point::{CellId, Family, Point};
pub use quotient::{Quotient, QuotientScratch, Symmetric};
pub use refusal::Refusal;
pub use representative::{Guarantee, Identity, Marker, Representative};
pub use segmented::{Segmented, SegmentedScratch};
pub use sorted::{Sorted, SortedBy, SortedScratch};
pub use symmetry::{SymmetryError, SymmetryGroup};
