//! What nothing misses.

use detection::Constraint;

/// Constraints that no Promela model can need, each with the test that leaves it out.
pub const ELSEWHERE: &[(Constraint, &str)] = &[
    (Constraint::FoldMessages, "where sends never wait: `rebeca/tests/loops.rs`"),
    (Constraint::PlaceOwner, "where processes write variables of others: `red/tests/mutations.rs`"),
    (Constraint::CutRange, "where values are checked to be in a range: `red/tests/mutations.rs`"),
];

/// Constraints that others imply, or that nothing is known to miss, each with the reason. Their models are searched all the
/// same.
pub const UNMISSED: &[(Constraint, &str)] = &[
    (Constraint::Resets, "implied: what is dead follows from the code, which is in the graph"),
    (
        Constraint::PassedAlike,
        "implied: arguments are passed before symmetry applies; what they are is read off the states",
    ),
    (
        Constraint::FlowWidth,
        "implied: what flows into a cell is of its class, and cells are checked against all of it",
    ),
    (
        Constraint::SpareFiller,
        "implied: a value in use may stand in unused cells too, since it is not renamed",
    ),
    (
        Constraint::UnreadLocals,
        "implied: what is not cleared is out of bounds, and symmetry does not apply there",
    ),
    (
        Constraint::FoldUnwatched,
        "open: conditions to move are not asked within an atomic sequence, and no model with a claim is known",
    ),
    (Constraint::EnabledAsked, "open: no model is known that is answered wrongly"),
];
