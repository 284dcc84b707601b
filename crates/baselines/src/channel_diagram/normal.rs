//! Programs in normal form, after their processes and channels were renamed.
//!
//! Donaldson and Miller 2008, section 7.3.1: names of channels and literals that name processes are renamed, and options and the
//! operands of `+`, `*`, `&&` and `||` are sorted. What is passed to the processes is renamed too, and stands where it stood.
//!
//! The [extended](Equivalence::Extended) form takes the body of a process with its number and its unchanging variables replaced
//! by what they hold, which comes to the same where each parameter has a place of its own; where a proctype treats several
//! alike, it finds more. It sorts operands of other commutative operators too, and assignments that could change places.

use detection::classes::{Class, Classes, Meaning};
use detection::order::{commute, flatten};
use groups::Permutation;
use machine::claim::{Claim, ClaimKind, Formula};
use machine::index::{ChannelId, ChannelInstance, ProcessId, ProcessTypeId, VariableId};
use machine::program::{
    Action, BinaryOperator, Expr, ExprKind, Initialiser, Pattern, Place, Reception, UnaryOperator,
};
use machine::semantics::Semantics;
use machine::uses::may_fail;

use super::equivalence::Equivalence;
use super::flow::{Flow, FlowStep, Target};
use super::meanings::Meanings;
use super::statics::Statics;
use super::terms::{Kind, Term, Terms};

/// What a normal form is made of.
#[derive(Debug)]
pub struct Context<'a> {
    /// What counts as the same.
    pub equivalence: Equivalence,
    /// Which values are alike.
    pub classes: &'a Classes<'a>,
    /// What values mean.
    pub meanings: Meanings<'a>,
    /// What is known of the processes.
    pub statics: Statics<'a>,
    /// By which numbers processes are known.
    pub semantics: Semantics,
    /// How many processes there are.
    pub processes: usize,
    /// The declaration of each channel.
    pub channels: Vec<ChannelId>,
    /// The deterministic blocks, by their identities; none for those of claims.
    pub blocks: Vec<Option<Flow<'a>>>,
    /// The parameters of each process type.
    pub parameters: Vec<Vec<VariableId>>,
    /// Whether processes are started one after the other, so that what is passed to each is known.
    pub runs_are_known: bool,
}

/// Makes normal forms of one process. Each method returns none where the paper has no term for the form.
pub struct Normaliser<'a> {
    /// What it is made of.
    pub context: &'a Context<'a>,
    /// The known terms.
    pub terms: &'a mut Terms,
    /// What processes and channels are renamed to.
    pub renaming: &'a Permutation,
    /// Whose body it is, before renaming; none for what comes before all processes.
    pub process: Option<ProcessId>,
}

