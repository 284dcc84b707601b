//! Verdicts on scripts that others wrote, against those of a naive checker that shares nothing with this one.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use checking::{
    Answer, ClaimRequest, Detail, Language, Loading, Purpose, Settings, SymmetrySource, Wanted,
};
use cspm::{Cspm, add_script};
use diagnostics::Sources;
use kernel::{Budget, Fairness, Limits, SearchOptions, Silent};
use symmetry::AuditPlan;
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

fn request() -> ClaimRequest<'static> {
    let budget = Budget::new(&LIMITS, None);
    ClaimRequest {
        symmetry: SymmetrySource::Off,
        representative: Wanted::default(),
        audit: AuditPlan::OFF,
        fairness: Fairness::None,
        shortest: false,
        options: SearchOptions { limits: LIMITS, budget, workers: 1, ..SearchOptions::default() },
        detail: Detail::Effects,
        export: false,
    }
}

#[test]
fn verdicts_are_those_of_a_naive_checker() {
    let Some(folder) = places::shared_or_skip("models/cspm") else { return };
    let table = std::fs::read_to_string(folder.join("verdicts.tsv")).expect("a table");
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
    let (mut agree, mut open, mut differ) = (0, Vec::new(), Vec::new());
    for (file, rows) in recorded {
        if !rows.iter().any(|(_, verdict)| ["Passed", "Failed"].contains(verdict)) {
            continue;
        }
        let loading = load(&folder.join(file));
        let wrong: Vec<String> = loading.diagnostics.iter().map(|d| d.message.clone()).collect();
        assert!(loading.model.is_some(), "{file}: {wrong:?}");
        for (model, (name, verdict)) in loading.watched.iter().zip(&rows) {
            let expected = match *verdict {
                "Passed" => Answer::Holds,
                "Failed" => Answer::Violated,
                _ => continue,
            };
            match model.check_claim(0, &request(), &Silent) {
                Ok(report) if report.verdict.answer == expected => agree += 1,
                Ok(report) if report.verdict.answer == Answer::Inconclusive => {
                    open.push(format!("{file}: {name}"));
                }
                Ok(report) => differ.push(format!("{file}: {name}: {:?}", report.verdict.answer)),
                Err(failure) => differ.push(format!("{file}: {name}: {failure:?}")),
            }
        }
    }
    println!("{agree} agree; open: {open:#?}");
    assert_eq!(differ, [""; 0]);
    assert!(agree >= 470, "only {agree} agree");
}
