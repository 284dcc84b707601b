//! Loops of movers: what a process does in them disturbs nobody, and nobody disturbs it, so that the loop is as good as one step
//! (Lipton, *Reduction: a method of proving properties of parallel programs*, CACM 18, 1975).
//!
//! A process is *undisturbed* at a location if nothing that others may ever do, wherever they are, could change what its edges there
//! do, or whether they can happen, nor does a property look at what they change. In a state with a process there that can move, its
//! transitions are a persistent set (see [the module above](super)), whatever the others do: the states in between need not be
//! stored, nor do the others move in them. Where it cannot move, because it waits to send, the state is stored like any other.
//!
//! Guarantee: the one of partial order reduction, as no process goes on for ever between two stored states: where one comes back to where
//! it was, or goes on for long, that state is stored, and what keeps control by itself (`atomic`, `d_step`) is never gone on into.
//! Cost: a set of words for each process and location, before the search. Limits: short loops that [count their
//! rounds](super::counted) and go straight on, where full channels make senders wait; with one initial state.

use std::sync::Arc;

use super::counted::in_counted_loops;
use super::objects::{Deeds, meet};
use super::program::{MOST_WORDS, PartialOrder, actions};
use super::resolved::{resolved_words, unknown_futures};
use super::resolver::Resolver;
use super::touch::Actor;
use crate::action::Action;
use crate::compile::{Code, Edge, Location};
use crate::expression::{BinaryOperator, Expr, ExprKind};
use crate::index::{LocationId, ProcessTypeId};
use crate::machine::Machine;
use crate::semantics::FullChannel;
use crate::step::Step;
use crate::touches::{Touch, of_action};

/// A process, or all that may be started of a type.
struct Someone {
    process_type: ProcessTypeId,
    /// What it may ever do.
    future: Deeds,
    /// What it minds at each location of its type.
    minded: Vec<Deeds>,
    /// Whether there may be others like it.
    several: bool,
}

impl Machine {
    /// For each edge whether its process may go on after it as if it kept control, because it comes into a loop of movers; none if no
    /// edge is such a one.
    #[must_use]
    pub fn movers(&self) -> Option<&[bool]> {
        self.movers.get_or_init(|| self.find_movers()).as_deref()
    }

    fn find_movers(&self) -> Option<Vec<bool>> {
        let order = self.partial_order.as_ref().ok()?;
        let mut steady = undisturbed(self, order)?;
        for (steady, location) in steady.iter_mut().zip(&self.code.locations) {
            *steady &= goes_straight_on(self, location);
        }
        let inside = in_counted_loops(self, &steady);
        let comes_inside = |edge: &Edge| {
            let passes_on = order.has_rendezvous && begins_with_send(edge);
            !edge.atomic && !passes_on && edge.to.is_some_and(|to| inside[to.index()])
        };
        let movers: Vec<bool> = self.code.edges.iter().map(comes_inside).collect();
        movers.contains(&true).then_some(movers)
    }

    /// For each location whether every process there is undisturbed by what others may ever do; none if that is not known.
    #[must_use]
    pub fn undisturbed(&self) -> Option<Vec<bool>> {
        undisturbed(self, self.partial_order.as_ref().ok()?)
    }

    /// The same machine with processes that go on after these edges.
    #[must_use]
    pub fn joining(&self, movers: &[bool]) -> Machine {
        let mut code: Code = (*self.code).clone();
        for (edge, &joined) in code.edges.iter_mut().zip(movers) {
            edge.joined = joined;
            edge.atomic |= joined;
        }
        // Who is to move in a state that is stored is found out as before: in those in between it is whoever moves.
        self.with_code(Arc::new(code))
    }

    /// The steps of a transition of the machine that [joins](Machine::joining) some, as those of transitions of this one. (Two
    /// processes make the steps of a rendezvous, which belong together.)
    #[must_use]
    pub fn transitions_of<'s>(&self, steps: &'s [Step]) -> Vec<&'s [Step]> {
        let goes_on = |pair: &[Step]| {
            pair[0].process != pair[1].process || self.code.edges[pair[0].edge.index()].atomic
        };
        let mut transitions = Vec::new();
        let mut rest = steps;
        while let Some(last) = rest.windows(2).position(|pair| !goes_on(pair)) {
            let (transition, others) = rest.split_at(last + 1);
            transitions.push(transition);
            rest = others;
        }
        transitions.push(rest);
        transitions
    }
}

/// Who sends in a rendezvous hands control over.
fn begins_with_send(edge: &Edge) -> bool {
    matches!(edge.operations.first().map(|first| &first.action), Some(Action::Send { .. }))
}

/// For each location whether every process there is undisturbed; none if that is not known.
fn undisturbed(machine: &Machine, order: &PartialOrder) -> Option<Vec<bool>> {
    let waits = machine.program.semantics.full_channel == FullChannel::Blocks;
    if !waits || machine.all_initial().len() != 1 {
        return None;
    }
    let all = everybody(machine, order)?;
    let mut undisturbed = vec![true; machine.code.locations.len()];
    for (place, someone) in all.iter().enumerate() {
        let others = all.iter().enumerate().filter(|&(other, _)| other != place || someone.several);
        let mut disturbing = order.observed.clone();
        others.for_each(|(_, other)| {
            disturbing.add_all(other.future.words());
        });
        let range = order.locations[someone.process_type.index()].clone();
        for (location, minded) in range.zip(&someone.minded) {
            undisturbed[location] &= !meet(minded.words(), disturbing.words());
        }
    }
    Some(undisturbed)
}

