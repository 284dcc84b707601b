//! Processes as terms: operators over events and other terms. Equal terms are one, so that a term is a state.

use std::hash::{BuildHasher, Hash};
use std::rc::Rc;
use std::sync::Arc;

use rapidhash::RapidHashMap;
use rapidhash::fast::RandomState;

use crate::event::{Event, EventSet};
use crate::explicit::{Explicit, State};
use crate::hashed::Hashed;

/// A term, by its place among [`Terms`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId(pub u32);

/// A named process with its arguments, by a number that the language gives: the same name and arguments have the same number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Call(pub u32);

/// What went wrong when a process was evaluated, by a number that the language gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Fault(pub u32);

/// A set of events, by its place among [`Terms`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SetId(pub u32);

/// A transition system that a term was made into as a whole, by its place among [`Terms`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MachineId(pub u32);

/// A process.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// Does nothing.
    Stop,
    /// Terminates.
    Skip,
    /// Has terminated.
    Omega,
    /// Does τ for ever.
    Div,
    /// Does or refuses any of these events; never terminates.
    Chaos(SetId),
    /// Does any of these events, always. The set is no complement.
    Run(SetId),
    /// Offers these events and goes on; an event may be there twice.
    Prefix(Box<[(Event, TermId)]>),
    /// A named process; [`Definitions::unfold`] tells what it is.
    Call(Call),
    /// A process whose evaluation failed: an error once its transitions are asked for.
    Fault(Fault),
    /// `[]`, of any number.
    ExternalChoice(Box<[TermId]>),
    /// `|~|`, of one or more.
    InternalChoice(Box<[TermId]>),
    /// `P [> Q`
    SlidingChoice(TermId, TermId),
    /// `P ; Q`
    Sequence(TermId, TermId),
    /// `P /\ Q`
    Interrupt(TermId, TermId),
    /// `P [| A |> Q`
    Exception(TermId, SetId, TermId),
    /// `P [+ A +] Q`, of any number.
    SynchronisingChoice(SetId, Box<[TermId]>),
    /// `P /+ A +\ Q`
    SynchronisingInterrupt(TermId, SetId, TermId),
    /// `P [| A |] Q`, of any number, all of which take part in an event of A; `|||` where A is empty.
    Synchronised(SetId, Box<[TermId]>),
    /// `P [A || B] Q`, of any number: those in whose alphabet an event is take part in it.
    Alphabetised(Box<[(TermId, SetId)]>),
    /// `P [c <-> d] Q`: pairs of an event of P and one of Q, which become τ together and are not done alone.
    Linked(TermId, TermId, Hashed<[(Event, Event)]>),
    /// `P \ A`
    Hide(TermId, SetId),
    /// `P [[a <- b]]`, pairs of old and new events in ascending order; an event that is the first of no pair stays.
    Rename(TermId, Hashed<[(Event, Event)]>),
    /// `prioritise(P, ..)`, `prioritisepo(P, ..)`
    Prioritise(TermId, Hashed<Priority>),
    /// A process, compressed.
    Compress(Compression, TermId),
    /// `trace_watchdog(P, A, bark)`
    TraceWatchdog(TermId, SetId, Event),
    /// `failure_watchdog(P, A, bark)`
    FailureWatchdog(TermId, SetId, Event),
    /// A state of a transition system that is there already: what a compressed process is in. No language writes it.
    State(MachineId, State),
}

/// Which events keep others from happening: for an event what is above it, τ and ✓ possibly among that. In ascending order of the
/// events below; the sets above are in ascending order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Priority {
    /// Event, and those above it.
    pub above: Box<[(Event, Rc<[Event]>)]>,
}

/// A way to make a labelled transition system smaller, or to choose how it is represented.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Compression {
    /// Strong bisimulation.
    StrongBisimulation,
    /// Delay bisimulation that respects divergence.
    DelayBisimulation,
    /// Weak bisimulation that respects divergence.
    WeakBisimulation,
    /// Normal form.
    Normal,
    /// τ steps collapsed, then what they offered pulled back.
    Diamond,
    /// States that reach one another by τ are one.
    TauLoopFactor,
    /// Several of these, one after the other.
    ModelCompress,
    /// Made explicit as it is.
    Explicate,
    /// Computed when it is asked for.
    LazyEnumerate,
    /// τ followed to the end, any one of several: not what the process means.
    Chase,
    /// The same without remembering states.
    ChaseNoCache,
    /// A deterministic part of it.
    Deterministic,
}

