//! Suites of models: each says in comments what it expects of a check.
//!
//! ```text
//!  * expect assertions: violated at line 20
//!  * expect deadlock: holds
//!  * expect unreduced: 2320 states, 8449 transitions
//!  * expect quotient: 212 states, 775 transitions
//!  * expect symmetry: order 24
//!  * quotient[n5]: -D N=5
//!  * expect[n5] symmetry: order 120
//! ```
//!
//! [`Head::read`] reads such lines, [`compare`] holds them against the documents of `quotient check --json` and `quotient symmetry
//! --json`; [`junit`] and [`sarif`] tell other tools what came of it, and [`bless`] writes counts anew. Nothing here runs, reads or
//! writes anything.

mod bless;
mod compare;
mod expectation;
mod head;
mod junit;
mod place;
mod run_outcome;
mod sarif;

pub use bless::bless;
pub use compare::{Documents, Finding, Outcome, Wanted, compare};
pub use expectation::{Counted, Expectation, Fact, Judged};
pub use head::{Head, Mistake, Options, Run};
pub use junit::junit;
pub use run_outcome::{Refusal, RunOutcome};
pub use sarif::sarif;
