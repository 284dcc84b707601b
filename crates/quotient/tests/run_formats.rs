//! Runs as charts and as traces for other tools: what is drawn and written is what the run says as JSON.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use roxmltree::Document;
use serde_json::Value;
use testing::peers::{Peer, are_installed, ask};

use crate::support::{BROKEN_MUTEX, MUTEX, Place};

/// The example models.
pub fn examples() -> Vec<PathBuf> {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let folders = ["promela", "promela-lite", "rebeca", "red", "cspm"];
    let files = folders.iter().flat_map(|folder| models.join(folder).read_dir().unwrap());
    let mut files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    let is_model = |path: &PathBuf| {
        let extension = path.extension().and_then(|it| it.to_str());
        extension.is_some_and(|it| ["pml", "prl", "rebeca", "red", "csp"].contains(&it))
    };
    files.retain(is_model);
    files.sort();
    files
}

/// Runs of the examples, as JSON and in a file with this extension.
fn runs(test: &str, extension: &str, seeds: u64, each: impl Fn(&str, &Value, &str)) {
    let place = Place::new(test);
    let mut compared = 0;
    for model in examples() {
        for seed in 0..seeds {
            let name = format!("{} --seed {seed} --steps 40", model.display());
            let file = format!("run.{extension}");
            let said = place.run(&format!("simulate {name} --json --save {file}"));
            // A script without an assertion has nothing that could be run.
            let Ok(run) = serde_json::from_str::<Value>(&said.out) else { continue };
            each(&name, &run, &place.read(&file));
            compared += 1;
        }
    }
    assert!(compared >= 50 * seeds, "{compared} runs");
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn texts<'v>(value: &'v Value, key: &str) -> Vec<&'v str> {
    list(value, key).iter().filter_map(Value::as_str).collect()
}

/// What a chart shows, as the run says.
#[derive(Debug, Default, PartialEq, Eq)]
struct Shown {
    events: usize,
    queued: usize,
    rendezvous: usize,
    reads: usize,
}

/// A component: its name, and how many of that name have ended before.
type Component = (String, usize);

/// An action of a run, by itself.
struct Acted<'v> {
    step: usize,
    component: Component,
    action: &'v Value,
}

fn acted(run: &Value) -> Vec<Acted<'_>> {
    let mut ended: HashMap<String, usize> = HashMap::new();
    let mut all = Vec::new();
    for step in list(run, "steps") {
        for action in list(step, "actions") {
            let name = action["process"].as_str().unwrap().to_owned();
            let component = (name.clone(), ended.get(&name).copied().unwrap_or(0));
            let step = step["step"].as_u64().unwrap() as usize;
            all.push(Acted { step, component, action });
            if let Some(end) = action["ends"].as_str() {
                *ended.entry(end.to_owned()).or_insert(0) += 1;
            }
        }
    }
    all
}

fn expected(run: &Value) -> Shown {
    let all = acted(run);
    let mut shown = Shown { events: all.len(), ..Shown::default() };
    let mut answered = HashSet::new();
    let mut handed_over = 0;
    for (index, Acted { step, component, action }) in all.iter().enumerate() {
        let messages = list(action, "messages");
        for message in messages {
            match message["kind"].as_str().unwrap() {
                "send" => shown.queued += 1,
                // The first that answers a send is drawn with it.
                "receive" if message["answers"].is_null() => shown.queued += 1,
                "receive" if answered.insert(message["answers"].to_string()) => {}
                "receive" => shown.queued += 1,
                _ => handed_over += 1,
            }
        }
        let together = index.checked_sub(1).map(|before| &all[before]).is_some_and(|before| {
            before.step == *step
                && before.component != *component
                && before.action["statement"] == action["statement"]
        });
        shown.rendezvous += usize::from(together && messages.is_empty());
        shown.reads += sees(&all, index).len();
    }
    shown.rendezvous += handed_over / 2;
    shown
}

