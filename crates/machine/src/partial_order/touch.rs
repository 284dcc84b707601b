//! What an action touches that other processes can see: of what [it touches](crate::touches), which objects that is for a process
//! of which something is known.

use super::holdings::Held;
use super::objects::Things;
use super::program::{PartialOrder, Scan, actions};
use crate::compile::Operation;
use crate::declarations::initial_values;
use crate::evaluate::View;
use crate::index::{ChannelInstance, ProcessId, ProcessTypeId};
use crate::machine::Machine;
use crate::program::{
    Action, ChannelQuery, Expr, ExprKind, Owner, Place, Program, Reception, Region,
};
use crate::semantics::Ending;
use crate::spin::SpinExpr;
use crate::touches::{self, Deed};
use crate::uses::{may_fail, walk_expr};

/// One way in which an action touches what others see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Touch {
    Read(Things),
    Write(Things),
    Send {
        to: Channels,
        sorted: bool,
    },
    Receive {
        from: Channels,
        random: bool,
    },
    /// A question about what is in a channel; none: a poll.
    Ask(Channels, Option<ChannelQuery>),
    Start(ProcessTypeId),
    End,
    /// A process comes to its end: while ended processes stay, it is not counted any more.
    Finish,
    /// It matters which processes there are.
    Count,
    /// Not understood.
    Everything,
}

/// Which channels an expression may name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Channels {
    /// This one, always.
    One(ChannelInstance),
    Some(Vec<ChannelInstance>),
    Any,
}

/// Who does what is looked at.
#[derive(Clone, Copy)]
pub(super) struct Actor<'a> {
    pub view: View<'a>,
    /// Whether that is a process of the state that is viewed: what it never changes is known.
    pub is_known: bool,
}

impl<'a> Actor<'a> {
    /// A process of a state.
    pub(super) fn known(machine: &'a Machine, state: &'a crate::State, process: ProcessId) -> Self {
        let view = View { machine, state, process, timeout: false, questions: 0 };
        Actor { view, is_known: true }
    }

    /// One that may be started some time, or nobody.
    pub(super) fn unknown(machine: &'a Machine) -> Self {
        let state = machine.initial();
        let view =
            View { machine, state, process: ProcessId::new(0), timeout: false, questions: 0 };
        Actor { view, is_known: false }
    }
}

/// Collects what actions touch.
pub(super) struct Toucher<'a> {
    pub actor: Actor<'a>,
    /// Its type, if that matters.
    process_type: Option<ProcessTypeId>,
    pub order: &'a PartialOrder,
    pub touched: Vec<Touch>,
    /// Whether an expression that says which channel is meant has no value, ever.
    pub fails: bool,
}

