//! Verdicts on scripts that others wrote, against those of a naive checker that shares nothing with this one.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use checking::{
    Answer, CheckRequest, Detail, Language, Loading, Purpose, RepresentativeRequest, Settings,
    SymmetrySource,
};
use cspm::{Cspm, add_script};
use diagnostics::Sources;
use kernel::{Budget, Fairness, Limits, SearchOptions, Silent};
use symmetry::AuditPlan;
use testing::peers::skip;
use testing::places;

/// Long enough for each of those that are to be decided, and for others a limit.
const LIMITS: Limits = Limits {
    depth: None,
    states: Some(200_000),
    memory_bytes: None,
    time: Some(Duration::from_secs(5)),
};

fn load(path: &Path) -> Loading {
    let mut sources = Sources::new();
    let bytes = std::fs::read(path).expect("bytes");
    let file = add_script(&mut sources, path.display().to_string(), &bytes).expect("a text");
    Cspm.load(sources, file, &Settings::default(), Purpose::Check)
}

fn request() -> CheckRequest<'static> {
    let budget = Budget::new(&LIMITS, None);
    CheckRequest {
        symmetry: SymmetrySource::Off,
        representative: RepresentativeRequest::default(),
        audit: AuditPlan::OFF,
        orbits: false,
        fairness: Fairness::None,
        shortest: false,
        options: SearchOptions { limits: LIMITS, budget, workers: 1, ..SearchOptions::default() },
        detail: Detail::Effects,
        store: true,
        export: false,
    }
}

/// What is recorded of each script: its assertions, in order, with their verdicts.
fn recorded(table: &str) -> BTreeMap<&str, Vec<(&str, &str)>> {
    let mut recorded: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for row in table.lines().skip(1) {
        let mut columns = row.split('\t');
        let (Some(file), Some(name), Some(verdict)) =
            (columns.next(), columns.next(), columns.next())
        else {
            continue;
        };
        recorded.entry(file).or_default().push((name, verdict));
    }
    recorded
}

/// What comes of comparing.
#[derive(Default)]
struct Compared {
    agree: usize,
    open: Vec<String>,
    differ: Vec<String>,
}

impl Compared {
    /// Compares the assertions of a script that passed or failed.
    fn add(&mut self, folder: &Path, file: &str, rows: &[(&str, &str)]) {
        if !rows.iter().any(|(_, verdict)| ["Passed", "Failed"].contains(verdict)) {
            return;
        }
        let loading = load(&folder.join(file));
        let wrong: Vec<String> = loading.diagnostics.iter().map(|d| d.message.clone()).collect();
        assert!(loading.model.is_some(), "{file}: {wrong:?}");
        let model = loading.model.expect("a model");
        for (place, (name, verdict)) in (0..model.claims().len()).zip(rows) {
            let expected = match *verdict {
                "Passed" => Answer::Holds,
                "Failed" => Answer::Violated,
                _ => continue,
            };
            let told = format!("{file}: {name}");
            match model.check_claim(place, &request(), &Silent) {
                Ok(report) if report.verdict.answer == expected => self.agree += 1,
                Ok(report) if report.verdict.answer == Answer::Inconclusive => self.open.push(told),
                Ok(report) => self.differ.push(format!("{told}: {:?}", report.verdict.answer)),
                Err(failure) => self.differ.push(format!("{told}: {failure:?}")),
            }
        }
    }
}

#[test]
fn verdicts_are_those_of_a_naive_checker() {
    let Some(folder) = places::shared_or_skip("models/cspm") else { return };
    let table = std::fs::read_to_string(folder.join("verdicts.tsv")).expect("a table");
    let mut compared = Compared::default();
    for (file, rows) in recorded(&table) {
        compared.add(&folder, file, &rows);
    }
    let Compared { agree, open, differ } = compared;
    println!("{agree} agree; open: {open:#?}");
    assert_eq!(differ, [""; 0]);
    assert!(agree >= 470, "only {agree} agree");
}

/// Each is compared as far as it is recorded.
#[test]
fn timed_protocols_of_roscoe_are_as_recorded() {
    let Some(folder) = places::shared_or_skip("models/cspm") else { return };
    let table = std::fs::read_to_string(folder.join("verdicts.tsv")).expect("a table");
    let recorded = recorded(&table);
    for (script, least) in [("tabp.csp", 5), ("tswp.csp", 1)] {
        let name = |file: &&str| Path::new(file).file_name().is_some_and(|name| name == script);
        let Some(file) = recorded.keys().copied().find(|file| name(file)) else {
            skip(&format!("`{script}` is not among the scripts beside the repository"));
            continue;
        };
        let mut compared = Compared::default();
        compared.add(&folder, file, &recorded[file]);
        assert_eq!((&compared.differ[..], &compared.open[..]), (&[][..], &[][..]), "{script}");
        assert!(compared.agree >= least, "{script}: only {} agree", compared.agree);
    }
}
