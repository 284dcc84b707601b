//! Statements, with the scopes that lowering gives them.

use model::DeclaredKind;

use super::Resolver;
use crate::ast::{
    Declaration, Expr, Initialiser, ReceiveArgument, Sequence, Statement, StatementKind, Step,
    Variable,
};

impl<'a> Resolver<'a> {
    /// Looks at steps that are no scope of their own, such as the options of a choice.
    pub(super) fn sequence(&mut self, sequence: &'a Sequence) {
        for step in sequence {
            match step {
                Step::Declare(declaration) => self.local(declaration),
                Step::Statement(statement) => {
                    self.at_start = false;
                    self.statement(statement);
                }
                Step::Exclusive { channels, .. } => {
                    channels.iter().for_each(|channel| self.path(channel));
                }
            }
        }
    }

    /// Looks at steps in braces.
    fn scoped(&mut self, sequence: &'a Sequence) {
        self.scopes.open();
        self.sequence(sequence);
        self.scopes.close();
    }

    /// A declaration in a body. Behind statements it is one itself, and then its initial value is looked up after its name.
    fn local(&mut self, declaration: &'a Declaration) {
        for variable in &declaration.variables {
            self.size(variable);
            if self.at_start {
                self.initial(variable);
            }
            self.declare(DeclaredKind::Variable, declaration, variable);
            if !self.at_start {
                self.initial(variable);
            }
        }
    }

    /// Looks up what the length and the width of a variable name.
    pub(super) fn size(&mut self, variable: &'a Variable) {
        variable.length.iter().chain(&variable.width).for_each(|size| self.expr(size));
    }

    /// Looks up what an initial value names.
    pub(super) fn initial(&mut self, variable: &'a Variable) {
        match &variable.initial {
            Some(Initialiser::Value(value)) => self.expr(value),
            Some(Initialiser::List(values, _)) => self.exprs(values),
            Some(Initialiser::Channel(channel)) => self.expr(&channel.capacity),
            None => {}
        }
    }

    fn statement(&mut self, statement: &'a Statement) {
        statement.labels.iter().for_each(|label| self.label(label, statement.span));
        match &statement.kind {
            StatementKind::Assign(target, value) => {
                self.path(target);
                self.expr(value);
            }
            StatementKind::Increment(target) | StatementKind::Decrement(target) => {
                self.path(target);
            }
            StatementKind::Send { channel, arguments, .. } => {
                self.path(channel);
                self.exprs(arguments);
            }
            StatementKind::Receive { channel, arguments, .. } => {
                self.path(channel);
                self.pattern(arguments);
            }
            StatementKind::Expression(expr)
            | StatementKind::Assert(expr)
            | StatementKind::Printm(expr) => self.expr(expr),
            StatementKind::If(options) | StatementKind::Do(options) => {
                options.iter().for_each(|option| self.sequence(option));
            }
            StatementKind::ForRange { variable, from, to, body } => {
                self.path(variable);
                self.expr(from);
                self.expr(to);
                self.scoped(body);
            }
            StatementKind::ForIn { variable, collection, body } => {
                self.path(variable);
                self.path(collection);
                self.scoped(body);
            }
            StatementKind::Select { variable, from, to, .. } => {
                self.path(variable);
                self.expr(from);
                self.expr(to);
            }
            StatementKind::Goto(label) => self.jump(label),
            StatementKind::Atomic(body)
            | StatementKind::DStep(body)
            | StatementKind::Block(body) => self.scoped(body),
            StatementKind::Inline { arguments, body, .. } => self.expansion(arguments, body),
            StatementKind::Printf { arguments, .. } => self.exprs(arguments),
            StatementKind::SetPriority(process, priority) => {
                self.expr(process);
                self.expr(priority);
            }
            StatementKind::Else | StatementKind::Break => {}
        }
        if let Some(escape) = &statement.unless {
            self.statement(escape);
        }
    }

    /// A call of an inline: its arguments mean what they mean in the body. Those that do not occur there are looked up where the call
    /// stands.
    fn expansion(&mut self, arguments: &'a [Expr], body: &'a Sequence) {
        let outer = std::mem::replace(&mut self.list.doubts, true);
        self.exprs(arguments);
        self.list.doubts = outer;
        self.jumps.open_expansion();
        self.scoped(body);
        self.jumps.close_expansion();
    }

    pub(super) fn pattern(&mut self, arguments: &'a [ReceiveArgument]) {
        for argument in arguments {
            match argument {
                ReceiveArgument::Store(path) => self.path(path),
                ReceiveArgument::Match(expr) | ReceiveArgument::Eval(expr) => self.expr(expr),
                ReceiveArgument::Any(_) => {}
            }
        }
    }
}
