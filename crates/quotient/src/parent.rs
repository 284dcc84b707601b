//! Who runs this program. A check that a server or a suite has begun ends with it, whatever ends that: nobody would read what it finds.

#[cfg(target_os = "linux")]
use nix::sys::prctl::set_pdeathsig;
#[cfg(target_os = "linux")]
use nix::sys::signal::Signal;
#[cfg(target_os = "linux")]
use nix::unistd::getppid;

/// Has this process end with the one that runs it, if that has asked for it.
#[cfg(target_os = "linux")]
pub fn end_with_parent() {
    let asked = std::env::var(subprocess::PARENT).ok().and_then(|text| text.parse().ok());
    // What this process runs itself inherits the variable, and has another parent.
    if asked.is_some_and(|asked: i32| getppid().as_raw() == asked) {
        // Where that cannot be had, the process ends as ever.
        let _ = set_pdeathsig(Signal::SIGKILL);
    }
}

/// Elsewhere it ends when its outputs are closed, or its time is over.
#[cfg(not(target_os = "linux"))]
pub fn end_with_parent() {}
