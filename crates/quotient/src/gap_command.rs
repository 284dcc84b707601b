//! `quotient symmetry --gap`: the group as a GAP expression that `--symmetry file:FILE` reads back.

use std::fs;
use std::path::Path;

use groups::{Permutation, describe, uninterrupted};
use machine::detect::{Detected, Understanding};

use crate::exit::{Exit, Failure};
use crate::gap_points::GapPoints;
use crate::load::Subject;
use crate::terminal::print;

/// Writes the group to a file, or prints it.
///
/// # Errors
/// That the model has no components to permute, or the file cannot be written.
pub fn gap(
    subject: &Subject,
    understanding: &Understanding<'_>,
    detected: &Detected,
    file: Option<&Path>,
) -> Result<Exit, Failure> {
    let components = uninterrupted(|patience| understanding.components(patience));
    let Some(components) = components else {
        return Err(Failure::input("there are no points: the set of processes never settles"));
    };
    let count = components.count();
    let points = GapPoints::new(components);
    let group = detected.reduction.as_ref().map(|reduction| reduction.symmetry.group());
    let generators: Vec<Permutation> = group
        .map(|group| group.generators().iter().filter_map(|g| of_components(g, count)).collect())
        .unwrap_or_default();
    let about = match group {
        Some(group) => format!("{}, order {}", describe(group), group.order()),
        None => "trivial".to_owned(),
    };
    let path = subject.path.replace(['\n', '\r'], " ");
    let table = points.table();
    let text =
        format!("# The symmetry of {path}: {about}\n#\n{table}\n{}", points.write(&generators));
    match file {
        None => print(&text)?,
        Some(file) => fs::write(file, text)
            .map_err(|error| Failure::input(format!("{}: {error}", file.display())))?,
    }
    Ok(Exit::Holds)
}

/// What a symmetry does to the components; locations come after them.
fn of_components(permutation: &Permutation, count: usize) -> Option<Permutation> {
    permutation.restricted_to(&(0..count).collect::<Vec<usize>>())
}
