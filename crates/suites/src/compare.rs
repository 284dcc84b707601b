//! What was found, held against what is expected.

use serde_json::Value;

use crate::expectation::{Counted, Expectation, Fact, Judged};
use crate::head::Run;
use crate::place::{Place, end_of};

/// The searches that it takes to see whether a run is as expected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// One with symmetry. It answers for the properties, too.
    pub quotient: bool,
    /// Whether partial order reduction, which leaves out states, is off in it.
    pub all_orders: bool,
    /// One of all states.
    pub unreduced: bool,
    /// None: the symmetry is asked for.
    pub symmetry: bool,
}

/// The documents that these print.
#[derive(Clone, Debug, Default)]
pub struct Documents {
    /// Of the search with symmetry.
    pub quotient: Option<Value>,
    /// Of that of all states.
    pub unreduced: Option<Value>,
    /// Of the symmetry.
    pub symmetry: Option<Value>,
}

/// What came of an expectation, or of a property of which nothing is said: it should hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The expectation, if there is one.
    pub expectation: Option<Expectation>,
    /// What it is about.
    pub subject: String,
    /// What is expected.
    pub expected: String,
    /// What was found.
    pub found: String,
    /// Whether these are the same.
    pub outcome: Outcome,
    /// The verdict on the property as documents have it, where it is violated.
    pub violated: Option<Value>,
}

/// Whether something is as expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// It is.
    Met,
    /// There is no answer.
    Unknown,
    /// It is not.
    Missed,
    /// It cannot be: there is no such property, or it cannot be checked.
    Wrong,
}

impl Wanted {
    /// Of a run.
    #[must_use]
    pub fn of(run: &Run) -> Wanted {
        let mut wanted = Wanted { quotient: run.expectations.is_empty(), ..Wanted::default() };
        for Expectation { fact, .. } in &run.expectations {
            match fact {
                Fact::Verdict(_, judged) => {
                    wanted.quotient = true;
                    wanted.unreduced |= judged.states.is_some();
                }
                Fact::Counts(Counted::Quotient, ..) => {
                    (wanted.quotient, wanted.all_orders) = (true, true);
                }
                Fact::Counts(Counted::Unreduced, ..) => wanted.unreduced = true,
                Fact::Order(_) => wanted.symmetry = true,
            }
        }
        wanted
    }
}

/// What came of each expectation of a run, and of each property that none is about.
#[must_use]
pub fn compare(run: &Run, documents: &Documents) -> Vec<Finding> {
    let mut findings: Vec<Finding> =
        run.expectations.iter().map(|expectation| one(expectation, documents)).collect();
    let searches = [&documents.quotient, &documents.unreduced];
    if let Some(document) = searches.into_iter().flatten().next() {
        let named = |name: &str| {
            let is_named =
                |it: &Expectation| matches!(&it.fact, Fact::Verdict(known, _) if known == name);
            run.expectations.iter().any(is_named)
        };
        let others = verdicts(document).filter(|verdict| !named(text(verdict, "property")));
        findings.extend(others.filter_map(unmentioned));
    }
    findings
}

fn one(expectation: &Expectation, documents: &Documents) -> Finding {
    let fact = &expectation.fact;
    let Documents { quotient, unreduced, symmetry } = documents;
    let (found, outcome, violated) = match fact {
        Fact::Verdict(name, judged) => {
            return of_property(expectation, name, judged, documents);
        }
        Fact::Counts(Counted::Quotient, ..) => counted(fact, quotient.as_ref()),
        Fact::Counts(Counted::Unreduced, ..) => counted(fact, unreduced.as_ref()),
        Fact::Order(order) => {
            let group = symmetry.as_ref().map(|document| &document["symmetry"]["order"]);
            let found = group.and_then(Value::as_str).unwrap_or("1");
            (format!("order {found}"), is(found == order), None)
        }
    };
    let (subject, expected) = (fact.subject().to_owned(), fact.value());
    let expectation = Some(expectation.clone());
    Finding { expectation, subject, expected, found, outcome, violated }
}

fn is(same: bool) -> Outcome {
    if same { Outcome::Met } else { Outcome::Missed }
}

/// The counts of a whole search.
fn counted(fact: &Fact, document: Option<&Value>) -> (String, Outcome, Option<Value>) {
    let Some(document) = document else {
        return ("no search was made".to_owned(), Outcome::Unknown, None);
    };
    if let Some(why) = no_count(document) {
        return (why, Outcome::Unknown, None);
    }
    let Fact::Counts(counted, _, transitions) = fact else {
        return (fact.value(), Outcome::Wrong, None);
    };
    let number = |key: &str| document[key].as_u64();
    let found = number("states").zip(match transitions {
        Some(_) => number("transitions").map(Some),
        None => Some(None),
    });
    match found {
        Some((states, transitions)) => {
            let found = Fact::Counts(*counted, states, transitions);
            (found.value(), is(found == *fact), None)
        }
        None => ("this was not counted".to_owned(), Outcome::Unknown, None),
    }
}

