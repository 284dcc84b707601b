//! Which variables and fields of messages hold symbols of an enumeration, though they are declared as numbers.
//!
//! In Promela, a `byte` may hold symbols of `mtype` as well as numbers. What flows together or is compared for equality shares a
//! class, over the whole program. A class in which all that the text writes down are symbols of one enumeration, or 0, and on
//! which nothing is computed or ordered, holds symbols. Whatever else is in it, a number, a count, a process or symbols of
//! another enumeration, leaves all of it numbers. It decides how values are shown, and nothing else. Cost: near linear in the
//! size of the program.

use groups::Partition;
use machine::control::NodeKind;
use machine::index::{ChannelId, EnumerationId, ProcessTypeId, VariableId};
use machine::program::{
    Action, BinaryOperator, CellType, Expr, ExprKind, Initialiser, Pattern, Place, Program,
    Reception, UnaryOperator,
};
use machine::spin::{SpinAction, SpinExpr};

use crate::words::meanings::{Inferred, Kind, Meanings};

impl Meanings {
    /// Finds out which variables and fields of a program hold symbols, though they are declared as numbers.
    pub fn infer(&mut self, program: &Program) {
        let mut classes = Classes::new(program);
        classes.declared(self);
        classes.learn();
        let mut inferred = Inferred::default();
        for id in VariableId::below(program.variables.len()) {
            let variable = &program.variables[id.index()];
            if !variable.holds_channels && !variable.holds_processes {
                let content = classes.contents[id.index()];
                let kind = self.held(&mut classes, content, variable.cell);
                inferred.variables.extend(kind.map(|kind| (id, kind)));
            }
        }
        for id in ChannelId::below(program.channels.len()) {
            for (place, field) in program.channels[id.index()].fields.iter().enumerate() {
                let class = classes.field(classes.channels[id.index()], place);
                if !field.holds_channel {
                    let kind = self.held(&mut classes, class, field.cell);
                    inferred.fields.extend(kind.map(|kind| ((id, place), kind)));
                }
            }
        }
        self.inferred = inferred;
    }

    /// The kind of the symbols of a class, all of which fit into a cell.
    fn held(&self, classes: &mut Classes<'_>, class: Class, cell: CellType) -> Option<Kind> {
        let kind = self.kinds.get(classes.enumeration(class)?.index())?;
        let mut values = self.symbols.keys().filter(|(of, _)| of == kind).map(|(_, value)| *value);
        (cell != CellType::BIT && values.all(|value| cell.wrap(value) == value))
            .then(|| kind.clone())
    }
}

/// A class, before unification.
type Class = usize;

#[derive(Clone, Debug, Default)]
struct Facts {
    /// The enumeration that symbols in it are of.
    enumeration: Option<EnumerationId>,
    /// Whether there is anything else in it.
    number: bool,
    /// Of channels: the classes of the fields of their messages, as far as known.
    fields: Vec<Class>,
}

struct Classes<'p> {
    program: &'p Program,
    /// Which classes were found to be one.
    alike: Partition,
    facts: Vec<Facts>,
    /// What variables hold.
    contents: Vec<Class>,
    channels: Vec<Class>,
    /// Whose text is being read.
    owner: Option<ProcessTypeId>,
}

