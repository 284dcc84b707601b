//! What pins a process, left out.

use detection::Constraint;
use red::{LoadOptions, Open};

use super::trial::{Noticed, leave_out};
use crate::support::machine;

/// A program that needs what detection demands.
pub struct Trial {
    needs: Constraint,
    name: &'static str,
    text: &'static str,
}

pub const TRIALS: &[Trial] = &[
    Trial {
        needs: Constraint::NamedProcess,
        name: "a process by its number",
        text: "process count = 3; global pointer L;
            mode m { when L == NULL and P != 2 may L = P; } initially L == NULL; risk L == 3;",
    },
    Trial {
        needs: Constraint::PlaceOwner,
        name: "a variable of one process, written",
        text: "process count = 3; global discrete been; local discrete x;
            mode m { when been == 0 may x[2] = 1; been = 1; }
            initially been == 0 and forall i: x[i] == 0; risk exists i: x[i] == 1;",
    },
    Trial {
        needs: Constraint::PlaceVariable,
        name: "one of two variables, written by pointer",
        text: "process count = 2; local pointer next; local discrete x, y;
            mode m { when P == 1 and next != NULL may next->x = 1; next = NULL; when P == 2 and next != NULL may next->y = 1; next = NULL; }
            initially forall i: next[i] == i and x[i] == 0 and y[i] == 0;
            risk (exists i: x[i] == 1) or (exists i: y[i] == 1);",
    },
    Trial {
        needs: Constraint::RemoteVariable,
        name: "one of two variables, read by number",
        text: "process count = 2; local discrete x, y; mode m { when x == 0 may x = 1; when y != x may y = x; }
            initially forall i: x[i] == 0 and y[i] == 0; risk x[1] == 1 and y[2] == 1;",
    },
    Trial {
        needs: Constraint::AtLabel,
        name: "one of two modes",
        text: "process count = 2; mode a { when true may goto b; } mode b { when true may goto c; } mode c { when true may ; }
            risk a[1] and b[2];",
    },
    Trial {
        needs: Constraint::TableRows,
        name: "the order of pointers",
        text: "process count = 3; global pointer L; local discrete been;
            mode m { when been == 0 and P > L may L = P; been = 1; }
            initially L == NULL and forall i: been[i] == 0; risk exists i: L == i and exists j: been[j] == 0;",
    },
    Trial {
        needs: Constraint::TableRows,
        name: "a pointer, taken from a number",
        text: "process count = 3; global pointer L;
            mode m { when L == NULL may L = P; when L != NULL may L = 4 - L; } initially L == NULL;",
    },
    Trial {
        needs: Constraint::CutRange,
        name: "a range that ends among the processes",
        text: "process count = 3; global pointer L; global discrete d: 0..2;
            mode m { when L == NULL may L = P; when d == 0 and L != NULL may d = L; } initially L == NULL and d == 0;",
    },
    Trial {
        needs: Constraint::AssignedAlike,
        name: "a pointer in a discrete variable",
        text: "process count = 3; global pointer L; global discrete d: 0..3;
            mode m { when L == NULL may L = P; d = L; when d == 2 may L = NULL; d = 0; } initially L == NULL and d == 0;",
    },
    Trial {
        needs: Constraint::ComparedAlike,
        name: "a discrete variable, compared with a pointer",
        text: "process count = 3; global pointer L; global discrete d: 0..3;
            mode m { when L == NULL and d == 0 may d = 2; when L == NULL may L = P; when L == d and L != NULL may L = NULL; }
            initially L == NULL and d == 0;",
    },
];

/// The row of the page.
pub fn line(trial: &Trial) -> String {
    let Trial { needs, name, text } = trial;
    let options = LoadOptions { open: Open::Zero, ..LoadOptions::default() };
    let machine = machine(text, &options);
    let row = leave_out(*needs, &machine).unwrap_or_else(|why| panic!("{name}: {why}"));
    let noticed = match row.noticed {
        Noticed::Audit(tested) => format!("audit, state {tested}"),
        other => panic!("{needs:?}, {name}: {other:?} {:?}", row.orders),
    };
    let said = |wrong: bool| if wrong { "wrong" } else { "right" };
    format!(
        "| {needs:?} | {name} | {}, {} | {noticed} | {} | {} | {} |",
        row.orders.0,
        row.orders.1,
        if row.invented { "noticed" } else { "" },
        said(row.wrong_verdict),
        said(row.wrong_generator)
    )
}
