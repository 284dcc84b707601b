//! What a process is told that asks for something in a state, and the cells that decide it.

use crate::evaluate::View;
use crate::index::ProcessId;
use crate::machine::Machine;
use crate::program::{Expr, ExprKind, Region};
use crate::state::State;
use crate::uses::walk_expr;

impl Machine {
    /// The value of an expression for a process in a state; none if it fails.
    #[must_use]
    pub fn value_for(&self, state: &State, process: ProcessId, expr: &Expr) -> Option<i32> {
        self.view_of(state, process).value(expr).ok()
    }

    /// The cells of a state that an expression depends on for a process: variables, and how many messages channels hold. What fails
    /// is left out.
    pub fn cells_for(
        &self,
        state: &State,
        process: ProcessId,
        expr: &Expr,
        visit: &mut dyn FnMut(usize),
    ) {
        let view = self.view_of(state, process);
        let mut channel = |named: &Expr| {
            let found = view.channel(named).ok().filter(|found| found.declared.capacity > 0);
            found.into_iter().for_each(|found| visit(found.start));
        };
        let mut places = Vec::new();
        walk_expr(expr, &mut |part| match &part.kind {
            ExprKind::Load(place) => places.push(place),
            ExprKind::Query(_, named) => channel(named),
            ExprKind::Poll(reception) => channel(&reception.channel),
            _ => {}
        });
        let kept = places
            .into_iter()
            .filter(|place| matches!(place.region, Region::Global | Region::Local(_)));
        kept.filter_map(|place| view.address(place).ok()).for_each(visit);
    }

    /// Where the cells of a buffered channel begin that a process names in a state: how many messages it holds, and their fields.
    #[must_use]
    pub fn channel_for(&self, state: &State, process: ProcessId, named: &Expr) -> Option<usize> {
        let view = self.view_of(state, process);
        let found = view.channel(named).ok()?;
        (found.declared.capacity > 0).then_some(found.start)
    }

    fn view_of<'a>(&'a self, state: &'a State, process: ProcessId) -> View<'a> {
        View { machine: self, state, process, timeout: false, questions: 0 }
    }
}
