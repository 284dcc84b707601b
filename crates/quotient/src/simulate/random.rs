//! Random runs.

use std::sync::atomic::Ordering;

use checking::quantities::plural;
use checking::{Dice, Ending, EndingKind};

use super::arguments::{STEPS, SimulateArgs};
use super::report::RunReport;
use super::session;
use crate::exit::{Exit, Failure};
use crate::interrupt::cancel_flag;
use crate::load::Subject;

/// Makes one random run: every possible step is equally likely.
///
/// # Errors
/// That its output cannot be written.
pub fn run(args: &SimulateArgs, subject: &Subject) -> Result<Exit, Failure> {
    let cancel = cancel_flag();
    let seed = args.seed.unwrap_or_else(Dice::seed_from_clock);
    let mut dice = Dice::new(seed);
    // A run that is not stored may be as long as it likes.
    let mut session = session(subject, args.save.is_some())?;
    let mut report = RunReport::new(args, subject, "random", Some(seed), &*session);
    if !args.quiet || args.seed.is_none() {
        report.preface(&format!("seed {seed} (--seed {seed} repeats this run)"))?;
    }
    let most = args.steps.unwrap_or(STEPS);
    loop {
        if let Some(ending) = session.ending() {
            return report.finish(&*session, &ending);
        }
        if report.steps() as u64 >= most {
            let text = format!("stopped after {} (--steps)", plural(most, "step"));
            return report.finish(&*session, &Ending::cut_off(EndingKind::StepLimit, text));
        }
        if cancel.load(Ordering::Relaxed) {
            let ending = Ending::cut_off(EndingKind::Interrupted, "interrupted");
            return report.finish(&*session, &ending);
        }
        session.take(dice.below(session.choice_count()));
        report.step(&*session)?;
    }
}
