//! A script as the commands see it, whole or with one of its assertions.

use checking::{
    CheckRequest, ClaimReport, ClaimRequest, Counterexample, Detail, Failure, Graph, ImportedRun,
    Loaded, Preparation, Printed, Report, Session, StoredRun, StoredStatement, SymmetryReport,
    SymmetryRequest, SymmetrySource, Wanted,
};
use diagnostics::Sources;
use kernel::{Budget, Fairness, Property, Reporter, SearchOptions, StopReason};
use model::{Action, InferredType};
use symmetry::AuditPlan;

use crate::decide::{decide, printed, replay};
use crate::script::Script;

/// A script that was loaded.
pub(crate) struct LoadedScript {
    script: Script,
    sources: Sources,
    /// The places of the assertions that are its claims.
    claims: Vec<usize>,
}

impl LoadedScript {
    pub fn new(script: Script, sources: Sources, claims: Vec<usize>) -> LoadedScript {
        LoadedScript { script, sources, claims }
    }
}

fn not_yet<T>(what: &str) -> Result<T, Failure> {
    Err(Failure::Input(format!("{what} of CSPM scripts is not supported yet")))
}

impl Loaded for LoadedScript {
    fn sources(&self) -> &Sources {
        &self.sources
    }

    fn printed(&self, budget: &Budget) -> Result<Vec<Printed>, StopReason> {
        printed(&self.script, budget)
    }

    fn properties(&self) -> &[Property] {
        &[]
    }

    fn claims(&self) -> Vec<&str> {
        self.claims.iter().map(|&place| self.script.asserted[place].name.as_str()).collect()
    }

    fn claims_stand_alone(&self) -> bool {
        true
    }

    fn check_claim(
        &self,
        place: usize,
        request: &ClaimRequest<'_>,
        reporter: &dyn Reporter,
    ) -> Result<ClaimReport, Failure> {
        decide(&self.script, &self.script.asserted[self.claims[place]], request, reporter)
    }

    fn declare_scalarsets(&mut self, _: &str, _: &str) -> Result<(), Failure> {
        Err(Failure::Input("CSPM has no variables to declare as scalarsets".to_owned()))
    }

    fn inferred_types(&self) -> Option<Vec<InferredType>> {
        None
    }

    fn check(
        &self,
        request: CheckRequest<'_>,
        _: &dyn Reporter,
        _: &mut dyn FnMut(&Preparation),
    ) -> Result<Report, Failure> {
        Ok(Report::of_no_search(&request.options))
    }

    fn symmetry(&self, _: &SymmetryRequest<'_>) -> Result<SymmetryReport, Failure> {
        not_yet("symmetry")
    }

    fn graph(
        &self,
        _: SymmetrySource<'_>,
        _: &SearchOptions,
        _: &mut dyn FnMut(&dyn Graph),
    ) -> Result<(), Failure> {
        not_yet("a graph")
    }

    fn replay(&self, stored: &StoredRun, detail: Detail) -> Result<Counterexample, Failure> {
        let mut asserted = self.claims.iter().map(|&place| &self.script.asserted[place]);
        let Some(asserted) = asserted.find(|asserted| asserted.name == stored.property) else {
            let text = format!("the script does not assert `{}`", stored.property);
            return Err(Failure::Input(text));
        };
        let request = ClaimRequest {
            symmetry: SymmetrySource::Off,
            representative: Wanted::default(),
            audit: AuditPlan::OFF,
            fairness: Fairness::None,
            shortest: false,
            options: SearchOptions::default(),
            detail,
            export: false,
        };
        replay(&self.script, asserted, stored, &request)
    }

    fn exchange_obstacle(&self) -> Option<Option<String>> {
        None
    }

    fn exchange_command(&self, _: &std::path::Path) -> Option<String> {
        None
    }

    fn import(&self, _: &str, _: Detail) -> Result<ImportedRun, Failure> {
        Err(Failure::Input("runs of other tools of this language cannot be read".to_owned()))
    }

    fn statements(&self, _: &StoredRun) -> Result<Vec<StoredStatement>, Failure> {
        not_yet("the simulation")
    }

    fn session(&self, _: bool) -> Result<Box<dyn Session + '_>, Failure> {
        not_yet("the simulation")
    }

    fn session_along(
        &self,
        _: &StoredRun,
        _: &[StoredStatement],
    ) -> Result<Box<dyn Session + '_>, Failure> {
        not_yet("the simulation")
    }

    fn every_action(&self) -> Vec<Action> {
        Vec::new()
    }
}
