//! What it costs that a symmetry must keep the propositions of claims: which of them make the group smaller.

use groups::{Interrupted, Patience};
use model::{PropositionCost, PropositionCosts};
use num_bigint::BigUint;

use super::Understanding;
use super::claims::asked;
use super::graph::Kept;

impl Understanding<'_> {
    /// The propositions for which, each by itself, the group is smaller than without claims.
    ///
    /// # Errors
    /// The caller has lost patience.
    pub fn proposition_costs(
        &self,
        patience: &mut Patience<'_>,
    ) -> Result<PropositionCosts, Interrupted> {
        let Ok(understood) = self.understood(patience)? else {
            return Ok(PropositionCosts::default());
        };
        let without = understood.order_keeping(Kept::None, patience)?;
        let mut costs: Vec<PropositionCost> = Vec::new();
        if without == BigUint::from(1u8)
            || without == understood.order_keeping(Kept::All, patience)?
        {
            return Ok(PropositionCosts::default());
        }
        for (place, (_, span)) in asked(&self.machine().program).into_iter().enumerate() {
            let order = understood.order_keeping(Kept::One(place), patience)?;
            if order < without {
                costs.push(PropositionCost { span, order: order.to_string() });
            }
        }
        Ok(PropositionCosts { without: Some(without.to_string()), propositions: costs })
    }
}
