//! Declared scalarsets that hold, in words.

use std::fmt::Write;

use checking::HeldScalarset;

use crate::terminal::Paint;

/// `scalarset turn = 1..3: holds, S3`, a line for each.
pub fn scalarsets_text(held: &[HeldScalarset], paint: Paint) -> String {
    let mut out = String::new();
    for one in held {
        let values = ranges(&one.values);
        let word = paint.dim("scalarset");
        let _ = writeln!(out, "{word} {} = {values}: holds, {}", one.name, one.structure);
    }
    out
}

/// `1..3, 5`.
fn ranges(values: &[i32]) -> String {
    let runs = values.chunk_by(|a, b| *b == *a + 1).map(|run| match run {
        [first, .., last] => format!("{first}..{last}"),
        _ => run.iter().map(i32::to_string).collect(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    #[test]
    fn consecutive_values_are_drawn_together() {
        assert_eq!(super::ranges(&[1, 2, 3, 5, 7, 8]), "1..3, 5, 7..8");
    }
}
