//! Runs along a stored trace.

use ::report::Mode;
use checking::quantities::plural;
use checking::{Ending, EndingKind, Session, StoredRun};

use super::plan::RunPlan;
use super::random::cut_off;
use super::report::RunReport;
use crate::exit::{Exit, Failure};
use crate::job::Job;
use crate::load::Subject;
use crate::style::Style;

/// Shows a stored run, which lies ahead of the session.
///
/// # Errors
/// That its output cannot be written.
pub fn run(
    plan: &RunPlan,
    subject: &Subject,
    stored: &StoredRun,
    mut session: Box<dyn Session + '_>,
    job: &Job,
) -> Result<Exit, Failure> {
    let mut report = RunReport::new(plan, subject, Mode::Guided, None, &*session);
    if plan.style != Style::Brief {
        report.preface(&format!("along the trace: {}", stored.ending))?;
    }
    let most = usize::try_from(plan.steps.unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
    let shown = match plan.steps {
        // It goes round as long as steps are wanted.
        Some(_) if session.again().is_some() => most,
        _ => most.min(session.known()),
    };
    for step in 1..=shown {
        if step > session.known() && !session.go_round() {
            break;
        }
        session.jump(step);
        report.step(&*session)?;
        if let Some(ending) = cut_off(job) {
            return report.finish(&*session, &ending);
        }
    }
    let shown = session.at();
    let is_whole = shown == session.known();
    let excluded = if is_whole { session.excluded() } else { None };
    let ending = excluded.or_else(|| session.ending()).unwrap_or_else(|| {
        let steps = plural(shown as u64, "step");
        if !is_whole {
            let text = format!("stopped after {steps} (--steps)");
            return Ending::cut_off(EndingKind::StepLimit, text);
        }
        let text = match session.again() {
            Some(again) => {
                format!("step {again} comes again after step {shown}, and so on for ever")
            }
            None => format!("the trace ends after {steps}"),
        };
        Ending::cut_off(EndingKind::TraceEnd, text)
    });
    report.finish(&*session, &ending)
}
