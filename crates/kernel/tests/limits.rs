//! Every limit ends a search as it says, whatever the engine.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::common::delayed::Delayed;
use crate::common::{Graph, engines, reference};
use kernel::{
    Acceptor, Budget, Ending, Fairness, GraphEdge, GraphNode, GraphVisitor, Limits, Observable,
    Order, Phase, Progress, Property, PropertyId, Reporter, SearchOptions, Silent, Starts,
    StateIdentity, StopReason, Transition, TransitionSystem, Valuation, Visitor, find_accepted,
    no_invariants, search, search_by_levels, walk_graph,
};

/// Numbers without end: from each to its successor, its double, and itself; or, from zero alone, transitions without end.
struct Endless {
    one_state: bool,
}

impl TransitionSystem for Endless {
    type State = u64;
    type Step = ();
    type Scratch = ();

    fn scratch(&self) {}
    fn initial_states(&self, _: &mut (), starts: &mut dyn Starts<u64>) -> ControlFlow<()> {
        starts.start(&0)
    }
    fn successors<V: Visitor<Self>>(
        &self,
        state: &u64,
        _: &mut (),
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let mut visit = |target: u64| {
            visitor.transition(Transition { steps: &[()], target: Some(&target), violation: None })
        };
        loop {
            visit(*state)?;
            if !self.one_state {
                visit(state + 1)?;
                return visit(state.wrapping_mul(2));
            }
        }
    }
    fn identity(&self) -> StateIdentity {
        StateIdentity::Whole
    }
    fn encode(&self, state: &u64, out: &mut Vec<u8>) {
        out.extend_from_slice(&state.to_le_bytes());
    }
    fn decode(&self, bytes: &[u8], state: &mut u64) {
        *state = u64::from_le_bytes(bytes.try_into().unwrap());
    }
    fn blank(&self) -> u64 {
        0
    }
    fn properties(&self) -> &[Property] {
        &[]
    }
    fn violates(&self, _: &u64, invariant: PropertyId, _: &mut ()) -> bool {
        no_invariants(invariant)
    }
    fn may_halt(&self, _: &u64) -> bool {
        true
    }
}

const SYSTEMS: [Endless; 2] = [Endless { one_state: false }, Endless { one_state: true }];

fn with(options: &SearchOptions, limits: Limits) -> SearchOptions {
    SearchOptions { limits, ..options.clone() }
}

/// A binary tree of nodes 0 to 62, whose leaves lead back to the root.
fn tree() -> Graph {
    let edges: Vec<Vec<u32>> =
        (0..63).map(|n| if n < 31 { vec![2 * n + 1, 2 * n + 2] } else { vec![0] }).collect();
    Graph::plain(&edges.iter().map(|e| &e[..]).collect::<Vec<_>>())
}

#[test]
fn depth() {
    let tree = tree();
    for (name, options) in engines() {
        for limit in 0..8 {
            let limits = Limits { depth: Some(limit), ..Limits::default() };
            let outcome = search(&tree, &with(&options, limits), &Silent);
            let counted = outcome.statistics;
            assert_eq!(counted.depth, limit.min(5), "{name}");
            assert_eq!(counted.states, (2 << limit.min(5)) - 1, "{name}");
            // The root, every edge down, and the edges back if the leaves were expanded.
            let back = if limit > 5 { 32 } else { 0 };
            assert_eq!(counted.transitions, counted.states + back, "{name}");
            let stop = if limit > 5 { StopReason::Exhausted } else { StopReason::DepthLimit };
            assert_eq!(outcome.stop, stop, "{name}, limit {limit}");
        }
    }
}

#[test]
fn depth_checks_the_invariants_of_the_last_level() {
    let mut tree = tree();
    tree.nodes[6].odd = true;
    tree.nodes[14].odd = true;
    for (name, options) in engines() {
        let limits = Limits { depth: Some(2), ..Limits::default() };
        let outcome = search(&tree, &with(&options, limits), &Silent);
        assert_eq!((outcome.stop, outcome.violation_count), (StopReason::DepthLimit, 1), "{name}");
        assert_eq!(outcome.violations[0].trace.states, [0, 2, 6], "{name}");
    }
}

#[test]
fn states() {
    let tree = tree();
    let all = reference(&tree);
    for (name, options) in engines() {
        for limit in 0..70 {
            let limits = Limits { states: Some(limit), ..Limits::default() };
            let outcome = search(&tree, &with(&options, limits), &Silent);
            let stop = if limit < 63 { StopReason::StateLimit } else { StopReason::Exhausted };
            assert_eq!(outcome.stop, stop, "{name}, limit {limit}");
            let states = outcome.statistics.states;
            assert!(
                states >= limit.min(63) && states < limit + options.workers as u64,
                "{name}, limit {limit}"
            );
            if limit >= 63 {
                assert_eq!(outcome.statistics.transitions, all.transitions, "{name}");
            }
        }
    }
}

