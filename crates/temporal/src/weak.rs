//! Minimal deterministic automata of obligations.

use std::collections::HashMap;

use crate::automaton::{Automaton, Edge, StateId};
use crate::components::{Components, Kind};
use crate::exploration::explore;
use crate::letters::letters;
use crate::limits::Effort;
use crate::{Lasso, Limits, Simplification, Simplifications, TooLarge};

/// With more letters determinisation is not tried.
const MAX_LETTERS: usize = 256;

/// How many sets of states are built at most, for each state: with more, the result is hardly ever small.
const SETS_PER_STATE: usize = 16;

impl Automaton {
    /// The minimal weak deterministic automaton that accepts the same, if there is one and it has no more states than
    /// this one.
    ///
    /// Dax, Eisinger and Klaedtke, "Mechanizing the powerset construction for restricted classes of ω-automata", ATVA
    /// 2007: the sets of states that can be reached by the same letters become states. A component of these accepts
    /// if a word does that goes around in it. The result is minimised like an automaton on finite words (Löding,
    /// "Efficient minimization of deterministic weak ω-automata", 2001). Whether it accepts the same is then tested:
    /// it does if and only if there is such an automaton, that is, if the language is an obligation (Manna and Pnueli
    /// 1990).
    ///
    /// Cost: exponential in the number of states, at worst, and bounded by a multiple of it. The automaton of the
    /// negation is asked for only if the result would be small.
    pub(crate) fn weak_deterministic(
        &self,
        negation: impl FnOnce() -> Result<Automaton, TooLarge>,
        limits: &Limits,
    ) -> Result<Option<Automaton>, TooLarge> {
        let mut effort = Effort::new(limits);
        let (mut made, sets) = self.powerset(limits)?;
        let accepts = self.accepting_sets(&made, &sets, &mut effort)?;
        for (edges, accepts) in made.edges.iter_mut().zip(accepts) {
            edges.iter_mut().for_each(|edge| edge.marks = u64::from(accepts));
        }
        let made = made.minimised(&mut effort)?;
        if made.without_sink() > self.state_count()
            || !made.intersection(&negation()?, limits)?.is_empty()
            || !made.complement().intersection(self, limits)?.is_empty()
        {
            return Ok(None);
        }
        let steps = [
            Simplification::Useless,
            Simplification::Marks,
            Simplification::Sets,
            Simplification::ImpliedEdges,
        ];
        let steps = steps.into_iter().fold(Simplifications::none(), Simplifications::with);
        Ok(Some(made.simplified_within(steps, limits)))
    }

    /// The automaton of the sets of states in which runs can be, with an edge for each letter, and these sets.
    fn powerset(&self, limits: &Limits) -> Result<(Automaton, Vec<Vec<StateId>>), TooLarge> {
        let letters = letters(&[self], MAX_LETTERS)?;
        let states = limits.states.min(SETS_PER_STATE * (1 + self.state_count()));
        let limits = Limits { states, ..*limits };
        let explored = explore(vec![self.initial], &limits, |set, out| {
            for &letter in &letters {
                out.push((self.after(set, |guard| letter.implies(guard)), 0, letter));
            }
            Ok(())
        })?;
        let initial = StateId::new(0);
        let atoms = self.atoms.clone();
        Ok((Automaton { atoms, initial, sets: 1, edges: explored.edges }, explored.states))
    }

