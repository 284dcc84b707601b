//! Why components of one sort are not interchangeable, in words.

use std::fmt::Write;

use checking::{DifferenceView, Statement, ranges};

use crate::terminal::{Paint, shorten, width};

/// How many differences are shown as text; JSON has all.
const MOST: usize = 20;

/// One paragraph for each two kinds of components.
pub fn text(differences: &[DifferenceView], paint: Paint) -> String {
    let mut out = String::new();
    if !differences.is_empty() {
        let _ = writeln!(out, "{}", paint.dim("what tells components apart"));
    }
    for difference in differences.iter().take(MOST) {
        let (first, second) = (ranges(&difference.first), ranges(&difference.second));
        let _ = writeln!(out, "  {first} and {second}: {}", difference.reason);
        let line = |place: &Statement| (place.file.clone(), place.line);
        let same = difference.place.as_ref().map(line) == difference.other.as_ref().map(line);
        let other = difference.other.iter().filter(|_| !same);
        for place in difference.place.iter().chain(other) {
            let name = format!("{}:{}", place.file, place.line);
            let source = shorten(&place.text, width().saturating_sub(name.len() + 6).max(30));
            let _ = writeln!(out, "    {}  {source}", paint.dim(&name));
        }
    }
    if differences.len() > MOST {
        let more = differences.len() - MOST;
        let _ = writeln!(out, "  … {more} more; `--json` shows them");
    }
    out
}
