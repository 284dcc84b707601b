//! Claims in the coloured graph: a symmetry of a program keeps each proposition that its claims ask for, as it is.
//!
//! That is what lets a claim be checked in the quotient: along a run and along the run of representatives the same propositions
//! hold (E. A. Emerson and A. P. Sistla, *Symmetry and model checking*, FMSD 1996, Sect. 3). That a claim as a whole is kept,
//! by a permutation of its propositions, would not do.

use diagnostics::Span;
use machine::claim::{ClaimKind, Formula};
use machine::program::{Action, Expr, Program};

use super::graph::{Builder, Kept};
use super::vertex_kind::VertexKind;

/// Something that a claim asks for.
pub(super) enum Asked<'a> {
    /// Whether this holds.
    Proposition(&'a Formula),
    /// Whether this must not hold, or have no value, in a state.
    Condition(&'a Expr),
    /// Something that a never claim does, most often to ask whether a condition holds.
    Action(&'a Action),
}

/// What all claims ask for, and the invariants, with its places.
pub(super) fn asked(program: &Program) -> Vec<(Asked<'_>, Span)> {
    let invariants = program.invariants.iter().map(|invariant| &invariant.condition);
    let mut all: Vec<(Asked<'_>, Span)> =
        invariants.map(|asked| (Asked::Condition(&asked.expr), asked.span)).collect();
    for claim in &program.claims {
        if let ClaimKind::Formula(formula) = &claim.kind {
            formula.propositions(&mut |proposition| {
                let span = proposition.span().unwrap_or(claim.span);
                all.push((Asked::Proposition(proposition), span));
            });
        }
        all.extend(claim.actions().map(|(action, span)| (Asked::Action(action), span)));
    }
    all
}

impl Builder<'_> {
    /// Draws what claims ask for, as far as it is to be kept, each proposition as one that differs from all others.
    pub(super) fn claims(&mut self, kept: Kept) {
        let machine = self.machine;
        self.context = None;
        for (place, (asked, span)) in asked(&machine.program).into_iter().enumerate() {
            if kept != Kept::All && kept != Kept::One(place) {
                continue;
            }
            self.span = Some(span);
            let vertex = match asked {
                Asked::Proposition(proposition) => self.proposition(proposition),
                Asked::Condition(condition) => self.truth(condition),
                Asked::Action(Action::Guard(condition) | Action::Assert(condition)) => {
                    self.truth(condition)
                }
                // What is no condition makes no proposition; whoever checks the claim refuses it.
                Asked::Action(other) => self.action(other),
            };
            self.parent(VertexKind::Proposition, &[place as i64], &[vertex]);
        }
    }

    /// Draws what holds in all states: a symmetry keeps that, whatever is checked.
    pub(super) fn state_condition(&mut self) {
        let machine = self.machine;
        self.context = None;
        if let Some(condition) = &machine.program.state_condition {
            self.span = Some(condition.span);
            let vertex = self.truth(&condition.expr);
            self.parent(VertexKind::StateCondition, &[], &[vertex]);
        }
    }

    fn proposition(&mut self, formula: &Formula) -> usize {
        if let Formula::Atom(atom) = formula {
            return self.truth(&atom.expr);
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
