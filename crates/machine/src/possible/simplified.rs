//! The machine with what never changes put in, and what never happens left out.

use std::sync::{Arc, OnceLock};

use super::flow::Flow;
use super::rests_on::RestsOn;
use super::values::Values;
use super::{Beginnings, Possible};
use crate::compile::{Code, Location};
use crate::index::{EdgeId, ProcessTypeId};
use crate::machine::Machine;
use crate::partial_order::Holdings;
use crate::parts::{self, Part};
use crate::program::{Action, BinaryOperator, Expr, ExprKind, Place, Region, UnaryOperator};
use crate::uses::walk_expr;

/// What a [simplified](Machine::simplified) machine was made of, and what it rests on: it does the same as the machine in all states in
/// which this holds.
#[derive(Clone, Debug)]
pub struct Simplified {
    /// All of the code.
    pub(crate) whole: Arc<Code>,
    /// For each variable what it may hold, in ascending order; none, if it may hold anything.
    pub variables: Vec<Option<Vec<i32>>>,
    /// For each channel declaration the same of each field of its messages, where it matters that there are no others.
    pub messages: Vec<Option<Vec<Option<Vec<i32>>>>>,
    /// Whether a process may be at a location.
    pub locations: Vec<bool>,
}

impl Machine {
    /// A machine that has the same transitions from some states on, and whose code says less: what has one value for ever is that
    /// value, what changes nothing is not done, and edges that are never taken are not there (they keep their numbers). None, if it
    /// says as much. Whoever asks again is told the same.
    pub fn simplified(&self, beginnings: impl FnOnce() -> Option<Beginnings>) -> Option<&Machine> {
        let simplify = || Some(Arc::new(simplified(self, &beginnings()?)?));
        self.simplified.get_or_init(simplify).as_deref()
    }

    /// What it was made of, if it is simplified.
    #[must_use]
    pub fn simplification(&self) -> Option<&Simplified> {
        self.simplification.as_deref()
    }

    /// All of its code: that before it was [simplified](Machine::simplified), if it was.
    #[must_use]
    pub fn whole_code(&self) -> &Code {
        self.simplification.as_ref().map_or(&self.code, |it| &it.whole)
    }

    /// The same machine with all of its code.
    #[must_use]
    pub fn with_whole_code(mut self) -> Machine {
        if let Some(simplification) = self.simplification.take() {
            self.code = Arc::clone(&simplification.whole);
            self.simplified = OnceLock::new();
        }
        self
    }
}

fn simplified(machine: &Machine, beginnings: &Beginnings) -> Option<Machine> {
    let mut possible = Possible::from(machine, beginnings)?;
    let (edges, locations) = (possible.edges.clone(), possible.locations.clone());
    let holdings = Holdings::of(machine);
    let flow = Flow::new(machine, &holdings, &mut possible);
    let mut simplifier = Simplifier { flow, rests_on: RestsOn::default(), news: false };
    let mut code: Code = (*machine.code).clone();
    for (index, location) in code.locations.iter_mut().enumerate() {
        if !beginnings.late[index] {
            continue;
        }
        let is_out = |edge: &EdgeId| !edges[edge.index()];
        if locations[index] && location.edges.iter().any(is_out) {
            simplifier.leaves_out(location, &is_out);
        }
        simplifier.news |= location.edges.iter().any(is_out);
        for edge in &location.edges {
            let operations = &mut code.edges[edge.index()].operations;
            if is_out(edge) {
                operations.clear();
            }
            for operation in operations {
                simplifier.simplify(location.process_type, &mut operation.action);
            }
        }
        location.edges.retain(|edge| !is_out(edge));
    }
    let Simplifier { rests_on, news, .. } = simplifier;
    if !news {
        return None;
    }
    let mut simplified = machine.with_code(Arc::new(code));
    let whole = Arc::clone(&machine.code);
    simplified.simplification = Some(Arc::new(Simplified::of(whole, &possible, &rests_on)));
    Some(simplified)
}