    /// Which states of the powerset accept: those with even colours. Colours count the alternations between accepting
    /// and rejecting components that may follow. A state on no cycle could accept or not; it takes the colour of what
    /// follows, so that equivalent states agree (the normal form of Löding 2001).
    fn accepting_sets(
        &self,
        powerset: &Automaton,
        sets: &[Vec<StateId>],
        effort: &mut Effort,
    ) -> Result<Vec<bool>, TooLarge> {
        let components = Components::of(powerset);
        let mut members: Vec<Vec<StateId>> = vec![Vec::new(); components.count()];
        for state in powerset.states() {
            members[components.component(state)].push(state);
        }
        // Edges lead to components with lower numbers, which thus have their colours already.
        let is_accepting = |colour: u32| colour & 1 == 0;
        let mut colours = vec![0u32; components.count()];
        for (component, states) in members.iter().enumerate() {
            let targets = states.iter().flat_map(|&state| powerset.edges(state));
            let targets = targets.map(|edge| components.component(edge.target));
            let below = targets.filter(|&target| target != component);
            let least = below.map(|target| colours[target]).max().unwrap_or(0);
            effort.spend(self.edge_count() + powerset.state_count())?;
            let accepts = match powerset.cycle_through(states[0], &components) {
                None => is_accepting(least),
                Some(word) => self.accepts_from(&sets[states[0].index()], &word),
            };
            colours[component] = least + u32::from(is_accepting(least) != accepts);
        }
        let colour = |state: StateId| colours[components.component(state)];
        Ok(powerset.states().map(|state| is_accepting(colour(state))).collect())
    }

    /// A word that leads from a state to itself, within its component.
    fn cycle_through(&self, state: StateId, components: &Components) -> Option<Lasso> {
        if components.kind_of(state) == Kind::Trivial {
            return None;
        }
        let component = components.component(state);
        let stays = |edge: &Edge| components.component(edge.target) == component;
        let path = self.shortest_path(state, stays, |edge| edge.target == state)?;
        Lasso::new(Vec::new(), path.iter().map(|edge| edge.guard.positive()).collect())
    }

    /// Whether a word has an accepting run from some of these states.
    fn accepts_from(&self, states: &[StateId], word: &Lasso) -> bool {
        let mut started = self.clone();
        started.initial = StateId::new(started.edges.len());
        started.edges.push(states.iter().flat_map(|&state| self.edges(state)).copied().collect());
        started.accepts(word)
    }

    /// Joins states of a deterministic automaton that has an edge for each letter, in the same order, and accepts on
    /// states: those from which the same sequences of letters lead to accepting states (Moore 1956).
    pub(crate) fn minimised(&self, effort: &mut Effort) -> Result<Automaton, TooLarge> {
        let mut classes: Vec<usize> =
            self.states().map(|state| usize::from(self.is_accepting(state))).collect();
        let mut count = 0;
        loop {
            effort.spend(self.edge_count())?;
            let mut known: HashMap<Vec<usize>, usize> = HashMap::new();
            let class = |state: StateId| {
                let next = self.edges(state).iter().map(|edge| classes[edge.target.index()]);
                let signature = std::iter::once(classes[state.index()]).chain(next).collect();
                let new = known.len();
                *known.entry(signature).or_insert(new)
            };
            let finer: Vec<usize> = self.states().map(class).collect();
            let is_stable = known.len() == count;
            count = known.len();
            classes = finer;
            if is_stable {
                break;
            }
        }
        let mut edges = vec![Vec::new(); count];
        for state in self.states() {
            let led =
                |edge: &Edge| Edge { target: StateId::new(classes[edge.target.index()]), ..*edge };
            edges[classes[state.index()]] = self.edges(state).iter().map(led).collect();
        }
        let initial = StateId::new(classes[self.initial.index()]);
        Ok(Automaton { atoms: self.atoms.clone(), initial, sets: self.sets, edges })
    }

    /// The number of states but for the sink, from which nothing is accepted.
    fn without_sink(&self) -> usize {
        self.simplified_by(Simplification::Useless, &Limits::default()).state_count()
    }

    /// The automaton with accepting and rejecting exchanged. Of a deterministic automaton with an edge for each letter,
    /// this accepts the complement if the automaton is weak, and more than the complement otherwise.
    fn complement(&self) -> Automaton {
        let mut complement = self.clone();
        for edge in complement.edges.iter_mut().flatten() {
            edge.marks ^= 1;
        }
        complement
    }
}
