//! The stack. Trees are walked by recursion, and functions of scripts call one another as deeply as users like: evaluation needs a
//! large stack, and stops before it ends.

use std::thread;

use kernel::NoThread;

/// Sizes to try, in bytes. Memory is only taken for what is used; but addresses may be limited, and as many are left for all else.
const SIZES: [usize; 4] = [1 << 30, 256 << 20, 128 << 20, LEAST];

/// Less is not enough for the trees that parsers make.
const LEAST: usize = 64 << 20;

/// What is kept free for work that does not ask: comparing, printing and dropping values.
const SPARE: usize = 64 << 20;

/// How far the stack may grow: the lowest address.
#[derive(Clone, Copy, Debug)]
pub struct Stack(usize);

impl Stack {
    /// Whether there is no more of it.
    #[inline]
    pub(crate) fn is_used_up(self) -> bool {
        address() < self.0
    }
}

/// Roughly where the stack ends now.
#[inline]
fn address() -> usize {
    let here = 0_u8;
    std::ptr::from_ref(&here).addr()
}

/// Does some work on a thread with a large stack.
///
/// # Panics
/// The work panics, or there is no memory for a thread: [`NoThread`] is what it panics with then.
pub fn with_large_stack<T: Send>(work: impl FnOnce(Stack) -> T + Send) -> T {
    type Work<'w, T> = Box<dyn FnOnce(Stack) -> T + Send + 'w>;
    thread::scope(|scope| {
        let mut work: Option<Work<'_, T>> = Some(Box::new(work));
        for size in SIZES.into_iter().filter(|&size| size == LEAST || has_room(2 * size)) {
            // The work is handed over once the thread is there: it could not be had back from one that does not start.
            let (hand_over, take) = std::sync::mpsc::sync_channel::<Work<'_, T>>(1);
            let run = move || {
                let stack = Stack(address().saturating_sub(size - SPARE.min(size / 2)));
                take.recv().ok().map(|work| work(stack))
            };
            let Ok(thread) = thread::Builder::new().stack_size(size).spawn_scoped(scope, run)
            else {
                continue;
            };
            let _ = hand_over.send(work.take().expect("the work is done once"));
            match thread.join() {
                Ok(result) => return result.expect("the work was handed over"),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        std::panic::panic_any(NoThread);
    })
}

/// Whether there are so many addresses at all.
fn has_room(bytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(stack: Stack, level: u64) -> u64 {
        if stack.is_used_up() { level } else { std::hint::black_box(depth(stack, level + 1)) }
    }

    #[test]
    fn recursion_stops_before_the_stack_ends() {
        assert!(with_large_stack(|stack| depth(stack, 0)) > 100_000);
    }
}