/// The variables that an action is the first of its component to read since another component wrote them.
fn sees<'v>(all: &[Acted<'v>], index: usize) -> BTreeSet<&'v str> {
    let Acted { component, action, .. } = &all[index];
    let channels: Vec<&str> =
        list(action, "messages").iter().filter_map(|it| it["channel"].as_str()).collect();
    let read = texts(action, "reads").into_iter().filter(|cell| !channels.contains(cell));
    read.filter(|cell| {
        let wrote = |it: &Acted<'_>| texts(it.action, "writes").contains(cell);
        let Some(write) = all[..index].iter().rposition(wrote) else { return false };
        let is_seen = all[write + 1..index].iter().any(|it| {
            let own: Vec<&str> = list(it.action, "messages")
                .iter()
                .filter_map(|it| it["channel"].as_str())
                .collect();
            it.component == *component
                && texts(it.action, "reads").contains(cell)
                && !own.contains(cell)
        });
        all[write].component != *component && !is_seen
    })
    .collect()
}

fn drawn(name: &str, svg: &str) -> Shown {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut shown = Shown::default();
    for node in document.descendants() {
        shown.events += usize::from(node.has_attribute("data-event"));
        shown.events += node.attribute("data-events").map_or(0, |it| it.parse().unwrap());
        let Some(kind) = node.attribute("data-kind") else { continue };
        match kind {
            "queued" => shown.queued += 1,
            "rendezvous" => shown.rendezvous += 1,
            _ => shown.reads += 1,
        }
        let height = |key| {
            let (_, y) = node.attribute(key)?.split_once(',')?;
            y.parse::<f64>().ok()
        };
        let ends = (height("data-from"), height("data-to"));
        let (Some(from), Some(to)) = ends else { panic!("{name}: a message without ends") };
        assert!(from <= to, "{name}: an arrow points up");
    }
    shown
}

fn charts_show_the_run(test: &str, seeds: u64) {
    runs(test, "svg", seeds, |name, run, svg| {
        assert_eq!(drawn(name, svg), expected(run), "{name}");
    });
}

#[test]
fn charts_show_what_the_run_says() {
    charts_show_the_run("charts_show_what_the_run_says", 2);
}

#[test]
fn a_renderer_of_pictures_renders_every_chart() {
    if !are_installed(&[Peer::RsvgConvert]) {
        return;
    }
    runs("every_chart_is_rendered", "svg", 1, |name, _, svg| {
        let picture = ask(Peer::RsvgConvert, &["--format", "svg", "--unlimited"], svg).unwrap();
        assert!(picture.contains("<path"), "{name}");
    });
}

#[test]
#[ignore = "2,000 runs"]
fn many_charts_show_what_the_run_says() {
    charts_show_the_run("many_charts_show_what_the_run_says", 30);
}

/// The value of a cell as the trace writes it, from what the run says of it.
fn written(value: &Value) -> Value {
    match value["type"].as_str() {
        Some("number") => serde_json::json!({ "#bigint": value["value"].to_string() }),
        Some("truth" | "symbol" | "channel") => value["value"].clone(),
        Some("messages") => {
            let message = |fields: &Value| {
                let fields: Vec<Value> = fields.as_array().unwrap().iter().map(written).collect();
                serde_json::json!({ "#tup": fields })
            };
            value["value"].as_array().unwrap().iter().map(message).collect()
        }
        Some("process") => format!("process {}", value["value"]).into(),
        _ => "none".into(),
    }
}

#[test]
fn traces_for_other_tools_have_the_states_of_the_run() {
    runs("traces_for_other_tools", "itf.json", 1, |name, run, text| {
        let trace: Value = serde_json::from_str(text).unwrap();
        let (states, steps) = (list(&trace, "states"), list(run, "steps"));
        assert_eq!(trace["#meta"]["format"], "ITF");
        assert!(trace["#meta"].as_object().unwrap().values().all(Value::is_string), "{name}");
        assert_eq!(states.len(), steps.len() + 1, "{name}");
        let variables: BTreeSet<&str> = texts(&trace, "vars").into_iter().collect();
        for (number, (pair, step)) in states.windows(2).zip(steps).enumerate() {
            let own: BTreeSet<&str> =
                pair[1].as_object().unwrap().keys().map(String::as_str).collect();
            assert!(own.iter().filter(|it| **it != "#meta").all(|it| variables.contains(it)));
            assert_eq!(own.len(), variables.len() + 1, "{name}");
            assert_eq!(pair[1]["#meta"]["index"], number + 1);
            let mut last: HashMap<&str, &Value> = HashMap::new();
            for change in list(step, "changes") {
                last.insert(change["cell"].as_str().unwrap(), change);
            }
            // Which of several cells of one name has changed is not said.
            let is_alone = |cell: &str| !variables.contains(format!("{cell}#2").as_str());
            let is_told =
                |cell: &str| variables.contains(cell) && is_alone(cell) && !cell.contains('#');
            for (cell, change) in last.iter().filter(|(cell, _)| is_told(cell)) {
                assert_eq!(pair[1][*cell], written(&change["after_value"]), "{name}: {cell}");
            }
            for cell in variables.iter().filter(|it| is_told(it) && !last.contains_key(*it)) {
                let (before, after) = (&pair[0][*cell], &pair[1][*cell]);
                let comes_or_goes = *before == "none" || *after == "none";
                assert!(before == after || comes_or_goes, "{name}: step {number}, {cell}");
            }
        }
    });
}

