//! Figures 1 and 10 of *Efficient Approximate Verification of Promela Models via Symmetry Markers*, drawn from our own
//! runs.

use std::path::Path;

use machine::detect::detect;

use crate::chart::{Chart, Curve, Scale};
use crate::families;
use crate::reading::{Read, read, read_text};
use crate::searches::Budget;
use crate::stored::stored;
use crate::strategies::{
    Attempt, Attempts, OFF, TOPSPIN_APPROXIMATE, TOPSPIN_MARKERS, TOPSPIN_SORTED,
    concrete_variants, variants,
};
use crate::table::Table;

/// The fewest clients that there is a published model for.
const FEWEST: usize = 3;

const SEGMENTED: &str = "segmented";

/// The curves of Figure 10, with their dashes: the strategies that the paper compares.
const DRAWN: [(&str, &str); 5] = [
    (OFF, ""),
    (SEGMENTED, "6 4"),
    (TOPSPIN_SORTED, "2 3"),
    (TOPSPIN_MARKERS, "10 3 2 3"),
    (TOPSPIN_APPROXIMATE, "1 2"),
];

/// A picture.
pub struct Picture {
    /// The name of its file.
    pub name: &'static str,
    /// The picture, in SVG.
    pub svg: String,
}

/// What was drawn, and what from.
pub struct Curves {
    /// The points.
    pub table: Table,
    /// The pictures.
    pub pictures: Vec<Picture>,
}

/// What came of one search.
struct Point {
    clients: usize,
    strategy: &'static str,
    states: Option<u64>,
    seconds: Option<f64>,
}

/// The email specification for up to `most` clients: TopSPIN's models below `models`, or else ours if one is not there.
///
/// # Errors
/// A model that is not understood, or has no symmetry.
pub fn curves(
    models: &Path,
    most: usize,
    budget: &Budget,
    progress: &mut dyn FnMut(&str),
) -> Result<Curves, String> {
    let paths = (FEWEST..=most).map(|clients| stored(models, "email", &clients.to_string()));
    let paths: Option<Vec<_>> = paths.collect();
    let mut table = Table::new(&["clients", "strategy", "states", "seconds"]);
    let mut attempts = Attempts::new(budget);
    let mut points = Vec::new();
    for (number, clients) in (FEWEST..=most).enumerate() {
        let configuration = clients.to_string();
        let Read { model, .. } = match &paths {
            Some(paths) => read(&paths[number])?,
            None => read_text(&configuration, &families::text("email", &configuration)?)?,
        };
        let reduction = detect(&model.machine).reduction.ok_or("no symmetry was found")?;
        let mut add = |strategy: &'static str, attempt: Attempt| {
            progress(&format!("{configuration} {strategy}: {}", attempt.summary()));
            let cells = [attempt.states_cell(), attempt.seconds_cell()];
            let [states, seconds] = cells;
            table.rows.push(vec![configuration.clone(), strategy.to_owned(), states, seconds]);
            let (states, seconds) = (attempt.states(), attempt.seconds());
            points.push(Point { clients, strategy, states, seconds });
        };
        add(OFF, attempts.unreduced(&model.machine));
        for variant in variants().into_iter().chain(concrete_variants()) {
            if DRAWN.iter().any(|&(name, _)| name == variant.name) {
                add(variant.name, attempts.quotient(&model.machine, &reduction, &variant));
            }
        }
    }
    table.notes.push(if paths.is_some() {
        "The models are those of TopSPIN's tests, of which Fig. 10 has another version.".to_owned()
    } else {
        "TopSPIN's models are not at hand: ours are searched.".to_owned()
    });
    Ok(Curves { table, pictures: pictures(&points) })
}

fn pictures(points: &[Point]) -> Vec<Picture> {
    let picture = |name, chart: &Chart| Picture { name, svg: chart.svg() };
    vec![
        picture("figure-1.svg", &figure_1(points)),
        picture(
            "figure-10-states.svg",
            &figure_10(points, "Figure 10: states kept", "states", Scale::Linear, |point| {
                point.states.map(|states| states as f64)
            }),
        ),
        picture(
            "figure-10-times.svg",
            &figure_10(points, "Figure 10: time", "seconds", Scale::Logarithmic, |point| {
                point.seconds
            }),
        ),
    ]
}

/// One curve of what was found with a strategy.
fn curve(
    points: &[Point],
    (strategy, dashes): (&str, &'static str),
    name: &str,
    value: impl Fn(&Point) -> Option<f64>,
) -> Curve {
    let own = points.iter().filter(|point| point.strategy == strategy);
    let points = own.filter_map(|point| Some((point.clients, value(point)?)));
    Curve { name: name.to_owned(), dashes, points: points.collect() }
}

/// Where partial reduction and approximation lie: above and below the quotient.
fn figure_1(points: &[Point]) -> Chart {
    let curves = [
        (OFF, "", "without reduction"),
        (SEGMENTED, "6 4", "one state for each orbit"),
        (TOPSPIN_SORTED, "2 3", "partial: sorted"),
        (TOPSPIN_MARKERS, "10 3 2 3", "partial: exact markers"),
        (TOPSPIN_APPROXIMATE, "1 2", "approximate markers"),
    ];
    let states = |point: &Point| point.states.map(|states| states as f64);
    Chart {
        title: "Figure 1: partial reduction and approximation".to_owned(),
        across: "clients",
        upward: "states",
        scale: Scale::Logarithmic,
        curves: curves
            .map(|(strategy, dashes, name)| curve(points, (strategy, dashes), name, states))
            .into(),
    }
}

fn figure_10(
    points: &[Point],
    title: &str,
    upward: &'static str,
    scale: Scale,
    value: impl Fn(&Point) -> Option<f64> + Copy,
) -> Chart {
    Chart {
        title: title.to_owned(),
        across: "clients",
        upward,
        scale,
        curves: DRAWN.map(|drawn| curve(points, drawn, drawn.0, value)).into(),
    }
}
