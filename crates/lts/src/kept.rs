//! What was made of terms, so that it is made once, however many assertions are about them.

use std::sync::Arc;

use rapidhash::RapidHashMap;

use crate::explicit::Explicit;
use crate::normal::Model;
use crate::refine::Specification;
use crate::supercombinator::{Settings, Supercombinator};
use crate::term::{Call, MachineId, TermId};

/// What was made of terms: of the same [`Terms`](crate::Terms), by the same [`Definitions`](crate::Definitions). A semantics that leaves
/// compressions out makes other things, which have no place here.
#[derive(Default)]
pub struct Kept {
    /// The processes that names stand for.
    pub(crate) unfolded: RapidHashMap<Call, TermId>,
    /// The transition systems of compressed processes and watchdogs.
    pub(crate) machines: RapidHashMap<TermId, MachineId>,
    /// Those of processes without parallel parts.
    pub(crate) leaves: RapidHashMap<(TermId, Settings), Arc<Explicit>>,
    /// Whole processes. Those with parts that are made while they are used are not kept: what one search leaves of them would show in
    /// another.
    pub(crate) systems: RapidHashMap<(TermId, Settings), Arc<Supercombinator>>,
    /// What is demanded by processes.
    pub(crate) specifications: RapidHashMap<(TermId, Demanded), Arc<Specification>>,
}

/// What a process demands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Demanded {
    /// That it is refined.
    Refinement(Model),
    /// That it has no choice.
    Determinism(Model),
}
