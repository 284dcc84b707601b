//! Permutations, permutation groups and coloured graphs: the pure mathematics that symmetry reduction stands on.
//!
//! The crate has two halves that meet in [`automorphisms`]:
//!
//! - *Groups.* A [`Permutation`] of the points `0..n`, and a [`Group`] of permutations held as a base and strong
//!   generating set, which gives its order, membership, orbits, stabilisers and elements without ever listing it.
//! - *Graphs.* A [`ColouredGraph`] (directed, coloured vertices, coloured edges), its coarsest equitable partition
//!   ([`equitable_partition`]), its [`automorphisms`] and its [`canonical_labelling`].
//!
//! Beside them stand a [`Partition`] that becomes coarser and the [`strong_components`] of a directed graph.
//!
//! [`describe`] names a group for people (`S3 x S2`, `S3 wr S2`), and never names it wrongly.
//!
//! Everything here is deterministic: where an algorithm wants random elements it uses a generator with a fixed seed,
//! and its result is then proved, not trusted.
//!
//! ```
//! use groups::{ColouredGraph, automorphisms, describe};
//!
//! let mut ring = ColouredGraph::new(vec![0; 5]);
//! for i in 0..5 {
//!     ring.add_undirected_edge(i, (i + 1) % 5, 0);
//! }
//! let found = automorphisms(&ring);
//! assert_eq!(found.order.to_string(), "10");
//! let group = found.group(5);
//! assert_eq!(describe(&group), "D5");
//! ```

mod adjacency;
mod automorphisms;
mod blocks;
mod canonical;
mod components;
mod cosets;
mod factors;
mod gap;
mod graph;
mod group;
mod images;
mod orbits;
mod pairing;
mod partition;
mod patience;
mod permutation;
mod random;
mod refinement;
mod schreier_sims;
mod search;
mod small;
mod sparse;
mod structure;

pub use automorphisms::{Automorphisms, automorphisms, automorphisms_within};
pub use blocks::{nested_blocks, nested_blocks_within};
pub use canonical::{CanonicalForm, Certificate, canonical_labelling, canonical_labelling_within};
pub use components::{StrongComponents, strong_components, strong_components_within};
pub use factors::direct_factors;
pub use gap::{GapError, GapGenerator, GapGroup, gap_cycles, read_gap, write_gap};
pub use graph::{ColouredGraph, GraphError};
pub use group::{Elements, Group, Level};
pub use partition::Partition;
pub use patience::{Interrupted, Patience, uninterrupted};
pub use permutation::{Permutation, PermutationError};
pub use refinement::{equitable_partition, equitable_partition_within};
pub use sparse::SparsePermutation;
pub use structure::{describe, describe_within};

/// Orders of groups outgrow machine words.
pub use num_bigint::BigUint;
