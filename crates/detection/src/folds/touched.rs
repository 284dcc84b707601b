//! Which cells and channels the statements of a sequence touch, and how.
//!
//! Terms are judged by their values, never by how they are written: `a[i + 0]` is the element of its round, and `a[i % 2]` is
//! one of two elements, each of several rounds. What does not depend on counters alone stays a term: `a[me]` is the same cell as
//! another `a[me]`, and may be any other cell of `a`.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use machine::Machine;
use machine::index::VariableId;
use machine::program::{
    Action, BinaryOperator, Expr, ExprKind, Pattern, Place, Reception, Region, UnaryOperator,
    Variable,
};
use machine::touches::{self, Touch};
use machine::uses::walk_expr;

use super::distinct::{self, Elements};
use super::known::Known;
use super::tree::{Step, Tree};
use crate::order::flatten;

/// A cell, as it is named.
#[derive(Clone)]
pub(super) struct Cell<'m> {
    pub place: &'m Place,
    known: Rc<Known>,
    /// Which cell of its variable, if counters tell.
    index: Option<u32>,
}

/// Whether two names are those of one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alias {
    Same,
    Different,
    Open,
}

impl<'m> Cell<'m> {
    fn new(place: &'m Place, known: &Rc<Known>) -> Cell<'m> {
        Cell { place, known: Rc::clone(known), index: index(place, known) }
    }

    /// Whether two cells are the same one, in any state.
    pub fn alias(&self, other: &Cell<'_>) -> Alias {
        if self.place.variable != other.place.variable {
            return Alias::Different;
        }
        if let (Some(here), Some(there)) = (self.index, other.index) {
            return if here == there { Alias::Same } else { Alias::Different };
        }
        let mut alias = Alias::Same;
        for (a, b) in self.place.subscripts.iter().zip(&other.place.subscripts) {
            let values = (self.known.value(&a.index), other.known.value(&b.index));
            match values {
                (Some(a), Some(b)) if a != b => return Alias::Different,
                _ if self.known.same(&a.index, &b.index, &other.known) => {}
                _ => alias = Alias::Open,
            }
        }
        alias
    }
}

/// What is done with a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Use {
    Read,
    /// It is set to a constant.
    Set(i32),
    /// It is changed by an operation that is commutative and associative.
    By(BinaryOperator),
    Write,
}

/// A channel, as it is named.
#[derive(Clone)]
pub(super) struct Channel<'m> {
    expr: &'m Expr,
    known: Rc<Known>,
    /// Its number, if that is known.
    number: Option<i32>,
}

impl Channel<'_> {
    /// Whether its number is known.
    pub fn is_numbered(&self) -> bool {
        self.number.is_some()
    }

    /// Whether it is named by a variable.
    pub fn reads(&self, variable: VariableId) -> bool {
        let mut reads = false;
        touches::of_expression(self.expr, &mut |touch, _| {
            reads |= touch.variable() == Some(variable);
        });
        reads
    }

    /// Whether two channels are the same one.
    pub fn alias(&self, other: &Channel<'_>) -> Alias {
        match (self.number, other.number) {
            (Some(a), Some(b)) if a == b => Alias::Same,
            (Some(_), Some(_)) => Alias::Different,
            _ if self.known.same(self.expr, other.expr, &other.known) => Alias::Same,
            _ => Alias::Open,
        }
    }
}

/// What is done with a channel.
#[derive(Clone)]
pub(super) enum Deed<'m> {
    /// It is asked how full it is, or what it holds.
    Ask,
    Send(&'m [Expr], Rc<Known>),
    Receive,
}

/// What a statement touches, or a whole tree.
#[derive(Clone, Default)]
pub(super) struct Touched<'m> {
    pub cells: Vec<(Cell<'m>, Use)>,
    pub channels: Vec<(Channel<'m>, Deed<'m>)>,
    /// Expressions of which the value depends on counters alone, with it.
    pub counted: Vec<(&'m Expr, i32)>,
}

/// Reads statements.
#[derive(Debug)]
pub(super) struct Reader<'m> {
    machine: &'m Machine,
    /// The channels that a global variable holds for ever, cell by cell.
    fixed: HashMap<VariableId, Vec<i32>>,
    /// For each variable whether some statement writes it.
    written: Vec<bool>,
    /// What local arrays hold for ever, as far as it was asked for.
    elements: RefCell<HashMap<VariableId, Option<Rc<Elements>>>>,
    /// Whether every channel holds messages.
    pub buffered: bool,
}

