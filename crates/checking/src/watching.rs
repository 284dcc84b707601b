//! Automata that watch the runs of a system.

use kernel::{Acceptor, PrefixAcceptor, Valuation};
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

    fn moves(&self, from: u32, valuation: Valuation, visit: &mut dyn FnMut(u32, u64)) -> bool {
        let Valuation { holds, unknown } = valuation;
        for edge in self.automaton.edges(self.states[from as usize]) {
            match edge.guard.holds_with(holds, unknown) {
                Some(true) => visit(edge.target.index() as u32, edge.marks),
                Some(false) => {}
                None => return false,
            }
        }
        true
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

    fn moves(&self, from: u32, valuation: Valuation, visit: &mut dyn FnMut(u32, u64)) -> bool {
        self.watching.moves(from, valuation, visit)
    }
}

impl PrefixAcceptor for Prefixes<'_> {
    fn is_decided(&self, place: u32) -> bool {
        self.bad.is_bad(self.watching.states[place as usize])
    }
}
