//! A model that was loaded, whatever its language: all that a command can ask of it.

use confirm::the_system_decides;
use diagnostics::Sources;
use kernel::{Budget, Property, Reporter, SearchOptions, StopReason, TransitionSystem};
use model::{
    Action, Cell, Claim, Claims, Goal, ImportedEnd, InferredType, SetOptions, Simulated, Value,
};

use crate::asserted::check_claim;
use crate::check::{Preparation, Report, check};
use crate::claim::ClaimReport;
use crate::counterexample::{Counterexample, Detail, describe_run};
use crate::detection::SymmetrySource;
use crate::evaluate::evaluate_in;
use crate::explorable::{Explorable, explorable};
use crate::failure::Failure;
use crate::follow::{StoredStatement, follow, statements};
use crate::graph::{Graph, graph};
use crate::printed::Printed;
use crate::request::CheckRequest;
use crate::session::{ModelSession, Session};
use crate::sets::check_sets;
use crate::symmetry_report::{SymmetryReport, SymmetryRequest, add_claims, symmetry};
use crate::temporal::TEMPORAL;
use crate::trace_file::{StoredRun, is_called, replay};
use crate::walk::Walk;

/// A model that was loaded.
pub trait Loaded {
    /// The texts that it was read from; spans lie in them.
    fn sources(&self) -> &Sources;

    /// What it prints when it is read.
    ///
    /// # Errors
    /// The budget is spent before all values are known.
    fn printed(&self, budget: &Budget) -> Result<Vec<Printed>, StopReason>;

    /// The value of an expression of the language that stands outside the states; none if the language has none of these.
    fn value_of(&self, text: &str) -> Option<Result<String, String>>;

    /// What is said of a model that nothing is checked of, where that is no mistake.
    fn only_loads(&self) -> Option<&'static str>;

    /// What can be violated.
    fn properties(&self) -> &[Property];

    /// The names of its claims, in the order of the text: what is checked each with a system of its own, as what a model says of runs
    /// that go on for ever.
    fn claims(&self) -> Vec<&str>;

    /// Whether its claims are looked at although others are violated: they say nothing of one another.
    fn claims_stand_alone(&self) -> bool;

    /// Checks a claim, by its place among these.
    ///
    /// # Errors
    /// A counterexample that cannot be confirmed, or a claim that cannot be checked.
    fn check_claim(
        &self,
        place: usize,
        request: &CheckRequest<'_>,
        reporter: &dyn Reporter,
    ) -> Result<ClaimReport, Failure>;

    /// Takes a declaration of scalarsets, whose text becomes a source of this name.
    ///
    /// # Errors
    /// What is wrong with it.
    fn declare_scalarsets(&mut self, name: &str, text: &str) -> Result<(), Failure>;

    /// The types that were inferred; none where the language declares them.
    fn inferred_types(&self) -> Option<Vec<InferredType>>;

    /// Checks the model. `prepared` is told what is known before the search.
    ///
    /// # Errors
    /// Why there is no verdict.
    fn check(
        &self,
        request: CheckRequest<'_>,
        reporter: &dyn Reporter,
        prepared: &mut dyn FnMut(&Preparation),
    ) -> Result<Report, Failure>;

    /// The same with sets of states.
    ///
    /// # Errors
    /// Why there is no verdict.
    fn check_sets(
        &self,
        request: &CheckRequest<'_>,
        sets: SetOptions,
        reporter: &dyn Reporter,
        prepared: &mut dyn FnMut(&Preparation),
    ) -> Result<Report, Failure>;

