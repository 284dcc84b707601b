//! Jobs of one kind, each about a text: one is done at a time, and others wait.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::address::Address;

/// Jobs of one kind.
#[derive(Default)]
pub(crate) struct Lane {
    running: Option<(Address, Arc<AtomicBool>)>,
    /// Each text once: what is done is done with the text as it is then.
    waiting: VecDeque<Address>,
}

impl Lane {
    /// Asks for a job; one that goes on is of an older text.
    pub(crate) fn ask(&mut self, address: &Address) {
        if !self.waiting.contains(address) {
            self.waiting.push_back(address.clone());
        }
    }

    /// The next job, unless one goes on, and whether it is cancelled.
    pub(crate) fn next(&mut self) -> Option<(Address, Arc<AtomicBool>)> {
        if self.running.is_some() {
            return None;
        }
        self.running = Some((self.waiting.pop_front()?, Arc::default()));
        self.running.clone()
    }

    /// The job that goes on has ended.
    pub(crate) fn done(&mut self) {
        self.running = None;
    }

    /// Ends the jobs about a text.
    pub(crate) fn cancel(&mut self, address: &Address) {
        self.waiting.retain(|waiting| waiting != address);
        if let Some((running, cancelled)) = &self.running
            && running == address
        {
            cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Ends all jobs.
    pub(crate) fn cancel_all(&mut self) {
        self.waiting.clear();
        if let Some((_, cancelled)) = &self.running {
            cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Whether a job goes on.
    pub(crate) fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Whether there is a job about a text that is still wanted.
    pub(crate) fn has(&self, address: &Address) -> bool {
        let is_running = self.running.as_ref().is_some_and(|(running, cancelled)| {
            running == address && !cancelled.load(Ordering::Relaxed)
        });
        is_running || self.waiting.contains(address)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn one_job_is_done_at_a_time() {
        let [a, b] = ["/a", "/b"].map(|path| Address::of_path(Path::new(path)));
        let mut lane = Lane::default();
        lane.ask(&a);
        lane.ask(&b);
        lane.ask(&a);
        let (first, cancelled) = lane.next().expect("a job");
        assert_eq!(first, a);
        assert!(lane.next().is_none() && lane.has(&a) && lane.has(&b));
        lane.cancel(&a);
        assert!(cancelled.load(Ordering::Relaxed) && !lane.has(&a) && lane.is_busy());
        lane.done();
        assert_eq!(lane.next().map(|(address, _)| address), Some(b));
        lane.done();
        assert!(lane.next().is_none() && !lane.is_busy());
    }
}
