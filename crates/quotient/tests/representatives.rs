//! `--representative`: every strategy on the example models.

use crate::support::Place;
use testing::places::root;

/// Strategies that are exact, with their options.
const EXACT: [&str; 14] = [
    "canonical",
    "component-order",
    "component-order:n-prime",
    "component-order:n-double-prime",
    "enumerate",
    "enumerate:elements",
    "enumerate:transpositions",
    "exact-markers",
    "naive",
    "on-the-fly",
    "segmented",
    "sinc",
    "sorted",
    "sorted:main",
];

const APPROXIMATE: [&str; 2] = ["approximate-markers", "flattened"];

fn example(name: &str) -> String {
    root().join(format!("models/promela/{name}.pml")).display().to_string()
}

fn states(object: &serde_json::Value) -> u64 {
    object["states"].as_u64().unwrap()
}

#[test]
fn exact_strategies_agree_with_the_unreduced_search() {
    let place = Place::new("representatives_exact");
    let mut served = 0;
    let names =
        ["client-server-3", "peterson-3", "commit-3", "hypercube-3", "leader-ring-4", "mutex-5"];
    for name in names {
        let model = example(name);
        let (full, code) = place.json(&format!("{model} --symmetry off --keep-going --por off"));
        let (orbits, _) = place.json(&format!("{model} --keep-going --por off"));
        for strategy in EXACT {
            let arguments = format!("{model} --keep-going --por off --representative {strategy}");
            let said = place.run(&format!("check --json {arguments}"));
            if said.code == Some(2) {
                said.refused(&["cannot serve this model", "help: `--representative auto`"]);
                continue;
            }
            served += 1;
            assert_eq!(said.code, code, "{arguments}");
            let object: serde_json::Value = serde_json::from_str(&said.out).unwrap();
            let symmetry = &object["symmetry"];
            assert_eq!(symmetry["representative"], strategy.split(':').next().unwrap());
            assert_eq!(symmetry["unique"], symmetry["promise"] == "unique", "{arguments}");
            if symmetry["unique"] == true {
                assert_eq!(states(&object), states(&orbits), "{arguments}");
            } else {
                assert_eq!(symmetry["promise"], "complete", "{arguments}");
                let between = states(&orbits)..=states(&full);
                assert!(between.contains(&states(&object)), "{arguments}");
            }
            for (one, other) in
                object["checks"].as_array().unwrap().iter().zip(full["checks"].as_array().unwrap())
            {
                assert_eq!(one["verdict"], other["verdict"], "{arguments}");
                assert_eq!(one["guarantee"], "exact");
            }
        }
    }
    assert!(served > 50, "{served}");
}

#[test]
fn approximate_strategies_prove_nothing() {
    let place = Place::new("representatives_approximate");
    for strategy in APPROXIMATE {
        let arguments = format!("{} --representative {strategy}", example("client-server-3"));
        let (object, code) = place.json(&arguments);
        assert_eq!(code, Some(3));
        assert_eq!(object["symmetry"]["promise"], "approximate");
        assert_eq!(object["symmetry"]["unique"], false);
        assert!(object["limits"].is_null() && object["unreached"].is_null());
        assert!((1..=213).contains(&states(&object)));
        for check in object["checks"].as_array().unwrap() {
            assert_eq!(
                (&check["verdict"], &check["guarantee"]),
                (&"inconclusive".into(), &"approximate".into())
            );
            assert!(check["reason"].as_str().unwrap().starts_with("no violation in "));
        }
        let counts =
            |workers: u8| states(&place.json(&format!("{arguments} --workers {workers}")).0);
        assert_eq!(counts(1), counts(2), "runs can be repeated");
        place
            .run(&format!("check {arguments}"))
            .expect(3, &[&format!("representative: {strategy}, approximate"), "inconclusive"]);
    }
}

#[test]
fn what_approximate_strategies_find_is_real() {
    let place = Place::new("representatives_broken");
    for name in ["broken-client-server", "broken-peterson-3", "broken-two-ways", "broken-shortage"]
    {
        let model = example(name);
        for strategy in APPROXIMATE {
            let said = place.run(&format!(
                "check {model} --representative {strategy} --trace run.json --trail=t"
            ));
            if said.code == Some(3) {
                continue;
            }
            said.expect(1, &["VIOLATED", "counterexample"]);
            place.run(&format!("replay {model} run.json")).expect(1, &[]);
        }
    }
    // A strategy that merges too much to find anything would pass the loop above.
    for strategy in APPROXIMATE {
        let model = example("broken-shortage");
        place.run(&format!("check {model} --representative {strategy}")).expect(1, &["VIOLATED"]);
    }
}

