//! The email specification under every strategy, beside figure 11.6 of *Automatic Techniques for Detecting and
//! Exploiting Symmetry in Model Checking* and figure 9 of *Efficient Approximate Verification of Promela Models via
//! Symmetry Markers*.

use std::path::Path;

use detection::detect;
use symmetry::Guarantee;

use crate::families;
use crate::orbits::count_orbits;
use crate::published::markers::{self, MarkersRow};
use crate::published::{Comparison, REDUCTION, ReductionRow, compare, value};
use crate::reading::{Read, read, read_text};
use crate::searches::Budget;
use crate::stored::stored;
use crate::strategies::{
    Attempt, Attempts, OFF, TOPSPIN_APPROXIMATE, TOPSPIN_MARKERS, TOPSPIN_SORTED,
    concrete_variants, variants,
};
use crate::table::Table;

const CANONICAL: &str = "canonical";

/// What is published for one number of clients.
struct Published {
    clients: &'static str,
    thesis: &'static ReductionRow,
    /// Of another version of the model.
    paper: Option<&'static MarkersRow>,
    /// Whether the thesis measured the model that is searched.
    is_same_model: bool,
}

/// What the strategies of one model are measured by.
#[derive(Clone, Copy)]
struct Reference {
    unreduced: Option<u64>,
    /// Counted by brute force, or else the states of canonical representatives.
    orbits: Option<u64>,
}

/// The strategies whose names contain `only`, for up to `most` clients, with TopSPIN's models below `models`
/// or else with ours.
///
/// # Errors
/// A model that is not understood, or has no symmetry.
pub fn email(
    models: &Path,
    only: &str,
    most: usize,
    budget: &Budget,
    progress: &mut dyn FnMut(&str),
) -> Result<Table, String> {
    let mut table = Table::new(&[
        "clients",
        "model",
        "strategy",
        "guarantee",
        "states",
        "seconds",
        "per orbit",
        "thesis",
        "states",
        "per orbit",
        "Fig. 9",
        "per orbit",
        "mark",
    ]);
    let mut attempts = Attempts::new(budget);
    let mut ours = Vec::new();
    for thesis in REDUCTION.iter().filter(|row| row.family == "email") {
        let clients = thesis.configuration;
        let size: usize = clients.parse().map_err(|_| format!("{clients} clients"))?;
        if size > most {
            continue;
        }
        let path = stored(models, "email", clients);
        let Read { model, .. } = match &path {
            Some(path) => read(path)?,
            None => read_text(clients, &families::text("email", clients)?)?,
        };
        let paper = markers::EMAIL.iter().find(|row| row.size == size);
        let published = Published { clients, thesis, paper, is_same_model: path.is_some() };
        if path.is_none() {
            ours.push(clients);
        }
        let reduction = detect(&model.machine).reduction.ok_or("no symmetry was found")?;
        let mut found = Vec::new();
        let mut add = |name: &'static str, search: &mut dyn FnMut() -> Attempt| {
            if name.contains(only) {
                let attempt = search();
                progress(&format!("{clients} {name}: {}", attempt.summary()));
                found.push((name, attempt));
            }
        };
        add(OFF, &mut || attempts.unreduced(&model.machine));
        for variant in variants().into_iter().chain(concrete_variants()) {
            add(variant.name, &mut || attempts.quotient(&model.machine, &reduction, &variant));
        }
        let states = |name| found.iter().find(|row| row.0 == name).and_then(|row| row.1.states());
        let (unreduced, canonical) = (states(OFF), states(CANONICAL));
        let counted = unreduced.and_then(|states| count_orbits(&reduction, states));
        for (name, attempt) in &found {
            // Canonical representatives are not held to their own number.
            let orbits = counted.or(canonical.filter(|_| *name != CANONICAL));
            table.rows.push(cells(&published, Reference { unreduced, orbits }, name, attempt));
        }
    }
    table.notes.push(NOTE.to_owned());
    if !ours.is_empty() {
        let folder = models.display();
        table.notes.push(format!(
            "TopSPIN's model is not in {folder}, ours is searched: {}",
            ours.join(", ")
        ));
    }
    Ok(table)
}

const NOTE: &str = "thesis: its orbits, or the states of its strategy `fast`. Fig. 9 of the paper on markers is of \
     another version of the model. per orbit: states by orbits of the same source, which can be compared; ours are \
     counted by brute force where that is feasible, or else by canonical representatives. mark, by \
     guarantee: unique ones keep as many states as there are orbits, complete ones no fewer and no more than \
     without reduction, approximate ones no more. concrete: searched as SPIN does, depth first, and \
     from the states that were reached; only their representatives are kept. not tried: fewer clients did not finish.";