impl Normaliser<'_> {
    /// Control flow with all its actions.
    pub fn flow(&mut self, flow: &Flow<'_>) -> Option<Term> {
        Some(self.nodes(flow)?[flow.entry])
    }

    /// Each node with all that hangs below it.
    pub fn nodes(&mut self, flow: &Flow<'_>) -> Option<Vec<Term>> {
        let mut nodes = vec![0; flow.nodes.len()];
        for &node in flow.order.iter().rev() {
            nodes[node] = self.node(flow, node, &nodes)?;
        }
        Some(nodes)
    }

    /// A node with all that hangs below it, whose terms are known.
    fn node(&mut self, flow: &Flow<'_>, node: usize, nodes: &[Term]) -> Option<Term> {
        let at = &flow.nodes[node];
        let mut steps = Vec::new();
        for step in &at.steps {
            let (body, target) = (self.step(step)?, self.target(flow, node, step, nodes)?);
            steps.push(self.terms.term(Kind::To, &[body, target])?);
        }
        let steps = if at.ordered {
            self.terms.term(Kind::List, &steps)?
        } else {
            self.terms.unordered(steps)?
        };
        let mut parts = vec![i64::from(at.ordered), steps, at.marks.len() as i64];
        parts.extend(&at.marks);
        parts.extend(flow.joins[node].iter().map(|&join| nodes[join]));
        self.terms.term(Kind::Node, &parts)
    }

    /// Where a step leads.
    pub fn target(
        &mut self,
        flow: &Flow<'_>,
        from: usize,
        step: &FlowStep<'_>,
        nodes: &[Term],
    ) -> Option<Term> {
        match flow.target(from, step.to) {
            Target::Gone => self.terms.term(Kind::Gone, &[]),
            Target::Entry => self.terms.term(Kind::Entry, &[]),
            Target::Inside(node) => Some(nodes[node]),
            Target::Back(levels, place) => {
                self.terms.term(Kind::Back, &[levels as i64, place as i64])
            }
        }
    }

    /// What a step does, wherever it leads. Runs of assignments that may change places have no order.
    pub fn step(&mut self, step: &FlowStep<'_>) -> Option<Term> {
        let mut groups: Vec<Vec<Term>> = Vec::new();
        let mut run: Vec<&Action> = Vec::new();
        for &action in &step.actions {
            let term = self.action(action)?;
            match groups.last_mut() {
                Some(group)
                    if step.rearranged && run.iter().all(|other| commute(other, action)) =>
                {
                    group.push(term);
                }
                _ => {
                    run.clear();
                    groups.push(vec![term]);
                }
            }
            run.push(action);
        }
        let mut parts = vec![i64::from(step.atomic), groups.len() as i64];
        for group in groups {
            parts.push(self.terms.unordered(group)?);
        }
        parts.extend(&step.marks);
        self.terms.term(Kind::Step, &parts)
    }

    /// The start of a process.
    pub fn run(
        &mut self,
        process_type: ProcessTypeId,
        arguments: &[Expr],
        priority: u8,
        result: Option<&Place>,
    ) -> Option<Term> {
        let result = match result {
            Some(place) => self.place(place)?,
            None => -1,
        };
        let mut parts = vec![i64::from(process_type.0), priority.into(), result];
        for (place, argument) in arguments.iter().enumerate() {
            if !self.context.runs_are_known || self.context.is_compared(process_type, place) {
                parts.extend([place as i64, self.expr(argument)?]);
            }
        }
        self.terms.term(Kind::Run, &parts)
    }

    /// What a process was given for its parameters, where that is not plain from the text.
    pub fn given(&mut self, process_type: ProcessTypeId, process: ProcessId) -> Option<Term> {
        let context = self.context;
        let mut parts = vec![i64::from(process_type.0)];
        for (place, &parameter) in context.parameters[process_type.index()].iter().enumerate() {
            if context.is_compared(process_type, place) && context.statics.has_cell(parameter) {
                let value = context.statics.first(parameter, process);
                let class = context.classes.content(parameter);
                parts.extend([place as i64, self.literal(value, Some(class))?]);
            }
        }
        self.terms.term(Kind::Run, &parts)
    }

    /// A claim: the body of one more process.
    pub fn claim(&mut self, claim: &Claim) -> Option<Term> {
        let claimed = match &claim.kind {
            ClaimKind::Automaton(graph) => self.flow(&Flow::of_claim(graph))?,
            ClaimKind::Formula(formula) => self.formula(formula)?,
        };
        self.terms.term(Kind::Claim, &[claimed])
    }

    fn formula(&mut self, formula: &Formula) -> Option<Term> {
        let (kind, ordered) = match formula {
            Formula::Atom(atom) => {
                let atom = self.truth(&atom.expr)?;
                return self.terms.term(Kind::Formula, &[0, atom]);
            }
            Formula::Not(_) => (1, true),
            Formula::And(_) => (2, false),
            Formula::Or(_) => (3, false),
            Formula::Implies(_) => (4, true),
            Formula::Equivalent(_) => (5, self.context.equivalence == Equivalence::Published),
            Formula::Next(_) => (6, true),
            Formula::Always(_) => (7, true),
            Formula::Eventually(_) => (8, true),
            Formula::Until(_) => (9, true),
            Formula::WeakUntil(_) => (10, true),
            Formula::Release(_) => (11, true),
        };
        let parts = formula.parts().into_iter();
        let parts: Vec<Term> = parts.map(|part| self.formula(part)).collect::<Option<_>>()?;
        let parts = if ordered {
            self.terms.term(Kind::List, &parts)?
        } else {
            self.terms.unordered(parts)?
        };
        self.terms.term(Kind::Formula, &[kind, parts])
    }

    /// The initial value of a cell.
    pub fn initialiser(&mut self, initialiser: &Initialiser) -> Option<Term> {
        let parts = [self.place(&initialiser.place)?, self.expr(&initialiser.value)?];
        self.terms.term(Kind::Assign, &parts)
    }

    fn list(&mut self, kind: Kind, first: &[i64], expressions: &[Expr]) -> Option<Term> {
        let mut parts = first.to_vec();
        for expr in expressions {
            parts.push(self.expr(expr)?);
        }
        self.terms.term(kind, &parts)
    }

    fn action(&mut self, action: &Action) -> Option<Term> {
        match action {
            Action::Skip => self.leaf(0),
            Action::OutOfRoom => self.leaf(3),
            Action::Else => self.leaf(1),
            Action::Terminate => self.leaf(2),
            // What is printed is no part of the state, but of the text, and to evaluate it may fail.
            Action::Print { arguments, .. } => {
                let mut parts = Vec::new();
                let is_text = self.context.equivalence == Equivalence::Published;
                for argument in arguments.iter().filter(|argument| is_text || may_fail(argument)) {
                    parts.push(self.expr(argument)?);
                }
                self.terms.term(Kind::Print, &parts)
            }
            Action::Guard(condition) => {
                let condition = self.truth(condition)?;
                self.terms.term(Kind::Guard, &[condition])
            }
            Action::Assert(condition) => {
                let condition = self.truth(condition)?;
                self.terms.term(Kind::Assert, &[condition])
            }
            Action::Assign(place, value) => {
                let parts = [self.place(place)?, self.expr(value)?];
                self.terms.term(Kind::Assign, &parts)
            }
            Action::Send { channel, sorted, message } => {
                let first = [i64::from(*sorted), self.expr(channel)?];
                self.list(Kind::Send, &first, message)
            }
            Action::Receive(reception) => self.reception(0, reception),
            Action::Run { .. } if self.context.runs_are_known => self.terms.term(Kind::Run, &[]),
            Action::Run { process_type, arguments, priority, result } => {
                self.run(*process_type, arguments, *priority, result.as_ref())
            }
            Action::Spin(done) => {
                let [process, priority] = done.operands();
                let parts = [self.expr(process)?, self.expr(priority)?];
                self.terms.term(Kind::SpinAction, &parts)
            }
            Action::Deterministic(block) => {
                let context = self.context;
                let flow = context.blocks.get(block.id()?.index())?.as_ref()?;
                let mut parts = vec![self.flow(flow)?];
                let heads = block.heads.iter();
                parts.extend(heads.flat_map(|&(p, o)| [Term::from(p), Term::from(o)]));
                self.terms.term(Kind::Block, &parts)
            }
        }
    }

    fn leaf(&mut self, number: i64) -> Option<Term> {
        self.terms.term(Kind::Leaf, &[number])
    }

    /// A number, or what it names.
    fn literal(&mut self, value: i32, class: Option<Class>) -> Option<Term> {
        match self.context.renamed(self.renaming, value, class) {
            Some(component) => self.terms.term(Kind::Name, &[component as i64]),
            None => self.terms.term(Kind::Number, &[i64::from(value)]),
        }
    }

    /// An expression of which only the truth matters: an identifier is compared with 0.
    pub fn truth(&mut self, expr: &Expr) -> Option<Term> {
        match &expr.kind {
            ExprKind::Unary(UnaryOperator::Not, operand) => {
                let parts = [UnaryOperator::Not as i64, self.truth(operand)?];
                self.terms.term(Kind::Unary, &parts)
            }
            ExprKind::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), _) => {
                let mut operands = Vec::new();
                flatten(*operator, expr, &mut operands);
                let terms = operands.into_iter().map(|o| self.truth(o)).collect::<Option<_>>()?;
                let operands = self.terms.unordered(terms)?;
                self.terms.term(Kind::Binary, &[*operator as i64, operands])
            }
            ExprKind::Binary(..) | ExprKind::Query(..) | ExprKind::Poll(_) | ExprKind::Timeout => {
                self.expr(expr)
            }
            _ => {
                let class = self.context.classes.of(expr);
                let parts = [self.expr(expr)?, self.literal(0, class)?];
                self.terms.term(Kind::Truth, &parts)
            }
        }
    }

    fn expr(&mut self, expr: &Expr) -> Option<Term> {
        if let Some(value) = self.context.value(expr, self.process) {
            return self.literal(value, self.context.classes.of(expr));
        }
        match &expr.kind {
            ExprKind::Load(place) => {
                let place = self.place(place)?;
                self.terms.term(Kind::Load, &[place])
            }
            // Only initial values name it so.
            ExprKind::OwnChannel(index) => self.leaf(16 + i64::from(*index)),
            ExprKind::Timeout => self.leaf(5),
            ExprKind::Pid => self.terms.term(Kind::Pid, &[]),
            ExprKind::ProcessOf(of) => self.terms.term(Kind::ProcessOf, &[of.0.into()]),
            // These always have a value.
            ExprKind::Constant(_) | ExprKind::Channel(_) => None,
            ExprKind::Unary(UnaryOperator::Not, _)
            | ExprKind::Binary(BinaryOperator::And | BinaryOperator::Or, _) => self.truth(expr),
            ExprKind::Unary(operator, operand) => {
                let operand = self.expr(operand)?;
                self.terms.term(Kind::Unary, &[*operator as i64, operand])
            }
            ExprKind::Binary(operator @ (BinaryOperator::Add | BinaryOperator::Multiply), _) => {
                let mut operands = Vec::new();
                flatten(*operator, expr, &mut operands);
                let terms = operands.into_iter().map(|o| self.expr(o)).collect::<Option<_>>()?;
                let operands = self.terms.unordered(terms)?;
                self.terms.term(Kind::Binary, &[*operator as i64, operands])
            }
            ExprKind::Binary(operator, operands) => {
                let operands = [self.expr(&operands.0)?, self.expr(&operands.1)?];
                let is_extended = self.context.equivalence == Equivalence::Extended;
                let operands = if is_extended && commutes(*operator) {
                    self.terms.unordered(operands.to_vec())?
                } else {
                    self.terms.term(Kind::List, &operands)?
                };
                self.terms.term(Kind::Binary, &[*operator as i64, operands])
            }
            ExprKind::Conditional(parts) => {
                let parts = [self.truth(&parts.0)?, self.expr(&parts.1)?, self.expr(&parts.2)?];
                self.terms.term(Kind::Conditional, &parts)
            }
            ExprKind::Query(query, channel) => {
                let channel = self.expr(channel)?;
                self.terms.term(Kind::Query, &[*query as i64, channel])
            }
            ExprKind::Poll(reception) => self.reception(1, reception),
            ExprKind::Spin(asked) => match asked.process() {
                Some(process) => self.other(2 + asked.code(), 0, process),
                None => self.leaf(7 + asked.code()),
            },
            ExprKind::At(process, label) => self.other(0, label.0, process),
            ExprKind::Existing(process) => self.other(1, 0, process),
            ExprKind::Within(value, lowest, highest) => {
                let value = self.expr(value)?;
                self.terms.term(Kind::Other, &[-1, (*lowest).into(), (*highest).into(), value])
            }
        }
    }

    /// A question about another process.
    fn other(&mut self, question: i64, what: u32, process: &Expr) -> Option<Term> {
        let process = self.expr(process)?;
        self.terms.term(Kind::Other, &[question, i64::from(what), process])
    }

    /// A cell.
    pub fn place(&mut self, place: &Place) -> Option<Term> {
        let mut parts = vec![i64::from(place.variable.0)];
        if let Some(process) = place.other() {
            parts = vec![-1, self.other(1, place.variable.0, process)?];
        }
        for subscript in &place.subscripts {
            parts.push(self.expr(&subscript.index)?);
        }
        self.terms.term(Kind::Place, &parts)
    }

    /// The class of a field of a channel with a static name.
    fn field(&self, channel: &Expr, field: usize) -> Option<Class> {
        let number = self.context.statics.value(channel, self.process)?;
        let channel = ChannelInstance::with_number(number)?;
        let &declared = self.context.channels.get(channel.index())?;
        Some(self.context.classes.field(declared, field))
    }

    fn reception(&mut self, poll: i64, reception: &Reception) -> Option<Term> {
        let mut parts = vec![poll, i64::from(reception.random), i64::from(reception.copy)];
        parts.push(self.expr(&reception.channel)?);
        for (field, pattern) in reception.patterns.iter().enumerate() {
            parts.push(match pattern {
                Pattern::Any => self.terms.term(Kind::Any, &[])?,
                Pattern::Match(value) => self.expr(value)?,
                Pattern::Store(place) => {
                    let place = self.place(place)?;
                    self.terms.term(Kind::Store, &[place])?
                }
                Pattern::OwnNumber if self.context.equivalence == Equivalence::Published => {
                    self.terms.term(Kind::OwnNumber, &[])?
                }
                Pattern::OwnNumber => {
                    let class = self.field(&reception.channel, field);
                    let number = self.context.semantics.process_number(self.process?);
                    let own = self.literal(number, class)?;
                    self.terms.term(Kind::OwnNumber, &[own])?
                }
            });
        }
        self.terms.term(Kind::Reception, &parts)
    }
}

