//! What is said of a violated model is the same for any number of workers, and however the visited states are kept.

use std::path::Path;

use serde_json::Value;

use crate::support::Place;

/// Takes out how long it took, the memory that it took, and how many transitions were tested on the way: each worker tests some.
fn without_costs(value: &mut Value) {
    match value {
        Value::Object(object) => {
            let is_cost =
                |key: &str| key == "elapsed_s" || key == "tested" || key.ends_with("_bytes");
            object.retain(|key, _| !is_cost(key));
            object.values_mut().for_each(without_costs);
        }
        Value::Array(values) => values.iter_mut().for_each(without_costs),
        _ => {}
    }
}

#[test]
fn counterexamples_and_counts_are_the_same_for_any_number_of_workers() {
    let place = Place::new("same_bytes");
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let folders = ["promela", "promela-lite", "rebeca", "red", "cspm"];
    let files = folders.iter().flat_map(|folder| models.join(folder).read_dir().unwrap());
    let mut compared = 0;
    for path in files.map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_string_lossy();
        let is_violated = name.starts_with("broken") || name.starts_with("philosophers");
        if !is_violated || name.ends_with(".property") {
            continue;
        }
        let said = |ways: &str| {
            let (mut said, code) = place.json(&format!("{} {ways}", path.display()));
            without_costs(&mut said);
            (said, code)
        };
        let one = said("--workers 1");
        let ways = [
            "--workers 2",
            "--workers 8",
            "--workers 2 --store disk",
            "--store plain",
            "--workers 8 --store compressed",
        ];
        // Of CSP the visited states are kept in one way.
        let ways = if name.ends_with(".csp") { &ways[..2] } else { &ways };
        for ways in ways {
            assert!(said(ways) == one, "{name}: {ways}");
        }
        let counterexamples = one.0["checks"].as_array().unwrap();
        compared += counterexamples.iter().filter(|check| check["trace"].is_array()).count();
    }
    assert!(compared >= 20, "{compared} counterexamples");
}