impl<'p> Classes<'p> {
    fn new(program: &'p Program) -> Classes<'p> {
        let count = program.variables.len() + program.channels.len();
        Classes {
            program,
            alike: Partition::singletons(count),
            facts: vec![Facts::default(); count],
            contents: (0..program.variables.len()).collect(),
            channels: (program.variables.len()..count).collect(),
            owner: None,
        }
    }

    /// Learns from the declarations.
    fn declared(&mut self, meanings: &mut Meanings) {
        for (variable, kind) in meanings.variables.clone() {
            let enumeration = meanings.enumeration(&kind);
            self.has_symbols(self.contents[variable.index()], enumeration);
        }
        for ((channel, place), kind) in meanings.fields.clone() {
            let enumeration = meanings.enumeration(&kind);
            let field = self.field(self.channels[channel.index()], place);
            self.has_symbols(field, enumeration);
        }
    }

    /// Learns from the whole program.
    fn learn(&mut self) {
        let program = self.program;
        program.all_initialisers().for_each(|i| self.initialiser(i));
        for process in &program.initial {
            self.run(process.process_type, &process.arguments);
        }
        for (index, process_type) in program.process_types.iter().enumerate() {
            self.owner = Some(ProcessTypeId::new(index));
            process_type.initialisers.iter().for_each(|i| self.initialiser(i));
            process_type.first_messages.iter().for_each(|first| self.action(first.sending()));
            process_type.provided.iter().for_each(|condition| self.visit(condition));
            for node in &process_type.control.nodes {
                if let NodeKind::Action(action) = &node.kind {
                    self.action(action);
                }
            }
        }
        self.owner = None;
        for claim in &program.claims {
            claim.actions().for_each(|(action, _)| self.action(action));
            claim.atoms().into_iter().for_each(|atom| self.visit(atom));
        }
    }

    fn fresh(&mut self) -> Class {
        self.facts.push(Facts::default());
        self.alike.add()
    }

    fn number(&mut self) -> Class {
        let class = self.fresh();
        self.facts[class].number = true;
        class
    }

    fn root(&mut self, class: Class) -> Class {
        self.alike.find(class)
    }

    fn is_number(&mut self, class: Class) {
        let root = self.root(class);
        self.facts[root].number = true;
    }

    fn has_symbols(&mut self, class: Class, of: EnumerationId) {
        let root = self.root(class);
        let facts = &mut self.facts[root];
        facts.number |= facts.enumeration.is_some_and(|known| known != of);
        facts.enumeration = Some(of);
    }

    /// The enumeration whose symbols a class holds, if it holds symbols.
    fn enumeration(&mut self, class: Class) -> Option<EnumerationId> {
        let root = self.root(class);
        self.facts[root].enumeration.filter(|_| !self.facts[root].number)
    }

    /// The class of a field of the messages of a class of channels.
    fn field(&mut self, channel: Class, place: usize) -> Class {
        let root = self.root(channel);
        while self.facts[root].fields.len() <= place {
            let field = self.fresh();
            self.facts[root].fields.push(field);
        }
        self.facts[root].fields[place]
    }

    fn unify(&mut self, a: Class, b: Class) {
        let mut pending = vec![(a, b)];
        while let Some((a, b)) = pending.pop() {
            let (a, b) = (self.root(a), self.root(b));
            if a == b {
                continue;
            }
            self.alike.merge(a, b);
            let moved = std::mem::take(&mut self.facts[b]);
            self.facts[a].number |= moved.number;
            if let Some(enumeration) = moved.enumeration {
                self.has_symbols(a, enumeration);
            }
            let kept = &mut self.facts[a].fields;
            let common = kept.len().min(moved.fields.len());
            pending.extend(kept.iter().copied().zip(moved.fields.iter().copied()));
            kept.extend(&moved.fields[common..]);
        }
    }

    /// Learns from an expression whose value is not looked at.
    fn visit(&mut self, expr: &Expr) {
        let _ = self.expr(expr);
    }

    fn expr(&mut self, expr: &Expr) -> Class {
        match &expr.kind {
            ExprKind::Constant(value) => match expr.enumeration {
                Some(enumeration) => {
                    let class = self.fresh();
                    self.has_symbols(class, enumeration);
                    class
                }
                None if *value == 0 => self.fresh(),
                None => self.number(),
            },
            ExprKind::Channel(channel) => self.channels[channel.index()],
            ExprKind::OwnChannel(place) => self.own_channel(*place as usize),
            ExprKind::Load(place) => self.place(place),
            ExprKind::Conditional(parts) => {
                self.visit(&parts.0);
                let (then, otherwise) = (self.expr(&parts.1), self.expr(&parts.2));
                self.unify(then, otherwise);
                then
            }
            other => {
                self.computation(other);
                self.number()
            }
        }
    }

    /// Learns from what gives a number.
    fn computation(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::Unary(UnaryOperator::Not, operand)
            | ExprKind::Query(_, operand)
            | ExprKind::At(operand, _)
            | ExprKind::Existing(operand) => self.visit(operand),
            ExprKind::Unary(_, operand) | ExprKind::Within(operand, ..) => self.computed(operand),
            ExprKind::Binary(operator, operands) => {
                let (left, right) = &**operands;
                match operator {
                    BinaryOperator::Equal | BinaryOperator::NotEqual => {
                        let (left, right) = (self.expr(left), self.expr(right));
                        self.unify(left, right);
                    }
                    BinaryOperator::And | BinaryOperator::Or => {
                        self.visit(left);
                        self.visit(right);
                    }
                    _ => {
                        self.computed(left);
                        self.computed(right);
                    }
                }
            }
            ExprKind::Poll(reception) => self.reception(reception),
            ExprKind::Spin(asked) => match &**asked {
                SpinExpr::ProcessCount | SpinExpr::NonProgress | SpinExpr::Accepting => {}
                SpinExpr::Enabled(process)
                | SpinExpr::ControlPoint(process)
                | SpinExpr::Priority(process) => self.computed(process),
            },
            _ => {}
        }
    }