/// Whether there is one way on from a location in each state, by single statements: what has many ways is followed in each of them anew, and
/// what takes control for itself may keep it for ever.
fn goes_straight_on(machine: &Machine, location: &Location) -> bool {
    let edges: Vec<&Edge> =
        location.edges.iter().map(|edge| &machine.code.edges[edge.index()]).collect();
    let of_type = &machine.program.process_types[location.process_type.index()];
    let is_single = |edge: &&Edge| {
        let mut actions = edge.operations.iter().map(|operation| &operation.action);
        let is_block = |action: &Action| matches!(action, Action::Deterministic(_));
        !edge.atomic && edge.escape.is_none() && !actions.any(is_block)
    };
    let pairs = edges.iter().enumerate();
    !of_type.deterministic
        && edges.iter().all(is_single)
        && pairs.into_iter().all(|(place, a)| edges[place + 1..].iter().all(|b| exclude(a, b)))
}

/// Whether no more than one of two edges is possible in a state.
fn exclude(a: &Edge, b: &Edge) -> bool {
    let (first, second) = (conjuncts(a), conjuncts(b));
    a.is_else() || b.is_else() || first.iter().any(|a| second.iter().any(|b| contradict(a, b)))
}

/// A comparison, or another condition that is to be true or not.
type Conjunct<'e> = (Option<BinaryOperator>, [&'e Expr; 2]);

fn conjuncts(edge: &Edge) -> Vec<Conjunct<'_>> {
    let mut conjuncts = Vec::new();
    if let Some(Action::Guard(guard)) = edge.operations.first().map(|first| &first.action) {
        split(guard, &mut conjuncts);
    }
    conjuncts
}

fn split<'e>(guard: &'e Expr, conjuncts: &mut Vec<Conjunct<'e>>) {
    match &guard.kind {
        ExprKind::Binary(BinaryOperator::And, parts) => {
            split(&parts.0, conjuncts);
            split(&parts.1, conjuncts);
        }
        ExprKind::Binary(operator, parts) => {
            conjuncts.push((Some(*operator), [&parts.0, &parts.1]))
        }
        _ => conjuncts.push((None, [guard, guard])),
    }
}

/// Whether two conditions never hold together: comparisons of the same.
fn contradict(a: &Conjunct<'_>, b: &Conjunct<'_>) -> bool {
    use BinaryOperator::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    let (Some(first), Some(second)) = (a.0, b.0) else { return false };
    let opposite = matches!(
        (first, second),
        (Less, GreaterEqual | Greater | Equal)
            | (LessEqual, Greater)
            | (Greater, LessEqual | Less | Equal)
            | (GreaterEqual, Less)
            | (Equal, NotEqual | Less | Greater)
            | (NotEqual, Equal)
    );
    opposite && a.1 == b.1
}

/// Who is there from the start, and who may be started.
fn everybody(machine: &Machine, order: &PartialOrder) -> Option<Vec<Someone>> {
    let state = machine.initial();
    let types = state.process_ids().map(|process| machine.type_of(state.location(process)));
    let words = types.clone().map(|of| resolved_words(order, of)).fold(0, usize::saturating_add);
    if words > MOST_WORDS {
        return None;
    }
    let started = unknown_futures(machine, order);
    let mut all = Vec::new();
    for (process, of) in state.process_ids().zip(types) {
        let actor = Actor::known(machine, state, process);
        let first = state.location(process);
        all.push(Someone::new(order, actor, of, first, &started)?);
    }
    for of in started_types(machine) {
        let first = machine.code.entries[of.index()];
        let someone = Someone::new(order, Actor::unknown(machine), of, first, &started)?;
        all.push(Someone { several: true, ..someone });
    }
    Some(all)
}

/// The types of which processes may be started.
fn started_types(machine: &Machine) -> Vec<ProcessTypeId> {
    let mut types = Vec::new();
    for action in actions(machine) {
        of_action(action, &mut |touch, _| {
            if let Touch::Start(of) = touch {
                types.push(of);
            }
        });
    }
    types.sort_unstable();
    types.dedup();
    types
}

impl Someone {
    /// None if it cannot be said which channels are meant.
    fn new(
        order: &PartialOrder,
        actor: Actor<'_>,
        process_type: ProcessTypeId,
        first: LocationId,
        started: &[Deeds],
    ) -> Option<Someone> {
        let range = order.locations[process_type.index()].clone();
        let mut resolver = Resolver::new(order, actor, process_type, started);
        let future = resolver.futures(range.clone()).swap_remove(first.index() - range.start);
        let minded = resolver.minded_by_movers(range);
        (!resolver.fails).then_some(Someone { process_type, future, minded, several: false })
    }
}
