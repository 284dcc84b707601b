//! Ctrl-C: the first asks the search to stop, the second ends the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit::Exit;

/// A flag that the first Ctrl-C (or termination signal) sets; the second ends the program at once.
pub fn cancel_flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let shared = Arc::clone(&flag);
    // Without a handler Ctrl-C just ends the program: nothing to complain about.
    let _ = ctrlc::set_handler(move || {
        if shared.swap(true, Ordering::SeqCst) {
            std::process::exit(Exit::Unknown as i32);
        }
    });
    flag
}
