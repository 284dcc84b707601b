//! A quotient that adds up, while it is searched, how many states and transitions its own stand for.
//!
//! Where symmetry maps the states that a search begins in to one another, every state of the orbit of one that is reached is reached, and
//! has as many transitions: the sums are the numbers of states and transitions of the original. Where it does not, they are those of whole
//! orbits, of which some states need not be reached.
//!
//! A state is counted where it is expanded, which happens once to each that is stored. An initial state counts as a transition, as a search
//! counts it.

use std::collections::HashSet;
use std::ops::ControlFlow;

use groups::{BigUint, Interrupted, Patience};
use kernel::{Notes, Starts, Transition, TransitionSystem, Visitor};

use crate::foundation::quotient::{Quotient, QuotientScratch};
use crate::foundation::representative::Representative;
use crate::foundation::symmetric::Symmetric;
use crate::orbits::sizes::{OrbitSizes, OrbitSizesScratch};

/// How many states and transitions those of a quotient stand for.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Orbits {
    /// The sizes of the orbits of all states that were expanded.
    pub states: BigUint,
    /// For each of them its size times the number of transitions that lead from the state to another.
    pub transitions: BigUint,
}

impl Orbits {
    /// Adds what another worker counted.
    pub fn add(&mut self, other: &Orbits) {
        self.states += &other.states;
        self.transitions += &other.transitions;
    }
}

impl Notes for Orbits {
    fn write(&self, notes: &mut Vec<u64>) {
        for sum in [&self.states, &self.transitions] {
            let digits = sum.to_u64_digits();
            notes.push(digits.len() as u64);
            notes.extend(digits);
        }
    }

    fn read(&mut self, notes: &mut dyn Iterator<Item = u64>) -> Option<()> {
        for sum in [&mut self.states, &mut self.transitions] {
            for place in 0..notes.next()? {
                *sum += BigUint::from(notes.next()?) << (place * u64::from(u64::BITS));
            }
        }
        Some(())
    }
}

/// A quotient whose orbits are counted. All transitions out of a state have to be shown.
pub(crate) struct Counted<'q, 'z, S, R> {
    system: Quotient<'q, S, R>,
    sizes: &'z OrbitSizes<'z>,
}

/// The working memory of a quotient whose orbits are counted.
pub(crate) struct CountedScratch<S: TransitionSystem, R: Representative> {
    pub(crate) system: QuotientScratch<S, R>,
    sizes: OrbitSizesScratch,
    pub(crate) orbits: Orbits,
}

impl<S: TransitionSystem, R: Representative> Notes for CountedScratch<S, R> {
    fn write(&self, notes: &mut Vec<u64>) {
        self.system.write(notes);
        self.orbits.write(notes);
    }

    fn read(&mut self, notes: &mut dyn Iterator<Item = u64>) -> Option<()> {
        self.system.read(notes)?;
        self.orbits.read(notes)
    }
}

impl<'q, 'z, S: Symmetric, R: Representative> Counted<'q, 'z, S, R> {
    /// The quotient, which leaves nothing out; there is one representative for each orbit.
    pub(crate) fn new(system: Quotient<'q, S, R>, sizes: &'z OrbitSizes<'z>) -> Self {
        Counted { system, sizes }
    }

    /// How many states a state stands for. One that is not reducible stands for itself.
    fn size(
        &self,
        state: &S::State,
        scratch: &mut OrbitSizesScratch,
        pause: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<BigUint, Interrupted> {
        let system = self.system.original();
        match system.reducible(state) {
            true => self.sizes.size_within(system.cells(state), scratch, &mut Patience::new(pause)),
            false => Ok(BigUint::from(1_u32)),
        }
    }
}

impl<S: Symmetric, R: Representative> TransitionSystem for Counted<'_, '_, S, R> {
    type State = S::State;
    type Step = S::Step;
    type Scratch = CountedScratch<S, R>;

    fn scratch(&self) -> Self::Scratch {
        CountedScratch {
            system: self.system.scratch(),
            sizes: self.sizes.scratch(),
            orbits: Orbits::default(),
        }
    }

    fn initial_states(
        &self,
        scratch: &mut Self::Scratch,
        starts: &mut dyn Starts<Self::State>,
    ) -> ControlFlow<()> {
        let CountedScratch { system, sizes, orbits } = scratch;
        let known = HashSet::new();
        let mut beginning = Beginning { counted: self, sizes, orbits, known, starts };
        self.system.initial_states(system, &mut beginning)
    }

    fn successors<V: Visitor<Self>>(
        &self,
        state: &Self::State,
        scratch: &mut Self::Scratch,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let CountedScratch { system, sizes, orbits } = scratch;
        let mut counting = Counting { visitor, transitions: 0 };
        let flow = self.system.successors(state, system, &mut counting);
        let Counting { visitor, transitions } = counting;
        let Ok(size) = self.size(state, sizes, &mut |_| visitor.pause()) else {
            return ControlFlow::Break(());
        };
        orbits.transitions += &size * transitions;
        orbits.states += size;
        flow
    }

    kernel::forward!(system: identity, encode, decode, blank, properties, violates, may_halt);
}

/// Counts initial states, each orbit once, and passes them on.
struct Beginning<'b, 'q, 'z, S: Symmetric, R> {
    counted: &'b Counted<'q, 'z, S, R>,
    sizes: &'b mut OrbitSizesScratch,
    orbits: &'b mut Orbits,
    /// The representatives that were met, encoded.
    known: HashSet<Vec<u8>>,
    starts: &'b mut dyn Starts<S::State>,
}

impl<S: Symmetric, R: Representative> Starts<S::State> for Beginning<'_, '_, '_, S, R> {
    fn start(&mut self, state: &S::State) -> ControlFlow<()> {
        let mut bytes = Vec::new();
        self.counted.encode(state, &mut bytes);
        if self.known.insert(bytes) {
            let mut pause = |_| self.starts.pause();
            let Ok(size) = self.counted.size(state, self.sizes, &mut pause) else {
                return ControlFlow::Break(());
            };
            self.orbits.transitions += size;
        }
        self.starts.start(state)
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.starts.pause()
    }
}

/// Counts transitions that lead to a state, and passes them on.
struct Counting<'v, V> {
    visitor: &'v mut V,
    transitions: u64,
}

impl<'q, 'z, S: Symmetric + 'q, R: Representative + 'q, V: Visitor<Counted<'q, 'z, S, R>>>
    Visitor<Quotient<'q, S, R>> for Counting<'_, V>
{
    fn transition(&mut self, transition: Transition<'_, Quotient<'q, S, R>>) -> ControlFlow<()> {
        let Transition { steps, target, violation } = transition;
        self.transitions += u64::from(target.is_some());
        self.visitor.transition(Transition { steps, target, violation })
    }

    kernel::forward!(visitor: give_up, pause, abandon, wants_all, ways);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_beyond_a_word_are_written_and_added() {
        let big = BigUint::from(u64::MAX) * 1_000_u32 + 7_u32;
        let some = Orbits { states: big.clone(), transitions: BigUint::default() };
        let mut notes = Vec::new();
        some.write(&mut notes);
        let mut others = Orbits { states: BigUint::from(3_u32), transitions: big.clone() };
        let mut numbers = notes.iter().copied();
        others.read(&mut numbers).expect("both sums");
        assert_eq!(others, Orbits { states: &big + 3_u32, transitions: big });
        assert_eq!(numbers.next(), None);
        assert_eq!(others.read(&mut notes[..2].iter().copied()), None);
    }
}
