//! Figure 11.6 of *Automatic Techniques for Detecting and Exploiting Symmetry in Model Checking*: how much
//! smaller the quotient is.

use std::path::{Path, PathBuf};
use std::time::Instant;

use detection::detect;
use machine::Machine;
use num_bigint::BigUint;

use crate::families;
use crate::published::{Comparison, REDUCTION, ReductionRow, compare, value};
use crate::reading::{Read, read, read_text};
use crate::searches::{Budget, Searched, search_all, search_quotient};
use crate::stored::stored;
use crate::table::Table;

/// The families of which other versions were published, or none: here ours are measured.
const GENERATED: [&str; 3] = ["resource allocator", "load balancer", "hypercube"];

/// Where the model of a row comes from.
enum Source {
    /// The one that was measured, in this file.
    Published(PathBuf),
    /// Ours.
    Generated,
    /// Nowhere.
    None,
}

/// What was found of a model.
struct Found {
    order: BigUint,
    states: Searched,
    orbits: Searched,
    seconds: f64,
}

/// The rows whose names contain `only`, with the published models below `models`.
pub fn reduction(
    models: &Path,
    only: &str,
    budget: &Budget,
    progress: &mut dyn FnMut(&str),
) -> Table {
    let mut table = Table::new(&[
        "family",
        "configuration",
        "model",
        "group",
        "published",
        "states",
        "published",
        "quotient",
        "published",
        "factor",
        "published",
        "quotient s",
        "mark",
    ]);
    let mut absent = Vec::new();
    for row in &REDUCTION {
        let name = format!("{} {}", row.family, row.configuration);
        if !name.contains(only) {
            continue;
        }
        let source = source(row, models);
        if matches!(source, Source::None) {
            absent.push(name);
            continue;
        }
        progress(&name);
        table.rows.push(match find(row, &source, budget) {
            Ok(found) => cells(row, &source, &found),
            Err(message) => refusal(row, &source, &message),
        });
    }
    table.notes.push(
        "published: the thesis's. model: `published` is the one that the thesis measured, and its quotient \
         must be equal; `ours` has the same components and links, and only the factor says something."
            .to_owned(),
    );
    if table.rows.iter().any(|row| row[0] == "three-tiered architecture" && row[1] == "4-4") {
        let note = "three-tiered architecture 4-4: TopSPIN's own tests expect 5021 states of the same model, \
                    not the 5012 of the thesis.";
        table.notes.push(note.to_owned());
    }
    if !absent.is_empty() {
        let folder = models.display();
        table.notes.push(format!("no model, neither ours nor in {folder}: {}", absent.join(", ")));
    }
    table
}

fn source(row: &ReductionRow, models: &Path) -> Source {
    if GENERATED.contains(&row.family) {
        return Source::Generated;
    }
    stored(models, row.family, row.configuration).map_or(Source::None, Source::Published)
}

fn find(row: &ReductionRow, source: &Source, budget: &Budget) -> Result<Found, String> {
    let Read { model, .. } = match source {
        Source::Published(path) => read(path)?,
        _ => read_text(row.configuration, &families::text(row.family, row.configuration)?)?,
    };
    let machine = model.machine;
    let Some(reduction) = detect(&machine).reduction else {
        let states = search_all(&machine, budget);
        let order = BigUint::from(1_u32);
        return Ok(Found { order, orbits: states.clone(), states, seconds: 0.0 });
    };
    let start = Instant::now();
    let orbits = search_quotient(&machine, &reduction, budget)?;
    let seconds = start.elapsed().as_secs_f64();
    let states = unreduced(&machine, &orbits, budget);
    Ok(Found { order: reduction.symmetry.order(), states, orbits, seconds })
}

/// Searches without reduction, unless not even the quotient was finished.
fn unreduced(machine: &Machine, orbits: &Searched, budget: &Budget) -> Searched {
    match orbits {
        Searched::Finished { .. } => search_all(machine, budget),
        Searched::Unfinished { .. } => orbits.clone(),
    }
}

fn cells(row: &ReductionRow, source: &Source, found: &Found) -> Vec<String> {
    let factor = |states: Option<f64>, orbits: Option<f64>| match (states, orbits) {
        (Some(states), Some(orbits)) => format!("{:.1}", states / orbits),
        _ => "-".to_owned(),
    };
    let number = |searched: &Searched| searched.states().map(|states| states as f64);
    vec![
        row.family.to_owned(),
        row.configuration.to_owned(),
        label(source).to_owned(),
        found.order.to_string(),
        row.order.to_owned(),
        found.states.text(),
        row.states.to_owned(),
        found.orbits.text(),
        row.orbits.to_owned(),
        factor(number(&found.states), number(&found.orbits)),
        factor(value(row.states), value(row.orbits)),
        format!("{:.2}", found.seconds),
        mark(row, source, found).to_owned(),
    ]
}

fn label(source: &Source) -> &'static str {
    if matches!(source, Source::Published(_)) { "published" } else { "ours" }
}

/// How our quotient stands to the published one, if it is of the same model.
fn mark(row: &ReductionRow, source: &Source, found: &Found) -> &'static str {
    match (source, found.orbits.states()) {
        (Source::Published(_), Some(orbits)) => {
            compare(&orbits.into(), row.orbits).map_or("-", Comparison::mark)
        }
        _ => "-",
    }
}

fn refusal(row: &ReductionRow, source: &Source, message: &str) -> Vec<String> {
    let mut cells = vec!["-".to_owned(); 13];
    cells[0] = row.family.to_owned();
    cells[1] = row.configuration.to_owned();
    cells[2] = label(source).to_owned();
    cells[12] = format!("not read: {message}");
    cells
}
