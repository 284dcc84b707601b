//! A script as the commands see it.

use std::cell::OnceCell;
use std::sync::Arc;

use checking::{
    CheckRequest, ClaimReport, Counterexample, Detail, Explorable, Failure, Graph, ImportedRun,
    Loaded, Preparation, Printed, Report, Session, StoredRun, StoredStatement, SymmetryReport,
    SymmetryRequest, SymmetrySource, add_claims, evaluate_cells, loaded,
};
use diagnostics::{Diagnostic, FileId, Severity, Sources};
use kernel::{Budget, Property, Reporter, SearchOptions, StopReason};
use model::{Action, Cell, InferredType, SetOptions, Value};

use crate::decide::{Read, along, decide, of_claim, replayed, walked};
use crate::printed::{printed, value_of};
use crate::script::Script;
use crate::tree::{Expression, SymmetricType};
use crate::workshop::Workshop;

/// Why no group is read from a file.
const NO_FILE: &str = "`--symmetry file:` declares what processes, channels and variables do, and symmetry exchanges values of \
                       datatypes here: they are found, and `--symmetric TYPES` says which of them are used";

/// How much is done with a script.
pub(crate) enum Extent {
    /// It has types, and that is all that was asked.
    Types,
    /// What it prints is evaluated, and the assertions at these places are decided.
    Claims(Vec<usize>),
}

/// A script that was loaded. Its assertions become models when they are asked for, and so does a process that is run or drawn.
pub(crate) struct LoadedScript {
    script: Arc<Script>,
    workshop: Workshop,
    sources: Sources,
    file: FileId,
    /// The name of that file.
    main: String,
    extent: Extent,
    /// The process that is run and drawn.
    process: Option<Expression>,
    /// The datatypes by which that is reduced; none if it is by all.
    only: Vec<SymmetricType>,
    walked: OnceCell<Box<dyn Loaded>>,
    /// The model of an assertion that a stored run violates.
    along: OnceCell<Box<dyn Loaded>>,
}

impl LoadedScript {
    pub fn new(
        script: Script,
        sources: Sources,
        file: FileId,
        extent: Extent,
        process: Option<Expression>,
        only: Vec<SymmetricType>,
    ) -> LoadedScript {
        let script = Arc::new(script);
        let main = sources.name(file).to_owned();
        LoadedScript {
            file,
            workshop: Workshop::new(Arc::clone(&script)),
            script,
            sources,
            main,
            extent,
            process,
            only,
            walked: OnceCell::new(),
            along: OnceCell::new(),
        }
    }

    /// The places of the assertions that are decided.
    fn chosen(&self) -> &[usize] {
        match &self.extent {
            Extent::Types => &[],
            Extent::Claims(places) => places,
        }
    }

    fn read(&self) -> Read<'_> {
        let LoadedScript { script, workshop, sources, main, .. } = self;
        Read { script, sources, main, workshop }
    }

    /// The process that is run and drawn.
    fn walked(&self) -> Result<&dyn Loaded, Failure> {
        if let Some(known) = self.walked.get() {
            return Ok(&**known);
        }
        let Some(process) = &self.process else {
            let text = "no process is named, and nothing is asserted of one";
            let wrong = Diagnostic::new(Severity::Error, text).help("`--process P` names one");
            return Err(Failure::Model(vec![wrong]));
        };
        let model = walked(self.read(), process, &self.only)
            .map_err(|wrong| Failure::Model(vec![wrong]))?;
        Ok(&**self.walked.get_or_init(|| loaded(model, self.main.clone())))
    }

    /// Refuses a group from a file.
    ///
    /// # Errors
    /// That there is one.
    fn refuse_declared(&self, symmetry: SymmetrySource<'_>) -> Result<(), Failure> {
        match symmetry {
            SymmetrySource::Declared(..) => {
                Err(Failure::Input(format!("{}: {NO_FILE}", self.main)))
            }
            _ => Ok(()),
        }
    }

    /// The place of the assertion that a run violates.
    fn violated(&self, stored: &StoredRun) -> Option<usize> {
        self.script.asserted.iter().position(|asserted| asserted.name == stored.property)
    }

    /// What a stored run is a run of: of the model of an assertion, or of the process that is run.
    fn along(&self, stored: &StoredRun) -> Result<&dyn Loaded, Failure> {
        let Some(asserted) = self.violated(stored) else { return self.walked() };
        if let Some(known) = self.along.get() {
            return Ok(&**known);
        }
        let model = along(self.read(), asserted, stored)?;
        Ok(&**self.along.get_or_init(|| loaded(model, self.main.clone())))
    }
}

