//! Strongly connected components, and which of them accept.

use crate::automaton::{Automaton, Edge, StateId};

/// The strongly connected components of an automaton.
pub(crate) struct Components {
    /// The component of each state. An edge never leads to a component with a higher number.
    of: Vec<usize>,
    kinds: Vec<Kind>,
}

/// What the runs are like that stay in a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// There are none: it is one state without an edge to itself.
    Trivial,
    /// No such run accepts.
    Rejecting,
    /// Some such run accepts.
    Accepting,
}

impl Components {
    /// Computes the components of all states, whether they can be reached or not (Tarjan, "Depth-first search and
    /// linear graph algorithms", 1972), without recursion, in linear time.
    pub fn of(automaton: &Automaton) -> Self {
        let mut search = Tarjan::new(automaton);
        for root in 0..automaton.edges.len() {
            search.visit(root);
        }
        let of = search.component;
        let mut has_edge = vec![false; search.count];
        let mut marks = vec![0; search.count];
        for (state, edges) in automaton.edges.iter().enumerate() {
            for edge in edges.iter().filter(|edge| of[edge.target.index()] == of[state]) {
                has_edge[of[state]] = true;
                marks[of[state]] |= edge.marks;
            }
        }
        let kind = |(has_edge, marks)| match has_edge {
            false => Kind::Trivial,
            true if marks == automaton.all_marks() => Kind::Accepting,
            true => Kind::Rejecting,
        };
        let kinds = has_edge.into_iter().zip(marks).map(kind).collect();
        Components { of, kinds }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.kinds.len()
    }

    /// The component of a state.
    pub fn component(&self, state: StateId) -> usize {
        self.of[state.index()]
    }

    /// What a component is.
    pub fn kind(&self, component: usize) -> Kind {
        self.kinds[component]
    }

    /// What the component of a state is.
    pub fn kind_of(&self, state: StateId) -> Kind {
        self.kinds[self.component(state)]
    }

    /// Whether an edge of a state stays in its component.
    pub fn is_inside(&self, state: StateId, edge: &Edge) -> bool {
        self.component(state) == self.component(edge.target)
    }

    /// For each component, whether an accepting one can be reached.
    pub fn useful(&self, automaton: &Automaton) -> Vec<bool> {
        let mut useful: Vec<bool> =
            self.kinds.iter().map(|&kind| kind == Kind::Accepting).collect();
        let mut states: Vec<StateId> = automaton.states().collect();
        // Targets come before sources.
        states.sort_by_key(|&state| self.component(state));
        for state in states {
            let leads_on = |edge: &Edge| useful[self.component(edge.target)];
            if automaton.edges(state).iter().any(leads_on) {
                useful[self.component(state)] = true;
            }
        }
        useful
    }
}

const UNSEEN: usize = usize::MAX;

struct Tarjan<'a> {
    automaton: &'a Automaton,
    order: Vec<usize>,
    low: Vec<usize>,
    component: Vec<usize>,
    count: usize,
    next: usize,
    stack: Vec<usize>,
}

impl<'a> Tarjan<'a> {
    fn new(automaton: &'a Automaton) -> Self {
        let unseen = vec![UNSEEN; automaton.edges.len()];
        Tarjan {
            automaton,
            order: unseen.clone(),
            low: unseen.clone(),
            component: unseen,
            count: 0,
            next: 0,
            stack: Vec::new(),
        }
    }

    fn visit(&mut self, root: usize) {
        if self.order[root] != UNSEEN {
            return;
        }
        self.enter(root);
        let mut path = vec![(root, 0)];
        while let Some((state, at)) = path.pop() {
            let Some(edge) = self.automaton.edges[state].get(at) else {
                self.leave(state);
                if let Some(&(parent, _)) = path.last() {
                    self.low[parent] = self.low[parent].min(self.low[state]);
                }
                continue;
            };
            path.push((state, at + 1));
            let target = edge.target.index();
            if self.order[target] == UNSEEN {
                self.enter(target);
                path.push((target, 0));
            } else if self.component[target] == UNSEEN {
                self.low[state] = self.low[state].min(self.order[target]);
            }
        }
    }

    fn enter(&mut self, state: usize) {
        self.order[state] = self.next;
        self.low[state] = self.next;
        self.next += 1;
        self.stack.push(state);
    }

    fn leave(&mut self, state: usize) {
        if self.low[state] != self.order[state] {
            return;
        }
        while let Some(member) = self.stack.pop() {
            self.component[member] = self.count;
            if member == state {
                break;
            }
        }
        self.count += 1;
    }
}
