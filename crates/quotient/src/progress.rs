//! Progress on standard error: one line that is rewritten about twice a second.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use kernel::{Progress, Reporter};

use checking::quantities::{count, duration, plural, rate, size};

/// Writes how far the search has come, if somebody is there to see it.
pub struct ProgressLine {
    on: bool,
    written: AtomicBool,
}

impl ProgressLine {
    /// A line on standard error if that is a terminal and `wanted`.
    pub fn new(wanted: bool) -> ProgressLine {
        let on = wanted && std::io::stderr().is_terminal();
        ProgressLine { on, written: AtomicBool::new(false) }
    }

    /// Removes the line.
    pub fn clear(&self) {
        if self.written.swap(false, Ordering::Relaxed) {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[2K");
        }
    }
}

impl Reporter for ProgressLine {
    fn progress(&self, progress: &Progress) {
        if self.on {
            self.written.store(true, Ordering::Relaxed);
            let _ = write!(std::io::stderr().lock(), "\r\x1b[2K{}", line(progress));
        }
    }
}

fn line(progress: &Progress) -> String {
    let mut parts = vec![plural(progress.states, "state")];
    let rate = rate(progress.states, progress.elapsed);
    if !rate.is_empty() {
        parts.push(rate);
    }
    parts.push(format!("frontier {}", count(progress.frontier)));
    parts.push(format!("depth {}", count(progress.depth)));
    parts.push(size(progress.store_bytes));
    parts.push(duration(progress.elapsed));
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_line_says_how_far_the_search_has_come() {
        let progress = Progress {
            states: 1_500_000,
            frontier: 20_000,
            depth: 41,
            store_bytes: 3 << 20,
            elapsed: Duration::from_secs(2),
            ..Progress::default()
        };
        let expected =
            "1 500 000 states · 750 000/s · frontier 20 000 · depth 41 · 3.0 MB · 2.00 s";
        assert_eq!(line(&progress), expected);
    }
}
