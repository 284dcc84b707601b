//! A defect that shows in one claim does not cost the others. The language is CSPM, of which some assertions are broken on purpose.

mod support;

use std::path::Path;
use std::process::ExitCode;
use std::thread;

use checking::{
    CheckRequest, ClaimReport, Counterexample, Detail, Explorable, Failure, ForeignRuns, Graph,
    ImportedRun, Lack, Language, Loaded, Loading, Peer, Preparation, Printed, Purpose, Report,
    Session, Setting, Settings, StoredRun, StoredStatement, SymmetryReport, SymmetryRequest,
    SymmetrySource, Translate,
};
use cspm::Cspm;
use diagnostics::{FileId, Sources};
use kernel::{Budget, Fairness, Property, Reporter, SearchOptions, StopReason};
use model::{Action, Cell, Declared, InferredType, Method, SetOptions};
use quotient::Languages;
use serde_json::Value;
use support::Place;
use support::own_program::{Case, main as own_main, run};

const TABLE: Languages = Languages { known: &[&Broken], later: &[] };

const CASES: &[Case] = &[
    ("others_keep_their_verdicts_in_words", others_keep_their_verdicts_in_words),
    ("others_keep_their_verdicts_in_json", others_keep_their_verdicts_in_json),
    ("what_is_printed_costs_no_verdict", what_is_printed_costs_no_verdict),
];

fn main() -> ExitCode {
    own_main(|arguments| quotient::run(TABLE, arguments.into_iter()), CASES)
}

const SCRIPT: &str = "channel a, b
P = a -> P
PANICS = P
THREADED = P
INTERNAL = P
assert PANICS [T= P
assert P [T= a -> P
assert THREADED [T= P
assert P [T= b -> P
assert INTERNAL [T= P
assert P :[deadlock free]
";

fn others_keep_their_verdicts_in_words() {
    let place = Place::new("defects_words");
    place.file("s.csp", SCRIPT);
    let said = run(&place.path(""), "check s.csp");
    assert_eq!(said.code, Some(4), "{said:?}");
    let verdict = |name: &str| {
        let line = said.out.lines().find(|line| line.starts_with(name));
        line.unwrap_or_else(|| panic!("{name}: {said:?}")).to_owned()
    };
    assert!(verdict("PANICS").contains("inconclusive  internal error: a claim panics"));
    assert!(verdict("THREADED").contains("inconclusive  internal error: a thread panics"));
    assert!(verdict("INTERNAL").contains("inconclusive  internal error: a claim is broken"));
    assert!(verdict("P [T= a -> P").contains("holds"));
    assert!(verdict("P [T= b -> P").contains("VIOLATED"));
    assert!(verdict("P :[deadlock free]").contains("holds"));
    assert!(said.out.contains("counterexample for P [T= b -> P"), "{said:?}");
    let told = said.err.matches("This is a defect of quotient").count();
    assert!(told == 3 && said.err.contains("`PANICS [T= P`: a claim panics"), "{said:?}");
}

fn others_keep_their_verdicts_in_json() {
    let place = Place::new("defects_json");
    place.file("s.csp", SCRIPT);
    let said = run(&place.path(""), "check s.csp --json");
    assert_eq!(said.code, Some(4), "{said:?}");
    let object: Value = serde_json::from_str(&said.out).unwrap_or_else(|_| panic!("{said:?}"));
    let checks = object["checks"].as_array().expect("checks");
    let told: Vec<(&str, &str)> = checks
        .iter()
        .map(|check| (check["kind"].as_str().unwrap(), check["verdict"].as_str().unwrap()))
        .collect();
    let expected = [
        ("defect", "inconclusive"),
        ("refinement", "holds"),
        ("defect", "inconclusive"),
        ("refinement", "violated"),
        ("defect", "inconclusive"),
        ("deadlock", "holds"),
    ];
    assert_eq!(told, expected);
    assert!(checks[0]["reason"].as_str().unwrap().starts_with("internal error: a claim panics"));
    assert_eq!(checks[3]["trace"].as_array().map(Vec::len), Some(1));
}

fn what_is_printed_costs_no_verdict() {
    let place = Place::new("defects_print");
    place.file("s.csp", "channel a\nP = a -> P\nprint 1 + 1\nassert P [T= a -> P\n");
    let said = run(&place.path(""), "check s.csp");
    assert_eq!(said.code, Some(4), "{said:?}");
    assert!(said.out.contains("P [T= a -> P  holds"), "{said:?}");
    assert!(said.err.contains("the output of the model: it cannot be printed"), "{said:?}");
}

/// CSPM, but for assertions of certain processes.
struct Broken;

impl Language for Broken {
    fn name(&self) -> &'static str {
        "broken"
    }

    fn title(&self) -> &'static str {
        "Broken"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["csp"]
    }

    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    fn methods(&self) -> Vec<&'static Method> {
        Vec::new()
    }

    fn lacks(&self) -> &'static [Lack] {
        &[]
    }

    fn peer(&self) -> Option<&'static Peer> {
        None
    }

    fn fairness(&self) -> Fairness {
        Fairness::None
    }

    fn has_assertions(&self) -> bool {
        true
    }

    fn looks_for_deadlocks(&self) -> bool {
        true
    }

    fn objection(&self, _: &Settings) -> Option<String> {
        None
    }

    fn load(
        &self,
        sources: Sources,
        file: FileId,
        settings: &Settings,
        purpose: Purpose,
    ) -> Loading {
        let mut loading = Cspm.load(sources, file, settings, purpose);
        let broken = |model: Box<dyn Loaded>| Box::new(BrokenModel(model)) as Box<dyn Loaded>;
        loading.model = loading.model.map(broken);
        loading
    }

    fn keeping_inactive(&self, settings: &Settings) -> Settings {
        settings.clone()
    }

    fn declared(&self, _: &mut Sources, _: FileId, _: &Settings) -> Vec<Declared> {
        Vec::new()
    }

    fn as_written(&self, settings: &Settings) -> Settings {
        settings.clone()
    }

    fn translation(&self) -> Option<Translate> {
        None
    }

    fn foreign_runs(&self) -> Option<ForeignRuns> {
        None
    }
}

