//! What is claimed of a machine, each claim with a machine of its own as a model.

use diagnostics::{Diagnostic, Sources};
use model::Claims;

use super::{Dialect, MachineModel, MachineText};
use crate::claimed::ClaimedProgram;

/// A model's claims, which are compiled when they are asked for.
pub struct MachineClaims<D> {
    /// The program and what is claimed of it.
    pub claimed: ClaimedProgram,
    /// The text.
    pub sources: Sources,
    /// What the language says.
    pub dialect: D,
}

impl<D: Dialect> MachineClaims<D> {
    /// The claims of a program, if it has any; of those, where something is sought, the last alone, under the name that is given.
    #[must_use]
    pub fn of(
        claimed: Option<ClaimedProgram>,
        sought: Option<String>,
        sources: &Sources,
        dialect: &D,
    ) -> Option<MachineClaims<D>> {
        let claimed = claimed?;
        let claimed = match sought {
            Some(name) => claimed.seeking_last(name),
            None => claimed,
        };
        Some(MachineClaims { claimed, sources: sources.clone(), dialect: dialect.clone() })
    }
}

impl<D: Dialect> Claims<MachineModel<D>> for MachineClaims<D> {
    fn names(&self) -> Vec<&str> {
        self.claimed.claims.iter().map(|claim| claim.property.name.as_str()).collect()
    }

    fn model(&self, place: usize) -> Result<MachineModel<D>, Diagnostic> {
        let named = self.claimed.machine_for(place)?;
        Ok(MachineModel {
            text: MachineText { named, sources: self.sources.clone() },
            // They are checked with the model, not with its claims.
            scalarsets: Vec::new(),
            run_properties: vec![self.claimed.claims[place].property.clone()],
            dialect: self.dialect.clone(),
        })
    }
}