    /// Learns that something is computed from an expression.
    fn computed(&mut self, operand: &Expr) {
        let class = self.expr(operand);
        self.is_number(class);
    }

    fn own_channel(&mut self, place: usize) -> Class {
        let owner = self.owner.map(|owner| &self.program.process_types[owner.index()]);
        match owner.and_then(|owner| owner.channels.get(place)) {
            Some(channel) => self.channels[channel.index()],
            None => self.fresh(),
        }
    }

    /// The class of what a place holds.
    fn place(&mut self, place: &Place) -> Class {
        place.other().into_iter().for_each(|process| self.visit(process));
        place.subscripts.iter().for_each(|subscript| self.visit(&subscript.index));
        self.contents[place.variable.index()]
    }

    fn flow(&mut self, value: &Expr, to: Class) {
        let value = self.expr(value);
        self.unify(to, value);
    }

    fn initialiser(&mut self, initialiser: &Initialiser) {
        let place = self.place(&initialiser.place);
        self.flow(&initialiser.value, place);
    }

    fn run(&mut self, process_type: ProcessTypeId, arguments: &[Expr]) {
        let program = self.program;
        let parameters = &program.process_types[process_type.index()].parameters;
        for (argument, parameter) in arguments.iter().zip(parameters) {
            self.flow(argument, self.contents[parameter.index()]);
        }
    }

    fn reception(&mut self, reception: &Reception) {
        let channel = self.expr(&reception.channel);
        for (place, pattern) in reception.patterns.iter().enumerate() {
            let field = self.field(channel, place);
            match pattern {
                Pattern::Store(place) => {
                    let place = self.place(place);
                    self.unify(place, field);
                }
                Pattern::Match(value) => self.flow(value, field),
                Pattern::OwnNumber => self.is_number(field),
                Pattern::Any => {}
            }
        }
    }

    fn action(&mut self, action: &Action) {
        match action {
            Action::Skip | Action::Else | Action::Terminate | Action::OutOfRoom => {}
            Action::Guard(expr) | Action::Assert(expr) => self.visit(expr),
            Action::Assign(place, value) => {
                let place = self.place(place);
                self.flow(value, place);
            }
            Action::Send { channel, message, .. } => {
                let channel = self.expr(channel);
                for (place, value) in message.iter().enumerate() {
                    let field = self.field(channel, place);
                    self.flow(value, field);
                }
            }
            Action::Receive(reception) => self.reception(reception),
            Action::Print { arguments, .. } => arguments.iter().for_each(|value| self.visit(value)),
            Action::Run { process_type, arguments, result, .. } => {
                self.run(*process_type, arguments);
                if let Some(place) = result {
                    let place = self.place(place);
                    self.is_number(place);
                }
            }
            Action::Deterministic(block) => {
                let options = block.points.iter().flat_map(|point| &point.options);
                options.for_each(|(action, _)| self.action(action));
            }
            Action::Spin(SpinAction::SetPriority { process, priority }) => {
                self.computed(process);
                self.computed(priority);
            }
        }
    }
}
