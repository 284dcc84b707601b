//! Finding the symmetry of a machine.
//!
//! What values mean is inferred ([`classes`]), the processes are counted once they are all started
//! ([`shape`]), and the group is read off the coloured graph of the program ([`graph`]). The
//! result is a [`Reduction`]: the layout of states under the group, and the machine to search. In
//! the states that the group applies to (`Settled`) that is the loaded one but for two things that
//! no permutation of processes respects; in others it is the loaded one.
//!
//! - SPIN removes a terminated process only when all younger ones are gone. If a process that
//!   symmetry moves can terminate, the machine leaves terminated processes where they are.
//!   Nothing observes the difference: no process is started later, and programs
//!   that ask how many there are are not reduced. Removal enables nothing else, so every verdict is
//!   kept. What a removal would take away, the channels of the process, must not be used any more: where it
//!   is, the search is abandoned. (Before all processes are started, removal frees numbers for those that are still to come.)
//! - Cells whose value does not matter (dead variables, unused slots of channels) hold 0, which
//!   would name process 0. If symmetry moves process 0, those that hold identifiers hold 255. Cells
//!   that hold values of another kind do likewise ([`Classes::filler`](classes::Classes::filler), `Immaterial`).

mod actions;
mod arithmetic;
mod bounds;
mod by_expression;
mod claims;
mod class;
pub mod classes;
mod constraint;
mod costs;
mod counting;
pub mod declared;
mod detector;
pub mod domains;
pub mod explain;
mod expressions;
mod folds;
mod frozen;
pub mod graph;
mod holdings;
mod immaterial;
mod inference;
mod invented;
mod layout;
mod learning;
mod messages;
mod mirrors;
mod noted;
mod occupants;
mod of_processes;
pub mod order;
mod precedence;
mod predicates;
mod published;
mod reduced;
mod reduction;
pub mod scalarset;
mod settled;
pub mod shape;
mod spin;
pub mod tables;
mod understanding;
mod vertex_kind;

pub use constraint::{Constraint, Demands};
use groups::{Interrupted, Patience, SparsePermutation};
use machine::Machine;
use model::Found;
pub use model::{Components, Difference, Refusal, Remark};
pub use published::PublishedMethod;
pub use reduced::ReductionScratch;
pub use reduction::Reduction;
pub use understanding::{Understanding, Understood};
pub use vertex_kind::VertexKind;

/// What detection found.
pub type Detected = Found<Reduction>;

/// Finds the symmetry of a machine.
#[must_use]
pub fn detect(machine: &Machine) -> Detected {
    Understanding::new(machine).detect(&mut Patience::endless())
}

/// The same with a constraint left out, so that what is found may be wrong: to test that the constraint is needed.
#[doc(hidden)]
#[must_use]
pub fn detect_without(machine: &Machine, dropped: Constraint) -> Detected {
    Understanding::without(machine, dropped).detect(&mut Patience::endless())
}

impl Understanding<'_> {
    /// Finds the symmetry, as long as the caller has patience: else there is no reduction, and a remark says why.
    #[must_use]
    pub fn detect(&self, patience: &mut Patience<'_>) -> Detected {
        let all = |understood: &Understood<'_>, patience: &mut Patience<'_>| {
            Ok(understood.automorphisms(patience)?.generators.clone())
        };
        self.detect_with(all, patience).unwrap_or_else(|Interrupted| Detected::given_up())
    }

    /// The same with the automorphisms of the program's graph that generate the group chosen.
    fn detect_with(
        &self,
        choose: impl FnOnce(
            &Understood<'_>,
            &mut Patience<'_>,
        ) -> Result<Vec<SparsePermutation>, Interrupted>,
        patience: &mut Patience<'_>,
    ) -> Result<Detected, Interrupted> {
        let understood = match self.understood(patience)? {
            Ok(understood) => understood,
            Err(remark) => return Ok(Detected::refused(remark)),
        };
        let mut remarks = understood.remarks();
        let generators = choose(&understood, patience)?;
        let reduction = understood.reduce(&generators, &mut remarks, patience)?;
        Ok(Detected { reduction, remarks, ..Detected::default() })
    }
}
