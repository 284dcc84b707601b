//! What is understood of a machine, as a model answers for it.

use detection::{Reduction, Understanding};
use groups::{Interrupted, Patience, Permutation};
use machine::Machine;
use model::{
    Components, Difference, Drawn, Equivalence, Found, NoDiagram, NoRebecs, PropositionCosts,
    RebecSymmetry, Refusal, Remark, Scalarset, ScalarsetOutcome,
};

use super::{ChannelDiagrams, KnownRebecs};

/// An understanding of a machine, with the published ways to find symmetry beside it.
pub(super) struct Understood<'m> {
    understanding: Understanding<'m>,
    diagrams: Option<&'m dyn ChannelDiagrams>,
    rebecs: Option<&'m dyn KnownRebecs>,
}

impl<'m> Understood<'m> {
    pub(super) fn new(
        machine: &'m Machine,
        diagrams: Option<&'m dyn ChannelDiagrams>,
        rebecs: Option<&'m dyn KnownRebecs>,
    ) -> Self {
        Understood { understanding: Understanding::new(machine), diagrams, rebecs }
    }
}

impl model::Understanding<Reduction> for Understood<'_> {
    fn detect(&self, patience: &mut Patience<'_>) -> Found<Reduction> {
        self.understanding.detect(patience)
    }

    fn detect_by_diagram(
        &self,
        equivalence: Equivalence,
        patience: &mut Patience<'_>,
    ) -> Result<Found<Reduction>, NoDiagram> {
        let diagrams = self.diagrams.ok_or(NoDiagram)?;
        Ok(diagrams.detect(equivalence, &self.understanding, patience))
    }

    fn detect_by_known_rebecs(
        &self,
        symmetry: RebecSymmetry,
        patience: &mut Patience<'_>,
    ) -> Result<Found<Reduction>, NoRebecs> {
        let rebecs = self.rebecs.ok_or(NoRebecs)?;
        Ok(rebecs.detect(symmetry, &self.understanding, patience))
    }

    fn diagram(&self, title: &str) -> Result<Drawn, Remark> {
        match self.diagrams {
            Some(diagrams) => diagrams.draw(&self.understanding, title),
            None => {
                let text = "models of this language have none".to_owned();
                Err(Remark { span: None, text })
            }
        }
    }

    fn components(&self, patience: &mut Patience<'_>) -> Result<Option<Components>, Interrupted> {
        self.understanding.components(patience)
    }

    fn detect_declared(
        &self,
        generators: &[Permutation],
        patience: &mut Patience<'_>,
    ) -> Result<Found<Reduction>, Vec<Refusal>> {
        self.understanding.detect_declared(generators, patience)
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
