//! Where `spin -t` and SPIN's verifiers read one statement in two ways.
//!
//! While SPIN's simulator follows a trail, `timeout` is always true, and a rendezvous channel always full; to its verifiers, and
//! to us, `timeout` is true where nothing else can happen, and a rendezvous channel never full. No trail can say otherwise: a
//! line names a statement, and the simulator evaluates it.

use machine::index::EdgeId;
use machine::program::{Action, BinaryOperator, ChannelQuery, Expr, ExprKind, UnaryOperator};
use machine::uses::{walk_action, walk_expr};
use machine::{Machine, State, Step};
use machine_model::MachineText;
use model::{Doubt, Place, RunStep};

/// What SPIN's simulator and its verifiers answer in two ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Timeout,
    Rendezvous,
}

impl Question {
    fn reason(self) -> &'static str {
        match self {
            Question::Timeout => "`timeout` is always true in its replay",
            Question::Rendezvous => "a rendezvous channel is always full in its replay",
        }
    }
}

/// The statements of a run that `spin -t` may read otherwise, each once.
pub fn doubts(text: &MachineText, transitions: &[RunStep<State, Step>]) -> Vec<Doubt> {
    let mut found = Vec::new();
    for step in transitions.iter().flat_map(|made| &made.steps) {
        for doubt in of_step(text, step) {
            if !found.contains(&doubt) {
                found.push(doubt);
            }
        }
    }
    found
}

fn of_step(text: &MachineText, step: &Step) -> Vec<Doubt> {
    let model = &text.named;
    let edge = &model.machine.code.edges[step.edge.index()];
    let owner = model.machine.type_of(edge.from);
    let control = &model.machine.program.process_types[owner.index()].control;
    let asking = edge.operations.iter().filter_map(|operation| {
        let question = asked(&model.machine, step.edge, &operation.action)?;
        let span = control.node(operation.node).span;
        let statement = model.statement(&text.sources, &operation.action, span);
        Some(Doubt::new(Place::of(span, &text.sources), statement.text, question.reason()))
    });
    asking.collect()
}

/// The question that an action of the edge depends on.
fn asked(machine: &Machine, edge: EdgeId, action: &Action) -> Option<Question> {
    if let Action::Guard(condition) = action {
        return Asker { machine, edge }.of_condition(condition, true);
    }
    let mut found = None;
    let mut visit = |expr: &Expr| found = found.or(Asker { machine, edge }.of_itself(expr));
    walk_action(action, &mut visit, &mut |_| {});
    found
}

struct Asker<'a> {
    machine: &'a Machine,
    edge: EdgeId,
}

impl Asker<'_> {
    /// The question that a condition depends on which held in the run. Where it is asked `plainly`, the answer of SPIN's
    /// simulator, which is yes more often, cannot make the condition fail.
    fn of_condition(&self, condition: &Expr, plainly: bool) -> Option<Question> {
        match &condition.kind {
            ExprKind::Unary(UnaryOperator::Not, operand) => self.of_condition(operand, !plainly),
            ExprKind::Binary(BinaryOperator::And | BinaryOperator::Or, operands) => {
                let first = self.of_condition(&operands.0, plainly);
                first.or_else(|| self.of_condition(&operands.1, plainly))
            }
            ExprKind::Timeout | ExprKind::Query(ChannelQuery::Full, _) if plainly => None,
            ExprKind::Query(ChannelQuery::NotFull, _) if !plainly => None,
            _ => {
                let mut found = None;
                walk_expr(condition, &mut |expr| found = found.or(self.of_itself(expr)));
                found
            }
        }
    }

    /// The question that an expression is, those within it aside.
    fn of_itself(&self, expr: &Expr) -> Option<Question> {
        match &expr.kind {
            ExprKind::Timeout => Some(Question::Timeout),
            ExprKind::Query(ChannelQuery::Full | ChannelQuery::NotFull, channel) => {
                self.may_be_rendezvous(channel).then_some(Question::Rendezvous)
            }
            _ => None,
        }
    }

    fn may_be_rendezvous(&self, channel: &Expr) -> bool {
        let program = &self.machine.program;
        let meets = |capacity: u32| capacity == 0;
        match &channel.kind {
            ExprKind::Channel(channel) => meets(program.channels[channel.index()].capacity),
            ExprKind::OwnChannel(place) => {
                let from = self.machine.code.edges[self.edge.index()].from;
                let owner = &program.process_types[self.machine.type_of(from).index()];
                let channel = owner.channels[*place as usize];
                meets(program.channels[channel.index()].capacity)
            }
            _ => program.channels.iter().any(|channel| meets(channel.capacity)),
        }
    }
}
