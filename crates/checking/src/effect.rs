//! Whether a symmetry makes a search any shorter.
//!
//! A group need not: it may only permute what no reachable state tells apart, or values that are held by nothing but
//! constants, so that the images of reachable states are never reached.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use groups::Patience;
use kernel::{
    Budget, Ending, GraphEdge, GraphNode, GraphVisitor, Limits, SearchOptions, Silent, StopReason,
    TransitionSystem, walk_graph,
};
use model::Reduced;
use symmetry::{Canonical, Quotient, Representative, Symmetric};

/// What a symmetry does to the reachable states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Some of them have one representative: these are searched once.
    Reduces,
    /// Each has one of its own. (A reduced search may be shorter all the same, since it drops what does not matter in a state.)
    None,
    /// Each of so many has one of its own; there are others.
    NoneOn(u64),
}

/// No more states are looked at. A symmetry that has an effect shows it within a few, as a rule.
pub(crate) const MOST_STATES: u64 = 10_000;
/// No more time is spent.
const TIME: Duration = Duration::from_secs(2);
/// Nor more memory for the states.
const MEMORY: u64 = 64 << 20;

impl Effect {
    /// Whether the symmetry reduces anything, where that is known.
    #[must_use]
    pub fn reduces(self) -> Option<bool> {
        match self {
            Effect::Reduces => Some(true),
            Effect::None => Some(false),
            Effect::NoneOn(_) => None,
        }
    }

    /// What the smallest quotient would tell, of the states that are met first.
    pub(crate) fn of<R: Reduced>(reduction: &R, budget: &Budget) -> Effect {
        let options = SearchOptions { budget: budget.clone(), ..SearchOptions::default() };
        let own = own_budget();
        let mut ask = |bytes| {
            own.go_on(bytes)?;
            budget.go_on(bytes)
        };
        match Canonical::new_within(reduction.symmetry(), &mut Patience::new(&mut ask)) {
            Ok(canonical) => Effect::by(reduction, &canonical, &options),
            Err(_) => Effect::NoneOn(0),
        }
    }

    /// What a unique strategy tells, of the states that are met first.
    pub(crate) fn by<R: Reduced>(
        reduction: &R,
        strategy: &impl Representative,
        options: &SearchOptions,
    ) -> Effect {
        let limits = Limits {
            states: Some(MOST_STATES),
            memory_bytes: Some(MEMORY),
            time: Some(TIME),
            depth: None,
        };
        let options = SearchOptions { limits, ..options.clone() };
        let mut merging = Merging {
            quotient: Quotient::new(reduction.system(), strategy),
            scratch: strategy.scratch(),
            representative: reduction.system().blank(),
            known: HashSet::new(),
            merges: false,
            budgets: [own_budget(), options.budget.clone()],
        };
        let walk = walk_graph(reduction.system(), &options, &Silent, &mut merging);
        match (merging.merges, walk.stop) {
            (true, _) => Effect::Reduces,
            (false, StopReason::Exhausted) => Effect::None,
            (false, _) => Effect::NoneOn(walk.statistics.states),
        }
    }
}

/// Looks for two states with one representative.
struct Merging<'a, S: Symmetric, R: Representative> {
    quotient: Quotient<'a, S, R>,
    scratch: R::Scratch,
    representative: S::State,
    /// The representatives, encoded.
    known: HashSet<Vec<u8>>,
    merges: bool,
    budgets: [Budget; 2],
}

/// What the question is worth.
fn own_budget() -> Budget {
    Budget::new(&Limits { time: Some(TIME), ..Limits::default() }, None)
}

impl<S: Symmetric, R: Representative> GraphVisitor<S> for Merging<'_, S, R> {
    fn enter(&mut self, node: GraphNode<'_, S>) -> ControlFlow<()> {
        let Merging { quotient, scratch, representative, budgets, .. } = self;
        let mut ask = |bytes| budgets.iter().try_for_each(|budget| budget.go_on(bytes));
        let patience = &mut Patience::new(&mut ask);
        if quotient.represent_within(node.state, representative, scratch, patience).is_err() {
            return ControlFlow::Break(());
        }
        let mut bytes = Vec::new();
        self.quotient.encode(&self.representative, &mut bytes);
        self.merges = !self.known.insert(bytes);
        if self.merges { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn edge(&mut self, _: GraphEdge<'_, S>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn leave(&mut self, _: u64, _: Ending) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
