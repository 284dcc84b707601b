//! Random runs.

use std::sync::atomic::Ordering;

use super::Stage;
use super::account::Account;
use super::arguments::{STEPS, SimulateArgs};
use super::dice::Dice;
use super::ending::{Ending, EndingKind};
use super::walk::Walk;
use crate::exit::{Exit, Failure};
use crate::interrupt::cancel_flag;
use crate::units::plural;

/// Makes one random run: every possible step is equally likely.
///
/// # Errors
/// That its output cannot be written.
pub fn run(args: &SimulateArgs, stage: &Stage) -> Result<Exit, Failure> {
    let cancel = cancel_flag();
    let seed = args.seed.unwrap_or_else(Dice::seed_from_clock);
    let mut dice = Dice::new(seed);
    let mut walk = Walk::new(&stage.subject);
    let mut account = Account::new(args, stage, "random", Some(seed));
    if !args.quiet || args.seed.is_none() {
        account.preface(&format!("seed {seed} (--seed {seed} repeats this run)"))?;
    }
    let most = args.steps.unwrap_or(STEPS);
    let mut last = Vec::new();
    loop {
        if let Some(ending) = Ending::of(&walk, &last) {
            return account.finish(&walk, &ending);
        }
        if account.steps() as u64 >= most {
            let text = format!("stopped after {} (--steps)", plural(most, "step"));
            return account.finish(&walk, &Ending::cut_off(EndingKind::StepLimit, text));
        }
        if cancel.load(Ordering::Relaxed) {
            let ending = Ending::cut_off(EndingKind::Interrupted, "interrupted");
            return account.finish(&walk, &ending);
        }
        let taken = walk.take(dice.below(walk.choices().len()));
        account.tell(&taken)?;
        last = taken.steps;
    }
}
