//! Who wants the command to end: Ctrl-C and termination signals, of which the first asks the search to stop and the second ends the
//! program, and whoever read its output and has gone. What a session does for a while ends alone with the first.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::exit::Exit;

/// Signals that follow the first so soon are the same: `timeout` sends its signal to the program and to its group.
const AT_ONCE: Duration = Duration::from_millis(100);

/// What signals set.
#[derive(Clone, Default)]
pub struct Interrupts {
    /// Becomes true with the first Ctrl-C (or termination signal), and when what standard output goes to is not read any more.
    pub program: Arc<AtomicBool>,
    /// What becomes true instead, once, while something goes on that can be ended alone.
    part: Arc<Mutex<Option<Arc<AtomicBool>>>>,
}

impl Interrupts {
    /// Does something that ends, and not the program, with a signal: it is given what becomes true then. With a second one both end.
    pub fn ending_alone<T>(&self, work: impl FnOnce(Arc<AtomicBool>) -> T) -> T {
        let flag = Arc::new(AtomicBool::new(false));
        *self.slot() = Some(Arc::clone(&flag));
        let done = work(flag);
        self.slot().take();
        done
    }

    fn slot(&self) -> MutexGuard<'_, Option<Arc<AtomicBool>>> {
        self.part.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Listens to signals, the second of which to the program ends it at once.
pub fn listen() -> Interrupts {
    let interrupts = Interrupts::default();
    let told = interrupts.clone();
    // Without a handler Ctrl-C just ends the program: nothing to complain about.
    let first = OnceLock::new();
    let _ = ctrlc::set_handler(move || {
        if let Some(part) = told.slot().take() {
            part.store(true, Ordering::SeqCst);
            return;
        }
        told.program.store(true, Ordering::SeqCst);
        let first = first.get_or_init(Instant::now);
        if first.elapsed() > AT_ONCE {
            std::process::exit(Exit::Unknown as i32);
        }
    });
    watch_reader(Arc::clone(&interrupts.program));
    interrupts
}

/// Sets a flag when nobody reads standard output any more (`| head -1`). A search writes nothing there, and would not notice.
#[cfg(unix)]
fn watch_reader(flag: Arc<AtomicBool>) {
    use std::os::fd::AsFd;

    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

    let watch = move || {
        let output = std::io::stdout();
        // Nothing is waited for, which leaves errors: of a pipe that its reader is gone.
        let mut watched = [PollFd::new(output.as_fd(), PollFlags::empty())];
        while let Err(nix::errno::Errno::EINTR) = poll(&mut watched, PollTimeout::NONE) {}
        let gone = watched[0].revents().is_some_and(|found| found.contains(PollFlags::POLLERR));
        if gone {
            flag.store(true, Ordering::SeqCst);
        }
    };
    // Without a thread the search goes on unread.
    let _ = std::thread::Builder::new().stack_size(64 << 10).spawn(watch);
}

#[cfg(not(unix))]
fn watch_reader(_: Arc<AtomicBool>) {}