#[test]
fn a_library_reads_traces_for_other_tools() {
    if !are_installed(&[Peer::ItfReader]) {
        return;
    }
    runs("a_library_reads_traces", "itf.json", 1, |name, run, text| {
        let trace: Value = serde_json::from_str(text).unwrap();
        let (variables, states) = (list(&trace, "vars").len(), list(run, "steps").len() + 1);
        let read = ask(Peer::ItfReader, &[], text).unwrap();
        assert_eq!(read.trim(), format!("{variables} {states}"), "{name}");
    });
}

#[test]
fn a_run_is_written_as_its_extension_says() {
    let place = Place::new("run_formats");
    place.file("m.pml", BROKEN_MUTEX);
    let all = "--trace r.json --trace r.svg --trace r.mmd --trace r.ITF.JSON --trace other";
    place.run(&format!("check m.pml {all}")).expect(1, &["VIOLATED"]);
    assert!(place.read("r.svg").starts_with("<svg "));
    assert!(place.read("r.mmd").starts_with("sequenceDiagram\n"));
    assert!(place.read("r.ITF.JSON").contains("\"format\":\"ITF\""));
    assert_eq!(place.read("r.json"), place.read("other"));
    let saved = "--save again.json --save again.svg --save again.mmd --save again.itf.json";
    place.run(&format!("replay m.pml r.json {saved}")).expect(1, &["the violation is real"]);
    assert_eq!(place.read("again.itf.json"), place.read("r.ITF.JSON"));
    place.run("replay m.pml again.json").expect(1, &["the violation is real"]);
    // Nothing is violated, and nothing is written.
    place.file("good.pml", MUTEX).run("check good.pml --trace none.svg").expect(0, &[]);
    assert!(!place.path("none.svg").exists());
    // A run that goes on for ever says where it begins again.
    let endless = "bool x; active proctype p() { do :: x = !x od } ltl settles { <> [] x }";
    place.file("e.pml", endless).run("check e.pml --trace e.itf.json --trace e.svg").expect(1, &[]);
    assert!(place.read("e.itf.json").contains("\"loop\": "));
    assert!(place.read("e.svg").contains("again for ever"));
}

#[test]
fn each_violated_property_has_a_file() {
    let place = Place::new("run_formats_each");
    let model = "byte x; active proctype p() { x = 1; assert(x == 0); x == 2 }";
    let said =
        place.file("m.pml", model).run("check m.pml --keep-going --trace r.json --trace r.svg");
    said.expect(1, &["counterexample for assertions", "counterexample for deadlock"]);
    assert!(said.err.contains("`deadlock` is stored in r-deadlock.json"), "{}", said.err);
    for (file, property) in [("r.json", "assertions"), ("r-deadlock.json", "deadlock")] {
        place.run(&format!("replay m.pml {file}")).expect(1, &[property, "the violation is real"]);
    }
    assert!(place.read("r-deadlock.svg").contains("counterexample for deadlock"));
}

#[test]
fn runs_that_are_too_long_to_be_looked_at_are_stored_only() {
    let place = Place::new("run_formats_long");
    let model = "int n; byte a[60]; active proctype p() \
                 { do :: n++; a[n % 60] = 1; assert(n < 6700 || a[0] == 0) od }";
    place.file("m.pml", model);
    let said = place.run("check m.pml --quiet --trace r.svg --trace r.json --trace r.itf.json");
    said.expect(1, &["VIOLATED"]);
    let told = ["r.svg: not written: the run has 20 ", "r.itf.json: not written: the run has 1 2"];
    assert!(told.iter().all(|told| said.err.contains(told)), "{}", said.err);
    assert!(place.path("r.json").exists() && !place.path("r.svg").exists());
    place.run("replay m.pml r.json --save again.mmd").refused(&["again.mmd: not written"]);
}