#[test]
fn states_that_are_answered_late() {
    let tree = tree();
    for limit in 0..70 {
        let limits = Limits { states: Some(limit), ..Limits::default() };
        let options = SearchOptions { limits, keep_going: true, ..SearchOptions::default() };
        let outcome = search_by_levels(&tree, &Delayed::default(), &options, &Silent);
        let stop = if limit < 63 { StopReason::StateLimit } else { StopReason::Exhausted };
        assert_eq!(outcome.stop, stop, "limit {limit}");
        assert_eq!(outcome.statistics.states, limit.min(63), "limit {limit}");
    }
}

#[test]
fn memory() {
    for (name, options) in engines() {
        let limits = Limits { memory_bytes: Some(3_000_000), ..Limits::default() };
        let outcome = search(&SYSTEMS[0], &with(&options, limits), &Silent);
        assert_eq!(outcome.stop, StopReason::MemoryLimit, "{name}");
        let counted = outcome.statistics;
        let taken = counted.store_bytes + counted.frontier_bytes;
        assert!((2_900_000..4_500_000).contains(&taken), "{name}: {taken}");
    }
}

#[test]
fn time() {
    for (name, options) in engines() {
        for system in SYSTEMS {
            let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
            let outcome = search(&system, &with(&options, limits), &Silent);
            assert_eq!(outcome.stop, StopReason::TimeLimit, "{name}");
            assert!(outcome.statistics.elapsed >= Duration::from_millis(50), "{name}");
            assert!(outcome.statistics.elapsed < Duration::from_secs(5), "{name}");
        }
    }
}

#[test]
fn cancelled_beforehand() {
    for (name, options) in engines() {
        let options = SearchOptions { cancel: Some(Arc::new(AtomicBool::new(true))), ..options };
        let outcome = search(&SYSTEMS[0], &options, &Silent);
        assert_eq!(outcome.stop, StopReason::Cancelled, "{name}");
        assert_eq!(outcome.statistics.states, 0, "{name}");
        assert_eq!(outcome.scratches.len(), options.workers);
    }
}

#[test]
fn cancelled_meanwhile() {
    for (name, options) in engines() {
        for system in SYSTEMS {
            let cancel = Arc::new(AtomicBool::new(false));
            let options = SearchOptions { cancel: Some(cancel.clone()), ..options.clone() };
            let outcome = std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(30));
                    cancel.store(true, Relaxed);
                });
                search(&system, &options, &Silent)
            });
            assert_eq!(outcome.stop, StopReason::Cancelled, "{name}");
            assert!(outcome.statistics.transitions > 0, "{name}");
        }
    }
}

/// Checks that what is reported only grows, and counts the reports.
#[derive(Default)]
struct Watch {
    reports: AtomicU64,
    transitions: AtomicU64,
}

impl Reporter for Watch {
    fn phase(&self, _: Phase) {}

    fn progress(&self, progress: &Progress) {
        self.reports.fetch_add(1, Relaxed);
        assert!(progress.states > 0 && progress.store_bytes > 0 && progress.frontier > 0);
        assert!(progress.frontier <= progress.states);
        assert!(progress.elapsed >= Duration::from_millis(500));
        assert!(self.transitions.swap(progress.transitions, Relaxed) < progress.transitions);
    }
}

#[test]
fn progress() {
    for order in [Order::BreadthFirst, Order::DepthFirst] {
        let limits = Limits { time: Some(Duration::from_millis(1200)), ..Limits::default() };
        let options = SearchOptions { order, limits, ..SearchOptions::default() };
        let watch = Watch::default();
        search(&SYSTEMS[0], &options, &watch);
        let reports = watch.reports.load(Relaxed);
        assert!((1..=2).contains(&reports), "{reports} reports");
    }
}

#[test]
fn a_system_that_hides_the_break_is_cut_short_all_the_same() {
    struct Deaf(Graph);
    impl TransitionSystem for Deaf {
        type State = u32;
        type Step = ();
        type Scratch = ();
        fn scratch(&self) {}
        fn initial_states(&self, _: &mut (), starts: &mut dyn Starts<u32>) -> ControlFlow<()> {
            self.0.initial.iter().try_for_each(|state| starts.start(state))
        }
        fn successors<V: Visitor<Self>>(
            &self,
            state: &u32,
            _: &mut (),
            visitor: &mut V,
        ) -> ControlFlow<()> {
            for edge in &self.0.nodes[*state as usize].edges {
                let transition =
                    Transition { steps: &[], target: edge.target.as_ref(), violation: None };
                let _ = visitor.transition(transition);
            }
            // And a `Break` that nobody asked for.
            ControlFlow::Break(())
        }
        fn identity(&self) -> StateIdentity {
            StateIdentity::Whole
        }
        fn encode(&self, state: &u32, out: &mut Vec<u8>) {
            self.0.encode(state, out);
        }
        fn decode(&self, bytes: &[u8], state: &mut u32) {
            self.0.decode(bytes, state);
        }
        fn blank(&self) -> u32 {
            0
        }
        fn properties(&self) -> &[Property] {
            &[]
        }
        fn violates(&self, _: &u32, invariant: PropertyId, _: &mut ()) -> bool {
            no_invariants(invariant)
        }
        fn may_halt(&self, _: &u32) -> bool {
            true
        }
    }
    let system = Deaf(tree());
    for (name, options) in engines() {
        let outcome = search(&system, &options, &Silent);
        assert_eq!(
            (outcome.stop, outcome.statistics.states),
            (StopReason::Exhausted, 63),
            "{name}"
        );
        let limits = Limits { states: Some(9), ..Limits::default() };
        let outcome = search(&system, &with(&options, limits), &Silent);
        assert_eq!(
            (outcome.stop, outcome.statistics.states),
            (StopReason::StateLimit, 9),
            "{name}"
        );
    }
}