impl Simplified {
    fn of(whole: Arc<Code>, possible: &Possible, rests_on: &RestsOn) -> Simplified {
        let listed = |values: &Values| match values {
            Values::Of(values) => Some(values.clone()),
            Values::Any => None,
        };
        let variables = possible.variables.iter().enumerate();
        let variables = variables
            .map(|(index, values)| listed(values).filter(|_| rests_on.variables.contains(&index)));
        let messages = possible.messages.iter().enumerate().map(|(index, fields)| {
            let fields = fields.iter().flatten().map(listed).collect();
            rests_on.messages.contains(&index).then_some(fields)
        });
        Simplified {
            whole,
            variables: variables.collect(),
            messages: messages.collect(),
            locations: possible.locations.clone(),
        }
    }
}

/// Makes statements simpler.
struct Simplifier<'a> {
    flow: Flow<'a>,
    rests_on: RestsOn,
    /// Whether any is.
    news: bool,
}

impl Simplifier<'_> {
    /// Edges of a location are left out.
    fn leaves_out(&mut self, location: &Location, is_out: &dyn Fn(&EdgeId) -> bool) {
        let edges = &self.flow.machine.code.edges;
        for edge in &location.edges {
            let edge_itself = &edges[edge.index()];
            let first = edge_itself.operations.first().filter(|_| is_out(edge));
            let Some(first) = first else { continue };
            self.rests_on.beginning(&self.flow, location.process_type, &first.action);
            if edge_itself.is_else() {
                // Something before it is always possible.
                let others =
                    location.edges.iter().filter_map(|it| edges[it.index()].operations.first());
                for other in others {
                    self.rests_on.beginning(&self.flow, location.process_type, &other.action);
                }
            }
        }
    }

    fn simplify(&mut self, of: ProcessTypeId, action: &mut Action) {
        match action {
            Action::Assign(place, value) if self.changes_nothing(of, place, value) => {
                self.rests_on.expression(&self.flow, of, value);
                self.rests_on.place(&self.flow, of, place);
                *action = Action::Skip;
                self.news = true;
                return;
            }
            Action::Deterministic(block) => {
                let options = block.points.iter_mut().flat_map(|point| &mut point.options);
                options.for_each(|(action, _)| self.simplify(of, action));
                return;
            }
            Action::Send { channel, sorted, .. } if *sorted && self.holds_one(of, channel) => {
                *sorted = false;
                self.news = true;
            }
            _ => {}
        }
        parts::of_action(action, &mut |part| {
            if let Part::Expr(expr) = part
                && expr.number().is_none()
                && (is_truth(expr) || !names_its_process(expr))
                && let Some(value) = self.flow.outcome(of, expr).constant()
            {
                self.rests_on.expression(&self.flow, of, expr);
                expr.kind = ExprKind::Constant(value);
                self.news = true;
            }
        });
    }

    /// Whether an assignment writes what stands there already. (What a local variable holds where it does not matter is not known.)
    fn changes_nothing(&self, of: ProcessTypeId, place: &Place, value: &Expr) -> bool {
        let declared = &self.flow.machine.program.variables[place.variable.index()];
        if declared.region != Region::Global || declared.hidden {
            return false;
        }
        let held = self.flow.outcome(of, &Expr::load(place.clone())).constant();
        let written = self.flow.outcome(of, value).constant().map(|it| place.cell.wrap(it));
        held.is_some() && held == written
    }

    /// Whether the channels that an expression may name hold one message at most: there is no order in them.
    fn holds_one(&self, of: ProcessTypeId, channel: &Expr) -> bool {
        let channels = &self.flow.machine.program.channels;
        let named = self.flow.channels(of, channel);
        named.is_some_and(|named| named.iter().all(|it| channels[it.index()].capacity <= 1))
    }
}

/// Whether a value is one of truth, and stands for nobody.
fn is_truth(expr: &Expr) -> bool {
    use BinaryOperator::{And, Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual, Or};
    match &expr.kind {
        ExprKind::Unary(UnaryOperator::Not, _) | ExprKind::Poll(_) => true,
        ExprKind::Binary(operator, _) => matches!(
            operator,
            And | Or | Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual
        ),
        _ => false,
    }
}

fn names_its_process(expr: &Expr) -> bool {
    let mut found = false;
    walk_expr(expr, &mut |part| found |= part.kind == ExprKind::Pid);
    found
}
