//! Pages of checks say what the document of the same check says, hold nothing of a model but text, and work in a browser.

#[path = "report_page/dom.rs"]
mod dom;

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::process::Command;

use checking::quantities::GROUP;
use dom::{Dom, Element};
use serde_json::Value;
use testing::browser::{Browser, keys};

use crate::support::{BROKEN_MUTEX, MUTEX, Place};

/// Examples of each language: violated in each way, and held.
const EXAMPLES: [&str; 14] = [
    "promela/broken-lock-4.pml",
    "promela/philosophers-4.pml",
    "promela/broken-priority-inversion.pml",
    "promela/near-miss-ring.pml",
    "promela/email-2.pml",
    "promela/peterson-4.pml",
    "promela-lite/broken-philosophers-3.prl",
    "rebeca/broken-leader-ring-3.rebeca",
    "rebeca/dispatcher.rebeca",
    "rebeca/two-phase-commit-2.rebeca",
    "cspm/broken-lock-stack.csp",
    "cspm/philosophers-4.csp",
    "red/broken-treiber-stack.red",
    "red/cycle.red",
];

fn model(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(name);
    assert!(path.exists(), "{name}");
    path.display().to_string()
}

/// A check with its document and its page.
fn checked(place: &Place, arguments: &str) -> (Value, String) {
    let (document, _) = place.json(&format!("{arguments} --report page.html"));
    (document, place.read("page.html"))
}

