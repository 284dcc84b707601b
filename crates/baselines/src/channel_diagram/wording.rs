//! Actions in words that every language's users can read: in the notation of C, with names and renamed literals.

use detection::classes::{Class, Meaning};
use detection::order::flatten;
use groups::Permutation;
use machine::Machine;
use machine::index::ProcessId;
use machine::program::{
    Action, BinaryOperator, ChannelQuery, DeterministicBlock, Expr, ExprKind, Pattern, Place,
    Reception, UnaryOperator,
};
use machine::spin::{SpinAction, SpinExpr};

use super::normal::Context;

/// Puts the actions of one process into words.
pub struct Wording<'a> {
    /// The machine, for the names of variables.
    pub machine: &'a Machine,
    /// What is known of its processes.
    pub context: &'a Context<'a>,
    /// The names of the processes and channels.
    pub names: &'a dyn Fn(usize) -> String,
    /// What they are renamed to.
    pub renaming: &'a Permutation,
    /// Whose actions they are, before renaming; none if no process's.
    pub process: Option<ProcessId>,
}

impl Wording<'_> {
    /// Actions, each by itself.
    pub fn actions(&self, actions: &[&Action]) -> Vec<String> {
        actions.iter().map(|action| self.action(action)).collect()
    }

    fn action(&self, action: &Action) -> String {
        match action {
            Action::Skip => "skip".to_owned(),
            Action::Else => "else".to_owned(),
            Action::Terminate => "the end".to_owned(),
            Action::OutOfRoom => "out of room".to_owned(),
            Action::Print { .. } => "printf".to_owned(),
            Action::Guard(condition) => self.expr(condition),
            Action::Assert(condition) => format!("assert({})", self.expr(condition)),
            Action::Assign(place, value) => format!("{} = {}", self.place(place), self.expr(value)),
            Action::Send { channel, sorted, message } => {
                let operator = if *sorted { "!!" } else { "!" };
                format!("{}{operator}{}", self.expr(channel), self.list(message))
            }
            Action::Receive(reception) => self.reception(reception),
            Action::Run { process_type, arguments, .. } => {
                let name = &self.machine.program.process_types[process_type.index()].name;
                format!("run {name}({})", self.list(arguments))
            }
            Action::Spin(SpinAction::SetPriority { process, priority }) => {
                format!("set_priority({}, {})", self.expr(process), self.expr(priority))
            }
            Action::Deterministic(block) => self.straight(block).unwrap_or_else(|| {
                let first = block.points.first().and_then(|point| point.options.first());
                let first = first.map_or_else(String::new, |(action, _)| self.action(action));
                format!("d_step {{ {first}; … }}")
            }),
        }
    }

    /// A block without choices, such as a statement of Promela-Lite, which is a guard with updates: `x == 0 -> x = 1; c!2`.
    fn straight(&self, block: &DeterministicBlock) -> Option<String> {
        let mut text = String::new();
        let mut at = 0;
        for _ in 0..block.points.len() {
            let [(action, next)] = &block.points.get(at)?.options[..] else { return None };
            text += &self.action(action);
            let Some(next) = next else { return Some(text) };
            text += if matches!(action, Action::Guard(_)) { " -> " } else { "; " };
            at = *next as usize;
        }
        None
    }

    /// Expressions with commas between them.
    pub fn list(&self, expressions: &[Expr]) -> String {
        let texts: Vec<String> = expressions.iter().map(|expr| self.expr(expr)).collect();
        texts.join(", ")
    }

    /// A cell.
    pub fn place(&self, place: &Place) -> String {
        let mut text = self.machine.program.variables[place.variable.index()].name.clone();
        if let Some(process) = place.other() {
            text = format!("[{}]:{text}", self.expr(process));
        }
        for subscript in &place.subscripts {
            text += &format!("[{}]", self.expr(&subscript.index));
        }
        text
    }

    fn reception(&self, reception: &Reception) -> String {
        let operator = if reception.random { "??" } else { "?" };
        let patterns = reception.patterns.iter().map(|pattern| match pattern {
            Pattern::Store(place) => self.place(place),
            Pattern::Any => "_".to_owned(),
            Pattern::Match(value) => self.expr(value),
            Pattern::OwnNumber => "_pid".to_owned(),
        });
        let patterns: Vec<String> = patterns.collect();
        format!("{}{operator}{}", self.expr(&reception.channel), patterns.join(", "))
    }

    /// An expression.
    pub fn expr(&self, expr: &Expr) -> String {
        if let Some(value) = self.context.value(expr, self.process) {
            return self.value(value, self.context.classes.of(expr));
        }
        match &expr.kind {
            ExprKind::Load(place) => self.place(place),
            ExprKind::Unary(operator, operand) => {
                let sign = match operator {
                    UnaryOperator::Negate => "-",
                    UnaryOperator::Not => "!",
                    UnaryOperator::Complement => "~",
                };
                format!("{sign}({})", self.expr(operand))
            }
            ExprKind::Binary(operator, operands) => self.binary(*operator, expr, operands),
            // A question about a channel that may be none.
            ExprKind::Conditional(parts) if asks_for(&parts.0, &parts.1) => self.expr(&parts.1),
            ExprKind::Conditional(parts) => {
                let [a, b, c] = [&parts.0, &parts.1, &parts.2].map(|part| self.expr(part));
                format!("({a} -> {b} : {c})")
            }
            ExprKind::Query(query, channel) => {
                let name = match query {
                    ChannelQuery::Length => "len",
                    ChannelQuery::Empty => "empty",
                    ChannelQuery::NotEmpty => "nempty",
                    ChannelQuery::Full => "full",
                    ChannelQuery::NotFull => "nfull",
                };
                format!("{name}({})", self.expr(channel))
            }
            ExprKind::Poll(reception) => self.reception(reception),
            ExprKind::Timeout => "timeout".to_owned(),
            ExprKind::Spin(asked) => match &**asked {
                SpinExpr::NonProgress => "np_".to_owned(),
                SpinExpr::Accepting => "some process is where it accepts".to_owned(),
                SpinExpr::ProcessCount => "the number of processes".to_owned(),
                SpinExpr::Enabled(process) => format!("enabled({})", self.expr(process)),
                SpinExpr::ControlPoint(process) => format!("pc_value({})", self.expr(process)),
                SpinExpr::Priority(process) => format!("get_priority({})", self.expr(process)),
            },
            ExprKind::At(process, label) => {
                let label = &self.machine.program.labels[label.index()].name;
                format!("[{}]@{label}", self.expr(process))
            }
            ExprKind::Existing(process) => self.expr(process),
            ExprKind::Within(value, ..) => self.expr(value),
            ExprKind::Pid => "_pid".to_owned(),
            ExprKind::ProcessOf(of) => self.machine.program.process_types[of.index()].name.clone(),
            // These have values, or no name.
            ExprKind::OwnChannel(_) | ExprKind::Constant(_) | ExprKind::Channel(_) => {
                "?".to_owned()
            }
        }
    }

    fn binary(&self, operator: BinaryOperator, expr: &Expr, operands: &(Expr, Expr)) -> String {
        let sign = sign(operator);
        if matches!(operator, BinaryOperator::And | BinaryOperator::Or) {
            let mut chain = Vec::new();
            flatten(operator, expr, &mut chain);
            let asked = chain.clone();
            chain.retain(|operand| !asked.iter().any(|other| asks_for(operand, other)));
            if let [only] = chain[..] {
                return self.expr(only);
            }
            let texts: Vec<String> = chain.into_iter().map(|operand| self.expr(operand)).collect();
            return format!("({})", texts.join(&format!(" {sign} ")));
        }
        format!("{} {sign} {}", self.expr(&operands.0), self.expr(&operands.1))
    }

    /// A value of a class, renamed.
    pub fn value(&self, value: i32, class: Option<Class>) -> String {
        let is_channel =
            class.is_some_and(|class| self.context.classes.uncomputed(class) == Meaning::Channel);
        if value == 0 && is_channel {
            return "null".to_owned();
        }
        match self.context.renamed(self.renaming, value, class) {
            Some(process) if process < self.context.processes => {
                let process = ProcessId::new(process);
                self.machine.program.semantics.process_number(process).to_string()
            }
            Some(channel) => (self.names)(channel),
            None => value.to_string(),
        }
    }
}

/// Whether a condition only says that there is a channel, about which another expression asks something: languages in which
/// that need not be said are lowered so.
fn asks_for(condition: &Expr, question: &Expr) -> bool {
    let ExprKind::Query(_, asked) = &question.kind else { return false };
    match &condition.kind {
        ExprKind::Binary(BinaryOperator::NotEqual, operands) => {
            operands.0 == **asked && operands.1.kind == ExprKind::Constant(0)
        }
        _ => false,
    }
}

fn sign(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Modulo => "%",
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight => ">>",
        BinaryOperator::Less => "<",
        BinaryOperator::LessEqual => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::GreaterEqual => ">=",
        BinaryOperator::Equal => "==",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::BitAnd => "&",
        BinaryOperator::BitXor => "^",
        BinaryOperator::BitOr => "|",
        BinaryOperator::And => "&&",
        BinaryOperator::Or => "||",
    }
}
