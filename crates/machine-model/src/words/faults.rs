//! What went wrong, in words.

use kernel::PropertyId;
use machine::index::{EdgeId, ExprId};
use machine::inspect::Inspector;
use machine::program::{Action, Excluded, Expr, ExprKind, Owner, Place};
use machine::uses::walk_action;
use machine::{Fault, State};

use crate::words::named::NamedMachine;

impl NamedMachine {
    /// A run-time error in an operation of an edge; where processes are actors, what they send goes to a queue.
    pub(crate) fn fault_text(&self, fault: Fault, edge: EdgeId, operation: u16) -> String {
        match (fault, &self.meanings.actors) {
            (Fault::FullChannel, Some(_)) => "a message is sent to a queue that is full".to_owned(),
            (Fault::NoChannel, Some(_)) => "a message is sent to `null`".to_owned(),
            (Fault::Missing { process, named_by }, _) => {
                let operations = &self.machine.code.edges[edge.index()].operations;
                let action = operations.get(usize::from(operation)).map(|it| &it.action);
                let named_by =
                    action.zip(named_by).and_then(|(action, id)| self.pointer(action, id));
                self.missing_text(process, named_by)
            }
            _ => fault.to_string(),
        }
    }

    /// What points to no process.
    fn missing_text(&self, process: i32, named_by: Option<String>) -> String {
        let null = self.meanings.pointers.as_ref().filter(|_| process == 0);
        match (null, named_by) {
            (Some(pointers), Some(name)) if name != pointers.null => {
                format!("`{name}` is {}", pointers.null)
            }
            (Some(pointers), _) => format!("{} is followed", pointers.null),
            (None, Some(name)) if name != process.to_string() => {
                format!("`{name}` is {process}, and there is no process {process}")
            }
            (None, _) => format!("there is no process {process}"),
        }
    }

    /// The text of an expression of an action that points to a process.
    fn pointer(&self, action: &Action, id: ExprId) -> Option<String> {
        let mut found = None;
        walk_action(
            action,
            &mut |expr| found = found.or((expr.id() == Some(id)).then_some(expr)),
            &mut |_| {},
        );
        self.pointer_text(found?)
    }

    /// As in `next`, `next[2]` or `L->next`; none for what is computed.
    fn pointer_text(&self, expr: &Expr) -> Option<String> {
        match &expr.kind {
            ExprKind::Constant(0) => self.meanings.pointers.as_ref().map(|it| it.null.to_owned()),
            ExprKind::Constant(number) => Some(number.to_string()),
            ExprKind::Load(place) => self.place_text(place),
            ExprKind::Existing(process) => self.pointer_text(process),
            _ => None,
        }
    }

    fn place_text(&self, place: &Place) -> Option<String> {
        if !place.subscripts.is_empty() {
            return None;
        }
        let name = &self.machine.program.variables[place.variable.index()].name;
        match &place.owner {
            Owner::Actor => Some(name.clone()),
            Owner::Process(process) => match process.number() {
                Some(number) => Some(format!("{name}[{number}]")),
                None => Some(format!("{}->{name}", self.pointer_text(process)?)),
            },
        }
    }

    /// What there is in a state that an invariant excludes.
    pub(crate) fn excluded_text(&self, state: &State, invariant: PropertyId) -> Option<String> {
        let invariant = self.machine.invariant(invariant)?;
        let told = invariant.told.clone();
        if invariant.excluded == Excluded::Undefined {
            return Some(told);
        }
        let machine = &self.machine;
        let inspector = Inspector { machine, state, control: None, timeout: false, possible: &[] };
        let reasons = inspector.reasons(&invariant.condition.expr);
        let reasons = self.reason_texts(state, &reasons);
        Some(if reasons.is_empty() { told } else { format!("{told}: {}", reasons.join(", ")) })
    }
}
