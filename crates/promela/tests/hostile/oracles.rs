//! What must hold of every model: reduced and unreduced searches agree, and SPIN agrees with both.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use detection::{Reduction, detect};
use machine::Fault;
use symmetry::Guarantee;
use testing::spin::{NoReport, Report, Setting, Workshop};

use super::spin_habits::{Difference, excuse};
use crate::hostile::soundness::{Soundness, soundness};
use crate::hostile::verdicts::{Bounds, Facts, Unknown, exact_strategies, reduced, unreduced};
use crate::support::loading::machine;
use crate::support::orbits;

/// Models with more states are set aside; a few need many before the first that can be reduced.
const BOUNDS: Bounds = Bounds { states: 45_000, time: Duration::from_secs(4) };
/// With more states, only the default strategy is tried, and no images are taken.
const MODERATE: u64 = 6_000;
/// Orbits are counted with at most so many images.
const MOST_IMAGES: u64 = 1_000_000;

/// Stands in the remark on a group that was found wrong before it was used.
const REFUTED: &str = "a defect of quotient";

/// What came of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All is well; the order of the group, and whether the quotient has more states than there are.
    Fine { order: u64, is_larger: bool },
    /// It has too many states.
    TooLarge,
    /// It is refused, by us or by SPIN.
    Refused(String),
    /// SPIN's verifier dies, or says that its figures mean nothing.
    NotCompared(String),
    /// A defect: its kind, a colon, and details.
    Wrong(String),
}

/// Where no reduction was looked at.
const FINE: Verdict = Verdict::Fine { order: 1, is_larger: false };

fn wrong(message: impl Into<String>) -> Verdict {
    Verdict::Wrong(message.into())
}

/// Whatever panics is wrong.
fn guarded(check: impl FnOnce() -> Verdict) -> Verdict {
    catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|panic| {
        let message = panic
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        wrong(format!("panic: {}", message.unwrap_or_default()))
    })
}

/// Reductions find what the unreduced search finds, and every generator is a symmetry of all states.
pub fn reductions_are_right(text: &str) -> Verdict {
    guarded(|| {
        let machine = match machine(text) {
            Ok(machine) => machine,
            Err(message) => return Verdict::Refused(message),
        };
        let all = match unreduced(&machine, BOUNDS) {
            Ok(facts) => facts,
            Err(unknown) => return of_unknown("unreduced", unknown),
        };
        let detected = detect(&machine);
        // A group that was found and does not respect what it is tried on is no wrong answer, but a wrong group.
        if let Some(refuted) = detected.remarks.iter().find(|remark| remark.text.contains(REFUTED))
        {
            return wrong(format!("refuted: {}", refuted.text));
        }
        match detected.reduction {
            None => FINE,
            Some(reduction) => compared(&reduction, &all).unwrap_or_else(|verdict| verdict),
        }
    })
}

fn of_unknown(name: &str, unknown: Unknown) -> Verdict {
    match unknown {
        Unknown::TooLarge => Verdict::TooLarge,
        Unknown::GivenUp => FINE,
        Unknown::Defect(message) => wrong(format!("no answer: {name}: {message}")),
    }
}

fn compared(reduction: &Reduction, all: &Facts) -> Result<Verdict, Verdict> {
    let is_moderate = all.states <= MODERATE;
    let mut is_larger = false;
    let mut smallest = None;
    for (name, strategy) in exact_strategies(reduction) {
        let found =
            reduced(reduction, &strategy, BOUNDS).map_err(|unknown| of_unknown(&name, unknown))?;
        same_violations(&name, &found, all)?;
        if strategy.guarantee() == Guarantee::Unique {
            is_larger |= found.states > all.states;
            smallest.get_or_insert(found.states);
        }
        if !is_moderate {
            break;
        }
    }
    let order = u64::try_from(reduction.symmetry.order()).unwrap_or(u64::MAX);
    if is_moderate {
        match soundness(reduction, MODERATE as usize) {
            Soundness::Wrong(message) => return Err(wrong(message)),
            Soundness::TooLarge => return Err(Verdict::TooLarge),
            Soundness::Sound(_) => {}
        }
        if let (Some(orbits), Some(states)) = (orbits::by_listing(reduction, MOST_IMAGES), smallest)
            && orbits != states
        {
            return Err(wrong(format!("orbits: {states} states in the quotient, {orbits} orbits")));
        }
    }
    Ok(Verdict::Fine { order, is_larger })
}

fn same_violations(name: &str, found: &Facts, all: &Facts) -> Result<(), Verdict> {
    let (found, all) = (&found.violated, &all.violated);
    if let Some(missed) = all.difference(found).next() {
        return Err(wrong(format!("missed {missed}: {name} finds {found:?}, unreduced {all:?}")));
    }
    if let Some(alarm) = found.difference(all).next() {
        return Err(wrong(format!("false {alarm}: {name} finds {found:?}, unreduced {all:?}")));
    }
    Ok(())
}

