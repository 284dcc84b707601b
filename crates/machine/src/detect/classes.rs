//! What values mean: identifiers of processes, channels, or plain data.
//!
//! Every expression, variable, subscript and message field gets a class; values that flow into one
//! another, or are compared for equality, share one. A class holds process identifiers if `_pid`
//! or the result of a `run` is in it and nothing treats its values as numbers: no arithmetic, no
//! order, no truth value stored in it. This is the type reconstruction of Donaldson and Gay,
//! *ETCH* (2005), reduced to what detection needs and run on the lowered program, so that a `byte`
//! may hold an identifier as well as a `pid`.

use std::collections::HashMap;

use diagnostics::Span;

use crate::index::{ChannelId, VariableId};
use crate::machine::Machine;
use crate::program::{
    Action, BinaryOperator, Expr, Initialiser, Pattern, Place, ProcessType, Reception,
    UnaryOperator,
};

/// Narrower cells cannot hold every identifier.
const IDENTIFIER_BITS: u8 = 8;
const TOO_NARROW: &str = "kept in fewer than 8 bits";

/// A class, before unification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Class(u32);

/// What the values of a class mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// Numbers.
    Data,
    /// Process identifiers.
    Process,
    /// Channels.
    Channel,
}

/// Why a class that holds identifiers must be taken for numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberUse {
    /// The statement.
    pub span: Span,
    /// What it does with the value.
    pub what: &'static str,
}

#[derive(Clone, Debug, Default)]
struct Facts {
    process: bool,
    channel: bool,
    number: Option<NumberUse>,
    /// For channels: the classes of the message fields, as far as known.
    fields: Vec<Class>,
}

/// The classes of a program.
#[derive(Debug)]
pub struct Classes {
    parents: Vec<u32>,
    facts: Vec<Facts>,
    contents: Vec<Class>,
    subscripts: Vec<Vec<Class>>,
    channels: Vec<Class>,
    /// The class of each expression that was looked at, by its address in the machine.
    expressions: HashMap<*const Expr, Class>,
    /// The own channels of each process type.
    own_channels: Vec<Vec<ChannelId>>,
    /// The variables that are read from outside.
    remotes: Vec<VariableId>,
    /// Whose initial values are being learnt from.
    owner: Option<usize>,
    /// Whether what is learnt from runs before all processes are started: arithmetic there is no
    /// harm, since the group need not respect it.
    early: bool,
    span: Span,
}

impl Classes {
    /// No constraints yet: every variable and every channel's messages are of unknown classes.
    #[must_use]
    pub fn new(machine: &Machine) -> Classes {
        let mut classes = Classes {
            parents: Vec::new(),
            facts: Vec::new(),
            contents: Vec::new(),
            subscripts: Vec::new(),
            channels: Vec::new(),
            expressions: HashMap::new(),
            own_channels: machine
                .program
                .process_types
                .iter()
                .map(|t| t.channels.clone())
                .collect(),
            remotes: machine.program.remotes.iter().map(|r| r.variable).collect(),
            owner: None,
            early: false,
            span: Span { file: diagnostics::FileId(0), start: 0, end: 0 },
        };
        for variable in &machine.program.variables {
            let content = classes.fresh();
            classes.facts[content.0 as usize].channel = variable.holds_channels;
            classes.contents.push(content);
            let subscripts = variable.dimensions.iter().map(|_| classes.fresh()).collect();
            classes.subscripts.push(subscripts);
        }
        for channel in &machine.program.channels {
            let fields = channel.fields.iter().map(|_| classes.fresh()).collect::<Vec<_>>();
            for (field, declared) in fields.iter().zip(&channel.fields) {
                let facts = &mut classes.facts[field.0 as usize];
                facts.channel = declared.holds_channel;
                if declared.cell.bits < IDENTIFIER_BITS {
                    facts.number = Some(NumberUse { span: channel.span, what: TOO_NARROW });
                }
            }
            let class = classes.fresh();
            classes.facts[class.0 as usize] = Facts { channel: true, fields, ..Facts::default() };
            classes.channels.push(class);
        }
        classes
    }

    fn fresh(&mut self) -> Class {
        let class = Class(self.parents.len() as u32);
        self.parents.push(class.0);
        self.facts.push(Facts::default());
        class
    }

    fn root(&self, class: Class) -> usize {
        let mut at = class.0;
        while self.parents[at as usize] != at {
            at = self.parents[at as usize];
        }
        at as usize
    }

    fn unify(&mut self, a: Class, b: Class) {
        let mut pending = vec![(a, b)];
        while let Some((a, b)) = pending.pop() {
            let (a, b) = (self.root(a), self.root(b));
            if a == b {
                continue;
            }
            let moved = std::mem::take(&mut self.facts[b]);
            self.parents[b] = a as u32;
            let kept = &mut self.facts[a];
            kept.process |= moved.process;
            kept.channel |= moved.channel;
            kept.number = kept.number.or(moved.number);
            if kept.fields.len() < moved.fields.len() {
                pending.extend(kept.fields.iter().copied().zip(moved.fields.iter().copied()));
                kept.fields = moved.fields;
            } else {
                pending.extend(moved.fields.iter().copied().zip(kept.fields.iter().copied()));
            }
        }
    }

