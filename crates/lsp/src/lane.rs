//! Jobs of one kind, each about a text: some are done at a time, of each text one, and others wait.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::address::Address;

/// Jobs of one kind.
pub(crate) struct Lane {
    /// So many are done at a time.
    width: usize,
    running: Vec<(Address, Arc<AtomicBool>)>,
    /// Each text once: what is done is done with the text as it is then.
    waiting: VecDeque<Address>,
}

impl Lane {
    /// No jobs, of which so many are done at a time.
    pub(crate) fn new(width: usize) -> Lane {
        Lane { width, running: Vec::new(), waiting: VecDeque::new() }
    }

    /// Asks for a job; one that goes on is of an older text.
    pub(crate) fn ask(&mut self, address: &Address) {
        if !self.waiting.contains(address) {
            self.waiting.push_back(address.clone());
        }
    }

    /// The next job, if it can begin, and whether it is cancelled.
    pub(crate) fn next(&mut self) -> Option<(Address, Arc<AtomicBool>)> {
        if self.running.len() >= self.width {
            return None;
        }
        let is_running = |it: &Address| self.running.iter().any(|(running, _)| running == it);
        let next = self.waiting.iter().position(|waiting| !is_running(waiting))?;
        self.running.push((self.waiting.remove(next)?, Arc::default()));
        self.running.last().cloned()
    }

    /// The job about a text has ended.
    pub(crate) fn done(&mut self, address: &Address) {
        self.running.retain(|(running, _)| running != address);
    }

    /// Ends the jobs about a text.
    pub(crate) fn cancel(&mut self, address: &Address) {
        self.waiting.retain(|waiting| waiting != address);
        for (_, cancelled) in self.running.iter().filter(|(running, _)| running == address) {
            cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Ends all jobs.
    pub(crate) fn cancel_all(&mut self) {
        self.waiting.clear();
        for (_, cancelled) in &self.running {
            cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Whether a job goes on.
    pub(crate) fn is_busy(&self) -> bool {
        !self.running.is_empty()
    }

    /// Whether there is a job about a text that is still wanted.
    pub(crate) fn has(&self, address: &Address) -> bool {
        let is_running = self
            .running
            .iter()
            .any(|(running, cancelled)| running == address && !cancelled.load(Ordering::Relaxed));
        is_running || self.waiting.contains(address)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn next(lane: &mut Lane) -> Option<Address> {
        lane.next().map(|(address, _)| address)
    }

    #[test]
    fn of_each_text_one_job_is_done_at_a_time() {
        let [a, b, c] = ["/a", "/b", "/c"].map(|path| Address::of_path(Path::new(path)));
        let mut lane = Lane::new(2);
        for address in [&a, &a, &b, &c] {
            lane.ask(address);
        }
        let (first, cancelled) = lane.next().expect("a job");
        assert_eq!(first, a);
        lane.ask(&a);
        assert_eq!([next(&mut lane), next(&mut lane)], [Some(b.clone()), None]);
        lane.done(&b);
        assert_eq!([next(&mut lane), next(&mut lane)], [Some(c.clone()), None]);
        lane.cancel(&a);
        assert!(cancelled.load(Ordering::Relaxed) && !lane.has(&a) && lane.is_busy());
        lane.ask(&a);
        lane.done(&c);
        assert_eq!(next(&mut lane), None, "the one that was cancelled goes on");
        lane.done(&a);
        assert_eq!(next(&mut lane), Some(a.clone()));
        lane.done(&a);
        assert!(next(&mut lane).is_none() && !lane.is_busy());
    }
}
