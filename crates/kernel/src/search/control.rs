//! When to stop and when to report: limits, cancellation and progress, shared by all workers.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use super::checkpoints::Alarm;
use crate::budget::Budget;
use crate::frontier::Frontier;
use crate::options::{Limits, SearchOptions};
use crate::outcome::StopReason;
use crate::report::{Phase, Progress, Reporter};
use crate::store::{Inserted, StateId};
use crate::visited::{Lookup, NotStored, Offers, Pending, Told, Visited};

/// Time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(500);

/// The most states that are offered together, if they are not counted.
const BATCH: usize = 64;
/// Where so many states more may be stored, no limit of their number is near.
const ROOMY: u64 = 4096;

/// When to stop and when to report.
pub(super) struct Control<'a> {
    limits: Limits,
    /// What the search may cost, and the job that it is part of.
    budgets: [Budget; 2],
    reporter: &'a dyn Reporter,
    /// When the next report is due. Whoever holds the lock reports.
    due: Mutex<Instant>,
    /// When a checkpoint is due, if there are any.
    pub(super) alarm: Option<Alarm>,
    /// How long the search took before the checkpoint that it goes on from.
    before: OnceLock<Duration>,
    /// The first reason to stop.
    stop: OnceLock<StopReason>,
    /// Whether the depth limit has kept a state from being expanded.
    cut: AtomicBool,
    /// States stored; counted only if they are limited.
    stored: AtomicU64,
    /// Transitions, as far as the workers have told.
    transitions: AtomicU64,
    depth: AtomicU64,
    frontier: AtomicU64,
    frontier_bytes: AtomicU64,
    peak_frontier_bytes: AtomicU64,
}

impl<'a> Control<'a> {
    pub(super) fn new(options: &'a SearchOptions, reporter: &'a dyn Reporter) -> Self {
        let own = Budget::new(&options.limits, options.cancel.clone());
        Control {
            limits: options.limits,
            budgets: [own, options.budget.clone()],
            reporter,
            due: Mutex::new(Instant::now() + REPORT_INTERVAL),
            alarm: None,
            before: OnceLock::new(),
            stop: OnceLock::new(),
            cut: AtomicBool::new(false),
            stored: AtomicU64::new(0),
            transitions: AtomicU64::new(0),
            depth: AtomicU64::new(0),
            frontier: AtomicU64::new(0),
            frontier_bytes: AtomicU64::new(0),
            peak_frontier_bytes: AtomicU64::new(0),
        }
    }

    /// Stops all workers. The first reason counts.
    pub(super) fn stop(&self, reason: StopReason) -> ControlFlow<()> {
        let _ = self.stop.set(reason);
        ControlFlow::Break(())
    }

    /// `Break` once there is a reason to stop.
    pub(super) fn go_on(&self) -> ControlFlow<()> {
        match self.stop.get() {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        }
    }

    /// Why the search ended, after it has.
    pub(super) fn stop_reason(&self) -> StopReason {
        match self.stop.get() {
            Some(reason) => *reason,
            None if self.cut.load(Relaxed) => StopReason::DepthLimit,
            None => StopReason::Exhausted,
        }
    }

    /// Whether a state at this depth is to be expanded. If not, the search is no longer exhaustive.
    pub(super) fn may_expand(&self, depth: u64) -> bool {
        let may = self.limits.depth.is_none_or(|limit| depth < limit);
        if !may {
            self.cut();
        }
        may
    }

    /// The depth limit has kept a state from being expanded.
    pub(super) fn cut(&self) {
        self.cut.store(true, Relaxed);
    }

    /// Whether it has.
    pub(super) fn is_cut(&self) -> bool {
        self.cut.load(Relaxed)
    }

    /// Tells what comes next.
    pub(super) fn phase(&self, phase: Phase) {
        self.reporter.phase(phase);
    }

    /// Whether workers are to stop at the end of their chunks, for a checkpoint.
    #[inline]
    pub(super) fn is_pausing(&self) -> bool {
        self.alarm.as_ref().is_some_and(Alarm::is_due)
    }

    /// Tells that so many states come from a checkpoint, and how long it took to find them.
    pub(super) fn resumed(&self, states: u64, elapsed: Duration) {
        let _ = self.before.set(elapsed);
        if self.limits.states.is_some() {
            self.stored.store(states, Relaxed);
        }
    }

