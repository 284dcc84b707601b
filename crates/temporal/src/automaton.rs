//! Büchi automata whose edges carry guards and marks.

use crate::{AtomId, Guard, Lasso, Limits, TooLarge};

/// A state of an automaton, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(u32);

impl StateId {
    /// The state that has this place among the states.
    ///
    /// # Panics
    /// If the place is 2 to the 32 or more. No automaton has as many states.
    #[must_use]
    pub fn new(index: usize) -> Self {
        StateId(u32::try_from(index).expect("no automaton has as many states"))
    }

    /// Its place among the states.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An edge of an automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The state that it leads to.
    pub target: StateId,
    /// Bit `i` says whether the edge is in acceptance set `i`.
    pub marks: u64,
    /// Which letters it reads.
    pub guard: Guard,
}

/// A transition-based generalised Büchi automaton (TGBA): a run is accepting if, for each acceptance set, it takes
/// edges of the set infinitely often. Without acceptance sets each infinite run is.
///
/// Automata with accepting *states* are those with one acceptance set that has all or none of the edges of each state
/// ([`is_state_based`](Self::is_state_based)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    pub(crate) atoms: Vec<AtomId>,
    pub(crate) initial: StateId,
    pub(crate) sets: u32,
    pub(crate) edges: Vec<Vec<Edge>>,
}

/// The first `sets` marks.
pub(crate) fn all_marks(sets: u32) -> u64 {
    u64::MAX.checked_shr(u64::BITS - sets).unwrap_or(0)
}

impl Automaton {
    /// An automaton with these edges out of each state, which begins in the first state.
    ///
    /// # Panics
    /// An edge leads to no state, or has a mark beyond the acceptance sets, or there is no state.
    #[must_use]
    pub fn from_edges(edges: Vec<Vec<Edge>>, sets: u32) -> Automaton {
        assert!(!edges.is_empty());
        let mut used = 0;
        for edge in edges.iter().flatten() {
            assert!(edge.target.index() < edges.len() && edge.marks & !all_marks(sets) == 0);
            used |= edge.guard.positive() | edge.guard.negative();
        }
        let atoms =
            (0..crate::MAX_ATOMS).map(AtomId).filter(|atom| atom.is_true_in(used)).collect();
        Automaton { atoms, initial: StateId::new(0), sets, edges }
    }

    /// The atoms that guards may speak of, ascending.
    #[must_use]
    pub fn atoms(&self) -> &[AtomId] {
        &self.atoms
    }

    /// The state where runs begin.
    #[must_use]
    pub fn initial(&self) -> StateId {
        self.initial
    }

    /// The number of acceptance sets.
    #[must_use]
    pub fn sets(&self) -> u32 {
        self.sets
    }

    /// The number of states, at least one.
    #[must_use]
    pub fn state_count(&self) -> usize {
        self.edges.len()
    }

    /// The number of edges.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.edges.iter().map(Vec::len).sum()
    }

    /// By what automata are compared: states, then edges.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.state_count(), self.edge_count())
    }

    /// The states, in order.
    pub fn states(&self) -> impl Iterator<Item = StateId> + use<> {
        (0..self.edges.len()).map(StateId::new)
    }

    /// The edges that leave a state.
    #[must_use]
    pub fn edges(&self, state: StateId) -> &[Edge] {
        &self.edges[state.index()]
    }

    /// The marks of an edge that is in all acceptance sets.
    #[must_use]
    pub fn all_marks(&self) -> u64 {
        all_marks(self.sets)
    }

    /// Whether there is one acceptance set, and it has all or none of the edges of each state.
    #[must_use]
    pub fn is_state_based(&self) -> bool {
        let is_uniform =
            |edges: &Vec<Edge>| edges.windows(2).all(|two| two[0].marks == two[1].marks);
        self.sets == 1 && self.edges.iter().all(is_uniform)
    }

    /// Whether all edges of a state are in all acceptance sets. In a state-based automaton that is, the state accepts.
    #[must_use]
    pub fn is_accepting(&self, state: StateId) -> bool {
        self.edges(state).iter().all(|edge| edge.marks == self.all_marks())
    }

    /// Whether no letter can be read in two ways.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        self.edges.iter().all(|edges| {
            let clashes = |(at, one): (usize, &Edge)| {
                edges[at + 1..].iter().any(|other| one.guard.and(other.guard).is_some())
            };
            !edges.iter().enumerate().any(clashes)
        })
    }

    /// Where runs can be one letter after they were in some states, ascending. `reads` says which guards the letter satisfies.
    pub(crate) fn after(&self, set: &[StateId], reads: impl Fn(Guard) -> bool) -> Vec<StateId> {
        let edges = set.iter().flat_map(|&state| self.edges(state));
        let reading = edges.filter(|edge| reads(edge.guard));
        let mut next: Vec<StateId> = reading.map(|edge| edge.target).collect();
        next.sort_unstable();
        next.dedup();
        next
    }

    /// Whether a word has an accepting run: whether the product of the automaton with the word is not empty. Cost:
    /// the length of the word times the size of the automaton.
    #[must_use]
    pub fn accepts(&self, word: &Lasso) -> bool {
        let word_only = Automaton::reading(word);
        let unlimited = Limits { states: usize::MAX, edges: usize::MAX, work: u64::MAX };
        self.intersection(&word_only, &unlimited).is_ok_and(|product| !product.is_empty())
    }

    /// The automaton that accepts one word.
    fn reading(word: &Lasso) -> Automaton {
        let edge = |(at, valuation): (usize, u64)| {
            let target = StateId::new(word.after(at));
            vec![Edge { target, marks: 0, guard: Guard::exactly(valuation) }]
        };
        let edges = word.letters().into_iter().enumerate().map(edge).collect();
        Automaton { atoms: Vec::new(), initial: StateId(0), sets: 0, edges }
    }

    /// The automaton that accepts what both do: their product, with the acceptance sets of both. Cost: the product of
    /// their sizes.
    ///
    /// # Errors
    /// It is larger than the limits allow, or has more acceptance sets than there can be.
    pub fn intersection(&self, other: &Automaton, limits: &Limits) -> Result<Automaton, TooLarge> {
        if self.sets + other.sets > u64::BITS {
            return Err(TooLarge::AcceptanceSets);
        }
        let mut atoms = [&self.atoms[..], &other.atoms[..]].concat();
        atoms.sort_unstable();
        atoms.dedup();
        let start = (self.initial, other.initial);
        let edges = crate::exploration::explore(start, limits, |&(one, two), out| {
            for left in self.edges(one) {
                for right in other.edges(two) {
                    let Some(guard) = left.guard.and(right.guard) else { continue };
                    // No shift by 64: then the other automaton has no marks.
                    let others = right.marks.checked_shl(self.sets).unwrap_or(0);
                    out.push(((left.target, right.target), left.marks | others, guard));
                }
            }
            Ok(())
        })?;
        let sets = self.sets + other.sets;
        Ok(Automaton { atoms, initial: StateId(0), sets, edges: edges.edges })
    }
}