/// What we refuse although SPIN does not, with a word on how to write it instead.
const ONLY_OURS: [&str; 2] = [
    "a channel must be made before the first statement of a body",
    "`run` cannot be part of a larger expression",
];

/// What SPIN refuses although it means something: it takes a way from a loop into a deterministic step, or to one that begins
/// with `skip`, for a jump into it; some values it lets nobody keep as channels, others it does; and an option may not begin
/// with a sequence in braces that has an escape.
const ONLY_SPINS: [&str; 3] =
    ["jump into d_step", "invalid asgn to chan", "saw 'unless' on a guard"];

/// SPIN counts the same states and transitions, and finds the same errors. An error at run time ends its search: then
/// nothing else is compared.
pub fn agrees_with_spin(text: &str, workshop: &Workshop) -> Verdict {
    // SPIN forgets a hidden variable that is read later: then it finds less, depending on the order of its search.
    if text.contains("hidden ") {
        return Verdict::NotCompared("a hidden variable".to_owned());
    }
    guarded(|| {
        let machine = machine(text);
        let facts = match machine.as_ref().map(|machine| unreduced(machine, BOUNDS)) {
            Ok(Ok(facts)) => Ok(facts),
            Ok(Err(unknown)) => return of_unknown("unreduced", unknown),
            Err(message) => Err(message.clone()),
        };
        match (facts, workshop.run(text, Setting::Default)) {
            (Ok(facts), Ok(report)) => same_as_spin(&facts, &report).unwrap_or_else(|difference| {
                match machine.as_ref().ok().and_then(|machine| excuse(machine, &difference)) {
                    Some(why) => Verdict::NotCompared(why.to_owned()),
                    None => wrong(difference.to_string()),
                }
            }),
            (Ok(_), Err(NoReport::Refused(message)))
                if ONLY_SPINS.iter().any(|known| message.contains(known)) =>
            {
                Verdict::NotCompared(message)
            }
            (Ok(_), Err(NoReport::Refused(message))) => {
                let said = error_of(&message);
                let (place, reason) = said.rsplit_once(": ").unwrap_or(("", said));
                wrong(format!("accepted, SPIN says {}: {place}", reason.trim_end_matches(':')))
            }
            (_, Err(NoReport::NotCompiled(message) | NoReport::Died(message))) => {
                Verdict::NotCompared(message)
            }
            (Err(message), Err(NoReport::Refused(_))) => Verdict::Refused(message),
            (Err(message), Ok(_)) if ONLY_OURS.iter().any(|known| message.contains(known)) => {
                Verdict::Refused(message)
            }
            (Err(message), Ok(_)) => wrong(format!("refused: SPIN accepts it: {message}")),
        }
    })
}

fn error_of(message: &str) -> &str {
    message.lines().find(|line| line.contains("rror")).unwrap_or_default()
}

/// Whether SPIN's verifier does not notice an error, and reads or writes whatever stands in that place.
fn goes_unnoticed(fault: Fault) -> bool {
    matches!(
        fault,
        Fault::OtherType { .. }
            | Fault::IndexOutOfRange { .. }
            | Fault::DivisionByZero
            | Fault::NoChannel
    )
}

/// What SPIN says of receives and sends with another number of fields than a message has.
const REMARKS: [&str; 3] = [
    "missing pars in receive",
    "too few parameters in send stmnt",
    "too many parameters in send stmnt",
];

fn same_as_spin(facts: &Facts, report: &Report) -> Result<Verdict, Difference> {
    let has = |name: &str| facts.violated.contains(name);
    let is_faulty = has("run-time errors");
    // SPIN counts an error, and goes on as if there were none: it gives the missing fields a meaning.
    let is_remark = |said: &&String| REMARKS.iter().any(|remark| said.starts_with(remark));
    let others = report.other.iter().filter(|said| !is_remark(said));
    let others: Vec<&str> = others.map(String::as_str).collect();
    if others.len() < report.other.len() && is_faulty {
        return Ok(FINE);
    }
    let errors = others.join("; ");
    if errors.contains("max search depth") {
        return Ok(Verdict::NotCompared(errors));
    }
    match (is_faulty, others.is_empty()) {
        (true, false) => return Ok(FINE),
        (false, false) => return Err(Difference::FaultOfSpin(errors)),
        (true, true) if facts.fault.is_some_and(goes_unnoticed) => {
            let why = "SPIN goes on with whatever stands there".to_owned();
            return Ok(Verdict::NotCompared(why));
        }
        (true, true) => {
            return Err(Difference::FaultOfOurs(format!("{:?}", facts.fault)));
        }
        (false, true) => {}
    }
    let ours = [has("assertions"), has("deadlock")];
    let spins = [report.assertion, report.deadlock];
    if ours != spins {
        return Err(Difference::Violations { ours, spins });
    }
    let ours = [facts.states, facts.transitions];
    let spins = [report.states, report.transitions];
    if ours != spins {
        return Err(Difference::Counts { ours, spins });
    }
    Ok(FINE)
}
