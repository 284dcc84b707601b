//! Suites as SARIF 2.1.0 has them: what is not as expected, at its place, with the counterexample as a flow that can be walked through.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use crate::compare::{Finding, Outcome};
use crate::place::{Place, actions, end_of, place_of};
use crate::run_outcome::{Refusal, RunOutcome};

/// So many steps of a flow are shown where these files are looked at.
const MOST_STEPS: usize = 1_000;
/// What stands in a path as a number.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');
/// What a result can be about: its name, and what it means.
const RULES: [(&str, &str); 4] = [
    ("violation", "A property is violated that should hold"),
    ("expectation", "What was found is not what the model expects"),
    ("unknown", "There is no answer: a limit was reached"),
    ("model", "The model, or a line that says what it expects, cannot be understood"),
];

/// The report of a suite, made by a version of the program: what is not as expected.
#[must_use]
pub fn sarif(outcomes: &[RunOutcome], version: &str) -> Value {
    let rule = |(id, text): (&str, &str)| json!({ "id": id, "shortDescription": { "text": text } });
    let results: Vec<Value> = outcomes.iter().flat_map(results).collect();
    json!({
        "version": "2.1.0",
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "runs": [{
            "tool": { "driver": {
                "name": "quotient",
                "semanticVersion": version,
                "rules": RULES.map(rule),
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn results(outcome: &RunOutcome) -> Vec<Value> {
    match &outcome.result {
        Ok(findings) => findings
            .iter()
            .filter(|finding| finding.outcome != Outcome::Met)
            .map(|finding| of_finding(outcome, finding))
            .collect(),
        Err(refusal) => vec![of_refusal(outcome, refusal)],
    }
}

fn of_finding(outcome: &RunOutcome, finding: &Finding) -> Value {
    let Finding { subject, expected, found, violated, .. } = finding;
    let rule = match finding.outcome {
        Outcome::Met | Outcome::Missed if violated.is_some() && expected == "holds" => "violation",
        Outcome::Met | Outcome::Missed => "expectation",
        Outcome::Unknown => "unknown",
        Outcome::Wrong => "model",
    };
    let reason = violated.as_ref().and_then(|verdict| verdict["reason"].as_str());
    let said = match reason {
        Some(reason) if rule == "violation" => format!("{subject}: {reason}"),
        _ => format!("{subject}: expected {expected}, found {found}"),
    };
    let text = format!("{said}\n\nTo see it: `{}`", outcome.command);
    let head = Place { file: outcome.model.clone(), line: finding.line(), column: 1 };
    let place = violated.as_ref().filter(|_| rule == "violation").and_then(end_of).unwrap_or(head);
    let mut result = result(outcome, rule, &text, &place, &[subject, expected]);
    let flow = violated.as_ref().map(flow).unwrap_or_default();
    if !flow.is_empty() {
        result["codeFlows"] = json!([{ "threadFlows": [{ "locations": flow }] }]);
    }
    result
}

fn of_refusal(outcome: &RunOutcome, refusal: &Refusal) -> Value {
    let rule = if refusal.exit == 3 { "unknown" } else { "model" };
    let line = refusal.line.unwrap_or(1);
    let place = Place { file: outcome.model.clone(), line, column: 1 };
    result(outcome, rule, &refusal.text, &place, &[&refusal.text])
}

fn result(outcome: &RunOutcome, rule: &str, text: &str, place: &Place, about: &[&str]) -> Value {
    json!({
        "ruleId": rule,
        "ruleIndex": RULES.iter().position(|(id, _)| *id == rule),
        "level": if rule == "unknown" { "warning" } else { "error" },
        "message": { "text": text },
        "locations": [{ "physicalLocation": physical(place) }],
        "partialFingerprints": { "quotient/v1": fingerprint(outcome, rule, about) },
    })
}

/// What stays the same while other lines of the model change.
fn fingerprint(outcome: &RunOutcome, rule: &str, about: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    let model = outcome.model.replace('\\', "/");
    for part in
        [model.as_str(), outcome.run.as_deref().unwrap_or_default(), rule].iter().chain(about)
    {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

fn physical(place: &Place) -> Value {
    json!({
        "artifactLocation": { "uri": uri(&place.file) },
        "region": { "startLine": place.line, "startColumn": place.column },
    })
}

/// A path with slashes, whatever separates its parts here.
fn slashed(path: &str) -> String {
    if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() }
}

/// A path as a reference: relative ones stay so.
fn uri(path: &str) -> String {
    let path = slashed(path);
    let path = path.strip_prefix("./").unwrap_or(&path);
    let scheme = if path.starts_with('/') { "file://" } else { "" };
    format!("{scheme}{}", utf8_percent_encode(path, ENCODED))
}

/// The steps of a counterexample that have a place: the first of them, and the last ones where there are too many.
fn flow(verdict: &Value) -> Vec<Value> {
    let transitions = verdict["trace"].as_array().map(Vec::as_slice).unwrap_or_default();
    let steps = transitions.iter().flat_map(|transition| {
        let changes = changes(transition);
        let last = actions(transition).count();
        (1..).zip(actions(transition)).filter_map(move |(number, action)| {
            let changes = if number == last { changes.as_str() } else { "" };
            Some(location(action, &place_of(action)?, changes))
        })
    });
    let mut steps: Vec<Value> = steps.collect();
    if steps.len() > MOST_STEPS {
        steps.drain(MOST_STEPS / 2..steps.len() - MOST_STEPS / 2);
    }
    steps
}

fn location(action: &Value, place: &Place, changes: &str) -> Value {
    let text = |key: &str| action[key].as_str().unwrap_or_default();
    let said = format!("{}: {}{changes}", text("process"), text("statement"));
    json!({ "location": { "message": { "text": said }, "physicalLocation": physical(place) } })
}

/// What changes with a transition, behind a dash.
fn changes(transition: &Value) -> String {
    let changes = transition["changes"].as_array().into_iter().flatten();
    let told: Vec<String> = changes
        .map(|change| {
            let text = |key: &str| change[key].as_str().unwrap_or("–").to_owned();
            format!("{}: {} → {}", text("cell"), text("before"), text("after"))
        })
        .collect();
    if told.is_empty() { String::new() } else { format!(" ({})", told.join(", ")) }
}