impl Loaded for LoadedScript {
    fn sources(&self) -> &Sources {
        &self.sources
    }

    fn printed(&self, budget: &Budget) -> Result<Vec<Printed>, StopReason> {
        match self.extent {
            Extent::Types => Ok(Vec::new()),
            Extent::Claims(_) => printed(&self.script, budget),
        }
    }

    fn value_of(&self, text: &str) -> Option<Result<String, String>> {
        Some(value_of(&self.main, self.sources.text(self.file), text))
    }

    fn only_loads(&self) -> Option<&'static str> {
        match self.extent {
            Extent::Types => Some("loads; its types are right"),
            Extent::Claims(_) if self.script.asserted.is_empty() => {
                Some("loads; it asserts nothing")
            }
            Extent::Claims(_) => None,
        }
    }

    fn properties(&self) -> &[Property] {
        &[]
    }

    fn claims(&self) -> Vec<&str> {
        self.chosen().iter().map(|&place| self.script.asserted[place].name.as_str()).collect()
    }

    fn claims_stand_alone(&self) -> bool {
        true
    }

    fn check_claim(
        &self,
        place: usize,
        request: &CheckRequest<'_>,
        reporter: &dyn Reporter,
    ) -> Result<ClaimReport, Failure> {
        self.refuse_declared(request.symmetry)?;
        decide(self.read(), self.chosen()[place], request, reporter)
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

    fn check_sets(
        &self,
        _: &CheckRequest<'_>,
        _: SetOptions,
        _: &dyn Reporter,
        _: &mut dyn FnMut(&Preparation),
    ) -> Result<Report, Failure> {
        Err(Failure::Input("processes are searched state by state".to_owned()))
    }

    /// That of the process which is run and drawn, and what is left of it for each assertion.
    fn symmetry(&self, request: &SymmetryRequest<'_>) -> Result<SymmetryReport, Failure> {
        self.refuse_declared(request.source)?;
        let mut report = self.walked()?.symmetry(request)?;
        let places = self.chosen();
        let mut model = |place: usize| of_claim(self.read(), places[place], request.budget);
        add_claims(&mut report, &self.claims(), &mut model, request)?;
        Ok(report)
    }

    fn graph(
        &self,
        symmetry: SymmetrySource<'_>,
        options: &SearchOptions,
        draw: &mut dyn FnMut(&dyn Graph),
    ) -> Result<(), Failure> {
        self.refuse_declared(symmetry)?;
        self.walked()?.graph(symmetry, options, draw)
    }

    fn replay(&self, stored: &StoredRun, detail: Detail) -> Result<Counterexample, Failure> {
        match self.violated(stored) {
            Some(asserted) => replayed(self.read(), asserted, stored, detail),
            None if self.process.is_some() => self.walked()?.replay(stored, detail),
            None => {
                let text = format!("the script does not assert `{}`", stored.property);
                Err(Failure::Input(text))
            }
        }
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

    /// A run that violates an assertion is confirmed first.
    fn statements(&self, stored: &StoredRun) -> Result<Vec<StoredStatement>, Failure> {
        if self.violated(stored).is_some() {
            self.replay(stored, Detail::Actions)?;
        }
        self.along(stored)?.statements(stored)
    }

    fn session(&self, keeps_history: bool) -> Result<Box<dyn Session + '_>, Failure> {
        self.walked()?.session(keeps_history)
    }

    fn session_along(
        &self,
        stored: &StoredRun,
        statements: &[StoredStatement],
    ) -> Result<Box<dyn Session + '_>, Failure> {
        self.along(stored)?.session_along(stored, statements)
    }

    fn explorable(
        &self,
        symmetry: SymmetrySource<'_>,
        options: &SearchOptions,
        walk: &mut dyn FnMut(&dyn Explorable),
    ) -> Result<(), Failure> {
        self.refuse_declared(symmetry)?;
        self.walked()?.explorable(symmetry, options, walk)
    }

    fn evaluate(&self, cells: &[Cell], text: &str) -> Result<Value, String> {
        evaluate_cells(cells, text)
    }

    fn every_action(&self) -> Vec<Action> {
        Vec::new()
    }
}
