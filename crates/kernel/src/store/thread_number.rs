//! Numbers for threads.

use std::hash::{Hash, Hasher};
use std::thread;

/// The number of this thread. Threads that begin one after the other have numbers that follow each other, as far as the standard library
/// numbers them so; others may share one.
#[inline]
pub(super) fn thread_number() -> usize {
    let mut number = Number(0);
    thread::current().id().hash(&mut number);
    number.0 as usize
}

/// Takes a number over as it is.
struct Number(u64);

impl Hasher for Number {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.wrapping_mul(31).wrapping_add(byte.into()));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
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
