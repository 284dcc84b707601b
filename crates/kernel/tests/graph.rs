//! The state graph that a visitor receives is that of the system, and is cut where a limit says.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::common::{Edge, Graph, Node, Philosophers, initial, properties, reference, transitions};
use kernel::{
    Ending, GraphEdge, GraphNode, GraphVisitor, Limits, Property, PropertyId, SearchOptions,
    Silent, Starts, StateIdentity, StopReason, TransitionSystem, Visitor, Walk, no_invariants,
    walk_graph,
};
use proptest::prelude::*;

/// Keeps what it receives, and may leave early.
struct Keeper<S: TransitionSystem> {
    states: Vec<S::State>,
    initial: Vec<bool>,
    edges: Vec<Vec<Kept<S::Step>>>,
    endings: Vec<Ending>,
    /// How many calls it bears.
    patience: usize,
}

type Kept<Step> = (Vec<Step>, Option<u64>, Option<PropertyId>);

impl<S: TransitionSystem> Keeper<S> {
    fn new(patience: usize) -> Self {
        Keeper {
            states: Vec::new(),
            initial: Vec::new(),
            edges: Vec::new(),
            endings: Vec::new(),
            patience,
        }
    }

    fn called(&mut self) -> ControlFlow<()> {
        assert!(self.patience > 0, "called after it said `Break`");
        self.patience -= 1;
        if self.patience == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl<S: TransitionSystem> GraphVisitor<S> for Keeper<S> {
    fn enter(&mut self, node: GraphNode<'_, S>) -> ControlFlow<()> {
        assert_eq!(node.number, self.states.len() as u64);
        assert_eq!(self.states.len(), self.endings.len(), "the one before was not left");
        self.states.push(node.state.clone());
        self.initial.push(node.initial);
        self.edges.push(Vec::new());
        self.called()
    }

    fn edge(&mut self, edge: GraphEdge<'_, S>) -> ControlFlow<()> {
        assert_eq!(edge.source, self.endings.len() as u64);
        let transition = edge.transition;
        assert_eq!(transition.target.is_some(), edge.target.is_some());
        let kept = (transition.steps.to_vec(), edge.target, transition.violation);
        self.edges.last_mut().unwrap().push(kept);
        self.called()
    }

    fn leave(&mut self, number: u64, ending: Ending) -> ControlFlow<()> {
        assert_eq!(number, self.endings.len() as u64);
        self.endings.push(ending);
        self.called()
    }
}

fn walk<S: TransitionSystem>(system: &S, limits: Limits, patience: usize) -> (Keeper<S>, Walk) {
    let mut keeper = Keeper::new(patience);
    let options = SearchOptions { limits, ..SearchOptions::default() };
    let walk = walk_graph(system, &options, &Silent, &mut keeper);
    (keeper, walk)
}

/// Whether what was received is the graph of the system, as a plain search sees it.
fn check<S: TransitionSystem>(system: &S)
where
    S::State: Eq + Hash + Debug,
    S::Step: Eq + Debug,
{
    let expected = reference(system);
    let (keeper, walk) = walk(system, Limits::default(), usize::MAX);
    assert_eq!(walk.stop, StopReason::Exhausted);
    assert_eq!(walk.statistics.states, expected.distances.len() as u64);
    assert_eq!(walk.statistics.transitions, expected.transitions);
    let deepest = expected.distances.values().max().copied().unwrap_or(0);
    assert_eq!(walk.statistics.depth, deepest);
    let numbers: HashMap<&S::State, u64> = keeper.states.iter().zip(0..).collect();
    assert_eq!(numbers.len(), keeper.states.len(), "a state has two numbers");
    assert_eq!(numbers.len(), expected.distances.len());
    let distances: Vec<u64> = keeper.states.iter().map(|s| expected.distances[s]).collect();
    assert!(distances.is_sorted(), "states are numbered from the initial ones on");
    for (number, state) in keeper.states.iter().enumerate() {
        assert_eq!(keeper.initial[number], initial(system).contains(state));
        let mut edges = Vec::new();
        for kept in transitions(system, state) {
            edges.push((kept.steps, kept.target.map(|t| numbers[&t]), kept.violation));
        }
        let ending = match (edges.is_empty(), system.may_halt(state)) {
            (false, _) => Ending::Moving,
            (true, true) => Ending::Halted,
            (true, false) => Ending::Stuck,
        };
        assert_eq!(keeper.edges[number], edges);
        assert_eq!(keeper.endings[number], ending);
    }
}

fn graphs() -> impl Strategy<Value = Graph> {
    (1..40u32).prop_flat_map(|count| {
        let edge = (prop::option::weighted(0.9, 0..count), prop::option::weighted(0.2, 0..2usize))
            .prop_map(|(target, violation)| Edge {
                target,
                violation: violation.map(|v| PropertyId::new(v * 2)),
            });
        let node = (prop::collection::vec(edge, 0..4), any::<bool>())
            .prop_map(|(edges, halts)| Node { edges, halts, ..Node::default() });
        let nodes = prop::collection::vec(node, count as usize);
        (nodes, prop::collection::vec(0..count, 0..4)).prop_map(|(nodes, initial)| Graph {
            nodes,
            initial,
            properties: properties(),
            slow: false,
        })
    })
}

proptest! {
    #[test]
    fn graphs_are_received_as_they_are(graph in graphs()) {
        check(&graph);
    }

    #[test]
    fn a_visitor_may_leave_at_any_time(graph in graphs(), patience in 1..60usize) {
        let (whole, _) = walk(&graph, Limits::default(), usize::MAX);
        let (part, result) = walk(&graph, Limits::default(), patience);
        prop_assert_eq!(result.stop == StopReason::Cancelled, part.patience == 0);
        prop_assert!(whole.states.starts_with(&part.states));
        prop_assert!(whole.endings.starts_with(&part.endings));
    }

    #[test]
    fn a_limit_of_states_cuts_the_graph(graph in graphs(), most in 1..40u64) {
        let (whole, all) = walk(&graph, Limits::default(), usize::MAX);
        let limits = Limits { states: Some(most), ..Limits::default() };
        let (part, result) = walk(&graph, limits, usize::MAX);
        prop_assert_eq!(result.statistics.states, all.statistics.states.min(most));
        let enough = all.statistics.states <= most;
        prop_assert_eq!(result.stop == StopReason::Exhausted, enough);
        prop_assert!(whole.states.starts_with(&part.states));
        prop_assert_eq!(part.states.len() as u64, result.statistics.states);
        // Cut are only states from some number on.
        let cut = part.endings.iter().position(|e| *e == Ending::Cut);
        prop_assert_eq!(cut.is_none(), enough);
        let cut = cut.unwrap_or(part.endings.len());
        prop_assert_eq!(&part.endings[..cut], &whole.endings[..cut]);
        prop_assert_eq!(&part.edges[..cut], &whole.edges[..cut]);
        prop_assert!(part.endings[cut..].iter().all(|e| *e == Ending::Cut));
    }
}

#[test]
fn philosophers() {
    check(&Philosophers { count: 5, properties: properties() });
}

#[test]
fn states_at_the_depth_limit_are_cut() {
    let chain = Graph::plain(&[&[1, 0], &[2], &[3], &[]]);
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let (keeper, result) = walk(&chain, limits, usize::MAX);
    assert_eq!(result.stop, StopReason::DepthLimit);
    assert_eq!(keeper.states, [0, 1, 2]);
    assert_eq!(keeper.endings, [Ending::Moving, Ending::Moving, Ending::Cut]);
    assert_eq!(result.statistics.depth, 2);
    // Three transitions, and one for the initial state.
    assert_eq!(result.statistics.transitions, 4);
}

/// Computes for long before its only transition, and pauses on the way.
struct Slow;

impl TransitionSystem for Slow {
    type State = ();
    type Step = ();
    type Scratch = ();
    fn scratch(&self) {}
    fn initial_states(&self, (): &mut (), starts: &mut dyn Starts<()>) -> ControlFlow<()> {
        starts.start(&())
    }
    fn successors<V: Visitor<Self>>(
        &self,
        (): &(),
        (): &mut (),
        visitor: &mut V,
    ) -> ControlFlow<()> {
        (0..100_000).try_for_each(|_| visitor.pause())?;
        panic!("nobody stopped it");
    }
    fn identity(&self) -> StateIdentity {
        StateIdentity::Whole
    }
    fn encode(&self, (): &(), _: &mut Vec<u8>) {}
    fn decode(&self, _: &[u8], (): &mut ()) {}
    fn blank(&self) {}
    fn properties(&self) -> &[Property] {
        &[]
    }
    fn violates(&self, (): &(), invariant: PropertyId, (): &mut ()) -> bool {
        no_invariants(invariant)
    }
    fn may_halt(&self, (): &()) -> bool {
        true
    }
}

#[test]
fn limits_are_looked_at_between_transitions() {
    /// Asks for the walk to be cancelled once it sees a state.
    struct Caller(Arc<AtomicBool>);
    impl GraphVisitor<Slow> for Caller {
        fn enter(&mut self, _: GraphNode<'_, Slow>) -> ControlFlow<()> {
            self.0.store(true, Relaxed);
            ControlFlow::Continue(())
        }
        fn edge(&mut self, _: GraphEdge<'_, Slow>) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
        fn leave(&mut self, _: u64, ending: Ending) -> ControlFlow<()> {
            assert_eq!(ending, Ending::Cut);
            ControlFlow::Continue(())
        }
    }
    let cancel = Arc::new(AtomicBool::new(false));
    let options = SearchOptions { cancel: Some(cancel.clone()), ..SearchOptions::default() };
    let walk = walk_graph(&Slow, &options, &Silent, &mut Caller(cancel));
    assert_eq!(walk.stop, StopReason::Cancelled);
}

#[test]
#[should_panic(expected = "property 3 is an invariant")]
fn an_invariant_that_nobody_answers_does_not_hold() {
    no_invariants(PropertyId::new(3));
}
