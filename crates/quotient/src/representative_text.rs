//! How states are told apart up to symmetry, in a line.

use checking::Representative;
use symmetry::Guarantee;

use crate::terminal::Paint;

/// The strategy in a line: its name, its guarantee, why it was chosen.
pub fn one_line(chosen: Representative, paint: Paint) -> String {
    let promise = match chosen.guarantee {
        Guarantee::Unique => "unique: one state for each class",
        Guarantee::Complete => "complete: sound, perhaps several states for a class",
        Guarantee::Approximate => "approximate: may take different states for one",
    };
    let reason = chosen.reason.map_or(String::new(), |reason| format!(" (auto: {reason})"));
    let explored = match (chosen.concrete, chosen.guarantee) {
        (true, Guarantee::Unique | Guarantee::Complete) => "; searched from the states themselves",
        _ => "",
    };
    format!("{} {}, {promise}{explored}{reason}\n", paint.dim("representative:"), chosen.name)
}