/// What names of processes stand for.
pub trait Definitions {
    /// The process that a name stands for, whose evaluation may intern more terms. A failed evaluation is a [`Term::Fault`].
    fn unfold(&mut self, terms: &mut Terms, call: Call) -> TermId;

    /// Whether the work is to be given up: asked now and then in long computations.
    fn interrupted(&mut self) -> bool;
}

/// All terms and sets that were met, each once.
#[derive(Default)]
pub struct Terms {
    terms: Interned<Term>,
    sets: Interned<EventSet>,
    machines: Vec<Arc<Explicit>>,
}

impl Terms {
    /// No terms.
    #[must_use]
    pub fn new() -> Terms {
        Terms::default()
    }

    /// The place of a term.
    pub fn intern(&mut self, term: Term) -> TermId {
        TermId(self.terms.place(term))
    }

    /// The term at a place.
    #[must_use]
    pub fn term(&self, id: TermId) -> &Term {
        &self.terms.all[id.0 as usize]
    }

    /// The same, kept alive while more terms are met.
    pub(crate) fn shared(&self, id: TermId) -> Rc<Term> {
        Rc::clone(&self.terms.all[id.0 as usize])
    }

    /// The place of a set.
    pub fn set(&mut self, set: EventSet) -> SetId {
        SetId(self.sets.place(set))
    }

    /// The set at a place.
    #[must_use]
    pub fn events(&self, id: SetId) -> &EventSet {
        &self.sets.all[id.0 as usize]
    }

    /// Adds a transition system, of whose states there are terms from now on.
    pub fn add_machine(&mut self, machine: Arc<Explicit>) -> MachineId {
        let place = u32::try_from(self.machines.len()).expect("fewer than 2^32 machines");
        self.machines.push(machine);
        MachineId(place)
    }

    /// The transition system at a place.
    #[must_use]
    pub fn machine(&self, id: MachineId) -> &Arc<Explicit> {
        &self.machines[id.0 as usize]
    }

    /// How many terms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.terms.all.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.all.is_empty()
    }
}

/// Values, each once, by their places. A value is hashed once when it is looked up, however large it is, and never again.
struct Interned<T> {
    all: Vec<Rc<T>>,
    /// The last place of a value with this hash.
    last: RapidHashMap<u64, u32>,
    /// For each place the one before it of a value with the same hash.
    before: Vec<Option<u32>>,
    hasher: RandomState,
}

impl<T> Default for Interned<T> {
    fn default() -> Self {
        Interned {
            all: Vec::new(),
            last: RapidHashMap::default(),
            before: Vec::new(),
            hasher: RandomState::default(),
        }
    }
}

impl<T: Hash + Eq> Interned<T> {
    fn place(&mut self, value: T) -> u32 {
        let hash = self.hasher.hash_one(&value);
        let mut known = self.last.get(&hash).copied();
        while let Some(place) = known {
            if *self.all[place as usize] == value {
                return place;
            }
            known = self.before[place as usize];
        }
        let place = u32::try_from(self.all.len()).expect("fewer than 2^32 terms");
        self.all.push(Rc::new(value));
        self.before.push(self.last.insert(hash, place));
        place
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::hash::Hasher;

    use super::*;

    /// Counts how often it is hashed; there are two hashes.
    #[derive(PartialEq, Eq)]
    struct Counted(u32);

    thread_local! {
        static HASHED: Cell<u32> = const { Cell::new(0) };
    }

    impl Hash for Counted {
        fn hash<H: Hasher>(&self, state: &mut H) {
            HASHED.set(HASHED.get() + 1);
            (self.0 / 1000).hash(state);
        }
    }

    #[test]
    fn a_value_is_hashed_once_for_each_look_up_and_told_apart_from_those_with_its_hash() {
        let mut interned = Interned::default();
        for round in 0..2 {
            for value in 0..2000 {
                assert_eq!(interned.place(Counted(value)), value, "round {round}");
            }
        }
        assert_eq!(HASHED.get(), 4000);
        assert_eq!(interned.all.len(), 2000);
    }
}
