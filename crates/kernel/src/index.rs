//! Writing typed indices once.

/// Defines a typed index: a number that counts things of one kind, and is never mistaken for that of another kind.
///
/// ```
/// kernel::define_index! {
///     /// A seat, counted from 0.
///     pub struct Seat(u16);
/// }
///
/// let seats: Vec<Seat> = Seat::below(3).collect();
/// assert_eq!(seats[2], Seat::new(2));
/// assert_eq!(seats[2].index(), 2);
/// ```
///
/// The integer says how many there can be at most. The definition says, as that of any struct does, who sees it.
///
/// The macro belongs to the kernel because that is the lowest crate which defines an index and which all others that do can use.
#[macro_export]
macro_rules! define_index {
    ($(#[$doc:meta])* $visible:vis struct $name:ident($seen:vis $number:ty);) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visible struct $name($seen $number);

        impl $name {
            /// The one that has this place among all of its kind.
            ///
            /// # Panics
            /// If there cannot be as many.
            #[must_use]
            #[inline]
            pub fn new(index: usize) -> Self {
                Self(<$number>::try_from(index).expect("no more than its integer can count"))
            }

            /// Its place among all of its kind.
            #[must_use]
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The first `count` of its kind, in order.
            #[must_use]
            pub fn below(count: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
                (0..count).map(Self::new)
            }
        }
    };
}
