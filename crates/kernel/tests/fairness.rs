//! A fair run is found exactly where there is one, also where states stand for others up to renaming.

use std::collections::HashMap;
use std::ops::ControlFlow;

use kernel::{
    Acceptor, Fairness, Lasso, Observable, Property, PropertyId, SearchOptions, Silent, Starts,
    StateIdentity, StopReason, Transition, TransitionSystem, Valuation, Visitor, find_accepted,
    no_invariants,
};
use proptest::prelude::*;

/// A graph whose edges are made by threads, and may rename them. If it may leave edges out, it leaves out all but the first of a node.
#[derive(Clone, Debug)]
struct Threads {
    threads: usize,
    nodes: Vec<Vec<Edge>>,
}

#[derive(Clone, Debug)]
struct Edge {
    to: u32,
    actor: u32,
    /// Its bit is what an automaton sees before it is taken.
    marks: u64,
    renaming: Vec<u32>,
}

/// A node, and how it was reached.
#[derive(Clone, Debug, Default, PartialEq)]
struct Place {
    node: u32,
    renaming: Option<Vec<u32>>,
}

impl TransitionSystem for Threads {
    type State = Place;
    type Step = u32;
    type Scratch = ();

    fn scratch(&self) {}

    fn initial_states(&self, (): &mut (), starts: &mut dyn Starts<Place>) -> ControlFlow<()> {
        starts.start(&Place::default())
    }

    fn successors<V: Visitor<Self>>(
        &self,
        state: &Place,
        (): &mut (),
        visitor: &mut V,
    ) -> ControlFlow<()> {
        for (index, edge) in self.nodes[state.node as usize].iter().enumerate() {
            if index > 0 && !visitor.wants_all() {
                return ControlFlow::Continue(());
            }
            let target = Place { node: edge.to, renaming: Some(edge.renaming.clone()) };
            let steps = &[edge.actor];
            visitor.transition(Transition { steps, target: Some(&target), violation: None })?;
        }
        ControlFlow::Continue(())
    }

    fn identity(&self) -> StateIdentity {
        StateIdentity::Whole
    }

    fn encode(&self, state: &Place, out: &mut Vec<u8>) {
        out.extend(state.node.to_le_bytes());
    }

    fn decode(&self, bytes: &[u8], state: &mut Place) {
        *state = Place { node: u32::from_le_bytes(bytes.try_into().unwrap()), renaming: None };
    }

    fn blank(&self) -> Place {
        Place::default()
    }

    fn properties(&self) -> &[Property] {
        &[]
    }

    fn violates(&self, _: &Place, invariant: PropertyId, (): &mut ()) -> bool {
        no_invariants(invariant)
    }

    fn may_halt(&self, _: &Place) -> bool {
        true
    }
}

/// The automaton reads which node is left: its marks are those of the first edge there.
impl Observable for Threads {
    fn valuation(&self, state: &Place, (): &mut ()) -> Valuation {
        self.marks(state.node).into()
    }

    fn threads(&self, _: &Place) -> usize {
        self.threads
    }

    fn actor(&self, steps: &[u32]) -> Option<u32> {
        Some(steps[0])
    }

    fn renaming<'s>(&self, target: &'s Place) -> Option<&'s [u32]> {
        target.renaming.as_deref()
    }
}

impl Threads {
    fn marks(&self, node: u32) -> u64 {
        self.nodes[node as usize].first().map_or(0, |edge| edge.marks)
    }

    /// The states that this stands for: each node as often as there are permutations, of which the reachable ones are met.
    fn unfolded(&self) -> Unfolded {
        let identity: Vec<u32> = (0..self.threads as u32).collect();
        let mut numbers = HashMap::from([((0, identity.clone()), 0)]);
        let mut met = vec![(0u32, identity.clone())];
        let mut nodes = Vec::new();
        while let Some((node, real)) = met.get(nodes.len()).cloned() {
            let edges = self.nodes[node as usize].iter().map(|edge| {
                let after = (edge.to, edge.after(&real));
                let count = numbers.len() as u32;
                let to = *numbers.entry(after.clone()).or_insert_with(|| {
                    met.push(after);
                    count
                });
                let actor = real[edge.actor as usize];
                Edge { to, actor, marks: edge.marks, renaming: identity.clone() }
            });
            nodes.push(edges.collect());
        }
        Unfolded { graph: Threads { threads: self.threads, nodes }, numbers }
    }

    fn enabled(&self, node: u32, thread: u32) -> bool {
        self.nodes[node as usize].iter().any(|edge| edge.actor == thread)
    }

    /// Whether a run that meets these nodes and edges again and again is fair, and has the marks.
    fn is_fair(&self, round: &[(u32, &Edge)], marks: u64, fairness: Fairness) -> bool {
        let seen = round.iter().fold(0, |seen, (node, _)| seen | self.marks(*node));
        seen & marks == marks
            && (0..self.threads as u32).all(|thread| {
                let moves = round.iter().any(|(_, edge)| edge.actor == thread);
                let mut enabled = round.iter().map(|(node, _)| self.enabled(*node, thread));
                match fairness {
                    Fairness::None => true,
                    Fairness::Weak => moves || !enabled.all(|enabled| enabled),
                    Fairness::Strong => moves || !enabled.any(|enabled| enabled),
                }
            })
    }

