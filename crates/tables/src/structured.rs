//! Every strategy on systems whose groups are not, or not only, symmetric groups: hypercubes, rings, trees.

use std::path::Path;

use detection::detect;
use groups::describe;
use symmetry::Guarantee;

use crate::families;
use crate::orbits::count_orbits;
use crate::reading::{Read, read, read_text};
use crate::searches::Budget;
use crate::stored::stored;
use crate::strategies::{Attempt, Attempts, OFF, Variant, variants};
use crate::table::Table;

/// Whose models are measured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// TopSPIN's where they are there, or else ours.
    Published,
    /// Ours, beside TopSPIN's: its cube of five dimensions has more classes of states than fit.
    Ours,
}

/// The models, by families, each from small to large.
const MODELS: [(&str, &[&str], Whose); 5] = [
    ("ring", &["4", "5", "6", "7", "8"], Whose::Published),
    ("two-way ring", &["4", "5", "6", "7", "8"], Whose::Published),
    ("three-tiered architecture", &["2-1", "2-2", "2-3", "3-3", "4-4", "3-3-3"], Whose::Published),
    ("hypercube", &["2d", "3d", "4d", "5d"], Whose::Published),
    ("hypercube", &["2d", "3d", "4d", "5d"], Whose::Ours),
];

/// The columns before those of the strategies.
const COLUMNS: [&str; 7] =
    ["family", "configuration", "model", "order", "structure", "mark", "orbits"];

/// The models whose names contain `only`: TopSPIN's below `models` where they are there, or else ours.
///
/// # Errors
/// A model that is not understood, or has no symmetry.
pub fn structured(
    models: &Path,
    only: &str,
    budget: &Budget,
    progress: &mut dyn FnMut(&str),
) -> Result<Table, String> {
    let variants = variants();
    let names = variants.iter().map(|variant| variant.name);
    let headings: Vec<&str> = COLUMNS.into_iter().chain([OFF]).chain(names).collect();
    let mut table = Table::new(&headings);
    for (family, configurations, whose) in MODELS {
        let mut attempts = Attempts::new(budget);
        for configuration in configurations {
            let name = format!("{family} {configuration}");
            let published = stored(models, family, configuration);
            // Without TopSPIN's models ours were measured in their place.
            let is_new = whose == Whose::Published || published.is_some();
            if name.contains(only) && is_new {
                let path = published.filter(|_| whose == Whose::Published);
                let path = path.as_deref();
                let row = row(path, family, configuration, &variants, &mut attempts, progress);
                table.rows.push(row.map_err(|message| format!("{name}: {message}"))?);
            }
        }
    }
    table.notes.push(NOTE.to_owned());
    Ok(table)
}

const NOTE: &str = "orbits: counted by brute force, every image of every state, where that is feasible. Under each \
     strategy: states and seconds. mark: whether the strategies that promise one state an orbit, canonical among \
     them, keep just so many. refused: the strategy does not serve such groups. not tried: a smaller one of the \
     family did not finish.";

/// Measures the model in a file, or else ours.
fn row(
    path: Option<&Path>,
    family: &str,
    configuration: &str,
    variants: &[Variant],
    attempts: &mut Attempts<'_>,
    progress: &mut dyn FnMut(&str),
) -> Result<Vec<String>, String> {
    let Read { model, .. } = match path {
        Some(path) => read(path)?,
        None => read_text(configuration, &families::text(family, configuration)?)?,
    };
    let reduction = detect(&model.machine).reduction.ok_or("no symmetry was found")?;
    let mut tell = |name: &str, attempt: Attempt| {
        progress(&format!("{family} {configuration} {name}: {}", attempt.summary()));
        attempt
    };
    let unreduced = tell(OFF, attempts.unreduced(&model.machine));
    let quotients = variants.iter();
    let quotients: Vec<Attempt> = quotients
        .map(|variant| tell(variant.name, attempts.quotient(&model.machine, &reduction, variant)))
        .collect();
    let orbits = unreduced.states().and_then(|states| count_orbits(&reduction, states));
    let mut cells = vec![
        family.to_owned(),
        configuration.to_owned(),
        if path.is_some() { "published" } else { "ours" }.to_owned(),
        reduction.symmetry.order().to_string(),
        describe(reduction.symmetry.group()),
        mark(orbits, &quotients).to_owned(),
        orbits.map_or("-".to_owned(), |orbits| orbits.to_string()),
    ];
    cells.extend([unreduced].iter().chain(&quotients).map(Attempt::summary));
    Ok(cells)
}

/// Whether the strategies that promise it keep one state of each orbit.
fn mark(orbits: Option<u64>, quotients: &[Attempt]) -> &'static str {
    let unique = quotients.iter().filter(|attempt| attempt.guarantee() == Some(Guarantee::Unique));
    let mut states = unique.filter_map(Attempt::states).peekable();
    match orbits {
        Some(orbits) if states.peek().is_some() => {
            if states.all(|states| states == orbits) {
                "equal"
            } else {
                "differs"
            }
        }
        _ => "-",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use symmetry::Guarantee;

    use super::mark;
    use crate::searches::Searched;
    use crate::strategies::{Attempt, Run};

    fn attempt(guarantee: Guarantee, states: u64) -> Attempt {
        let searched = Searched::Finished { states, violated: BTreeSet::new() };
        Attempt::Run(Run { searched, seconds: 0.0, guarantee: Some(guarantee) })
    }

    #[test]
    fn who_promises_one_state_an_orbit_is_marked() {
        let complete = || attempt(Guarantee::Complete, 7);
        let unique = |states| attempt(Guarantee::Unique, states);
        assert_eq!(mark(Some(5), &[complete(), unique(5), Attempt::Refused]), "equal");
        assert_eq!(mark(Some(5), &[unique(5), unique(6)]), "differs");
        assert_eq!(mark(Some(5), &[unique(4)]), "differs");
        assert_eq!(mark(Some(5), &[complete(), Attempt::NotTried]), "-");
        assert_eq!(mark(None, &[unique(5)]), "-");
    }
}
