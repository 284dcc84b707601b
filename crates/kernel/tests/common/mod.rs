//! Systems to search, and a plain search to compare with.
#![allow(dead_code)] // Each test uses a part.

pub mod counters;
pub mod delayed;
pub mod first;
pub mod neighbours;
pub mod spread;

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::time::Duration;

use kernel::{
    Found, Order, Property, PropertyId, PropertyKind, SearchOptions, Starts, StateIdentity,
    Transition, TransitionSystem, ViolatedBy, Visitor,
};

pub const ASSERTION: usize = 0;
pub const DEADLOCK: usize = 1;
pub const ERROR: usize = 2;
pub const ODD: usize = 3;
pub const BAD: usize = 4;

pub fn properties() -> Vec<Property> {
    vec![
        Property::new("assertion", PropertyKind::Assertion),
        Property::new("no deadlock", PropertyKind::Deadlock),
        Property::new("no error", PropertyKind::RuntimeError),
        Property::new("not odd", PropertyKind::Invariant),
        Property::new("not bad", PropertyKind::Invariant),
    ]
}

/// An edge of a graph.
#[derive(Clone, Debug)]
pub struct Edge {
    pub target: Option<u32>,
    pub violation: Option<PropertyId>,
}

/// What a node is.
#[derive(Clone, Debug, Default)]
pub struct Node {
    pub edges: Vec<Edge>,
    pub halts: bool,
    pub odd: bool,
    pub bad: bool,
}

/// An explicit graph. The encoding of node 0 is empty, that of others has one to some bytes.
#[derive(Clone, Debug)]
pub struct Graph {
    pub nodes: Vec<Node>,
    pub initial: Vec<u32>,
    pub properties: Vec<Property>,
    /// Sleep a little in each state, so that several threads are worth their while.
    pub slow: bool,
}

impl Graph {
    /// A graph with these edges, none violating, every end a deadlock.
    pub fn plain(edges: &[&[u32]]) -> Graph {
        let node = |targets: &&[u32]| Node {
            edges: targets.iter().map(|&to| Edge { target: Some(to), violation: None }).collect(),
            ..Node::default()
        };
        Graph {
            nodes: edges.iter().map(node).collect(),
            initial: vec![0],
            properties: properties(),
            slow: false,
        }
    }
}

impl TransitionSystem for Graph {
    type State = u32;
    /// The node and the place of the edge in its list.
    type Step = (u32, usize);
    /// The nodes expanded, in order.
    type Scratch = Vec<u32>;

    fn scratch(&self) -> Vec<u32> {
        Vec::new()
    }
    fn initial_states(&self, _: &mut Vec<u32>, starts: &mut dyn Starts<u32>) -> ControlFlow<()> {
        self.initial.iter().try_for_each(|state| starts.start(state))
    }
    fn successors<V: Visitor<Self>>(
        &self,
        state: &u32,
        scratch: &mut Vec<u32>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        scratch.push(*state);
        if self.slow {
            std::thread::sleep(Duration::from_micros(30));
        }
        for (index, edge) in self.nodes[*state as usize].edges.iter().enumerate() {
            visitor.transition(Transition {
                steps: &[(*state, index)],
                target: edge.target.as_ref(),
                violation: edge.violation,
            })?;
        }
        ControlFlow::Continue(())
    }
    fn identity(&self) -> StateIdentity {
        StateIdentity::Whole
    }
    fn encode(&self, state: &u32, out: &mut Vec<u8>) {
        let mut rest = *state;
        while rest > 0 {
            out.push((rest % 7) as u8);
            rest /= 7;
        }
    }
    fn decode(&self, bytes: &[u8], state: &mut u32) {
        *state = bytes.iter().rev().fold(0, |n, &b| n * 7 + u32::from(b));
    }
    fn blank(&self) -> u32 {
        u32::MAX
    }
    fn properties(&self) -> &[Property] {
        &self.properties
    }
    fn violates(&self, state: &u32, invariant: PropertyId, _: &mut Vec<u32>) -> bool {
        let node = &self.nodes[*state as usize];
        match invariant.index() {
            ODD => node.odd,
            BAD => node.bad,
            _ => panic!("asked only for invariants"),
        }
    }
    fn may_halt(&self, state: &u32) -> bool {
        self.nodes[*state as usize].halts
    }
}