impl<'m> Reader<'m> {
    pub fn new(machine: &'m Machine) -> Reader<'m> {
        let buffered = machine.program.channels.iter().all(|channel| channel.capacity > 0);
        let written = written(machine);
        let fixed = fixed_channels(machine, &written);
        Reader { machine, fixed, written, elements: RefCell::default(), buffered }
    }

    /// What a local array that no statement writes holds; none if it is none such.
    pub fn elements(&self, array: VariableId) -> Option<Rc<Elements>> {
        let find = || {
            let stays = !self.written[array.index()];
            stays.then(|| distinct::held_for_ever(self.machine, array)).flatten().map(Rc::new)
        };
        self.elements.borrow_mut().entry(array).or_insert_with(find).clone()
    }

    /// What all of a tree touches; none if a statement is of no kind that may be here.
    pub fn tree(&self, tree: &Tree<'m>) -> Option<Touched<'m>> {
        let mut touched = Touched::default();
        tree.all().into_iter().try_for_each(|step| self.step(step, &mut touched))?;
        Some(touched)
    }

    /// What a statement touches.
    pub fn step(&self, step: &Step<'m>, touched: &mut Touched<'m>) -> Option<()> {
        let known = &step.known;
        match step.action {
            Action::Else | Action::Skip => Some(()),
            Action::Guard(guard) => self.expr(guard, known, touched),
            Action::Assign(place, value) => self.assign(place, value, known, touched),
            // What is printed is no part of the state, but to evaluate it may fail.
            Action::Print { arguments, .. } => {
                let mut failing = arguments.iter().filter(|it| !self.is_sure(it, known));
                failing.try_for_each(|it| self.expr(it, known, touched))
            }
            Action::Send { channel, message, .. } => {
                self.expr(channel, known, touched)?;
                message.iter().try_for_each(|field| self.expr(field, known, touched))?;
                let deed = Deed::Send(message, Rc::clone(known));
                touched.channels.push((self.channel(channel, known), deed));
                Some(())
            }
            Action::Receive(reception) if self.buffered => {
                self.reception(reception, Deed::Receive, known, touched)?;
                let mut stored = reception.patterns.iter().filter_map(|pattern| match pattern {
                    Pattern::Store(place) => Some(place),
                    _ => None,
                });
                stored.try_for_each(|place| self.write(place, Use::Write, known, touched))
            }
            _ => None,
        }
    }

    /// What is touched to find out whether a message can be received.
    fn reception(
        &self,
        reception: &'m Reception,
        deed: Deed<'m>,
        known: &Rc<Known>,
        touched: &mut Touched<'m>,
    ) -> Option<()> {
        self.expr(&reception.channel, known, touched)?;
        for pattern in &reception.patterns {
            match pattern {
                Pattern::Match(value) => self.expr(value, known, touched)?,
                Pattern::Store(_) | Pattern::Any => {}
                Pattern::OwnNumber => return None,
            }
        }
        touched.channels.push((self.channel(&reception.channel, known), deed));
        Some(())
    }

    /// A channel that an expression names.
    pub fn channel(&self, expr: &'m Expr, known: &Rc<Known>) -> Channel<'m> {
        let number = self.number(expr, known);
        Channel { expr, known: Rc::clone(known), number }
    }

    /// Whether it is known which channel an expression names, and that there is one.
    pub fn is_numbered(&self, expr: &Expr, known: &Known) -> bool {
        self.number(expr, known).is_some_and(|number| number > 0)
    }

    fn number(&self, expr: &Expr, known: &Known) -> Option<i32> {
        match &expr.kind {
            ExprKind::Channel(channel) => Some(channel.index() as i32 + 1),
            ExprKind::Load(place) if place.other().is_none() => self.held(place, known),
            _ => None,
        }
    }

    fn held(&self, place: &Place, known: &Known) -> Option<i32> {
        let held = self.fixed.get(&place.variable)?;
        held.get(index(place, known)? as usize).copied()
    }

    fn assign(
        &self,
        place: &'m Place,
        value: &'m Expr,
        known: &Rc<Known>,
        touched: &mut Touched<'m>,
    ) -> Option<()> {
        let before = touched.cells.len();
        self.expr(value, known, touched)?;
        let done = match known.value(value) {
            Some(value) => Use::Set(value),
            None => match change(place, value) {
                // What may fail is asked or not, as what stands before it says.
                Some(BinaryOperator::And | BinaryOperator::Or) if !self.is_sure(value, known) => {
                    Use::Write
                }
                Some(operator) => {
                    // That it reads itself is no more than what it is changed by. The same words are the same cell: no counter moves
                    // within a statement.
                    let own =
                        touched.cells[before..].iter().position(|(read, _)| *read.place == *place);
                    own.into_iter().for_each(|own| drop(touched.cells.remove(before + own)));
                    Use::By(operator)
                }
                None => Use::Write,
            },
        };
        self.write(place, done, known, touched)
    }

    fn write(
        &self,
        place: &'m Place,
        done: Use,
        known: &Rc<Known>,
        touched: &mut Touched<'m>,
    ) -> Option<()> {
        let is_own = place.own_variable().is_some_and(|variable| known.get(variable).is_none());
        if !is_own {
            return None;
        }
        self.subscripts(place, known, touched)?;
        touched.cells.push((Cell::new(place, known), done));
        Some(())
    }

    /// What the reading of a place reads.
    pub fn place(
        &self,
        place: &'m Place,
        known: &Rc<Known>,
        touched: &mut Touched<'m>,
    ) -> Option<()> {
        place.own_variable()?;
        self.subscripts(place, known, touched)?;
        touched.cells.push((Cell::new(place, known), Use::Read));
        Some(())
    }

    /// What the subscripts of a place read. None of them may be out of bounds by its round.
    fn subscripts(
        &self,
        place: &'m Place,
        known: &Rc<Known>,
        touched: &mut Touched<'m>,
    ) -> Option<()> {
        for subscript in &place.subscripts {
            let value = known.value(&subscript.index);
            if value.is_some_and(|index| !(0..subscript.length as i32).contains(&index)) {
                return None;
            }
            self.expr(&subscript.index, known, touched)?;
        }
        Some(())
    }

    fn expr(&self, expr: &'m Expr, known: &Rc<Known>, touched: &mut Touched<'m>) -> Option<()> {
        // Of what is asked together, each part is looked at by itself.
        let is_logical = matches!(
            expr.kind,
            ExprKind::Unary(UnaryOperator::Not, _)
                | ExprKind::Binary(BinaryOperator::And | BinaryOperator::Or, _)
        );
        if let Some(value) = known.counted(expr).filter(|_| !is_logical) {
            touched.counted.push((expr, value));
            return Some(());
        }
        let mut read = |part: &'m Expr| self.expr(part, known, touched);
        match &expr.kind {
            ExprKind::Constant(_)
            | ExprKind::Pid
            | ExprKind::OwnChannel(_)
            | ExprKind::Channel(_) => Some(()),
            ExprKind::Load(place) => self.place(place, known, touched),
            ExprKind::Unary(_, operand) => read(operand),
            ExprKind::Binary(BinaryOperator::Divide | BinaryOperator::Modulo, _) => None,
            ExprKind::Binary(_, parts) => {
                read(&parts.0)?;
                read(&parts.1)
            }
            ExprKind::Conditional(parts) => {
                read(&parts.0)?;
                read(&parts.1)?;
                read(&parts.2)
            }
            ExprKind::Query(_, channel) if self.buffered => {
                read(channel)?;
                touched.channels.push((self.channel(channel, known), Deed::Ask));
                Some(())
            }
            ExprKind::Poll(reception) if self.buffered => {
                self.reception(reception, Deed::Ask, known, touched)
            }
            _ => None,
        }
    }

    /// Whether a place is a cell of its variable in every state.
    pub fn is_within(&self, place: &Place, known: &Known) -> bool {
        place.subscripts.iter().all(|subscript| {
            let index = known.value(&subscript.index);
            index.is_some_and(|index| (0..subscript.length as i32).contains(&index))
        })
    }

    /// Whether an expression has a value in every state: no subscript is out of bounds, no channel is none, nothing is divided by 0.
    pub fn is_sure(&self, expr: &Expr, known: &Known) -> bool {
        let mut is_sure = true;
        walk_expr(expr, &mut |part| {
            is_sure &= match &part.kind {
                ExprKind::Load(place) => self.is_within(place, known),
                ExprKind::Query(_, channel) => self.is_numbered(channel, known),
                ExprKind::Poll(reception) => self.is_numbered(&reception.channel, known),
                ExprKind::Binary(BinaryOperator::Divide | BinaryOperator::Modulo, _) => {
                    known.value(part).is_some()
                }
                _ => true,
            };
        });
        is_sure
    }

    /// Whether a send or a receive names a channel in every state, and all that it mentions has values.
    pub fn is_sure_exchange(&self, action: &Action, known: &Known) -> bool {
        match action {
            Action::Send { channel, message, .. } => {
                self.is_numbered(channel, known)
                    && message.iter().all(|field| self.is_sure(field, known))
            }
            Action::Receive(reception) => {
                let is_sure = |pattern: &Pattern| match pattern {
                    Pattern::Any => true,
                    Pattern::Store(place) => self.is_within(place, known),
                    Pattern::Match(value) => self.is_sure(value, known),
                    Pattern::OwnNumber => false,
                };
                self.is_numbered(&reception.channel, known)
                    && reception.patterns.iter().all(is_sure)
            }
            _ => false,
        }
    }

    /// How many messages a channel holds at least, whichever it is.
    pub fn capacity(&self, channel: &Channel<'_>) -> u32 {
        let declared = &self.machine.program.channels;
        let number = channel.number.and_then(|number| usize::try_from(number - 1).ok());
        let only = number.and_then(|number| declared.get(number)).map(|only| only.capacity);
        only.unwrap_or_else(|| declared.iter().map(|it| it.capacity).min().unwrap_or(0))
    }
}

/// Which cell of its variable a place is, if counters tell.
fn index(place: &Place, known: &Known) -> Option<u32> {
    let mut cell: u32 = 0;
    for subscript in &place.subscripts {
        let index = u32::try_from(known.value(&subscript.index)?).ok()?;
        cell = cell.checked_add(index.checked_mul(subscript.stride)?)?;
    }
    Some(cell)
}

/// By which operation an assignment changes a cell, if it is one that is commutative and associative.
fn change(place: &Place, value: &Expr) -> Option<BinaryOperator> {
    // No counter moves within a statement.
    let ExprKind::Binary(operator, parts) = &value.kind else { return None };
    let is_itself = |expr: &Expr| matches!(&expr.kind, ExprKind::Load(read) if read == place);
    match operator {
        BinaryOperator::Subtract => is_itself(&parts.0).then_some(BinaryOperator::Add),
        BinaryOperator::Add
        | BinaryOperator::Multiply
        | BinaryOperator::BitAnd
        | BinaryOperator::BitOr
        | BinaryOperator::BitXor
        | BinaryOperator::And
        | BinaryOperator::Or => {
            let mut terms = Vec::new();
            flatten(*operator, value, &mut terms);
            let itself = terms.into_iter().filter(|term| is_itself(term)).count();
            (itself == 1).then_some(*operator)
        }
        _ => None,
    }
}

/// For each variable whether some statement writes it.
fn written(machine: &Machine) -> Vec<bool> {
    let mut written = vec![false; machine.program.variables.len()];
    for operation in machine.code.edges.iter().flat_map(|edge| &edge.operations) {
        touches::of_action(&operation.action, &mut |touch, _| {
            if let Touch::Write(place) = touch {
                written[place.variable.index()] = true;
            }
        });
        operation.resets.iter().for_each(|reset| written[reset.variable.index()] = true);
    }
    written
}

/// What the variables hold that hold channels, belong to no process, and are written by no statement.
fn fixed_channels(machine: &Machine, written: &[bool]) -> HashMap<VariableId, Vec<i32>> {
    let variables = machine.program.variables.iter().enumerate();
    let unwritten = variables.filter(|&(index, it)| it.holds_channels && !written[index]);
    unwritten
        .filter_map(|(index, it)| Some((VariableId::new(index), held_for_ever(machine, it)?)))
        .collect()
}

/// What a variable that no statement writes holds in each of its cells, if that is the same in all initial states.
fn held_for_ever(machine: &Machine, variable: &Variable) -> Option<Vec<i32>> {
    let cells = variable.offset..variable.offset + variable.cells();
    match variable.region {
        Region::Constant => Some(cells.map(|cell| machine.constant(cell)).collect()),
        Region::Global => {
            let cells = cells.start as usize..cells.end as usize;
            let mut held = machine.all_initial().iter().map(|state| &state.cells[cells.clone()]);
            let first = held.next()?;
            held.all(|other| other == first).then(|| first.to_vec())
        }
        Region::Local(_) | Region::Discarded => None,
    }
}