#[cfg(unix)]
#[test]
fn no_model_is_written_over_through_a_link() {
    let place = Place::new("run_formats_link");
    place.file("m.pml", BROKEN_MUTEX).file("other.pml", MUTEX);
    std::os::unix::fs::symlink("other.pml", place.path("run.svg")).unwrap();
    place.run("check m.pml --trace run.svg").refused(&["not overwritten", "looks like a model"]);
    assert_eq!(place.read("other.pml"), MUTEX);
}

#[test]
fn what_a_run_is_not_written_as_is_refused() {
    let place = Place::new("run_formats_refused");
    place.file("m.pml", BROKEN_MUTEX);
    for command in ["check m.pml --trace", "simulate m.pml --save"] {
        place.run(&format!("{command} run.PNG")).refused(&["run.PNG"]);
        place.run(&format!("{command} m.pml")).refused(&["not overwritten"]);
    }
    place.run("check m.pml --trace a.svg --trace ./a.svg").refused(&["another result goes there"]);
    place.run("check m.pml --trace a.svg --trail=a.svg").refused(&["another result goes there"]);
    place.run("check m.pml --trace t.json").expect(1, &[]);
    place.run("replay m.pml t.json --save t.pdf").refused(&["t.pdf"]);
}

/// What a page of a run shows: its steps, whether it loads anything, and whether its chart and the source are there.
fn assert_is_page(page: &str, steps: usize) {
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("default-src 'none'"), "{page}");
    assert!(!page.contains("http://") || page.contains("www.w3.org"), "it needs a network");
    assert!(page.contains(&format!("id=\"r0-{steps}\"")), "no step {steps}");
    assert!(!page.contains(&format!("id=\"r0-{}\"", steps + 1)), "too many steps");
    assert!(page.contains("<svg") && page.contains("id=\"s0-1\""), "a part is missing");
}

#[test]
fn a_run_is_a_page_of_its_own() {
    let place = Place::new("run_formats_page");
    place.file("m.pml", BROKEN_MUTEX);
    let (document, _) = place.json("m.pml --trace run.html --trace run.json --report all.html");
    let violated = |check: &&Value| check["verdict"] == "violated";
    let check = list(&document, "checks").iter().find(violated).expect("a violation");
    let steps = list(check, "trace").len();
    let page = place.read("run.html");
    assert_is_page(&page, steps);
    // The table is that of the report.
    let table = |page: &str| {
        let start = page.find("<div class=\"wide steps\"").expect("a table");
        page[start..start + page[start..].find("<div class=\"states\"").expect("an end")].to_owned()
    };
    assert_eq!(table(&page), table(&place.read("all.html")));
    assert!(page.contains(check["property"].as_str().unwrap()));
    place.run("replay m.pml run.json --save again.html").expect(1, &[]);
    assert_eq!(table(&place.read("again.html")), table(&page));
    let said = place.run("simulate m.pml --json --seed 3 --steps 12 --save simulated.HTM");
    let run: Value = serde_json::from_str(&said.out).expect("a document");
    let steps = list(&run, "steps").len();
    assert_is_page(&place.read("simulated.HTM"), steps);
    place
        .feed("simulate m.pml -i --seed 1", "1\n1\nsave here.html\n")
        .expect(0, &["stored in here.html"]);
    assert_is_page(&place.read("here.html"), 2);
}

#[test]
fn a_page_of_a_deadlock_says_where_all_wait() {
    let place = Place::new("run_formats_page_deadlock");
    place.file("m.pml", "bool a; active [2] proctype p() { a }\n");
    place.run("check m.pml --trace run.html").expect(1, &[]);
    assert!(place.read("run.html").contains("Where each process is at the end"));
    place.run("simulate m.pml --save end.html").expect(1, &[]);
    assert!(place.read("end.html").contains("Where each process is at the end"));
}
