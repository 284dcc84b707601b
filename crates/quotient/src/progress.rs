//! Progress on standard error: on a terminal one line that is rewritten about twice a second, elsewhere a line now and then.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use kernel::{Phase, Progress, Reporter};

use checking::quantities::{count, duration, plural, rate, size};
use report::html::Course;

use crate::course_recorder::CourseRecorder;
use crate::job::Job;
use crate::terminal::complain;

/// Writes how far the search has come, if somebody is there to see it.
pub struct ProgressLine<'a> {
    job: &'a Job,
    wanted: bool,
    /// The claim that is being checked, if it is one.
    claim: Mutex<Option<String>>,
    /// Where states go when memory is short, until that has been told.
    place: Mutex<Option<PathBuf>>,
    /// How the searches go on.
    recorder: CourseRecorder,
    /// What is on the screen, where standard error is a terminal.
    bar: Mutex<Option<ProgressBar>>,
    /// Where it is none: how long the search had taken when a line was written last.
    told: Option<Mutex<Duration>>,
}

impl<'a> ProgressLine<'a> {
    /// Lines on standard error if they are `wanted`, for a job that is told of its phases.
    pub fn new(job: &'a Job, wanted: bool) -> ProgressLine<'a> {
        ProgressLine {
            job,
            wanted,
            claim: Mutex::new(None),
            place: Mutex::new(None),
            recorder: CourseRecorder::default(),
            bar: Mutex::new(None),
            told: (!std::io::stderr().is_terminal()).then(Mutex::default),
        }
    }

    /// The same that also tells, once, when memory is short and states go to this folder.
    pub fn telling_of_files(self, place: Option<PathBuf>) -> Self {
        ProgressLine { place: Mutex::new(place), ..self }
    }

    /// Tells that states go to files and what that costs, if that is not known.
    fn tell_of_files(&self, progress: &Progress) {
        let place = self.place.lock().ok().and_then(|mut place| place.take());
        if let Some(place) = place {
            let text = format!(
                "memory is short: from here on the oldest states go to files in {}, and the search takes longer: about {} for ten times as many states in twice as many levels (`--memory`, `--disk-dir`)",
                place.display(),
                duration(time_in_files(progress)),
            );
            match self.bar.lock().ok().as_deref() {
                Some(Some(bar)) => bar.suspend(|| complain(&text)),
                _ => complain(&text),
            }
        }
    }

    /// Tells which claim the search is about; none if it is one for the states.
    pub fn about(&self, claim: Option<&str>) {
        self.recorder.begin(claim);
        if let Ok(mut known) = self.claim.lock() {
            *known = claim.map(str::to_owned);
        }
    }

    /// How the searches went on.
    pub fn course(&self) -> Course {
        self.recorder.course()
    }

    /// Removes the line.
    pub fn clear(&self) {
        if let Some(bar) = self.bar.lock().ok().and_then(|mut bar| bar.take()) {
            bar.finish_and_clear();
        }
    }
}

impl Reporter for ProgressLine<'_> {
    fn phase(&self, phase: Phase) {
        self.job.enter(phase);
    }

    fn level(&self, depth: u64, states: u64) {
        self.recorder.level(depth, states);
    }

    fn progress(&self, progress: &Progress) {
        self.recorder.sample(progress);
        if progress.file_bytes > 0 {
            self.tell_of_files(progress);
        }
        if !self.wanted {
            return;
        }
        let text = || {
            let claim = self.claim.lock().ok().and_then(|claim| claim.clone());
            line(claim.as_deref(), progress)
        };
        match &self.told {
            Some(told) => {
                if told.lock().is_ok_and(|mut told| is_time(&mut told, progress.elapsed)) {
                    complain(&text());
                }
            }
            None => {
                if let Ok(mut bar) = self.bar.lock() {
                    bar.get_or_insert_with(new_bar).set_message(text());
                }
            }
        }
    }
}

/// How often a line is written where nothing can be rewritten.
const PACE: Duration = Duration::from_secs(10);

/// Whether the next line is to be written, so long after the beginning of a search; then that is noted. Another search begins anew.
fn is_time(told: &mut Duration, elapsed: Duration) -> bool {
    if elapsed < *told {
        *told = Duration::ZERO;
    }
    let is_time = elapsed - *told >= PACE;
    if is_time {
        *told = elapsed;
    }
    is_time
}

