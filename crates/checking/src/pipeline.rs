//! The pipeline, whatever is looked for: the symmetry of the model is found and made ready, within a part of the budget, and searched
//! with. Where it turns out not to hold, every state is searched.

use groups::Patience;
use kernel::{Phase, Reporter};
use model::{Found, Understanding, Words};

use crate::budgets::preparation_budget;
use crate::detection::detect;
use crate::failure::Failure;
use crate::representative::PreparedStrategy;
use crate::request::CheckRequest;

/// What a search is after, as far as the pipeline asks.
pub(crate) trait Pursuit<M: Words> {
    /// What a search finds.
    type Findings;

    /// The symmetry that serves it.
    ///
    /// # Errors
    /// What is wrong with a declared group, or that a method does not serve the model.
    fn detect(
        &mut self,
        understanding: &dyn Understanding<M::Reduced>,
        request: &CheckRequest<'_>,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Found<M::Reduced>>, Failure> {
        detect::<M>(understanding, request.symmetry, patience)
    }

    /// A strategy for a reduction; none if it does not serve, or getting it ready takes too long.
    ///
    /// # Errors
    /// The strategy that was asked for does not serve.
    fn prepare<'r>(
        &mut self,
        reduction: &'r M::Reduced,
        request: &CheckRequest<'_>,
        patience: &mut Patience<'_>,
    ) -> Result<Option<PreparedStrategy<'r>>, Failure>;

    /// Is told all that is known before the search.
    fn prepared(
        &mut self,
        found: Option<&Found<M::Reduced>>,
        chosen: Option<&PreparedStrategy<'_>>,
    );

    /// Searches one state for each class. `None` if the symmetry turned out not to hold.
    ///
    /// # Errors
    /// Why there is no answer.
    fn in_quotient(
        &mut self,
        reduction: &M::Reduced,
        chosen: &PreparedStrategy<'_>,
    ) -> Result<Option<Self::Findings>, Failure>;

    /// Searches every state.
    ///
    /// # Errors
    /// Why there is no answer.
    fn among_all(&mut self) -> Result<Self::Findings, Failure>;
}

/// Goes the whole way.
///
/// # Errors
/// Why there is no answer.
pub(crate) fn pursue<M: Words, P: Pursuit<M>>(
    model: &M,
    request: &CheckRequest<'_>,
    reporter: &dyn Reporter,
    pursuit: &mut P,
) -> Result<P::Findings, Failure> {
    let budget = preparation_budget(&request.options);
    let mut ask = |bytes| budget.go_on(bytes);
    let patience = &mut Patience::new(&mut ask);
    reporter.phase(Phase::Detection);
    let understanding = model.understand();
    let found = pursuit.detect(&*understanding, request, patience)?;
    drop(understanding);
    reporter.phase(Phase::Preparation);
    let reduction = found.as_ref().and_then(|found| found.reduction.as_ref());
    let chosen = match reduction {
        Some(reduction) => pursuit.prepare(reduction, request, patience)?,
        None => None,
    };
    pursuit.prepared(found.as_ref(), chosen.as_ref());
    request.options.budget.begin();
    if let Some((reduction, chosen)) = reduction.zip(chosen.as_ref())
        && let Some(findings) = pursuit.in_quotient(reduction, chosen)?
    {
        return Ok(findings);
    }
    pursuit.among_all()
}