struct BrokenModel(Box<dyn Loaded>);

impl Loaded for BrokenModel {
    fn check_claim(
        &self,
        place: usize,
        request: &CheckRequest<'_>,
        reporter: &dyn Reporter,
    ) -> Result<ClaimReport, Failure> {
        let name = self.0.claims()[place];
        if name.starts_with("PANICS") {
            panic!("a claim panics");
        }
        if name.starts_with("THREADED") {
            thread::scope(|scope| {
                scope.spawn(|| panic!("a thread panics"));
            });
        }
        if name.starts_with("INTERNAL") {
            return Err(Failure::Internal("a claim is broken".to_owned()));
        }
        self.0.check_claim(place, request, reporter)
    }

    fn sources(&self) -> &Sources {
        self.0.sources()
    }

    fn value_of(&self, text: &str) -> Option<Result<String, String>> {
        self.0.value_of(text)
    }

    fn printed(&self, budget: &Budget) -> Result<Vec<Printed>, StopReason> {
        let printed = self.0.printed(budget)?;
        assert!(printed.is_empty(), "it cannot be printed");
        Ok(printed)
    }

    fn only_loads(&self) -> Option<&'static str> {
        self.0.only_loads()
    }

    fn properties(&self) -> &[Property] {
        self.0.properties()
    }

    fn claims(&self) -> Vec<&str> {
        self.0.claims()
    }

    fn claims_stand_alone(&self) -> bool {
        self.0.claims_stand_alone()
    }

    fn declare_scalarsets(&mut self, name: &str, text: &str) -> Result<(), Failure> {
        self.0.declare_scalarsets(name, text)
    }

    fn inferred_types(&self) -> Option<Vec<InferredType>> {
        self.0.inferred_types()
    }

    fn check(
        &self,
        request: CheckRequest<'_>,
        reporter: &dyn Reporter,
        prepared: &mut dyn FnMut(&Preparation),
    ) -> Result<Report, Failure> {
        self.0.check(request, reporter, prepared)
    }

    fn check_sets(
        &self,
        request: &CheckRequest<'_>,
        _: SetOptions,
        _: &dyn Reporter,
        _: &mut dyn FnMut(&Preparation),
    ) -> Result<Report, Failure> {
        Ok(Report::of_no_search(&request.options))
    }

    fn symmetry(&self, request: &SymmetryRequest<'_>) -> Result<SymmetryReport, Failure> {
        self.0.symmetry(request)
    }

    fn graph(
        &self,
        symmetry: SymmetrySource<'_>,
        options: &SearchOptions,
        draw: &mut dyn FnMut(&dyn Graph),
    ) -> Result<(), Failure> {
        self.0.graph(symmetry, options, draw)
    }

    fn replay(&self, stored: &StoredRun, detail: Detail) -> Result<Counterexample, Failure> {
        self.0.replay(stored, detail)
    }

    fn exchange_obstacle(&self) -> Option<Option<String>> {
        self.0.exchange_obstacle()
    }

    fn exchange_command(&self, path: &Path) -> Option<String> {
        self.0.exchange_command(path)
    }

    fn import(&self, text: &str, detail: Detail) -> Result<ImportedRun, Failure> {
        self.0.import(text, detail)
    }

    fn statements(&self, stored: &StoredRun) -> Result<Vec<StoredStatement>, Failure> {
        self.0.statements(stored)
    }

    fn session(&self, keeps_history: bool) -> Result<Box<dyn Session + '_>, Failure> {
        self.0.session(keeps_history)
    }

    fn session_along(
        &self,
        stored: &StoredRun,
        statements: &[StoredStatement],
    ) -> Result<Box<dyn Session + '_>, Failure> {
        self.0.session_along(stored, statements)
    }

    fn explorable(
        &self,
        symmetry: SymmetrySource<'_>,
        options: &SearchOptions,
        walk: &mut dyn FnMut(&dyn Explorable),
    ) -> Result<(), Failure> {
        self.0.explorable(symmetry, options, walk)
    }

    fn evaluate(&self, cells: &[Cell], text: &str) -> Result<model::Value, String> {
        self.0.evaluate(cells, text)
    }

    fn every_action(&self) -> Vec<Action> {
        self.0.every_action()
    }
}