    /// Stops all workers because the set has failed.
    pub(super) fn failed(&self, why: NotStored) -> ControlFlow<()> {
        self.stored(Err(why))
    }

    /// What was read, or the search stops.
    pub(super) fn readable<T>(&self, read: Result<T, NotStored>) -> ControlFlow<(), T> {
        match read {
            Ok(read) => ControlFlow::Continue(read),
            Err(why) => {
                let _ = self.failed(why);
                ControlFlow::Break(())
            }
        }
    }

    /// Inserts a state if the limits allow it. Returns it if it is new.
    pub(super) fn insert(
        &self,
        store: &dyn Lookup,
        bytes: &[u8],
        parent: Option<StateId>,
    ) -> ControlFlow<(), Option<StateId>> {
        if let Some(limit) = self.limits.states
            && self.stored.load(Relaxed) >= limit
        {
            if store.contains(bytes) {
                return ControlFlow::Continue(None);
            }
            self.stop(StopReason::StateLimit)?;
        }
        ControlFlow::Continue(match store.insert(bytes, parent) {
            Inserted::New(id) => {
                if self.limits.states.is_some() {
                    self.stored.fetch_add(1, Relaxed);
                }
                Some(id)
            }
            Inserted::Known(_) => None,
            Inserted::Full => {
                self.stop(StopReason::MemoryLimit)?;
                None
            }
        })
    }

    /// The most states that are offered together: near the limit of their number, one.
    pub(super) fn batch(&self) -> usize {
        if self.room() < ROOMY { 1 } else { BATCH }
    }

    /// Offers states, as far as the limits allow it. `new` is told of those that are, as [`Visited::offer`] does.
    pub(super) fn offer(
        &self,
        visited: &dyn Visited,
        offers: &Offers,
        new: &mut dyn FnMut(StateId),
    ) -> ControlFlow<()> {
        self.stored(visited.offer(offers, self.room(), &mut self.counting(new)))
    }

    /// Ends a level, as [`Visited::end_level`] does. If that stops the search, what was told here counts if there is any.
    pub(super) fn end_level(
        &self,
        visited: &dyn Visited,
        new: &mut dyn FnMut(StateId),
    ) -> ControlFlow<(), Told> {
        // What was found then is told of the levels as they are.
        self.go_on()?;
        let mut pause = || self.look(0, visited, true);
        let answer = visited.end_level(self.room(), new, &mut pause);
        if self.limits.states.is_some() {
            self.stored.store(visited.len(), Relaxed);
        }
        let told = answer.unwrap_or(Told::AtOnce);
        self.stored(answer.map(|_| ()))?;
        ControlFlow::Continue(told)
    }

    /// Finds out whether states are older, as [`Visited::find_out`] does.
    pub(super) fn find_out(
        &self,
        visited: &dyn Visited,
        questions: &[&Offers],
        is_left: bool,
    ) -> ControlFlow<(), Pending> {
        self.go_on()?;
        let mut pause = || self.look(0, visited, false);
        let answer = visited.find_out(questions, is_left, &mut pause);
        self.stored(answer.map(|_| ()))?;
        ControlFlow::Continue(answer.unwrap_or(Pending { is_asked: false, is_left }))
    }

    /// Why what comes after the search may not go on, if it may not: what stopped the search does not matter. It takes no more
    /// memory.
    pub(super) fn spent(&self) -> Option<StopReason> {
        self.budgets.iter().find_map(|budget| budget.check(0).err())
    }

    /// Reads a state, as [`Visited::read`] does.
    pub(super) fn read(
        &self,
        visited: &dyn Visited,
        id: StateId,
        out: &mut Vec<u8>,
    ) -> ControlFlow<()> {
        self.stored(visited.read(id, out))
    }

    /// How many states more may be stored.
    fn room(&self) -> u64 {
        let left = |limit: u64| limit.saturating_sub(self.stored.load(Relaxed));
        self.limits.states.map_or(u64::MAX, left)
    }

