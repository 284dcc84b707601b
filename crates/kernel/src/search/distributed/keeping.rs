//! The checkpoints of a search that machines share.
//!
//! A checkpoint is of the beginning of a level, at which all machines stand still. Each has files of its levels. What the first has not got of
//! them is sent there, byte by byte, so that it has all files in its folder, and a manifest that names them: the search can go on without any other
//! machine, on as many as there are then, or on one.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::Shared;
use super::gathered::{Gathered, Part};
use super::telling::{PIECE, send, tell, tell_all};
use crate::checkpoint::{Checkpoints, LevelEntry, Position};
use crate::frontier::Frontier;
use crate::machines::{Lost, Machines};
use crate::outcome::StopReason;
use crate::report::Phase;
use crate::search::breadth_first::{Lane, replay};
use crate::search::checkpoints::words;
use crate::sorted_runs::RunError;
use crate::store::{KeepTogether, KeptLevels, LevelRun};
use crate::system::TransitionSystem;
use crate::visited::{NotStored, Offers};

/// The number of the machine that has the checkpoints.
const FIRST: usize = 0;

/// How machines make checkpoints together, as one of them does its part.
pub(in crate::search) struct Gathering<'a> {
    machines: &'a dyn Machines,
    store: &'a (dyn KeepTogether + 'a),
    /// A hash of how the search begins.
    beginning: String,
    /// Those of the first machine.
    checkpoints: Option<&'a Checkpoints>,
    progress: Mutex<Progress>,
}

#[derive(Default)]
struct Progress {
    /// When the next one is due.
    next: Option<Instant>,
    /// The beginnings of the levels: of this one and the one before, as other machines may have come no further.
    begun: VecDeque<Begun>,
    /// The files that the first machine has got from this one.
    sent: HashSet<String>,
    gathered: Gathered,
}

/// A level began here.
#[derive(Clone)]
struct Begun {
    position: Position,
    /// How many states this machine had.
    states: u64,
}

/// How the search begins, as the first machine says.
#[derive(Serialize, Deserialize)]
enum Beginning {
    /// With the initial states.
    Anew,
    /// With the level at this depth.
    With(u64),
    /// It does not.
    Never,
}

