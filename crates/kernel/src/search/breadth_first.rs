//! Breadth-first search, level by level, on any number of threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::Shared;
use super::deferred::Deferred;
use super::worker::{Targets, Worker};
use crate::frontier::Frontier;
use crate::outcome::StopReason;
use crate::store::{KeptLevels, StateId};
use crate::system::TransitionSystem;
use crate::visited::{Offers, Told};

/// The most states a worker takes at a time.
const CHUNK: usize = 256;

/// States of so many bytes together are offered, however few they are.
const MOST_BYTES: usize = 64 << 10;

/// Each thread that is started for a level has at least so much to do there.
const WORTH_A_THREAD: Duration = Duration::from_micros(500);

/// Searches with this many workers, at least one, and returns them.
pub(super) fn run<'a, S: TransitionSystem>(
    shared: &'a Shared<'a, S>,
    workers: usize,
) -> Vec<Worker<'a, S>> {
    let mut lanes: Vec<Lane<'a, S>> = (0..workers).map(|_| Lane::new(shared, workers)).collect();
    // If it breaks the search is over.
    let _ = search(shared, &mut lanes);
    lanes.into_iter().map(|lane| lane.worker).collect()
}

fn search<S: TransitionSystem>(
    shared: &Shared<'_, S>,
    lanes: &mut [Lane<'_, S>],
) -> ControlFlow<()> {
    let mut pace = Pace::default();
    let resumed = shared.resume(lanes)?;
    // Of a level that comes from a checkpoint nothing may be left.
    let mut is_resumed = resumed.is_some();
    // Otherwise what is here is not all that a level has.
    let has_levels = !is_resumed && shared.machines.is_none();
    let (mut depth, mut level) = match resumed {
        Some(left) => left,
        None => {
            if shared.begins() {
                lanes[0].begin();
            }
            (0, end_level(shared, lanes))
        }
    };
    while std::mem::take(&mut is_resumed) || !level.is_empty() || shared.visited.goes_on() {
        shared.control.reached_level(&level, depth);
        if has_levels {
            shared.control.tell_level(&level, depth);
        }
        // Also tells whether some worker has stopped the search.
        lanes[0].worker.checkpoint()?;
        shared.begin_level(depth, lanes)?;
        loop {
            level = expand(lanes, level, depth, &mut pace);
            // If it breaks the search is over, and nothing is kept: of the level more is left than is told here.
            let is_left = expand_deferred(shared, lanes, depth, !level.is_empty(), &mut pace);
            let _ = shared.keep_if_due(&level, depth, lanes);
            if is_left != ControlFlow::Continue(true) || shared.control.go_on().is_break() {
                break;
            }
        }
        if shared.control.alarm.is_some() {
            // While a level ends it cannot be kept, and that may take long.
            let _ = lanes[0].worker.checkpoint();
            let _ = shared.keep_if_due(&level, depth, lanes);
        }
        depth += 1;
        level = end_level(shared, lanes);
        // Machines that share the search have agreed on it.
        if shared.machines.is_none() && shared.violations.are_enough() {
            shared.control.reached_level(&level, depth);
            if has_levels {
                shared.control.tell_level(&level, depth);
            }
            shared.control.stop(StopReason::Violation)?;
        }
    }
    ControlFlow::Continue(())
}

/// Offers the states of a checkpoint once more, level by level, if they are here. Answers with the last level.
pub(super) fn replay<S: TransitionSystem>(
    shared: &Shared<'_, S>,
    lanes: &mut [Lane<'_, S>],
    depth: u64,
    mut states: Option<KeptLevels<'_>>,
) -> ControlFlow<(), Frontier> {
    let mut level = Frontier::default();
    for number in 0..=depth {
        lanes[0].worker.checkpoint()?;
        let mut flow = ControlFlow::Continue(());
        let shown = states.as_mut().map_or(Ok(()), |states| {
            states.show(number, &mut |state| {
                flow = lanes[0].reached_before(state);
                flow
            })
        });
        shared.control.readable(shown)?;
        flow?;
        lanes[0].offer()?;
        // It is not expanded.
        shared.control.frontier_changed(-(level.len() as i64), -(level.bytes() as i64));
        level = end_level(shared, lanes);
        shared.control.go_on()?;
    }
    ControlFlow::Continue(level)
}

/// Expands states of a level. Answers with those that are left where a checkpoint is due.
fn expand<S: TransitionSystem>(
    lanes: &mut [Lane<'_, S>],
    level: Frontier,
    depth: u64,
    pace: &mut Pace,
) -> Frontier {
    if level.is_empty() {
        return level;
    }
    let (start, states) = (Instant::now(), level.len());
    let threads = lanes.len().min(pace.threads(states));
    let level = Level::new(level, depth, threads);
    let (first, others) = lanes.split_at_mut(1);
    thread::scope(|scope| {
        for lane in &mut others[..threads - 1] {
            let level = &level;
            // Where there is no memory for another thread, those that there are do its part.
            let _ = thread::Builder::new().spawn_scoped(scope, move || lane.run(level));
        }
        first[0].run(&level);
    });
    let left = level.into_left();
    pace.learn(start.elapsed(), states - left.len(), threads);
    left
}

/// Expands the states of the level that were put off. Answers whether others are left, here or on another machine.
fn expand_deferred<S: TransitionSystem>(
    shared: &Shared<'_, S>,
    lanes: &mut [Lane<'_, S>],
    depth: u64,
    is_left: bool,
    pace: &mut Pace,
) -> ControlFlow<(), bool> {
    let is_left = loop {
        let questions: Vec<_> = lanes.iter().map(|lane| lane.next.deferred.questions()).collect();
        let pending = shared.control.find_out(shared.visited, &questions, is_left)?;
        if !pending.is_asked {
            break pending.is_left;
        }
        let mut states = Frontier::default();
        for lane in &mut *lanes {
            states.append(&mut lane.next.deferred.answered());
        }
        expand(lanes, states, depth, pace);
        shared.control.go_on()?;
    };
    lanes.iter_mut().for_each(|lane| lane.next.deferred.begin());
    ControlFlow::Continue(is_left)
}

/// Ends a level, and answers with the next. It has no more than is there if the search was stopped.
fn end_level<S: TransitionSystem>(shared: &Shared<'_, S>, lanes: &mut [Lane<'_, S>]) -> Frontier {
    let mut late = Frontier::default();
    let told = shared.control.end_level(shared.visited, &mut |id| late.push(id));
    let (mut level, mut before) = (Frontier::default(), (0, 0));
    for lane in lanes {
        let (states, bytes) = lane.next.size();
        before = (before.0 + states, before.1 + bytes);
        level.append(&mut lane.next.frontier);
    }
    if told == ControlFlow::Continue(Told::Late) || !late.is_empty() {
        level = late;
        shared.control.frontier_changed(
            level.len() as i64 - before.0 as i64,
            level.bytes() as i64 - before.1 as i64,
        );
    }
    level
}

/// How long one thread takes for a state.
#[derive(Default)]
struct Pace {
    nanoseconds: f64,
}

impl Pace {
    /// How many threads so many states are worth.
    fn threads(&self, states: usize) -> usize {
        let others = self.nanoseconds * states as f64 / WORTH_A_THREAD.as_nanos() as f64;
        (1 + others as usize).min(states)
    }

    fn learn(&mut self, elapsed: Duration, states: usize, threads: usize) {
        if states == 0 {
            return;
        }
        self.nanoseconds = elapsed.as_nanos() as f64 * threads as f64 / states as f64;
    }
}

/// A level that is being expanded.
struct Level {
    frontier: Mutex<Frontier>,
    depth: u64,
    /// How many states a worker takes at a time.
    chunk: usize,
    /// No more questions can be asked.
    is_full: AtomicBool,
}

impl Level {
    fn new(frontier: Frontier, depth: u64, threads: usize) -> Self {
        // Small enough that no thread waits long for another's last chunk.
        let chunk = (frontier.len() / (threads * 8)).clamp(1, CHUNK);
        Level { frontier: Mutex::new(frontier), depth, chunk, is_full: AtomicBool::new(false) }
    }

    /// The states that nobody took.
    fn into_left(self) -> Frontier {
        self.frontier.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the next chunk and tells how much memory that freed.
    fn take(&self, chunk: &mut Vec<StateId>) -> usize {
        let mut frontier = self.frontier.lock().unwrap_or_else(PoisonError::into_inner);
        let before = frontier.bytes();
        frontier.take(self.chunk, chunk);
        before - frontier.bytes()
    }
}

/// A worker with the part of the next level that it found.
pub(super) struct Lane<'a, S: TransitionSystem> {
    shared: &'a Shared<'a, S>,
    pub(super) worker: Worker<'a, S>,
    next: Next,
    chunk: Vec<StateId>,
    bytes: Vec<u8>,
    /// So many bytes of questions may wait.
    most_asked: usize,
}

impl<'a, S: TransitionSystem> Lane<'a, S> {
    fn new(shared: &'a Shared<'a, S>, workers: usize) -> Self {
        Lane {
            shared,
            worker: Worker::new(shared),
            next: Next::default(),
            chunk: Vec::new(),
            bytes: Vec::new(),
            most_asked: shared.visited.most_asked() / workers,
        }
    }

    /// Finds the initial states.
    fn begin(&mut self) {
        let _ = self.worker.begin(&mut self.next);
        let _ = self.next.offer(self.shared);
        self.account((0, 0), 0, 0);
    }

    /// Offers a state that was found before a checkpoint, with others.
    pub(super) fn reached_before(&mut self, state: &[u8]) -> ControlFlow<()> {
        let before = self.next.size();
        let flow = self.next.reached(self.shared, state, None);
        self.account(before, 0, 0);
        flow
    }

    /// Offers what was found and not offered.
    pub(super) fn offer(&mut self) -> ControlFlow<()> {
        let before = self.next.size();
        let flow = self.next.offer(self.shared);
        self.account(before, 0, 0);
        flow
    }

    /// Expands states of the level until there are none left, a checkpoint is due, too many are put off, or the search stops.
    fn run(&mut self, level: &Level) {
        while !self.pauses(level) {
            let freed = level.take(&mut self.chunk);
            if self.chunk.is_empty() {
                return;
            }
            let before = self.next.size();
            let mut flow = ControlFlow::Continue(());
            for &id in &self.chunk {
                flow = self.shared.control.read(self.shared.visited, id, &mut self.bytes);
                if flow.is_break() {
                    break;
                }
                flow = self.worker.expand(id, &self.bytes, level.depth, &mut self.next);
                if flow.is_break() {
                    break;
                }
            }
            // What was reached before the search was stopped counts.
            let offered = self.next.offer(self.shared);
            self.account(before, self.chunk.len(), freed);
            if flow.is_break() || offered.is_break() {
                return;
            }
        }
    }

    /// Whether something else comes before the rest of the level.
    fn pauses(&self, level: &Level) -> bool {
        let deferred = &self.next.deferred;
        // What was put off is expanded before a checkpoint, so that something is done between two, however near they are.
        if deferred.is_answered() {
            return false;
        }
        if deferred.questions().bytes() > self.most_asked {
            level.is_full.store(true, Relaxed);
        }
        self.shared.control.is_pausing() || level.is_full.load(Relaxed)
    }

    /// Tells the control how the frontier has changed.
    fn account(&self, before: (usize, usize), taken: usize, freed: usize) {
        let (states, bytes) = self.next.size();
        self.shared.control.frontier_changed(
            (states - before.0) as i64 - taken as i64,
            (bytes - before.1) as i64 - freed as i64,
        );
    }
}

/// The states found for the next level.
#[derive(Default)]
struct Next {
    frontier: Frontier,
    /// States that were reached and not offered yet.
    offers: Offers,
    /// States of the present level.
    deferred: Deferred,
}

impl Next {
    fn size(&self) -> (usize, usize) {
        let deferred = self.deferred.states();
        (self.frontier.len() + deferred.len(), self.frontier.bytes() + deferred.bytes())
    }

    /// Offers what was reached.
    fn offer<S: TransitionSystem>(&mut self, shared: &Shared<'_, S>) -> ControlFlow<()> {
        let Next { frontier, offers, .. } = self;
        let flow = shared.control.offer(shared.visited, offers, &mut |id| frontier.push(id));
        offers.clear();
        flow
    }
}

impl<S: TransitionSystem> Targets<S> for Next {
    fn reached(
        &mut self,
        shared: &Shared<'_, S>,
        bytes: &[u8],
        source: Option<StateId>,
    ) -> ControlFlow<()> {
        self.offers.push(bytes, source);
        self.settle(shared)
    }

    fn offers(&mut self) -> Option<(&mut Offers, &mut Deferred)> {
        Some((&mut self.offers, &mut self.deferred))
    }

    fn settle(&mut self, shared: &Shared<'_, S>) -> ControlFlow<()> {
        if self.offers.len() < shared.control.batch() && self.offers.bytes() < MOST_BYTES {
            return ControlFlow::Continue(());
        }
        self.offer(shared)
    }

    /// All that is newer than the level waits for the next one. What other workers find meanwhile is newer, too, so the answer does
    /// not depend on who comes first.
    fn may_close_cycle(&self, shared: &Shared<'_, S>, bytes: &[u8]) -> bool {
        shared.visited.may_be_older(bytes)
    }
}