    /// Answers questions about its symmetry.
    ///
    /// # Errors
    /// Why there is no answer.
    fn symmetry(&self, request: &SymmetryRequest<'_>) -> Result<SymmetryReport, Failure>;

    /// Hands its state graph to `draw`.
    ///
    /// # Errors
    /// What is wrong with a declared group, or a limit that was reached before there was a graph.
    fn graph(
        &self,
        symmetry: SymmetrySource<'_>,
        options: &SearchOptions,
        draw: &mut dyn FnMut(&dyn Graph),
    ) -> Result<(), Failure>;

    /// Runs a stored counterexample, and sees that it is real.
    ///
    /// # Errors
    /// Where it departs from the model.
    fn replay(&self, stored: &StoredRun, detail: Detail) -> Result<Counterexample, Failure>;

    /// Why runs cannot be exchanged with another tool of the language; none inside if the language has none.
    fn exchange_obstacle(&self) -> Option<Option<String>>;

    /// What to type to see an exported run that is stored here in the other tool.
    fn exchange_command(&self, path: &std::path::Path) -> Option<String>;

    /// Takes a run of another tool, step by step.
    ///
    /// # Errors
    /// The first line that does not fit.
    fn import(&self, text: &str, detail: Detail) -> Result<ImportedRun, Failure>;

    /// The statements of a stored run.
    ///
    /// # Errors
    /// Where it departs from the model.
    fn statements(&self, stored: &StoredRun) -> Result<Vec<StoredStatement>, Failure>;

    /// A run that stands at its beginning. One that keeps no history cannot go back, and takes no more memory with each step.
    ///
    /// # Errors
    /// That the model has no initial state.
    fn session(&self, keeps_history: bool) -> Result<Box<dyn Session + '_>, Failure>;

    /// The same with the statements of a stored run ahead.
    ///
    /// # Errors
    /// Where the run departs from the model.
    fn session_along(
        &self,
        stored: &StoredRun,
        statements: &[StoredStatement],
    ) -> Result<Box<dyn Session + '_>, Failure>;

    /// Finds its symmetry, and hands both to `walk`.
    ///
    /// # Errors
    /// What is wrong with a declared group, or a limit that was reached before.
    fn explorable(
        &self,
        symmetry: SymmetrySource<'_>,
        options: &SearchOptions,
        walk: &mut dyn FnMut(&dyn Explorable),
    ) -> Result<(), Failure>;

    /// The value of an expression where a state holds these cells, which have the names in which they are shown.
    ///
    /// # Errors
    /// What cannot be understood or computed.
    fn evaluate(&self, cells: &[Cell], text: &str) -> Result<Value, String>;

    /// Everything that its components can do, as far as that is known beforehand.
    fn every_action(&self) -> Vec<Action>;
}

/// A run of another tool, taken in the model.
pub struct ImportedRun {
    /// The run.
    pub counterexample: Counterexample,
    /// Whether it violates something.
    pub violates: bool,
    /// What else is to be said of it.
    pub note: Option<String>,
}

/// A model as the commands see it; `main` is the name of its file, which goes without saying where lines are named.
#[must_use]
pub fn loaded<M: Simulated + 'static>(model: M, main: impl Into<String>) -> Box<dyn Loaded> {
    Box::new(LoadedModel { model, main: main.into(), claims: None })
}

/// The same with claims that have models of their own, if there are any.
#[must_use]
pub fn loaded_with_claims<M: Simulated + 'static>(
    model: M,
    main: impl Into<String>,
    claims: Option<impl Claims<M> + 'static>,
) -> Box<dyn Loaded> {
    let claims = claims.map(|claims| Box::new(claims) as Box<dyn Claims<M>>);
    Box::new(LoadedModel { model, main: main.into(), claims })
}

struct LoadedModel<M> {
    model: M,
    main: String,
    /// Where each claim has a model of its own; elsewhere what the model says of its runs is checked on itself.
    claims: Option<Box<dyn Claims<M>>>,
}

impl<M: Simulated> LoadedModel<M> {
    fn walk(&self) -> Result<Walk<'_, M>, Failure> {
        let none = || Failure::Input(format!("{}: there is no initial state", self.main));
        Walk::from_start(&self.model, 0).ok_or_else(none)
    }

    /// Checks what a model says of its runs, at a place among that.
    fn check_run_property(
        &self,
        model: &M,
        place: usize,
        request: &CheckRequest<'_>,
        reporter: &dyn Reporter,
    ) -> Result<ClaimReport, Failure> {
        let property = &model.run_properties()[place];
        let (name, goal) = (property.name.as_str(), Goal::Runs(property));
        let claim = Claim { name, kind: TEMPORAL, goal, is_refuted: true, otherwise: "" };
        check_claim(model, &self.main, &claim, request, reporter, &mut the_system_decides::<M>)
    }

    /// The model of the claim that a stored run violates, if it has one of its own.
    fn of_violated(&self, stored: &StoredRun) -> Result<Option<M>, Failure> {
        let violated = stored.property.as_str();
        let is_property = self.properties().iter().any(|known| is_called(known, violated));
        let is_claim = stored.violates_claim() || !is_property;
        let place = self.claims().iter().position(|name| is_claim && *name == violated);
        Ok(place.map(|place| self.of_claim(place)).transpose()?.flatten())
    }

    /// The model of the claim at a place, if it has one of its own.
    fn of_claim(&self, place: usize) -> Result<Option<M>, Failure> {
        let made = self.claims.as_ref().map(|claims| claims.model(place)).transpose();
        made.map_err(|problem| Failure::Model(vec![problem]))
    }
}

impl<M: Simulated> Loaded for LoadedModel<M> {
    fn sources(&self) -> &Sources {
        self.model.sources()
    }

    fn printed(&self, _: &Budget) -> Result<Vec<Printed>, StopReason> {
        Ok(Vec::new())
    }

    fn value_of(&self, _: &str) -> Option<Result<String, String>> {
        None
    }

