//! The checkpoints of a search by levels: when one is due, what it says, and how a search goes on from it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::Shared;
use super::breadth_first::{Lane, replay};
use super::seek::Seek;
use crate::checkpoint::{Checkpoints, Manifest, Position};
use crate::frontier::Frontier;
use crate::notes::Notes;
use crate::outcome::StopReason;
use crate::report::Phase;
use crate::store::{Keep, KeptLevels, Left, each_of};
use crate::system::{Transition, TransitionSystem, Ways};
use crate::visited::NotStored;

/// If the workers do not come to the end of their chunks in this time, or the level to its own, they are stopped within, and the checkpoint
/// before stays. Who looks after limits from outside waits a little longer.
const PATIENCE: Duration = Duration::from_secs(2);

/// So many states at the beginning of a search say whether it is the same.
const BEGINNING: usize = 64;

/// When a checkpoint is due.
pub(super) struct Alarm {
    every: Duration,
    /// Never if none.
    next: Mutex<Option<Instant>>,
    is_due: AtomicBool,
    /// What ends the search when the checkpoint is made, and since when.
    ending: OnceLock<(StopReason, Instant)>,
}

impl Alarm {
    pub(super) fn new(every: Duration) -> Self {
        Alarm {
            every,
            next: Mutex::new(Instant::now().checked_add(every)),
            is_due: AtomicBool::new(false),
            ending: OnceLock::new(),
        }
    }

    /// Whether workers are to stop at the end of their chunks.
    #[inline]
    pub(super) fn is_due(&self) -> bool {
        self.is_due.load(Relaxed)
    }

    /// Looks at the clock.
    pub(super) fn look(&self, now: Instant) {
        let next = *self.next.lock().unwrap_or_else(PoisonError::into_inner);
        if next.is_some_and(|next| now >= next) {
            self.is_due.store(true, Relaxed);
        }
    }

    /// Whether the search waits for a last checkpoint before it ends for a reason.
    pub(super) fn waits_for_the_last(&self, why: StopReason) -> bool {
        let (_, since) = self.ending.get_or_init(|| (why, Instant::now()));
        self.is_due.store(true, Relaxed);
        since.elapsed() < PATIENCE
    }

    /// The checkpoint was made. Answers what ends the search now.
    fn reset(&self) -> Option<StopReason> {
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) =
            Instant::now().checked_add(self.every);
        self.is_due.store(false, Relaxed);
        self.ending.get().map(|(why, _)| *why)
    }
}

/// What a search keeps its checkpoints with.
pub(super) struct Keeper<'a> {
    pub(super) checkpoints: &'a Checkpoints,
    pub(super) store: &'a (dyn Keep + 'a),
    /// A hash of how the search begins.
    pub(super) beginning: String,
    /// How far the search had come when the level began.
    begun: Mutex<Option<Position>>,
}

