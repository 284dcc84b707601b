//! Sets of vectors of numbers, all of one length, as decision diagrams.
//!
//! A node at a level lists the values that the vectors of its set have there, in order, each with the node for what can follow.
//! Nodes that say the same are one, so that sets are equal if and only if their nodes are. These are list decision diagrams (Blom
//! and van de Pol, *Symbolic reachability for process algebras with recursive data types*, ICTAC 2008; Dijk and van de Pol,
//! *Sylvan*, TACAS 2015, Sect. 4), with each list in one piece: a multi-valued diagram whose nodes are sparse (Kam, Villa, Brayton
//! and Sangiovanni-Vincentelli, *Multi-valued decision diagrams*, 1998).
//!
//! Every operation may be interrupted, and recurses no deeper than the vectors are long. Results of operations are remembered in a
//! cache that forgets. Nodes live until they are [collected](Diagrams::collect), which only the caller knows to be safe.

mod algebra;
mod cache;
mod collection;
mod counting;
mod nodes;
mod preimage;
mod product;
mod projection;
mod relabelling;
mod restriction;
mod saturation;
mod vectors;

pub use nodes::{Diagrams, NodeId, Watch};
pub use product::{Relation, Touched};
pub use projection::Projection;
pub use relabelling::Relabelling;
pub use saturation::Saturation;
pub use vectors::{Vectors, bytes_of};
