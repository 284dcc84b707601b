//! The options of Afra's model checker, and what is asked for here instead.

use checking::{Habit, Peer, Takes};

/// Afra, whose model checker `rmc` takes options.
pub const AFRA: Peer = Peer { name: "Afra", program: "rmc", habits: &HABITS };

const fn habit(option: &'static str, check: Option<&'static str>, answer: &'static str) -> Habit {
    Habit { option, takes: Takes::Nothing, check, simulate: None, answer }
}

/// An option that names the file of the properties.
const fn properties(option: &'static str) -> Habit {
    Habit {
        option,
        takes: Takes::File,
        check: Some("--properties VALUE"),
        simulate: None,
        answer: "`--properties FILE`; MODEL.property is read by itself",
    }
}

const HABITS: [Habit; 9] = [
    habit("-s", Some(""), "the model is named by itself: `quotient check MODEL`"),
    habit("--source", Some(""), "the model is named by itself: `quotient check MODEL`"),
    properties("-p"),
    properties("--property-file"),
    habit("-o", Some(""), "not needed: nothing is generated or compiled"),
    habit("-e", Some(""), "not needed: Core Rebeca is read"),
    habit("--extension", Some(""), "not needed: Core Rebeca is read"),
    habit("-v", Some(""), "not needed: the constructs of the model tell its version"),
    habit("-x", None, "`quotient graph MODEL -o FILE.aut` writes the states and transitions"),
];
