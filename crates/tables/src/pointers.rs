//! Checking a pointer program of the language of RED, within limits, as the command does.

use std::time::{Duration, Instant};

use checking::{
    Answer, Language, Loaded, Purpose, Report, RepresentativeRequest, Settings, limit_name,
};
use diagnostics::Sources;
use kernel::{PropertyId, PropertyKind, PropertySet, Silent};
use model::SetOptions;
use red::Red;

use crate::reading::{failure_text, first_error};
use crate::requests::request;
use crate::searches::Budget;

/// How the states of a program are searched.
#[derive(Clone, Copy, Debug)]
pub enum Engine {
    /// State by state: up to symmetry, if it is said how states are told apart.
    Explicit {
        /// How states are told apart.
        reduced: Option<RepresentativeRequest>,
    },
    /// With sets of states, which are decision diagrams.
    Symbolic,
}

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// `holds`, `violated`, the name of the limit that was reached, or why nothing is known.
    pub end: String,
    /// Whether all states were searched that there are up to the reduction.
    pub is_complete: bool,
    /// The states that were reached, in decimal: of a symbolic search there may be more than a number holds.
    pub states: String,
    /// All the time that it took: reading, symmetry, and search.
    pub elapsed: Duration,
    /// What the states took, or diagrams and their tables.
    pub bytes: u64,
}

impl Checked {
    /// What there is to say if nothing was searched, for this reason.
    #[must_use]
    pub fn nothing(why: String) -> Checked {
        let (states, elapsed) = ("-".to_owned(), Duration::ZERO);
        Checked { end: why, is_complete: false, states, elapsed, bytes: 0 }
    }
}

/// Checks all that the command does of a program of its language: `risk`, and run-time errors. What `initially` does not mention
/// begins with 0 or NULL, and what is inactive is cleared.
///
/// # Errors
/// A text that is not understood, a strategy that does not serve, or a defect.
pub fn check_program(
    name: &str,
    text: &str,
    processes: u8,
    engine: Engine,
    budget: &Budget,
) -> Result<Checked, String> {
    let start = Instant::now();
    let program = program(name, text, processes)?;
    let reduced = match engine {
        Engine::Explicit { reduced } => reduced,
        Engine::Symbolic => None,
    };
    let mut request = request(reduced, budget);
    request.options.check = PropertySet::Except(deadlocks(&*program));
    let report = match engine {
        Engine::Explicit { .. } => program.check(request, &Silent, &mut |_| {}),
        Engine::Symbolic => {
            program.check_sets(&request, SetOptions::default(), &Silent, &mut |_| {})
        }
    };
    let report = report.map_err(|failure| failure_text(failure, program.sources()))?;
    Ok(checked(&report, start.elapsed()))
}

fn program(name: &str, text: &str, processes: u8) -> Result<Box<dyn Loaded>, String> {
    let mut sources = Sources::new();
    let file = sources.add(name, text);
    let mut settings = Settings::default();
    settings.add("processes", processes.to_string());
    settings.add("open", "zero");
    let loading = Red.load(sources, file, &settings, Purpose::Check);
    let wrong = || first_error(&loading.diagnostics, &loading.sources);
    loading.model.ok_or_else(wrong)
}

/// What the command does not look for in this language: a computation may stay in a state for ever.
fn deadlocks(program: &dyn Loaded) -> Vec<PropertyId> {
    let properties = program.properties().iter().enumerate();
    let deadlocks = properties.filter(|(_, it)| it.kind == PropertyKind::Deadlock);
    deadlocks.map(|(place, _)| PropertyId::new(place)).collect()
}

fn checked(report: &Report, elapsed: Duration) -> Checked {
    let is_violated = report.verdicts.iter().any(|it| it.answer == Answer::Violated);
    let is_open = report.verdicts.iter().any(|it| it.answer == Answer::Inconclusive);
    let reason = || report.verdicts.iter().find_map(|it| it.reason.clone()).unwrap_or_default();
    let end = match limit_name(report.stop) {
        _ if is_violated => "violated".to_owned(),
        Some(limit) => limit.to_owned(),
        None if report.preparation.unready => "no reduction in time".to_owned(),
        None if is_open => reason(),
        None => "holds".to_owned(),
    };
    let statistics = &report.statistics;
    let states = match &report.sets {
        Some(sets) => sets.states.clone(),
        None => statistics.states.to_string(),
    };
    Checked {
        is_complete: end == "holds",
        end,
        states,
        elapsed,
        bytes: statistics.store_bytes + statistics.frontier_bytes,
    }
}
