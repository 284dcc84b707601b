//! Several models, each held to what it expects.

use std::collections::HashSet;

use serde_json::Value;

use crate::support::Place;

/// Two users of a lock that is none.
const LOCK: &str = "\
/* expect assertions: violated at line 10 after 7 steps
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect symmetry: order 2
 * quotient[three]: -D N=3
 * expect[three] symmetry: order 6 */
bool locked; byte inside;
active [N] proctype user() {
  do :: !locked; locked = true; inside++;
     assert(inside == 1); inside--; locked = false od
}
";

/// The lock for two, where nobody says otherwise.
fn lock() -> String {
    LOCK.replace("bool locked", "#ifndef N\n#define N 2\n#endif\nbool locked")
        .replace("line 10", "line 13")
}

#[test]
fn what_is_as_expected_is_told_in_a_row() {
    let place = Place::new("suites_rows");
    place.file("lock.pml", lock()).file("plain.pml", "active proctype p() { skip }\n");
    let said = place.run("check lock.pml plain.pml");
    said.expect(0, &["✓ lock.pml · ", "✓ lock.pml [three] · -D N=3 · ", "✓ plain.pml · "]);
    assert!(said.out.ends_with("3 runs: 3 as expected\n"), "{}", said.out);
    // In a folder, what expects nothing is not checked, and named.
    let said = place.run("check .");
    said.expect(0, &["2 runs: 2 as expected\nnot checked, as they expect nothing: ./plain.pml\n"]);
    place.run("check . --quiet").expect(0, &["2 runs"]);
    assert!(!place.run("check . --quiet").out.contains('✓'));
    // A single model is checked as ever, unless it is to be held to what it expects.
    place.run("check lock.pml").expect(1, &["VIOLATED  after 7 steps"]);
    place.run("check lock.pml --suite").expect(0, &["2 as expected"]);
}

/// What is not as expected is told with the line that expects it.
#[test]
fn a_wrong_expectation_of_each_kind_fails_with_its_line() {
    let place = Place::new("suites_wrong");
    for (right, wrong, told) in [
        ("violated at line 13 after 7 steps", "holds", "expected holds, found violated"),
        (
            "violated at line 13",
            "violated at line 12",
            "expected violated at line 12 after 7 steps, found violated at line 13 after 7 steps",
        ),
        ("after 7 steps", "after 8 steps", "found violated at line 13 after 7 steps"),
        (
            "violated at line 13",
            "violated at line 13 of other.pml",
            "found violated at line 13 of m.pml",
        ),
        (
            "deadlock: holds",
            "deadlock: violated",
            "m.pml:2: deadlock: expected violated, found holds",
        ),
        (
            "symmetry: order 2",
            "symmetry: order 24",
            "m.pml:4: symmetry: expected order 24, found order 2",
        ),
        (
            "symmetry: order 2\n",
            "quotient: 1 states, 2 transitions\n",
            "m.pml:4: quotient: expected 1 states, 2 transitions, found ",
        ),
        (
            "symmetry: order 2\n",
            "unreduced: 1 states\n",
            "m.pml:4: unreduced: expected 1 states, found ",
        ),
        (
            "[three] symmetry: order 6",
            "[three] symmetry: order 7",
            "m.pml:6: symmetry: expected order 7, found order 6",
        ),
        (
            "order 6 */",
            "order 6 */\nltl alone { [] (inside == 0) }",
            "m.pml:1: alone: expected holds, found violated",
        ),
    ] {
        let model = lock().replace(right, wrong);
        assert_ne!(model, lock(), "{right}");
        place.file("m.pml", model);
        place.run("check m.pml --suite").expect(1, &[told, "\n  quotient check m.pml"]);
    }
}

