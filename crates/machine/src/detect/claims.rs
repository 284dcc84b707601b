//! Claims in the coloured graph: a symmetry of a program keeps each proposition that its claims ask for, as it is.
//!
//! That is what lets a claim be checked in the quotient: along a run and along the run of representatives the same propositions
//! hold (E. A. Emerson and A. P. Sistla, *Symmetry and model checking*, FMSD 1996, Sect. 3). That a claim as a whole is kept,
//! by a permutation of its propositions, would not do.

use super::graph::Builder;
use super::vertex_kind::VertexKind;
use crate::claim::{ClaimKind, Formula};
use crate::program::Action;

impl Builder<'_> {
    /// Draws what all claims ask for, each proposition as one that differs from all others.
    pub(super) fn claims(&mut self) {
        let machine = self.machine;
        self.context = None;
        let mut count = 0;
        for claim in &machine.program.claims {
            let mut drawn = Vec::new();
            self.span = Some(claim.span);
            if let ClaimKind::Formula(formula) = &claim.kind {
                formula.propositions(&mut |proposition| drawn.push(self.proposition(proposition)));
            }
            for (action, span) in claim.actions() {
                self.span = Some(span);
                drawn.push(match action {
                    Action::Guard(condition) => self.truth(condition),
                    // What is no condition makes no proposition; whoever checks the claim refuses it.
                    other => self.action(other),
                });
            }
            for vertex in drawn {
                self.parent(VertexKind::Proposition, &[count], &[vertex]);
                count += 1;
            }
        }
    }

    fn proposition(&mut self, formula: &Formula) -> usize {
        if let Formula::Atom(expr) = formula {
            return self.truth(expr);
        }
        let parts = formula.parts().into_iter().map(|part| self.proposition(part));
        let parts: Vec<usize> = parts.collect();
        match formula {
            Formula::And(_) => self.unordered(VertexKind::Formula, &[0], &parts),
            Formula::Or(_) => self.unordered(VertexKind::Formula, &[1], &parts),
            Formula::Equivalent(_) => self.unordered(VertexKind::Formula, &[2], &parts),
            Formula::Not(_) => self.parent(VertexKind::Formula, &[3], &parts),
            Formula::Implies(_) => self.parent(VertexKind::Formula, &[4], &parts),
            Formula::Atom(_)
            | Formula::Next(_)
            | Formula::Always(_)
            | Formula::Eventually(_)
            | Formula::Until(_)
            | Formula::WeakUntil(_)
            | Formula::Release(_) => unreachable!("a proposition has no temporal operators"),
        }
    }
}