    fn only_loads(&self) -> Option<&'static str> {
        None
    }

    fn properties(&self) -> &[Property] {
        self.model.system().properties()
    }

    fn claims(&self) -> Vec<&str> {
        match &self.claims {
            Some(claims) => claims.names(),
            None => self.model.run_properties().iter().map(|it| it.name.as_str()).collect(),
        }
    }

    fn claims_stand_alone(&self) -> bool {
        false
    }

    fn check_claim(
        &self,
        place: usize,
        request: &CheckRequest<'_>,
        reporter: &dyn Reporter,
    ) -> Result<ClaimReport, Failure> {
        match self.of_claim(place)? {
            Some(model) => self.check_run_property(&model, 0, request, reporter),
            None => self.check_run_property(&self.model, place, request, reporter),
        }
    }

    fn declare_scalarsets(&mut self, name: &str, text: &str) -> Result<(), Failure> {
        self.model.declare_scalarsets(name, text).map_err(|problem| Failure::Model(vec![problem]))
    }

    fn inferred_types(&self) -> Option<Vec<InferredType>> {
        self.model.inferred_types()
    }

    fn check(
        &self,
        request: CheckRequest<'_>,
        reporter: &dyn Reporter,
        prepared: &mut dyn FnMut(&Preparation),
    ) -> Result<Report, Failure> {
        check(&self.model, &self.main, request, reporter, prepared, &mut the_system_decides::<M>)
    }

    fn check_sets(
        &self,
        request: &CheckRequest<'_>,
        sets: SetOptions,
        reporter: &dyn Reporter,
        prepared: &mut dyn FnMut(&Preparation),
    ) -> Result<Report, Failure> {
        let judge = &mut the_system_decides::<M>;
        check_sets(&self.model, &self.main, request, sets, reporter, prepared, judge)
    }

    fn symmetry(&self, request: &SymmetryRequest<'_>) -> Result<SymmetryReport, Failure> {
        let mut report = symmetry(&self.model, request)?;
        add_claims(&mut report, &self.claims(), &mut |place| self.of_claim(place), request)?;
        Ok(report)
    }

    fn graph(
        &self,
        symmetry: SymmetrySource<'_>,
        options: &SearchOptions,
        draw: &mut dyn FnMut(&dyn Graph),
    ) -> Result<(), Failure> {
        graph(&self.model, symmetry, options, draw)
    }

    fn replay(&self, stored: &StoredRun, detail: Detail) -> Result<Counterexample, Failure> {
        let judge = &mut the_system_decides::<M>;
        match self.of_violated(stored)? {
            Some(model) => replay(&model, &self.main, stored, detail, judge),
            None => replay(&self.model, &self.main, stored, detail, judge),
        }
    }

    fn exchange_obstacle(&self) -> Option<Option<String>> {
        match self.model.exchange() {
            None => Some(None),
            Some(exchange) => exchange.obstacle().map(Some),
        }
    }

    fn exchange_command(&self, path: &std::path::Path) -> Option<String> {
        self.model.exchange().map(|exchange| exchange.command(path))
    }

    fn import(&self, text: &str, detail: Detail) -> Result<ImportedRun, Failure> {
        let Some(exchange) = self.model.exchange() else {
            let text = "runs of other tools of this language cannot be read";
            return Err(Failure::Input(text.to_owned()));
        };
        let imported = exchange.import(text).map_err(Failure::Input)?;
        let described = describe_run(&self.model, &self.main, &imported.run, detail);
        let counterexample = match &imported.ending {
            ImportedEnd::Violation(_) => described,
            ImportedEnd::Nothing(ending) => Counterexample {
                place: (*ending).to_owned(),
                ending: (*ending).to_owned(),
                blocked: Vec::new(),
                offers: None,
                ..described
            },
        };
        let violates = matches!(imported.ending, ImportedEnd::Violation(_));
        Ok(ImportedRun { counterexample, violates, note: imported.note })
    }

    fn statements(&self, stored: &StoredRun) -> Result<Vec<StoredStatement>, Failure> {
        match self.of_violated(stored)? {
            Some(model) => statements(&model, &self.main, stored),
            None => statements(&self.model, &self.main, stored),
        }
    }

    fn session(&self, keeps_history: bool) -> Result<Box<dyn Session + '_>, Failure> {
        let walk = self.walk()?;
        Ok(Box::new(ModelSession::new(walk, &self.main, Vec::new(), keeps_history)))
    }

    fn session_along(
        &self,
        stored: &StoredRun,
        statements: &[StoredStatement],
    ) -> Result<Box<dyn Session + '_>, Failure> {
        let ahead = follow(&self.model, &self.main, stored, statements)?;
        let session = ModelSession::new(ahead.walk, &self.main, ahead.steps, true);
        Ok(Box::new(session.going_round(ahead.again)))
    }

    fn explorable(
        &self,
        symmetry: SymmetrySource<'_>,
        options: &SearchOptions,
        walk: &mut dyn FnMut(&dyn Explorable),
    ) -> Result<(), Failure> {
        let claims: Vec<String> = self.claims().into_iter().map(str::to_owned).collect();
        explorable(&self.model, &self.main, &claims, symmetry, options, walk)
    }

    fn evaluate(&self, cells: &[Cell], text: &str) -> Result<Value, String> {
        evaluate_in(&self.model, cells, text)
    }

    fn every_action(&self) -> Vec<Action> {
        self.model.every_action()
    }
}
