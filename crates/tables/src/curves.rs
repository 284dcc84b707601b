//! Figures 1 and 10 of *Efficient Approximate Verification of Promela Models via Symmetry Markers*, drawn from our own
//! runs.

use std::path::{Path, PathBuf};

use detection::detect;

use crate::chart::{Chart, Curve, Scale};
use crate::families;
use crate::reading::{Read, read, read_text};
use crate::searches::Budget;
use crate::stored::stored;
use crate::strategies::{
    Attempt, Attempts, OFF, SYMMSPIN_SORTED, TOPSPIN_APPROXIMATE, TOPSPIN_MARKERS, TOPSPIN_SORTED,
    concrete_variants, variants,
};
use crate::table::Table;

/// The fewest clients that there is a published model for, and as many processes.
const FEWEST: usize = 3;

/// A curve to be drawn: the strategy, what it is called, and its dashes.
type Drawn = (&'static str, &'static str, &'static str);

/// The area of partial reduction is between the first two of these, and that of approximation below. The figure of the paper has no
/// numbers: these are of Peterson's algorithm, where they lie far apart.
const FIGURE_1: [Drawn; 4] = [
    (OFF, "without reduction", ""),
    ("segmented", "one state for each orbit", "6 4"),
    (SYMMSPIN_SORTED, "partial: sorted main", "2 3"),
    ("flattened", "approximate: flattened", "1 2"),
];

/// The strategies that the paper compares on the email specification.
const FIGURE_10: [Drawn; 5] = [
    (OFF, "without reduction", ""),
    ("segmented", "segmented", "6 4"),
    (TOPSPIN_SORTED, "sorted swaps", "2 3"),
    (TOPSPIN_MARKERS, "exact markers", "10 3 2 3"),
    (TOPSPIN_APPROXIMATE, "approximate markers", "1 2"),
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
    size: usize,
    strategy: &'static str,
    states: Option<u64>,
    seconds: Option<f64>,
}

/// Peterson's algorithm for up to `most` processes, and the email specification for as many clients: TopSPIN's models below
/// `models`, or else ours if one is not there.
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
    let published: Option<Vec<PathBuf>> = paths.collect();
    let mut table = Table::new(&["figure", "model", "strategy", "states", "seconds"]);
    let mut run = |figure: &str, family: &str, paths: Option<&[PathBuf]>, drawn: &[Drawn]| {
        let mut attempts = Attempts::new(budget);
        let mut points = Vec::new();
        for (number, size) in (FEWEST..=most).enumerate() {
            let model = match paths {
                Some(paths) => read(&paths[number])?,
                None => read_text(family, &families::text(family, &size.to_string())?)?,
            };
            for (strategy, attempt) in searches(&model, &mut attempts, drawn)? {
                let name = format!("{family} {size}");
                progress(&format!("{name} {strategy}: {}", attempt.summary()));
                let (states, seconds) = (attempt.states(), attempt.seconds());
                points.push(Point { size, strategy, states, seconds });
                let cells = [figure, &name, strategy].map(str::to_owned);
                let measured = [attempt.states_cell(), attempt.seconds_cell()];
                table.rows.push([&cells[..], &measured].concat());
            }
        }
        Ok::<Vec<Point>, String>(points)
    };
    let peterson = run("1", "peterson", None, &FIGURE_1)?;
    let email = run("10", "email", published.as_deref(), &FIGURE_10)?;
    table.notes.push(if published.is_some() {
        "The email models are those of TopSPIN's tests, of which Fig. 10 has another version."
            .to_owned()
    } else {
        "TopSPIN's email models are not at hand: ours are searched.".to_owned()
    });
    Ok(Curves { table, pictures: pictures(&peterson, &email) })
}

/// The searches of one model by the strategies that are drawn.
fn searches(
    model: &Read,
    attempts: &mut Attempts<'_>,
    drawn: &[Drawn],
) -> Result<Vec<(&'static str, Attempt)>, String> {
    let machine = &model.model.machine;
    let reduction = detect(machine).reduction.ok_or("no symmetry was found")?;
    let is_drawn = |name: &str| drawn.iter().any(|drawn| drawn.0 == name);
    let variants = variants().into_iter().chain(concrete_variants());
    let mut found = vec![(OFF, attempts.unreduced(machine))];
    for variant in variants.filter(|variant| is_drawn(variant.name)) {
        found.push((variant.name, attempts.quotient(machine, &reduction, &variant)));
    }
    Ok(found)
}

fn pictures(peterson: &[Point], email: &[Point]) -> Vec<Picture> {
    let states = |point: &Point| point.states.map(|states| states as f64);
    let figure_1 = Chart {
        title: "Figure 1, on Peterson's algorithm".to_owned(),
        across: "processes",
        upward: "states",
        scale: Scale::Logarithmic,
        curves: each(peterson, &FIGURE_1, states),
    };
    let of_states = Chart {
        title: "Figure 10, states of the email specification".to_owned(),
        across: "clients",
        upward: "states",
        scale: Scale::Linear,
        curves: each(email, &FIGURE_10, states),
    };
    let of_times = Chart {
        title: "Figure 10, time for the email specification".to_owned(),
        across: "clients",
        upward: "seconds",
        scale: Scale::Logarithmic,
        curves: each(email, &FIGURE_10, |point| point.seconds),
    };
    let pictures = [
        ("figure-1.svg", figure_1),
        ("figure-10-states.svg", of_states),
        ("figure-10-times.svg", of_times),
    ];
    pictures.map(|(name, chart)| Picture { name, svg: chart.svg() }).into()
}

/// The curves, as far as searches finished.
fn each(points: &[Point], drawn: &[Drawn], value: impl Fn(&Point) -> Option<f64>) -> Vec<Curve> {
    let curve = |&(strategy, name, dashes): &Drawn| {
        let own = points.iter().filter(|point| point.strategy == strategy);
        let points = own.filter_map(|point| Some((point.size, value(point)?)));
        Curve { name: name.to_owned(), dashes, points: points.collect() }
    };
    drawn.iter().map(curve).collect()
}
