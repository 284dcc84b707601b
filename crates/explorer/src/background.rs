//! One search in the background: it is begun, looked at, and cancelled.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Scope;
use std::time::{Duration, Instant};

use checking::{Explorable, Finding, Goal, Nearest, Origin};
use kernel::{Budget, Phase, Progress, Reporter, SearchOptions};

/// A search that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Query {
    /// Where it begins.
    pub from: Origin,
    /// What is looked for.
    pub goal: Goal,
}

/// What is known of the search that was asked for last.
#[derive(Default)]
pub(crate) struct Status {
    /// How many states it has stored.
    pub states: u64,
    /// How long it has taken.
    pub elapsed: Duration,
    /// How many of them are new at each distance from where it began, as far as is known.
    pub levels: Vec<u64>,
    /// What came of it, if it is over.
    pub result: Option<Result<Finding, String>>,
}

/// Makes searches, one at a time.
pub(crate) struct Background<'scope, 's> {
    scope: &'scope Scope<'scope, 's>,
    model: &'s dyn Explorable,
    options: &'s SearchOptions,
    current: Option<Current>,
    /// The address of the violation that was found last.
    violation: Option<String>,
}

struct Current {
    query: Query,
    cancel: Arc<AtomicBool>,
    shared: Arc<Shared>,
    start: Instant,
}

/// What the search tells.
#[derive(Default)]
struct Shared {
    states: AtomicU64,
    levels: Mutex<Vec<u64>>,
    /// What came of it, and how long it took.
    result: Mutex<Option<(Result<Finding, String>, Duration)>>,
}

impl Reporter for Shared {
    fn phase(&self, _: Phase) {}

    fn progress(&self, progress: &Progress) {
        self.states.store(progress.states, Ordering::Relaxed);
    }

    fn level(&self, depth: u64, states: u64) {
        let mut levels = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        // Where the first level comes again, the search has begun again.
        levels.truncate(depth as usize);
        if levels.len() < MOST_LEVELS {
            levels.push(states);
        }
    }
}

/// So many levels are kept.
const MOST_LEVELS: usize = 1_000_000;

impl<'scope, 's> Background<'scope, 's> {
    /// Nothing is searched yet.
    pub fn new(
        scope: &'scope Scope<'scope, 's>,
        model: &'s dyn Explorable,
        options: &'s SearchOptions,
    ) -> Self {
        Background { scope, model, options, current: None, violation: None }
    }

    /// The address of the run to a violation that was found last.
    pub fn violation(&self) -> Option<&str> {
        self.violation.as_deref()
    }

    /// How the search goes that is asked for, which is begun if it is another one than before.
    pub fn look(&mut self, query: &Query) -> Status {
        let is_current = |current: &Current| current.query == *query && !current.is_cancelled();
        if !self.current.as_ref().is_some_and(is_current) {
            self.begin(query.clone());
        }
        let status = self.current.as_ref().map(Current::status).unwrap_or_default();
        if matches!(query.goal, Goal::Deadlock | Goal::Violation(_))
            && let Some(Ok(Finding { place: Nearest::Found { address, .. }, .. })) = &status.result
        {
            self.violation = Some(address.clone());
        }
        status
    }

    /// Ends the search, if there is one. What it has found is known no more.
    pub fn cancel(&mut self) {
        if let Some(current) = &self.current {
            current.cancel.store(true, Ordering::Relaxed);
        }
    }

    fn begin(&mut self, query: Query) {
        self.cancel();
        let cancel = Arc::new(AtomicBool::new(false));
        let shared = Arc::new(Shared::default());
        let start = Instant::now();
        let budget = Budget::new(&self.options.limits, Some(cancel.clone()));
        let options = SearchOptions { budget, ..self.options.clone() };
        let (model, asked, tells) = (self.model, query.clone(), shared.clone());
        self.scope.spawn(move || {
            let found = model.find(&asked.from, &asked.goal, &options, &*tells);
            let result = found.map_err(|failure| failure.in_words());
            let mut slot = tells.result.lock().unwrap_or_else(PoisonError::into_inner);
            *slot = Some((result, start.elapsed()));
        });
        self.current = Some(Current { query, cancel, shared, start });
    }
}

impl Current {
    fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    fn status(&self) -> Status {
        let result = self.shared.result.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let (result, elapsed) = match result {
            Some((result, elapsed)) => (Some(result), elapsed),
            None => (None, self.start.elapsed()),
        };
        let levels = self.shared.levels.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Status { states: self.shared.states.load(Ordering::Relaxed), elapsed, levels, result }
    }
}
