//! Reports of checks that find nothing: the run to a deepest state, or why there is none.

use std::path::Path;

use serde_json::Value;

use crate::support::{BROKEN_MUTEX, MUTEX, Place};

fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(name).display().to_string()
}

fn checked(place: &Place, arguments: &str) -> (Value, String) {
    let (document, _) = place.json(&format!("{arguments} --report page.html"));
    (document, place.read("page.html"))
}

/// The section of the deepest state.
fn section(page: &str) -> Option<&str> {
    let start = page.find("<section id=\"deepest\"")?;
    let rest = &page[start..];
    // Within it stand no other sections.
    Some(&rest[..rest.find("</section>").expect("an end")])
}

/// The number of the last step that a section shows.
fn steps(section: &str) -> usize {
    let title = section.split_once("The deepest state: ").expect("a title").1;
    let told: usize = title.split(' ').next().unwrap().parse().expect("a number");
    let rows = section.matches(" data-step=\"").count();
    assert!(rows > told, "{rows} rows for {told} steps");
    assert!(section.contains(&format!("id=\"deepest-run-{told}\"")));
    told
}

const HELD: [&str; 5] = [
    "promela/peterson-4.pml",
    "promela/email-2.pml",
    "promela-lite/philosophers-3.prl",
    "rebeca/dispatcher.rebeca",
    "red/cycle.red",
];

#[test]
fn what_holds_has_a_shortest_run_to_a_state_of_the_last_level() {
    let place = Place::new("deepest_held");
    let mut seen = 0;
    for name in HELD.into_iter().filter(|name| Path::new(&example(name)).exists()) {
        let unreduced = format!("{} --symmetry off --por off", example(name));
        let (document, page) = checked(&place, &unreduced);
        if document["violations"] != 0 {
            continue;
        }
        let told = steps(section(&page).unwrap_or_else(|| panic!("{name}: no run")));
        assert_eq!(told as u64, document["depth"].as_u64().unwrap(), "{name}");
        // A quotient is as deep; a run of the model may take more steps where some were joined or left out.
        let (document, page) = checked(&place, &example(name));
        let reduced = steps(section(&page).unwrap_or_else(|| panic!("{name}: no reduced run")));
        assert!(reduced as u64 >= document["depth"].as_u64().unwrap(), "{name}");
        seen += 1;
    }
    assert!(seen >= 4, "{seen}");
}

#[test]
fn any_number_of_workers_tells_the_same_run() {
    let place = Place::new("deepest_workers");
    for options in ["", "--symmetry off", "--symmetry off --por off", "--engine interpret"] {
        let told = [1, 2, 8].map(|workers| {
            let model = example("promela/peterson-4.pml");
            let (_, page) = checked(&place, &format!("{model} {options} --workers {workers}"));
            section(&page).expect("a run").to_owned()
        });
        assert!(told.iter().all(|section| *section == told[0]), "{options}");
    }
}

#[test]
fn a_violation_leaves_no_room_for_it() {
    let place = Place::new("deepest_violated");
    place.file("m.pml", BROKEN_MUTEX);
    let (document, page) = checked(&place, "m.pml");
    assert_ne!(document["violations"], 0);
    assert_eq!(section(&page), None);
}

#[test]
fn a_limit_is_told() {
    let place = Place::new("deepest_limit");
    let model = example("promela/peterson-4.pml");
    for options in ["", "--symmetry off --por off"] {
        let (document, page) = checked(&place, &format!("{model} --max-depth 3 {options}"));
        assert_eq!(document["limits"]["reached"], "depth");
        let section = section(&page).expect("a run");
        assert_eq!(steps(section), 3);
        assert!(section.contains("The search was not finished"), "{section}");
    }
    let (_, page) = checked(&place, &model);
    assert!(!page.contains("The search was not finished"));
}

#[test]
fn a_search_without_a_way_says_why() {
    let place = Place::new("deepest_unknown");
    place.file("m.pml", format!("{MUTEX}\nltl p {{ [] true }}\n"));
    for (options, why) in [
        ("--search dfs", "depth first"),
        ("--store compressed", "compressed store"),
        ("--store bitstate", "some bits of each state"),
        ("--store fingerprint", "some bits of each state"),
        ("--store disk", "in files"),
        ("--engine symbolic", "as sets"),
        ("--trace-order found --store plain", "`--trace-order found`"),
        ("--property p", "formulas and assertions"),
    ] {
        let properties = if options.contains("property") { "" } else { "--property deadlock" };
        let (_, page) = checked(&place, &format!("m.pml {options} {properties}"));
        let section = section(&page).unwrap_or_else(|| panic!("{options}: no section"));
        assert!(section.contains("No run to it is known: ") && section.contains(why), "{section}");
    }
}