    fn number(&mut self, class: Class, what: &'static str) {
        if self.early {
            return;
        }
        let root = self.root(class);
        let used = NumberUse { span: self.span, what };
        self.facts[root].number.get_or_insert(used);
    }

    /// What the values of a class mean.
    #[must_use]
    pub fn meaning(&self, class: Class) -> Meaning {
        let facts = &self.facts[self.root(class)];
        match (facts.number, facts.process, facts.channel) {
            (None, true, false) => Meaning::Process,
            (None, false, true) => Meaning::Channel,
            _ => Meaning::Data,
        }
    }

    /// The class of what a variable holds.
    #[must_use]
    pub fn content(&self, variable: VariableId) -> Class {
        self.contents[variable.index()]
    }

    /// The class of a variable's subscript in dimension `dimension`.
    #[must_use]
    pub fn subscript(&self, variable: VariableId, dimension: usize) -> Class {
        self.subscripts[variable.index()][dimension]
    }

    /// The class of a field of a channel's messages.
    #[must_use]
    pub fn field(&self, channel: usize, field: usize) -> Class {
        let root = self.root(self.channels[channel]);
        self.facts[root].fields[field]
    }

    /// The class of an expression of the machine that was looked at.
    #[must_use]
    pub fn of(&self, expr: &Expr) -> Option<Class> {
        self.expressions.get(&std::ptr::from_ref(expr)).copied()
    }

    /// Whether some channel is used where its number matters.
    #[must_use]
    pub fn channels_are_numbers(&self) -> bool {
        self.facts.iter().any(|f| f.channel && (f.number.is_some() || f.process))
    }

    /// Identifiers that are used as numbers, each with the first such use.
    #[must_use]
    pub fn conflicts(&self) -> Vec<NumberUse> {
        let mut found: Vec<NumberUse> =
            self.facts.iter().filter(|f| f.process).filter_map(|f| f.number).collect();
        found.sort_by_key(|use_| (use_.span.file, use_.span.start));
        found.dedup();
        found
    }

    /// Learns from the initial values of the locals of a process type.
    pub fn initialisers(&mut self, owner: usize, process_type: &ProcessType) {
        self.owner = Some(owner);
        self.span = process_type.span;
        process_type.initialisers.iter().for_each(|initialiser| self.initialiser(initialiser));
        self.owner = None;
    }

    /// Learns that a place holds the value of an expression.
    fn assign(&mut self, place: &Place, value: &Expr, span: Span) {
        self.span = span;
        let content = self.place(place);
        let value = self.expr(value);
        self.unify(content, value);
    }

    /// Learns from an action that runs before all processes are started.
    pub fn early_action(&mut self, action: &Action, span: Span) {
        self.early = true;
        self.action(action, span);
        self.early = false;
    }

    /// Learns from the initial value of a global or constant cell.
    pub fn initialiser(&mut self, initialiser: &Initialiser) {
        self.early = true;
        self.assign(&initialiser.place, &initialiser.value, self.span);
        self.early = false;
    }

    /// Learns that a variable receives the value of an expression evaluated elsewhere.
    pub fn pass(&mut self, variable: VariableId, value: &Expr, span: Span) {
        self.span = span;
        let class = self.expr(value);
        self.unify(self.content(variable), class);
    }

    /// Learns from a condition of a process type.
    pub fn condition(&mut self, condition: &Expr, span: Span) {
        self.span = span;
        self.truth(condition);
    }

    /// Learns from an action.
    pub fn action(&mut self, action: &Action, span: Span) {
        self.span = span;
        match action {
            Action::Skip | Action::Else | Action::Terminate | Action::Print { .. } => {}
            Action::Guard(expr) | Action::Assert(expr) => self.truth(expr),
            Action::Assign(place, value) => self.assign(place, value, span),
            Action::Send { channel, sorted, message } => {
                let fields = self.fields(channel, message.len());
                for (field, value) in fields.into_iter().zip(message) {
                    let class = self.expr(value);
                    self.unify(field, class);
                    if *sorted {
                        self.number(field, "sorted by value in a channel");
                    }
                }
            }
            Action::Receive(reception) => self.reception(reception),
            Action::Run { arguments, result, .. } => {
                arguments.iter().for_each(|a| {
                    self.expr(a);
                });
                if let Some(place) = result {
                    let content = self.place(place);
                    let root = self.root(content);
                    self.facts[root].process = true;
                }
            }
            Action::SetPriority { process, priority } => {
                self.expr(process);
                self.expr(priority);
            }
            Action::Deterministic(block) => {
                for point in &block.points {
                    for (action, _) in &point.options {
                        self.action(action, point.span);
                    }
                }
            }
        }
    }

