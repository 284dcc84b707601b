//! Models of which no symmetry is known.

use std::convert::Infallible;
use std::marker::PhantomData;

use groups::{Interrupted, Patience, Permutation};
use kernel::Observable;
use symmetry::{Symmetric, SymmetryGroup};

use crate::model::{Covering, Reduced, ShortWay, Tested};
use crate::published::PublishedMethod;
use crate::symmetry_of_model::{
    Breach, Components, Difference, Found, PropositionCosts, Refusal, Remark, Scalarset,
    ScalarsetOutcome, Understanding,
};

/// The reduction that such a model does not have.
pub struct Unreduced<S>(Infallible, PhantomData<S>);

impl<S: Symmetric + Covering + Observable + ShortWay + Tested> Reduced for Unreduced<S> {
    type System = S;

    fn system(&self) -> &S {
        match self.0 {}
    }

    fn symmetry(&self) -> &SymmetryGroup {
        match self.0 {}
    }

    fn leaves_out_steps(&self) -> bool {
        match self.0 {}
    }

    fn components(&self) -> usize {
        match self.0 {}
    }

    fn moves_other_points_alone(&self) -> bool {
        match self.0 {}
    }

    fn sure_images(&self, _: &[bool]) -> Vec<bool> {
        match self.0 {}
    }

    fn images(&self, _: &[bool]) -> Vec<bool> {
        match self.0 {}
    }
}

/// What is understood of a model of which no symmetry is known: why that is so, whatever is asked.
pub struct NoSymmetry {
    /// Why, as a whole sentence without its full stop.
    pub reason: &'static str,
}

impl NoSymmetry {
    fn remark(&self) -> Remark {
        Remark { span: None, text: self.reason.to_owned() }
    }
}

impl<R> Understanding<R> for NoSymmetry {
    fn detect(&self, _: &mut Patience<'_>) -> Found<R> {
        Found::refused(&self.remark())
    }

    fn detect_of_processes(&self, _: &mut Patience<'_>) -> Found<R> {
        Found::refused(&self.remark())
    }

    fn published(&self) -> Vec<Box<dyn PublishedMethod<R> + '_>> {
        Vec::new()
    }

    fn components(&self, _: &mut Patience<'_>) -> Result<Result<Components, String>, Interrupted> {
        Ok(Err(self.reason.to_owned()))
    }

    fn detect_declared(
        &self,
        _: &[Permutation],
        _: &mut Patience<'_>,
    ) -> Result<Found<R>, Vec<Refusal>> {
        Err(vec![Refusal { generator: None, reason: self.reason.to_owned() }])
    }

    fn is_refuted(&self) -> bool {
        false
    }

    fn differences(&self, _: &mut Patience<'_>) -> Result<Vec<Difference>, Interrupted> {
        Ok(Vec::new())
    }

    fn proposition_costs(&self, _: &mut Patience<'_>) -> Result<PropositionCosts, Interrupted> {
        Ok(PropositionCosts::default())
    }

    fn check_scalarsets(
        &self,
        _: &Found<R>,
        declared: &[Scalarset],
        _: &mut Patience<'_>,
    ) -> Result<Vec<ScalarsetOutcome>, Interrupted> {
        let none =
            || ScalarsetOutcome::Refused(Breach::new("the system has no variables to declare"));
        Ok(declared.iter().map(|_| none()).collect())
    }
}
