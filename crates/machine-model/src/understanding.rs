//! What is understood of a machine, as a model answers for it.

use detection::{PublishedMethod, Reduction, Understanding};
use diagnostics::Span;
use groups::{Interrupted, Patience, Permutation};
use machine::Machine;
use model::{
    Components, Difference, Drawn, Found, Method, PropositionCosts, Refusal, Remark, Scalarset,
    ScalarsetOutcome,
};

use super::PublishedMethods;

/// What is said of a loop whose order can be seen, or may be.
const ORDERED: &str =
    "the order of the rounds of this loop may be seen: the places that it goes through keep theirs";

/// An understanding of a machine, with the published ways to find symmetry beside it.
pub(super) struct Understood<'m> {
    understanding: Understanding<'m>,
    published: PublishedMethods,
    /// The loops of which it is told that their order can be seen.
    loops: &'m [Span],
}

impl<'m> Understood<'m> {
    pub(super) fn new(
        machine: &'m Machine,
        published: PublishedMethods,
        loops: &'m [Span],
    ) -> Self {
        Understood { understanding: Understanding::new(machine), published, loops }
    }

    /// What was found, with the loops whose order can be seen.
    fn with_loops(
        &self,
        mut found: Found<Reduction>,
        patience: &mut Patience<'_>,
    ) -> Found<Reduction> {
        let Ok(Ok(understood)) = self.understanding.understood(patience) else { return found };
        let ordered = understood.ordered_loops();
        let seen = self.loops.iter().filter(|&&it| ordered.contains(&it));
        found.notes.extend(seen.map(|&span| Remark { span: Some(span), text: ORDERED.to_owned() }));
        found
    }
}

/// A published method with the machine that it is used on.
struct OfMachine<'a, 'm> {
    method: &'static dyn PublishedMethod,
    understanding: &'a Understanding<'m>,
}

impl model::PublishedMethod<Reduction> for OfMachine<'_, '_> {
    fn method(&self) -> &Method {
        self.method.method()
    }

    fn detect(&self, patience: &mut Patience<'_>) -> Found<Reduction> {
        self.method.detect(self.understanding, patience)
    }

    fn draw(&self, title: &str) -> Option<Result<Drawn, Remark>> {
        self.method.draw(self.understanding, title)
    }
}

impl model::Understanding<Reduction> for Understood<'_> {
    fn detect(&self, patience: &mut Patience<'_>) -> Found<Reduction> {
        let found = self.understanding.detect(patience);
        self.with_loops(found, patience)
    }

    fn detect_of_processes(&self, patience: &mut Patience<'_>) -> Found<Reduction> {
        let found = self.understanding.detect_of_processes(patience);
        self.with_loops(found, patience)
    }

    fn published(&self) -> Vec<Box<dyn model::PublishedMethod<Reduction> + '_>> {
        let of_machine = |&method: &&'static dyn PublishedMethod| {
            Box::new(OfMachine { method, understanding: &self.understanding }) as Box<_>
        };
        self.published.iter().map(of_machine).collect()
    }

    fn components(
        &self,
        patience: &mut Patience<'_>,
    ) -> Result<Result<Components, String>, Interrupted> {
        let components = self.understanding.components(patience)?;
        Ok(components.ok_or_else(|| "the set of processes never settles".to_owned()))
    }

    fn detect_declared(
        &self,
        generators: &[Permutation],
        patience: &mut Patience<'_>,
    ) -> Result<Found<Reduction>, Vec<Refusal>> {
        self.understanding.detect_declared(generators, patience)
    }

    fn is_refuted(&self) -> bool {
        self.understanding.is_refuted()
    }

    fn differences(&self, patience: &mut Patience<'_>) -> Result<Vec<Difference>, Interrupted> {
        self.understanding.differences(patience)
    }

    fn proposition_costs(
        &self,
        patience: &mut Patience<'_>,
    ) -> Result<PropositionCosts, Interrupted> {
        self.understanding.proposition_costs(patience)
    }

    fn check_scalarsets(
        &self,
        found: &Found<Reduction>,
        declared: &[Scalarset],
        patience: &mut Patience<'_>,
    ) -> Result<Vec<ScalarsetOutcome>, Interrupted> {
        self.understanding.check_scalarsets(found, declared, patience)
    }
}