fn cells(
    published: &Published,
    reference: Reference,
    name: &str,
    attempt: &Attempt,
) -> Vec<String> {
    let thesis = thesis(published.thesis, name, attempt.guarantee());
    let paper = published.paper.and_then(|row| Some((row, row.figure(of_paper(name)?)?)));
    let orbits = reference.orbits.map(|orbits| orbits as f64);
    let segmented = |row: &MarkersRow| value(row.figure("topspin segmented")?.states);
    vec![
        published.clients.to_owned(),
        if published.is_same_model { "published" } else { "ours" }.to_owned(),
        name.to_owned(),
        attempt.guarantee_cell().to_owned(),
        attempt.states_cell(),
        attempt.seconds_cell(),
        ratio(attempt.states().map(|states| states as f64), orbits),
        thesis.map_or("-", |(what, _)| what).to_owned(),
        thesis.map_or("-", |(_, states)| states).to_owned(),
        ratio(thesis.and_then(|(_, states)| value(states)), value(published.thesis.orbits)),
        paper.map_or("-", |(_, figure)| figure.strategy).to_owned(),
        paper.map_or("-".to_owned(), |(row, f)| ratio(value(f.states), segmented(row))),
        mark(published, reference, attempt).to_owned(),
    ]
}

fn ratio(states: Option<f64>, orbits: Option<f64>) -> String {
    match (states, orbits) {
        (Some(states), Some(orbits)) => format!("{:.3}", states / orbits),
        _ => "-".to_owned(),
    }
}

/// What the thesis has of the same strategy: its name and the number of states.
fn thesis(
    row: &ReductionRow,
    name: &str,
    guarantee: Option<Guarantee>,
) -> Option<(&'static str, &'static str)> {
    match name {
        OFF => Some(("plain", row.states)),
        "sorted swaps" | TOPSPIN_SORTED => Some(("fast", row.fast)),
        _ => (guarantee == Some(Guarantee::Unique)).then_some(("orbits", row.orbits)),
    }
}

/// The same strategy in the paper on markers.
fn of_paper(name: &str) -> Option<&'static str> {
    match name {
        OFF => Some("unreduced"),
        "segmented" => Some("topspin segmented"),
        "sorted swaps" | TOPSPIN_SORTED => Some("topspin sorted"),
        "exact-markers" | TOPSPIN_MARKERS => Some("exact markers"),
        "approximate-markers" | TOPSPIN_APPROXIMATE => Some("approximate markers"),
        _ => None,
    }
}

fn mark(published: &Published, reference: Reference, attempt: &Attempt) -> &'static str {
    let Attempt::Run(run) = attempt else { return "-" };
    let Some(states) = run.searched.states() else { return "not finished" };
    match run.guarantee {
        None => equality(published, states, published.thesis.states, None),
        Some(Guarantee::Unique) => {
            equality(published, states, published.thesis.orbits, reference.orbits)
        }
        Some(Guarantee::Complete) => between(reference, states),
        Some(Guarantee::Approximate) => match reference.orbits {
            Some(orbits) if states <= orbits => "at most the orbits",
            Some(_) => "more than the orbits",
            None => "-",
        },
    }
}

/// Equality with what is printed, if that is of the same model, or else with what was computed.
fn equality(
    published: &Published,
    states: u64,
    printed: &str,
    computed: Option<u64>,
) -> &'static str {
    let printed = compare(&states.into(), printed).filter(|_| published.is_same_model);
    let computed = computed.map(|computed| states == computed);
    match printed.map(|comparison| comparison == Comparison::Equal).or(computed) {
        Some(true) => "equal",
        Some(false) => "differs",
        None => "-",
    }
}

fn between(reference: Reference, states: u64) -> &'static str {
    let Some(orbits) = reference.orbits else { return "-" };
    if states < orbits || reference.unreduced.is_some_and(|all| states > all) {
        "outside"
    } else {
        "between"
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use symmetry::Guarantee;

    use super::{Published, Reference, mark};
    use crate::published::REDUCTION;
    use crate::searches::Searched;
    use crate::strategies::{Attempt, Run};

    fn check(guarantee: Option<Guarantee>, states: u64, is_same_model: bool, expected: &str) {
        let thesis = REDUCTION.iter().find(|row| row.family == "email").expect("three clients");
        let published = Published { clients: "3", thesis, paper: None, is_same_model };
        let reference = Reference { unreduced: Some(60), orbits: Some(10) };
        let searched = Searched::Finished { states, violated: BTreeSet::new() };
        let attempt = Attempt::Run(Run { searched, seconds: 0.0, guarantee });
        assert_eq!(mark(&published, reference, &attempt), expected, "{guarantee:?} {states}");
    }

    /// In the thesis 23256 states have 3902 orbits; here, 60 have 10.
    #[test]
    fn marks_hold_strategies_to_their_promises() {
        use Guarantee::{Approximate, Complete, Unique};
        check(None, 23256, true, "equal");
        check(None, 23255, true, "differs");
        check(None, 60, false, "-");
        check(Some(Unique), 3902, true, "equal");
        check(Some(Unique), 10, true, "differs");
        check(Some(Unique), 10, false, "equal");
        check(Some(Unique), 11, false, "differs");
        check(Some(Complete), 10, true, "between");
        check(Some(Complete), 60, true, "between");
        check(Some(Complete), 9, true, "outside");
        check(Some(Complete), 61, true, "outside");
        check(Some(Approximate), 10, true, "at most the orbits");
        check(Some(Approximate), 11, true, "more than the orbits");
    }
}