/// Dining philosophers who take the left fork first.
pub struct Philosophers {
    pub count: usize,
    pub properties: Vec<Property>,
}

impl TransitionSystem for Philosophers {
    /// For each: thinking, holding the left fork, eating.
    type State = Vec<u8>;
    type Step = usize;
    type Scratch = u64;

    fn scratch(&self) -> u64 {
        0
    }
    fn initial_states(&self, _: &mut u64, starts: &mut dyn Starts<Vec<u8>>) -> ControlFlow<()> {
        starts.start(&vec![0; self.count])
    }
    fn successors<V: Visitor<Self>>(
        &self,
        state: &Vec<u8>,
        expanded: &mut u64,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        *expanded += 1;
        for me in 0..self.count {
            let left = state[(me + self.count - 1) % self.count];
            let right = state[(me + 1) % self.count];
            let may = match state[me] {
                0 => left != 2,
                1 => right == 0,
                _ => true,
            };
            if may {
                let mut target = state.clone();
                target[me] = (state[me] + 1) % 3;
                visitor.transition(Transition {
                    steps: &[me],
                    target: Some(&target),
                    violation: None,
                })?;
            }
        }
        ControlFlow::Continue(())
    }
    fn identity(&self) -> StateIdentity {
        StateIdentity::Whole
    }
    fn encode(&self, state: &Vec<u8>, out: &mut Vec<u8>) {
        out.extend_from_slice(state);
    }
    fn decode(&self, bytes: &[u8], state: &mut Vec<u8>) {
        state.clear();
        state.extend_from_slice(bytes);
    }
    fn blank(&self) -> Vec<u8> {
        Vec::new()
    }
    fn properties(&self) -> &[Property] {
        &self.properties
    }
    /// No state is odd or bad.
    fn violates(&self, _: &Vec<u8>, _: PropertyId, _: &mut u64) -> bool {
        false
    }
    fn may_halt(&self, _: &Vec<u8>) -> bool {
        false
    }
}

/// Every engine, each going on after violations.
pub fn engines() -> Vec<(&'static str, SearchOptions)> {
    let breadth_first =
        |workers| SearchOptions { workers, keep_going: true, ..SearchOptions::default() };
    let depth_first = SearchOptions { order: Order::DepthFirst, ..breadth_first(1) };
    vec![
        ("breadth first", breadth_first(1)),
        ("breadth first, two workers", breadth_first(2)),
        ("breadth first, four workers", breadth_first(4)),
        ("depth first", depth_first),
    ]
}

/// What a plain search finds.
pub struct Reference<State> {
    /// The distance of each state from an initial state.
    pub distances: HashMap<State, u64>,
    pub transitions: u64,
    /// For each property how often it is violated and the length of the shortest run that does.
    pub violations: HashMap<PropertyId, (u64, u64)>,
    /// States in depth-first order, and the length of the longest path.
    pub preorder: Vec<State>,
    pub longest: u64,
}

/// A transition kept.
pub struct Kept<S: TransitionSystem> {
    pub steps: Vec<S::Step>,
    pub target: Option<S::State>,
    pub violation: Option<PropertyId>,
}

pub fn transitions<S: TransitionSystem>(system: &S, state: &S::State) -> Vec<Kept<S>> {
    let mut all = Vec::new();
    let _ =
        system.successors(state, &mut system.scratch(), &mut |transition: Transition<'_, S>| {
            all.push(Kept {
                steps: transition.steps.to_vec(),
                target: transition.target.cloned(),
                violation: transition.violation,
            });
            ControlFlow::Continue(())
        });
    all
}

