//! Properties of runs that others published with their models, against what their own checker (RMC 2.14) says of them. It looks at
//! weakly fair runs only.

use std::fs;
use std::path::Path;

use checking::{
    Answer, CheckRequest, Detail, Language, Loading, Purpose, RepresentativeRequest, Settings,
    SymmetrySource,
};
use diagnostics::Sources;
use kernel::{Fairness, SearchOptions, Silent};
use rebeca::Rebeca;
use symmetry::AuditPlan;
use testing::places;

/// A property of the model in a file, by its name in the property file beside that.
fn answer(
    path: &Path,
    property: &str,
    fairness: Fairness,
    symmetry: SymmetrySource<'_>,
) -> (Answer, bool) {
    let mut sources = Sources::new();
    let bytes = fs::read(path).expect("bytes");
    let file = sources.add_bytes(path.to_str().expect("a path"), &bytes).expect("a text");
    let Loading { model, diagnostics, sources } =
        Rebeca.load(sources, file, &Settings::default(), Purpose::Check);
    let messages: Vec<String> = diagnostics.iter().map(|it| it.one_line(&sources)).collect();
    let model = model.unwrap_or_else(|| panic!("{}: {messages:#?}", path.display()));
    let place = model.claims().iter().position(|name| *name == property);
    let place = place.unwrap_or_else(|| panic!("{}: {property}", path.display()));
    let request = CheckRequest {
        symmetry,
        representative: RepresentativeRequest::default(),
        audit: AuditPlan::one_in(10),
        orbits: false,
        fairness,
        shortest: false,
        options: SearchOptions::default(),
        detail: Detail::Actions,
        store: true,
        export: false,
    };
    // A counterexample is confirmed on the model itself before it is one.
    let found = model.check_claim(place, &request, &Silent).expect("an answer");
    (found.verdict.answer, found.searched.representative.is_some())
}

#[test]
fn properties_of_runs_have_the_verdicts_of_their_own_checker() {
    let Some(folder) = places::shared_or_skip("models/rebeca") else { return };
    let table = fs::read_to_string(folder.join("rmc.csv")).expect("a table");
    let rows = table.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
    let (mut compared, mut violated, mut unfair) = (0, 0, 0);
    for row in rows.filter(|row| row.len() >= 6 && !row[2].is_empty()) {
        let expected = match row[5] {
            "satisfied" => Answer::Holds,
            "counter example" => Answer::Violated,
            // It does not find its own assertions by name.
            "Unknown Property Name" => continue,
            other => panic!("{row:?}: {other}"),
        };
        let (path, property) = (folder.join(row[0]), row[2]);
        let answer = |fairness, symmetry| answer(&path, property, fairness, symmetry);
        let all = answer(Fairness::Weak, SymmetrySource::Off).0;
        // All of these models tell their rebecs apart, so that this only sees that no symmetry is made up.
        let found = SymmetrySource::Found;
        let (up_to_symmetry, is_reduced) = answer(Fairness::Weak, found);
        let of_all_runs = answer(Fairness::None, SymmetrySource::Off).0;
        println!(
            "{} {property}: {all:?}, up to symmetry {up_to_symmetry:?} (used: {is_reduced}), \
             without fairness {of_all_runs:?} ({})",
            row[0], row[5]
        );
        assert_eq!((all, up_to_symmetry), (expected, expected), "{row:?}");
        compared += 1;
        violated += u32::from(expected == Answer::Violated);
        unfair += u32::from(of_all_runs != all);
    }
    assert!(compared >= 11 && violated >= 1, "{compared} properties, {violated} violated");
    // What would be said without fairness is not the same.
    assert!(unfair >= 1, "fairness makes no difference");
}
