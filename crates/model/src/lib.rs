//! What stands between languages and commands: the questions that a model answers, and plain data to answer with.
//!
//! A language turns a text into something that is a [`Model`] (a system to search, with its symmetry), has [`Words`] (what its
//! states, steps and statements are called) and can be [`Simulated`] (statement by statement). That is all that `checking`
//! asks for; it gives back reports, counterexamples, runs and graphs as plain data in the words of the model, which `quotient`
//! shows. A system that is written directly in Rust says less: it is [`Described`], and [`Direct`] makes a model of it.
//!
//! Nothing here knows a language, and nothing searches.

mod claims;
mod declared;
mod described;
mod effects;
mod exchange;
mod flow;
mod model;
mod no_symmetry;
mod published;
mod run;
mod sets;
mod simulated;
mod symmetry_of_model;
mod temporal;
mod value;
mod words;

pub use claims::{Claim, Claims, Goal};
pub use declared::{Declared, DeclaredKind, in_order};
pub use described::{Described, Direct};
pub use effects::{Buffered, Communication, CommunicationKind, Effects, Field, Performed, Sending};
pub use exchange::{Doubt, Exchange, Exported, Imported, ImportedEnd};
pub use flow::Flow;
pub use model::{Covering, Flaw, Model, Reduced, ShortWay, StateOf, StepOf, Tested};
pub use no_symmetry::{NoSymmetry, Unreduced};
pub use published::{Method, PublishedMethod};
pub use run::{EndlessRun, Plan, Run, RunStep, RunStepOf, StepId};
pub use sets::{
    ComparePointers, LevelOrder, NoSets, Reachability, SetCounts, SetFindings, SetOptions,
};
pub use simulated::{Arrival, Choice, Observed, Printed, Simulated, StatementId};
pub use symmetry_of_model::{
    Breach, Components, DiagramReport, Difference, Drawn, Found, PropositionCost, PropositionCosts,
    Refusal, RejectedGenerator, Remark, Scalarset, ScalarsetOutcome, Understanding,
};
pub use temporal::{Requirement, RunProperty};
pub use value::Value;
pub use words::{
    Action, Blocked, Call, Cell, CellKind, Change, Executed, InferredType, Named, Offers, Place,
    Unreached, Violation, Waiting, Words, Wrong,
};
