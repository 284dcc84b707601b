//! `symmetry` and `check` tell the same group: of the model, and of each formula.

use std::path::{Path, PathBuf};

use crate::support;
use crate::support::Place;
use serde_json::Value;
use testing::places;

/// The order of a group, which is 1 where there is none.
fn order(group: &Value) -> String {
    group["order"].as_str().unwrap_or("1").to_owned()
}

/// What `check` says of the symmetry of a model, and of how it is used for a property.
fn checked(place: &Place, model: &Path, property: &str) -> Value {
    let property = property.replace(' ', "-");
    let (said, _) = place.json(&format!(
        "{} --property {property} --max-states 300 --workers 1 --audit off",
        model.display()
    ));
    said
}

/// Compares them for a model and all its formulas; how many these are.
fn compare(place: &Place, model: &Path) -> usize {
    let name = model.display();
    let said = place.run(&format!("symmetry {name} --json"));
    let found: Value =
        serde_json::from_str(&said.out).unwrap_or_else(|why| panic!("{why} in {said:?}"));
    let of_states = checked(place, model, "run-time errors");
    assert_eq!(order(&found["symmetry"]), order(&of_states["symmetry"]), "{name}");
    let claims = found["claims"].as_array().unwrap();
    for claim in claims {
        let property = claim["property"].as_str().unwrap();
        let report = checked(place, model, property);
        let mut checks = report["checks"].as_array().unwrap().iter();
        let search = &checks.find(|check| check["property"] == property).unwrap()["search"];
        let what = format!("{name}: {property}");
        assert_eq!(claim["order_without"], search["order_without"], "{what}");
        assert_eq!(claim["costs"], search["costs"], "{what}");
        // A group can be left unused.
        if search["symmetry_unused"].is_null() {
            assert_eq!(order(&claim["symmetry"]), order(&search["symmetry"]), "{what}");
        }
    }
    claims.len()
}

fn is_of(extension: &str, path: &Path) -> bool {
    path.extension().is_some_and(|it| it == extension)
}

fn compare_all(test: &str, models: &[PathBuf]) -> usize {
    let place = Place::new(test);
    models.iter().map(|model| compare(&place, model)).sum()
}

#[test]
fn of_all_examples() {
    let files = ["promela", "promela-lite", "rebeca", "red"].into_iter().flat_map(places::examples);
    let models: Vec<PathBuf> = files.filter(|path| !is_of("property", path)).collect();
    let formulas = compare_all("same_group_examples", &models);
    assert!(formulas >= 6, "only {formulas} formulas were compared");
}

#[test]
fn of_models_that_new_users_wrote() {
    let Some(folder) = places::shared_or_skip("models/newcomer") else { return };
    let files = places::files_below(&folder).into_iter();
    let models: Vec<PathBuf> = files.filter(|path| is_of("pml", path)).collect();
    let formulas = compare_all("same_group_newcomers", &models);
    assert!(formulas >= 5, "only {formulas} formulas were compared");
}

/// A formula that costs symmetry costs the model nothing.
#[test]
fn where_a_formula_names_one_of_three() {
    let place = Place::new("same_group_formula");
    place.file("m.pml", format!("{}ltl out {{ [] <> (inside == 0) }}\n", support::MUTEX));
    place.run("symmetry m.pml").expect(0, &["order      6\n", "structure  S3\n"]);
    place.file("m.pml", format!("{}ltl first {{ [] <> user[0]@in }}\n", labelled()));
    let parts = ["order      6\n", "structure  S3\n", "formulas\n  first: order 2; 6 but for `"];
    place.run("symmetry m.pml").expect(0, &parts);
    place.run("check m.pml --property assertions").expect(0, &["S3, order 6"]);
}

fn labelled() -> String {
    support::MUTEX.replacen("assert(", "in: assert(", 1)
}