/// Why what a search counted are not all the states that there are, if it is so.
fn no_count(document: &Value) -> Option<String> {
    if let Some(limit) = document["limits"]["reached"].as_str() {
        let states = document["states"].as_u64().unwrap_or(0);
        return Some(format!("{states} states when a limit ({limit}) was reached"));
    }
    if !document["omission"].is_null() {
        return Some(
            "an approximate count: different states may have been taken for one".to_owned(),
        );
    }
    (!document["sets"].is_null())
        .then(|| "sets of states, which are not counted one by one".to_owned())
}

fn of_property(
    expectation: &Expectation,
    name: &str,
    judged: &Judged,
    documents: &Documents,
) -> Finding {
    let finding = |found: String, outcome, violated| Finding {
        expectation: Some(expectation.clone()),
        subject: name.to_owned(),
        expected: judged.to_string(),
        found,
        outcome,
        violated,
    };
    let reduced = documents.quotient.as_ref();
    let named =
        |document: &Value| verdicts(document).filter(|it| text(it, "property") == name).count();
    if reduced.is_some_and(|document| named(document) > 1) {
        let found = "several properties are called so: give each a name of its own".to_owned();
        return finding(found, Outcome::Wrong, None);
    }
    let Some(verdict) = reduced.and_then(|document| verdict(document, name)) else {
        let names: Vec<&str> =
            reduced.into_iter().flat_map(verdicts).map(|it| text(it, "property")).collect();
        let found = format!("no such property was checked, but {}", names.join(", "));
        return finding(found, Outcome::Wrong, None);
    };
    let mut found = in_words(verdict, judged);
    let counts = judged.states.is_some() || judged.classes.is_some();
    if counts {
        let all = documents.unreduced.as_ref().and_then(|document| verdict_of(document, name));
        found.states = judged.states.and(all);
        found.classes = judged.classes.and(verdict["search"]["states"].as_u64());
    }
    let other = documents.unreduced.as_ref().and_then(|document| self::verdict(document, name));
    let differs = other.filter(|other| differ(verdict, other));
    let violated = (found.verdict == "violated").then(|| verdict.clone());
    let (found, outcome) = match differs {
        Some(other) => {
            let (one, other) = (text(verdict, "verdict"), text(other, "verdict"));
            (format!("{one} up to symmetry, and {other} without"), Outcome::Missed)
        }
        None if text(verdict, "kind") == "wrong" => (reason(verdict), Outcome::Wrong),
        None if found == *judged => (found.to_string(), Outcome::Met),
        None if found.verdict == "inconclusive" => (reason(verdict), Outcome::Unknown),
        None => (found.to_string(), Outcome::Missed),
    };
    finding(found, outcome, violated)
}

/// Whether two searches have found the contrary.
fn differ(one: &Value, other: &Value) -> bool {
    let known = |verdict: &Value| text(verdict, "verdict") != "inconclusive";
    known(one) && known(other) && text(one, "verdict") != text(other, "verdict")
}

/// What is to be said of a property of which nothing is expected.
fn unmentioned(verdict: &Value) -> Option<Finding> {
    let outcome = match text(verdict, "verdict") {
        _ if text(verdict, "kind") == "wrong" => Outcome::Wrong,
        "violated" => Outcome::Missed,
        "inconclusive" => Outcome::Unknown,
        "holds" => Outcome::Met,
        // Whoever looks for something says what comes of it, or does not care.
        _ => return None,
    };
    let found = match outcome {
        Outcome::Met => "holds".to_owned(),
        Outcome::Missed => {
            in_words(verdict, &Judged { line: Some(0), steps: Some(0), ..Judged::default() })
                .to_string()
        }
        _ => reason(verdict),
    };
    Some(Finding {
        expectation: None,
        subject: text(verdict, "property").to_owned(),
        expected: "holds".to_owned(),
        found,
        outcome,
        violated: (outcome == Outcome::Missed).then(|| verdict.clone()),
    })
}

/// A verdict as an expectation would have it, with as much beside it as one has.
fn in_words(verdict: &Value, like: &Judged) -> Judged {
    let mut judged = Judged { verdict: text(verdict, "verdict").to_owned(), ..Judged::default() };
    if let (Some(_), Some(Place { file, line, .. })) = (like.line, end_of(verdict)) {
        judged.line = Some(line);
        judged.file =
            like.file.clone().map(|wanted| if ends_in(&file, &wanted) { wanted } else { file });
    }
    let steps = verdict["trace"].as_array().map(|steps| steps.len() as u64);
    judged.steps = like.steps.and(steps);
    judged
}

/// Whether a path ends in the parts of another one.
fn ends_in(path: &str, end: &str) -> bool {
    std::path::Path::new(path).ends_with(end)
}

/// How many states were searched for a property alone.
fn verdict_of(document: &Value, name: &str) -> Option<u64> {
    verdict(document, name)?["search"]["states"].as_u64()
}

fn verdict<'a>(document: &'a Value, name: &str) -> Option<&'a Value> {
    verdicts(document).find(|verdict| text(verdict, "property") == name)
}

fn verdicts(document: &Value) -> impl Iterator<Item = &Value> {
    document["checks"].as_array().into_iter().flatten()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn reason(verdict: &Value) -> String {
    verdict["reason"].as_str().unwrap_or("inconclusive").to_owned()
}