    fn fields(&mut self, channel: &Expr, arity: usize) -> Vec<Class> {
        let class = self.expr(channel);
        let root = self.root(class);
        self.facts[root].channel = true;
        while self.facts[root].fields.len() < arity {
            let field = self.fresh();
            self.facts[root].fields.push(field);
        }
        self.facts[root].fields.clone()
    }

    fn reception(&mut self, reception: &Reception) {
        let fields = self.fields(&reception.channel, reception.patterns.len());
        for (field, pattern) in fields.into_iter().zip(&reception.patterns) {
            let class = match pattern {
                Pattern::Any => continue,
                Pattern::Store(place) => self.place(place),
                Pattern::Match(value) => self.expr(value),
                Pattern::OwnNumber => self.process_number(),
            };
            self.unify(field, class);
        }
    }

    /// The class of a place's content; its subscripts are learnt from.
    fn place(&mut self, place: &Place) -> Class {
        for (dimension, subscript) in place.subscripts.iter().enumerate() {
            let class = self.expr(&subscript.index);
            self.unify(self.subscript(place.variable, dimension), class);
        }
        let content = self.content(place.variable);
        if place.cell.bits < IDENTIFIER_BITS {
            self.number(content, TOO_NARROW);
        }
        content
    }

    /// Learns from an expression of which only the truth matters.
    fn truth(&mut self, expr: &Expr) {
        let class = match expr {
            Expr::Unary(UnaryOperator::Not, operand) => {
                self.truth(operand);
                self.fresh()
            }
            Expr::Binary(BinaryOperator::And | BinaryOperator::Or, operands) => {
                self.truth(&operands.0);
                self.truth(&operands.1);
                self.fresh()
            }
            _ => self.expr(expr),
        };
        self.expressions.insert(std::ptr::from_ref(expr), class);
    }

    fn expr(&mut self, expr: &Expr) -> Class {
        let class = match expr {
            Expr::Constant(_) => self.fresh(),
            Expr::Channel(channel) => self.channels[channel.index()],
            Expr::OwnChannel(index) => self.own_channel(*index),
            Expr::Load(place) => self.place(place),
            Expr::Pid => self.process_number(),
            Expr::ProcessCount | Expr::Timeout => self.plain("the number of processes"),
            Expr::Unary(operator, operand) => {
                if *operator == UnaryOperator::Not {
                    self.truth(operand);
                } else {
                    self.operand(operand);
                }
                self.plain("the result of an operator")
            }
            Expr::Binary(operator, operands) => self.binary(*operator, operands),
            Expr::Conditional(parts) => {
                self.truth(&parts.0);
                let (a, b) = (self.expr(&parts.1), self.expr(&parts.2));
                self.unify(a, b);
                a
            }
            Expr::Query(_, channel) => {
                self.fields(channel, 0);
                self.plain("the state of a channel")
            }
            Expr::Poll(reception) => {
                self.reception(reception);
                self.plain("the result of a poll")
            }
            Expr::Enabled(process)
            | Expr::ControlPoint(process)
            | Expr::Priority(process)
            | Expr::At(process, _) => {
                self.names_process(process);
                self.plain("what is known of another process")
            }
            Expr::RemoteLoad(parts, remote) => {
                self.names_process(&parts.0);
                let variable = self.remotes[remote.index()];
                if let Some(index) = &parts.1 {
                    let class = self.expr(index);
                    self.unify(self.subscript(variable, 0), class);
                }
                self.content(variable)
            }
            Expr::ProcessOf(_) => self.process_number(),
        };
        self.expressions.insert(std::ptr::from_ref(expr), class);
        class
    }

    fn process_number(&mut self) -> Class {
        let class = self.fresh();
        self.facts[class.0 as usize].process = true;
        class
    }

    /// Learns that the value of an expression names a process.
    fn names_process(&mut self, expr: &Expr) {
        let class = self.expr(expr);
        let root = self.root(class);
        self.facts[root].process = true;
    }

    /// The class of a process's own channel; only initial values name it so.
    fn own_channel(&self, index: u32) -> Class {
        let own = self.owner.and_then(|owner| self.own_channels[owner].get(index as usize));
        own.map_or(Class(0), |channel| self.channels[channel.index()])
    }

    fn plain(&mut self, what: &'static str) -> Class {
        let class = self.fresh();
        self.number(class, what);
        class
    }

    fn binary(&mut self, operator: BinaryOperator, operands: &(Expr, Expr)) -> Class {
        match operator {
            BinaryOperator::And | BinaryOperator::Or => {
                self.truth(&operands.0);
                self.truth(&operands.1);
            }
            BinaryOperator::Equal | BinaryOperator::NotEqual => {
                let (a, b) = (self.expr(&operands.0), self.expr(&operands.1));
                self.unify(a, b);
            }
            _ => {
                self.operand(&operands.0);
                self.operand(&operands.1);
            }
        }
        self.plain("the result of an operator")
    }

    fn operand(&mut self, operand: &Expr) {
        let class = self.expr(operand);
        self.number(class, "an operand of arithmetic or of an order");
    }
}
