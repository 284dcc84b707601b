//! What is found out about a program before it runs.

use std::sync::Arc;

use super::answers::inflow;
use super::holdings::Holdings;
use super::meetings::Meetings;
use super::objects::{Deeds, Objects};
use super::program::{MOST_WORDS, PartialOrder, Scan, actions};
use super::resolved::observed;
use super::touch::scan;
use crate::index::{LocationId, ProcessTypeId, VariableId};
use crate::machine::Machine;
use crate::process_set::ProcessSet;
use crate::program::{Action, Expr, ExprKind, Region};
use crate::spin::{SpinAction, SpinExpr};
use crate::touches::{self, Role, Touch};
use crate::uses::{starts_process, walk_action, walk_expr};

/// Why every interleaving of a program is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Whether a process may move depends on what all others can do.
    Restricted,
    /// It is asked what all others do, or could do.
    AsksForMoves,
    /// What processes touch would fill too much memory.
    TooLarge,
    /// There may be more processes than sets of them are made for.
    TooManyProcesses,
}

impl Obstacle {
    /// The reason, as the end of a sentence.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Obstacle::Restricted => "processes have priorities or conditions to move",
            Obstacle::AsksForMoves => {
                "the model or a formula asks who moved last, who could move, or where"
            }
            Obstacle::TooLarge => "too much can be touched",
            Obstacle::TooManyProcesses => "there may be too many processes",
        }
    }
}

impl PartialOrder {
    /// What is known of a machine whose claims and invariants are observed.
    ///
    /// # Errors
    /// Why there is no reduction.
    pub(crate) fn of(machine: &Machine) -> Result<Arc<PartialOrder>, Obstacle> {
        let mut observed = Vec::new();
        machine.program.claims.iter().for_each(|claim| claim.walk(&mut |expr| observed.push(expr)));
        observed.extend(machine.program.invariants.iter().map(|it| &it.condition.expr));
        PartialOrder::new(machine, &observed)
    }

    /// What is known of a machine, of which a property observes the values of some expressions: whoever may change one of them
    /// is never preferred to others. (The properties of transitions that machines have, and that of deadlocks, observe nothing.)
    ///
    /// # Errors
    /// Why there is no reduction.
    fn new(machine: &Machine, expressions: &[&Expr]) -> Result<Arc<PartialOrder>, Obstacle> {
        if machine.restricted || machine.program.state_condition.is_some() {
            return Err(Obstacle::Restricted);
        }
        if machine.last.is_some() || asks_for_moves(machine) {
            return Err(Obstacle::AsksForMoves);
        }
        if usize::from(machine.program.semantics.most_processes) > ProcessSet::MOST {
            return Err(Obstacle::TooManyProcesses);
        }
        let objects = Objects::new(machine);
        let sets = 2 * machine.code.locations.len();
        if objects.words().saturating_mul(sets) > MOST_WORDS {
            return Err(Obstacle::TooLarge);
        }
        let mut order = PartialOrder {
            locations: locations(machine),
            fixed: fixed(machine),
            continued: continued(machine),
            scan: Scan::Safe,
            meets_again: false,
            has_rendezvous: machine.program.channels.iter().any(|channel| channel.capacity == 0),
            has_own_channels: machine
                .program
                .channels
                .iter()
                .any(|channel| channel.owner.is_some()),
            counts_processes: counts_processes(machine),
            holdings: (!actions(machine).any(starts_process)).then(|| Holdings::of(machine)),
            inflow: None,
            observed: Deeds::none(objects.words()),
            objects,
        };
        order.scan = scan(machine, &order);
        order.inflow = inflow(machine, &order);
        let meetings = Meetings::of(machine, &order);
        order.meets_again = meetings.may_come_again(machine);
        if order.meets_again {
            meetings.targets(machine).for_each(|to| order.continued[to.index()] = true);
        }
        order.observed = observed(machine, &order, expressions).ok_or(Obstacle::AsksForMoves)?;
        Ok(Arc::new(order))
    }
}

fn asks_for_moves(machine: &Machine) -> bool {
    let mut found = false;
    for action in actions(machine) {
        found |= matches!(action, Action::Spin(SpinAction::SetPriority { .. }));
        walk_action(action, &mut |expr| found |= asks(expr), &mut |_| {});
    }
    found
}

/// Whether it is asked how many processes there are, where ended ones may stay: no process is started then, and models with conditions
/// to move have no reduction.
fn counts_processes(machine: &Machine) -> bool {
    let mut found = false;
    let mut visit = |expr: &Expr| {
        found |= matches!(&expr.kind, ExprKind::Spin(asked) if **asked == SpinExpr::ProcessCount);
    };
    actions(machine).for_each(|action| walk_action(action, &mut visit, &mut |_| {}));
    machine.program.claims.iter().for_each(|claim| claim.walk(&mut visit));
    machine.program.asked_of_states().for_each(|asked| walk_expr(&asked.expr, &mut visit));
    found
}

fn asks(expr: &Expr) -> bool {
    let ExprKind::Spin(asked) = &expr.kind else { return false };
    matches!(
        **asked,
        SpinExpr::Enabled(_)
            | SpinExpr::ControlPoint(_)
            | SpinExpr::Priority(_)
            | SpinExpr::NonProgress
    )
}

fn locations(machine: &Machine) -> Vec<std::ops::Range<usize>> {
    let all = &machine.code.locations;
    (0..machine.program.process_types.len())
        .map(|index| {
            let of_type = |place: &usize| all[*place].process_type.index() == index;
            let first = (0..all.len()).find(of_type).unwrap_or(0);
            let count = (0..all.len()).filter(of_type).count();
            first..first + count
        })
        .collect()
}

fn continued(machine: &Machine) -> Vec<bool> {
    let mut continued = vec![false; machine.code.locations.len()];
    let led = machine.code.edges.iter().filter(|edge| edge.atomic).filter_map(|edge| edge.to);
    led.for_each(|LocationId(to)| continued[to as usize] = true);
    continued
}

/// The local variables of each process type that are never assigned, and tell which cell or channel is meant.
fn fixed(machine: &Machine) -> Vec<Vec<VariableId>> {
    let program = &machine.program;
    let mut assigned = vec![false; program.variables.len()];
    let mut telling = vec![false; program.variables.len()];
    for action in actions(machine) {
        touches::of_action(action, &mut |touch, role| match touch {
            Touch::Write(place) => assigned[place.variable.index()] = true,
            Touch::Read(place) if role == Role::Choice => telling[place.variable.index()] = true,
            _ => {}
        });
    }
    let is_fixed = |&index: &usize| telling[index] && !assigned[index];
    (0..program.process_types.len())
        .map(|of| {
            let local = Region::Local(ProcessTypeId::new(of));
            let own = (0..program.variables.len())
                .filter(|&index| program.variables[index].region == local)
                .filter(is_fixed);
            own.map(VariableId::new).collect()
        })
        .collect()
}