impl<'a> Gathering<'a> {
    pub(super) fn new(
        machines: &'a dyn Machines,
        store: &'a (dyn KeepTogether + 'a),
        beginning: String,
        checkpoints: Option<&'a Checkpoints>,
    ) -> Self {
        let next = checkpoints.and_then(|it| Instant::now().checked_add(it.every()));
        let progress = Mutex::new(Progress { next, ..Progress::default() });
        Gathering { machines, store, beginning, checkpoints, progress }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a level together, with a checkpoint if one is due.
    pub(in crate::search) fn begin_level<S: TransitionSystem>(
        &self,
        shared: &Shared<'_, S>,
        depth: u64,
        lanes: &[Lane<'_, S>],
    ) -> ControlFlow<()> {
        let begun = Begun {
            position: shared.position(&self.beginning, depth, lanes),
            states: self.store.own_len(),
        };
        let is_due = {
            let progress = &mut *self.progress();
            progress.begun.push_back(begun);
            if progress.begun.len() > 2 {
                progress.begun.pop_front();
            }
            progress.next.is_some_and(|next| Instant::now() >= next)
        };
        let kept = self.store.is_any(is_due).and_then(|is_due| match is_due {
            true => Ok(self.keep(shared, depth)?),
            false => Ok(()),
        });
        shared.control.readable(kept)
    }

    /// Makes the last checkpoint of a search that was stopped, for a reason that all know. It is of the last level that all have begun.
    ///
    /// # Errors
    /// A machine is lost.
    pub(super) fn keep_last<S: TransitionSystem>(
        &self,
        shared: &Shared<'_, S>,
        stop: StopReason,
    ) -> Result<(), Lost> {
        if !goes_on_later(stop) {
            return Ok(());
        }
        let begun = self.progress().begun.back().map_or(0, |it| it.position.depth + 1);
        let (_, others) = tell_all(self.machines, &begun.to_le_bytes(), &[])?;
        let others = others.iter().map(|it| it.as_slice().try_into().map_or(0, u64::from_le_bytes));
        let Some(depth) = others.chain([begun]).min().and_then(|least| least.checked_sub(1)) else {
            return Ok(());
        };
        self.keep(shared, depth)
    }

    /// Makes a checkpoint of the beginning of the level at this depth.
    fn keep<S: TransitionSystem>(&self, shared: &Shared<'_, S>, depth: u64) -> Result<(), Lost> {
        shared.control.phase(Phase::Keeping);
        let kept = self.gather(depth);
        shared.control.phase(Phase::Search);
        let next = self.checkpoints.and_then(|it| Instant::now().checked_add(it.every()));
        self.progress().next = next;
        kept
    }

    fn gather(&self, depth: u64) -> Result<(), Lost> {
        let Progress { begun, sent, gathered, .. } = &mut *self.progress();
        let files = self.store.level_files().map_err(words);
        let part = begun.iter().find(|it| it.position.depth == depth).map(|begun| Part {
            position: begun.position.clone(),
            states: begun.states,
            levels: up_to(depth, files.as_deref().unwrap_or_default()),
        });
        let sending = self.send_files(files.as_deref().unwrap_or_default(), sent, gathered)?;
        let part = part.filter(|_| files.is_ok() && sending.is_ok());
        // Who has failed has nothing to say, and then there is no checkpoint.
        let said = part.map(|part| serde_json::to_vec(&part).expect("it has a form in JSON"));
        let said = said.unwrap_or_default();
        let (_, others) = tell(self.machines, FIRST..FIRST + 1, &said, &[])?;
        let mut has_failed = false;
        if let Some(checkpoints) = self.checkpoints {
            let others = others.iter().map(Vec::as_slice);
            let parts = std::iter::once(said.as_slice()).chain(others);
            let kept = match (files, sending) {
                (Err(why), _) | (_, Err(why)) => Err(why),
                _ => gathered.commit(checkpoints, parts),
            };
            checkpoints.note(&kept);
            has_failed = kept.is_err();
        }
        let failures = self.machines.end_round(&[u64::from(has_failed)], &mut |_, _| {})?;
        if failures != [0] {
            sent.clear();
            self.checkpoints.iter().for_each(|it| gathered.forget(it.folder()));
        }
        Ok(())
    }

    /// Sends the files that the first machine has not got, which takes what is sent. Answers why one could not be read or written.
    fn send_files(
        &self,
        files: &[LevelRun],
        sent: &mut HashSet<String>,
        gathered: &mut Gathered,
    ) -> Result<Result<(), String>, Lost> {
        let own = self.machines.own();
        let mut take = |from: usize, message: &Offers| {
            if let Some(checkpoints) = self.checkpoints {
                gathered.take(checkpoints.folder(), from, message);
            }
        };
        let mut result = Ok(());
        for (_, run) in files.iter().filter(|(_, run)| !sent.contains(run.name())) {
            let read = run.show_bytes(PIECE, &mut |piece| {
                let mut message = Offers::default();
                message.push(run.name().as_bytes(), None);
                message.push(piece, None);
                if own == FIRST {
                    take(own, &message);
                    return Ok(());
                }
                send(self.machines, FIRST, &message, &mut take).map_err(Unsent::Lost)
            });
            match read {
                Ok(()) => {}
                Err(Unsent::Lost(lost)) => return Err(lost),
                Err(Unsent::Unread(why)) => result = Err(why.to_string()),
            }
        }
        self.machines.end_round(&[], &mut take)?;
        *sent = files.iter().map(|(_, run)| run.name().to_owned()).collect();
        Ok(result)
    }

    /// Begins the search together: from the checkpoint of the first machine, if there is one. Answers with the depth of the level and this machine's
    /// part of it.
    pub(in crate::search) fn resume<S: TransitionSystem>(
        &self,
        shared: &Shared<'_, S>,
        lanes: &mut [Lane<'_, S>],
    ) -> ControlFlow<(), Option<(u64, Frontier)>> {
        let manifest = self.checkpoints.and_then(Checkpoints::take_resumed);
        let opened = manifest.as_ref().zip(self.checkpoints).map(|(manifest, checkpoints)| {
            if manifest.position.beginning != self.beginning {
                return Err(StopReason::OtherSearch);
            }
            let levels = KeptLevels::open(checkpoints.folder(), &manifest.store);
            levels.map_err(|why| match why {
                NotStored::Failed(kind) => StopReason::StoreFailed(kind),
                _ => StopReason::MemoryLimit,
            })
        });
        let said = match (&manifest, &opened) {
            (_, Some(Err(_))) => Beginning::Never,
            (Some(manifest), _) => Beginning::With(manifest.position.depth),
            (None, _) => Beginning::Anew,
        };
        let beginning = self.agree_on(said);
        let depth = match beginning {
            Ok(Beginning::Anew) => return ControlFlow::Continue(None),
            Ok(Beginning::With(depth)) => depth,
            Ok(Beginning::Never) | Err(_) => {
                self.store.is_over();
                let why = beginning.err().map(StopReason::from);
                let own = opened.and_then(Result::err).unwrap_or(StopReason::Elsewhere);
                shared.control.stop(why.unwrap_or(own))?;
                return ControlFlow::Break(());
            }
        };
        shared.control.phase(Phase::Keeping);
        let levels = opened.and_then(Result::ok);
        let level = replay(shared, lanes, depth, levels);
        shared.control.phase(Phase::Search);
        let level = level?;
        if let Some((manifest, checkpoints)) = manifest.zip(self.checkpoints) {
            self.progress().gathered.files = manifest.store.files;
            manifest.discard(checkpoints.folder());
            shared.take_up(manifest.beginning_of_level(), &mut lanes[0])?;
            shared.resumed_before(depth);
        }
        ControlFlow::Continue(Some((depth, level)))
    }

    /// What the first machine says.
    fn agree_on(&self, said: Beginning) -> Result<Beginning, Lost> {
        let own = self.machines.own();
        let bytes = serde_json::to_vec(&said).expect("it has a form in JSON");
        let something = if own == FIRST { bytes.as_slice() } else { &[] };
        let (_, others) = tell_all(self.machines, something, &[])?;
        match others.first().filter(|_| own != FIRST) {
            Some(first) => serde_json::from_slice(first).map_err(|_| Lost(FIRST)),
            None => Ok(said),
        }
    }
}

/// Whether a search that ended for this reason can go on from its last checkpoint.
fn goes_on_later(stop: StopReason) -> bool {
    matches!(
        stop,
        StopReason::TimeLimit
            | StopReason::Cancelled
            | StopReason::MemoryLimit
            | StopReason::StateLimit
            | StopReason::StoreFailed(_)
    )
}

/// The files of the levels down to this depth.
fn up_to(depth: u64, files: &[LevelRun]) -> Vec<LevelEntry> {
    let entries = files.iter().map(|(entry, _)| entry).filter(|entry| entry.start <= depth);
    // More levels may be in a file.
    entries.map(|entry| LevelEntry { end: entry.end.min(depth + 1), ..entry.clone() }).collect()
}

/// Why a file was not sent.
enum Unsent {
    Lost(Lost),
    Unread(RunError),
}

impl From<RunError> for Unsent {
    fn from(error: RunError) -> Self {
        Unsent::Unread(error)
    }
}
