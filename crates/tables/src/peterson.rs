//! Figures 4 and 8 of *Efficient Approximate Verification of Promela Models via Symmetry Markers*: every strategy
//! on Peterson's algorithm.

use detection::detect;
use symmetry::Guarantee;

use crate::families;
use crate::published::markers::{Figure, MarkersRow, PETERSON};
use crate::published::{Comparison, compare};
use crate::reading::{Read, read_text};
use crate::searches::Budget;
use crate::strategies::{
    Attempt, Attempts, OFF, SYMMSPIN_SORTED, TOPSPIN_MARKERS, TOPSPIN_SORTED, concrete_variants,
    variants,
};
use crate::table::Table;

/// The strategies whose names contain `only`, for up to `most` processes.
///
/// # Errors
/// A model of ours that is not understood, or has no symmetry, which is a defect.
pub fn peterson(
    only: &str,
    most: usize,
    budget: &Budget,
    progress: &mut dyn FnMut(&str),
) -> Result<Table, String> {
    let mut table = Table::new(&[
        "processes",
        "strategy",
        "guarantee",
        "states",
        "seconds",
        "published strategy",
        "states",
        "seconds",
        "mark",
    ]);
    let mut attempts = Attempts::new(budget);
    for row in PETERSON.iter().filter(|row| row.size <= most) {
        let configuration = row.size.to_string();
        let Read { model, .. } =
            read_text(&configuration, &families::text("peterson", &configuration)?)?;
        let reduction = detect(&model.machine).reduction.ok_or("no symmetry was found")?;
        let mut add = |name: &'static str, search: &mut dyn FnMut() -> Attempt| {
            if name.contains(only) {
                let attempt = search();
                progress(&format!("{configuration} {name}: {}", attempt.summary()));
                table.rows.push(cells(row, name, &attempt));
            }
        };
        add(OFF, &mut || attempts.unreduced(&model.machine));
        for variant in variants().into_iter().chain(concrete_variants()) {
            add(variant.name, &mut || attempts.quotient(&model.machine, &reduction, &variant));
        }
    }
    table.notes.push(
        "published: Figs. 4 and 8 of the paper, seconds on a 1.7 GHz Pentium. What keeps one state of each orbit \
         and was not measured there is compared with `segmented`, which does so, too. concrete: searched as SPIN does, \
         depth first, and from the states that were reached; only their representatives are kept. not tried: fewer processes \
         did not finish."
            .to_owned(),
    );
    Ok(table)
}

fn cells(row: &MarkersRow, name: &str, attempt: &Attempt) -> Vec<String> {
    let figure = figure(row, name, attempt.guarantee());
    let published = |cell: fn(&Figure) -> &str| figure.map_or("-", cell).to_owned();
    vec![
        row.size.to_string(),
        name.to_owned(),
        attempt.guarantee_cell().to_owned(),
        attempt.states_cell(),
        attempt.seconds_cell(),
        published(|figure| figure.strategy),
        published(|figure| figure.states),
        published(|figure| figure.seconds),
        mark(attempt, figure).to_owned(),
    ]
}

/// What is published of the same strategy, or else of one that keeps as many states.
fn figure(row: &MarkersRow, name: &str, guarantee: Option<Guarantee>) -> Option<&'static Figure> {
    let same = match name {
        OFF => Some("unreduced"),
        "segmented" => Some("segmented"),
        SYMMSPIN_SORTED => Some("symmspin sorted"),
        "sorted swaps" | TOPSPIN_SORTED => Some("topspin sorted"),
        "flattened" => Some("flattened"),
        "exact-markers" | TOPSPIN_MARKERS => Some("markers"),
        _ => (guarantee == Some(Guarantee::Unique)).then_some("segmented"),
    };
    same.and_then(|strategy| row.figure(strategy))
}

fn mark(attempt: &Attempt, figure: Option<&Figure>) -> &'static str {
    let Attempt::Run(run) = attempt else { return "-" };
    let Some(states) = run.searched.states() else { return "not finished" };
    match figure.and_then(|figure| compare(&states.into(), figure.states)) {
        Some(Comparison::Equal) => "equal",
        Some(_) => "differs",
        None => "-",
    }
}
