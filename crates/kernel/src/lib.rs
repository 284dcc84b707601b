//! Transition systems, search, visited sets, properties, traces, limits and progress reports.
//!
//! A [`TransitionSystem`] says what its states are, which transitions leave a state, how a state is written as bytes, and
//! what can go wrong. [`search`] visits every reachable state exactly once, breadth first or depth first, and answers with an
//! [`Outcome`]: counts, why it stopped, and a [`Trace`] for each violated [`Property`].
//!
//! [`walk_graph`] shows the states, numbered, and every transition between them to a [`GraphVisitor`].
//!
//! The kernel knows nothing of symmetry or languages: a reduced system is a transition system like any other. It never prints
//! and never exits; a caller who wants to watch passes a [`Reporter`].
//!
//! ```
//! use std::ops::ControlFlow;
//! use kernel::{
//!     Property, PropertyId, PropertyKind, SearchOptions, Silent, StateIdentity, StopReason, Starts, Transition, TransitionSystem,
//!     Visitor, no_invariants, search,
//! };
//!
//! /// Counts up to three and then is stuck.
//! struct Counter {
//!     properties: Vec<Property>,
//! }
//!
//! impl TransitionSystem for Counter {
//!     type State = u8;
//!     type Step = &'static str;
//!     type Scratch = ();
//!     fn scratch(&self) {}
//!     fn initial_states(&self, _: &mut (), starts: &mut dyn Starts<u8>) -> ControlFlow<()> {
//!         starts.start(&0)
//!     }
//!     fn successors<V: Visitor<Self>>(&self, state: &u8, _: &mut (), visitor: &mut V) -> ControlFlow<()> {
//!         if *state < 3 {
//!             visitor.transition(Transition { steps: &["up"], target: Some(&(state + 1)), violation: None })?;
//!         }
//!         ControlFlow::Continue(())
//!     }
//!     fn identity(&self) -> StateIdentity {
//!         StateIdentity::Whole
//!     }
//!     fn encode(&self, state: &u8, out: &mut Vec<u8>) {
//!         out.push(*state);
//!     }
//!     fn decode(&self, bytes: &[u8], state: &mut u8) {
//!         *state = bytes[0];
//!     }
//!     fn blank(&self) -> u8 {
//!         0
//!     }
//!     fn properties(&self) -> &[Property] {
//!         &self.properties
//!     }
//!     fn violates(&self, _: &u8, invariant: PropertyId, _: &mut ()) -> bool {
//!         no_invariants(invariant)
//!     }
//!     fn may_halt(&self, _: &u8) -> bool {
//!         false
//!     }
//! }
//!
//! let system = Counter { properties: vec![Property::new("no deadlock", PropertyKind::Deadlock)] };
//! let outcome = search(&system, &SearchOptions::default(), &Silent);
//! assert_eq!(outcome.stop, StopReason::Violation);
//! assert_eq!(outcome.statistics.states, 4);
//! assert_eq!(outcome.violations[0].trace.states, [0, 1, 2, 3]);
//! ```

mod acceptor;
mod budget;
mod checkpoint;
mod exits;
mod forward;
mod frontier;
mod index;
mod machines;
mod notes;
mod options;
mod outcome;
mod property;
mod reachable;
mod report;
mod search;
pub mod sorted_runs;
mod store;
mod system;
mod threads;
mod visited;

pub use acceptor::{Acceptor, Fairness, Observable, PrefixAcceptor, Valuation};
pub use budget::Budget;
pub use checkpoint::{CheckpointError, Checkpoints};
pub use exits::has_no_exit;
pub use machines::{Lost, Machines, Team};
pub use notes::Notes;
pub use options::{Algorithm, Engine, Limits, Order, SearchOptions, Store, TraceChoice};
pub use outcome::{Found, Omission, Outcome, Shares, Statistics, StopReason, Trace, ViolatedBy};
pub use property::{Property, PropertyId, PropertyKind, PropertySet};
pub use reachable::reachable;
pub use report::{Phase, Progress, Reporter, Silent};
pub use search::{
    Demand, Emptiness, Ending, Expand, GraphEdge, GraphNode, GraphVisitor, Lasso, Move, Prefix,
    Shorter, Walk, find_accepted, find_prefix, find_shorter, search, search_by_levels,
    search_short, walk_graph,
};
pub use store::{Inserted, StateId, StateIdentity, StateStore, push_key, split_key};
pub use system::{
    GivenUp, Starts, Transition, TransitionSystem, Visitor, Ways, by_way, no_invariants, one_way,
};
pub use threads::NoThread;
pub use visited::{Levels, Lookup, NotStored, Offers, Pending, Told, Visited};
