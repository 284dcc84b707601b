//! What tests of tables share.

use std::path::Path;
use std::time::Duration;

use tables::{Budget, Table};

/// Enough for small models.
pub const BUDGET: Budget =
    Budget { states: 100_000, memory_bytes: 200 << 20, time: Duration::from_secs(120), workers: 1 };

/// The cells of a column, the first of this heading.
pub fn column(table: &Table, heading: &str) -> Vec<String> {
    let place = table.headings.iter().position(|&name| name == heading).expect(heading);
    table.rows.iter().map(|row| row[place].clone()).collect()
}

/// The models of TopSPIN's tests, which not all tests use, where they are at hand.
#[allow(dead_code)]
pub fn topspin() -> Option<&'static Path> {
    let models = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/models/topspin"));
    if !models.is_dir() {
        eprintln!("skipped: TopSPIN's models are not here");
        return None;
    }
    Some(models)
}
