//! From a model to verdicts, counterexamples, graphs and runs: the pipeline, written once for every language.
//!
//! A [`Language`] loads a text; what comes of it is [`Loaded`], which answers everything that a command asks, in plain data and
//! in the words of the model. The path of a check: [symmetry](SymmetrySource) is found or declared, a
//! [representative](RepresentativeRequest) is made ready for it, the states are searched, what is found is lifted to runs of the system that
//! the user gave and confirmed there (`confirm`), and all of it becomes a [`Report`]. Nothing here prints, and nothing here knows
//! a language: a system that is written directly in Rust goes the same way ([`model::Direct`], then [`loaded()`]).

mod aimed;
mod asserted;
mod audited;
mod awaited;
mod blocked;
mod budgets;
mod changes;
mod check;
mod claim;
mod claim_symmetry;
mod classes;
mod compare;
mod counterexample;
mod coverage;
mod deepest;
mod detection;
mod dice;
mod effect;
mod ending;
mod endless;
mod evaluate;
mod explorable;
mod explore;
mod failure;
mod fault_watch;
mod find;
mod follow;
mod gap_points;
mod graph;
mod habit;
mod language;
mod loaded;
mod messages;
mod orbits;
mod pipeline;
mod printed;
mod propositions;
pub mod quantities;
mod reach;
mod representative;
mod request;
mod run_address;
mod scalarsets;
mod session;
mod sets;
mod setting;
mod start_state;
mod symmetry_report;
mod symmetry_view;
mod temporal;
mod told;
mod trace_file;
mod turns;
mod verdict;
mod walk;
mod watching;

pub use asserted::{check_claim, left_open, settled};
pub use audited::Audited;
pub use check::{NeverReached, PartialOrder, Preparation, Report};
pub use claim::{ClaimReport, ClaimSearched, Cost};
pub use claim_symmetry::ClaimSymmetry;
pub use classes::ClassView;
pub use compare::{CellDifference, RunComparison, compare};
pub use confirm::{Judge, RunOf, the_system_decides};
pub use counterexample::{Counterexample, Detail, Transition, line_name, place_name};
pub use coverage::Coverage;
pub use deepest::{Deepest, DeepestRun};
pub use detection::{
    DiagramView, DifferenceView, OWN_METHOD, RejectedView, RemarkView, Statement, SymmetryFound,
    SymmetrySource,
};
pub use dice::Dice;
pub use effect::Effect;
pub use ending::{Ending, EndingKind};
pub use evaluate::evaluate_cells;
pub use explorable::Explorable;
pub use explore::{Findings, explore, explore_reduced};
pub use failure::Failure;
pub use find::{Finding, Goal, Nearest, Origin};
pub use follow::StoredStatement;
pub use graph::{Draw, Graph, StateText, TransitionText};
pub use habit::{Facility, Habit, Lack, Peer, Takes};
pub use kernel::Fairness;
pub use language::{ForeignRuns, Language, Loading, Purpose, Translate};
pub use loaded::{ImportedRun, Loaded, loaded, loaded_with_claims};
pub use orbits::OrbitCounts;
pub use printed::Printed;
pub use propositions::Proposition;
pub use reach::{REACH, reach_expression, reach_name, reach_source};
pub use representative::{Representative, RepresentativeRequest};
pub use request::CheckRequest;
pub use run_address::{AddressedRun, Parted};
pub use scalarsets::HeldScalarset;
pub use session::{Output, Session, SimulatedStep};
pub use setting::{Scope, Setting, Settings, StoredAs};
pub use symmetry_report::{SymmetryReport, SymmetryRequest, add_claims};
pub use symmetry_view::{Orbit, SymmetryView, ranges};
pub use trace_file::{
    StoredFairness, StoredRun, StoredSettings, StoredStep, StoredTransition, TraceFile, is_called,
    replay,
};
pub use turns::{Came, FIRST_TURN, Turn, TurnEnd, Turns};
pub use verdict::{Answer, Certainty, Verdict, kind_name, limit_name, limit_text};