impl<'a> Toucher<'a> {
    pub(super) fn new(actor: Actor<'a>, order: &'a PartialOrder) -> Toucher<'a> {
        Toucher { actor, process_type: None, order, touched: Vec::new(), fails: false }
    }

    /// The same, of a process of some type.
    pub(super) fn of_type(self, process_type: ProcessTypeId) -> Toucher<'a> {
        Toucher { process_type: Some(process_type), ..self }
    }

    fn program(&self) -> &'a Program {
        &self.actor.view.machine.program
    }

    /// What an operation touches, and what it resets.
    pub(super) fn operation(&mut self, operation: &Operation) {
        touches::of_action(&operation.action, &mut |touch, _| self.meet(touch));
        for reset in &operation.resets {
            let things = self.order.objects.variable(reset.variable);
            self.touched.extend(things.map(Touch::Write));
        }
    }

    /// What the value of an expression depends on.
    pub(super) fn expression(&mut self, expr: &Expr) {
        touches::of_expression(expr, &mut |touch, _| self.meet(touch));
    }

    fn meet(&mut self, touch: touches::Touch<'_>) {
        use touches::Touch as T;
        match touch {
            T::Read(place) => self.touched.extend(self.things(place).map(Touch::Read)),
            T::Write(place) => self.touched.extend(self.things(place).map(Touch::Write)),
            T::Name(_) | T::NameChannel(_) => {}
            // While a process that was preferred can move and does not, there is no timeout, whatever others do; and where
            // nobody can, all are asked.
            T::Timeout => {}
            T::Channel(channel, deed) => {
                let channels = self.channels(channel);
                self.touched.push(match deed {
                    Deed::Send { sorted } => Touch::Send { to: channels, sorted },
                    Deed::Receive { random, .. } => Touch::Receive { from: channels, random },
                    Deed::Query(query) => Touch::Ask(channels, Some(query)),
                    Deed::Poll => Touch::Ask(channels, None),
                });
            }
            T::Start(process_type) => {
                self.touched.push(Touch::Start(process_type));
                self.initial_values(process_type);
            }
            T::End => self.touched.push(Touch::End),
            T::Count | T::Ask(SpinExpr::ProcessCount) => self.touched.push(Touch::Count),
            T::At(label) => self.touched.push(Touch::Read(self.order.objects.label(label))),
            T::Ask(_) | T::SetPriority => self.touched.push(Touch::Everything),
        }
    }

    /// What the first values of a new process's variables depend on: who starts it evaluates them.
    fn initial_values(&mut self, process_type: ProcessTypeId) {
        let machine = self.actor.view.machine;
        let mut started = Toucher::new(Actor::unknown(machine), self.order);
        let declared = &machine.program.process_types[process_type.index()];
        initial_values(declared, &mut |touch, _| match touch {
            // Nobody else knows its own channels yet.
            touches::Touch::Channel(channel, Deed::Send { .. }) => {
                if !matches!(channel.kind, ExprKind::OwnChannel(_)) {
                    started.touched.push(Touch::Everything);
                }
            }
            touch => started.meet(touch),
        });
        self.touched.append(&mut started.touched);
    }

    /// The things that a place may be; none if nobody sees them.
    fn things(&self, place: &Place) -> Option<Things> {
        let all = self.order.objects.variable(place.variable)?;
        let declared = &self.program().variables[place.variable.index()];
        let has_cells = all.end - all.start == 2 * declared.cells();
        let known = place.subscripts.iter().all(|subscript| self.is_fixed(&subscript.index));
        if !has_cells || !known || declared.region != Region::Global {
            return Some(all);
        }
        match self.actor.view.address(place) {
            Ok(cell) => {
                let first = all.start + 2 * (cell as u32 - place.offset);
                Some(first..first + 2)
            }
            // It fails whatever others do.
            Err(_) => Some(all),
        }
    }

    /// Whether an expression has one value, which is known, for as long as the process lives.
    fn is_fixed(&self, expr: &Expr) -> bool {
        is_fixed(self.order, expr) && (self.actor.is_known || is_common(expr))
    }

    /// The channels that an expression may name. One that a variable holds may be gone, or not yet there.
    pub(super) fn channels(&mut self, expr: &Expr) -> Channels {
        let Actor { view, .. } = self.actor;
        if self.is_fixed(expr) {
            let value = view.value(expr);
            self.fails |= value.is_err();
            let found = value.ok().and_then(ChannelInstance::with_number);
            if let Some(channel) = found
                && view.machine.channel(view.state, channel).is_some()
            {
                return Channels::One(channel);
            }
        }
        match &expr.kind {
            ExprKind::Load(place) if place.region == Region::Constant => {
                let cells = self.program().variables[place.variable.index()].cells();
                let values =
                    (place.offset..place.offset + cells).map(|it| view.machine.constant(it));
                Channels::Some(values.filter_map(ChannelInstance::with_number).collect())
            }
            _ => self.held(expr),
        }
    }

    /// The channels that an expression may name which is not known: those that its variable keeps for ever, one in each cell; or
    /// all that are declared where one comes from that it may hold.
    fn held(&mut self, expr: &Expr) -> Channels {
        let Actor { view, .. } = self.actor;
        let ends = self.program().semantics.ending == Ending::Youngest;
        if let Some(kept) = self.kept(expr) {
            return Channels::Some(kept);
        }
        let holdings = self.order.holdings.as_ref();
        let found = holdings.map(|known| known.named(self.program(), self.process_type, expr));
        if ends || !matches!(found, Some(Held::Of(_))) {
            self.touched.push(Touch::Count);
        }
        let Some(Held::Of(declarations)) = found else { return Channels::Any };
        // All are there at the start, and perhaps not all of them later.
        let state = view.machine.initial();
        let is_one = |&channel: &ChannelInstance| {
            let declared = view.machine.channel_at(state, channel);
            declared.is_some_and(|(declared, _)| declarations.contains(&declared))
        };
        Channels::Some(view.machine.channels(state).filter(is_one).collect())
    }

    /// The channels in the cells of a variable that never changes, if all of them are there.
    fn kept(&self, expr: &Expr) -> Option<Vec<ChannelInstance>> {
        let Actor { view, is_known } = self.actor;
        let ExprKind::Load(place) = &expr.kind else { return None };
        let (Region::Local(of), Owner::Actor) = (place.region, &place.owner) else { return None };
        if !is_known || !self.order.is_fixed(of, place.variable) {
            return None;
        }
        let declared = &self.program().variables[place.variable.index()];
        let first = (view.state.starts[view.process.index()] + 1 + declared.offset) as usize;
        let cells = &view.state.cells[first..first + declared.cells() as usize];
        let channels = cells.iter().filter(|&&cell| cell != 0).map(|&cell| {
            let channel = ChannelInstance::with_number(cell)?;
            view.machine.channel(view.state, channel).map(|_| channel)
        });
        channels.collect()
    }
}

