//! What is answered to a client after the program has run.

use std::sync::atomic::AtomicBool;

use serde_json::Value;

use crate::answer::Answer;
use crate::bounded::shortened;
use crate::command::{Command, Kind};
use crate::report_text::{check_text, report_text, symmetry_text};
use crate::runner::{Ran, Runner};

/// The exit statuses of the program, with each of which there may be verdicts.
const OWN: std::ops::RangeInclusive<i32> = 0..=4;

/// Runs the program, and answers what it has found.
pub(crate) fn run(command: &Command, runner: &dyn Runner, cancel: &AtomicBool) -> Answer {
    let ran = runner.run(&command.arguments, command.time, cancel);
    ran.and_then(|ran| told(command.kind, &ran)).into()
}

fn told(kind: Kind, ran: &Ran) -> Result<Answer, String> {
    let answered = ran.status.is_some_and(|status| OWN.contains(&status));
    let document = answered.then(|| serde_json::from_slice(&ran.output).ok()).flatten();
    let document = document.filter(|it: &Value| it.is_object() && it["error"].is_null());
    let Some(document) = document else { return Err(complaint(ran)) };
    let text = match kind {
        Kind::Check => check_text(&document),
        Kind::Report => report_text(&document),
        Kind::Symmetry => symmetry_text(&document),
    };
    let warnings = String::from_utf8_lossy(&ran.complaints);
    Ok(Answer::told(text + &shortened(&warnings), document))
}

/// Why there is no document.
fn complaint(ran: &Ran) -> String {
    let said = String::from_utf8_lossy(&ran.complaints);
    match (said.trim(), ran.status) {
        ("", Some(status)) => {
            format!("the program has ended with exit status {status}, and no document")
        }
        ("", None) => "the program was killed".to_owned(),
        (said, _) => shortened(said),
    }
}
