//! Is everything needed that is demanded of pointer programs? One thing after the other is left out, of programs that need it.
//!
//! What detection demands before processes change places is left out as for Promela (`promela/tests/mutations.rs`), and noticed by the
//! default audit. What other analyses look at, for what is inactive and for partial order, is left out by letting them conclude from
//! another program, in which it is not done ([`Machine::with_conclusions_of`]). That what is inactive is read is noticed where a
//! symmetry is audited, or some of all states are tested, as other values in it make a difference; what partial order overlooks, as
//! transitions do not commute. Then what is checked comes out as it does without the analysis. Random programs are compared with the
//! search of all states, too (`reference/random.rs`).
//!
//! `docs/mutations.md` shows all of it:
//!
//!     cargo test -p red mutations:: -- --nocapture      # prints what the page must show

#[path = "mutations/analyses.rs"]
mod analyses;
#[path = "mutations/checked.rs"]
mod checked;
#[path = "mutations/pins.rs"]
mod pins;
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

const PAGE: &str = include_str!("../../../docs/mutations.md");

/// Demands that the page shows these lines.
#[track_caller]
fn is_shown(lines: &[String]) {
    println!("{}", lines.join("\n"));
    let missing: Vec<&String> = lines.iter().filter(|line| !PAGE.contains(*line)).collect();
    assert!(missing.is_empty(), "docs/mutations.md does not show:\n{missing:#?}");
}

#[test]
fn what_detection_demands_is_missed() {
    let lines: Vec<String> = pins::TRIALS.iter().map(pins::line).collect();
    is_shown(&lines);
}

#[test]
fn what_analyses_look_at_is_missed() {
    let lines: Vec<String> = analyses::TRIALS.iter().map(analyses::line).collect();
    is_shown(&lines);
}
