//! What an interactive run shows of the class of a state.

use std::fmt::Write;

use checking::{Session, SymmetryView};

use crate::terminal::width;
use crate::wrap::wrap_list;

/// How many entries of equal steps are shown.
const MOST_ENTRIES: usize = 20;
/// How much stands before the numbers of equal steps.
const INDENT: usize = 15;

/// The size of the class, what leaves the state as it is, its representative, and the steps that are one up to symmetry.
pub fn class_text(symmetry: &SymmetryView, session: &dyn Session) -> String {
    let mut out = format!("  the symmetry of the model: {}\n", symmetry.one_line());
    let class = match session.class() {
        Ok(class) => class,
        Err(why) => return format!("{out}  {why}\n"),
    };
    let _ = writeln!(out, "  the state is one of {} that symmetry makes one", class.size);
    let _ = match class.stabiliser_order.as_str() {
        "1" => writeln!(out, "  no exchange leaves it as it is"),
        order => writeln!(
            out,
            "  {order} symmetries leave it as it is ({}): {}",
            class.stabiliser,
            class.stabiliser_generators.join(", ")
        ),
    };
    let _ = match (class.is_representative, class.to_representative.as_str()) {
        (true, _) => writeln!(out, "  it is the representative"),
        (false, "") => writeln!(out, "  its representative differs in parts without names"),
        (false, exchange) => writeln!(out, "  {exchange} makes its representative of it"),
    };
    let entries = session.entries();
    for entry in entries.iter().filter(|entry| entry.len() > 1).take(MOST_ENTRIES) {
        let numbers: Vec<String> = entry.iter().map(|place| (place + 1).to_string()).collect();
        for row in wrap_list(numbers.into_iter(), ", ", width().saturating_sub(INDENT)) {
            let _ = writeln!(out, "  equal steps: {row}");
        }
    }
    out
}
