//! Processes over typed cells: the guarded-command form that languages lower to, its evaluator
//! and its static analyses.
//!
//! The path of a model through this room: a language [builds](ProgramBuilder) a
//! [`Program`](program::Program), whose process types are [control graphs](control); [`compile`](mod@compile) applies the
//! analyses ([`liveness`], [`merging`]) and turns the graphs into locations and edges; a
//! [`Machine`] runs them as a [`kernel::TransitionSystem`] ([`explore`]). Whoever watches a single run
//! takes [small steps](SmallStep), does them over again to hear what is printed, read, written and
//! communicated ([`Machine::replay`], [`Accesses`]), and asks what stands in the way of others
//! ([`inspect`]). What languages decide differently is data ([`semantics`]).
//!
//! Nothing here knows the syntax of any language, nor symmetry: the crate `detection` finds that of a
//! machine, and `machine-model` makes a model of one, with its words.

mod accesses;
mod action;
mod asked;
mod attempt;
mod blanks;
mod builder;
mod cell;
pub mod choices;
pub mod claim;
mod claim_automaton;
pub mod compile;
mod compiled;
pub mod conditions;
pub mod control;
mod declarations;
mod edge_code;
mod edge_footprint;
mod encoding;
mod evaluate;
mod execute;
pub mod executions;
pub mod explore;
mod expression;
mod fault;
mod folding;
pub mod footprint;
mod identities;
mod inactive;
pub mod index;
mod initial;
pub mod inspect;
mod layout;
mod limits;
pub mod liveness;
mod machine;
pub mod merging;
mod needs;
mod opened;
mod others;
mod partial_order;
pub mod parts;
mod possible;
pub mod predicates;
mod process_set;
pub mod program;
mod propositions;
mod replay;
pub mod semantics;
pub mod spin;
mod state;
mod step;
pub mod touches;
pub mod transient;
pub mod uses;

pub use accesses::{Accessed, Accesses, Communicated, Moment, Way};
pub use attempt::{Attempt, Attempted, What};
pub use blanks::Blanks;
pub use builder::ProgramBuilder;
pub use claim_automaton::NotAutomaton;
pub use compiled::RecordMut;
pub use edge_code::{EdgeCode, Interpreter, Readiness, Turn};
pub use evaluate::View;
pub use execute::{Buffers, Offer, Part};
pub use explore::{Scratch, SmallStep, Step, StepResult};
pub use fault::Fault;
pub use machine::Machine;
pub use needs::Partial;
pub use partial_order::{Obstacle, PartialOrder};
pub use possible::{Beginnings, Simplified};
pub use replay::{Observer, Performed, Printed};
pub use state::State;
