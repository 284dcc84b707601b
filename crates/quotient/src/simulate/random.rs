//! Random runs.

use ::report::Mode;
use checking::quantities::plural;
use checking::{Dice, Ending, EndingKind};
use kernel::{Phase, StopReason};

use super::arguments::STEPS;
use super::plan::RunPlan;
use super::report::RunReport;
use crate::exit::{Exit, Failure};
use crate::job::Job;
use crate::load::Subject;
use crate::style::Style;

/// Makes one random run: every possible step is equally likely.
///
/// # Errors
/// That its output cannot be written.
pub fn run(plan: &RunPlan, subject: &Subject, job: &Job) -> Result<Exit, Failure> {
    let seed = plan.seed;
    let mut dice = Dice::new(seed);
    // A run that is not stored may be as long as it likes.
    let mut session = subject.session(plan.save.is_some())?;
    let mut report = RunReport::new(plan, subject, Mode::Random, Some(seed), &*session);
    if plan.style != Style::Brief || !plan.is_seed_given {
        report.preface(&format!("seed {seed} (--seed {seed} repeats this run)"))?;
    }
    let most = plan.steps.unwrap_or(STEPS);
    loop {
        if let Some(ending) = session.ending() {
            return report.finish(&*session, &ending);
        }
        if report.steps() as u64 >= most {
            let text = format!("stopped after {} (--steps)", plural(most, "step"));
            return report.finish(&*session, &Ending::cut_off(EndingKind::StepLimit, text));
        }
        if let Some(ending) = cut_off(job) {
            return report.finish(&*session, &ending);
        }
        session.take(dice.below(session.choice_count()));
        report.step(&*session)?;
    }
}

/// The end of a run that may take no more.
pub fn cut_off(job: &Job) -> Option<Ending> {
    let (stop, text) = job.spent(Phase::Run)?;
    let kind = match stop {
        StopReason::Cancelled => EndingKind::Interrupted,
        _ => EndingKind::Limit,
    };
    Some(Ending::cut_off(kind, text))
}
