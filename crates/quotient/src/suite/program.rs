//! The program run on one model: whatever happens to it, the suite goes on.

use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// What a run of the program said.
pub struct Said {
    /// Its exit status; none if it was killed.
    pub code: Option<i32>,
    /// Its standard output.
    pub out: String,
    /// Its standard error.
    pub err: String,
}

/// Between two looks at it.
const TICK: Duration = Duration::from_millis(2);
/// So long it may take to end after somebody wants it to.
const GRACE: Duration = Duration::from_secs(5);

/// Runs the program to its end, which comes soon once `cancel` is set: Ctrl-C reaches it, too.
///
/// # Errors
/// It cannot be run.
pub fn run(program: &Path, words: &[String], cancel: &AtomicBool) -> io::Result<Said> {
    let mut child = Command::new(program)
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        let (out, err) = (scope.spawn(|| all(out)), scope.spawn(|| all(err)));
        let status = ended(&mut child, cancel)?;
        let text = |reader: thread::ScopedJoinHandle<'_, String>| reader.join().unwrap_or_default();
        Ok(Said { code: status.code(), out: text(out), err: text(err) })
    })
}

fn ended(child: &mut Child, cancel: &AtomicBool) -> io::Result<ExitStatus> {
    let mut since: Option<Instant> = None;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if cancel.load(Ordering::Relaxed)
            && since.get_or_insert_with(Instant::now).elapsed() > GRACE
        {
            child.kill()?;
        }
        thread::sleep(TICK);
    }
}

fn all(stream: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(mut stream) = stream {
        // What was read before it broke is what there is.
        let _ = stream.read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
