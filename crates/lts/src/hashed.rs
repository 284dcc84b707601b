//! Values that many terms share, and that are too large to be looked through each time that one of the terms is looked up.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::rc::Rc;

/// A shared value with its hash. Clones are recognised as equal at once.
pub struct Hashed<T: ?Sized> {
    hash: u64,
    value: Rc<T>,
}

impl<T: ?Sized + Hash> Hashed<T> {
    fn new(value: Rc<T>) -> Self {
        let mut hasher = rapidhash::fast::RapidHasher::default();
        value.hash(&mut hasher);
        Hashed { hash: hasher.finish(), value }
    }
}

impl<T: Hash> From<Vec<T>> for Hashed<[T]> {
    fn from(values: Vec<T>) -> Self {
        Hashed::new(values.into())
    }
}

impl<T: Hash> From<T> for Hashed<T> {
    fn from(value: T) -> Self {
        Hashed::new(Rc::new(value))
    }
}

impl<T: ?Sized> Clone for Hashed<T> {
    fn clone(&self) -> Self {
        Hashed { hash: self.hash, value: Rc::clone(&self.value) }
    }
}

impl<T: ?Sized> Deref for Hashed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: ?Sized> Hash for Hashed<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl<T: ?Sized + PartialEq> PartialEq for Hashed<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.value, &other.value)
            || self.hash == other.hash && self.value == other.value
    }
}

impl<T: ?Sized + Eq> Eq for Hashed<T> {}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Hashed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Counts how often it is hashed and compared.
    struct Counted<'c>(u32, &'c Cell<u32>);

    impl Hash for Counted<'_> {
        fn hash<H: Hasher>(&self, state: &mut H) {
            self.1.set(self.1.get() + 1);
            self.0.hash(state);
        }
    }

    impl PartialEq for Counted<'_> {
        fn eq(&self, other: &Self) -> bool {
            self.1.set(self.1.get() + 1);
            self.0 == other.0
        }
    }

    #[test]
    fn a_value_is_looked_through_once() {
        let looks = Cell::new(0);
        let value: Hashed<[Counted<'_>]> =
            (0..10).map(|n| Counted(n, &looks)).collect::<Vec<_>>().into();
        assert_eq!(looks.get(), 10);
        for _ in 0..100 {
            let same = value.clone();
            same.hash(&mut rapidhash::fast::RapidHasher::default());
            assert!(same == value);
        }
        assert_eq!(looks.get(), 10);
        let equal: Hashed<[Counted<'_>]> =
            (0..10).map(|n| Counted(n, &looks)).collect::<Vec<_>>().into();
        let other: Hashed<[Counted<'_>]> =
            (1..11).map(|n| Counted(n, &looks)).collect::<Vec<_>>().into();
        assert!(equal == value && other != value);
    }
}
