//! What claims look at in a state.
//!
//! The atomic propositions of a formula are its largest parts without temporal operators, negations in front left off: a
//! symmetry must keep each of them, and `a == 0 && b == 0` is kept by more than `a == 0` and `b == 0` are.

use kernel::{Observable, Valuation, has_no_exit};
use model::Requirement;

use crate::claim::{Claim, ClaimKind, Formula, propositions};
use crate::claim_automaton::{NotAutomaton, never_claim};
use crate::evaluate::View;
use crate::explore::{Scratch, Step};
use crate::fault::Fault;
use crate::index::ProcessId;
use crate::limits::MAX_PROPOSITIONS;
use crate::machine::Machine;
use crate::state::State;

impl View<'_> {
    /// Whether a proposition holds. What it means that an expression has no value the language says, as for guards. A part that has
    /// none is no matter where the others decide, in whatever order they stand: symmetry changes the order.
    fn satisfies(&self, proposition: &Formula) -> Result<bool, Fault> {
        Ok(match proposition {
            Formula::Atom(atom) => self.guard(&atom.expr)?,
            Formula::Not(part) => !self.satisfies(part)?,
            Formula::And(parts) => !self.some(parts.iter().map(|part| (part, false)))?,
            Formula::Or(parts) => self.some(parts.iter().map(|part| (part, true)))?,
            Formula::Implies(parts) => self.some([(&parts.0, false), (&parts.1, true)])?,
            Formula::Equivalent(parts) => self.satisfies(&parts.0)? == self.satisfies(&parts.1)?,
            Formula::Next(_)
            | Formula::Always(_)
            | Formula::Eventually(_)
            | Formula::Until(_)
            | Formula::WeakUntil(_)
            | Formula::Release(_) => unreachable!("a proposition has no temporal operators"),
        })
    }
}

impl View<'_> {
    /// Whether some of these propositions holds, or does not hold, as is said beside it.
    fn some<'p>(
        &self,
        wanted: impl IntoIterator<Item = (&'p Formula, bool)>,
    ) -> Result<bool, Fault> {
        let mut answer = Ok(false);
        for (proposition, holds) in wanted {
            match self.satisfies(proposition) {
                Ok(found) if found == holds => return Ok(true),
                Ok(_) => {}
                Err(fault) => answer = Err(fault),
            }
        }
        answer
    }
}

impl Claim {
    /// What it requires of runs, if it is the first claim of a program, over the [propositions](Machine::propositions) of that.
    ///
    /// # Errors
    /// It is a never claim that is no automaton.
    pub fn requirement(&self) -> Result<Requirement, NotAutomaton> {
        let propositions = propositions(std::slice::from_ref(self));
        match &self.kind {
            ClaimKind::Formula(formula) => Ok(Requirement::Satisfies(formula.over(&propositions))),
            ClaimKind::Automaton(graph) => {
                never_claim(graph, &propositions).map(Requirement::Never)
            }
        }
    }
}

impl Formula {
    /// The same over places of propositions. How deep a formula is, its parser bounds.
    fn over(&self, propositions: &[Formula]) -> temporal::Formula {
        use temporal::Formula as Over;
        let one = |part: &Formula| Box::new(part.over(propositions));
        let all = |parts: &[Formula]| parts.iter().map(|part| part.over(propositions)).collect();
        match self {
            Formula::Not(part) => Over::Not(one(part)),
            _ if self.is_propositional() => {
                let place = propositions.iter().position(|known| known == self);
                let atom = place.and_then(|place| u32::try_from(place).ok()).unwrap_or(u32::MAX);
                Over::Atom(temporal::AtomId(atom))
            }
            Formula::Atom(_) => unreachable!("an atom is a proposition"),
            Formula::And(parts) => Over::And(all(parts)),
            Formula::Or(parts) => Over::Or(all(parts)),
            Formula::Implies(parts) => Over::Implies(one(&parts.0), one(&parts.1)),
            Formula::Equivalent(parts) => Over::Equivalent(one(&parts.0), one(&parts.1)),
            Formula::Next(part) => Over::Next(one(part)),
            Formula::Always(part) => Over::Always(one(part)),
            Formula::Eventually(part) => Over::Eventually(one(part)),
            Formula::Until(parts) => Over::Until(one(&parts.0), one(&parts.1)),
            Formula::WeakUntil(parts) => Over::WeakUntil(one(&parts.0), one(&parts.1)),
            Formula::Release(parts) => Over::Release(one(&parts.0), one(&parts.1)),
        }
    }
}

impl Machine {
    /// The propositions of the formulas among its claims.
    #[must_use]
    pub fn propositions(&self) -> &[Formula] {
        &self.propositions
    }

    fn observe(&self, state: &State, scratch: &mut Scratch) -> Valuation {
        // A claim is no process, and asks nothing that would need one.
        let process = ProcessId::new(0);
        let timeout = self.claims_ask_timeout && has_no_exit(self, state, scratch);
        let view = View { machine: self, state, process, timeout, questions: 0 };
        let mut valuation = Valuation::default();
        for (bit, proposition) in self.propositions.iter().take(MAX_PROPOSITIONS).enumerate() {
            match view.satisfies(proposition) {
                Ok(holds) => valuation.holds |= u64::from(holds) << bit,
                Err(_) => valuation.unknown |= 1 << bit,
            }
        }
        valuation
    }
}

impl Observable for Machine {
    fn valuation(&self, state: &State, scratch: &mut Scratch) -> Valuation {
        self.observe(state, scratch)
    }

    fn threads(&self, state: &State) -> usize {
        state.processes()
    }

    fn actor(&self, steps: &[Step]) -> Option<u32> {
        steps.first().map(|step| step.process.index() as u32)
    }

    fn renaming<'s>(&self, _: &'s State) -> Option<&'s [u32]> {
        None
    }
}
