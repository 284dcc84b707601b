//! Who wants the command to end: Ctrl-C and termination signals, of which the first asks the search to stop and the second ends the
//! program, and whoever read its output and has gone.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::exit::Exit;

/// Signals that follow the first so soon are the same: `timeout` sends its signal to the program and to its group.
const AT_ONCE: Duration = Duration::from_millis(100);

/// A flag that the first Ctrl-C (or termination signal) sets; the second ends the program at once. It is also set when what
/// standard output goes to is not read any more.
pub fn cancel_flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let shared = Arc::clone(&flag);
    // Without a handler Ctrl-C just ends the program: nothing to complain about.
    let first = OnceLock::new();
    let _ = ctrlc::set_handler(move || {
        shared.store(true, Ordering::SeqCst);
        let first = first.get_or_init(Instant::now);
        if first.elapsed() > AT_ONCE {
            std::process::exit(Exit::Unknown as i32);
        }
    });
    watch_reader(Arc::clone(&flag));
    flag
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
