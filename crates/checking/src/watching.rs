//! Automata that watch the runs of a system.

use kernel::{Acceptor, PrefixAcceptor};
use temporal::{Automaton, BadPrefixes, StateId};

/// An automaton that watches a run.
pub(crate) struct Watching<'a> {
    automaton: &'a Automaton,
    states: Vec<StateId>,
}

impl Watching<'_> {
    /// Watches with an automaton.
    pub fn new(automaton: &Automaton) -> Watching<'_> {
        Watching { automaton, states: automaton.states().collect() }
    }
}

impl Acceptor for Watching<'_> {
    fn initial(&self) -> u32 {
        self.automaton.initial().index() as u32
    }

    fn marks(&self) -> u64 {
        self.automaton.all_marks()
    }

    fn moves(&self, from: u32, valuation: u64, visit: &mut dyn FnMut(u32, u64)) {
        for edge in self.automaton.edges(self.states[from as usize]) {
            if edge.guard.holds(valuation) {
                visit(edge.target.index() as u32, edge.marks);
            }
        }
    }
}

/// An automaton that watches for the beginning of a run that violates a property.
pub(crate) struct Prefixes<'a> {
    watching: Watching<'a>,
    bad: &'a BadPrefixes,
}

impl Prefixes<'_> {
    /// Watches for bad prefixes.
    pub fn new(bad: &BadPrefixes) -> Prefixes<'_> {
        Prefixes { watching: Watching::new(bad.automaton()), bad }
    }
}

impl Acceptor for Prefixes<'_> {
    fn initial(&self) -> u32 {
        self.watching.initial()
    }

    fn marks(&self) -> u64 {
        self.watching.marks()
    }

    fn moves(&self, from: u32, valuation: u64, visit: &mut dyn FnMut(u32, u64)) {
        self.watching.moves(from, valuation, visit);
    }
}

impl PrefixAcceptor for Prefixes<'_> {
    fn is_decided(&self, place: u32) -> bool {
        self.bad.is_bad(self.watching.states[place as usize])
    }
}