#[test]
fn markers_are_exact_where_nothing_that_is_permuted_refers() {
    let place = Place::new("representatives_proposition_2");
    let model = example("peterson-3");
    let (object, code) =
        place.json(&format!("{model} --por off --representative approximate-markers"));
    assert_eq!(code, Some(0));
    assert_eq!((states(&object), &object["symmetry"]["promise"]), (494, &"unique".into()));
    place
        .run(&format!("check {model} --representative approximate-markers"))
        .expect(0, &["representative: approximate-markers, unique", "holds"]);
}

#[test]
fn the_program_chooses_and_says_why() {
    let place = Place::new("representatives_auto");
    let line = |parts: &str| format!("representative: {parts}");
    place.run(&format!("check --verbose {}", example("mutex-5"))).expect(
        0,
        &[&line("sorted, unique"), "(auto: states cannot refer to permuted components)"],
    );
    place.run(&format!("check --verbose {}", example("peterson-3"))).expect(
        0,
        &[&line("canonical, unique"), "(auto: states can refer to permuted components)"],
    );
    place
        .run(&format!("check --verbose {}", example("hypercube-3")))
        .expect(0, &["(auto: the group does not permute identical parts in all ways)"]);
    let said = place.run(&format!("check {} --symmetry off", example("peterson-3")));
    assert!(!said.expect(0, &[]).out.contains("representative:"));
}

#[test]
fn groups_that_cannot_be_served_are_refused_by_name() {
    let place = Place::new("representatives_refused");
    for strategy in ["flattened", "exact-markers", "component-order", "sinc"] {
        let said =
            place.run(&format!("check {} --representative {strategy}", example("hypercube-3")));
        said.refused(&[&format!("`{strategy}` cannot serve this model"), "the group is"]);
    }
    place
        .run(&format!("check {} --representative sorted:records", example("peterson-3")))
        .refused(&["`sorted` cannot serve this model", "help: `--representative auto`"]);
}

/// What is searched from the states themselves has the verdicts of what is searched from representatives, and as many states
/// where these are unique; with SymmSpin's sort, depth first, it has the 907 states that are published of Peterson's algorithm
/// with three processes.
#[test]
fn states_themselves_can_be_searched() {
    let place = Place::new("representatives_concrete");
    let published = "--representative sorted:main --search dfs --por off";
    let concrete = |rest: &str| {
        let (before, named) = rest.split_once("--representative ").unwrap_or((rest, "auto"));
        let (strategy, after) = named.split_once(' ').unwrap_or((named, ""));
        let variant = if strategy.contains(':') { ",concrete" } else { ":concrete" };
        format!("{before} --representative {strategy}{variant} {after}")
    };
    for name in ["peterson-3", "broken-peterson-3", "leader-ring-4", "client-server-3"] {
        let model = example(name);
        for rest in ["", "--por off", "--representative sorted", "--audit 1", published] {
            if rest == published && name == "leader-ring-4" {
                // Sorting a main array is refused for rotations.
                continue;
            }
            let arguments = format!("{model} --keep-going {rest}");
            let (from_representatives, code) = place.json(&arguments);
            let (themselves, own_code) =
                place.json(&format!("{model} --keep-going {}", concrete(rest)));
            assert_eq!(own_code, code, "{arguments}");
            assert_eq!(themselves["symmetry"]["concrete"], true, "{arguments}");
            assert_eq!(from_representatives["symmetry"]["concrete"], false, "{arguments}");
            if from_representatives["symmetry"]["unique"] == true && rest.contains("--por off") {
                assert_eq!(states(&themselves), states(&from_representatives), "{arguments}");
            }
        }
    }
    let model = example("peterson-3");
    let (counted, _) = place.json(&format!("{model} {}", concrete(published)));
    // Figure 4 of the paper on markers.
    assert_eq!(states(&counted), 907);
}

#[test]
fn what_cannot_be_searched_itself_is_refused() {
    let place = Place::new("representatives_concrete_refused");
    let model = example("peterson-3");
    let said = place.run(&format!("check {model} --symmetry off --representative auto:concrete"));
    said.refused(&["`concrete` does nothing with `--symmetry off`"]);
    place.file("m.pml", "bool b; active [2] proctype p() { b = true } ltl soon { <> b }");
    place
        .run("check m.pml --representative auto:concrete")
        .refused(&["`soon` is searched from representatives"]);
    place
        .run("check m.pml --representative auto:concrete --property deadlock")
        .expect(0, &["searched from the states themselves", "holds"]);
}