#[test]
fn a_line_that_cannot_be_understood_is_refused_by_its_number() {
    let place = Place::new("suites_lines");
    for (right, wrong, told) in [
        ("deadlock: holds", "deadlock: maybe", "m.pml:2: `maybe` is no verdict"),
        (
            "deadlock: holds",
            "deadlocks hold",
            "m.pml:2: a line that begins with `expect` says what",
        ),
        (
            "deadlock: holds",
            "liveness: holds",
            "m.pml:2: liveness: expected holds, found no such property was checked, but assertions, ",
        ),
        ("[three] symmetry", "[four] symmetry", "m.pml:6: no line `quotient[four]:`"),
        ("-D N=3", "--time 5s", "m.pml:5: `--time` cannot stand there"),
        ("-D N=3", "--trace x.json", "m.pml:5: `--trace` cannot stand there"),
        ("-D N=3", "-I /etc", "m.pml:5: `-I` cannot stand there"),
        ("-D N=3", "--report x.html", "m.pml:5: `--report` cannot stand there"),
        ("-D N=3", "--memory 64G", "m.pml:5: `--memory` cannot stand there"),
        ("-D N=3", "--bless", "m.pml:5: `--bless` cannot stand there"),
        ("-D N=3", "--nonsense", "m.pml:5: unexpected argument '--nonsense' found"),
        ("-D N=3", "other.pml", "m.pml:5: no other models can stand there"),
        ("bool locked", "bool locked locked", "m.pml: "),
    ] {
        let model = lock().replace(right, wrong);
        assert_ne!(model, lock(), "{right}");
        place.file("m.pml", model);
        place.run("check m.pml --suite").expect(2, &[told, "that cannot be checked"]);
    }
    let refused =
        ["--trace t.json", "--report r.html", "--symmetry off", "--por off", "--keep-going"];
    for option in refused {
        let name = option.split(' ').next().unwrap();
        let told = format!("`{name}` is for a single model");
        place.run(&format!("check m.pml --suite {option}")).refused(&[&told]);
    }
    place.run("check missing.pml other.pml").expect(2, &["missing.pml: no such file"]);
    std::fs::create_dir_all(place.path("empty")).unwrap();
    place.run("check empty").refused(&["empty: no model is in this folder"]);
    place.run("check m.pml --suite --junit m.pml").refused(&["not overwritten"]);
}

/// The command line wins, and a limit that was reached is no answer.
#[test]
fn the_command_line_wins() {
    let place = Place::new("suites_command_line");
    place.file("m.pml", lock());
    let said = place.run("check m.pml --suite -D N=3");
    said.expect(1, &["m.pml:4: symmetry: expected order 2, found order 6", "✓ m.pml [three]"]);
    let said = place.run("check m.pml --suite -D OTHER=1");
    said.expect(0, &["2 as expected"]);
    let steps = "active proctype p() { byte a, b, c, d; do :: a++ :: b++ :: c++ :: d++ :: assert(a < 255) od }";
    place.file("long.pml", format!("// expect deadlock: holds\n{steps}"));
    let said = place.run("check long.pml --suite --max-states 100");
    said.expect(3, &["? long.pml", "long.pml:1: deadlock: expected holds, found "]);
}

#[test]
fn counts_are_written_anew_and_verdicts_are_not() {
    let place = Place::new("suites_bless");
    let wrong = lock()
        .replace("order 2\n", "order 3\r\n * expect quotient: 1 states, 1 transitions\n")
        .replace("order 6 ", "order 99 ")
        .replace("deadlock: holds", "deadlock: violated")
        .replace("line 13", "line 14");
    place.file("m.pml", &wrong);
    place.run("check m.pml --bless").expect(1, &["written anew: 1 model", "m.pml:2: deadlock"]);
    let written = place.read("m.pml");
    assert!(written.contains("deadlock: violated\n * expect run-time errors"), "{written}");
    assert!(
        written.contains("symmetry: order 2\r\n") && written.contains("order 6 */"),
        "{written}"
    );
    place.file("m.pml", written.replace("deadlock: violated", "deadlock: holds"));
    let said = place.run("check m.pml --bless");
    said.expect(0, &["2 as expected"]);
    assert!(!said.out.contains("written anew"));
}

