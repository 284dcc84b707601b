//! One search in the background: it is begun, looked at, and cancelled.

use std::collections::VecDeque;
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

/// What is known of a search.
pub(crate) struct Status {
    /// What was asked for.
    pub query: Query,
    /// Whether it was ended before its time: by whoever reads, or by another one.
    pub is_cancelled: bool,
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
    /// The searches that were asked for last, the last one first: it may go on.
    asked: VecDeque<Asked>,
    /// The number of the last one.
    last: u64,
    /// The address of the violation that was found last.
    violation: Option<String>,
}

struct Asked {
    number: u64,
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
/// So many searches are remembered.
const MOST_SEARCHES: usize = 8;

impl<'scope, 's> Background<'scope, 's> {
    /// Nothing is searched yet.
    pub fn new(
        scope: &'scope Scope<'scope, 's>,
        model: &'s dyn Explorable,
        options: &'s SearchOptions,
    ) -> Self {
        Background { scope, model, options, asked: VecDeque::new(), last: 0, violation: None }
    }

    /// The address of the run to a violation that was found last.
    pub fn violation(&self) -> Option<&str> {
        self.violation.as_deref()
    }

    /// The number of the search for something. It is begun, which ends the one that goes on, unless one that was not ended before its
    /// time is remembered.
    pub fn ask(&mut self, query: Query) -> u64 {
        match self.asked.iter().find(|asked| asked.query == query && !asked.is_cancelled()) {
            Some(asked) => asked.number,
            None => self.begin(query),
        }
    }

    /// How the search with a number goes, or went; none if it is not remembered.
    pub fn look(&mut self, number: u64) -> Option<Status> {
        let status = self.asked.iter().find(|asked| asked.number == number)?.status();
        if matches!(status.query.goal, Goal::Deadlock | Goal::Violation(_))
            && let Some(Ok(Finding { place: Nearest::Found { address, .. }, .. })) = &status.result
        {
            self.violation = Some(address.clone());
        }
        Some(status)
    }

    /// Ends the search with a number, if it goes on.
    pub fn cancel_one(&mut self, number: u64) {
        for asked in self.asked.iter().filter(|it| it.number == number && it.goes_on()) {
            asked.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// Ends the search that goes on, if one does.
    pub fn cancel(&mut self) {
        for asked in self.asked.iter().filter(|asked| asked.goes_on()) {
            asked.cancel.store(true, Ordering::Relaxed);
        }
    }

    fn begin(&mut self, query: Query) -> u64 {
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
        self.last += 1;
        self.asked.truncate(MOST_SEARCHES - 1);
        self.asked.push_front(Asked { number: self.last, query, cancel, shared, start });
        self.last
    }
}

impl Asked {
    fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    fn goes_on(&self) -> bool {
        self.shared.result.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    fn status(&self) -> Status {
        let result = self.shared.result.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let (result, elapsed) = match result {
            Some((result, elapsed)) => (Some(result), elapsed),
            None => (None, self.start.elapsed()),
        };
        let levels = self.shared.levels.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Status {
            query: self.query.clone(),
            is_cancelled: self.is_cancelled(),
            states: self.shared.states.load(Ordering::Relaxed),
            elapsed,
            levels,
            result,
        }
    }
}