    /// By all sets of nodes: with all edges inside, if these connect them strongly. (More edges never hurt, but more nodes may.)
    fn has_fair_run(&self, marks: u64, fairness: Fairness) -> bool {
        let count = self.nodes.len();
        (1..1u32 << count).any(|set| {
            let members: Vec<u32> = (0..count as u32).filter(|node| set >> node & 1 != 0).collect();
            let inside: Vec<(u32, &Edge)> = members
                .iter()
                .flat_map(|&node| self.nodes[node as usize].iter().map(move |edge| (node, edge)))
                .filter(|(_, edge)| set >> edge.to & 1 != 0)
                .collect();
            let stays = members.len() == 1 && self.nodes[members[0] as usize].is_empty();
            if stays {
                return self.marks(members[0]) & marks == marks;
            }
            let reached = |forward: bool| {
                let mut met = 1u32 << members[0];
                for _ in 0..count {
                    for (from, edge) in &inside {
                        let (from, to) = if forward { (*from, edge.to) } else { (edge.to, *from) };
                        if met >> from & 1 != 0 {
                            met |= 1 << to;
                        }
                    }
                }
                met == set
            };
            !inside.is_empty()
                && reached(true)
                && reached(false)
                && self.is_fair(&inside, marks, fairness)
        })
    }

    /// Follows a lasso with all threads by their real names, as often as it takes to come back.
    fn check_lasso(&self, lasso: &Lasso<Threads>, marks: u64, fairness: Fairness) {
        let unfolded = self.unfolded();
        let mut real: Vec<u32> = (0..self.threads as u32).collect();
        let mut at = 0;
        let mut begun: Option<Vec<u32>> = None;
        let mut round: Vec<(u32, &Edge)> = Vec::new();
        loop {
            if at == lasso.again {
                match &begun {
                    Some(begun) if *begun == real => break,
                    Some(_) => {}
                    None => begun = Some(real.clone()),
                }
            }
            let (node, step) = (lasso.states[at].node, &lasso.moves[at]);
            at = if at + 1 < lasso.states.len() { at + 1 } else { lasso.again };
            let Some(actor) = step.actor else {
                assert!(self.nodes[node as usize].is_empty());
                assert_eq!((lasso.again + 1, lasso.states[at].node), (lasso.states.len(), node));
                assert_eq!(self.marks(node) & marks, marks);
                return;
            };
            let fits = |edge: &&Edge| {
                let renaming = step.renaming.as_deref() == Some(&edge.renaming);
                edge.actor == actor && edge.to == lasso.states[at].node && renaming
            };
            let edge = self.nodes[node as usize].iter().find(fits).expect("an edge");
            let here = unfolded.numbers[&(node, real.clone())];
            let actor = real[actor as usize];
            real = edge.after(&real);
            let there = unfolded.numbers[&(edge.to, real.clone())];
            if begun.is_some() {
                let edges = &unfolded.graph.nodes[here as usize];
                let is_it = |edge: &&Edge| edge.actor == actor && edge.to == there;
                round.push((here, edges.iter().find(is_it).expect("the same edge")));
            }
        }
        assert!(unfolded.graph.is_fair(&round, marks, fairness), "{round:?}");
    }
}

impl Edge {
    /// Which threads are really which after it.
    fn after(&self, real: &[u32]) -> Vec<u32> {
        let mut after = vec![0; real.len()];
        for (&renamed, &real) in self.renaming.iter().zip(real) {
            after[renamed as usize] = real;
        }
        after
    }
}

struct Unfolded {
    graph: Threads,
    numbers: HashMap<(u32, Vec<u32>), u32>,
}

/// Takes a move for each mark of the node that is left.
struct Marks(u64);

impl Acceptor for Marks {
    fn initial(&self) -> u32 {
        0
    }

    fn marks(&self) -> u64 {
        self.0
    }

    fn moves(&self, _: u32, valuation: Valuation, visit: &mut dyn FnMut(u32, u64)) -> bool {
        visit(0, valuation.holds & self.0);
        true
    }
}

fn threads() -> impl Strategy<Value = Threads> {
    let permutations: [&[[u32; 3]]; 3] = [
        &[[0, 1, 2]],
        &[[0, 1, 2], [1, 0, 2]],
        &[[0, 1, 2], [1, 0, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0]],
    ];
    let sizes = (1..4usize, 0..3usize).prop_flat_map(move |(threads, which)| {
        let permutations = permutations[which.min(threads - 1)];
        let most = if permutations.len() > 2 { 3 } else { 6 };
        (Just(threads), Just(permutations), 1..most as u32)
    });
    sizes.prop_flat_map(|(threads, permutations, size)| {
        let renaming = prop::sample::select(permutations);
        let edge = (0..size, 0..threads as u32, 0..4u64, renaming);
        let edge = edge.prop_map(move |(to, actor, marks, renaming)| Edge {
            to,
            actor,
            marks,
            renaming: renaming[..threads].to_vec(),
        });
        let node = prop::collection::vec(edge, 0..5);
        let nodes = prop::collection::vec(node, size as usize);
        nodes.prop_map(move |nodes| Threads { threads, nodes })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn fair_runs_are_found_where_there_are_some(
        graph in threads(),
        marks in 0..4u64,
        fairness in prop::sample::select(&[Fairness::None, Fairness::Weak, Fairness::Strong]),
    ) {
        // A thread that could move where nobody looks counts as one that can: nothing is left out where runs must be fair (J. Sun,
        // Y. Liu, J. S. Dong and J. Pang, *PAT: Towards flexible verification under fairness*, CAV 2009, is of that combination).
        let partial_order = fairness != Fairness::None;
        let options = SearchOptions { partial_order, ..SearchOptions::default() };
        let unfolded = graph.unfolded().graph;
        let expected = unfolded.has_fair_run(marks, fairness);
        for graph in [&graph, &unfolded] {
            let found = find_accepted(graph, &Marks(marks), fairness, &options, &Silent);
            assert_eq!(found.accepted.is_some(), expected);
            match &found.accepted {
                Some(lasso) => graph.check_lasso(lasso, marks, fairness),
                None => assert_eq!(found.stop, StopReason::Exhausted),
            }
        }
    }
}
