//! What nothing misses.

use machine::detect::Constraint;

/// Constraints that others imply, each with the reason.
pub const IMPLIED: &[(Constraint, &str)] = &[
    (
        Constraint::PassedAlike,
        "arguments are passed before symmetry applies; what parameters hold then is read off the states",
    ),
    (Constraint::AskedProcess, "a number by which a process is asked tells all processes apart"),
    (
        Constraint::FlowWidth,
        "what flows into a cell is of its class, and cells are checked against all of it",
    ),
    (
        Constraint::SpareFiller,
        "a value in use may stand in unused cells too, since it is not renamed",
    ),
];
