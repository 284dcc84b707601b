//! Which cells an action reads and writes in a state, and what it communicates.
//!
//! [`crate::uses`] knows the variables that an action may touch anywhere. Here subscripts and channels have values, and what a
//! short-circuit leaves out is not read.

use crate::evaluate::{View, fields};
use crate::fault::Fault;
use crate::index::{ChannelInstance, ProcessId, VariableId};
use crate::program::{
    Action, BinaryOperator, Expr, ExprKind, Owner, Pattern, Place, Reception, Region,
};
use crate::spin::{SpinAction, SpinExpr};
use crate::state::State;

/// A cell of a state, as a statement names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Accessed {
    /// The process whose variable it is; none for a global one.
    pub process: Option<ProcessId>,
    /// The variable.
    pub variable: VariableId,
    /// The cell within the variable, counted from 0.
    pub cell: u32,
}

/// What an action does with a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Communicated {
    /// The channel.
    pub channel: ChannelInstance,
    /// The message, as the channel carries it.
    pub message: Vec<i32>,
    /// What is done with it.
    pub way: Way,
}

/// What is done with a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It is put into a buffer before the message at `place`, counted from 0, of `length` that are there.
    Sent {
        /// Its place afterwards.
        place: usize,
        /// How many messages there were.
        length: usize,
    },
    /// It is taken from a buffer, or read there.
    Received {
        /// Its place.
        place: usize,
        /// How many messages there were.
        length: usize,
        /// Whether it stays there.
        stays: bool,
    },
    /// It is handed over, to a receiver that waits for it.
    Offered,
    /// It is taken over from its sender.
    Accepted,
}

/// What an action touches. An `else` is seen to touch nothing, and what `enabled` or `timeout` depend on is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accesses {
    /// The cells that it reads, in the order in which it first does.
    pub reads: Vec<Accessed>,
    /// The cells that it writes.
    pub writes: Vec<Accessed>,
    /// The channels whose buffers it looks into.
    pub looks_into: Vec<ChannelInstance>,
    /// The message that it sends or receives.
    pub communicated: Option<Communicated>,
}

/// A moment of a transition, in which a process is about to act.
pub struct Moment<'a> {
    pub(crate) view: View<'a>,
    /// The message that is taken over in a rendezvous.
    pub(crate) accepted: Option<&'a [i32]>,
}

impl Moment<'_> {
    /// The state.
    #[must_use]
    pub fn state(&self) -> &State {
        self.view.state
    }

    /// Who acts.
    #[must_use]
    pub fn process(&self) -> ProcessId {
        self.view.process
    }

    /// What an action touches that is no deterministic block. An action that fails touches what comes before the failure.
    #[must_use]
    pub fn accesses(&self, action: &Action) -> Accesses {
        let (view, accepted) = (self.view, self.accepted);
        let mut collector = Collector { view, accepted, found: Accesses::default() };
        // What cannot be evaluated is not touched.
        let _ = collector.action(action);
        collector.found
    }
}

struct Collector<'a> {
    view: View<'a>,
    /// The message that is taken over in a rendezvous.
    accepted: Option<&'a [i32]>,
    found: Accesses,
}

