//! What a command may take: `--time`, `--memory` and Ctrl-C, from the first byte that it reads to the last that it writes.
//!
//! Phases that can take long ask the budget of the job now and then, and end by themselves with what they know. Others cannot be
//! asked, as a parser in the middle of a text, or miss something. So a second pair of eyes looks at the budget all the time, and ends
//! the program where a phase has not ended a while after the budget was spent: before the search at once, as nothing is known yet
//! that could be lost; later after a moment, in which what was found may still be told. Whoever reads what is printed may take any
//! time for it.

use std::process::exit;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use checking::limit_text;
use kernel::{Budget, Limits, Phase, StopReason};

use crate::exit::{Exit, Failure};
use crate::interrupt::{Interrupts, listen};
use crate::limit_arguments::LimitArgs;
use crate::memory::{default_limit, held};
use crate::terminal::complain;

/// Time between two looks at the budget.
const TICK: Duration = Duration::from_millis(20);
/// What phases that ask for themselves may take to end after the budget is spent: a lifting takes a second of it.
const LONG_GRACE: Duration = Duration::from_secs(3);
/// For so long a violation that was found is worth waiting for.
const GRACE: Duration = Duration::from_secs(1);
/// For so long memory is waited for that is given back, for each GiB.
const RELEASE: Duration = Duration::from_secs(4);
/// Memory beyond the limit that may be held once there is a search, whose own account is the one that counts.
const GRACE_BYTES: u64 = 64 << 20;

/// A job and what it may take.
pub struct Job {
    shared: Arc<Shared>,
    interrupts: Interrupts,
}

struct Shared {
    limits: Limits,
    budget: Budget,
    /// The memory that was held before there was anything to do.
    held: u64,
    /// What has been taken since, a moment ago.
    taken: AtomicU64,
    phase: Mutex<Phase>,
    /// What is done if the program is ended in the middle of it.
    last: Mutex<Option<Box<dyn FnOnce() + Send>>>,
    /// Whether there was a search: then something may be known that would be lost.
    searched: AtomicBool,
}

impl Job {
    /// Begins a job: the time runs.
    ///
    /// # Errors
    /// There is no memory for the thread that looks at the budget.
    pub fn begin(args: LimitArgs) -> Result<Job, Failure> {
        let interrupts = listen();
        let limits = Limits {
            memory_bytes: args.memory.or_else(default_limit),
            time: args.time,
            ..Limits::default()
        };
        let shared = Arc::new(Shared {
            limits,
            budget: Budget::new(&limits, Some(Arc::clone(&interrupts.program))),
            held: held().unwrap_or(0),
            taken: AtomicU64::new(0),
            phase: Mutex::new(Phase::Loading),
            last: Mutex::new(None),
            searched: AtomicBool::new(false),
        });
        let watched = Arc::clone(&shared);
        // It ends with the program.
        thread::Builder::new().name("limits".to_owned()).spawn(move || watched.watch()).map_err(
            |error| Failure::limit(format!("no thread can be had to look at the limits: {error}")),
        )?;
        Ok(Job { shared, interrupts })
    }

    /// Tells what comes next.
    pub fn enter(&self, phase: Phase) {
        *self.shared.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase;
        self.shared.searched.fetch_or(phase == Phase::Search, Relaxed);
    }

    /// What the job may take in all.
    pub fn limits(&self) -> Limits {
        self.shared.limits
    }

    /// What is left of that.
    pub fn budget(&self) -> &Budget {
        &self.shared.budget
    }

    /// Becomes true when somebody wants the job to end.
    pub fn cancel(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupts.program)
    }

    /// Does something that ends alone if somebody wants the job to end: it is given what becomes true then.
    pub fn ending_alone<T>(&self, work: impl FnOnce(Arc<AtomicBool>) -> T) -> T {
        self.interrupts.ending_alone(work)
    }

    /// Lets something be done if the job is ended in the middle of a phase.
    pub fn at_end(&self, last: impl FnOnce() + Send + 'static) {
        *self.shared.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(last));
    }

    /// Why the job must end in this phase, if it must.
    pub fn spent(&self, phase: Phase) -> Option<(StopReason, String)> {
        let taken = self.shared.counted(phase, self.shared.taken.load(Relaxed));
        let stop = self.shared.budget.check(taken).err()?;
        Some((stop, limit_text(stop, phase, &self.shared.limits)))
    }
}

impl Shared {
    fn phase(&self) -> Phase {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self) {
        let mut over: Option<(Phase, Instant)> = None;
        loop {
            thread::sleep(TICK);
            let phase = self.phase();
            let taken = held().unwrap_or(0).saturating_sub(self.held);
            self.taken.store(taken, Relaxed);
            match self.budget.check(self.counted(phase, taken)) {
                Ok(()) => over = None,
                Err(stop) => {
                    // Each phase has its own time to end.
                    let begun = match over {
                        Some((same, begun)) if same == phase => begun,
                        _ => Instant::now(),
                    };
                    over = Some((phase, begun));
                    if self.grace(phase).is_some_and(|grace| begun.elapsed() >= grace) {
                        self.end(phase, stop);
                    }
                }
            }
        }
    }

    /// Ends the program if it is still in this phase. The lock keeps it from going on to print.
    fn end(&self, phase: Phase, stop: StopReason) {
        let now = self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        if *now == phase {
            if let Some(last) = self.last.lock().unwrap_or_else(PoisonError::into_inner).take() {
                last();
            }
            complain(&Failure::limit(limit_text(stop, phase, &self.limits)).message);
            exit(Exit::Unknown as i32);
        }
    }

    /// Whether nothing is known yet that could be lost.
    fn is_early(&self, phase: Phase) -> bool {
        let before = matches!(
            phase,
            Phase::Loading | Phase::Detection | Phase::Preparation | Phase::Session
        );
        before && !self.searched.load(Relaxed)
    }

    /// How long a phase is waited for when the budget is spent; for ever if none.
    fn grace(&self, phase: Phase) -> Option<Duration> {
        match phase {
            _ if self.is_early(phase) => Some(Duration::ZERO),
            Phase::Confirmation => Some(GRACE),
            // What a search held is given back before its result is told.
            Phase::Description => {
                let held = self.taken.load(Relaxed) as f64 / f64::from(1 << 30);
                Some(LONG_GRACE + RELEASE.mul_f64(held))
            }
            // That is as long as there are states. A second signal ends it.
            Phase::Keeping => None,
            // Whoever reads may take his time, and what was found is stored yet. A second signal ends it.
            Phase::Printing => None,
            _ => Some(LONG_GRACE),
        }
    }

    /// What counts of the memory that was taken.
    fn counted(&self, phase: Phase, taken: u64) -> u64 {
        match phase {
            Phase::Printing => 0,
            Phase::Run => taken,
            _ if self.is_early(phase) => taken,
            _ => (taken / 5 * 4).saturating_sub(GRACE_BYTES),
        }
    }
}
