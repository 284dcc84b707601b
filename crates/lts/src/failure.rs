//! Why a process has no transition system.

use crate::explicit::Unfinished;
use crate::term::{Call, Fault};

/// Why the transitions of a process cannot be told, or not all of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Failure {
    /// Its evaluation failed.
    Fault(Fault),
    /// It calls itself before it does anything: `P = P [] Q`.
    Unguarded(Call),
    /// So many terms are inside one another that this call probably never does anything: `P(n) = P(n+1) [] Q`. No call if
    /// compressed processes are inside one another.
    TooDeep(Option<Call>),
    /// `CHAOS` or `RUN` of all events but some, which are not listed.
    Unlisted,
    /// Priority, of a process whose states were merged so that it cannot be told any more what they offer together.
    PriorityOverCompressed,
    /// A process that is compressed as a whole is part of itself.
    PartOfItself,
    /// An operator that is not supported, as the language writes it.
    Unsupported(&'static str),
    /// There are more states or transitions than allowed.
    TooLarge,
    /// The work was given up.
    Interrupted,
}

impl From<Unfinished> for Failure {
    fn from(unfinished: Unfinished) -> Failure {
        match unfinished {
            Unfinished::Interrupted => Failure::Interrupted,
            Unfinished::TooLarge => Failure::TooLarge,
        }
    }
}
