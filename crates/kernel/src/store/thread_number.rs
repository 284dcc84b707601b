//! Small numbers for threads.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The numbers that were given back, and the first that was never used.
struct Free {
    returned: BTreeSet<usize>,
    unused: usize,
}

static FREE: Mutex<Free> = Mutex::new(Free { returned: BTreeSet::new(), unused: 0 });

/// A number, given back when its thread ends.
struct Number(usize);

impl Number {
    fn take() -> Self {
        let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
        Number(free.returned.pop_first().unwrap_or_else(|| {
            free.unused += 1;
            free.unused - 1
        }))
    }
}

impl Drop for Number {
    fn drop(&mut self) {
        FREE.lock().unwrap_or_else(PoisonError::into_inner).returned.insert(self.0);
    }
}

thread_local! {
    static NUMBER: Number = Number::take();
}

/// The number of this thread, the smallest that no thread had when it first asked.
#[inline]
pub(super) fn thread_number() -> usize {
    // A thread that is ending may have given it back. Any number will do then.
    NUMBER.try_with(|number| number.0).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::thread_number;
    use std::thread;

    #[test]
    fn threads_have_numbers_of_their_own() {
        let mine = thread_number();
        let other = thread::spawn(|| (thread_number(), thread_number())).join().unwrap();
        assert_eq!(other.0, other.1);
        assert_ne!(mine, other.0);
        assert_eq!(mine, thread_number());
    }
}
