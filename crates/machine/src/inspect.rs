//! Why something cannot happen: what stands in the way of an edge of a process in a state.
//!
//! Everything here is data; languages put it into words.

use crate::evaluate::View;
use crate::explore::Step;
use crate::index::{ChannelInstance, EdgeId, LabelId, ProcessId, VariableId};
use crate::machine::Machine;
use crate::others::Barrier;
use crate::program::{
    Action, BinaryOperator, ChannelQuery, DeterministicBlock, Expr, ExprKind, Owner, Pattern,
    Place, Reception, Region,
};
use crate::spin::SpinExpr;
use crate::state::State;
use crate::uses::walk_expr;

/// What stands in the way of an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Another process is in an atomic sequence and keeps control.
    Atomic {
        /// That process.
        holder: ProcessId,
    },
    /// The process can escape from the statement, and has to.
    Escaped {
        /// The first edge of the escape.
        by: EdgeId,
    },
    /// The condition that processes of this type need to move is zero.
    NotProvided {
        /// What it depends on.
        operands: Vec<Operand>,
    },
    /// A process of a higher priority can move.
    Outranked {
        /// That process.
        by: ProcessId,
    },
    /// The condition is zero.
    False {
        /// What it depends on.
        operands: Vec<Operand>,
    },
    /// An `else`, while another option is possible.
    OtherOption {
        /// That option.
        edge: EdgeId,
    },
    /// A buffered channel is full.
    Full {
        /// The channel.
        channel: ChannelInstance,
    },
    /// A buffered channel is empty.
    Empty {
        /// The channel.
        channel: ChannelInstance,
    },
    /// The first message of a buffered channel does not match the pattern.
    Mismatch {
        /// The channel.
        channel: ChannelInstance,
        /// Where they differ.
        difference: Difference,
    },
    /// No message of a buffered channel matches the pattern.
    NoneMatches {
        /// The channel.
        channel: ChannelInstance,
    },
    /// Nobody receives what would be sent in a rendezvous.
    NoReceiver {
        /// The channel.
        channel: ChannelInstance,
        /// The processes that are ready to receive, but another message.
        mismatches: Vec<(ProcessId, Difference)>,
    },
    /// Nobody sends what would be received in a rendezvous.
    NoSender {
        /// The channel.
        channel: ChannelInstance,
        /// The processes that are ready to send, but another message.
        mismatches: Vec<(ProcessId, Difference)>,
    },
    /// A younger process has not ended.
    NotYoungest {
        /// The youngest process.
        youngest: ProcessId,
    },
    /// No first statement of a deterministic block is possible.
    Block(Vec<Obstacle>),
}

/// A field in which a message differs from a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The field, counted from 0.
    pub field: usize,
    /// What the pattern wants.
    pub wanted: i32,
    /// What the message holds.
    pub found: i32,
}

/// Something that the value of an expression depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A cell of a variable.
    Cell {
        /// The variable.
        variable: VariableId,
        /// Which of its cells.
        cell: u32,
        /// Its value.
        value: i32,
    },
    /// A question about a channel.
    Query(ChannelQuery, ChannelInstance, i32),
    /// Whether a receive from a channel would succeed.
    Poll(ChannelInstance, i32),
    /// What a variable of another process holds.
    Remote {
        /// The process.
        process: ProcessId,
        /// The variable.
        variable: VariableId,
        /// Which of its cells.
        cell: u32,
        /// Its value.
        value: i32,
    },
    /// Whether a process, given by its number, is at a label.
    At(i32, LabelId, bool),
    /// Whether a process, given by its number, can move.
    Enabled(i32, bool),
    /// The control point of a process, given by its number.
    ControlPoint(i32, i32),
    /// The priority of a process, given by its number.
    Priority(i32, i32),
    /// `timeout`.
    Timeout(bool),
    /// The number of the process.
    Pid(i32),
    /// How many processes there are.
    ProcessCount(i32),
}

/// Looks at a state and at what is possible in it.
#[derive(Clone, Copy, Debug)]
pub struct Inspector<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// The state.
    pub state: &'a State,
    /// Who keeps control, being in an atomic sequence.
    pub control: Option<ProcessId>,
    /// Whether `timeout` holds.
    pub timeout: bool,
    /// The steps that are possible, receivers' included.
    pub possible: &'a [Step],
}

