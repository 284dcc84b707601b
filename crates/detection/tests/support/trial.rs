//! One machine, searched with everything that detection demands, and with one thing left out.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use detection::{Constraint, Reduction, Remark, detect, detect_without};
use groups::uninterrupted;
use kernel::{SearchOptions, Silent, TransitionSystem};
use machine::Machine;
use symmetry::{Abandonment, AuditPlan, Strategy};

use super::soundness::{Soundness, soundness};
use super::verdicts::{Bounds, Facts, unreduced};

/// No model has more states.
const BOUNDS: Bounds = Bounds { states: 45_000, time: Duration::from_secs(60) };

/// What came of leaving the constraint out.
pub struct Row {
    /// How it was noticed.
    pub noticed: Noticed,
    /// Whether invented states notice it before any search.
    pub invented: bool,
    /// Whether the violations that are found without an audit are wrong.
    pub wrong_verdict: bool,
    /// Whether a generator is none, by all states and their images.
    pub wrong_generator: bool,
    /// The order of the group with the constraint, and without.
    pub orders: (u64, u64),
}

/// How it was noticed that a constraint was left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noticed {
    /// The audit abandoned the search after it tested so many states.
    Audit(u64),
    /// A reducible state led out of those that symmetry applies to, after so many tested states.
    Left(u64),
    /// The reduction itself abandoned the search.
    System,
    /// The group does not fit the layout of states, so that none is used.
    Layout,
    /// Something relies on the constraint so that it stops with a panic.
    Panic,
    /// Not at all.
    Nothing,
}

/// Demands that a machine is answered rightly, and says what happens without a constraint.
///
/// # Errors
/// What is wrong with everything kept.
pub fn leave_out(needs: Constraint, machine: &Machine) -> Result<Row, String> {
    let all = unreduced(machine, BOUNDS).map_err(|unknown| format!("unreduced: {unknown:?}"))?;
    let kept = detect(machine);
    let order = kept.reduction.as_ref().map_or(1, order);
    if let Some(reduction) = &kept.reduction {
        is_right(needs, reduction, machine, &violated(&all))?;
    }
    let without = || without(machine, needs, order, &violated(&all));
    Ok(catch_unwind(AssertUnwindSafe(without)).unwrap_or_else(|_| Row::none(Noticed::Panic, order)))
}

/// Demands that a reduction with everything kept finds what it should, and that nothing is noticed.
fn is_right(
    needs: Constraint,
    reduction: &Reduction,
    machine: &Machine,
    right: &[String],
) -> Result<(), String> {
    let found = searched(reduction, machine, AuditPlan::default());
    // The search itself minds that such channels are used: there is no answer to compare.
    if needs == Constraint::EndedChannels && found.noticed == Noticed::System {
        return Ok(());
    }
    if found.noticed != Noticed::Nothing {
        return Err(format!("with everything kept: {:?}", found.noticed));
    }
    if found.violated != right {
        return Err(format!("finds {:?}, unreduced {right:?}", found.violated));
    }
    match soundness(reduction, BOUNDS.states as usize) {
        Soundness::Sound(_) => Ok(()),
        Soundness::TooLarge => Err("too many states".to_owned()),
        Soundness::Wrong(message) => Err(message),
    }
}

impl Row {
    /// Where no search was made.
    fn none(noticed: Noticed, order: u64) -> Row {
        let (invented, wrong_verdict, wrong_generator) = (false, false, false);
        Row { noticed, invented, wrong_verdict, wrong_generator, orders: (order, 1) }
    }
}

/// What happens with a constraint left out.
fn without(machine: &Machine, needs: Constraint, kept: u64, right: &[String]) -> Row {
    let dropped = detect_without(machine, needs);
    let Some(reduction) = &dropped.reduction else {
        let refused = ["does not fit its states", "does not keep what never changes in its states"];
        let is_refusal = |remark: &Remark| refused.iter().any(|text| remark.text.contains(text));
        let misfit = dropped.remarks.iter().any(is_refusal);
        return Row::none(if misfit { Noticed::Layout } else { Noticed::Nothing }, kept);
    };
    let watched = searched(reduction, machine, AuditPlan::default());
    let unwatched = searched(reduction, machine, AuditPlan::OFF);
    let wrong_generator = watched.noticed != Noticed::System
        && matches!(soundness(reduction, BOUNDS.states as usize), Soundness::Wrong(_));
    let tried = uninterrupted(|patience| reduction.try_invented_states(patience));
    Row {
        noticed: watched.noticed,
        invented: tried.is_err(),
        wrong_verdict: unwatched.violated != right,
        wrong_generator,
        orders: (kept, order(reduction)),
    }
}

fn violated(facts: &Facts) -> Vec<String> {
    facts.violated.iter().cloned().collect()
}

fn order(reduction: &Reduction) -> u64 {
    u64::try_from(reduction.symmetry.order()).unwrap_or(u64::MAX)
}

/// What a reduced search found.
struct Searched {
    noticed: Noticed,
    violated: Vec<String>,
}

fn searched(reduction: &Reduction, machine: &Machine, plan: AuditPlan) -> Searched {
    let symmetry = &reduction.symmetry;
    let strategy = Strategy::auto(symmetry).prepared;
    let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
    let outcome = strategy.search(reduction, symmetry, plan, &options, &Silent);
    let tested = outcome.sightings.tested;
    let noticed = match outcome.sightings.abandoned {
        None => Noticed::Nothing,
        Some(Abandonment::Left) => Noticed::Left(tested),
        Some(Abandonment::System(_)) => Noticed::System,
        Some(_) => Noticed::Audit(tested),
    };
    let names = machine.properties();
    let found = outcome.violations.iter().map(|found| names[found.property.index()].name.clone());
    let mut violated: Vec<String> = found.collect();
    violated.sort();
    Searched { noticed, violated }
}
