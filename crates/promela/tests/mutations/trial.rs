//! One model, searched with everything that detection demands, and with one thing left out.

use std::time::{Duration, Instant};

use kernel::{SearchOptions, Silent};
use machine::Machine;
use machine::detect::{Constraint, Reduction, detect, detect_without};
use symmetry::{Abandonment, AuditPlan, Strategy};

use crate::soundness::{Soundness, soundness};
use crate::verdicts::{Bounds, Facts, machine, unreduced};

/// No model has more states.
const BOUNDS: Bounds = Bounds { states: 45_000, time: Duration::from_secs(60) };

/// A model that needs a constraint.
pub struct Trial {
    /// What it needs.
    pub needs: Constraint,
    /// What it is.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// What came of leaving the constraint out.
pub struct Row {
    /// How it was noticed.
    pub noticed: Noticed,
    /// Whether the violations that are found without an audit are wrong.
    pub wrong_verdict: bool,
    /// Whether a generator is none, by all states and their images.
    pub wrong_generator: bool,
    /// The order of the group with the constraint, and without.
    pub orders: (u64, u64),
    /// How long the search took that was abandoned.
    pub time: Duration,
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
    /// Not at all.
    Nothing,
}

impl Trial {
    /// Demands that the model is answered rightly, and says what happens without the constraint.
    pub fn run(&self) -> Result<Row, String> {
        let machine = machine(self.text)?;
        let all =
            unreduced(&machine, BOUNDS).map_err(|unknown| format!("unreduced: {unknown:?}"))?;
        let kept = detect(&machine);
        let order = kept.reduction.as_ref().map_or(1, order);
        if let Some(reduction) = &kept.reduction {
            let found = searched(reduction, &machine, AuditPlan::default());
            if found.noticed != Noticed::Nothing {
                return Err(format!("with everything kept: {:?}", found.noticed));
            }
            if found.violated != violated(&all) {
                return Err(format!("finds {:?}, unreduced {:?}", found.violated, all.violated));
            }
            if let Soundness::Wrong(message) = soundness(reduction, BOUNDS.states as usize) {
                return Err(message);
            }
        }
        let dropped = detect_without(&machine, self.needs);
        let Some(reduction) = &dropped.reduction else {
            let is_misfit = |text: &str| text.contains("does not fit");
            let refused = dropped.remarks.iter().any(|remark| is_misfit(&remark.text));
            return Ok(Row {
                noticed: if refused { Noticed::Layout } else { Noticed::Nothing },
                wrong_verdict: false,
                wrong_generator: false,
                orders: (order, 1),
                time: Duration::ZERO,
            });
        };
        let start = Instant::now();
        let watched = searched(reduction, &machine, AuditPlan::default());
        let time = start.elapsed();
        let unwatched = searched(reduction, &machine, AuditPlan::OFF);
        let wrong = watched.noticed != Noticed::System
            && matches!(soundness(reduction, BOUNDS.states as usize), Soundness::Wrong(_));
        Ok(Row {
            noticed: watched.noticed,
            wrong_verdict: unwatched.violated != violated(&all),
            wrong_generator: wrong,
            orders: (order, self::order(reduction)),
            time,
        })
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
    let name = |found: &symmetry::ReducedViolation<Reduction>| {
        machine_property(machine, found.property.index())
    };
    let mut violated: Vec<String> = outcome.violations.iter().map(name).collect();
    violated.sort();
    Searched { noticed, violated }
}

fn machine_property(machine: &Machine, property: usize) -> String {
    kernel::TransitionSystem::properties(machine)[property].name.clone()
}