pub fn initial<S: TransitionSystem>(system: &S) -> Vec<S::State> {
    let mut all = Vec::new();
    let _ = system.initial_states(&mut system.scratch(), &mut |state: &S::State| {
        all.push(state.clone());
        ControlFlow::Continue(())
    });
    all
}

/// The properties that a state itself violates.
pub fn violated<S: TransitionSystem>(system: &S, state: &S::State) -> Vec<PropertyId> {
    let stuck = transitions(system, state).is_empty() && !system.may_halt(state);
    let ids = system.properties().iter().enumerate();
    ids.map(|(index, property)| (PropertyId::new(index), property.kind))
        .filter(|&(id, kind)| match kind {
            PropertyKind::Invariant => system.violates(state, id, &mut system.scratch()),
            PropertyKind::Deadlock => stuck,
            PropertyKind::Assertion | PropertyKind::RuntimeError => false,
        })
        .map(|(id, _)| id)
        .collect()
}

pub fn reference<S: TransitionSystem>(system: &S) -> Reference<S::State>
where
    S::State: Eq + Hash,
{
    let mut found = Reference {
        distances: HashMap::new(),
        transitions: 0,
        violations: HashMap::new(),
        preorder: Vec::new(),
        longest: 0,
    };
    let mut queue = VecDeque::new();
    for state in initial(system) {
        found.transitions += 1;
        if found.distances.insert(state.clone(), 0).is_none() {
            queue.push_back(state);
        }
    }
    while let Some(state) = queue.pop_front() {
        let distance = found.distances[&state];
        let mut note = |property, length| {
            let (count, shortest) = found.violations.entry(property).or_insert((0, length));
            *count += 1;
            *shortest = length.min(*shortest);
        };
        for property in violated(system, &state) {
            note(property, distance);
        }
        for transition in transitions(system, &state) {
            if let Some(property) = transition.violation {
                note(property, distance + 1);
            }
            if let Some(target) = transition.target {
                found.transitions += 1;
                if !found.distances.contains_key(&target) {
                    found.distances.insert(target.clone(), distance + 1);
                    queue.push_back(target);
                }
            }
        }
    }
    let mut seen = HashSet::new();
    for state in initial(system) {
        descend(system, state, 0, &mut seen, &mut found);
    }
    found
}

fn descend<S: TransitionSystem>(
    system: &S,
    state: S::State,
    depth: u64,
    seen: &mut HashSet<S::State>,
    found: &mut Reference<S::State>,
) where
    S::State: Eq + Hash,
{
    if seen.insert(state.clone()) {
        found.longest = found.longest.max(depth);
        found.preorder.push(state.clone());
        for target in transitions(system, &state).into_iter().filter_map(|t| t.target) {
            descend(system, target, depth + 1, seen, found);
        }
    }
}

/// Panics unless the trace is a run of the system that violates the property. Returns its length in transitions.
pub fn replay<S: TransitionSystem>(system: &S, found: &Found<S>) -> u64
where
    S::State: Eq + Debug,
    S::Step: Eq + Debug,
{
    let trace = &found.trace;
    assert!(initial(system).contains(&trace.states[0]));
    for pair in trace.states.windows(2) {
        let mut next = transitions(system, &pair[0]).into_iter();
        assert!(next.any(|t| t.target.as_ref() == Some(&pair[1])), "{pair:?}");
    }
    let end = trace.states.last().unwrap();
    match &trace.violated_by {
        ViolatedBy::State => {
            assert!(violated(system, end).contains(&found.property));
            trace.states.len() as u64 - 1
        }
        ViolatedBy::Transition(steps) => {
            let mut next = transitions(system, end).into_iter();
            assert!(next.any(|t| t.violation == Some(found.property) && t.steps == *steps));
            trace.states.len() as u64
        }
    }
}