/// When files are needed it is told how long so many times as many states will take.
const TIMES: u64 = 10;

/// States that are gone through in files in a second.
const PACE_IN_FILES: f64 = 45e6;

/// Of the successors, those that are looked up in files: most are found in memory, and of the others a filter knows nearly all that are new.
const LOOKED_UP: f64 = 0.1;

/// States that are gone through for one that is looked up by itself.
const BLOCK: f64 = 4096.0;

/// About how long a search takes that has come so far in memory and has [so many times](TIMES) as many states in the end, in twice as many
/// levels: all that it did so often, and what is read. Each level reads the states of those before, which are half of all on average, or,
/// where it is small, a block for each state that is looked up.
fn time_in_files(so_far: &Progress) -> Duration {
    let all = 2.0 * so_far.depth as f64 * (TIMES * so_far.states) as f64 / 2.0;
    let blocks = (TIMES * so_far.transitions) as f64 * LOOKED_UP * BLOCK;
    so_far.elapsed * TIMES as u32 + Duration::from_secs_f64(all.min(blocks) / PACE_IN_FILES)
}

fn new_bar() -> ProgressBar {
    // The message, cut off where the terminal ends.
    let style = ProgressStyle::with_template("{wide_msg}");
    ProgressBar::new_spinner()
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

fn line(claim: Option<&str>, progress: &Progress) -> String {
    let states = plural(progress.states, "state");
    let mut parts = vec![claim.map_or(states.clone(), |claim| format!("{claim}: {states}"))];
    let rate = rate(progress.states, progress.elapsed);
    if !rate.is_empty() {
        parts.push(rate);
    }
    match progress.rounds {
        Some(rounds) => parts.push(plural(rounds, "round")),
        None => {
            parts.push(format!("frontier {}", count(progress.frontier)));
            parts.push(format!("depth {}", count(progress.depth)));
        }
    }
    parts.push(size(progress.store_bytes));
    if progress.file_bytes > 0 {
        parts.push(format!("{} in files", size(progress.file_bytes)));
    }
    parts.push(duration(progress.elapsed));
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use checking::quantities::GROUP;

    use super::*;

    #[test]
    fn the_line_says_how_far_the_search_has_come() {
        let progress = Progress {
            states: 1_500_000,
            frontier: 20_000,
            depth: 41,
            store_bytes: 3 << 20,
            file_bytes: 0,
            elapsed: Duration::from_secs(2),
            ..Progress::default()
        };
        let expected =
            "1 500 000 states · 750 000/s · frontier 20 000 · depth 41 · 3.0 MB · 2.00 s";
        let line = |claim, progress: &Progress| line(claim, progress).replace(GROUP, " ");
        assert_eq!(line(None, &progress), expected);
        assert_eq!(line(Some("safe"), &progress), format!("safe: {expected}"));
        let of_sets = Progress { rounds: Some(7), ..progress };
        let expected = "1 500 000 states · 750 000/s · 7 rounds · 3.0 MB · 2.00 s";
        assert_eq!(line(None, &of_sets), expected);
    }

    #[test]
    fn lines_are_written_now_and_then() {
        let mut told = Duration::ZERO;
        let times = [1, 9, 10, 11, 19, 21, 30, 31, 2, 12].map(Duration::from_secs);
        let written = times.map(|elapsed| is_time(&mut told, elapsed));
        let expected = [false, false, true, false, false, true, false, true, false, true];
        assert_eq!(written, expected, "of two searches");
    }

    #[test]
    fn the_time_in_files_is_that_in_memory_and_that_of_reading() {
        let so_far = Progress {
            states: 4_500_000,
            transitions: 27_000_000,
            depth: 50,
            elapsed: Duration::from_secs(4),
            ..Progress::default()
        };
        // Forty seconds as before, and 100 levels that read 22.5 million states each.
        assert_eq!(time_in_files(&so_far), Duration::from_secs(40 + 50));
        assert_eq!(time_in_files(&Progress::default()), Duration::ZERO);
    }

    #[test]
    fn a_small_level_reads_what_it_looks_up() {
        let count = 4_500_000;
        let elapsed = Duration::from_secs(4);
        let (states, transitions, depth) = (count, count, count);
        let so_far = Progress { states, transitions, depth, elapsed, ..Progress::default() };
        // Forty seconds as before, and a block for each of 4.5 million states.
        assert_eq!(time_in_files(&so_far).as_secs(), 40 + 409);
    }
}
