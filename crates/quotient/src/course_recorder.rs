//! How searches go on, as far as it is kept: the states of each level, and how many wait, at a bounded number of moments.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::Progress;
use report::html::{Course, SearchCourse};

/// Of so many moments it is kept how many states wait.
const MOST_SAMPLES: usize = 400;

/// So many levels are kept.
const MOST_LEVELS: usize = 1_000_000;

/// What is kept of the searches of a check.
#[derive(Default)]
pub struct CourseRecorder(Mutex<Vec<Recorded>>);

/// What is kept of a search.
#[derive(Default)]
struct Recorded {
    course: SearchCourse,
    /// One moment is kept of so many,
    every: usize,
    /// and so many have come since the last that was.
    since: usize,
    /// When the last came.
    last: Duration,
}

impl CourseRecorder {
    /// Tells that a search begins, for a claim or for properties of states. What was kept of one before for the same is dropped.
    pub fn begin(&self, claim: Option<&str>) {
        let mut searches = self.lock();
        searches.retain(|known| known.course.claim.as_deref() != claim);
        searches.push(Recorded::new(claim.map(str::to_owned)));
    }

    /// Tells how many states are new at a depth. Where the first level comes again, the search has begun again.
    pub fn level(&self, depth: u64, states: u64) {
        let mut searches = self.lock();
        let Some(search) = searches.last_mut() else { return };
        if depth == 0 {
            *search = Recorded::new(search.course.claim.take());
        }
        let levels = &mut search.course.levels;
        if levels.len() as u64 == depth && levels.len() < MOST_LEVELS {
            levels.push(states);
        }
    }

    /// Tells how far the search has come.
    pub fn sample(&self, progress: &Progress) {
        if let Some(search) = self.lock().last_mut() {
            search.sample(progress);
        }
    }

    /// How the searches went on, those for properties of states first.
    pub fn course(&self) -> Course {
        let mut searches: Vec<_> = self.lock().iter().map(|it| it.course.clone()).collect();
        searches.sort_by_key(|search| search.claim.is_some());
        Course(searches)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Recorded>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Recorded {
    fn new(claim: Option<String>) -> Recorded {
        Recorded {
            course: SearchCourse { claim, ..SearchCourse::default() },
            every: 1,
            ..Recorded::default()
        }
    }

    fn sample(&mut self, progress: &Progress) {
        // Sets have no states that wait, and a second search for a way to what was found begins at nought.
        if progress.rounds.is_some() || progress.elapsed <= self.last {
            return;
        }
        self.last = progress.elapsed;
        self.since += 1;
        if self.since < self.every {
            return;
        }
        self.since = 0;
        let waiting = &mut self.course.waiting;
        waiting.push(progress.frontier);
        if waiting.len() > MOST_SAMPLES {
            // Where the newest goes, the one before is the last that is kept.
            self.since = if waiting.len().is_multiple_of(2) { 0 } else { self.every };
            let mut place = 0;
            waiting.retain(|_| {
                place += 1;
                place % 2 == 0
            });
            self.every *= 2;
        }
        self.course.every = progress.elapsed / waiting.len() as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(tick: u32, frontier: u64) -> Progress {
        let elapsed = Duration::from_millis(500) * tick;
        Progress { elapsed, frontier, ..Progress::default() }
    }

    #[test]
    fn levels_are_those_of_the_last_search() {
        let recorder = CourseRecorder::default();
        recorder.begin(Some("p"));
        recorder.level(0, 2);
        recorder.begin(None);
        for (depth, states) in [(0, 1), (1, 3), (2, 9), (0, 1), (1, 4)] {
            recorder.level(depth, states);
        }
        let Course(searches) = recorder.course();
        assert_eq!([&searches[0].levels[..], &searches[1].levels[..]], [&[1, 4][..], &[2]]);
        assert_eq!(searches[1].claim.as_deref(), Some("p"));
    }

    #[test]
    fn few_moments_are_kept_of_long_searches() {
        let recorder = CourseRecorder::default();
        recorder.begin(None);
        let all = 10 * MOST_SAMPLES as u32;
        (1..=all).for_each(|tick| recorder.sample(&at(tick, u64::from(tick))));
        let Course(searches) = recorder.course();
        let SearchCourse { waiting, every, .. } = &searches[0];
        assert!((MOST_SAMPLES / 2..=MOST_SAMPLES).contains(&waiting.len()), "{}", waiting.len());
        let distances: Vec<u64> = waiting.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(distances.iter().all(|&it| it == 16), "{distances:?}");
        assert_eq!(waiting[0], 16);
        assert_eq!(*every, Duration::from_secs(8));
    }

    #[test]
    fn a_clock_that_goes_back_is_not_looked_at() {
        let recorder = CourseRecorder::default();
        recorder.begin(None);
        for (tick, frontier) in [(1, 5), (2, 6), (1, 7)] {
            recorder.sample(&at(tick, frontier));
        }
        assert_eq!(recorder.course().0[0].waiting, [5, 6]);
    }
}
