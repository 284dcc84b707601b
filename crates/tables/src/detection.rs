//! Table 2 of *Automatic Symmetry Detection for Promela*: the groups that are found, and how fast.

use std::time::Instant;

use groups::describe;
use machine::detect::detect;
use num_bigint::BigUint;

use crate::families;
use crate::published::{Comparison, DETECTION, DetectionRow, compare};
use crate::reading::{Read, read_text};
use crate::table::Table;

/// Rows whose printed orders have the right digits and a wrong power of ten.
const MISPRINTS: [(&str, &str); 2] = [
    ("simple mutex 40", "40! is 8.1e47, not 8.1e37 as printed"),
    (
        "resource allocator alternating 14",
        "8 clients of one class and 6 of the other have 8! 6! = 2.9e7 permutations, not 2.9e6 as printed",
    ),
];

/// The group of one configuration.
struct Found {
    order: BigUint,
    structure: String,
    reading: f64,
    detection: f64,
}

/// The rows whose names contain `only`; `progress` hears of each before it is computed.
///
/// # Errors
/// A model of ours that is not understood, which is a defect.
pub fn detection(only: &str, progress: &mut dyn FnMut(&str)) -> Result<Table, String> {
    let mut table = Table::new(&[
        "family",
        "configuration",
        "group",
        "structure",
        "published",
        "mark",
        "reading s",
        "detection s",
        "published s",
    ]);
    let mut names = Vec::new();
    for row in &DETECTION {
        let name = format!("{} {}", row.family, row.configuration);
        if !name.contains(only) {
            continue;
        }
        progress(&name);
        let found = find(row).map_err(|message| format!("{name}: {message}"))?;
        let comparison = compare(&found.order, row.largest);
        table.rows.push(vec![
            row.family.to_owned(),
            row.configuration.to_owned(),
            found.order.to_string(),
            found.structure,
            row.largest.to_owned(),
            comparison.map_or("-", Comparison::mark).to_owned(),
            format!("{:.3}", found.reading),
            format!("{:.3}", found.detection),
            row.seconds.to_owned(),
        ]);
        names.push(name);
    }
    table.notes.push(
        "group: symmetries of the program. published: the largest group of symmetries that the paper's \
         method finds, and its seconds on a 2.4 GHz Xeon."
            .to_owned(),
    );
    table.notes.extend(
        MISPRINTS
            .iter()
            .filter(|(row, _)| names.iter().any(|n| n == row))
            .map(|(row, why)| format!("{row}: {why}")),
    );
    Ok(table)
}

fn find(row: &DetectionRow) -> Result<Found, String> {
    let text = families::text(row.family, row.configuration)?;
    let start = Instant::now();
    let Read { model, .. } = read_text(row.configuration, &text)?;
    let read = Instant::now();
    let detected = detect(&model.machine);
    let detection = read.elapsed().as_secs_f64();
    let group = detected.reduction.as_ref().map(|reduction| reduction.symmetry.group());
    Ok(Found {
        order: group.map_or(BigUint::from(1_u32), |group| group.order()),
        structure: group.map_or("1".to_owned(), describe),
        reading: (read - start).as_secs_f64(),
        detection,
    })
}