#[test]
fn a_budget_that_other_phases_have_spent_ends_the_search() {
    let budget = |limits: Limits, cancel| Budget::new(&limits, cancel);
    let spent = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let small = Limits { memory_bytes: Some(0), ..Limits::default() };
    let cancelled = Some(Arc::new(AtomicBool::new(true)));
    let cases = [
        (budget(spent, None), StopReason::TimeLimit),
        (budget(small, None), StopReason::MemoryLimit),
        (budget(spent, cancelled), StopReason::Cancelled),
    ];
    for (name, options) in engines() {
        for (budget, reason) in &cases {
            let options = SearchOptions { budget: budget.clone(), ..options.clone() };
            let outcome = search(&SYSTEMS[0], &options, &Silent);
            assert_eq!(outcome.stop, *reason, "{name}");
            assert_eq!(outcome.statistics.states, 0, "{name}");
        }
    }
}

#[test]
fn a_budget_is_shared_by_its_clones() {
    let cancel = Arc::new(AtomicBool::new(false));
    let budget = Budget::new(&Limits::default(), Some(cancel.clone()));
    let clone = budget.clone();
    assert_eq!((budget.check(u64::MAX), clone.go_on(0)), (Ok(()), ControlFlow::Continue(())));
    cancel.store(true, Relaxed);
    assert_eq!(budget.check(0), Err(StopReason::Cancelled));
    assert_eq!(clone.go_on(0), ControlFlow::Break(()));
    assert!(clone.elapsed() <= budget.elapsed());
}

/// A system that never comes to its first initial state, and pauses meanwhile.
struct Waiting;

impl TransitionSystem for Waiting {
    type State = ();
    type Step = ();
    type Scratch = ();
    fn scratch(&self) {}
    fn initial_states(&self, (): &mut (), starts: &mut dyn Starts<()>) -> ControlFlow<()> {
        loop {
            starts.pause()?;
        }
    }
    fn successors<V: Visitor<Self>>(&self, (): &(), (): &mut (), _: &mut V) -> ControlFlow<()> {
        ControlFlow::Continue(())
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

impl Observable for Waiting {
    fn valuation(&self, (): &(), (): &mut ()) -> Valuation {
        Valuation::default()
    }
    fn threads(&self, (): &()) -> usize {
        1
    }
    fn actor(&self, _: &[()]) -> Option<u32> {
        Some(0)
    }
    fn renaming<'s>(&self, (): &'s ()) -> Option<&'s [u32]> {
        None
    }
}

/// Accepts every run.
struct Anything;

impl Acceptor for Anything {
    fn initial(&self) -> u32 {
        0
    }
    fn marks(&self) -> u64 {
        0
    }
    fn moves(&self, _: u32, _: Valuation, visit: &mut dyn FnMut(u32, u64)) -> bool {
        visit(0, 0);
        true
    }
}

/// Sees nothing.
struct Blind;

impl GraphVisitor<Waiting> for Blind {
    fn enter(&mut self, _: GraphNode<'_, Waiting>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    fn edge(&mut self, _: GraphEdge<'_, Waiting>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    fn leave(&mut self, _: u64, _: Ending) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[test]
fn limits_hold_before_the_first_state() {
    for limited_by_job in [false, true] {
        let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
        let options = match limited_by_job {
            true => {
                SearchOptions { budget: Budget::new(&limits, None), ..SearchOptions::default() }
            }
            false => SearchOptions { limits, ..SearchOptions::default() },
        };
        for order in [Order::BreadthFirst, Order::DepthFirst] {
            let options = SearchOptions { order, ..options.clone() };
            let outcome = search(&Waiting, &options, &Silent);
            assert_eq!((outcome.stop, outcome.statistics.states), (StopReason::TimeLimit, 0));
        }
        assert_eq!(walk_graph(&Waiting, &options, &Silent, &mut Blind).stop, StopReason::TimeLimit);
        let found = find_accepted(&Waiting, &Anything, Fairness::None, &options, &Silent);
        assert_eq!(found.stop, StopReason::TimeLimit);
    }
}
