//! Where assertions are made ready: one evaluator and its terms, on a thread of their own with a large stack. What was evaluated and
//! compiled for one assertion is there for the next.

use std::cell::{Cell, RefCell};
use std::panic::resume_unwind;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

use diagnostics::Diagnostic;
use kernel::{Budget, NoThread};
use lts::{Kept, Terms};

use crate::evaluate::Evaluator;
use crate::preparation::{Reached, resident_bytes};
use crate::script::Script;
use crate::stack::{Stack, with_large_stack};

/// What is kept between assertions may take this part of the memory, and the rest is left to the next one.
const PART_OF_MEMORY: u64 = 4;

/// An evaluator and all that was made with it.
pub(crate) struct Bench {
    pub evaluator: Evaluator<'static>,
    pub terms: Terms,
    pub kept: Kept,
    /// The limit that was reached: then nothing that was being made is to be relied on.
    pub reached: Reached,
    budget: Rc<RefCell<Budget>>,
}

impl Bench {
    fn new(script: &Script, stack: Stack) -> Result<Bench, Vec<Diagnostic>> {
        let (reached, budget) = (Reached::default(), Rc::new(RefCell::new(Budget::default())));
        let asked = Rc::clone(&budget);
        let interrupt = reached.interrupt(move |bytes| asked.borrow().check(bytes));
        let evaluator = Evaluator::new(&script.tree, stack, interrupt)?;
        Ok(Bench { evaluator, terms: Terms::new(), kept: Kept::default(), reached, budget })
    }
}

/// What is to be done at the bench.
type Job = Box<dyn FnOnce(&mut Bench) + Send>;

/// What a thread gets: to do something within a budget.
type Order = (Budget, Job, Sender<Vec<Diagnostic>>);

/// The thread, while there is one.
pub(crate) struct Workshop {
    script: Arc<Script>,
    thread: RefCell<Option<Thread>>,
    /// Whether anything was done on that thread.
    is_used: Cell<bool>,
}

struct Thread {
    orders: Sender<Order>,
    handle: JoinHandle<()>,
}

impl Workshop {
    pub fn new(script: Arc<Script>) -> Workshop {
        Workshop { script, thread: RefCell::default(), is_used: Cell::new(false) }
    }

    /// Does something at the bench, within a budget.
    ///
    /// # Errors
    /// The script cannot be evaluated at all.
    pub fn work<T: Send + 'static>(
        &self,
        budget: &Budget,
        job: impl FnOnce(&mut Bench) -> T + Send + 'static,
    ) -> Result<T, Vec<Diagnostic>> {
        let (done, is_done) = channel();
        let (wrong, is_wrong) = channel();
        let job: Job = Box::new(move |bench| {
            let _ = done.send(job(bench));
        });
        self.is_used.set(true);
        let order = (budget.clone(), job, wrong);
        let mut thread = self.thread.borrow_mut();
        let started = thread.get_or_insert_with(|| Thread::start(Arc::clone(&self.script)));
        let _ = started.orders.send(order);
        if let Ok(result) = is_done.recv() {
            return Ok(result);
        }
        if let Ok(wrong) = is_wrong.recv() {
            return Err(wrong);
        }
        let thread = thread.take().expect("it was started");
        match thread.handle.join() {
            Err(panic) => resume_unwind(panic),
            Ok(()) => unreachable!("a thread goes on as long as there may be orders"),
        }
    }

    /// Forgets all that was made. Says whether there may have been anything.
    pub fn clear(&self) -> bool {
        if let Some(Thread { orders, handle }) = self.thread.take() {
            drop(orders);
            // What went wrong on it was told to who asked.
            let _ = handle.join();
        }
        self.is_used.replace(false)
    }

    /// The same where what was made takes too large a part of the memory.
    pub fn tidy(&self, memory_bytes: Option<u64>) {
        if memory_bytes.is_some_and(|limit| resident_bytes() > limit / PART_OF_MEMORY) {
            self.clear();
        }
    }

    /// Whether something was made here before.
    pub fn is_used(&self) -> bool {
        self.is_used.get()
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        self.clear();
    }
}

impl Thread {
    fn start(script: Arc<Script>) -> Thread {
        let (orders, taken) = channel();
        let work = move || with_large_stack(move |stack| serve(&script, stack, &taken));
        let handle = Builder::new().spawn(work);
        let handle = handle.unwrap_or_else(|_| std::panic::panic_any(NoThread));
        Thread { orders, handle }
    }
}

/// Does what is ordered. After a limit was reached the bench is a new one: evaluation and compilation stopped anywhere.
fn serve(script: &Script, stack: Stack, orders: &Receiver<Order>) {
    let mut bench = None;
    for (budget, job, wrong) in orders {
        if bench.as_ref().is_some_and(|bench: &Bench| bench.reached.stop().is_some()) {
            bench = None;
        }
        let ready = match bench.take() {
            Some(bench) => Ok(bench),
            None => Bench::new(script, stack),
        };
        match ready {
            Ok(ready) => {
                ready.budget.replace(budget);
                job(bench.insert(ready));
            }
            Err(diagnostics) => {
                drop(job);
                let _ = wrong.send(diagnostics);
            }
        }
    }
}