impl<'a> Keeper<'a> {
    pub(super) fn new(
        checkpoints: &'a Checkpoints,
        store: &'a (dyn Keep + 'a),
        beginning: String,
    ) -> Self {
        Keeper { checkpoints, store, beginning, begun: Mutex::default() }
    }

    fn begun(&self) -> MutexGuard<'_, Option<Position>> {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: TransitionSystem> Shared<'_, S> {
    /// Notes that a level begins, unless it had begun before the checkpoint that the search goes on from, and makes a checkpoint with other
    /// machines if one is due.
    pub(super) fn begin_level(&self, depth: u64, lanes: &[Lane<'_, S>]) -> ControlFlow<()> {
        if let Some(keeper) = &self.keeper {
            let begun = &mut *keeper.begun();
            if begun.as_ref().is_none_or(|begun| begun.depth != depth) {
                *begun = Some(self.position(&keeper.beginning, depth, lanes));
            }
        }
        match self.gathering {
            Some(gathering) => gathering.begin_level(self, depth, lanes),
            None => ControlFlow::Continue(()),
        }
    }

    /// Makes a checkpoint if one is due. Of the level at this depth these states are left. `Break` if the search ends with it.
    pub(super) fn keep_if_due(
        &self,
        left: &Frontier,
        depth: u64,
        lanes: &[Lane<'_, S>],
    ) -> ControlFlow<()> {
        let (Some(alarm), Some(keeper)) = (&self.control.alarm, &self.keeper) else {
            return ControlFlow::Continue(());
        };
        // What stopped workers within a chunk has counted a part of it.
        self.control.go_on()?;
        if !alarm.is_due() {
            return ControlFlow::Continue(());
        }
        let position = self.position(&keeper.beginning, depth, lanes);
        self.control.phase(Phase::Keeping);
        let stored = keeper.store.keep(left).map_err(words);
        let kept = stored.and_then(|store| {
            let begun = keeper.begun().clone();
            keeper.checkpoints.commit(position, begun, store).map_err(|error| error.to_string())
        });
        keeper.checkpoints.note(&kept);
        self.control.phase(Phase::Search);
        alarm.reset().map_or(ControlFlow::Continue(()), |why| self.control.stop(why))
    }

    /// How far a search has come that begins like this.
    pub(super) fn position(&self, beginning: &str, depth: u64, lanes: &[Lane<'_, S>]) -> Position {
        Position {
            beginning: beginning.to_owned(),
            depth,
            elapsed: self.control.elapsed().as_millis() as u64,
            transitions: lanes.iter().map(|lane| lane.worker.transitions()).sum(),
            violations: self.violations.count(),
            met: self.violations.kept(),
            is_cut: self.control.is_cut(),
            noted: lanes.iter().map(|lane| notes_of(lane.worker.scratch())).collect(),
        }
    }

    /// Goes on from a checkpoint, if there is one: answers with the depth of the level and what is left of it. `Break` if it is of another
    /// search, or cannot be read.
    pub(super) fn resume(
        &self,
        lanes: &mut [Lane<'_, S>],
    ) -> ControlFlow<(), Option<(u64, Frontier)>> {
        if let Some(gathering) = self.gathering {
            return gathering.resume(self, lanes);
        }
        let Some(keeper) = &self.keeper else { return ControlFlow::Continue(None) };
        let Some(manifest) = keeper.checkpoints.take_resumed() else {
            return ControlFlow::Continue(None);
        };
        if manifest.position.beginning != keeper.beginning {
            self.control.stop(StopReason::OtherSearch)?;
        }
        let level = match manifest.store.left {
            Some(_) => self.go_on_within_level(keeper, &manifest, &mut lanes[0])?,
            None => self.go_on_with_level(keeper, &manifest, lanes)?,
        };
        ControlFlow::Continue(Some((manifest.position.depth, level)))
    }

    /// Goes on with what is left of a level.
    fn go_on_within_level(
        &self,
        keeper: &Keeper<'_>,
        manifest: &Manifest,
        lane: &mut Lane<'_, S>,
    ) -> ControlFlow<(), Frontier> {
        self.control.phase(Phase::Keeping);
        let left = keeper.store.go_on_from(&manifest.store);
        self.control.phase(Phase::Search);
        *keeper.begun() = manifest.begun.clone();
        let Left { frontier, candidates } = self.control.readable(left)?;
        self.control.reached(manifest.position.depth);
        self.take_up(&manifest.position, lane)?;
        self.control.frontier_changed(frontier.len() as i64, frontier.bytes() as i64);
        let mut flow = ControlFlow::Continue(());
        let shown = each_of(&candidates, &mut |state| {
            flow = lane.reached_before(state);
            flow
        });
        self.control.readable(shown)?;
        flow?;
        lane.offer()?;
        ControlFlow::Continue(frontier)
    }

    /// Goes on with a level that several machines had begun together.
    fn go_on_with_level(
        &self,
        keeper: &Keeper<'_>,
        manifest: &Manifest,
        lanes: &mut [Lane<'_, S>],
    ) -> ControlFlow<(), Frontier> {
        keeper.store.begin_after(manifest.store.files);
        let folder = keeper.checkpoints.folder();
        self.control.phase(Phase::Keeping);
        let levels = self.control.readable(KeptLevels::open(folder, &manifest.store))?;
        let level = replay(self, lanes, manifest.position.depth, Some(levels));
        self.control.phase(Phase::Search);
        manifest.discard(folder);
        let level = level?;
        self.take_up(&manifest.position, &mut lanes[0])?;
        self.resumed_before(manifest.position.depth);
        ControlFlow::Continue(level)
    }

    /// Notes that a search goes on with the beginning of a level, which may have no states anywhere: then it is no deeper than the one before.
    pub(super) fn resumed_before(&self, depth: u64) {
        self.control.reached(depth.saturating_sub(1));
    }

    /// Takes up what a checkpoint says beside the states and their depth.
    pub(super) fn take_up(&self, position: &Position, lane: &mut Lane<'_, S>) -> ControlFlow<()> {
        lane.worker.resume(position.transitions);
        let notes = lane.worker.scratch_mut();
        let are_added = position.noted.iter().all(|noted| {
            let mut numbers = noted.iter().copied();
            notes.read(&mut numbers).is_some() && numbers.next().is_none()
        });
        if !are_added {
            self.control.stop(StopReason::OtherSearch)?;
        }
        if position.is_cut {
            self.control.cut();
        }
        for met in &position.met {
            let by = by(self.system, met.property, &met.state, met.by_transition);
            if !by.is_some_and(|by| self.violations.resume(met, by)) {
                self.control.stop(StopReason::OtherSearch)?;
            }
        }
        self.violations.add(position.violations);
        if self.violations.are_enough() {
            self.visited.end_with_level();
        }
        self.control.resumed(self.visited.len(), Duration::from_millis(position.elapsed));
        ControlFlow::Continue(())
    }
}

pub(super) fn notes_of(scratch: &impl Notes) -> Vec<u64> {
    let mut notes = Vec::new();
    scratch.write(&mut notes);
    notes
}

pub(super) fn words(why: NotStored) -> String {
    match why {
        NotStored::Failed(kind) => std::io::Error::from(kind).to_string(),
        NotStored::Elsewhere | NotStored::Lost(_) => "another machine has stopped".to_owned(),
        NotStored::Full | NotStored::Enough | NotStored::Unwanted | NotStored::Interrupted => {
            "memory is full".to_owned()
        }
    }
}

/// What violates a property in a state, of which a checkpoint says whether it is a transition; none if nothing does.
pub(super) fn by<S: TransitionSystem>(
    system: &S,
    property: usize,
    bytes: &[u8],
    by_transition: bool,
) -> Option<Option<Vec<S::Step>>> {
    if !by_transition {
        return Some(None);
    }
    let mut state = system.blank();
    system.decode(bytes, &mut state);
    let mut violating = Seek::new(Ways::Every, |transition: Transition<'_, S>| {
        let is_it = transition.violation.is_some_and(|it| it.index() == property);
        is_it.then(|| transition.steps.to_vec())
    });
    let _ = system.successors(&state, &mut system.scratch(), &mut violating);
    violating.found.map(Some)
}

/// A hash of the first states of a search and their transitions. It depends on all that decides how states are represented.
pub(super) fn beginning<S: TransitionSystem>(system: &S) -> String {
    let mut hasher = blake3::Hasher::new();
    let mut add = |bytes: &[u8]| {
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    add(format!("{:?} {:?}", system.identity(), system.properties()).as_bytes());
    let (mut scratch, mut states, mut bytes) = (system.scratch(), Vec::new(), Vec::new());
    let _ = system.initial_states(&mut scratch, &mut |state: &S::State| {
        states.push(state.clone());
        if states.len() < BEGINNING { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    for state in &states {
        bytes.clear();
        system.encode(state, &mut bytes);
        add(&bytes);
    }
    let mut place = 0;
    while place < states.len().min(BEGINNING) {
        let state = states[place].clone();
        let mut targets = Seek::new(Ways::Every, |transition: Transition<'_, S>| -> Option<()> {
            bytes.clear();
            if let Some(target) = transition.target {
                system.encode(target, &mut bytes);
                if states.len() < BEGINNING {
                    states.push(target.clone());
                }
            }
            add(&bytes);
            None
        });
        let _ = system.successors(&state, &mut scratch, &mut targets);
        place += 1;
    }
    hasher.finalize().to_string()
}