/// The page without what may be another at another time.
fn without_times(page: &str) -> String {
    let mut parts = page.split("class=\"measured\"");
    let mut text = parts.next().unwrap().to_owned();
    for part in parts {
        // What is measured stands in a cell of a table, or in a section of its own.
        let end = if text.ends_with("<td ") { "</td>" } else { "</section>" };
        text.push_str(&part[part.find(end).unwrap()..]);
    }
    text
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// A number as it is written, without what stands between its digits.
fn digits(text: &str) -> u64 {
    text.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap()
}

#[test]
fn equal_checks_make_equal_pages_but_for_times() {
    let place = Place::new("report_page_again");
    for name in EXAMPLES {
        let [first, second] = [(); 2].map(|()| checked(&place, &model(name)).1);
        assert_eq!(without_times(&first), without_times(&second), "{name}");
        let shortened = without_times(&first).len();
        assert!(shortened + 100 < first.len() && first.len() < 2 * shortened, "{name}");
    }
}

#[test]
fn verdicts_and_counts_are_those_of_the_document() {
    let place = Place::new("report_page_counts");
    for name in EXAMPLES {
        let (document, page) = checked(&place, &format!("{} --keep-going", model(name)));
        let dom = Dom::parse(&page);
        let checks = list(&document, "checks");
        for check in checks {
            let property = check["property"].as_str().unwrap();
            let verdict = dom.fact(property).unwrap_or_else(|| panic!("{name}: {property}"));
            assert_eq!(verdict.to_lowercase(), check["verdict"].as_str().unwrap(), "{name}");
        }
        let states = document["states"].as_u64().unwrap();
        if checks.iter().any(|check| check["kind"] != "temporal" && states > 0)
            && !name.starts_with("cspm")
        {
            assert_eq!(digits(dom.fact("states").unwrap()), states, "{name}");
            let transitions = document["transitions"].as_u64().unwrap();
            assert_eq!(digits(dom.fact("transitions").unwrap()), transitions, "{name}");
            assert_eq!(columns(&dom).iter().sum::<u64>(), states, "{name}");
            let depth = document["depth"].as_u64().unwrap() as usize;
            assert_eq!(columns(&dom).len(), depth + 1, "{name}");
        }
        let symmetry = &document["symmetry"];
        if let Some(order) = symmetry["order"].as_str() {
            let shown: String = dom.fact("order").unwrap().replace(GROUP, "");
            assert_eq!(shown, order, "{name}");
        }
    }
}

/// The numbers of the first histogram by depth.
fn columns(dom: &Dom) -> Vec<u64> {
    let is_histogram = |it: &&Element| it.text.contains("states by depth");
    let Some(picture) = dom.named("svg").find(is_histogram) else { return Vec::new() };
    let told = dom.inside(picture).filter(|it| it.has_class("column"));
    let number = |told: &Element| digits(told.text.rsplit(": ").next().unwrap());
    told.map(number).collect()
}

#[test]
fn tables_have_the_actions_and_changes_of_the_document() {
    let place = Place::new("report_page_steps");
    let mut compared = 0;
    for name in EXAMPLES {
        let (document, page) = checked(&place, &format!("{} --keep-going", model(name)));
        let dom = Dom::parse(&page);
        let violated = list(&document, "checks").iter().filter(|it| it["verdict"] == "violated");
        for (number, check) in violated.enumerate() {
            let id = format!("r{number}");
            let run = dom.0.iter().find(|it| it.attribute("data-run") == Some(&id)).unwrap();
            let rows: Vec<_> = dom.inside(run).filter(|it| is_step(it)).collect();
            let steps = list(check, "trace");
            let actions = steps.iter().map(|step| list(step, "actions").len());
            assert_eq!(rows.len(), 1 + actions.sum::<usize>(), "{name}");
            let changed = dom.inside(run).filter(|it| it.has_class("changed"));
            let changed: Vec<_> = changed.map(|it| it.text.clone()).collect();
            let expected = changes(steps).iter().map(|value| shortened(value)).collect::<Vec<_>>();
            assert_eq!(changed, expected, "{name}");
            compared += 1;
        }
    }
    assert!(compared >= 7, "{compared}");
}

/// A value as far as it is shown.
fn shortened(value: &str) -> String {
    match value.chars().count() {
        0..=300 => value.to_owned(),
        _ => value.chars().take(300).chain(" …".chars()).collect(),
    }
}

fn is_step(element: &Element) -> bool {
    element.attribute("data-step").is_some()
}

/// What the actions of steps change: of each cell the last value, in the order of the columns.
fn changes(steps: &[Value]) -> Vec<String> {
    let all = || steps.iter().flat_map(|step| list(step, "changes"));
    let mut columns: Vec<(bool, &str)> = Vec::new();
    for change in all() {
        // What has no value is a process that begins or ends; those stand behind the others.
        let column = (change["after_value"].is_null(), change["cell"].as_str().unwrap());
        if !columns.contains(&column) {
            columns.push(column);
        }
    }
    columns.sort_by_key(|&(is_process, _)| is_process);
    let mut told = Vec::new();
    for step in steps {
        for action in 0..list(step, "actions").len() {
            let made = list(step, "changes").iter().filter(|it| it["action"] == action);
            let made: Vec<_> = made.collect();
            for (_, name) in &columns {
                if let Some(last) = made.iter().rfind(|it| it["cell"] == *name) {
                    told.push(last["after"].as_str().unwrap().to_owned());
                }
            }
        }
    }
    told
}

#[test]
fn lines_that_are_never_reached_are_marked() {
    let place = Place::new("report_page_unreached");
    let text = "byte x;\nactive [2] proctype p() {\n  do\n  :: x == 7 ->\n     x = 1;\n     x = 2\n  :: x = 0\n  od\n}\n";
    let (document, page) = {
        place.file("m.pml", text);
        checked(&place, "m.pml")
    };
    let dom = Dom::parse(&page);
    let marked = dom.named("tr").filter(|it| it.has_class("unreached"));
    let marked: HashSet<&str> = marked.filter_map(|it| it.attribute("id")).collect();
    let told = list(&document, "unreached").iter();
    let told: HashSet<String> = told.map(|it| format!("s0-{}", it["line"])).collect();
    assert_eq!(marked, told.iter().map(String::as_str).collect());
    assert!(marked.contains("s0-5"), "{marked:?}");
}

/// What stands beside the lines of the model, by their names.
fn beside_lines(dom: &Dom) -> HashMap<String, String> {
    let is_line = |it: &&Element| it.attribute("id").is_some_and(|id| id.starts_with('s'));
    let mark = |row: &Element| {
        let mark = dom.inside(row).find(|it| it.has_class("mark")).unwrap().text.clone();
        (row.attribute("id").unwrap().to_owned(), mark)
    };
    dom.named("tr").filter(is_line).map(mark).filter(|(_, mark)| !mark.is_empty()).collect()
}

#[test]
fn statements_are_counted_as_often_as_the_graph_has_them() {
    let place = Place::new("report_page_counts_of_statements");
    // Each statement has a line of its own.
    let text = BROKEN_MUTEX.replace("inside == 1);", "inside >= 1);");
    place.file("m.pml", &text);
    let plain = "m.pml --symmetry off --no-merge";
    let (_, page) = checked(&place, &format!("{plain} --por off"));
    let graph = place.run(&format!("graph {plain}")).out;
    let count = |statement: &str| {
        let edges = graph.lines().filter(|line| line.contains("->") && line.contains(statement));
        edges.count().to_string()
    };
    let expected = [
        ("s0-4", count("inside == 0")),
        ("s0-5", count("inside++")),
        ("s0-6", count("assert(")),
        ("s0-7", count("inside--")),
    ];
    assert!(expected.iter().all(|(_, count)| count.len() > 1), "{expected:?}");
    let expected = expected.map(|(line, count)| (line.to_owned(), count));
    let mut found = beside_lines(&Dom::parse(&page));
    // What ends the process is never reached.
    found.retain(|_, mark| mark != "✗");
    assert_eq!(found, HashMap::from(expected));
}

#[test]
fn statements_are_counted_alike_by_each_engine_and_any_number_of_workers() {
    let place = Place::new("report_page_counts_of_engines");
    let mut compared = 0;
    for name in EXAMPLES {
        let [first, others @ ..] = [
            "--engine interpret --workers 1",
            "--engine compiled --workers 1",
            "--engine compiled --workers 3 --audit off",
        ]
        .map(|options| {
            let (_, page) = checked(&place, &format!("{} {options}", model(name)));
            beside_lines(&Dom::parse(&page))
        });
        others.iter().for_each(|other| assert_eq!(*other, first, "{name}"));
        compared += usize::from(first.len() > 3);
    }
    assert!(compared >= 10, "{compared}");
}

#[test]
fn what_classes_stand_for_is_told_only_if_it_was_counted() {
    let place = Place::new("report_page_orbits");
    place.file("m.pml", MUTEX);
    let counted = "states that the classes stand for";
    let (_, page) = checked(&place, "m.pml");
    assert_eq!(Dom::parse(&page).fact(counted), Some("not counted: --orbits counts them"));
    let (document, page) = checked(&place, "m.pml --orbits");
    let told = format!(
        "{} states, {} transitions",
        document["orbits"]["states"].as_str().unwrap(),
        document["orbits"]["transitions"].as_str().unwrap()
    );
    assert_eq!(Dom::parse(&page).fact(counted), Some(&told[..]));
}

/// A name of a file that is markup wherever it is not escaped.
const NAME: &str = "\"><img src=x onerror=alert(1)><script>'\u{202e}.pml";

/// The same in comments, in names that are printed, and where a script would end.
const HOSTILE: &str = "/* </script><script>alert(1)</script> \u{202e}\u{2066} \"><img onerror=alert(1) src=x> <!-- ]]> */
byte x;
active [2] proctype p() {
  do
  :: x < 3 -> x++; printf(\"</script>\\\"><img onerror=alert(1) src=x> \u{202e} <!-- %d\\n\", x)
  :: x == 3 -> assert(x < 3)
  od
}
";

const HOSTILE_STRINGS: &str = "datatype D = D1 | D2\nchannel c:{\"</script><img src=x onerror=alert(1)>\",\"\u{1b}]0;\u{fffe}\"}\nP=c?x -> STOP\n\
                               assert P :[deadlock free]\nassert not P :[deadlock free]\nprint \"\u{9b}</textarea><svg onload=alert(1)>\"\n";

/// A page of a file whose name may hold anything.
fn page_of(place: &Place, file: &str, text: &str) -> String {
    place.file(file, text);
    let mut command = Command::new(env!("CARGO_BIN_EXE_quotient"));
    command.args(["check", "--report", "page.html", file]).current_dir(place.path("."));
    assert_eq!(command.output().unwrap().status.code(), Some(1));
    place.read("page.html")
}

#[test]
fn a_model_is_text_whatever_it_holds() {
    let place = Place::new("report_page_hostile");
    for (name, text) in [(NAME, HOSTILE), ("m.csp", HOSTILE_STRINGS)] {
        let page = page_of(&place, name, text);
        let obeyed = |c: &char| {
            c.is_control() && !"\n\t".contains(*c) || ('\u{202a}'..='\u{202e}').contains(c)
        };
        assert_eq!(page.chars().find(obeyed), None);
        let dom = Dom::parse(&page);
        assert_eq!(dom.named("script").count(), 1);
        assert_eq!(dom.named("style").count(), 1);
        let unknown = dom.0.iter().find(|it| !ELEMENTS.contains(&&it.name[..]));
        assert_eq!(unknown.map(|it| &it.name), None);
        for (attribute, value) in dom.0.iter().flat_map(|it| &it.attributes) {
            assert!(!attribute.starts_with("on"), "{attribute}");
            let leads = ["href", "src", "xlink:href"].contains(&&attribute[..]);
            assert!(!leads || value.starts_with('#'), "{attribute} {value}");
        }
        assert!(page.contains("&lt;/script&gt;"), "the text is shown");
    }
}

/// The elements that pages are made of.
const ELEMENTS: [&str; 52] = [
    "html", "head", "meta", "title", "style", "body", "script", "header", "main", "section", "div",
    "p", "h1", "h2", "h3", "table", "caption", "colgroup", "col", "thead", "tbody", "tr", "th",
    "td", "a", "code", "ul", "li", "details", "summary", "span", "button", "label", "input", "svg",
    "desc", "defs", "marker", "g", "path", "rect", "line", "circle", "text", "tspan", "polygon",
    "polyline", "ellipse", "dl", "dt", "dd", "pre",
];

#[test]
fn files_that_are_no_pages_are_refused() {
    let place = Place::new("report_page_refused");
    place.file("m.pml", MUTEX).file("other.html.pml", MUTEX).file("o.pml", MUTEX);
    let refused = |arguments: &str, parts: &[&str]| place.run(arguments).refused(parts);
    refused("check m.pml --report x.json", &["x.json", ".html", "--trace"]);
    refused("check m.pml --report m.pml", &["m.pml", ".html"]);
    refused("check m.pml --report no/x.html", &["no/x.html", "cannot write"]);
    refused("check m.pml --trace x.json --report x.json", &["x.json"]);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("o.pml", place.path("link.html")).unwrap();
        refused("check m.pml --report link.html", &["link.html", "not overwritten"]);
        assert_eq!(place.read("o.pml"), MUTEX);
    }
}

/// A browser has a page of its own at first.
fn leave_what_it_begins_with(browser: &Browser) {
    browser.go("about:blank");
    browser.requests();
    browser.console();
}

/// The numbers of the steps that are lit.
fn lit(browser: &Browser) -> String {
    let script = "return [...document.querySelectorAll('tr.here')].map((row) => row.dataset.step).join(' ') + ' of lines ' +
                  [...document.querySelectorAll('tr.lit')].map((row) => row.id).join(' ')";
    browser.execute(script, &[]).as_str().unwrap().to_owned()
}

#[test]
fn a_browser_shows_a_page_without_a_network_and_walks_through_its_steps() {
    let Some(browser) = Browser::start().expect("it starts") else { return };
    let place = Place::new("report_page_browser");
    place.file("m.pml", BROKEN_MUTEX);
    let (document, _) = checked(&place, "m.pml");
    leave_what_it_begins_with(&browser);
    browser.set_offline(true);
    let address = format!("file://{}", place.path("page.html").display());
    browser.go(&address);
    assert_eq!(browser.requests(), [&address[..]]);
    assert_eq!(browser.text(&browser.find(".answer")), "VIOLATED");

    let steps = list(&list(&document, "checks")[0], "trace");
    let line = |step: usize| steps[step - 1]["actions"][0]["line"].as_u64().unwrap();
    assert_eq!(lit(&browser), " of lines ");
    browser.press(&keys::RIGHT.to_string());
    browser.press(&keys::DOWN.to_string());
    assert_eq!(lit(&browser), format!("2 of lines s0-{}", line(2)));
    browser.press(&keys::UP.to_string());
    assert_eq!(lit(&browser), format!("1 of lines s0-{}", line(1)));
    browser.click(&browser.find("#r0-3 td:nth-child(3)"));
    assert_eq!(lit(&browser), format!("3 of lines s0-{}", line(3)));

    // What `inside` is before and after the step that changes it first.
    let is_of_inside =
        |step: &&Value| list(step, "changes").iter().any(|it| it["cell"] == "inside");
    let first = steps.iter().find(is_of_inside).unwrap()["step"].as_u64().unwrap();
    browser.click(&browser.find(&format!("#r0-{first} td:nth-child(3)")));
    assert_eq!(browser.text(&browser.find("#r0-states tbody tr")), "inside 0 1");

    // Only steps that change a cell of that name are shown then, and the keys go from one to the next.
    browser.click(&browser.find("#r0-controls .filter"));
    browser.press("inside");
    browser.execute("document.activeElement.blur()", &[]);
    let changing = steps.iter().filter(is_of_inside).count();
    let shown = browser.execute(
        "return [...document.querySelectorAll('tr[data-step]')].filter((row) => !row.hidden).length",
        &[],
    );
    assert_eq!(shown, 1 + changing);
    let second = steps.iter().filter(is_of_inside).nth(1).unwrap()["step"].as_u64().unwrap();
    browser.press(&keys::RIGHT.to_string());
    assert_eq!(lit(&browser), format!("{second} of lines s0-{}", line(second as usize)));
    assert_eq!(browser.console(), Vec::<String>::new());
    assert_eq!(browser.requests(), Vec::<String>::new());
}

#[test]
fn a_hostile_page_runs_nothing_and_asks_for_nothing() {
    let Some(browser) = Browser::start().expect("it starts") else { return };
    let place = Place::new("report_page_hostile_browser");
    page_of(&place, NAME, HOSTILE);
    leave_what_it_begins_with(&browser);
    let address = format!("file://{}", place.path("page.html").display());
    browser.go(&address);
    assert_eq!(browser.requests(), [&address[..]]);
    assert_eq!(browser.console(), Vec::<String>::new());
    assert_eq!(browser.find_all("img, iframe, object").len(), 0);
    assert!(browser.title().contains("<img src=x"), "{}", browser.title());
}

#[test]
fn a_run_of_ten_thousand_steps_fits_into_a_page() {
    let place = Place::new("report_page_long");
    let text = "int n;\nactive proctype counter() {\n  do\n  :: atomic { n < 9999 -> n++ }\n  :: n == 9999 -> assert(false)\n  od\n}\n";
    place.file("m.pml", text);
    let (document, page) = checked(&place, "m.pml");
    let steps = list(&list(&document, "checks")[0], "trace").len();
    assert!(steps >= 10_000, "{steps}");
    assert!(page.len() < 10_000_000, "{}", page.len());
    let dom = Dom::parse(&page);
    let rows = dom.0.iter().filter(|it| it.attribute("id").is_some() && is_step(it));
    assert_eq!(rows.count(), 1 + steps);
    let Some(browser) = Browser::start().expect("it starts") else { return };
    browser.go(&format!("file://{}#r0-{steps}", place.path("page.html").display()));
    assert_eq!(lit(&browser).split(' ').next(), Some(&steps.to_string()[..]));
}
