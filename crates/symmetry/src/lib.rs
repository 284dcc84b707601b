//! Points, layouts, actions of groups on states, representatives, and quotients of systems.
//!
//! The crate knows no language: a language describes the cells of its states to a [`LayoutBuilder`] and gives a group of
//! permutations of its points; a [`SymmetryGroup`] is the two together, checked against each other. A [`Representative`] maps
//! each state into its orbit, and the [`Quotient`] of a system is the system of the representatives, to be searched like any
//! other. What the search finds, [`lift()`] turns back into a run of the original; [`audit()`] tests that a group is right.
//! With a [`Strategy`] that is only known at run time, [`Prepared`] searches and lifts.
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
//!
//! # Systems without a language
//!
//! Whatever is a [`TransitionSystem`](kernel::TransitionSystem) and keeps cells in its states can be reduced: it says which
//! these are ([`Unmodified`], or [`Symmetric`] if something was made of it for the reduction), describes them (a [`Layout`]), and gives a group. Nothing checks that the group is one of
//! symmetries of the system but [`audit()`], which compares transitions; so call that in a test.
//!
//! ```
//! use std::ops::ControlFlow;
//! use groups::Group;
//! use kernel::{
//!     Property, PropertyId, SearchOptions, Silent, StateIdentity, Starts, Transition, TransitionSystem, Visitor, no_invariants, search,
//! };
//! use symmetry::{
//!     AuditOptions, Canonical, Content, Layout, LayoutBuilder, Quotient, SymmetryGroup, Unmodified, audit,
//! };
//!
//! /// Processes that want a lock, get it and give it back. The state is who has the lock, or -1, and for each process
//! /// whether it wants it.
//! struct Lock {
//!     processes: usize,
//! }
//!
//! impl TransitionSystem for Lock {
//!     type State = Vec<i32>;
//!     type Step = usize;
//!     type Scratch = ();
//!     fn scratch(&self) {}
//!     fn initial_states(&self, _: &mut (), starts: &mut dyn Starts<Vec<i32>>) -> ControlFlow<()> {
//!         let mut state = vec![0; 1 + self.processes];
//!         state[0] = -1;
//!         starts.start(&state)
//!     }
//!     fn successors<V: Visitor<Self>>(&self, state: &Vec<i32>, _: &mut (), visitor: &mut V) -> ControlFlow<()> {
//!         for process in 0..self.processes {
//!             let (holder, mine) = (state[0], process as i32);
//!             let (holder, wants) = match state[1 + process] {
//!                 0 if holder == mine => (-1, 0),
//!                 0 => (holder, 1),
//!                 _ if holder == -1 => (mine, 0),
//!                 _ => continue,
//!             };
//!             let mut target = state.clone();
//!             (target[0], target[1 + process]) = (holder, wants);
//!             visitor.transition(Transition { steps: &[process], target: Some(&target), violation: None })?;
//!         }
//!         ControlFlow::Continue(())
//!     }
//!     fn identity(&self) -> StateIdentity {
//!         StateIdentity::Whole
//!     }
//!     fn encode(&self, state: &Vec<i32>, out: &mut Vec<u8>) {
//!         out.extend(state.iter().map(|&cell| cell as u8));
//!     }
//!     fn decode(&self, bytes: &[u8], state: &mut Vec<i32>) {
//!         state.clear();
//!         state.extend(bytes.iter().map(|&byte| i32::from(byte as i8)));
//!     }
//!     fn blank(&self) -> Vec<i32> {
//!         Vec::new()
//!     }
//!     fn properties(&self) -> &[Property] {
//!         &[]
//!     }
//!     fn violates(&self, _: &Vec<i32>, invariant: PropertyId, _: &mut ()) -> bool {
//!         no_invariants(invariant)
//!     }
//!     fn may_halt(&self, _: &Vec<i32>) -> bool {
//!         false
//!     }
//! }
//!
//! impl Unmodified for Lock {
//!     fn reducible(&self, _: &Vec<i32>) -> bool {
//!         true
//!     }
//!     fn cells<'a>(&self, state: &'a Vec<i32>) -> &'a [i32] {
//!         state
//!     }
//!     fn cells_like<'a>(&self, state: &Vec<i32>, target: &'a mut Vec<i32>) -> &'a mut [i32] {
//!         target.resize(state.len(), 0);
//!         target
//!     }
//!     /// A state holds nothing but its cells.
//!     fn complete(&self, _: &mut Vec<i32>) {}
//!     /// Process `p` is point `p`.
//!     fn label(&self, process: &usize, images: &[u32], label: &mut Vec<u8>) {
//!         label.extend_from_slice(&images[*process].to_be_bytes());
//!     }
//! }
//!
//! /// The cells in the order in which they stand in the state.
//! fn layout(count: usize) -> Layout {
//!     let mut builder = LayoutBuilder::new();
//!     let processes: Vec<_> = (0..count).map(|i| builder.point(0, format!("process({i})"))).collect();
//!     let (holder, wants) = (builder.family(), builder.family());
//!     let reference = Content::Reference { first_value: 0, first_point: processes[0], count: count as u32 };
//!     builder.cell(holder, &[], reference);
//!     for &process in &processes {
//!         builder.cell(wants, &[process], Content::Data);
//!     }
//!     builder.build().unwrap()
//! }
//!
//! let system = Lock { processes: 5 };
//! let symmetry = SymmetryGroup::new(Group::symmetric(5), layout(5)).unwrap();
//! assert_eq!(audit(&system, &symmetry, &AuditOptions::default()), Ok(()));
//! let canonical = Canonical::new(&symmetry);
//!
//! // While nobody has the lock each of five wants it or not, and while one has it each of the four others.
//! let outcome = search(&system, &SearchOptions::default(), &Silent);
//! assert_eq!(outcome.statistics.states, 32 + 5 * 16);
//! // Zero to five want it while nobody has it, zero to four others while somebody has.
//! let outcome = search(&Quotient::new(&system, &canonical), &SearchOptions::default(), &Silent);
//! assert_eq!(outcome.statistics.states, 6 + 5);
//! ```
//!
//! The example `without_a_language` does this at length: a linked list with a lock for each node, whose threads and nodes are
//! points of two sorts, and an election in a ring, which has rotations only; searched by [every strategy](Strategy) that
//! their groups admit, with errors that are lifted back and shown.