impl Collector<'_> {
    fn action(&mut self, action: &Action) -> Result<(), Fault> {
        match action {
            Action::Skip
            | Action::Else
            | Action::Terminate
            | Action::OutOfRoom
            | Action::Deterministic(_) => {}
            Action::Guard(expr) | Action::Assert(expr) => self.expr(expr)?,
            Action::Assign(place, value) => {
                self.expr(value)?;
                self.store(place)?;
            }
            Action::Print { arguments, .. } => self.exprs(arguments)?,
            Action::Run { arguments, result, .. } => {
                self.exprs(arguments)?;
                result.iter().try_for_each(|place| self.store(place))?;
            }
            Action::Spin(SpinAction::SetPriority { process, priority }) => {
                self.expr(process)?;
                self.expr(priority)?;
                let written = self.priority(process)?;
                add(&mut self.found.writes, written);
            }
            Action::Send { channel, sorted, message } => self.send(channel, *sorted, message)?,
            Action::Receive(reception) => self.receive(reception)?,
        }
        Ok(())
    }

    fn exprs(&mut self, exprs: &[Expr]) -> Result<(), Fault> {
        exprs.iter().try_for_each(|expr| self.expr(expr))
    }

    fn expr(&mut self, expr: &Expr) -> Result<(), Fault> {
        match &expr.kind {
            ExprKind::Constant(_)
            | ExprKind::Channel(_)
            | ExprKind::OwnChannel(_)
            | ExprKind::Pid
            | ExprKind::ProcessOf(_)
            | ExprKind::Timeout => {}
            ExprKind::Load(place) => {
                let accessed = self.place(place)?;
                add(&mut self.found.reads, accessed);
            }
            ExprKind::Unary(_, operand)
            | ExprKind::At(operand, _)
            | ExprKind::Existing(operand)
            | ExprKind::Within(operand, ..) => self.expr(operand)?,
            ExprKind::Binary(operator, operands) => {
                self.expr(&operands.0)?;
                let left = self.view.value(&operands.0)?;
                let decided = match operator {
                    BinaryOperator::And => left == 0,
                    BinaryOperator::Or => left != 0,
                    _ => false,
                };
                if !decided {
                    self.expr(&operands.1)?;
                }
            }
            ExprKind::Conditional(parts) => {
                self.expr(&parts.0)?;
                let chosen = if self.view.holds(&parts.0)? { &parts.1 } else { &parts.2 };
                self.expr(chosen)?;
            }
            ExprKind::Query(_, channel) => self.look_into(channel)?,
            ExprKind::Poll(reception) => {
                self.look_into(&reception.channel)?;
                self.patterns(&reception.patterns)?;
            }
            ExprKind::Spin(asked) => {
                asked.process().into_iter().try_for_each(|process| self.expr(process))?;
                if let SpinExpr::Priority(process) = &**asked {
                    let accessed = self.priority(process)?;
                    add(&mut self.found.reads, accessed);
                }
            }
        }
        Ok(())
    }

    /// The cell that holds the priority of a process.
    fn priority(&self, process: &Expr) -> Result<Option<Accessed>, Fault> {
        let view = self.view;
        let process = view.process_with_number(view.value(process)?);
        Ok(process.and_then(|process| {
            let process_type = view.machine.type_of(view.state.location(process));
            let variable = view.machine.program.process_types[process_type.index()].priority?;
            Some(Accessed { process: Some(process), variable, cell: 0 })
        }))
    }

    /// The cell that a place names; none if no state holds it. Its subscripts are read.
    fn place(&mut self, place: &Place) -> Result<Option<Accessed>, Fault> {
        place.other().into_iter().try_for_each(|process| self.expr(process))?;
        for subscript in &place.subscripts {
            self.expr(&subscript.index)?;
        }
        let view = self.view;
        let (process, address) = match (place.region, &place.owner) {
            (Region::Global, _) => (None, view.address(place)?),
            (Region::Local(_), Owner::Actor) => (Some(view.process), view.address(place)?),
            (Region::Local(_), Owner::Process(process)) => {
                let Some((owner, cell)) = view.cell_of_other(process, place)? else {
                    view.missing(process)?;
                    return Ok(None);
                };
                (Some(owner), cell)
            }
            (Region::Constant | Region::Discarded, _) => return Ok(None),
        };
        let base = process.map_or(0, |process| view.state.starts[process.index()] as usize + 1);
        let offset = view.machine.program.variables[place.variable.index()].offset as usize;
        let cell = (address - base - offset) as u32;
        Ok(Some(Accessed { process, variable: place.variable, cell }))
    }

    fn store(&mut self, place: &Place) -> Result<(), Fault> {
        let accessed = self.place(place)?;
        add(&mut self.found.writes, accessed);
        Ok(())
    }

    /// Reads the contents of a channel, if it is one with a buffer.
    fn look_into(&mut self, channel: &Expr) -> Result<(), Fault> {
        self.expr(channel)?;
        let channel = self.view.channel(channel)?;
        let (instance, has_buffer) = (channel.instance, channel.declared.capacity > 0);
        if has_buffer && !self.found.looks_into.contains(&instance) {
            self.found.looks_into.push(instance);
        }
        Ok(())
    }

    fn patterns(&mut self, patterns: &[Pattern]) -> Result<(), Fault> {
        for pattern in patterns {
            if let Pattern::Match(value) = pattern {
                self.expr(value)?;
            }
        }
        Ok(())
    }

    fn send(&mut self, channel: &Expr, sorted: bool, message: &[Expr]) -> Result<(), Fault> {
        self.expr(channel)?;
        self.exprs(message)?;
        if sorted {
            self.look_into(channel)?;
        }
        let view = self.view;
        let channel = view.channel(channel)?;
        let mut values = Vec::new();
        view.message(&channel.declared.fields, message, &mut values)?;
        let way = match channel.declared.capacity {
            0 => Way::Offered,
            _ => {
                let length = view.state.cells[channel.start] as usize;
                let mut place = None;
                if sorted {
                    // They are compared before they are wrapped to the fields.
                    let compared = message.iter().take(values.len());
                    let mut compared: Vec<i32> =
                        compared.map(|e| view.value(e)).collect::<Result<_, _>>()?;
                    compared.resize(values.len(), 0);
                    place = view.sorted_position(channel.start, &compared);
                }
                Way::Sent { place: place.unwrap_or(length), length }
            }
        };
        let channel = channel.instance;
        self.found.communicated = Some(Communicated { channel, message: values, way });
        Ok(())
    }

    fn receive(&mut self, reception: &Reception) -> Result<(), Fault> {
        self.expr(&reception.channel)?;
        self.patterns(&reception.patterns)?;
        let view = self.view;
        let channel = view.channel(&reception.channel)?;
        let (message, way) = match self.accepted {
            Some(message) => (message.to_vec(), Way::Accepted),
            None => {
                let Some(place) = view.find_message(reception, false)? else { return Ok(()) };
                let fields = channel.declared.fields.len();
                let length = view.state.cells[channel.start] as usize;
                let first = channel.start + 1 + place * fields;
                let message = view.state.cells[first..first + fields].to_vec();
                (message, Way::Received { place, length, stays: reception.copy })
            }
        };
        let channel = channel.instance;
        // It is received even if it cannot be stored.
        self.found.communicated = Some(Communicated { channel, message: message.clone(), way });
        self.store_all(&reception.patterns, &message)
    }

    /// What is received is stored from left to right: where one field goes may depend on those before it.
    fn store_all(&mut self, patterns: &[Pattern], message: &[i32]) -> Result<(), Fault> {
        let mut state = self.view.state.clone();
        for (pattern, field) in patterns.iter().zip(fields(message)) {
            let Pattern::Store(place) = pattern else { continue };
            let view = View { state: &state, ..self.view };
            let found = std::mem::take(&mut self.found);
            let mut then = Collector { view, accepted: None, found };
            let stored = then.store(place);
            self.found = then.found;
            stored?;
            let cell = view.address(place)?;
            if !matches!(place.region, Region::Constant | Region::Discarded) {
                state.cells[cell] = place.cell.wrap(field);
            }
        }
        Ok(())
    }
}

/// Adds a cell, unless it is there.
fn add(cells: &mut Vec<Accessed>, accessed: Option<Accessed>) {
    cells.extend(accessed.filter(|accessed| !cells.contains(accessed)));
}
