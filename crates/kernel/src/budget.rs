//! What a job may cost.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::options::Limits;
use crate::outcome::StopReason;

/// The time and memory that a job may cost, and its caller's wish to end it. A job has phases: whatever comes before the search,
/// the search, and what comes of it. All of them ask one budget, so that a limit of three seconds means three seconds overall and
/// a cancellation ends any of them.
///
/// The time runs from the moment that the budget is made. Clones share that moment and the cancellation. Asking costs a look at
/// the clock: ask now and then, not at every step. The phases of the crate `groups` are told of a budget as a `Patience`, which does
/// that: `Patience::new(&mut |bytes| budget.go_on(bytes))`.
///
/// ```
/// use kernel::{Budget, Limits, StopReason};
///
/// let budget = Budget::new(&Limits { memory_bytes: Some(1000), ..Limits::default() }, None);
/// assert_eq!(budget.check(1000), Ok(()));
/// assert_eq!(budget.check(1001), Err(StopReason::MemoryLimit));
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    start: Instant,
    time: Option<Duration>,
    memory_bytes: Option<u64>,
    cancel: Option<Arc<AtomicBool>>,
    /// The part of the time that is meant for what comes, and since when that runs.
    share: Option<(Duration, Arc<OnceLock<Instant>>)>,
}

impl Default for Budget {
    /// Without limits.
    fn default() -> Self {
        Budget::new(&Limits::default(), None)
    }
}

impl Budget {
    /// A budget of which nothing is spent: the time and the memory of the limits, until `cancel` becomes true.
    pub fn new(limits: &Limits, cancel: Option<Arc<AtomicBool>>) -> Self {
        Budget {
            start: Instant::now(),
            time: limits.time,
            memory_bytes: limits.memory_bytes,
            cancel,
            share: None,
        }
    }

    /// Time since the budget was made.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The time that is left, if it is limited.
    pub fn left(&self) -> Option<Duration> {
        let whole = self.time.map(|limit| limit.saturating_sub(self.elapsed()));
        let share = self.share.as_ref().and_then(|(time, begun)| {
            begun.get().map(|begun| time.saturating_sub(begun.elapsed()))
        });
        [whole, share].into_iter().flatten().min()
    }

    /// A part of it: so much time once it [has begun](Self::begin), if there is as much left, and all else that there is.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use kernel::{Budget, Limits, StopReason};
    ///
    /// let share = Budget::new(&Limits::default(), None).share(Duration::ZERO);
    /// assert_eq!(share.check(0), Ok(()));
    /// share.begin();
    /// assert_eq!(share.check(0), Err(StopReason::TimeLimit));
    /// ```
    #[must_use]
    pub fn share(&self, time: Duration) -> Budget {
        Budget { share: Some((time, Arc::default())), ..self.clone() }
    }

    /// What the share was meant for begins: what has to be made ready before takes no part of it.
    pub fn begin(&self) {
        if let Some((_, begun)) = &self.share {
            begun.get_or_init(Instant::now);
        }
    }

    /// Whether the job may go on, given the memory that the phase at hand holds.
    ///
    /// # Errors
    /// Why not: [`Cancelled`](StopReason::Cancelled), [`MemoryLimit`](StopReason::MemoryLimit) or
    /// [`TimeLimit`](StopReason::TimeLimit). Once it is cancelled or the time is up, it stays so.
    pub fn check(&self, bytes_in_use: u64) -> Result<(), StopReason> {
        if self.cancel.as_ref().is_some_and(|cancel| cancel.load(Relaxed)) {
            return Err(StopReason::Cancelled);
        }
        if self.memory_bytes.is_some_and(|limit| bytes_in_use > limit) {
            return Err(StopReason::MemoryLimit);
        }
        if self.left().is_some_and(|left| left.is_zero()) {
            return Err(StopReason::TimeLimit);
        }
        Ok(())
    }

    /// The same without the reason, as what is interrupted wants it.
    pub fn go_on(&self, bytes_in_use: u64) -> ControlFlow<()> {
        match self.check(bytes_in_use) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}
