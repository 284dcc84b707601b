//! Models with a reason against their symmetry: mended as the first reason says, they have more, and fewer states than without any.

#[path = "mended/beside.rs"]
mod beside;
#[path = "mended/loops.rs"]
mod loops;
#[path = "mended/numbers.rs"]
mod numbers;
#[path = "mended/own.rs"]
mod own;

use std::fs;

use serde_json::Value;
use testing::places::shared_or_skip;

use crate::support::Place;

/// Of more states a search without symmetry is not waited for.
const MOST_STATES: usize = 300_000;

/// What is replaced, and by what; each stands in the text.
type Replacements = &'static [(&'static str, &'static str)];

/// A model, and what is done about the first reason.
struct Mended {
    /// Its name, or its path among other people's models.
    name: &'static str,
    /// Its text; none of a model that lies beside the repository.
    text: &'static str,
    /// What makes it smaller, or leaves out properties, before it is looked at.
    first: Replacements,
    /// What the first reason says.
    said: &'static str,
    /// The line that it shows; none of a reason without a place.
    shown: &'static str,
    mend: Replacements,
    /// The order of the group before and after.
    orders: (&'static str, &'static str),
    /// Why states cannot be compared: neither search comes to an end.
    endless: Option<&'static str>,
}

const MODEL: Mended = Mended {
    name: "",
    text: "",
    first: &[],
    said: "",
    shown: "",
    mend: &[],
    orders: ("1", "1"),
    endless: None,
};

#[test]
fn the_group_of_own_models_grows() {
    check(own::MODELS.iter().map(|case| (case, case.text.to_owned())));
}

#[test]
fn the_group_of_own_models_with_numbers_grows() {
    check(numbers::MODELS.iter().map(|case| (case, case.text.to_owned())));
}

#[test]
fn the_group_of_own_models_with_loops_grows() {
    check(loops::MODELS.iter().map(|case| (case, case.text.to_owned())));
}

#[test]
fn the_group_of_other_peoples_models_grows() {
    let text = |case: &'static Mended| {
        let path = shared_or_skip(&format!("models/{}", case.name))?;
        let text = fs::read(path).expect("a model");
        Some((case, String::from_utf8_lossy(&text).into_owned()))
    };
    check(beside::MODELS.iter().filter_map(text));
}

#[test]
fn there_are_enough_of_both_kinds() {
    let own = [own::MODELS, numbers::MODELS, loops::MODELS].map(<[Mended]>::len);
    let own: usize = own.iter().sum();
    assert!(own >= 20 && beside::MODELS.len() >= 20, "{own} and {}", beside::MODELS.len());
}

fn check(cases: impl Iterator<Item = (&'static Mended, String)>) {
    let wrong: Vec<String> = cases.filter_map(|(case, text)| wrong(case, &text)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is not as expected: the first reason, its place, the orders before and after the mend, or the states.
fn wrong(case: &Mended, text: &str) -> Option<String> {
    let name = case.name;
    let place = Place::new(&format!("mended_{}", name.replace('/', "_")));
    let text = replaced(name, text, case.first);
    let language = if name.ends_with(".rebeca") { "rebeca" } else { "pml" };
    let [before, after] = ["before", "after"].map(|it| format!("{it}.{language}"));
    place.file(&before, &text).file(&after, replaced(name, &text, case.mend));
    let (is, mended) = (object(&place, &before), object(&place, &after));
    let (first, shown) = first_reason(&place, &before, &is);
    let is_said = first.contains(case.said) && shown.iter().any(|s| s.contains(case.shown));
    let orders = (order(&is), order(&mended));
    let is_grown = (&orders.0[..], &orders.1[..]) == case.orders;
    let states = (states(&place, &before, "--symmetry off"), states(&place, &after, ""));
    // A search that is given up has found more states than one that comes to its end.
    let is_worth_it = match (states.1, case.endless) {
        (None, endless) => states.0.is_none() && endless.is_some(),
        (Some(after), endless) => states.0.is_none_or(|it| after <= it) && endless.is_none(),
    };
    let is_right = is_said && is_grown && is_worth_it;
    (!is_right).then(|| format!("{name}: {orders:?}, {states:?}\n{first}\n{shown:?}"))
}

fn replaced(name: &str, text: &str, replacements: Replacements) -> String {
    replacements.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{name}: no `{from}`");
        text.replace(from, to)
    })
}

fn object(place: &Place, file: &str) -> Value {
    let said = place.run(&format!("symmetry {file} --json"));
    serde_json::from_str(&said.out).unwrap_or_else(|e| panic!("{file}: {e} in {said:?}"))
}

/// The order of the group; that of the formula, where there is one.
fn order(object: &Value) -> String {
    let of = object["claims"].get(0).unwrap_or(object);
    of["symmetry"]["order"].as_str().unwrap_or("1").to_owned()
}

/// The first reason, and the lines that it shows: the first obstacle that concerns all, or else what tells components apart.
fn first_reason(place: &Place, file: &str, object: &Value) -> (String, Vec<String>) {
    let said = place.run(&format!("symmetry {file}")).out;
    let after = |heading: &str| {
        let lines = said.lines().skip_while(|line| !line.starts_with(heading));
        lines.map(str::trim).nth(1)
    };
    let concerns_all = |it: &&str| !it.starts_with("no components") && !it.starts_with("ids are");
    let obstacle = after("obstacles to").filter(concerns_all);
    let first = obstacle.or_else(|| after("differences between")).unwrap_or_default().to_owned();
    let shown = ["place", "other"].map(|key| object["differences"][0][key]["text"].to_string());
    (first, shown.to_vec())
}

/// How many states are found if all are looked for; none if that is given up.
fn states(place: &Place, file: &str, flags: &str) -> Option<u64> {
    let said =
        place.run(&format!("check {file} --json --keep-going --max-states {MOST_STATES} {flags}"));
    let object: Value =
        serde_json::from_str(&said.out).unwrap_or_else(|e| panic!("{file}: {e} in {said:?}"));
    object["states"].as_u64().filter(|_| object["limits"].is_null())
}
