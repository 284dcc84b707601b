//! Panics: defects of this program. One ends it with a line and [`Exit::Internal`], unless it happens in work that is contained,
//! which fails then, and nothing else with it.

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use kernel::NoThread;

use crate::exit::{Exit, Failure};
use crate::terminal::complain;

/// What becomes of panics from now on, in any thread.
pub struct Panics(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// Whether work is going on that may panic without the program ending.
    contained: AtomicBool,
    /// The first panic in it.
    first: Mutex<Option<String>>,
}

impl Panics {
    /// Watches for them.
    pub fn watch() -> Panics {
        let shared = Arc::new(Shared::default());
        let of_hook = Arc::clone(&shared);
        std::panic::set_hook(Box::new(move |info| {
            // That is none: there is no room for what was to be done.
            if info.payload().is::<NoThread>() {
                complain(&Failure::limit("there is no memory for a thread").message);
                std::process::exit(Exit::Unknown as i32);
            }
            // A machine was lost, which is told otherwise.
            if std::thread::current().name().is_some_and(is_of_exchange) {
                return;
            }
            let said = said(info);
            if of_hook.contained.load(Ordering::SeqCst) {
                of_hook.first().get_or_insert(said);
                return;
            }
            complain(&format!(
                "internal error: {said}; this is a defect of quotient, please report it"
            ));
            std::process::exit(Exit::Internal as i32);
        }));
        Panics(shared)
    }

    /// Does some work. All threads that it starts have ended when it ends.
    ///
    /// # Errors
    /// It panicked: with this text.
    pub fn contain<T>(&self, work: impl FnOnce() -> T) -> Result<T, String> {
        self.0.contained.store(true, Ordering::SeqCst);
        let result = catch_unwind(AssertUnwindSafe(work));
        self.0.contained.store(false, Ordering::SeqCst);
        let said = self.0.first().take();
        match (result, said) {
            (Ok(result), None) => Ok(result),
            (_, said) => Err(said.unwrap_or_else(|| "panic".to_owned())),
        }
    }
}

impl Shared {
    fn first(&self) -> std::sync::MutexGuard<'_, Option<String>> {
        self.first.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a thread of this name exchanges states with other machines.
fn is_of_exchange(thread: &str) -> bool {
    cluster::THREADS.iter().any(|beginning| thread.starts_with(beginning))
}

/// The message of a panic in one line, and where it happened.
fn said(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let text = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "panic".to_owned());
    let place = info.location().map(|l| format!(" ({}:{})", l.file(), l.line()));
    format!("{}{}", text.lines().next().unwrap_or_default(), place.unwrap_or_default())
}