    /// Counts the states that are new, if they are limited.
    fn counting<'n>(
        &'n self,
        new: &'n mut dyn FnMut(StateId),
    ) -> impl FnMut(StateId) + use<'n, 'a> {
        |id| {
            if self.limits.states.is_some() {
                self.stored.fetch_add(1, Relaxed);
            }
            new(id);
        }
    }

    fn stored(&self, answer: Result<(), NotStored>) -> ControlFlow<()> {
        match answer {
            Ok(()) => ControlFlow::Continue(()),
            Err(NotStored::Enough) => self.stop(StopReason::StateLimit),
            Err(NotStored::Full) => self.stop(StopReason::MemoryLimit),
            Err(NotStored::Failed(why)) => self.stop(StopReason::StoreFailed(why)),
            Err(NotStored::Unwanted) => self.stop(StopReason::Violation),
            Err(NotStored::Elsewhere) => self.stop(StopReason::Elsewhere),
            Err(NotStored::Lost(machine)) => self.stop(StopReason::MachineLost(machine)),
            // By a limit, which is noted.
            Err(NotStored::Interrupted) => ControlFlow::Break(()),
        }
    }

    /// Counts transitions for the reports, checks the limits that need a look at the clock or the memory, and reports if it
    /// is time. Called now and then by every worker.
    pub(super) fn checkpoint(&self, transitions: u64, store: &dyn Visited) -> ControlFlow<()> {
        self.look(transitions, store, false)
    }

    /// The same, also while a level ends: it cannot be kept then, and a limit waits for its end as it does for that of a chunk, but for the
    /// limit of memory, of which the end may need more.
    fn look(&self, transitions: u64, store: &dyn Visited, level_ends: bool) -> ControlFlow<()> {
        self.transitions.fetch_add(transitions, Relaxed);
        self.go_on()?;
        let memory = store.bytes() + self.frontier_bytes.load(Relaxed);
        for budget in &self.budgets {
            if let Err(reason) = budget.check(memory) {
                let may_wait = !level_ends || reason != StopReason::MemoryLimit;
                let alarm = self.alarm.as_ref().filter(|_| may_wait);
                let waits = alarm.is_some_and(|it| it.waits_for_the_last(reason));
                return if waits { ControlFlow::Continue(()) } else { self.stop(reason) };
            }
        }
        let now = Instant::now();
        if let Some(alarm) = &self.alarm {
            alarm.look(now);
        }
        if let Ok(mut due) = self.due.try_lock()
            && now >= *due
        {
            *due = now + REPORT_INTERVAL;
            self.reporter.progress(&Progress {
                states: store.len(),
                transitions: self.transitions.load(Relaxed),
                depth: self.depth(),
                frontier: self.frontier.load(Relaxed),
                rounds: None,
                store_bytes: store.bytes(),
                file_bytes: store.file_bytes(),
                elapsed: self.elapsed(),
            });
        }
        ControlFlow::Continue(())
    }

    /// Tells that a state of this depth has been stored.
    pub(super) fn reached(&self, depth: u64) {
        self.depth.fetch_max(depth, Relaxed);
    }

    /// The same of a level. Where others may have states of this depth, there may be none at all.
    pub(super) fn reached_level(&self, level: &Frontier, depth: u64) {
        if !level.is_empty() {
            self.reached(depth);
        }
    }

    /// Tells how many states a level has.
    pub(super) fn tell_level(&self, level: &Frontier, depth: u64) {
        if !level.is_empty() {
            self.reporter.level(depth, level.len() as u64);
        }
    }

    /// The depth of the deepest state.
    pub(super) fn depth(&self) -> u64 {
        self.depth.load(Relaxed)
    }

    /// Tells by how much the frontier or stack has grown or shrunk, in states and in bytes.
    pub(super) fn frontier_changed(&self, states: i64, bytes: i64) {
        self.frontier.fetch_add(states as u64, Relaxed);
        let before = self.frontier_bytes.fetch_add(bytes as u64, Relaxed);
        let now = before.wrapping_add(bytes as u64);
        self.peak_frontier_bytes.fetch_max(now, Relaxed);
    }

    /// The largest memory of the frontier or stack.
    pub(super) fn peak_frontier_bytes(&self) -> u64 {
        self.peak_frontier_bytes.load(Relaxed)
    }

    /// Time since the start, and what it took before the checkpoint that the search goes on from.
    pub(super) fn elapsed(&self) -> Duration {
        self.budgets[0].elapsed() + self.before.get().copied().unwrap_or_default()
    }
}
