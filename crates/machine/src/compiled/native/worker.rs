//! When machine code is made, and who runs it.

use std::fmt::{self, Debug, Formatter};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::thread;

use kernel::Engine;

use super::super::Compiled;
use super::instance::{Instance, Ready};
use super::program::Program;
use crate::machine::Machine;

/// A module is begun when a worker has expanded so many records: the closures expand them in a twentieth of a second, and most searches
/// that end sooner would end before it was compiled.
const EXPANDED_BEFORE: u64 = 10_000;

/// The thread that compiles has so many bytes of stack: the compiler asks for more than most do.
const STACK: usize = 8 << 20;

/// The machine code of a machine: nothing within where there is none.
type Code = OnceLock<Option<Ready>>;

/// The machine code of a machine, which is made in a thread of its own when it is asked for.
#[derive(Default)]
pub(in crate::compiled) struct Native {
    pub(super) code: Arc<Code>,
    pub(super) is_begun: AtomicBool,
}

impl Native {
    /// Has the code made, once.
    #[cold]
    fn begin(&self, machine: &Machine, compiled: &Compiled) {
        if self.is_begun.load(Relaxed) || self.is_begun.swap(true, Relaxed) {
            return;
        }
        let code = Arc::clone(&self.code);
        let compile = Program::of(machine, compiled).map(|program| {
            move || {
                let ready = catch_unwind(AssertUnwindSafe(|| Ready::of(&program)));
                let _ = code.set(ready.ok().flatten());
            }
        });
        let thread = compile.map(|compile| thread::Builder::new().stack_size(STACK).spawn(compile));
        if !matches!(thread, Some(Ok(_))) {
            let _ = self.code.set(None);
        }
    }
}

/// What a worker runs of it.
pub(in crate::compiled) enum Worker {
    /// The code is not there yet. So many records were expanded.
    Waiting(u64),
    /// Of this code.
    Running(Arc<Code>, Box<Instance>),
    /// There is no code.
    Never,
}

impl Default for Worker {
    fn default() -> Worker {
        Worker::Waiting(0)
    }
}

impl Worker {
    /// Begins with a record, if there is machine code to go on with.
    #[inline]
    pub(in crate::compiled) fn begin(
        &mut self,
        machine: &Machine,
        compiled: &Compiled,
        record: &[u8],
        engine: Engine,
    ) -> Option<&mut Instance> {
        if let Worker::Waiting(expanded) = self {
            *expanded += 1;
            if *expanded > EXPANDED_BEFORE || engine == Engine::Native {
                self.look(machine, compiled, engine);
            }
        }
        match self {
            // A worker may come to several machines: the first has its code.
            Worker::Running(code, instance) if Arc::ptr_eq(code, &compiled.native.code) => {
                instance.begin(record).ok()?;
                Some(instance)
            }
            _ => None,
        }
    }

    /// Looks whether the code is there, and has it made. Who asks for it by name waits for it.
    #[cold]
    fn look(&mut self, machine: &Machine, compiled: &Compiled, engine: Engine) {
        let native = &compiled.native;
        native.begin(machine, compiled);
        let code = match engine {
            Engine::Native => Some(native.code.wait()),
            _ => native.code.get(),
        };
        if let Some(code) = code {
            let instance = code.as_ref().and_then(Ready::instance);
            *self = instance.map_or(Worker::Never, |instance| {
                Worker::Running(Arc::clone(&native.code), Box::new(instance))
            });
        }
    }
}

impl Debug for Native {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Native").field("is_begun", &self.is_begun).finish_non_exhaustive()
    }
}

impl Debug for Worker {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Worker::Waiting(_) => "Waiting",
            Worker::Running(..) => "Running",
            Worker::Never => "Never",
        })
    }
}