fn sarif(place: &Place, arguments: &str) -> Value {
    place.run(&format!("check {arguments} --sarif s.json"));
    let text = place.read("s.json");
    serde_json::from_str::<serde_sarif::sarif::Sarif>(&text).expect("SARIF");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn sarif_has_the_counterexample_at_its_place() {
    let place = Place::new("suites_sarif");
    let model = lock().replace("expect assertions: violated at line 13 after 7 steps", "");
    place.file("a b.pml", "").file("x<y>.pml", &model);
    let document = sarif(&place, "x<y>.pml --suite");
    let result = &document["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "violation");
    let physical = &result["locations"][0]["physicalLocation"];
    assert_eq!(physical["artifactLocation"]["uri"], "x%3Cy%3E.pml");
    assert_eq!(physical["region"]["startLine"], 13);
    let steps = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
    assert_eq!(steps.len(), 7);
    let text = steps[2]["location"]["message"]["text"].as_str().unwrap();
    assert!(text.contains("locked = true (locked: 0 → 1)"), "{text}");
    // Other lines do not make it another result.
    let fingerprint = |document: &Value| {
        document["runs"][0]["results"][0]["partialFingerprints"]["quotient/v1"].clone()
    };
    let before = fingerprint(&document);
    place.file("x<y>.pml", format!("\n\n{model}"));
    let document = sarif(&place, "x<y>.pml --suite");
    assert_eq!(fingerprint(&document), before);
    let rules: HashSet<&str> = ["violation", "expectation", "unknown", "model"].into();
    let results = document["runs"][0]["results"].as_array().unwrap();
    assert!(results.iter().all(|it| rules.contains(it["ruleId"].as_str().unwrap())));
    // What is as expected is no result.
    place.file("ok.pml", lock());
    assert_eq!(sarif(&place, "ok.pml --suite")["runs"][0]["results"], Value::Array(Vec::new()));
}

#[test]
fn junit_has_a_case_for_each_expectation() {
    let place = Place::new("suites_junit");
    place.file("m.pml", lock().replace("deadlock: holds", "deadlock: violated"));
    place.file("bad&.pml", "// expect deadlock: holds\nactive proctype p() {");
    place.run("check m.pml bad&.pml --junit j.xml").expect(2, &[]);
    let text = place.read("j.xml");
    let document = roxmltree::Document::parse(&text).expect("XML");
    let count = |name: &str| document.descendants().filter(|it| it.has_tag_name(name)).count();
    let number = |name: &str| document.root_element().attribute(name).unwrap().parse().unwrap();
    // Four expectations of the lock and as many of three users, and a model that cannot be read.
    assert_eq!((count("testsuite"), count("testcase")), (3, 9));
    assert_eq!((count("failure"), count("error")), (2, 1), "{text}");
    let numbers: [usize; 3] = ["tests", "failures", "errors"].map(number);
    assert_eq!(numbers, [9, 2, 1]);
}

/// What is asked of a model may not cost it, nor what it includes.
#[test]
fn reports_are_written_over_reports_alone() {
    let place = Place::new("suites_reports");
    place.file("lock.h", "#define N 2\n").file("m.pml", format!("#include \"lock.h\"\n{}", lock()));
    for option in ["--junit lock.h", "--sarif lock.h"] {
        place.run(&format!("check m.pml --suite {option}")).refused(&["no report of a suite"]);
    }
    assert_eq!(place.read("lock.h"), "#define N 2\n");
    for _ in 0..2 {
        place.run("check m.pml --suite --junit j.xml --sarif s.json");
        assert!(
            place.read("j.xml").contains("testsuite") && place.read("s.json").contains("driver")
        );
    }
    place.run("check m.pml --suite --junit no/such/j.xml").refused(&["no/such/j.xml"]);
}

/// Whatever is said, what is violated is told.
#[test]
fn nothing_that_is_violated_is_as_expected() {
    let place = Place::new("suites_violated");
    let process = "active proctype p() { byte x = 1; x = 2; assert(x == 1) }";
    for (line, told) in [
        ("expect quotient: 3 states", "assertions: expected holds, found violated"),
        ("expect unreduced: 3 states", "assertions: expected holds, found violated"),
    ] {
        place.file("m.pml", format!("// {line}\n{process}"));
        place.run("check m.pml --suite").expect(1, &[told]);
    }
    let formulas = "byte x; active proctype p() { x = 1 }\nltl deadlock { [] (x == 0) }\nltl quotient { [] (x == 0) }";
    place.file(
        "m.pml",
        format!("// expect deadlock: holds\n// expect quotient: 3 states\n{formulas}"),
    );
    let said = place.run("check m.pml --suite");
    said.expect(
        2,
        &["several properties are called so", "quotient: expected holds, found violated"],
    );
    // A group that was not found in time is not known, and what is approximate is no count.
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let peterson = std::fs::read_to_string(root.join("models/promela/peterson-6.pml")).unwrap();
    let body = &peterson[peterson.find("*/").unwrap() + 2..];
    place.file("p.pml", format!("// expect symmetry: order 1\n{body}"));
    place.run("check p.pml --suite --time 1ms --bless").expect(3, &["? p.pml"]);
    assert!(place.read("p.pml").starts_with("// expect symmetry: order 1\n"));
    place.file("q.pml", format!("// expect quotient: 7 states\n{process}").replace("== 1", "== 2"));
    for options in ["--store bitstate --memory 64M", "--engine symbolic"] {
        place.run(&format!("check q.pml --bless {options}")).expect(3, &["? q.pml"]);
    }
    assert!(place.read("q.pml").starts_with("// expect quotient: 7 states\n"));
}

/// The language that a model names is the one that it is read in.
#[test]
fn a_model_names_its_language() {
    let place = Place::new("suites_language");
    let text = "// quotient: --language promela\n// expect quotient: 9 states\n\
                byte x, y; active proctype p() { x = 1; x = 2 } active proctype q() { y = 1; y = 2 }";
    place.file("m.txt", text).file("m.csp", text);
    for file in ["m.txt", "m.csp"] {
        let said = place.run(&format!("check {file} --suite"));
        assert!(!said.out.contains("cannot be checked"), "{}", said.out);
        let alone = place.json(&format!("{file} --language promela --por off")).0;
        let states = alone["states"].as_u64().unwrap();
        place.file("copy.pml", text.replace("9 states", &format!("{states} states")));
        place.run("check copy.pml --suite").expect(0, &["1 as expected"]);
    }
}