// What every strategy stands on; our engine for any group; and what others have published, to compare with.
mod canonical;
mod foundation;
mod published;

// Above all three: strategies by name, searching by any of them, and what the states that are searched stand for.
mod orbits;
mod reduced_runs;
mod reduced_search;
mod strategy;

pub use canonical::{Canonical, CanonicalCounters, CanonicalScratch};
pub use foundation::action::AdmissionError;
pub use foundation::any::{AnyMarker, AnyRepresentative, AnyScratch};
pub use foundation::audit::{
    AuditOptions, AuditedTransition, Auditor, Difference, DifferenceKind, Tried, audit,
    audit_invented,
};
pub use foundation::concrete::{ByRepresentative, ByRepresentativeScratch};
pub use foundation::layout::{Cell, Content, Layout, LayoutBuilder, LayoutError, ValueList};
pub use foundation::lift::{LiftError, LiftedRun, ViolatingTransition, lift, lift_within};
pub use foundation::marked::{Marked, MarkedScratch, MarkedState};
pub use foundation::oracle;
pub use foundation::point::{CellId, Family, Point};
pub use foundation::quotient::{Quotient, QuotientScratch};
pub use foundation::refusal::{Refusal, Unready};
pub use foundation::representative::{Guarantee, Identity, Marker, Permuting, Representative};
pub use foundation::symmetric::{Departure, Observe, Symmetric, Unmodified};
pub use foundation::symmetry::{SymmetryError, SymmetryGroup};
pub use foundation::tracked::{TrackedQuotient, TrackedScratch, TrackedState};
pub use foundation::twins::{TwinScratch, Twins};
pub use foundation::unroll::{Unrolled, unroll};
pub use foundation::watch::{Abandonment, AuditPlan, Sightings, Watched, WatchedScratch};
pub use orbits::{OrbitSizes, OrbitSizesScratch, Orbits, Pinned};
pub use published::component_order::{
    ComponentOrder, ComponentOrderBy, ComponentOrderCounters, ComponentOrderScratch,
};
pub use published::enumerate::{
    Enumerate, EnumerateBy, EnumerateOptions, EnumerateScratch, LARGEST_LISTING,
};
pub use published::flattened::{Flattened, FlattenedScratch};
pub use published::largest_valid::{Conjugates, LargestValid, largest_valid, largest_valid_within};
pub use published::local_states::LocalStates;
pub use published::markers::{
    ApproximateMarkers, ApproximateMarkersScratch, ExactMarkers, ExactMarkersScratch,
};
pub use published::naive::Naive;
pub use published::on_the_fly::{OnTheFly, OnTheFlyScratch};
pub use published::segmented::{Segmented, SegmentedScratch};
pub use published::segmented_by_chain::{SegmentedByChain, SegmentedByChainScratch};
pub use published::sinc::{ComparePointers, Sinc, SincScratch};
pub use published::sorted::{Sorted, SortedBy, SortedScratch};
pub use published::transposition::Transposition;
pub use reduced_runs::ReducedRuns;
pub use reduced_search::{ReducedOutcome, ReducedViolation};
pub use strategy::{Auto, Explore, Prepared, Strategy, StrategyOptions};
