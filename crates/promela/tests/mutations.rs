//! Is each thing that detection demands needed? One after the other is left out, and models that need it are searched.
//!
//! With everything kept, the reduced search finds what the unreduced one finds, its audit finds nothing, and every generator
//! is a symmetry of all states. With a constraint left out, the default audit gives the search up, or the group does not fit
//! the states; whether the answer and the generators would have been wrong is noted too. Constraints that nothing misses are
//! listed with the reason.
//!
//! `docs/mutations.md` shows all of it:
//!
//!     cargo test -p promela mutations:: -- --nocapture      # prints what the page must show

#[path = "support/loading.rs"]
mod loading;
#[path = "mutations/mod.rs"]
mod parts;
#[allow(dead_code)]
#[path = "../../detection/tests/support/soundness.rs"]
mod soundness;
#[path = "../../detection/tests/support/transitions.rs"]
mod transitions;
#[path = "../../detection/tests/support/trial.rs"]
mod trial;
#[allow(dead_code)]
#[path = "../../detection/tests/support/verdicts.rs"]
mod verdicts;

use std::collections::HashSet;

use detection::Constraint;
use parts::unmissed::{ELSEWHERE, UNMISSED};
use parts::{Trial, trials};
use trial::{Noticed, Row};

const PAGE: &str = include_str!("../../../docs/mutations.md");

#[test]
fn every_constraint_is_missed_as_the_page_says() {
    let (mut wrong, mut missed, mut lines) = (Vec::new(), HashSet::new(), Vec::new());
    for trial in trials() {
        match trial.run() {
            Ok(row) => {
                lines.push(line(&trial, &row));
                if row.noticed != Noticed::Nothing || row.invented {
                    missed.insert(trial.needs);
                }
            }
            Err(message) => wrong.push(format!("{:?}: {}: {message}", trial.needs, trial.name)),
        }
    }
    let unmissed = UNMISSED.iter().chain(ELSEWHERE);
    lines.extend(unmissed.map(|(constraint, reason)| format!("- `{constraint:?}`: {reason}.")));
    lines.iter().for_each(|line| println!("{line}"));
    let unnoticed = Constraint::ALL.iter().filter(|c| !missed.contains(c) && !is_unmissed(**c));
    wrong.extend(unnoticed.map(|constraint| format!("{constraint:?}: nothing notices")));
    let needless = UNMISSED.iter().filter(|(constraint, _)| missed.contains(constraint));
    wrong.extend(needless.map(|(constraint, _)| format!("{constraint:?} is missed after all")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(shown(), lines, "the page shows something else");
}

/// The rows of the first table on the page, and the list below it; what comes behind the next heading is of other languages.
fn shown() -> Vec<&'static str> {
    let below = PAGE.lines().skip_while(|line| !line.starts_with("| ---")).skip(1);
    let below = below.take_while(|line| !line.starts_with("## "));
    below.filter(|line| line.starts_with("| ") || line.starts_with("- ")).collect()
}

#[test]
fn every_constraint_is_tried() {
    let elsewhere = ELSEWHERE.iter().map(|(constraint, _)| *constraint);
    let tried: Vec<Constraint> = trials().map(|trial| trial.needs).chain(elsewhere).collect();
    let forgotten = Constraint::ALL.iter().filter(|constraint| !tried.contains(constraint));
    let forgotten: Vec<_> = forgotten.collect();
    assert!(forgotten.is_empty(), "no model needs {forgotten:?}");
}

fn is_unmissed(constraint: Constraint) -> bool {
    UNMISSED.iter().chain(ELSEWHERE).any(|(unmissed, _)| *unmissed == constraint)
}

fn line(trial: &Trial, row: &Row) -> String {
    let noticed = match row.noticed {
        Noticed::Audit(tested) => format!("audit, state {tested}"),
        Noticed::Left(tested) => format!("watch, after {tested} states"),
        Noticed::System => "reduction".to_owned(),
        Noticed::Layout => "layout".to_owned(),
        Noticed::Panic => "panic".to_owned(),
        Noticed::Nothing => "nothing".to_owned(),
    };
    let said = |wrong: bool| match (row.noticed, wrong) {
        (Noticed::Layout | Noticed::Panic, _) => "",
        (_, true) => "wrong",
        (_, false) => "right",
    };
    format!(
        "| {:?} | {} | {}, {} | {noticed} | {} | {} | {} |",
        trial.needs,
        trial.name,
        row.orders.0,
        row.orders.1,
        if row.invented { "noticed" } else { "" },
        said(row.wrong_verdict),
        said(row.wrong_generator)
    )
}
