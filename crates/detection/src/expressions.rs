//! Expressions in the coloured graph: constants joined to what they name, operands in no order
//! where none matters.

use std::collections::BTreeSet;
use std::ops::Range;

use machine::compile::Location;
use machine::index::{ChannelInstance, LabelId};
use machine::program::{
    Action, BinaryOperator, Expr, ExprKind, Pattern, Place, Reception, Region, UnaryOperator,
};
use machine::semantics::MissingProcess;

use super::classes::{Class, Meaning};
use super::constraint::Constraint;
use super::graph::{Builder, CHILD, FROM, REFERS};
use super::noted::Table;
use super::order::{comparison, flatten};
use super::vertex_kind::VertexKind;

impl Builder<'_> {
    pub(super) fn meaning(&self, class: Option<Class>) -> Meaning {
        class.map_or(Meaning::Data, |class| self.classes.meaning(class))
    }

    /// The numbers of the processes.
    fn numbers(&self) -> Range<i32> {
        let semantics = &self.machine.program.semantics;
        semantics.process_numbers(self.processes.len())
    }

    /// The vertex of the process that has a number, if there is one.
    pub(super) fn process_with_number(&self, number: i32) -> Option<usize> {
        let process = self.machine.program.semantics.process_with_number(number)?;
        self.processes.get(process.index()).copied()
    }

    /// A constant: joined to what it names, if it names something.
    pub(super) fn literal(&mut self, value: i32, class: Option<Class>) -> usize {
        let meaning = self.meaning(class);
        let is_joined = match meaning {
            Meaning::Data => false,
            Meaning::Process => self.keeps(Constraint::NamedProcess),
            Meaning::Channel => self.keeps(Constraint::NamedChannel),
            Meaning::Value(_) => self.keeps(Constraint::NamedValue),
        };
        let named = match meaning {
            Meaning::Data => None,
            Meaning::Process => self.process_with_number(value),
            Meaning::Channel => {
                let channel = ChannelInstance::with_number(value);
                channel.and_then(|channel| self.channels.get(channel.index()).copied())
            }
            Meaning::Value(kind) => self.values.get(&(kind, value)).copied(),
        };
        match named.filter(|_| is_joined) {
            Some(named) => self.shared(VertexKind::Name, &[], vec![(named, REFERS)]),
            None => self.leaf(VertexKind::Number, &[self.told(Constraint::Number, value)]),
        }
    }

    /// What an expression is in the round that is being drawn, or wherever it stands, if that is known.
    fn known(&self, expr: &Expr) -> Option<i32> {
        let known = self.round.as_deref();
        let counted = known.and_then(|known| self.classes.folds().value(expr, known));
        counted.or_else(|| self.classes.constant_of(expr))
    }

    /// An expression of which only the truth matters: an identifier is compared with 0.
    pub(super) fn truth(&mut self, expr: &Expr) -> usize {
        if let Some(value) = self.known(expr).filter(|_| self.keeps(Constraint::KnownTruth)) {
            return self.leaf(VertexKind::Truth, &[i64::from(value != 0)]);
        }
        match &expr.kind {
            ExprKind::Unary(UnaryOperator::Not, operand) => {
                let operand = self.truth(operand);
                self.parent(VertexKind::Not, &[], &[operand])
            }
            ExprKind::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), _) => {
                self.logical(*operator, expr)
            }
            ExprKind::Binary(..) | ExprKind::Query(..) | ExprKind::Poll(_) | ExprKind::Timeout
                if self.classes.table(expr).is_none() =>
            {
                self.expr(expr)
            }
            _ => {
                let mut children = vec![self.expr(expr)];
                if self.keeps(Constraint::TruthOfNames) {
                    children.push(self.literal(0, self.classes.of(expr)));
                }
                self.parent(VertexKind::Truth, &[], &children)
            }
        }
    }

    /// A chain of `&&` or `||`, in no order if no operand can fail.
    fn logical(&mut self, operator: BinaryOperator, expr: &Expr) -> usize {
        let mut operands = Vec::new();
        flatten(operator, expr, &mut operands);
        let safe = !self.keeps(Constraint::FailureOrder)
            || operands.iter().all(|operand| self.cannot_fail(operand));
        let children: Vec<usize> =
            operands.into_iter().map(|operand| self.truth(operand)).collect();
        let kind = if operator == BinaryOperator::And { VertexKind::And } else { VertexKind::Or };
        if safe {
            self.unordered(kind, &[1], &children)
        } else {
            self.parent(kind, &[0], &children)
        }
    }

    pub(super) fn expr(&mut self, expr: &Expr) -> usize {
        let class = self.classes.of(expr);
        let classes = self.classes;
        if let Some(value) = self.known(expr) {
            return self.literal(value, class);
        }
        if let Some(table) = classes.table(expr) {
            return self.applied(table);
        }
        match &expr.kind {
            ExprKind::Constant(value) => self.literal(*value, class),
            // Only initial values name it so, and those are no late code.
            ExprKind::OwnChannel(index) => self.leaf(VertexKind::OwnChannel, &[i64::from(*index)]),
            ExprKind::Channel(channel) => {
                if self.keeps(Constraint::NamedChannel) {
                    self.shared(
                        VertexKind::Name,
                        &[],
                        vec![(self.channels[channel.index()], REFERS)],
                    )
                } else {
                    self.leaf(VertexKind::Number, &[channel.index() as i64 + 1])
                }
            }
            ExprKind::Load(place) => match place.other() {
                None => self.load(place),
                Some(process) => self.load_of_other(process, place, class),
            },
            ExprKind::Pid if self.meaning(class) == Meaning::Process => {
                self.leaf(VertexKind::OwnProcess, &[])
            }
            ExprKind::Pid => self.numbered_self(),
            ExprKind::Timeout => self.leaf(VertexKind::Timeout, &[]),
            ExprKind::Unary(UnaryOperator::Not, _)
            | ExprKind::Binary(BinaryOperator::And | BinaryOperator::Or, _) => self.truth(expr),
            ExprKind::Unary(operator, operand) => {
                let operand = self.expr(operand);
                let operator = self.told(Constraint::Operator, *operator as i64);
                self.parent(VertexKind::Unary, &[operator], &[operand])
            }
            ExprKind::Binary(operator, _) => self.binary(*operator, expr),
            ExprKind::Conditional(parts) => {
                let children = [self.truth(&parts.0), self.expr(&parts.1), self.expr(&parts.2)];
                self.ordered(Constraint::ConditionalOrder, VertexKind::Conditional, &[], &children)
            }
            ExprKind::Query(query, channel) => {
                let channel = self.expr(channel);
                let query = self.told(Constraint::Query, *query as i64);
                self.parent(VertexKind::Query, &[query], &[channel])
            }
            ExprKind::Poll(reception) => self.reception(VertexKind::Poll, reception),
            ExprKind::At(process, label) => self.at(process, *label),
            ExprKind::Existing(process) => {
                let process = self.other(process);
                self.parent(VertexKind::Existing, &[], &[process])
            }
            ExprKind::Within(value, lowest, highest) => {
                let range = [lowest, highest].map(|&end| self.told(Constraint::Number, end));
                let value = self.expr(value);
                self.parent(VertexKind::Within, &range, &[value])
            }
            ExprKind::Spin(asked) => {
                let process = asked.process().map(|process| self.other(process));
                self.parent(VertexKind::SpinExpr, &[asked.code()], process.as_slice())
            }
            // The first of several is not the first of their images.
            ExprKind::ProcessOf(process_type) => {
                let mut named = self.numbered_processes();
                let is_meant = |p: &usize| self.shape.types[*p] == *process_type;
                let meant: Vec<usize> = (0..named.len()).filter(is_meant).collect();
                match meant[..] {
                    [only] => named = vec![(self.processes[only], REFERS)],
                    _ => named = meant.iter().map(|&p| named[p]).collect(),
                }
                if !self.keeps(Constraint::FirstOfType) {
                    named.clear();
                }
                self.shared(VertexKind::Name, &[], named)
            }
        }
    }

    /// A binary operator that is not logical: where operands have no order, chains are flattened.
    fn binary(&mut self, operator: BinaryOperator, expr: &Expr) -> usize {
        let ExprKind::Binary(_, operands) = &expr.kind else { unreachable!("a binary expression") };
        let details = [self.told(Constraint::Operator, operator as i64)];
        match operator {
            // Arithmetic wraps, so that these are associative.
            BinaryOperator::Add
            | BinaryOperator::Multiply
            | BinaryOperator::BitAnd
            | BinaryOperator::BitOr
            | BinaryOperator::BitXor => {
                let mut terms = Vec::new();
                flatten(operator, expr, &mut terms);
                let children: Vec<usize> = terms.into_iter().map(|term| self.expr(term)).collect();
                self.unordered(VertexKind::Binary, &details, &children)
            }
            BinaryOperator::Equal | BinaryOperator::NotEqual => {
                let children = [self.expr(&operands.0), self.expr(&operands.1)];
                self.unordered(VertexKind::Binary, &details, &children)
            }
            _ => {
                let children = [self.expr(&operands.0), self.expr(&operands.1)];
                self.ordered(Constraint::OperandOrder, VertexKind::Binary, &details, &children)
            }
        }
    }

    /// A function applied to its operands.
    fn applied(&mut self, table: &Table) -> usize {
        let mut rows = Vec::new();
        let told = if self.keeps(Constraint::TableRows) { &table.rows[..] } else { &[] };
        for (arguments, result) in told {
            let mut edges = Vec::new();
            for ((&value, operand), colour) in arguments.iter().zip(&table.operands).zip(CHILD..) {
                edges.push((self.literal(value, self.classes.of(operand)), colour));
            }
            let result = match result {
                Some(value) => self.literal(*value, Some(table.result)),
                None => self.leaf(VertexKind::Fault, &[]),
            };
            edges.push((result, FROM));
            rows.push(self.shared(VertexKind::Row, &[], edges));
        }
        let mut children = vec![self.unordered(VertexKind::Function, &[], &rows)];
        children.extend(table.operands.iter().map(|operand| self.expr(operand)));
        self.parent(VertexKind::Applied, &[], &children)
    }

    /// `P[i]@label`: the place belongs to the meaning.
    fn at(&mut self, process: &Expr, label: LabelId) -> usize {
        let process = self.other(process);
        let mut edges = vec![(process, CHILD)];
        let named = &self.machine.program.labels[label.index()];
        let here = |l: &Location| l.process_type == named.process_type && l.node == named.node;
        let location = self.machine.code.locations.iter().position(here);
        let vertex = location.and_then(|location| self.locations[location]);
        if self.keeps(Constraint::AtLabel) {
            edges.extend(vertex.map(|vertex| (vertex, REFERS)));
        }
        // A place that no process comes to any more is known by its name only.
        let details = if vertex.is_some() { -1 } else { i64::from(label.0) };
        self.shared(VertexKind::AtLabel, &[details], edges)
    }

    /// An expression that names a process: if it is a number, all processes are pinned.
    fn other(&mut self, process: &Expr) -> usize {
        let vertex = self.expr(process);
        let is_name = self.meaning(self.classes.of(process)) == Meaning::Process;
        if is_name || !self.keeps(Constraint::OtherAsNumber) {
            return vertex;
        }
        let mut edges = self.numbered_processes();
        edges.push((vertex, REFERS));
        self.shared(VertexKind::NumberedProcess, &[], edges)
    }

    /// `_pid` as a number: every process of the type whose code it is in is joined to it by its
    /// own number.
    pub(super) fn numbered_self(&mut self) -> usize {
        let mut numbered = self.numbered_processes();
        let types = &self.shape.types;
        let mut process = types.iter();
        numbered.retain(|_| self.context.is_none_or(|owner| process.next() == Some(&owner)));
        if !self.keeps(Constraint::SelfAsNumber) {
            numbered.clear();
        }
        self.shared(VertexKind::OwnNumberOfProcess, &[], numbered)
    }

    /// All processes, told apart by their numbers.
    fn numbered_processes(&self) -> Vec<(usize, u32)> {
        self.processes.iter().copied().zip(CHILD..).collect()
    }

    fn load(&mut self, place: &Place) -> usize {
        let place = self.place(place);
        self.parent(VertexKind::Load, &[], &[place])
    }

    /// What a variable of another process holds.
    fn load_of_other(&mut self, process: &Expr, place: &Place, class: Option<Class>) -> usize {
        let mut edges = vec![(self.other(process), CHILD)];
        let subscripts = place.subscripts.iter().zip(CHILD + 1..);
        edges.extend(subscripts.map(|(subscript, colour)| (self.expr(&subscript.index), colour)));
        if self.keeps(Constraint::RemoteVariable) {
            edges.push((self.variables[place.variable.index()], REFERS));
        }
        let reads_zero =
            self.machine.program.semantics.missing_process == MissingProcess::ReadsZero;
        if reads_zero && self.may_be_missing(process) && self.keeps(Constraint::RemoteMissing) {
            // The value is 0 then, which may be a name.
            edges.push((self.literal(0, class), FROM));
        }
        self.shared(VertexKind::RemoteLoad, &[], edges)
    }

    pub(super) fn place(&mut self, place: &Place) -> usize {
        let told =
            if self.keeps(Constraint::PlaceSubscripts) { &place.subscripts[..] } else { &[] };
        let subscripts = told.iter().map(|s| self.expr(&s.index)).zip(CHILD..);
        let mut edges: Vec<(usize, u32)> = subscripts.collect();
        if self.keeps(Constraint::PlaceOwner) {
            edges.extend(place.other().map(|process| (self.other(process), FROM)));
        }
        if self.keeps(Constraint::PlaceVariable) {
            edges.push((self.variables[place.variable.index()], REFERS));
        }
        self.shared(VertexKind::Place, &[], edges)
    }

    /// Whether an expression surely has a value, so that it may be evaluated in any order.
    pub(super) fn cannot_fail(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Constant(_)
            | ExprKind::Channel(_)
            | ExprKind::OwnChannel(_)
            | ExprKind::Pid
            | ExprKind::Timeout => true,
            ExprKind::Load(place) => match place.other() {
                Some(process) => self.remote_cannot_fail(process, place),
                None => place.subscripts.iter().all(|s| {
                    let inside = |index: &i32| (0..s.length as i32).contains(index);
                    self.cannot_fail(&s.index)
                        && self.possible(&s.index).is_some_and(|values| values.iter().all(inside))
                }),
            },
            ExprKind::Unary(_, operand) | ExprKind::At(operand, _) => self.cannot_fail(operand),
            ExprKind::Spin(asked) => {
                !asked.may_fail() && asked.process().is_none_or(|process| self.cannot_fail(process))
            }
            ExprKind::ProcessOf(_) => true,
            ExprKind::Existing(process) => {
                self.cannot_fail(process)
                    && self.possible(process).is_some_and(|values| {
                        let there = self.numbers();
                        values.iter().all(|value| there.contains(value))
                    })
            }
            ExprKind::Within(..) => false,
            ExprKind::Binary(operator, operands) => {
                let divides = matches!(operator, BinaryOperator::Divide | BinaryOperator::Modulo);
                (!divides || operands.1.constant_value().is_some_and(|v| v != 0))
                    && self.cannot_fail(&operands.0)
                    && self.cannot_fail(&operands.1)
            }
            ExprKind::Conditional(parts) => {
                [&parts.0, &parts.1, &parts.2].into_iter().all(|part| self.cannot_fail(part))
            }
            ExprKind::Query(_, channel) => match &channel.kind {
                ExprKind::Channel(_) => true,
                ExprKind::Load(place) => {
                    place.own_variable().is_some_and(|it| self.sure_channels.contains(&it))
                }
                _ => false,
            },
            ExprKind::Poll(reception) => self.poll_cannot_fail(reception),
        }
    }

    /// The values that an expression has, where it has one; none if they are not known. What symmetry makes of them indexes the
    /// same arrays: elements go where the values go that index them.
    fn possible(&self, expr: &Expr) -> Option<BTreeSet<i32>> {
        if let Some(value) = self.classes.constant_of(expr) {
            return Some(BTreeSet::from([value]));
        }
        if let Some(table) = self.classes.table(expr) {
            let results: Option<BTreeSet<i32>> =
                table.rows.iter().map(|(_, result)| *result).collect();
            return results;
        }
        let meaning = self.meaning(self.classes.of(expr));
        match &expr.kind {
            ExprKind::Pid => {
                let semantics = &self.machine.program.semantics;
                let processes = self.shape.processes();
                let here = processes.filter(|(_, of)| self.context.is_none_or(|t| t == *of));
                let numbers = here.map(|(process, _)| semantics.process_number(process));
                Some(numbers.collect())
            }
            ExprKind::Load(place) if place.other().is_some() => None,
            ExprKind::Load(place) if matches!(meaning, Meaning::Process | Meaning::Value(_)) => {
                Some(self.classes.held_by(place))
            }
            ExprKind::Load(place) if self.shape.frozen.contains(&place.variable) => {
                let variable = &self.machine.program.variables[place.variable.index()];
                let Region::Local(owner) = variable.region else { return None };
                let held = |process| self.shape.frozen_value(variable, process);
                Some(self.shape.processes_of(owner).map(held).collect())
            }
            _ => None,
        }
    }

    /// Whether an expression may name a process that is not there. (Programs that read variables of processes which may
    /// have gone are not reduced.)
    fn may_be_missing(&self, process: &Expr) -> bool {
        let there = self.numbers();
        match &process.kind {
            ExprKind::Pid => false,
            ExprKind::Load(place)
                if place.other().is_none()
                    && self.meaning(self.classes.of(process)) == Meaning::Process =>
            {
                let held = self.classes.held_by(place);
                held.is_empty() || held.iter().any(|value| !there.contains(value))
            }
            _ => match self.classes.constant_of(process) {
                Some(value) => !there.contains(&value),
                None => true,
            },
        }
    }

    /// Whether a process that is named has the type of the variable that is read.
    fn remote_cannot_fail(&self, process: &Expr, place: &Place) -> bool {
        let ExprKind::Constant(process) = process.kind else { return false };
        let process = self.machine.program.semantics.process_with_number(process);
        let process_type = process.and_then(|process| self.shape.types.get(process.index()));
        process_type.is_some_and(|&of| place.region == Region::Local(of))
            && place.subscripts.iter().all(|subscript| {
                let index = subscript.index.constant_value();
                index.is_some_and(|index| (0..subscript.length as i32).contains(&index))
            })
    }

    fn poll_cannot_fail(&self, reception: &Reception) -> bool {
        let ExprKind::Channel(channel) = reception.channel.kind else { return false };
        let channel = &self.machine.program.channels[channel.index()];
        channel.capacity > 0
            && channel.fields.len() == reception.patterns.len()
            && reception.patterns.iter().all(|pattern| match pattern {
                Pattern::Match(value) => self.cannot_fail(value),
                Pattern::Store(_) | Pattern::Any | Pattern::OwnNumber => true,
            })
    }

    /// Whether at most one of the options can be possible, so that their order does not matter: each
    /// but a final `else` compares the same expression with another constant.
    pub(super) fn exclusive(&self, options: &[(Action, Option<u32>)]) -> bool {
        let mut seen: Vec<(&Expr, &Expr)> = Vec::new();
        for (position, (action, _)) in options.iter().enumerate() {
            match action {
                Action::Else if position + 1 == options.len() => {}
                Action::Guard(guard) if self.cannot_fail(guard) => {
                    let mut conjuncts = Vec::new();
                    flatten(BinaryOperator::And, guard, &mut conjuncts);
                    let Some((value, constant)) = conjuncts.into_iter().find_map(comparison) else {
                        return false;
                    };
                    // A number and a channel by name might be the same value.
                    let alike = |c: &Expr| {
                        std::mem::discriminant(&c.kind) == std::mem::discriminant(&constant.kind)
                    };
                    if seen.iter().any(|&(v, c)| v != value || c == constant || !alike(c)) {
                        return false;
                    }
                    seen.push((value, constant));
                }
                _ => return false,
            }
        }
        true
    }
}
