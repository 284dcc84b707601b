//! A search asks the machine's edge code, and nothing else, whether edges can begin and what they do; a replay asks the interpreter.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::{SPAN, bytes, counters, ending, explore, machine, token_ring};
use machine::index::EdgeId;
use machine::program::{Action, CellType, Channel, Expr, Field, Pattern, Reception, Region};
use machine::semantics::Semantics;
use machine::{
    EdgeCode, Fault, Interpreter, Machine, Observer, Offer, Part, ProgramBuilder, Readiness, Step,
    StepResult, Turn, View,
};

/// The interpreter, but for edges that it says nobody can begin, or whose message nobody takes.
#[derive(Debug, Default)]
struct Refusing {
    begin: Vec<EdgeId>,
    accept: Vec<EdgeId>,
    executed: AtomicUsize,
}

impl EdgeCode for Refusing {
    fn readiness(
        &self,
        view: View<'_>,
        edge: EdgeId,
        moved: bool,
        message: &mut Vec<i32>,
    ) -> Result<Readiness, Fault> {
        if self.begin.contains(&edge) {
            return Ok(Readiness::Blocked);
        }
        Interpreter.readiness(view, edge, moved, message)
    }

    fn accepts(&self, view: View<'_>, edge: EdgeId, offer: Offer<'_>) -> Result<bool, Fault> {
        Ok(!self.accept.contains(&edge) && Interpreter.accepts(view, edge, offer)?)
    }

    fn execute(&self, turn: Turn<'_>, edge: EdgeId, part: Part<'_>) -> StepResult {
        self.executed.fetch_add(1, Ordering::Relaxed);
        Interpreter.execute(turn, edge, part)
    }
}

/// States, and transitions with the one that leads into the initial state.
fn size(machine: &Machine) -> (u64, u64) {
    let statistics = explore(machine).statistics;
    (statistics.states, statistics.transitions)
}

/// One process sends 7 through a channel without a buffer, another stores it in `got`.
fn rendezvous() -> Machine {
    let mut builder = ProgramBuilder::new(Semantics::default());
    let got = bytes(&mut builder, "got", Region::Global, &[]);
    let link = builder.channel(Channel::new("link", 0, vec![Field::new(CellType::BYTE)], SPAN));
    let store = Pattern::Store(builder.program.place(got, Vec::new()));
    let send = Action::Send {
        channel: Expr::channel(link),
        sorted: false,
        message: vec![Expr::constant(7)],
    };
    let receive = Action::Receive(Reception {
        channel: Expr::channel(link),
        patterns: vec![store],
        random: false,
        copy: false,
    });
    ending(&mut builder, "sender", vec![send], 1);
    ending(&mut builder, "receiver", vec![receive], 1);
    machine(builder)
}

/// The edges whose first action is one that is looked for.
fn edges(machine: &Machine, wanted: impl Fn(&Action) -> bool) -> Vec<EdgeId> {
    let edges = EdgeId::below(machine.code.edges.len());
    let first = |edge: &EdgeId| machine.code.edges[edge.index()].operations.first();
    edges.filter(|edge| first(edge).is_some_and(|first| wanted(&first.action))).collect()
}

#[test]
fn edge_code_that_delegates_changes_nothing() {
    for machine in [token_ring(5), counters(4, true), rendezvous()] {
        let delegating = Arc::new(Refusing::default());
        assert_eq!(size(&machine.with_edge_code(delegating.clone())), size(&machine));
        assert!(delegating.executed.load(Ordering::Relaxed) > 0);
    }
}

#[test]
fn an_edge_that_it_refuses_is_not_taken() {
    // Without the guard's edge nobody in the ring moves.
    let ring = token_ring(5);
    let begin = edges(&ring, |action| matches!(action, Action::Guard(_)));
    assert_eq!(begin.len(), 1);
    let refusing = Refusing { begin, ..Refusing::default() };
    assert_eq!(size(&ring.with_edge_code(Arc::new(refusing))), (1, 1));
}

#[test]
fn a_message_that_it_refuses_is_not_taken() {
    let machine = rendezvous();
    // The exchange, then the two ends, the younger first.
    assert_eq!(size(&machine).0, 4);
    let begin = edges(&machine, |action| matches!(action, Action::Send { .. }));
    let accept = edges(&machine, |action| matches!(action, Action::Receive(_)));
    for refusing in
        [Refusing { begin, ..Refusing::default() }, Refusing { accept, ..Refusing::default() }]
    {
        assert_eq!(size(&machine.with_edge_code(Arc::new(refusing))), (1, 1));
    }
}

struct Silent;

impl Observer for Silent {}

#[test]
fn a_replay_asks_the_interpreter() {
    let machine = counters(1, false);
    let begin = edges(&machine, |_| true);
    let refusing = Arc::new(Refusing { begin, ..Refusing::default() });
    let refused = machine.with_edge_code(refusing.clone());
    let process = machine.initial().process_ids().next().expect("a process");
    let assign = edges(&machine, |action| matches!(action, Action::Assign(..)))[0];
    let step = Step { process, edge: assign, result: StepResult::Done };
    let after = refused.replay(machine.initial(), &[step], false, &mut Silent);
    assert_eq!(after, machine.replay(machine.initial(), &[step], false, &mut Silent));
    assert_ne!(&after, machine.initial());
    assert_eq!(refusing.executed.load(Ordering::Relaxed), 0);
}