/// What a process never changes: whether an expression has one value for as long as its process lives.
fn is_fixed(order: &PartialOrder, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Constant(_) | ExprKind::Channel(_) | ExprKind::OwnChannel(_) | ExprKind::Pid => {
            true
        }
        ExprKind::Load(place) => {
            let kept = match (place.region, &place.owner) {
                (Region::Constant, _) => true,
                (Region::Local(of), Owner::Actor) => order.is_fixed(of, place.variable),
                (Region::Local(_), Owner::Process(_)) => false,
                (Region::Global | Region::Discarded, _) => false,
            };
            kept && place.subscripts.iter().all(|subscript| is_fixed(order, &subscript.index))
        }
        ExprKind::Unary(_, operand) => is_fixed(order, operand),
        ExprKind::Binary(_, operands) => {
            is_fixed(order, &operands.0) && is_fixed(order, &operands.1)
        }
        ExprKind::Conditional(parts) => {
            [&parts.0, &parts.1, &parts.2].into_iter().all(|part| is_fixed(order, part))
        }
        _ => false,
    }
}

/// Whether it is the same for all processes.
fn is_common(expr: &Expr) -> bool {
    let mut own = false;
    walk_expr(expr, &mut |part| {
        own |= match &part.kind {
            ExprKind::OwnChannel(_) | ExprKind::Pid => true,
            ExprKind::Load(place) => place.region != Region::Constant,
            _ => false,
        };
    });
    !own
}

/// Whether the look for a receiver can fail in a machine.
pub(super) fn scan(machine: &Machine, order: &PartialOrder) -> Scan {
    let scans = actions(machine).flat_map(receptions).map(|reception| &reception.channel);
    let scan = |channel| match (may_fail(channel), is_fixed(order, channel)) {
        (false, _) => Scan::Safe,
        (true, true) => Scan::Fixed,
        (true, false) => Scan::MayFail,
    };
    scans.map(scan).max().unwrap_or(Scan::Safe)
}

/// The receive statements by which an action can begin.
pub(super) fn receptions(action: &Action) -> Vec<&Reception> {
    match action {
        Action::Deterministic(block) => block.beginnings().filter_map(received).collect(),
        other => received(other).into_iter().collect(),
    }
}

fn received(action: &Action) -> Option<&Reception> {
    match action {
        Action::Receive(reception) => Some(reception),
        _ => None,
    }
}