impl<'a> Inspector<'a> {
    fn view(&self, process: ProcessId) -> View<'a> {
        View {
            machine: self.machine,
            state: self.state,
            process,
            timeout: self.timeout,
            questions: 0,
        }
    }

    /// What makes a condition on states hold, each once: of alternatives the first that does.
    #[must_use]
    pub fn reasons(&self, condition: &Expr) -> Vec<Operand> {
        let nobody = ProcessId(0);
        let holds = |expr: &Expr| self.view(nobody).holds(expr).unwrap_or(false);
        let (mut reasons, mut pending) = (Vec::new(), vec![condition]);
        while let Some(expr) = pending.pop() {
            match &expr.kind {
                ExprKind::Binary(BinaryOperator::Or | BinaryOperator::BitOr, operands) => {
                    pending.push(if holds(&operands.0) { &operands.0 } else { &operands.1 });
                }
                ExprKind::Binary(BinaryOperator::And | BinaryOperator::BitAnd, operands) => {
                    pending.extend([&operands.1, &operands.0]);
                }
                _ => reasons.extend(self.operands(nobody, expr)),
            }
        }
        let mut told = Vec::new();
        reasons.retain(|reason| {
            let is_new = !told.contains(reason);
            told.push(reason.clone());
            is_new
        });
        reasons
    }

    /// The edges that a process could take where it is, were it not for the state.
    #[must_use]
    pub fn edges(&self, process: ProcessId) -> &'a [EdgeId] {
        &self.machine.code.locations[self.state.location(process).index()].edges
    }

    /// Whether a process can take an edge.
    #[must_use]
    pub fn is_possible(&self, process: ProcessId, edge: EdgeId) -> bool {
        self.possible.iter().any(|s| s.process == process && s.edge == edge)
    }

    /// What stands in the way of an edge of a process; `None` if it is possible, or if there is no
    /// telling.
    #[must_use]
    pub fn obstacle(&self, process: ProcessId, edge: EdgeId) -> Option<Obstacle> {
        if self.is_possible(process, edge) {
            return None;
        }
        let code = &self.machine.code;
        let action = &code.edges[edge.index()].operations.first()?.action;
        if let Some(holder) = self.control.filter(|&holder| holder != process)
            && !matches!(action, Action::Receive(_))
        {
            return Some(Obstacle::Atomic { holder });
        }
        if let Some(obstacle) = self.barred(process) {
            return Some(obstacle);
        }
        let escape = |&&e: &&EdgeId| {
            let escape = code.edges[e.index()].escape;
            escape.is_some() && escape != code.edges[edge.index()].escape
        };
        let before = self.edges(process).iter().take_while(|&&e| e != edge);
        if let Some(&by) = before.filter(escape).find(|&&e| self.is_possible(process, e)) {
            return Some(Obstacle::Escaped { by });
        }
        let obstacle = self.blocked(process, edge, action);
        let held = self.control.filter(|&holder| holder != process);
        obstacle.or(held.map(|holder| Obstacle::Atomic { holder }))
    }

    /// What keeps a process from moving, whatever its statements.
    fn barred(&self, process: ProcessId) -> Option<Obstacle> {
        match self.view(process).barrier().ok()?? {
            Barrier::Outranked(by) => Some(Obstacle::Outranked { by }),
            Barrier::NotProvided => {
                let process_type = self.machine.type_of(self.state.location(process));
                let declared = &self.machine.program.process_types[process_type.index()];
                let operands = self.operands(process, declared.provided.as_ref()?);
                Some(Obstacle::NotProvided { operands })
            }
        }
    }

    /// What keeps an action, the first of an edge or of a deterministic block, from happening.
    fn blocked(&self, process: ProcessId, edge: EdgeId, action: &Action) -> Option<Obstacle> {
        match action {
            Action::Guard(condition) => {
                let zero = !self.view(process).guard(condition).ok()?;
                let operands = || self.operands(process, condition);
                zero.then(|| Obstacle::False { operands: operands() })
            }
            Action::Else => {
                let mut before = self.edges(process).iter().take_while(|&&e| e != edge);
                let other = before.find(|&&e| self.is_possible(process, e));
                other.map(|&edge| Obstacle::OtherOption { edge })
            }
            Action::Send { channel, .. } => self.send_blocked(process, edge, channel),
            Action::Receive(reception) => self.receive_blocked(process, reception),
            Action::Terminate => {
                let youngest = self.state.process_ids().next_back()?;
                let waits = self.machine.removes_ended() && process != youngest;
                waits.then_some(Obstacle::NotYoungest { youngest })
            }
            Action::Deterministic(block) => self.block_blocked(process, edge, block),
            Action::Skip
            | Action::OutOfRoom
            | Action::Assign(..)
            | Action::Assert(_)
            | Action::Print { .. }
            | Action::Spin(_)
            | Action::Run { .. } => None,
        }
    }

    fn block_blocked(
        &self,
        process: ProcessId,
        edge: EdgeId,
        block: &DeterministicBlock,
    ) -> Option<Obstacle> {
        if block.begins_with_else() {
            return self.blocked(process, edge, &Action::Else);
        }
        let obstacles: Option<Vec<Obstacle>> = block
            .beginnings()
            .map(|action| match action {
                // A block in a block is never built, and what is asked first of a choice within
                // one has an `else` that is possible.
                Action::Deterministic(_) | Action::Else => None,
                action => self.blocked(process, edge, action),
            })
            .collect();
        let obstacles = obstacles?;
        match obstacles.len() {
            0 => None,
            1 => obstacles.into_iter().next(),
            _ => Some(Obstacle::Block(obstacles)),
        }
    }

    fn send_blocked(&self, process: ProcessId, edge: EdgeId, channel: &Expr) -> Option<Obstacle> {
        let view = self.view(process);
        let channel = view.channel(channel).ok()?;
        let instance = channel.instance;
        let capacity = channel.declared.capacity;
        if capacity > 0 {
            let full = self.state.cells[channel.start] >= capacity as i32;
            return full.then_some(Obstacle::Full { channel: instance });
        }
        let step = Step { process, edge, result: crate::StepResult::Done };
        let (_, message) = self.machine.offer(self.state, step, self.timeout)?;
        let mut mismatches = Vec::new();
        for (receiver, reception) in self.receivers(instance).filter(|(r, _)| *r != process) {
            let difference = self.difference(receiver, reception, &message);
            mismatches.extend(difference.map(|difference| (receiver, difference)));
        }
        Some(Obstacle::NoReceiver { channel: instance, mismatches })
    }

    fn receive_blocked(&self, process: ProcessId, reception: &Reception) -> Option<Obstacle> {
        let view = self.view(process);
        let channel = view.channel(&reception.channel).ok()?;
        let instance = channel.instance;
        if channel.declared.capacity == 0 {
            let senders = self.senders(instance).filter(|(sender, _)| *sender != process);
            let mismatches = senders.filter_map(|(sender, message)| {
                Some((sender, self.difference(process, reception, &message)?))
            });
            let mismatches = mismatches.collect();
            return Some(Obstacle::NoSender { channel: instance, mismatches });
        }
        if self.state.cells[channel.start] == 0 {
            return Some(Obstacle::Empty { channel: instance });
        }
        if reception.random {
            return Some(Obstacle::NoneMatches { channel: instance });
        }
        let fields = channel.declared.fields.len();
        let message = &self.state.cells[channel.start + 1..][..fields];
        let difference = self.difference(process, reception, message)?;
        Some(Obstacle::Mismatch { channel: instance, difference })
    }

    /// The first field in which a message does not match what a process would receive.
    fn difference(
        &self,
        process: ProcessId,
        reception: &Reception,
        message: &[i32],
    ) -> Option<Difference> {
        let view = self.view(process);
        let patterns = reception.patterns.iter().zip(message).enumerate();
        patterns.into_iter().find_map(|(field, (pattern, &found))| match pattern {
            Pattern::Match(wanted) => {
                let wanted = view.value(wanted).ok()?;
                (wanted != found).then_some(Difference { field, wanted, found })
            }
            Pattern::Store(_) | Pattern::Any | Pattern::OwnNumber => None,
        })
    }

    /// The processes that stand at a receive from a channel, with what they would take.
    fn receivers(
        &self,
        channel: ChannelInstance,
    ) -> impl Iterator<Item = (ProcessId, &'a Reception)> {
        let this = *self;
        this.firsts().filter_map(move |(process, _, action)| match action {
            Action::Receive(reception) => {
                let named = this.view(process).channel(&reception.channel).ok()?.instance;
                (named == channel).then_some((process, reception))
            }
            _ => None,
        })
    }

    /// The processes that stand at a send to a rendezvous channel, with what they would send.
    fn senders(&self, channel: ChannelInstance) -> impl Iterator<Item = (ProcessId, Vec<i32>)> {
        let this = *self;
        this.firsts().filter_map(move |(process, edge, _)| {
            let step = Step { process, edge, result: crate::StepResult::Done };
            let (named, message) = this.machine.offer(this.state, step, this.timeout)?;
            (named == channel).then_some((process, message))
        })
    }

    /// What all processes stand before.
    fn firsts(self) -> impl Iterator<Item = (ProcessId, EdgeId, &'a Action)> {
        self.state.process_ids().flat_map(move |process| {
            self.edges(process).iter().filter_map(move |&edge| {
                let first = self.machine.code.edges[edge.index()].operations.first()?;
                Some((process, edge, &first.action))
            })
        })
    }

    /// What an expression depends on, each once. What cannot be computed is left out.
    fn operands(&self, process: ProcessId, expr: &Expr) -> Vec<Operand> {
        let mut operands = Vec::new();
        walk_expr(expr, &mut |part| {
            if let Some(operand) = self.operand(process, part)
                && !operands.contains(&operand)
            {
                operands.push(operand);
            }
        });
        operands
    }

    fn operand(&self, process: ProcessId, expr: &Expr) -> Option<Operand> {
        let view = self.view(process);
        match &expr.kind {
            ExprKind::Load(place) => {
                let value = view.value(expr).ok()?;
                let variable = place.variable;
                Some(match self.cell(process, place)? {
                    (None, cell) => Operand::Cell { variable, cell, value },
                    (Some(process), cell) => Operand::Remote { process, variable, cell, value },
                })
            }
            ExprKind::Query(query, channel) => {
                let instance = view.channel(channel).ok()?.instance;
                Some(Operand::Query(*query, instance, view.value(expr).ok()?))
            }
            ExprKind::Poll(reception) => {
                let instance = view.channel(&reception.channel).ok()?.instance;
                Some(Operand::Poll(instance, view.value(expr).ok()?))
            }
            ExprKind::At(process, label) => {
                let holds = view.holds(expr).ok()?;
                Some(Operand::At(view.value(process).ok()?, *label, holds))
            }
            ExprKind::Spin(asked) => {
                let value = view.value(expr).ok()?;
                let process = asked.process().map(|process| view.value(process));
                let process = process.transpose().ok()?;
                spin_operand(asked, process, value)
            }
            ExprKind::Timeout => Some(Operand::Timeout(self.timeout)),
            ExprKind::Pid => Some(Operand::Pid(view.own_number())),
            _ => None,
        }
    }

    /// Which cell of its variable a place names, and whose it is if another process is named.
    fn cell(&self, process: ProcessId, place: &Place) -> Option<(Option<ProcessId>, u32)> {
        let view = self.view(process);
        let (owner, address) = match &place.owner {
            Owner::Actor => (None, view.address(place).ok()?),
            Owner::Process(other) => {
                let (owner, address) = view.cell_of_other(other, place).ok()??;
                (Some(owner), address)
            }
        };
        let base = match place.region {
            Region::Local(_) => self.state.starts[owner.unwrap_or(process).index()] + 1,
            Region::Global | Region::Constant | Region::Discarded => 0,
        };
        Some((owner, address as u32 - base - place.offset))
    }
}

/// The answer to a question that only SPIN's languages ask.
fn spin_operand(asked: &SpinExpr, process: Option<i32>, value: i32) -> Option<Operand> {
    Some(match asked {
        SpinExpr::ProcessCount => Operand::ProcessCount(value),
        SpinExpr::NonProgress | SpinExpr::Accepting => return None,
        SpinExpr::Enabled(_) => Operand::Enabled(process?, value != 0),
        SpinExpr::ControlPoint(_) => Operand::ControlPoint(process?, value),
        SpinExpr::Priority(_) => Operand::Priority(process?, value),
    })
}
