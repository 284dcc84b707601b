//! A suite as text: a row for each run, below it what is not as expected, and a line for all.

use checking::quantities::{duration, plural};
use suites::{Finding, Outcome, RunOutcome};

use crate::terminal::Paint;
use crate::visible::one_line;

/// The row of a run; when little is to be told, only of one that is not as expected.
pub fn row(outcome: &RunOutcome, options: &str, is_quiet: bool, paint: Paint) -> String {
    let worst = outcome.outcome();
    if is_quiet && worst == Outcome::Met {
        return String::new();
    }
    let mark = match worst {
        Outcome::Met => paint.good("✓"),
        Outcome::Unknown => paint.unsure("?"),
        Outcome::Missed | Outcome::Wrong => paint.bad("✗"),
    };
    let options = if options.is_empty() { String::new() } else { format!(" · {options}") };
    // Names of files may have line ends: none of them begins a line.
    let (name, model) = (one_line(&outcome.name()), one_line(&outcome.model));
    let took = duration(outcome.elapsed);
    let mut row = format!("{mark} {name}{}\n", paint.dim(&format!("{options} · {took}")));
    match &outcome.result {
        Ok(findings) => {
            let others = findings.iter().filter(|finding| finding.outcome != Outcome::Met);
            others.for_each(|finding| row.push_str(&differs(&model, finding)));
        }
        Err(refusal) => {
            let line = refusal.line.map(|line| format!(":{line}")).unwrap_or_default();
            row.push_str(&format!("{model}{line}: {}\n", refusal.text));
        }
    }
    if worst != Outcome::Met {
        row.push_str(&paint.dim(&format!("  {}", one_line(&outcome.command))));
        row.push('\n');
    }
    row
}

/// Where a model says what was not found.
fn differs(model: &str, finding: &Finding) -> String {
    let Finding { subject, expected, found, .. } = finding;
    let line = finding.line();
    format!("{model}:{line}: {subject}: expected {expected}, found {found}\n")
}

/// What came of all.
pub fn summary(outcomes: &[RunOutcome], skipped: &[String], blessed: usize) -> String {
    let number = |wanted: Outcome| outcomes.iter().filter(|it| it.outcome() == wanted).count();
    let mut parts = vec![format!("{} as expected", number(Outcome::Met))];
    let mut add = |number: usize, text: &str| {
        if number > 0 {
            parts.push(format!("{number} {text}"));
        }
    };
    add(number(Outcome::Missed), "not");
    add(number(Outcome::Unknown), "without an answer");
    add(number(Outcome::Wrong), "that cannot be checked");
    let mut text = format!("{}: {}\n", plural(outcomes.len() as u64, "run"), parts.join(", "));
    if blessed > 0 {
        text.push_str(&format!("written anew: {}\n", plural(blessed as u64, "model")));
    }
    if !skipped.is_empty() {
        let skipped: Vec<String> = skipped.iter().map(|name| one_line(name)).collect();
        text.push_str(&format!("not checked, as they expect nothing: {}\n", skipped.join(", ")));
    }
    text
}