impl Context<'_> {
    /// Whether what is passed for a parameter is compared: it is not if the parameter stands for it wherever it is read.
    fn is_compared(&self, process_type: ProcessTypeId, place: usize) -> bool {
        let parameters = &self.parameters[process_type.index()];
        let is_fixed = |&parameter: &VariableId| {
            self.statics.is_fixed(parameter) && self.statics.has_cell(parameter)
        };
        self.equivalence == Equivalence::Published || !parameters.get(place).is_some_and(is_fixed)
    }

    /// What stands for an expression: its value for a process if the form has values for names.
    pub fn value(&self, expr: &Expr, process: Option<ProcessId>) -> Option<i32> {
        match self.equivalence {
            Equivalence::Published => self.statics.literal(expr),
            Equivalence::Extended => self.statics.value(expr, process),
        }
    }

    /// What a value names after renaming: a process, or a channel, counted after the processes. None for plain numbers.
    pub fn renamed(
        &self,
        renaming: &Permutation,
        value: i32,
        class: Option<Class>,
    ) -> Option<usize> {
        match class.map_or(Meaning::Data, |class| self.meanings.of(class)) {
            Meaning::Data | Meaning::Value(_) => None,
            Meaning::Process => {
                let process = self.semantics.process_with_number(value)?.index();
                (process < self.processes).then(|| renaming.image(process))
            }
            Meaning::Channel => {
                let channel = ChannelInstance::with_number(value)?.index();
                (channel < self.channels.len()).then(|| renaming.image(self.processes + channel))
            }
        }
    }
}

/// Whether the operands of an operator may change places; those of `+`, `*`, `&&` and `||` always may.
fn commutes(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::BitAnd
            | BinaryOperator::BitOr
            | BinaryOperator::BitXor
    )
}
