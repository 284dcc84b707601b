//! Where order does not matter: chains of `&&` and `||`, constant assignments, exclusive guards.

use machine::index::VariableId;
use machine::program::{Action, BinaryOperator, DeterministicBlock, Expr, ExprKind};

use super::constraint::{Constraint, Demands};

/// The operands of a chain of one operator.
pub fn flatten<'e>(operator: BinaryOperator, expr: &'e Expr, operands: &mut Vec<&'e Expr>) {
    let mut pending = vec![expr];
    while let Some(expr) = pending.pop() {
        match &expr.kind {
            ExprKind::Binary(inner, parts) if *inner == operator => {
                pending.push(&parts.1);
                pending.push(&parts.0);
            }
            _ => operands.push(expr),
        }
    }
}

/// Whether two actions can change places: constant assignments to cells that surely differ.
pub fn commute(a: &Action, b: &Action) -> bool {
    commute_as(a, b, Demands::default())
}

/// The same with what a test leaves out.
pub(super) fn commute_as(a: &Action, b: &Action, demands: Demands) -> bool {
    match (constant_target(a, demands), constant_target(b, demands)) {
        (Some(a), Some(b)) => a != b || !demands.make(Constraint::CommutingCells),
        _ => false,
    }
}

/// Runs of points that have one option each and can be reached only one after the other.
pub(super) struct StraightRuns {
    /// The points of the run that starts here, if one does.
    pub runs: Vec<Option<Vec<usize>>>,
    /// Whether a point belongs to a run that starts elsewhere.
    pub swallowed: Vec<bool>,
}

/// Finds the runs of a block.
pub(super) fn straight_runs(block: &DeterministicBlock, demands: Demands) -> StraightRuns {
    let count = block.points.len();
    let mut arrivals = vec![0; count];
    arrivals[0] += 1;
    for (_, target) in block.points.iter().flat_map(|p| &p.options) {
        if let Some(target) = target {
            arrivals[*target as usize] += 1;
        }
    }
    let single = |p: usize| block.points[p].options.len() == 1;
    let follower = |p: usize| {
        let target = block.points[p].options[0].1? as usize;
        let action = |point: usize| &block.points[point].options[0].0;
        let is_only_way = arrivals[target] == 1 || !demands.make(Constraint::CommutingEntries);
        let follows = single(target) && is_only_way;
        (follows && commute_as(action(p), action(target), demands)).then_some(target)
    };
    let mut found = StraightRuns { runs: vec![None; count], swallowed: vec![false; count] };
    let mut has_leader = vec![false; count];
    for point in (0..count).filter(|&p| single(p)) {
        if let Some(next) = follower(point) {
            has_leader[next] = true;
        }
    }
    for start in (0..count).filter(|&p| single(p) && !has_leader[p]) {
        let mut run = vec![start];
        while let Some(next) = follower(run[run.len() - 1]) {
            run.push(next);
            found.swallowed[next] = true;
        }
        if run.len() > 1 {
            found.runs[start] = Some(run);
        }
    }
    found
}

/// The sides of `expression == constant`, either way round: the expression first.
pub fn comparison(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match &expr.kind {
        ExprKind::Binary(BinaryOperator::Equal, operands) => {
            let (a, b) = (&operands.0, &operands.1);
            match (is_literal(a), is_literal(b)) {
                (false, true) => Some((a, b)),
                (true, false) => Some((b, a)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether an expression is a number or the name of a channel.
fn is_literal(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Constant(_) | ExprKind::Channel(_))
}

/// The cell that a constant is assigned to, if its subscripts are constants too.
fn constant_target(action: &Action, demands: Demands) -> Option<(VariableId, Vec<i32>)> {
    let Action::Assign(place, value) = action else { return None };
    if !is_literal(value) && demands.make(Constraint::CommutingConstants) {
        return None;
    }
    let indices: Option<Vec<i32>> =
        place.subscripts.iter().map(|s| s.index.constant_value()).collect();
    indices.map(|indices| (place.variable, indices))
}
